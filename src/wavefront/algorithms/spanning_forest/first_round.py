"""Boruvka's first round on the CPU, and edges left out there: nothing is written but what goes on.

In the first round every vertex is a tree. It finds its lightest edge in its own list, without atomics. On a
graph with hubs most edges are within a tree afterwards, so that few are written at all. Edges that go on are
counted by chunks first; then each chunk knows where to write.

Race: there is none. A thread writes what belongs to its vertices or chunks alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...graph.arrays import index_dtype, unsigned

if TYPE_CHECKING:
    from ...device import Cpu
    from ...graph import Graph

CHUNK = 1 << 12  # vertices
EDGES_AT_ONCE = 1 << 15  # edges of a chunk, of those already listed
NO_SLOT = -1
LIGHT = 3  # edges per vertex that are light
SAMPLE = 1 << 16  # weights that tell how light that is


def lightest_edges(graph: Graph, weights: Any, device: Cpu) -> tuple[np.ndarray, np.ndarray]:
    """Each vertex's neighbor by its lightest edge, itself if it has none, and that edge's slot."""
    count = graph.num_vertices
    neighbors = np.empty(count, graph.csr.dst.dtype)
    slots = np.empty(count, index_dtype(graph.num_edges))
    lists = unsigned(graph.csr.src_ptr), unsigned(graph.csr.dst), weights
    device.for_each(count, take_lightest, *lists, neighbors, slots, size=graph.num_edges)
    return neighbors, slots


def take_lightest(vertex, src_ptr, dst, weights, neighbors, slots):
    """Note the vertex's lightest edge, of equally light ones the one that is stored first.

    An edge is stored where its smaller end's list has it: those of smaller neighbors come first.
    """
    begin, end = np.int64(src_ptr[vertex]), np.int64(src_ptr[vertex + 1])
    chosen: Any = np.int64(NO_SLOT)
    for place in range(begin, end):
        if np.int64(dst[place]) != vertex and (
            chosen == NO_SLOT or (weights.size and weights[place] < weights[chosen])
        ):
            chosen = place
    neighbors[vertex] = vertex if chosen == NO_SLOT else dst[chosen]
    if chosen != NO_SLOT and np.int64(dst[chosen]) < vertex:
        slots[vertex] = other_slot(vertex, chosen, src_ptr, dst, weights)
    else:
        slots[vertex] = chosen


def other_slot(vertex, place, src_ptr, dst, weights):
    """The first slot of this edge of the vertex, or of one as light beside it, in its neighbor's list."""
    neighbor = np.int64(dst[place])
    low, end = np.int64(src_ptr[neighbor]), np.int64(src_ptr[neighbor + 1])
    high = end
    while low < high:
        middle = (low + high) >> 1
        if np.int64(dst[middle]) < vertex:
            low = middle + 1
        else:
            high = middle
    if weights.size:
        while low + 1 < end and np.int64(dst[low + 1]) == vertex and weights[low] != weights[place]:
            low += 1
    return low


def join_lightest(vertex, neighbors, slots, roots):
    """Have the vertex point to its neighbor; of two that chose the same edge, the larger one."""
    other = np.int64(neighbors[vertex])
    if other != vertex and (slots[other] != slots[vertex] or other < vertex):
        roots[vertex] = other


