"""Betweenness in NetworkX's order, so that sums are its own to the last bit: one thread of compiled code.

Source: Brandes, "A Faster Algorithm for Betweenness Centrality", Journal of Mathematical Sociology 2001, and
"On Variants of Shortest-Path Betweenness Centrality and their Generic Computation", Social Networks 2008.
`wavefront.betweenness_centrality` uses every thread, for the calls that it can take.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..device import Cpu
from .heap import new_heap, pop, push
from .weights import Lists

NONE = -1
UNSEEN, SEEN, DONE = 0, 1, 2
ALL, ENDPOINTS, TARGETS = 0, 1, 2  # how a path's pair of ends is counted


class Sweep(NamedTuple):
    """A search's state by vertex: distances, numbers of paths, shares; its parents, as chains of edges."""

    distances: np.ndarray
    states: np.ndarray
    paths: np.ndarray
    shares: np.ndarray
    order: np.ndarray
    last: np.ndarray
    before: np.ndarray
    src: np.ndarray


class Sums(NamedTuple):
    """Betweenness of vertices and of edges; the number of each entry's edge; which vertices are targets."""

    vertices: np.ndarray
    edges: np.ndarray
    edge_of: np.ndarray
    is_target: np.ndarray


def betweenness(
    lists: Lists,
    sources: list[int],
    targets: list[int] | None = None,
    *,
    endpoints: bool = False,
    edge_of: np.ndarray | None = None,
) -> Sums:
    """The shares of shortest paths from the sources, not scaled; with `edge_of`, those of edges too."""
    count, entries = lists.ptr.size - 1, lists.neighbors.size
    dtype = lists.weights.dtype
    sweep = Sweep(
        np.zeros(count, dtype),
        np.zeros(count, np.int8),
        np.zeros(count),
        np.zeros(count),
        np.empty(count, np.int32),
        np.full(count, NONE, np.int64),
        np.empty(entries, np.int64),
        np.repeat(np.arange(count, dtype=np.int32), np.diff(lists.ptr)),
    )
    numbers = np.empty(0, np.int64) if edge_of is None else edge_of
    sums = Sums(np.zeros(count), np.zeros(int(numbers.max(initial=-1)) + 1), numbers, np.zeros(count, bool))
    heap, mode = new_heap(entries + 1 if lists.weights.size else 0, dtype), ALL
    if targets is not None:
        sums.is_target[targets] = True
        mode = TARGETS
    elif endpoints:
        mode = ENDPOINTS
    Cpu().call(add_up, lists, np.array(sources, np.int32), sweep, heap, sums, mode)
    return sums


def add_up(lists, sources, sweep, heap, sums, mode):
    """Search from each source and add the shares up."""
    for source in sources:
        if lists.weights.size > 0:
            end = search_by_weight(lists, source, sweep, heap)
        else:
            end = search_by_edges(lists, source, sweep)
        if mode == ENDPOINTS:
            sums.vertices[source] += end - 1
        for place in range(end - 1, -1, -1):
            vertex = sweep.order[place]
            collect(vertex, source, sweep, sums, mode)
        for place in range(end):
            vertex = sweep.order[place]
            sweep.states[vertex] = UNSEEN
            sweep.paths[vertex] = sweep.shares[vertex] = 0.0
            sweep.last[vertex] = NONE


def collect(vertex, source, sweep, sums, mode):
    """Share what the vertex has among its parents, in NetworkX's order of operations."""
    counts_edges = sums.edge_of.size > 0
    share = sweep.shares[vertex]
    parents, edge = 0, sweep.last[vertex]
    is_end = mode != TARGETS or (sums.is_target[vertex] and (counts_edges or vertex != source))
    if counts_edges and not is_end:
        while edge != NONE:
            parents += 1
            edge = sweep.before[edge]
    factor = (1.0 + share if is_end else share) / sweep.paths[vertex]
    edge = sweep.last[vertex]
    while edge != NONE:
        parent = sweep.src[edge]
        if counts_edges and mode == TARGETS:
            if is_end:
                part = (sweep.paths[parent] / sweep.paths[vertex]) * (1.0 + sweep.shares[vertex])
            else:
                part = sweep.shares[vertex] / parents
        else:
            part = sweep.paths[parent] * factor
        if counts_edges:
            sums.edges[sums.edge_of[edge]] += part
        sweep.shares[parent] += part
        edge = sweep.before[edge]
    if vertex != source:
        sums.vertices[vertex] += sweep.shares[vertex] + (1 if mode == ENDPOINTS else 0)


def search_by_edges(lists, source, sweep):
    """Count the shortest paths from the source by edges; how many vertices are in `order`."""
    sweep.states[source] = DONE
    sweep.distances[source] = 0
    sweep.paths[source] = 1.0
    sweep.order[0] = source
    place, end = 0, 1
    while place < end:
        vertex = sweep.order[place]
        place += 1
        for edge in range(lists.ptr[vertex], lists.ptr[vertex + 1]):
            neighbor = lists.neighbors[edge]
            if sweep.states[neighbor] == UNSEEN:
                sweep.states[neighbor] = DONE
                sweep.distances[neighbor] = sweep.distances[vertex] + 1
                sweep.order[end] = neighbor
                end += 1
            if sweep.distances[neighbor] == sweep.distances[vertex] + 1:
                sweep.paths[neighbor] += sweep.paths[vertex]
                sweep.before[edge] = sweep.last[neighbor]
                sweep.last[neighbor] = edge
    return end


def search_by_weight(lists, source, sweep, heap):
    """Count the shortest paths from the source by weight; how many vertices are in `order`."""
    sweep.paths[source] = 1.0
    sweep.distances[source] = 0
    sweep.states[source] = SEEN
    pushed, size, end = enter(source, 0, NONE, 0, 0, heap), 1, 0
    while size > 0:
        item = pop(size, heap)
        size -= 1
        edge = heap.vertices[item]
        vertex = source if edge == NONE else lists.neighbors[edge]
        if sweep.states[vertex] == DONE:
            continue
        sweep.paths[vertex] += sweep.paths[source if edge == NONE else sweep.src[edge]]
        sweep.states[vertex] = DONE
        distance = heap.distances[item]
        sweep.order[end] = vertex
        end += 1
        for edge in range(lists.ptr[vertex], lists.ptr[vertex + 1]):
            neighbor = lists.neighbors[edge]
            length = distance + lists.weights[edge]
            state = sweep.states[neighbor]
            if state == UNSEEN or (state == SEEN and length < sweep.distances[neighbor]):
                sweep.states[neighbor] = SEEN
                sweep.distances[neighbor] = length
                pushed = enter(neighbor, length, edge, pushed, size, heap)
                size += 1
                sweep.paths[neighbor] = 0.0
                sweep.last[neighbor] = NONE
            elif length == sweep.distances[neighbor]:
                sweep.paths[neighbor] += sweep.paths[vertex]
            else:
                continue
            sweep.before[edge] = sweep.last[neighbor]
            sweep.last[neighbor] = edge
    return end


def enter(vertex, length, edge, pushed, size, heap):
    """Push a vertex that was met along this edge; the number of pushes."""
    heap.distances[pushed] = length
    heap.vertices[pushed] = edge
    push(pushed, size, heap)
    return pushed + 1
