"""The bottom-up steps on the CPU, MARK, PULL, PULL_LONG, PULL_PIECES, LIST: vertices look for in-neighbors.

MARK comes before the first pulled level and writes the bitmap of visited vertices. In each pulled level PULL
labels unvisited vertices that have a visited in-neighbor, and writes the next bitmap. It passes over
vertices with long lists of in-neighbors: PULL_LONG looks at the beginnings of their lists, and PULL_PIECES,
where these do not settle it, shares what follows among the threads. LIST comes after the last pulled level,
unless the search ends with it. It appends the vertices of that level to the queue, and adds up the edges of
all that is not yet expanded, since pulls count none. `work` in steps.py calls `mark`, `pull`, `pull_long`,
`pull_pieces` and `list_frontier`. They read the graph, write levels, predecessors, the bitmaps and the
queue, and add to CURSOR, PIECES, FOUND, EDGES and END. PULL also writes `graph.first`.

A thread does a chunk of words in two passes. The first looks at one in-neighbor of each vertex, which lie in
an array of their own, `graph.first`, and prefetches the lists of vertices that missed; the second reads those
lists. The array begins with the lists' first entries. Where the second pass finds another one, that takes the
place for later searches: they come to hubs early, wherever they begin.

Race: several pieces of one list may hold a visited in-neighbor. Their threads claim the vertex, and the one
that labels it adds its bit to a word to which others add other bits. Elsewhere there is none. Each word of a
bitmap is taken by one thread, so that no vertex needs a claim. A thread writes levels, predecessors,
words and entries of `graph.first` of its own vertices alone. That array is in the graph's scratch, which one
search has at a time. Of other threads' vertices a thread reads only the bitmap that was written before the
gate opened.
"""

from typing import Any

import numpy as np

from ....atomics import atomic_add
from ....compiler import trailing_zeros
from ....frontier import UNVISITED, claim
from ....intrinsics.prefetch import prefetch
from ....intrinsics.waiting import watched
from .in_lists import first_seen, look_further, popcount
from .keeping import ask_ahead, keeps_in, without_dropped, words_marked
from .search import (
    BUFFER,
    CHUNK,
    CURSOR,
    CUT_AT,
    EDGES,
    FOUND,
    LEVEL,
    ONE,
    PIECES,
    SEEN,
    bit,
    flush,
    label,
    note_pieces,
)

WORDS = 64  # words of the bitmaps that a thread takes at once in PULL, at most
CHUNKS = 16  # of the words, per thread, at least: lists differ in length
LINE = 8  # words in a cache line, which threads should not share; vertices that PULL_LONG takes at once
LIST_LINE = np.uint64(16)  # vertex ids in a cache line
SPARSE_WORDS = 256  # the same in LIST, where most words hold no new vertex


def bits_of(word, array):
    """The word's vertices for which the array has a value."""
    bits, begin = np.uint64(0), np.uint64(word << 6)
    if (word + 1) << 6 <= array.size:
        for slot in range(np.uint64(64)):  # a fixed number: compiled into vector instructions
            bits |= np.uint64(array[begin + slot] != UNVISITED) << slot
    else:
        for slot in range(np.uint64(array.size) - begin):
            bits |= np.uint64(array[begin + slot] != UNVISITED) << slot
    return bits


def mark(search):
    """Set the bits of the visited vertices, and count them."""
    seen, levels = search.bitmaps[search.state[SEEN]], search.levels
    words, chunk, size = seen.size, words_marked(search), 0
    first = atomic_add(search.state, CURSOR, chunk)
    while first < words:
        last = min(first + chunk, words)
        for word in range(first, last):
            seen[word] = without_dropped(word, bits_of(word, levels), search)
            size += popcount(seen[word])
        ask_ahead(first, last, search)
        first = atomic_add(search.state, CURSOR, chunk)
    atomic_add(search.state, FOUND, size)


