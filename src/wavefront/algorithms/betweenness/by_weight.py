"""Betweenness by weights on the CPU: each thread follows sources of its own, by Dijkstra's algorithm.

Vertices leave the heap by distance. So the paths to a vertex are all counted when it leaves, and
dependencies are added up in the opposite order: Brandes 2001, section 4. Which edges are on shortest paths is
found again from the distances: those whose weight is exactly what lies between their ends, in float64. A
thread has V elements of each scratch array: 40 bytes per vertex.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...atomics import atomic_add
from ...device import Cpu
from ...progress import pieces
from .by_source import SOURCES_AT_ONCE, WORK_AT_ONCE
from .weights import too_many_paths, too_small

if TYPE_CHECKING:
    from ...graph import Graph
    from ...progress import Report

MANY_PATHS, SMALL_WEIGHT = -1, -2  # what may be wrong with a source
DONE = -1  # the place of a vertex that has left the heap


class Scratch(NamedTuple):
    """Each thread's own part of an array has V elements; those by vertex are in the vertices' order."""

    distances: Any  # float64, all infinite between sources
    counts: Any  # shortest paths from the source
    credits: Any  # what a path to the vertex is worth to an in-neighbor
    heap: Any  # vertices that wait, the nearest first
    places: Any  # where a vertex is in the heap, or DONE
    order: Any  # vertices by distance
    scores: Any  # dependencies, over this thread's sources


class Lists(NamedTuple):
    """The graph, and what paths are for."""

    src_ptr: Any
    dst: Any
    weights: Any  # E float64, all above 0
    is_target: Any  # V bools: where paths count


def add_scores(
    graph: Graph,
    sources: np.ndarray,
    is_target: np.ndarray,
    device: Cpu,
    scores: np.ndarray,
    edge_scores: np.ndarray,
    report: Report | None,
) -> None:
    """Add the dependencies of each source, by the paths to targets; the graph has weights of float64."""
    threads = min(device.threads, sources.size)
    if not threads:
        return
    size, ids = threads * graph.num_vertices, graph.csr.dst.dtype
    scratch = Scratch(
        distances=np.full(size, np.inf),
        counts=np.empty(size),
        credits=np.empty(size),
        heap=np.empty(size, ids),
        places=np.empty(size, ids),
        order=np.empty(size, ids),
        scores=np.zeros(size),
    )
    lists = Lists(*graph.csr, is_target)
    per_source = graph.num_vertices + graph.num_edges
    each = max(SOURCES_AT_ONCE, WORK_AT_ONCE // (8 * per_source))
    for part in pieces(sources.size, threads * each, report, threads):
        some = sources[part]
        status = np.zeros(some.size, np.int64)
        size = some.size * per_source
        device.for_each(
            threads, follow_sources, threads, some, lists, scratch, edge_scores, status, size=size
        )
        if (bad := np.flatnonzero(status)).size:
            error = too_many_paths if status[bad[0]] == MANY_PATHS else too_small
            raise error(graph, some[bad[0]])
    scores += scratch.scores.reshape(threads, -1).sum(axis=0)


def follow_sources(thread, threads, sources, lists, scratch, edge_scores, status):
    """This thread's sources: every threads-th one."""
    first = thread * lists.is_target.size
    for index in range(thread, sources.size, threads):
        reached = search(sources[index], first, lists, scratch)
        if reached < 0:
            status[index] = reached
            return  # the scores are of no use
        settle(first, reached, lists, scratch, edge_scores)


def search(source, first, lists, scratch):
    """Find distances, path counts and the vertices' order; returns how many are reached, or what is wrong."""
    scratch.distances[first + source] = 0.0
    scratch.counts[first + source] = 1.0
    scratch.heap[first], scratch.places[first + source] = source, 0
    size, done = 1, 0
    while size > 0:
        vertex = scratch.heap[first]
        size -= 1
        scratch.places[first + vertex] = DONE
        scratch.order[first + done] = vertex
        done += 1
        if size > 0:
            sink(scratch.heap[first + size], size, first, scratch)
        distance, paths = scratch.distances[first + vertex], scratch.counts[first + vertex]
        if paths == np.inf:
            return MANY_PATHS
        for edge in range(lists.src_ptr[vertex], lists.src_ptr[vertex + 1]):
            neighbor = lists.dst[edge]
            length = distance + lists.weights[edge]
            if length == distance:
                return SMALL_WEIGHT
            if length > scratch.distances[first + neighbor] or length == np.inf:
                continue
            if length == scratch.distances[first + neighbor]:
                scratch.counts[first + neighbor] += paths
                continue
            is_new = scratch.distances[first + neighbor] == np.inf
            scratch.distances[first + neighbor] = length
            scratch.counts[first + neighbor] = paths
            place = scratch.places[first + neighbor]
            if is_new:
                place = size
                size += 1
            rise(neighbor, place, first, scratch)
    return done


def rise(vertex, place, first, scratch):
    """Put a vertex into the heap at this place, or nearer to its top."""
    distance = scratch.distances[first + vertex]
    while place > 0:
        above = scratch.heap[first + (place - 1) // 2]
        if scratch.distances[first + above] <= distance:
            break
        scratch.heap[first + place], scratch.places[first + above] = above, place
        place = (place - 1) // 2
    scratch.heap[first + place], scratch.places[first + vertex] = vertex, place


def sink(vertex, size, first, scratch):
    """Put a vertex into the heap of this size at its top, or further down."""
    distance, place = scratch.distances[first + vertex], 0
    while 2 * place + 1 < size:
        child = 2 * place + 1
        below = scratch.heap[first + child]
        if child + 1 < size:
            other = scratch.heap[first + child + 1]
            if scratch.distances[first + other] < scratch.distances[first + below]:
                child, below = child + 1, other
        if distance <= scratch.distances[first + below]:
            break
        scratch.heap[first + place], scratch.places[first + below] = below, place
        place = child
    scratch.heap[first + place], scratch.places[first + vertex] = vertex, place


def settle(first, reached, lists, scratch, edge_scores):
    """Credits and scores of the vertices reached, from the farthest back; the source scores nothing."""
    for place in range(first + reached - 1, first - 1, -1):
        vertex = scratch.order[place]
        paths, worth = scratch.counts[first + vertex], 0.0
        for edge in range(lists.src_ptr[vertex], lists.src_ptr[vertex + 1]):
            neighbor = first + lists.dst[edge]
            length = scratch.distances[first + vertex] + lists.weights[edge]
            if length < np.inf and length == scratch.distances[neighbor]:
                worth += scratch.credits[neighbor]
                if edge_scores.size:
                    atomic_add(edge_scores, edge, paths * scratch.credits[neighbor])
        scratch.credits[first + vertex] = worth
        if lists.is_target[vertex]:
            scratch.credits[first + vertex] += 1 / paths
        if place > first:
            scratch.scores[first + vertex] += paths * worth
    for place in range(first, first + reached):
        scratch.distances[first + scratch.order[place]] = np.inf
