"""Edge filters that the GPU's fused search asks while it searches, about the edges that it is to follow.

A push asks about each edge that it looks at. A pull asks about an edge from a visited in-neighbor only, so
about few edges more than it finds vertices; there is no pass over all edges. Filters know edges by their
places in the lists of out-neighbors: a list of in-neighbors has them in `Graph.csc_slots`, and those of a
vertex's best in-neighbors are kept beside these, once per graph, since almost every vertex asks for one.

A lane asks without a branch, about edge 0 where it has nothing to ask: so the reads of four or eight asks
overlap.
"""

from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from ....compiler import int64
from ....device import Cuda, Python
from ....filters import Predicate, edge_in_arrays
from ....filters.votes import Bytes, Words, in_bytes, in_words
from ....graph import Graph
from ....intrinsics.access import at
from ....operators.functors import Functor, kept_with_functor
from . import keeping
from .arrays import LOOKED_AT
from .pull import firsts_of
from .rest import skips_others
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


@kept_with_functor
def asking(edge_kept: Functor) -> dict[Any, Any]:
    """What takes the place of keeping.py's functions, given a functor of `keeps_of`."""

    def asked(graph, source, neighbor, edge, wanted):
        source, neighbor = source if wanted else graph.any_source, neighbor if wanted else graph.any_neighbor
        return edge_kept(source, neighbor, edge if wanted else 0, graph) & wanted

    def kept_of_firsts(graph, hits, parents, vertices, edges):
        return (
            asked(graph, parents[0], vertices[0], edges[0], hits[0]),
            asked(graph, parents[1], vertices[1], edges[1], hits[1]),
            asked(graph, parents[2], vertices[2], edges[2], hits[2]),
            asked(graph, parents[3], vertices[3], edges[3], hits[3]),
        )

    def kept_of_four(graph, hits, four, vertex, edges):
        return (
            asked(graph, four[0], vertex, edges[0], hits[0]),
            asked(graph, four[1], vertex, edges[1], hits[1]),
            asked(graph, four[2], vertex, edges[2], hits[2]),
            asked(graph, four[3], vertex, edges[3], hits[3]),
        )

    return {
        keeping.keeps: asked,
        keeping.edges_of: edges_of_best,
        keeping.edges_ahead: edges_of_words,
        keeping.edges_of_others: edges_of_other_best,
        keeping.edges_of_block: edges_from,
        keeping.kept_of_firsts: kept_of_firsts,
        keeping.kept_of_four: kept_of_four,
        skips_others: skips_no_others,
    }


def skips_no_others(search):
    """In place of `skips_others`: the numbers of those edges lie together, and few lists are left then."""
    return False


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


def edges_of_other_best(graph, vertex):
    """In place of `edges_of_others`."""
    return four_numbers(graph.others_edges, 4 * int64(vertex))


def edges_from(graph, block):
    """In place of `edges_of_block`."""
    return four_numbers(graph.slots, block)


def four_numbers(numbers, place):
    """The numbers from this place on, the last one in place of those behind it; 0 if there are none."""
    if numbers is None:
        return 0, 0, 0, 0
    last = numbers.size - 1
    a, b = at(numbers, min(place, last)), at(numbers, min(place + 1, last))
    return a, b, at(numbers, min(place + 2, last)), at(numbers, min(place + 3, last))


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
