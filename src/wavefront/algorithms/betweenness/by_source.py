"""Betweenness on the CPU where a thread takes sources of its own, and nothing is shared.

Searches from different sources are independent, so there is no barrier between levels; on graphs of many
small levels, barriers would take most of the time. A thread has V elements of each scratch array: 40 bytes
per vertex. Which sources a thread takes depends only on the number of threads, so that vertices' scores are
the same each time. Edges' scores, which threads share, differ by rounding.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...atomics import atomic_add
from ...device import Cpu
from ...errors import InputError
from ...frontier import UNVISITED
from ...graph.vertices import named
from ...progress import pieces

if TYPE_CHECKING:
    from ...graph import Graph
    from ...progress import Report

# Path counts grow exponentially with the level. Where a level's largest count is over LARGE_COUNT, all counts
# of the level are multiplied by SHRINK. None may then be below LEAST_COUNT, so that counts and quotients by
# counts stay within float64's range: a level's counts may differ by 2**1560.
LARGE_COUNT, SHRINK, LEAST_COUNT = 2.0**900, 2.0**-300, 2.0**-960

# Vertices and edges that a thread looks at in one call, about a second's work: Ctrl-C waits for the call to
# end. The second number is the least number of sources, as some take longer than others.
WORK_AT_ONCE, SOURCES_AT_ONCE = 1 << 26, 8


class Scratch(NamedTuple):
    """Each thread's own part of an array has V elements, in order of the vertices."""

    levels: Any  # int32, all UNVISITED between sources
    counts: Any  # shortest paths from the source, times a power of SHRINK
    credits: Any  # what a path to the vertex is worth to an in-neighbor
    queue: Any  # vertices as they were reached
    shrinks: Any  # by level: its power of SHRINK against that of the level before
    scores: Any  # dependencies, over this thread's sources


def add_scores(
    graph: Graph,
    sources: np.ndarray,
    device: Cpu,
    scores: np.ndarray,
    edge_scores: np.ndarray,
    report: Report | None,
) -> None:
    """Add the dependencies of each source. Raises InputError where path counts differ by too much."""
    threads = min(device.threads, sources.size)
    if not threads:
        return
    size = threads * graph.num_vertices
    scratch = Scratch(
        levels=np.full(size, UNVISITED, np.int32),
        counts=np.empty(size),
        credits=np.empty(size),
        queue=np.empty(size, graph.csr.dst.dtype),
        shrinks=np.ones(size),
        scores=np.zeros(size),
    )
    per_source = graph.num_vertices + graph.num_edges
    each = max(SOURCES_AT_ONCE, WORK_AT_ONCE // per_source)
    for part in pieces(sources.size, threads * each, report, threads):
        some = sources[part]
        too_far = np.zeros(some.size, bool)
        arguments = (threads, some, *graph.csr[:2], scratch, edge_scores, too_far)
        device.for_each(threads, follow_sources, *arguments, size=some.size * per_source)
        if too_far.any():
            raise out_of_range(graph, some[too_far][0])
    scores += scratch.scores.reshape(threads, -1).sum(axis=0)


def out_of_range(graph: Graph, source: Any) -> InputError:
    """The error for a level whose path counts differ by too much."""
    return InputError(
        f"the numbers of shortest paths from vertex {named(graph, source)} to vertices of one level differ "
        "by more than float64 can hold"
    )


def follow_sources(thread, threads, sources, src_ptr, dst, scratch, edge_scores, too_far):
    """This thread's sources: every threads-th one."""
    first = thread * (src_ptr.size - 1)
    for index in range(thread, sources.size, threads):
        reached = search(sources[index], first, src_ptr, dst, scratch)
        if reached:
            settle(first, reached, src_ptr, dst, scratch, edge_scores)
        else:
            too_far[index] = True
            return  # the scores are of no use


def search(source, first, src_ptr, dst, scratch):
    """Find levels and path counts; returns the size of the queue, 0 if counts differ too much."""
    scratch.levels[first + source] = 0
    scratch.counts[first + source] = 1
    scratch.queue[first] = source
    head, tail, next_level = 0, 1, 0
    while head < tail:
        if not shrink(next_level, first, head, tail, scratch):
            return 0
        next_level += 1
        for place in range(first + head, first + tail):
            head += 1
            vertex = scratch.queue[place]
            paths = scratch.counts[first + vertex]
            for edge in range(src_ptr[vertex], src_ptr[vertex + 1]):
                neighbor = first + dst[edge]
                if scratch.levels[neighbor] == UNVISITED:
                    scratch.levels[neighbor] = next_level
                    scratch.counts[neighbor] = paths
                    scratch.queue[first + tail] = dst[edge]
                    tail += 1
                elif scratch.levels[neighbor] == next_level:
                    scratch.counts[neighbor] += paths
    return tail


def shrink(level, first, head, tail, scratch):
    """Shrink a level's counts, from head to tail in the queue, if large. False if they differ too much."""
    top = least = scratch.counts[first + scratch.queue[first + head]]
    for place in range(first + head, first + tail):
        top = max(top, scratch.counts[first + scratch.queue[place]])
        least = min(least, scratch.counts[first + scratch.queue[place]])
    if top <= LARGE_COUNT:
        scratch.shrinks[first + level] = 1
        return True
    scratch.shrinks[first + level] = SHRINK
    for place in range(first + head, first + tail):
        scratch.counts[first + scratch.queue[place]] *= SHRINK
    return least * SHRINK >= LEAST_COUNT


def settle(first, reached, src_ptr, dst, scratch, edge_scores):
    """Credits and scores of the vertices reached, from the last one back; the source scores nothing."""
    for place in range(first + reached - 1, first - 1, -1):
        vertex = scratch.queue[place]
        next_level = scratch.levels[first + vertex] + 1
        paths = scratch.counts[first + vertex]
        factor = scratch.shrinks[first + next_level] if next_level < src_ptr.size - 1 else 1.0
        worth = 0.0
        for edge in range(src_ptr[vertex], src_ptr[vertex + 1]):
            neighbor = first + dst[edge]
            if scratch.levels[neighbor] == next_level:
                worth += scratch.credits[neighbor]
                if edge_scores.size:
                    atomic_add(edge_scores, edge, paths * factor * scratch.credits[neighbor])
        scratch.credits[first + vertex] = 1 / paths + factor * worth
        if place > first:
            scratch.scores[first + vertex] += paths * factor * worth
    for place in range(first, first + reached):
        scratch.levels[first + scratch.queue[place]] = UNVISITED
