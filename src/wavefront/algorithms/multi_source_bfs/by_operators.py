"""Up to 64 searches in words, one bit per source, by operators: where edges are filtered, or a GPU counts.

Push collects bits with an atomic or. A pull would occupy one thread with each hub, where a push shares the
edges evenly.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...atomics import atomic_add, atomic_or
from ...device import Device
from ...filters import Filters, extended, keeps_of
from ...graph import Graph
from ...operators import Frontier, advance, compute
from ...operators.functors import Functor, kept_with_functor
from ..level_types import last_level, too_deep

if TYPE_CHECKING:
    from ...trace import Trace

ITEMS = 512  # words in which a thread counts the bits of one source


class Search(NamedTuple):
    """The searches of a batch. Words are int64: bit i of a vertex's word is for the batch's i-th source."""

    prev: Any  # the sources whose last level each vertex is in
    curr: Any  # the sources whose current level it is in
    seen: Any  # the sources that reached it
    num_sources: int
    levels: Any  # num_sources rows of V; empty if only counts are wanted
    curr_level: int


def write_levels(
    graph: Graph,
    sources: np.ndarray,
    levels: Any,
    device: Device,
    filters: Filters | None = None,
    trace: Trace | None = None,
) -> None:
    """Write the levels from at most 64 sources, a row each.

    Raises TooDeepError where a search goes deeper than their type holds.
    """
    levels[:] = -1
    levels[device.xp.arange(sources.size), device.xp.asarray(sources)] = 0
    for _ in _each_frontier(graph, sources, levels, device, filters, trace):
        pass


def count_levels(graph: Graph, sources: np.ndarray, device: Device) -> Iterator[np.ndarray]:
    """For level 1, 2, ... the number of vertices that each of at most 64 sources reaches, in NumPy."""
    xp = device.xp
    for frontier, search in _each_frontier(graph, sources, xp.empty(0, np.int32), device):
        counts = xp.zeros(sources.size, np.int64)
        threads = -(-frontier.size // ITEMS) * sources.size
        device.for_each(threads, count_bits, frontier.items, search.curr, counts)
        yield counts if xp is np else counts.get()


def _each_frontier(
    graph: Graph,
    sources: np.ndarray,
    levels: Any,
    device: Device,
    filters: Filters | None = None,
    trace: Trace | None = None,
) -> Iterator[tuple[Frontier, Search]]:
    """The vertices that some source reaches at level 1, 2, ..., and the words that tell which."""
    words = np.zeros(graph.num_vertices, np.int64)
    np.bitwise_or.at(words, sources, np.int64(1) << np.arange(sources.size))
    prev, seen = device.array(words), device.array(words.copy())
    curr = device.xp.zeros(words.size, np.int64)
    search: Any = Search(prev, curr, seen, sources.size, levels.ravel(), 0)
    push = spread
    if filters is not None:
        push = _along(keeps_of(filters, len(Search._fields)))
        search = extended(search, filters)
    frontier = Frontier(graph, device=device).load(np.unique(sources))
    while frontier.size:
        if trace is not None:
            trace.start()
        search = search._replace(curr_level=search.curr_level + 1)
        before = frontier.items.copy()
        advance(graph, frontier, push, search)
        if frontier.size:
            if search.curr_level > last_level(levels.dtype):
                raise too_deep(levels.dtype, graph.num_vertices)
            compute(frontier, settle, search)
        if trace is not None:
            trace.lap(search.curr_level, ["push"])
        if frontier.size:
            yield frontier, search
        device.for_each(before.size, forget, before, search.prev)
        search = search._replace(prev=search.curr, curr=search.prev)


def spread(source, neighbor, edge, search):
    """Give the neighbor the sources that it lacks; the first thread puts it into the frontier."""
    new = search.prev[source] & ~search.seen[neighbor]
    if search.curr[neighbor] & new == new:  # nothing new, or another thread was here
        return False
    return atomic_or(search.curr, neighbor, new) == 0


@kept_with_functor
def _along(keeps: Functor) -> Functor:
    """`spread`, but only along edges that are kept."""

    def spread_kept(source, neighbor, edge, search):
        new = search.prev[source] & ~search.seen[neighbor]
        if search.curr[neighbor] & new == new or not keeps(source, neighbor, edge, search):
            return False
        return atomic_or(search.curr, neighbor, new) == 0

    return spread_kept


def settle(vertex, search):
    """Note the sources that have just reached the vertex, and its level from each if levels are wanted."""
    new = search.curr[vertex]
    search.seen[vertex] |= new
    if search.levels.size == 0:
        return
    for first in range(0, search.num_sources, 8):
        byte, row = new >> first & 255, first
        while byte:
            if byte & 1:
                search.levels[row * search.seen.size + vertex] = search.curr_level
            byte >>= 1
            row += 1


def count_bits(thread, vertices, words, counts):
    """Count the vertices that one source reaches among ITEMS of these."""
    source, first = thread % counts.size, thread // counts.size * ITEMS
    total = 0
    for place in range(first, min(first + ITEMS, vertices.size)):
        total += words[vertices[place]] >> source & 1
    if total > 0:
        atomic_add(counts, source, total)


def forget(slot, vertices, words):
    """Clear the vertex's word."""
    words[vertices[slot]] = 0
