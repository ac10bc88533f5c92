"""Hubs of vertices, for the CPU's fused search with an edge filter, and what the filter says of their edges.

A vertex's hub is the in-neighbor with the most edges: a pull finds it visited sooner than any other, and
most vertices take it for their predecessor. So a search that pulls asks the filter about the edges from all
hubs first, together with MARK, and from then on has a bit per vertex. The edges that it asks about lie all
over the filter's array. Those of a block of vertices are asked about in the order of the array, in which
they are sorted once for a graph: many share a cache line, since a hub's edges are close together, the next
ones are known long before their turn, and the bits of a block stay in the first cache
(docs/decisions/0021-filters.md). Of a block in which few hubs are visited none is asked about: the pull reads
the lists of its vertices.
"""

from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from ....device import Cpu
from ....frontier import UNVISITED
from ....graph import Graph
from ....graph.arrays import unsigned
from ....operators.functors import Functor, kept_with_functor
from .search import bit

MOST, LEAST = 16, 10  # bits of a vertex's place in its block
BLOCKS = 4  # per thread, at least, if there are enough vertices
PLACES = np.uint64((1 << MOST) - 1)
AHEAD = 128  # asks; how far ahead of its turn what is read of an edge is fetched
SAMPLE = 128  # vertices of a block whose hubs are looked up
PAYS = 0.5  # share of the hubs that are visited from which on their edges are asked about
LEFT = 0.25  # share of the vertices that are unvisited, likewise: asking is for all of a block
NO_EDGE = np.uint64(0xFFFFFFFFFFFFFFFF)


class Hubs(NamedTuple):
    """Of each vertex the hub, anything where it has no in-neighbor, and the edges from there."""

    ids: Any  # V
    seconds: Any  # V: another in-neighbor, with most edges of those left; anything where there is none
    second_edges: Any  # V: the number of the edge from there; or empty
    asks: Any  # V words: blocks of edges' numbers and their ends' places in the block, both in one, ascending
    counts: Any  # of each block, how many of the words are used
    block_bits: Any  # int: of places in a block


class InLists(NamedTuple):
    """The lists of in-neighbors, and where those of out-neighbors begin."""

    src_ptr: Any
    dst_ptr: Any
    src: Any
    slots: Any  # of each place, the number of the edge; or empty


_hubs: WeakKeyDictionary[Graph, dict[bool, Hubs]] = WeakKeyDictionary()


def hubs_of(graph: Graph, slots: np.ndarray, device: Cpu) -> Hubs:
    """The vertices' hubs, found once for each graph; without `slots`, all edges have the number 0.

    There are blocks for as many threads as the first search has. O(E), parallel, and O(V log V).
    """
    known = _hubs.setdefault(graph, {})
    if (form := slots.size > 0) not in known:
        count = graph.num_vertices
        bits = min(max((count // (BLOCKS * device.threads)).bit_length(), LEAST), MOST)
        ids, seconds = unsigned(np.empty((2, count), graph.csr.dst.dtype))
        second_edges, asks = np.empty(count if slots.size else 0, slots.dtype), np.full(count, NO_EDGE)
        blocks = [asks[first : first + (1 << bits)] for first in range(0, count, 1 << bits)]
        hubs = Hubs(ids, seconds, second_edges, asks, np.zeros(len(blocks), np.int64), bits)
        lists = InLists(unsigned(graph.csr.src_ptr), *graph.csc[:2], slots)
        device.for_each(count, note_hub, lists, hubs, size=graph.num_edges)
        for number, block in enumerate(blocks):
            block.sort()
            hubs.counts[number] = np.searchsorted(block, NO_EDGE)
        known[form] = hubs
    return known[form]


def note_hub(vertex, lists, hubs):
    """Note the vertex's two hubs, and the edges from there."""
    most, more = np.int64(-1), np.int64(-1)
    chosen, second = np.int64(0), np.int64(0)
    for place in range(lists.dst_ptr[vertex], lists.dst_ptr[vertex + 1]):
        neighbor = lists.src[place]
        degree = np.int64(lists.src_ptr[neighbor + 1]) - np.int64(lists.src_ptr[neighbor])
        if degree > most:
            more, second = most, chosen
            most, chosen = degree, np.int64(place)
        elif degree > more:
            more, second = degree, np.int64(place)
    if most >= 0:
        hubs.ids[vertex], hubs.seconds[vertex] = lists.src[chosen], lists.src[second]
        edge = np.uint64(lists.slots[chosen]) if lists.slots.size else np.uint64(0)
        hubs.asks[vertex] = edge << np.uint64(MOST) | np.uint64(vertex & ((1 << hubs.block_bits) - 1))
        if lists.slots.size:
            hubs.second_edges[vertex] = lists.slots[second]


def block_marked(search):
    """In place of `words_marked`: those of a block."""
    return np.int64(1) << search.block_bits >> 6


def shares_of(first, last, search):
    """The share of these vertices' hubs that are visited, and of those that aren't visited themselves.

    By a sample; both are 1 if there are none.
    """
    count, visited, left = 0, 0, 0
    for vertex in range(first, last, max((last - first) // SAMPLE, 1)):
        if search.entered[vertex >> 6] & bit(vertex):
            count += 1
            visited += search.levels[np.uint64(search.hubs[vertex])] != UNVISITED
            left += search.levels[vertex] == UNVISITED
    return (visited / count, left / count) if count else (1.0, 1.0)


@kept_with_functor
def asker_of(edge_kept: Functor, fetch: Functor) -> Any:
    """A function in place of `ask_ahead`."""

    def ask_ahead(first, last, search):
        hubs, open_, base = search.hubs, search.open, first << 6
        for word in range(first, last):
            open_[word] = 0
        block = base >> search.block_bits
        search.shares[block], left = shares_of(base, last << 6, search)
        search.asked[block] = pays = search.shares[block] >= PAYS and left >= LEFT
        if not pays:
            return
        end = base + search.counts[block]
        for index in range(base, end):
            fetch(np.int64(search.asks[np.uint64(min(index + AHEAD, end - 1))] >> np.uint64(MOST)), search)
            ask = search.asks[np.uint64(index)]
            vertex = np.uint64(base) + (ask & PLACES)
            edge = np.int64(ask >> np.uint64(MOST))
            kept = np.uint64(edge_kept(np.int64(hubs[vertex]), np.int64(vertex), edge, search))
            open_[vertex >> np.uint64(6)] |= kept << (vertex & np.uint64(63))
        for word in range(first, last):
            open_[word] &= search.entered[word]

    return ask_ahead
