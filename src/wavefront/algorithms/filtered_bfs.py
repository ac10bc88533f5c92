"""What a breadth-first search with filters needs beside its strategy: see ../filters.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..device import Cuda
from ..enactor import Stop
from ..errors import InputError
from ..filters import checked_filters, extended, keeps_of, keeps_vertex
from ..operators.functors import kept_with_functor
from ..strategies import METHODS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..device import Device
    from ..filters import Filter, Filters
    from ..graph import Graph
    from ..operators.functors import Functor

TAKE_FILTERS = "fused", "sequential", "operators"


def require_filtering(strategy: str, options: Mapping[str, Any]) -> None:
    """Raise InputError if the strategy takes no filters, or none as it is printed."""
    if strategy not in TAKE_FILTERS or options.get("literal"):
        names = ", ".join(name for name in METHODS if name in TAKE_FILTERS)
        form = " as it is printed" if options.get("literal") else ""
        raise InputError(f"strategy {strategy!r}{form} takes no filters; these do: {names}")


def kept_from(
    graph: Graph,
    sources: np.ndarray,
    given: tuple[Filter | None, Filter | None],
    strategy: str,
    device: Device,
) -> Filters:
    """The filters, of which there is one at least. Errors as of `checked_filters`.

    The fused search of a GPU finds out about its only source while it runs: to ask before would be to wait.
    """
    searches_on = strategy == "fused" and isinstance(device, Cuda) and device.xp is not np
    ask_sources = not searches_on or sources.size > 1
    filters = checked_filters(graph, sources, *given, device, ask_sources=ask_sources)
    assert filters is not None
    return filters


def kept_stop(stop: Stop, filters: Filters, device: Device) -> Stop:
    """The stop, without a target that is dropped: no search reaches that."""
    if stop.target is None or keeps_vertex(filters, stop.target, device):
        return stop
    return Stop(stop.depth_limit)


class Pull(NamedTuple):
    """What predecessors are found from; the filters' data follow."""

    dst_ptr: Any
    src: Any
    levels: Any
    predecessors: Any
    slots: Any  # of each place in the lists of in-neighbors, the number of the edge; or empty
    only: int  # the source, if there is one; else -1


def find_predecessors(
    graph: Graph, filters: Filters, only: int, levels: Any, predecessors: Any, device: Device
) -> None:
    """Record the smallest predecessors along edges that are kept."""
    pull = Pull(*graph.csc[:2], levels, predecessors, filters.slots(graph), only)
    smallest = _smallest(keeps_of(filters, len(pull)))
    device.for_each(graph.num_vertices, smallest, extended(pull, filters))


@kept_with_functor
def _smallest(keeps: Functor) -> Functor:
    def smallest_kept(vertex, pull):
        if pull.levels[vertex] == 1 and pull.only >= 0:
            pull.predecessors[vertex] = pull.only
        elif pull.levels[vertex] > 0:
            for place in range(pull.dst_ptr[vertex], pull.dst_ptr[vertex + 1]):
                source = pull.src[place]
                if pull.levels[source] == pull.levels[vertex] - 1:
                    edge = pull.slots[place] if pull.slots.size else place
                    if keeps(source, vertex, edge, pull):
                        pull.predecessors[vertex] = source
                        break

    return smallest_kept
