"""Searches of the CPU where a thread takes sources of its own: for graphs of many levels.

There, searches from different sources seldom meet, and a level has too few vertices for several threads.
"""

from typing import Any, NamedTuple

import numpy as np

from ...atomics import atomic_add
from ...device import Cpu
from ...frontier import UNVISITED
from ...graph import Graph
from ..level_types import last_level

MARKED = UNVISITED - 1  # for the time of a search, the level of vertices that it doesn't enter
STEPS = 1 << 20  # said of each thread's work, so that there are several threads


class Counts(NamedTuple):
    """What is known of the searches, by source."""

    reached: Any  # int64: vertices reached, the source included
    total: Any  # int64: the sum of their levels
    harmonic: Any  # float64: the sum of 1 / level over the others
    farthest: Any  # int64: the largest level


class Searches(NamedTuple):
    """The graph and the sources."""

    src_ptr: Any
    dst: Any
    sources: Any
    taken: Any  # int64: how many of the sources are taken
    queues: Any  # V vertices for each thread
    dropped: Any  # vertices that no search enters
    last: int  # the last level that the type of the levels holds, with which a search ends


def new_counts(size: int) -> Counts:
    """Counts for so many sources, all 0."""
    whole = (np.zeros(size, np.int64) for _ in range(3))
    reached, total, farthest = whole
    return Counts(reached, total, np.zeros(size), farthest)


def search_by_source(
    graph: Graph,
    sources: np.ndarray,
    levels: np.ndarray,
    has_rows: bool,
    device: Cpu,
    dropped: np.ndarray | None = None,
) -> Counts:
    """Write the levels of each search into its row, or, without rows, into the thread's; count them."""
    threads = max(1, min(device.threads, sources.size))
    counts = new_counts(sources.size)
    queues = np.empty(threads * graph.num_vertices, graph.csr.dst.dtype)
    taken = np.zeros(1, np.int64)
    without = np.empty(0, np.int64) if dropped is None else dropped
    searches = Searches(*graph.csr[:2], sources, taken, queues, without, last_level(levels.dtype))
    arguments = (graph.num_vertices, has_rows, searches, levels.ravel(), counts)
    device.for_each(threads, take_sources, *arguments, size=threads * STEPS)
    return counts


def take_sources(thread, num_vertices, has_rows, searches, levels, counts):
    """Search from one source after the other, each the next that no thread has taken."""
    queue = thread * num_vertices
    index = atomic_add(searches.taken, 0, 1)
    while index < searches.sources.size:
        row = (index if has_rows else thread) * num_vertices
        search(index, row, num_vertices, queue, searches, levels, counts)
        index = atomic_add(searches.taken, 0, 1)


def search(index, row, num_vertices, queue, searches, levels, counts):
    """Write the levels from this source from the place `row` on, and count them."""
    for place in range(row, row + num_vertices):
        levels[place] = UNVISITED
    for dropped in searches.dropped:
        levels[row + dropped] = MARKED
    levels[row + searches.sources[index]] = 0
    searches.queues[queue] = searches.sources[index]
    head, tail, level = queue, queue + 1, 0
    while head < tail:
        size = tail - head
        counts.reached[index] += size
        counts.total[index] += level * size
        counts.farthest[index] = level
        if level > 0:
            counts.harmonic[index] += size / level
        if level == searches.last:
            break
        level += 1
        for place in range(head, tail):
            vertex: Any = np.uint64(searches.queues[place])
            for edge in range(searches.src_ptr[vertex], searches.src_ptr[vertex + np.uint64(1)]):
                neighbor = searches.dst[np.uint64(edge)]
                if levels[np.uint64(row + neighbor)] == UNVISITED:
                    levels[np.uint64(row + neighbor)] = level
                    searches.queues[np.uint64(tail)] = neighbor
                    tail += 1
        head += size
    for dropped in searches.dropped:
        levels[row + dropped] = UNVISITED
