"""Top-down steps of the CPU's fused search where frontiers are small and follow one another closely.

A share of the frontier is expanded by one thread, and appended in its turn, so that the next frontier is in
the same order. A thread then gets what it found itself, mostly: its core has those lists and levels.

In a mesh the frontier advances along the rows of vertices: what lies beside a vertex is read a few levels
later. It is fetched already.
"""

import numpy as np

from ....atomics import atomic_add, atomic_exch
from ....frontier import UNVISITED, claim
from ....intrinsics.prefetch import prefetch
from ....intrinsics.waiting import fence, watched
from .search import BUFFER, CHUNK, CURSOR, EDGES, END, HEAD, LEVEL, TAIL, TURN, flush, label
from .team import pause

EDGES_BESIDE = 64  # how far beside a list is fetched
VERTICES_BESIDE = 32  # and beside a vertex's offset and level


def fetch_beside(vertex, begin, search):
    """Have in the cache what lies beside this vertex, whose list begins here."""
    prefetch(search.dst, begin + EDGES_BESIDE)
    prefetch(search.dst, begin - EDGES_BESIDE)
    prefetch(search.src_ptr, vertex + VERTICES_BESIDE)
    prefetch(search.src_ptr, vertex - VERTICES_BESIDE)
    prefetch(search.levels, vertex + VERTICES_BESIDE)
    prefetch(search.levels, vertex - VERTICES_BESIDE)


def serial_push(search):
    """Expand the frontier by one thread, which need not claim."""
    level, end = search.state[LEVEL], search.state[TAIL]
    edges = np.int64(0)
    for index in range(search.state[HEAD], end):
        vertex = search.queue[index]
        begin, last = np.int64(search.src_ptr[vertex]), np.int64(search.src_ptr[vertex + 1])
        fetch_beside(np.int64(vertex), begin, search)
        edges += last - begin
        for edge in range(begin, last):
            neighbor = search.dst[edge]
            if search.levels[neighbor] == UNVISITED:
                label(neighbor, vertex, level, search)
                search.queue[end] = neighbor
                end += 1
    search.state[END], search.state[EDGES] = end, edges


def await_turn(share, state):
    """Wait until the shares before this one have been appended."""
    looks = 0
    while watched(state, TURN) != share:
        looks = pause(looks)
    fence()


def expand_share(thread, share, first, last, search):
    """Expand these places of the queue, and append what is found in the share's turn; returns the edges."""
    level, vertices = search.state[LEVEL], search.buffers[2 * thread]
    size, edges = 0, np.int64(0)
    for index in range(first, last):
        vertex = search.queue[index]
        begin, end = np.int64(search.src_ptr[vertex]), np.int64(search.src_ptr[vertex + 1])
        fetch_beside(np.int64(vertex), begin, search)
        edges += end - begin
        for edge in range(begin, end):
            neighbor = search.dst[edge]
            if claim(search.levels, neighbor, level):
                if search.predecessors.size:
                    search.predecessors[neighbor] = vertex
                if size == BUFFER:
                    await_turn(share, search.state)
                    flush(thread, size, search)
                    size = 0
                vertices[size] = neighbor
                size += 1
    await_turn(share, search.state)
    flush(thread, size, search)
    return edges


def push_shares(thread, search):
    """Expand the frontier in shares, each appended to the queue after those before it."""
    state = search.state
    head, tail, chunk = state[HEAD], state[TAIL], state[CHUNK]
    edges = np.int64(0)
    share = atomic_add(state, CURSOR, 1)
    while head + share * chunk < tail:
        first = head + share * chunk
        edges += expand_share(thread, share, first, min(first + chunk, tail), search)
        fence()
        atomic_exch(state, TURN, share + 1)
        share = atomic_add(state, CURSOR, 1)
    atomic_add(state, EDGES, edges)
