"""Breadth-first search from many sources at once: 64 searches share every edge that is looked at.

Each vertex has a word with one bit per source: the sources that reached it. An edge carries a whole word, so
that searches which meet go on together. Source: Then et al., "The More the Merrier: Efficient Multi-Source
Graph Traversal", PVLDB 2014. Push collects bits with an atomic or. Pull, for large frontiers on the CPU,
needs no atomics and leaves a vertex once all the sources that it lacked are found. On a GPU a pull would
occupy one thread with each hub, where a push shares the edges evenly.

O(levels * (V + E)) words for each 64 sources, and 4 bytes for each vertex and source.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..atomics import atomic_or
from ..device import Cpu, Device, get_device, working_on
from ..device.memory import require_memory
from ..filters import checked_filters, extended, keeps_of
from ..frontier import UNVISITED
from ..graph.vertices import checked_vertices, require_graph
from ..operators import Frontier, advance, compute, enact, filter
from ..operators.functors import kept_with_functor
from .result import in_numpy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..filters import Filter, Filters
    from ..graph import Graph
    from ..operators.functors import Functor

WORD_SIZE = 64  # sources that share a word
PULL_SHARE = 0.25  # of the vertices: a larger frontier pulls on the CPU


@dataclass(frozen=True, eq=False)
class MultiSourceBfsResult:
    """Levels of a breadth-first search from each of several sources.

    Attributes
    ----------
    sources
        S vertex ids, as given.
    levels
        S x V int32: row i has the fewest edges from sources[i] to each vertex; -1 where there is no path.
    device
        The device that ran.
    """

    graph: Graph
    sources: np.ndarray
    levels: np.ndarray
    device: Device

    @cached_property
    def eccentricity(self) -> np.ndarray:
        """S int32: the largest level of each source, of the vertices that it reaches."""
        with working_on(self.device):
            farthest: np.ndarray = self.levels.max(axis=1)
            return farthest

    @cached_property
    def closeness(self) -> np.ndarray:
        """S float64: (r - 1) / (sum of levels) * (r - 1) / (V - 1), of the r vertices reached; 0 if r is 1.

        This is NetworkX's ``closeness_centrality`` with its default ``wf_improved=True``. In a directed graph
        levels count from the source; NetworkX counts towards it, as in the reversed graph.
        Source: Wasserman and Faust, "Social Network Analysis", 1994.
        """
        with working_on(self.device):
            unreached = (self.levels == UNVISITED).sum(axis=1)
            others = self.levels.shape[1] - unreached - 1
            sums = self.levels.sum(axis=1, dtype=np.int64) - UNVISITED * unreached
            closeness: np.ndarray = others / np.maximum(sums, 1) * others / max(1, self.levels.shape[1] - 1)
            return closeness

    def to_numpy(self) -> MultiSourceBfsResult:
        """This result with its arrays in NumPy: itself unless they are on a GPU."""
        return in_numpy(self)

    def __repr__(self) -> str:
        count, vertices = self.levels.shape
        return f"MultiSourceBfsResult({count:,} sources, {vertices:,} vertices on {self.device.name})"


class Search(NamedTuple):
    """The searches of a batch. Words are int64: bit i of a vertex's word is for the batch's i-th source."""

    dst_ptr: Any  # the CSC view
    src: Any
    prev: Any  # the sources whose last level each vertex is in
    curr: Any  # the sources whose current level it is in
    seen: Any  # the sources that reached it
    all_sources: int
    num_sources: int
    levels: Any  # num_sources rows of V
    curr_level: int


def multi_source_bfs(
    graph: Graph,
    sources: int | Sequence[int] | np.ndarray,
    *,
    device: str | Device = "auto",
    vertex_filter: Filter | None = None,
    edge_filter: Filter | None = None,
) -> MultiSourceBfsResult:
    """Breadth-first search from each of the sources, 64 at a time (Then et al., PVLDB 2014).

    Parameters
    ----------
    sources
        S vertex ids, in any order; one may be given more than once.
    device, vertex_filter, edge_filter
        As for `bfs`.

    Raises
    ------
    InputError
        For no source, one that is no vertex or is dropped, a filter as `bfs` refuses it, or more levels than
        memory can hold.
    DeviceError
        For a GPU that isn't there, or that has too little memory.
    """
    require_graph(graph)
    vertices = checked_vertices(graph, sources, "sources")
    where = get_device(device, graph.device)
    size = 4 * vertices.size * graph.num_vertices
    require_memory(size, f"a search from {vertices.size:,} sources", where.total_memory())
    with working_on(where):
        views = graph.to_device(where)
        filters = checked_filters(views, vertices, vertex_filter, edge_filter, where)
        levels = where.xp.full((vertices.size, graph.num_vertices), UNVISITED, np.int32)
        for first in range(0, vertices.size, WORD_SIZE):
            batch = slice(first, first + WORD_SIZE)
            _search(views, vertices[batch], levels[batch], where, filters)
    return MultiSourceBfsResult(graph, vertices, levels, where)


def _search(graph: Graph, sources: np.ndarray, levels: Any, device: Device, filters: Filters | None) -> None:
    """Label the vertices for at most 64 sources."""
    xp, count = device.xp, graph.num_vertices
    words = np.zeros(count, np.int64)
    np.bitwise_or.at(words, sources, np.int64(1) << np.arange(sources.size))
    levels[xp.arange(sources.size), xp.asarray(sources)] = 0
    prev, seen = device.array(words), device.array(words.copy())
    curr = xp.zeros(count, np.int64)
    all_sources = int(np.bitwise_or.reduce(words))
    search = Search(*graph.csc[:2], prev, curr, seen, all_sources, sources.size, levels.ravel(), 0)
    push, pull = spread, gather
    if filters is not None:
        push, pull = _along(filters)
        search = extended(FilteredSearch(*search, filters.slots(graph)), filters)
    frontier = Frontier(graph, device=device).load(np.unique(sources))

    def step(curr_level: int) -> None:
        nonlocal search
        search = search._replace(curr_level=curr_level)
        before = frontier.items.copy()
        if isinstance(device, Cpu) and before.size > PULL_SHARE * count:
            frontier.load_all()
            filter(frontier, pull, search)
        else:
            advance(graph, frontier, push, search)
        compute(frontier, settle, search)
        device.for_each(before.size, forget, before, search.prev)
        search = search._replace(prev=search.curr, curr=search.prev)

    enact(step, frontier)


def spread(source, neighbor, edge, search):
    """Push: give the neighbor the sources that it lacks; the first thread puts it into the frontier."""
    new = search.prev[source] & ~search.seen[neighbor]
    if search.curr[neighbor] & new == new:  # nothing new, or another thread was here
        return False
    return atomic_or(search.curr, neighbor, new) == 0


def gather(vertex, search):
    """Pull: collect what the vertex lacks from its in-neighbors."""
    missing = search.all_sources & ~search.seen[vertex]
    found = missing & 0
    for place in range(search.dst_ptr[vertex], search.dst_ptr[vertex + 1]):
        if found == missing:
            break
        found |= search.prev[search.src[place]] & missing
    search.curr[vertex] = found
    return found != 0


class FilteredSearch(NamedTuple):
    """As `Search`; the filters' data follow."""

    dst_ptr: Any
    src: Any
    prev: Any
    curr: Any
    seen: Any
    all_sources: int
    num_sources: int
    levels: Any
    curr_level: int
    slots: Any  # of each place in the CSC view, the edge's in the CSR view; or empty