def limits(graph: Graph, weights: np.ndarray) -> list[float]:
    """Up to which weights edges are looked at together: first light ones, if there are many per vertex.

    Few heavier edges lead from tree to tree after that. As in Kruskal's method, an edge's place among all
    edges by weight decides: the forest of the light ones is part of the forest of all.
    """
    if LIGHT * graph.num_vertices >= graph.num_edges // 4 or not weights.size:
        return [np.inf]
    sample = np.sort(weights[:: -(-weights.size // SAMPLE)])
    return [float(sample[LIGHT * graph.num_vertices * sample.size // (graph.num_edges // 2)]), np.inf]


def between_trees(
    graph: Graph, weights: Any, most: float, roots: np.ndarray, device: Cpu
) -> tuple[Any, Any, Any, Any]:
    """The edges no heavier than `most` whose ends have different roots, in the order of slots.

    Of each these roots, its weight and its slot.
    """
    chunks = -(-graph.num_vertices // CHUNK)
    lists = unsigned(graph.csr.src_ptr), unsigned(graph.csr.dst), weights, np.float64(most), unsigned(roots)
    return _written(chunks, count_of_vertices, list_of_vertices, lists, weights, graph, device)


def still_between(left: Any, roots: np.ndarray, graph: Graph, device: Cpu) -> tuple[Any, Any, Any, Any]:
    """The same of edges that are listed."""
    chunks = -(-left.slots.size // EDGES_AT_ONCE)
    lists = unsigned(left.one), unsigned(left.other), left.weights, left.slots, unsigned(roots)
    return _written(chunks, count_of_listed, list_of_listed, lists, left.weights, graph, device)


def _written(
    chunks: int, count: Any, write: Any, lists: Any, weights: Any, graph: Graph, device: Cpu
) -> tuple[Any, Any, Any, Any]:
    ends = np.zeros(chunks + 1, np.int64)
    device.for_each(chunks, count, *lists, ends[1:], size=graph.num_edges)
    np.cumsum(ends, out=ends)
    total, ids = int(ends[-1]), graph.csr.dst.dtype
    one, other = np.empty(total, ids), np.empty(total, ids)
    chosen = np.empty(total if weights.size else 0, weights.dtype)
    slots = np.empty(total, index_dtype(graph.num_edges))
    device.for_each(chunks, write, *lists, ends, one, other, chosen, slots, size=graph.num_edges)
    return one, other, chosen, slots


def goes_on(vertex, place, dst, weights, most, roots):
    """Whether this edge of the vertex leads to a larger one of another tree, and isn't too heavy."""
    neighbor = dst[place]
    if neighbor <= np.uint64(vertex) or (weights.size and weights[place] > most):
        return False
    return bool(roots[neighbor] != roots[vertex])


def count_of_vertices(chunk, src_ptr, dst, weights, most, roots, counts):
    """Count the edges of the chunk's vertices to larger ones of other trees."""
    total: Any = 0
    for vertex in range(chunk * CHUNK, min((chunk + 1) * CHUNK, roots.size)):
        for place in range(src_ptr[vertex], src_ptr[vertex + 1]):
            total += np.int64(goes_on(vertex, place, dst, weights, most, roots))
    counts[chunk] = total


def list_of_vertices(chunk, src_ptr, dst, weights, most, roots, starts, one, other, chosen, slots):
    """Write these edges."""
    at = starts[chunk]
    if at == starts[chunk + 1]:
        return
    for vertex in range(chunk * CHUNK, min((chunk + 1) * CHUNK, roots.size)):
        for place in range(src_ptr[vertex], src_ptr[vertex + 1]):
            if goes_on(vertex, place, dst, weights, most, roots):
                one[at], other[at], slots[at] = roots[vertex], roots[dst[place]], place
                if chosen.size:
                    chosen[at] = weights[place]
                at += 1


def count_of_listed(chunk, one, other, weights, slots, roots, counts):
    """Count the edges of the chunk whose ends' trees weren't joined."""
    total: Any = 0
    for edge in range(chunk * EDGES_AT_ONCE, min((chunk + 1) * EDGES_AT_ONCE, slots.size)):
        total += np.int64(roots[one[edge]] != roots[other[edge]])
    counts[chunk] = total


def list_of_listed(chunk, one, other, weights, slots, roots, starts, ones, others, chosen, kept):
    """Write these edges."""
    at = starts[chunk]
    for edge in range(chunk * EDGES_AT_ONCE, min((chunk + 1) * EDGES_AT_ONCE, slots.size)):
        first, second = roots[one[edge]], roots[other[edge]]
        if first != second:
            ones[at], others[at], kept[at] = first, second, slots[edge]
            if chosen.size:
                chosen[at] = weights[edge]
            at += 1