def words_at_once(words, threads):
    """How many of these words a thread takes at once in PULL."""
    return max(min(words // (CHUNKS * threads), WORDS) // LINE, 1) * LINE


def fetch_lists(word, wanted, graph):
    """Prefetch the lists of in-neighbors of the word's vertices in `wanted`: two cache lines at most."""
    while wanted:
        vertex = np.uint64((word << 6) + np.int64(trailing_zeros(wanted)))
        begin: Any = np.uint64(graph.dst_ptr[vertex])
        end: Any = np.uint64(graph.dst_ptr[vertex + ONE])
        prefetch(graph.src, begin)
        prefetch(graph.src, min(begin + LIST_LINE, end) - ONE)
        wanted &= wanted - ONE


def look_at_firsts(word, wanted, level, seen, graph, search):
    """Label those of the word's vertices in `wanted` whose first in-neighbor is visited; returns their bits.

    There is no branch, so that many in-neighbors are read at once.
    """
    found = np.uint64(0)
    while wanted:
        slot = trailing_zeros(wanted)
        wanted &= wanted - ONE
        vertex = (word << 6) + np.int64(slot)
        neighbor = graph.first[vertex]
        hit = seen[neighbor >> 6] >> np.uint64(neighbor & 63) & ONE
        found |= hit << slot
        label(vertex, np.int64(neighbor) if hit else -1, level if hit else UNVISITED, search)
    return found


def pull(thread, graph, search):
    """Label the unvisited vertices that have a visited in-neighbor.

    Such an in-neighbor is in the frontier: all out-neighbors of earlier levels are visited already. The form
    in filtered_pull.py has memory of the thread's own.
    """
    level, words, chunk = search.state[LEVEL], graph.has_in.size, search.state[CHUNK]
    seen, later = search.bitmaps[search.state[SEEN]], search.bitmaps[1 - search.state[SEEN]]
    size = 0
    first = atomic_add(search.state, CURSOR, chunk)
    while first < words:
        last = min(first + chunk, words)
        for word in range(first, last):
            wanted = graph.has_in[word] & ~seen[word]
            later[word] = seen[word] | look_at_firsts(word, wanted, level, seen, graph, search)
            fetch_lists(word, graph.several[word] & ~later[word], graph)
        for word in range(first, last):
            wanted = graph.several[word] & ~later[word]
            later[word] |= look_further(word, wanted, seen, graph, search)
            size += popcount(later[word] & ~seen[word])
        first = atomic_add(search.state, CURSOR, chunk)
    atomic_add(search.state, FOUND, size)


def look_along(vertex, first, last, graph, search):
    """Label the vertex if there is a visited in-neighbor at these edges; whether this thread labelled it."""
    state = search.state
    seen, later = search.bitmaps[state[SEEN]], search.bitmaps[1 - state[SEEN]]
    end = np.uint64(last)
    place = first_seen(np.uint64(first), end, seen, graph)
    while place < end:
        neighbor = graph.src[place]
        if keeps_in(neighbor, vertex, np.int64(place), search):
            if not claim(search.levels, vertex, state[LEVEL]):
                return False
            label(vertex, neighbor, state[LEVEL], search)
            atomic_add(later, vertex >> 6, bit(vertex))  # it was 0
            return True
        place = first_seen(place + ONE, end, seen, graph)
    return False


def pull_long(graph, queues, search):
    """Look at the beginnings of long lists, and leave what follows to `pull_pieces`."""
    state, size = search.state, 0
    first = atomic_add(state, CURSOR, LINE)
    while first < graph.long.size:
        for index in range(first, min(first + LINE, graph.long.size)):
            vertex = np.int64(graph.long[index])
            if search.levels[vertex] == UNVISITED:
                begin, end = np.int64(graph.dst_ptr[vertex]), np.int64(graph.dst_ptr[vertex + 1])
                last = begin + state[CUT_AT]  # before the end
                if look_along(vertex, begin, last, graph, search):
                    size += 1
                else:
                    note_pieces(vertex, last, end, queues, state)
        first = atomic_add(state, CURSOR, LINE)
    atomic_add(state, FOUND, size)


def pull_pieces(graph, queues, search):
    """Look for a visited in-neighbor in the pieces of long lists."""
    state, size = search.state, 0
    piece = atomic_add(state, CURSOR, 1)
    while piece < state[PIECES]:
        vertex, first = queues.pieces[piece]
        last = min(first + state[CUT_AT], np.int64(graph.dst_ptr[vertex + 1]))
        if watched(search.levels, vertex) == UNVISITED:
            size += look_along(vertex, first, last, graph, search)
        piece = atomic_add(state, CURSOR, 1)
    atomic_add(state, FOUND, size)


def edges_of(word, vertices, graph):
    """The edges that leave those of the word's vertices in `vertices`."""
    edges = np.int64(0)
    while vertices:
        vertex = (word << 6) + np.int64(trailing_zeros(vertices))
        edges += np.int64(graph.src_ptr[vertex + 1]) - np.int64(graph.src_ptr[vertex])
        vertices &= vertices - ONE
    return edges


def edges_of_long_lists(graph, search):
    """The same of the vertices in `graph.long` that were not visited before the last pull."""
    edges = np.int64(0)
    for vertex in graph.long:
        if np.uint32(search.levels[vertex]) >= np.uint32(search.state[LEVEL]):  # UNVISITED is the highest
            edges += np.int64(graph.src_ptr[vertex + 1]) - np.int64(graph.src_ptr[vertex])
    return edges


def list_frontier(thread, graph, queues, search):
    """Append the vertices that the last pull labelled to the queue; count the edges not yet expanded."""
    seen, earlier = search.bitmaps[search.state[SEEN]], search.bitmaps[1 - search.state[SEEN]]
    vertices = queues.buffers[2 * thread]
    words, size, edges = seen.size, 0, np.int64(0)
    first = atomic_add(search.state, CURSOR, SPARSE_WORDS)
    while first < words:
        for word in range(first, min(first + SPARSE_WORDS, words)):
            new = seen[word] & ~earlier[word]
            left = graph.has_in[word] & ~earlier[word]
            if graph.leads.size:
                new &= graph.leads[word]
                left &= ~seen[word] | new
            edges += edges_of(word, left, graph)
            if size > BUFFER - 64:
                flush(thread, size, queues, search.state)
                size = 0
            while new:
                vertices[size] = (word << 6) + np.int64(trailing_zeros(new))
                size += 1
                new &= new - ONE
        first = atomic_add(search.state, CURSOR, SPARSE_WORDS)
    atomic_add(search.state, EDGES, edges)
    flush(thread, size, queues, search.state)
