"""The arguments of one fused search, and the limits that both devices derive from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...enactor import Stop, reached
from ...errors import checked_positive

if TYPE_CHECKING:
    from ...filters import Filters

NO_LIMIT = np.iinfo(np.int32).max  # levels
LEVEL = np.dtype(np.int32)  # of a result's levels, unless the caller asks for less


class Query(NamedTuple):
    """The arguments of a search, except the graph and the device. None stands for the device's default."""

    sources: np.ndarray
    stop: Stop
    predecessors: bool
    alpha: float | None
    beta: float | None
    serial_edges: int | None
    filters: Filters | None = None
    level_dtype: np.dtype[Any] = LEVEL

    @property
    def has_options(self) -> bool:
        """Whether something says how to search, which the device chooses otherwise."""
        return not (self.alpha is None and self.beta is None and self.serial_edges is None)

    @property
    def has_defaults(self) -> bool:
        """Whether all of the graph is searched, as the device chooses."""
        return self.filters is None and not self.has_options


def last_level(query: Query) -> int:
    """The last level to search for: 0 if the target is a source, else the last that the levels' type holds.

    Or the depth limit, if that comes first.
    """
    stop = query.stop
    if stop.target is not None and stop.target in query.sources.tolist():
        return 0
    deepest = NO_LIMIT if query.level_dtype is LEVEL else int(np.iinfo(query.level_dtype).max)
    return deepest if stop.depth_limit is None else min(stop.depth_limit, deepest)


def num_rows(query: Query, levels: Any) -> int:
    """How many levels a trace has: those labelled, and the empty one after them unless the search stopped.

    Not those that the search's code ran, which may look several levels ahead, or leave out the empty one.
    """
    deepest = int(levels.max())
    return deepest if reached(query.stop, levels, deepest + 1) else deepest + 1


def thresholds(query: Query, alpha: float, beta: float) -> tuple[float, float]:
    """Alpha and beta, which say when to change direction: the query's, or else these of the device.

    Raises InputError unless both are positive.
    """
    if query.alpha is not None:
        (alpha,) = checked_positive(alpha=query.alpha)
    if query.beta is not None:
        (beta,) = checked_positive(beta=query.beta)
    return alpha, beta
