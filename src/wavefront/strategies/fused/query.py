"""The arguments of one fused search, and the limits that both devices derive from them."""

from typing import NamedTuple

import numpy as np

from ...enactor import Stop
from ...errors import InputError

NO_LIMIT = np.iinfo(np.int32).max  # levels


class Query(NamedTuple):
    """The arguments of a search, beside the graph and the device. None stands for the device's default."""

    sources: np.ndarray
    stop: Stop
    predecessors: bool
    alpha: float | None
    beta: float | None
    serial_edges: int | None


def last_level(query: Query) -> int:
    """The last level to look for."""
    stop = query.stop
    if stop.target is not None and stop.target in query.sources.tolist():
        return 0
    return NO_LIMIT if stop.depth_limit is None else stop.depth_limit


def thresholds(query: Query, alpha: float, beta: float) -> tuple[float, float]:
    """When to change direction: the query's alpha and beta, or else the device's, given here.

    Raises InputError unless both are positive.
    """
    alpha = alpha if query.alpha is None else query.alpha
    beta = beta if query.beta is None else query.beta
    if not (alpha > 0 and beta > 0):
        raise InputError(f"alpha and beta are positive numbers, not {alpha!r} and {beta!r}")
    return float(alpha), float(beta)
