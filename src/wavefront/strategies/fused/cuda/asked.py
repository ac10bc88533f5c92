"""Edge filters that the GPU's fused search asks while it searches, about the edges that it is to follow.

A push asks about each edge that it looks at. A pull asks about an edge from a visited in-neighbor only, so
about few edges more than it finds vertices; there is no pass over all edges. Filters know edges by their
places in the lists of out-neighbors: a list of in-neighbors has them in `Graph.csc_slots`, and those of a
vertex's best in-neighbors are kept beside these, once per graph, since almost every vertex asks for one.

An array is read without a branch, at place 0 where a lane has nothing to ask: the reads of four vertices then
overlap. A caller's function is called for real edges only.
"""

from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from ....compiler import int32, int64
from ....device import Cuda, Python
from ....filters import Predicate, edge_in_arrays
from ....filters.votes import Bytes, Words, in_bytes, in_words
from ....graph import Graph
from ....intrinsics.access import at
from ....operators.functors import Functor, kept_with_functor
from . import keeping
from .arrays import LOOKED_AT
from .pull import firsts_of
from .search import GraphArrays


def edge_in_bytes(source, neighbor, edge, data):
    """Whether the array keeps the edge."""
    return in_bytes(edge, data)


def edge_in_words(source, neighbor, edge, data):
    """Whether the bitmap keeps the edge."""
    return in_words(edge, data)


def read_directly(edges: Predicate) -> Predicate:
    """The filter as the kernel asks it: an array is read by one load."""
    if edges.functor is not edge_in_arrays:
        return edges
    arrays = edges.data
    if arrays.mask.size:
        return Predicate(edge_in_bytes, Bytes(arrays.mask.view(np.uint8)), True)
    return Predicate(edge_in_words, Words(arrays.words), True)


def is_array(edges: Predicate) -> bool:
    """Whether the filter, as of `read_directly`, is an array or a bitmap."""
    return edges.functor in (edge_in_bytes, edge_in_words)


@kept_with_functor
def asking(edge_kept: Functor, of_array: bool) -> dict[Any, Any]:
    """What takes the place of keeping.py's functions, given a functor of `keeps_of`."""
    asked = _without_branch(edge_kept) if of_array else _where_wanted(edge_kept)
    first_kept = _first_kept(asked)

    def kept_of_firsts(graph, hits, parents, vertices, edges):
        return (
            asked(graph, parents[0], vertices[0], edges[0], hits[0]),
            asked(graph, parents[1], vertices[1], edges[1], hits[1]),
            asked(graph, parents[2], vertices[2], edges[2], hits[2]),
            asked(graph, parents[3], vertices[3], edges[3], hits[3]),
        )

    def kept_of_others(graph, hits, others, vertex):
        return first_kept(graph, graph.others_edges, 4 * int64(vertex), hits, others, vertex)

    def kept_of_block(graph, hits, four, vertex, block):
        return first_kept(graph, graph.slots, block, hits, four, vertex)

    return {
        keeping.keeps: asked,
        keeping.edges_of: edges_of_best,
        keeping.edges_ahead: edges_of_words,
        keeping.kept_of_firsts: kept_of_firsts,
        keeping.kept_of_others: kept_of_others,
        keeping.kept_of_block: kept_of_block,
    }


def _without_branch(edge_kept: Functor) -> Functor:
    def asked(graph, source, neighbor, edge, wanted):
        return edge_kept(source, neighbor, edge if wanted else 0, graph) & wanted

    return asked


def _where_wanted(edge_kept: Functor) -> Functor:
    def asked(graph, source, neighbor, edge, wanted):
        if wanted:
            return edge_kept(source, neighbor, edge, graph)
        return False

    return asked


def _first_kept(asked: Functor) -> Functor:
    def first_kept(graph, numbers, place, hits, four, vertex):
        # Only the first of up to four hits whose edge is kept: mostly, it is the first one asked about.
        bits = int32(int32(hits[0]) + 2 * int32(hits[1]) + 4 * int32(hits[2]) + 8 * int32(hits[3]))
        found = int32(0)
        while bits and not found:
            bit = int32(bits & -bits)
            index = int32((bit >> 1) - (bit >> 3))  # of 1, 2, 4, 8
            source = four[0] if bit == 1 else (four[1] if bit == 2 else (four[2] if bit == 4 else four[3]))
            if asked(graph, source, vertex, number_at(numbers, place + index), True):
                found = bit
            bits = int32(bits ^ bit)
        return found & 1 != 0, found & 2 != 0, found & 4 != 0, found & 8 != 0

    return first_kept


def number_at(numbers, place):
    """The number of an edge; 0 if the filter doesn't read it."""
    if numbers is None:
        return 0
    return at(numbers, place)


def edges_of_best(graph, vertices):
    """In place of `edges_of`."""
    first = graph.first_edges
    return (
        number_at(first, vertices[0]),
        number_at(first, vertices[1]),
        number_at(first, vertices[2]),
        number_at(first, vertices[3]),
    )


def edges_of_words(graph, base, step):
    """In place of `edges_ahead`."""
    return numbers_of_words(graph.first_edges, base, step)


def numbers_of_words(first, base, step):
    """As `firsts_of`; 0 if there are none."""
    if first is None:
        return 0, 0, 0, 0
    return firsts_of(first, base, step)


class BestEdges(NamedTuple):
    """The edges from each vertex's best in-neighbors, as `GraphArrays.first` and `others` have these."""

    first: Any
    others: Any


_best_edges: WeakKeyDictionary[Graph, BestEdges] = WeakKeyDictionary()


def best_edges(graph: Graph, arrays: GraphArrays, device: Cuda | Python) -> BestEdges:
    """The edges from the vertices' best in-neighbors, found once per graph.

    The graph alone says which: filtered searches read it on its own device, and never in a prepared form.
    """
    if graph not in _best_edges:
        xp, slots = device.xp, graph.csc_slots
        best = BestEdges(xp.zeros(arrays.first.size, slots.dtype), xp.empty(arrays.others.size, slots.dtype))
        device.for_each(graph.num_vertices, note_best_edges, arrays, slots, best)
        _best_edges[graph] = best
    return _best_edges[graph]


def note_best_edges(vertex, graph, slots, best):
    """Note the edges from the vertex's five best in-neighbors, which are among the LOOKED_AT first ones.

    Where several edges come from one in-neighbor, each that was chosen is another one.
    """
    dst_ptr, src, first, others = graph.dst_ptr, graph.src, graph.first, graph.others
    start, place = dst_ptr[vertex], 4 * vertex
    a, last = int(first[vertex]), int(others[place + 3])
    a, e = max(a, -2 - a), max(last, -2 - last)
    b, c, d = int(others[place]), int(others[place + 1]), int(others[place + 2])
    edge_a, edge_b, edge_c, edge_d, edge_e = -1, -1, -1, -1, -1
    for index in range(start, min(dst_ptr[vertex + 1], start + LOOKED_AT)):
        neighbor, edge = int(src[index]), int(slots[index])
        if neighbor == a and edge_a < 0:
            edge_a = edge
        elif neighbor == b and edge_b < 0:
            edge_b = edge
        elif neighbor == c and edge_c < 0:
            edge_c = edge
        elif neighbor == d and edge_d < 0:
            edge_d = edge
        elif neighbor == e and edge_e < 0:
            edge_e = edge
    best.first[vertex] = max(edge_a, 0)
    best.others[place], best.others[place + 1] = edge_b, edge_c
    best.others[place + 2], best.others[place + 3] = edge_d, edge_e