def _along(filters: Filters) -> tuple[Functor, Functor]:
    return _along_kept(keeps_of(filters, len(FilteredSearch._fields)))


@kept_with_functor
def _along_kept(keeps: Functor) -> tuple[Functor, Functor]:
    """`spread` and `gather`, but only along edges that are kept."""

    def spread_kept(source, neighbor, edge, search):
        new = search.prev[source] & ~search.seen[neighbor]
        if search.curr[neighbor] & new == new or not keeps(source, neighbor, edge, search):
            return False
        return atomic_or(search.curr, neighbor, new) == 0

    def gather_kept(vertex, search):
        missing = search.all_sources & ~search.seen[vertex]
        found = missing & 0
        for place in range(search.dst_ptr[vertex], search.dst_ptr[vertex + 1]):
            if found == missing:
                break
            new = search.prev[search.src[place]] & missing & ~found
            if new != 0:
                edge = search.slots[place] if search.slots.size else place
                if keeps(search.src[place], vertex, edge, search):
                    found |= new
        search.curr[vertex] = found
        return found != 0

    return spread_kept, gather_kept


def settle(vertex, search):
    """Note the level for each source that has just reached the vertex."""
    new = search.curr[vertex]
    search.seen[vertex] |= new
    for first in range(0, search.num_sources, 8):
        byte, row = new >> first & 255, first
        while byte:
            if byte & 1:
                search.levels[row * search.seen.size + vertex] = search.curr_level
            byte >>= 1
            row += 1


def forget(slot, vertices, words):
    """Clear the vertex's word."""
    words[vertices[slot]] = 0
