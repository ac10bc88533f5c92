"""Top-down steps of the CPU's fused search: a frontier's vertices claim their unvisited neighbors.

A list comes from memory, and a level from a far cache: both are fetched before their turn. A claim is of a
level, not of a bit: claims of bits would have the threads wait for one another's cache lines.
"""

import numpy as np

from ....atomics import atomic_add
from ....frontier import claim
from ....intrinsics.prefetch import prefetch
from .search import BUFFER, CHUNK, CURSOR, EDGES, HEAD, LEVEL, PIECE, PIECES, TAIL, flush

ROW = 64  # edges whose neighbors' levels are fetched together
AHEAD = 8  # places in the queue; how far ahead of its turn a vertex's list is fetched
LINES = 3  # cache lines of the list that are then fetched
LINE = 16  # vertex ids in a cache line


def flush_claims(thread, size, search):
    """Append the thread's claims to the queue, and record their predecessors.

    They are stored together because an atomic operation, a claim, waits for all stores before it.
    """
    if search.predecessors.size:
        vertices, predecessors = search.buffers[2 * thread], search.buffers[2 * thread + 1]
        for slot in range(size):
            search.predecessors[vertices[slot]] = predecessors[slot]
    flush(thread, size, search)


def expand(thread, size, vertex, begin, end, search):
    """Claim the unvisited neighbors at these edges of the vertex, and collect them.

    The thread's buffer holds `size` vertices; returns how many it holds then.
    """
    level = search.state[LEVEL]
    vertices, predecessors = search.buffers[2 * thread], search.buffers[2 * thread + 1]
    for first in range(begin, end, ROW):
        last = min(first + ROW, end)
        for edge in range(first, last):
            prefetch(search.levels, search.dst[edge])
        if size > BUFFER - ROW:
            flush_claims(thread, size, search)
            size = 0
        for edge in range(first, last):
            neighbor = search.dst[edge]
            if claim(search.levels, neighbor, level):
                vertices[size] = neighbor
                predecessors[size] = vertex
                size += 1
    return size


def fetch_ahead(index, search):
    """Have the list of a vertex further on in the queue in the cache when it is that one's turn."""
    prefetch(search.src_ptr, search.queue[index + 2 * AHEAD])
    begin = search.src_ptr[search.queue[index + AHEAD]]
    for line in range(LINES):
        prefetch(search.dst, begin + line * LINE)


def push(thread, search):
    """Expand the frontier; of long lists only note the pieces."""
    state = search.state
    head, tail, chunk = state[HEAD], state[TAIL], state[CHUNK]
    size, edges = 0, np.int64(0)
    first = head + atomic_add(state, CURSOR, chunk)
    while first < tail:
        for index in range(first, min(first + chunk, tail)):
            if index + 2 * AHEAD < tail:
                fetch_ahead(index, search)
            vertex = search.queue[index]
            begin, end = np.int64(search.src_ptr[vertex]), np.int64(search.src_ptr[vertex + 1])
            edges += end - begin
            if end - begin <= PIECE:
                size = expand(thread, size, vertex, begin, end, search)
            else:
                pieces = (end - begin + PIECE - 1) // PIECE
                slot = atomic_add(state, PIECES, pieces)
                for piece in range(pieces):
                    search.pieces[slot + piece, 0] = index
                    search.pieces[slot + piece, 1] = begin + piece * PIECE
        first = head + atomic_add(state, CURSOR, chunk)
    flush_claims(thread, size, search)
    atomic_add(state, EDGES, edges)


def push_pieces(thread, search):
    """Expand the noted pieces."""
    size = 0
    piece = atomic_add(search.state, CURSOR, 1)
    while piece < search.state[PIECES]:
        index, begin = search.pieces[piece]
        vertex = search.queue[index]
        end = min(begin + PIECE, np.int64(search.src_ptr[vertex + 1]))
        size = expand(thread, size, vertex, begin, end, search)
        piece = atomic_add(search.state, CURSOR, 1)
    flush_claims(thread, size, search)
