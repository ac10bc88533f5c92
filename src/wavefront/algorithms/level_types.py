"""Levels of fewer bits than 32: `level_dtype=` of breadth-first searches.

A search in a small type ends with the last level that this type holds, so that no level is ever too large for
its place. Whether the search would have gone on is looked up afterwards: only then is a vertex of the last
level joined to an unvisited one. "auto" tries the smallest type first, and searches again in the next larger
one where a search would go on: the levels of two types are never in memory at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..errors import InputError, shown
from ..filters import extended, keeps_of
from ..frontier import UNVISITED
from ..operators.functors import kept_with_functor

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..device import Device
    from ..enactor import Stop
    from ..filters import Filters
    from ..graph import Graph
    from ..operators.functors import Functor
    from ..trace import Trace

LEVEL_TYPES = tuple(np.dtype(name) for name in ("int8", "int16", "int32"))
TAKES_LEVEL_TYPES = "fused"  # the others claim a vertex by its level, for which a GPU needs 32 bits


def checked_level_types(level_dtype: Any) -> tuple[np.dtype[Any], ...]:
    """The types to try, one after the other. Raises InputError if `level_dtype` is no type of levels."""
    if isinstance(level_dtype, str) and level_dtype == "auto":
        return LEVEL_TYPES
    if isinstance(level_dtype, str | np.dtype) or (
        isinstance(level_dtype, type) and issubclass(level_dtype, np.integer)
    ):
        for known in LEVEL_TYPES:
            if level_dtype in (known.name, known, known.type):
                return (known,)
    names = ", ".join(known.name for known in LEVEL_TYPES)
    raise InputError(f"level_dtype is 'auto' or one of {names}, not {shown(level_dtype)}")


def last_level(level_dtype: np.dtype[Any]) -> int:
    """The last level that the type holds."""
    return int(np.iinfo(level_dtype).max)


class TooDeepError(InputError):
    """A search goes deeper than the type of its levels holds."""


def too_deep(level_dtype: np.dtype[Any], num_vertices: int) -> TooDeepError:
    """The error for a search that goes deeper than this type holds."""
    larger = [known for known in LEVEL_TYPES if known.itemsize > level_dtype.itemsize]
    # A search has fewer levels than there are vertices.
    sure = next((known for known in larger if num_vertices - 1 <= last_level(known)), larger[-1])
    perhaps = "".join(
        f", or {known.name!r} up to level {last_level(known):,}" for known in larger[: larger.index(sure)]
    )
    return TooDeepError(
        f"the search goes deeper than level {last_level(level_dtype):,}, the last that {level_dtype.name} "
        f"holds; level_dtype={sure.name!r} would do{perhaps}; 'auto' finds the smallest"
    )


def in_level_types(search: Callable[..., Any], strategy: str, level_dtype: Any) -> Callable[..., Any]:
    """The strategy's `bfs`, with levels of this type, or of the smallest one that does.

    Raises InputError for an unknown type, or one that the strategy doesn't take. The search itself raises
    InputError if it goes deeper than the type holds.
    """
    types = checked_level_types(level_dtype)
    if types == LEVEL_TYPES[-1:]:
        return search
    if strategy != TAKES_LEVEL_TYPES:
        takes = f"{TAKES_LEVEL_TYPES} takes level_dtype={shown(level_dtype)}"
        raise InputError(f"strategy {strategy!r} has levels of int32; {takes}")

    def run(
        graph: Graph, sources: np.ndarray, device: Device, *, stop: Stop, trace: Trace | None, **options: Any
    ) -> tuple[Any, Any]:
        for tried in types:
            levels, parents = search(
                graph, sources, device, stop=stop, trace=trace, level_dtype=tried, **options
            )
            if not goes_deeper(graph, levels, stop, device, options.get("filters")):
                return levels, parents
            del levels, parents  # before the next search allocates
            if trace is not None:
                trace.levels.clear()
        raise too_deep(types[-1], graph.num_vertices)

    return run


def goes_deeper(
    graph: Graph, levels: Any, stop: Stop, device: Device, filters: Filters | None = None
) -> bool:
    """Whether the search would have labelled more than the type of its levels holds."""
    last = last_level(levels.dtype)
    if graph.num_vertices - 1 <= last or (stop.depth_limit is not None and stop.depth_limit <= last):
        return False
    if stop.target is not None and levels[stop.target] != UNVISITED:
        return False
    border: Any = Border(*graph.csr[:2], levels, last, device.xp.zeros(1, np.int32))
    note = note_deeper
    if filters is not None:
        note, border = _along(keeps_of(filters, len(border))), extended(border, filters)
    device.for_each(graph.num_vertices, note, border)
    return bool(border.is_deeper[0])


class Border(NamedTuple):
    """What tells whether a search goes on after its last level; the filters' data follow."""

    src_ptr: Any
    dst: Any
    levels: Any
    last: int
    is_deeper: Any  # int32: 1 if it does


def note_deeper(vertex, border):
    """Note whether an edge leads from this vertex of the last level to an unvisited one."""
    if border.levels[vertex] == border.last:
        for edge in range(border.src_ptr[vertex], border.src_ptr[vertex + 1]):
            if border.levels[border.dst[edge]] == UNVISITED:
                border.is_deeper[0] = 1
                break


@kept_with_functor
def _along(keeps: Functor) -> Functor:
    """`note_deeper`, but only along edges that are kept."""

    def note_deeper_kept(vertex, border):
        if border.levels[vertex] == border.last:
            for edge in range(border.src_ptr[vertex], border.src_ptr[vertex + 1]):
                neighbor = border.dst[edge]
                if border.levels[neighbor] == UNVISITED and keeps(vertex, neighbor, edge, border):
                    border.is_deeper[0] = 1
                    break

    return note_deeper_kept
