"""Searches for the page that show how `advance` shares out edges among threads, and how `filter` packs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..atomics import atomic_exch
from ..frontier import UNVISITED, initial_labels
from ..operators import Frontier, advance, enact, filter
from ..operators.push import SIMULATED_LANES
from ..strategies.operators import Search, discover

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Literal

    from ..device import Device
    from ..graph import Graph

WARP = SIMULATED_LANES[1]  # lanes of the warps that are drawn


class Marked(NamedTuple):
    """The problem of the search that filters: `Search`, and who is in the next frontier already."""

    levels: Any
    predecessors: Any
    curr_level: int
    marks: Any  # V int32: the level in which the vertex was last kept


def label(source, neighbor, edge, search):
    """Label the neighbor if it is unvisited. Several threads can: the filter drops all copies but one."""
    if search.levels[neighbor] != UNVISITED and search.levels[neighbor] != search.curr_level:
        return False
    search.levels[neighbor] = search.curr_level
    search.predecessors[neighbor] = source
    return True


def is_first(vertex, search):
    """Whether no copy of the vertex came before in this level."""
    return atomic_exch(search.marks, vertex, search.curr_level) != search.curr_level


def _by_claims(load_balance: Literal["thread", "buckets", "edges"]) -> Callable[..., tuple[Any, Any]]:
    """A search that advances in this way, with a functor that claims each vertex."""

    def bfs(
        graph: Graph, sources: np.ndarray, device: Device, *, predecessors: bool, **unused: Any
    ) -> tuple[Any, Any]:
        levels, parents = initial_labels(graph, sources, device, predecessors)
        frontier = Frontier(graph, device=device).load(sources)

        def step(curr_level: int) -> None:
            search = Search(levels, parents, curr_level)
            advance(graph, frontier, discover, search, load_balance=load_balance)

        enact(step, frontier)
        return levels, parents

    return bfs


def _by_filter(
    graph: Graph, sources: np.ndarray, device: Device, *, predecessors: bool, **unused: Any
) -> tuple[Any, Any]:
    """A search that advances without claims, a slot for each edge, and filters afterwards."""
    levels, parents = initial_labels(graph, sources, device, predecessors)
    frontier = Frontier(graph, device=device).load(sources)
    marks = device.xp.zeros(graph.num_vertices, np.int32)

    def step(curr_level: int) -> None:
        search = Marked(levels, parents, curr_level, marks)
        advance(graph, frontier, label, search, load_balance="edges", compact=False, idempotent=True)
        filter(frontier, is_first, search)

    enact(step, frontier)
    return levels, parents


SHARED_OUT: dict[str, Callable[..., tuple[Any, Any]]] = {
    "advance, thread": _by_claims("thread"),
    "advance, buckets": _by_claims("buckets"),
    "advance, edges": _by_claims("edges"),
    "advance + filter": _by_filter,
}
