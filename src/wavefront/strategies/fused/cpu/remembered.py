"""Where the CPU's fused search with an edge filter looks first: hubs, and what it remembers beside them.

A vertex looks first at its hub, the in-neighbor with the most edges: that one is visited before most others.
Then it looks at the in-neighbor where an earlier search found it in its list: that one is visited likely, and
the filter likely keeps the edge from there. At first that is the hub of the others. Of both, the numbers of
the edges are kept, too. What the filter says of these isn't: it is asked in every search, so whatever the
caller does to an array between two searches counts, and searches with different filters can remember in one
place. A search has what is remembered to itself until it is over (docs/decisions/0021-filters.md).

The edges from hubs lie all over the filter's array. Where most vertices of a block are still to be found, and
most of their hubs are visited, a search that is about to pull asks about all of the block's edges from hubs.
It does so in the order of the array, in which they are sorted once: many share a cache line, since a hub's
edges are close together, and the next ones are known long before their turn. Elsewhere the pull asks itself
(filtered_pull.py).
"""

from typing import Any, NamedTuple

import numpy as np

from ....device import Cpu
from ....frontier import UNVISITED
from ....graph import Graph
from ....graph.arrays import unsigned
from ....operators.functors import Functor, kept_with_functor
from .search import GraphArrays, bit

MOST, LEAST = 16, 10  # bits of a vertex's place in its block
BLOCKS = 4  # per thread, at least, if there are enough vertices
PLACES = np.uint64((1 << MOST) - 1)
AHEAD = 128  # asks; how far ahead of its turn what is read of an edge is fetched
SAMPLE = 128  # vertices of a block whose hubs are looked up
PAYS = 0.5  # share of the hubs that are visited from which on their edges are asked about
LEFT = 0.5  # share of the vertices that are unvisited, likewise: asking is for all of a block
GROUP = 32  # words of the bitmaps whose vertices' lists are looked through together
WORD = 64  # bits of a word
NO_EDGE = np.uint64(0xFFFFFFFFFFFFFFFF)


class Remembered(NamedTuple):
    """Of each vertex two in-neighbors, anything where there is none, and the numbers of the edges from there.

    Filters that don't read these numbers have the in-neighbors alone.
    """

    hubs: Any  # V
    hub_edges: Any  # V, or empty
    seconds: Any  # V; searches change these
    second_edges: Any  # V, or empty
    asks: (
        Any  # V words: blocks of hubs' edges and their ends' places in the block, in one, ascending; or empty
    )
    counts: Any  # of each block, how many of the words are used
    block_bits: Any  # int: of places in a block


class InLists(NamedTuple):
    """The lists of in-neighbors, and where those of out-neighbors begin."""

    src_ptr: Any
    dst_ptr: Any
    src: Any
    slots: Any  # of each place, the number of the edge; or empty


def new_remembered(graph: Graph, slots: np.ndarray, device: Cpu) -> Remembered:
    """The vertices' hubs, in blocks for as many threads as there are now.

    O(E), parallel, and O(V log V) if filters read edges' numbers.
    """
    count = graph.num_vertices
    bits = min(max((count // (BLOCKS * device.threads)).bit_length(), LEAST), MOST)
    hubs, seconds = unsigned(np.empty((2, count), graph.csr.dst.dtype))
    numbered = count if slots.size else 0
    hub_edges, second_edges = np.empty((2, numbered), slots.dtype)
    asks = np.full(numbered, NO_EDGE)
    blocks = [asks[first : first + (1 << bits)] for first in range(0, numbered, 1 << bits)]
    counts = np.zeros(-(-count // (1 << bits)), np.int64)
    found = Remembered(hubs, hub_edges, seconds, second_edges, asks, counts, bits)
    lists = InLists(unsigned(graph.csr.src_ptr), *graph.csc[:2], slots)
    device.for_each(count, note_hubs, lists, found, size=graph.num_edges)
    for number, block in enumerate(blocks):
        block.sort()
        counts[number] = np.searchsorted(block, NO_EDGE)
    return found


class Own(NamedTuple):
    """What a search that asks about edges works on, as in `Keeping` of filtered.py."""

    open: Any
    asked: Any
    shares: Any
    phase: Any
    pushable: Any
    waiting: Any


class Memory(NamedTuple):
    """What is kept from search to search, of which one has it at a time."""

    remembered: Remembered
    has_in: Any  # V bits: the vertices that may still be found by the edge from their hub, or by another one
    own: Own


def new_memory(graph: Graph, slots: np.ndarray, arrays: GraphArrays, device: Cpu) -> Memory:
    """Memory for a search of the graph, whose arrays these are."""
    remembered = new_remembered(graph, slots, device)
    has_in, opened = np.empty((2, arrays.has_in.size), np.uint64)
    asked, shares = np.zeros(remembered.counts.size, np.uint8), np.zeros(remembered.counts.size)
    pushable = np.inf if arrays.long.size else float(graph.num_edges)
    waiting = np.empty((device.threads, GROUP * WORD, 2), np.int64)
    own = Own(opened, asked, shares, np.zeros(1, np.int64), pushable, waiting)
    return Memory(remembered, has_in, own)


def note_hubs(vertex, lists, found):
    """Note the vertex's two in-neighbors with the most edges, and the edges from there."""
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
        second = second if more >= 0 else chosen
        found.hubs[vertex], found.seconds[vertex] = lists.src[chosen], lists.src[second]
        if lists.slots.size:
            found.hub_edges[vertex], found.second_edges[vertex] = lists.slots[chosen], lists.slots[second]
            place_in_block = np.uint64(vertex & ((1 << found.block_bits) - 1))
            found.asks[vertex] = np.uint64(lists.slots[chosen]) << np.uint64(MOST) | place_in_block


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
        block = base >> search.block_bits
        search.shares[block], left = shares_of(base, last << 6, search)
        pays = search.asks.size > 0 and search.shares[block] >= PAYS and left >= LEFT
        search.asked[block] = pays
        if not pays:
            return
        for word in range(first, last):
            open_[word] = 0
        end = base + search.counts[block]
        for index in range(base, end):
            fetch(np.int64(search.asks[np.uint64(min(index + AHEAD, end - 1))] >> np.uint64(MOST)), search)
            ask = search.asks[np.uint64(index)]
            vertex = np.uint64(base) + (ask & PLACES)
            edge = np.int64(ask >> np.uint64(MOST))
            kept = np.uint64(edge_kept(np.int64(hubs[vertex]), np.int64(vertex), edge, search))
            open_[vertex >> np.uint64(6)] |= kept << (vertex & np.uint64(63))

    return ask_ahead
