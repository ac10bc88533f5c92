"""Small frontiers on the CPU: `serial_push` by the leader alone, the step SHARES by all threads.

The leader calls `serial_push` in levels.py, while the gate is closed; `work` in steps.py calls `push_shares`.
Both read the graph and the frontier, label its unvisited neighbors and append them to the queue. They move
END and EDGES; `push_shares` also CURSOR and TURN.

In SHARES one thread expands a share of the frontier, and appends what it found in the share's turn, so that
the next frontier is in the same order. A thread then mostly gets vertices that it found itself, whose lists
and levels its core has in the cache. Shares are taken in order: the thread whose turn it is never waits,
however few threads there are.

Race: `claim` decides, as in push.py. TURN is written by the thread that appended last, between two fences;
slots of the queue are the thread's own by the atomic addition in `flush`, in the order of turns.

In a mesh the frontier advances along the rows of vertices: the entries beside a vertex's own are read a few
levels later. They are prefetched now.
"""

import numpy as np

from ....atomics import atomic_add, atomic_exch
from ....frontier import UNVISITED, claim
from ....intrinsics.prefetch import prefetch
from ....intrinsics.waiting import fence, watched
from .search import BUFFER, CHUNK, CURSOR, EDGES, END, HEAD, LEVEL, TAIL, TURN, flush, label
from .team import pause

EDGES_BESIDE = 64  # edges between a list's begin and the entries prefetched on either side
VERTICES_BESIDE = 32  # vertices between one and those whose offsets and levels are prefetched


def fetch_beside(vertex, begin, graph, levels):
    """Prefetch the entries beside those of this vertex, whose list begins at `begin`."""
    prefetch(graph.dst, begin + EDGES_BESIDE)
    prefetch(graph.dst, begin - EDGES_BESIDE)
    prefetch(graph.src_ptr, vertex + VERTICES_BESIDE)
    prefetch(graph.src_ptr, vertex - VERTICES_BESIDE)
    prefetch(levels, vertex + VERTICES_BESIDE)
    prefetch(levels, vertex - VERTICES_BESIDE)


def serial_push(graph, queues, search):
    """Expand the frontier by one thread, which need not claim."""
    level, end = search.state[LEVEL], search.state[TAIL]
    edges = np.int64(0)
    for index in range(search.state[HEAD], end):
        vertex = queues.queue[index]
        begin, last = np.int64(graph.src_ptr[vertex]), np.int64(graph.src_ptr[vertex + 1])
        fetch_beside(np.int64(vertex), begin, graph, search.levels)
        edges += last - begin
        for edge in range(begin, last):
            neighbor = graph.dst[edge]
            if search.levels[neighbor] == UNVISITED:
                label(neighbor, vertex, level, search)
                queues.queue[end] = neighbor
                end += 1
    search.state[END], search.state[EDGES] = end, edges


def await_turn(share, state):
    """Wait until the shares before this one have been appended."""
    looks = 0
    while watched(state, TURN) != share:
        looks = pause(looks)
    fence()


def expand_share(thread, share, graph, queues, search):
    """Expand a share of the frontier, append what it finds in the share's turn, and return its edges."""
    state, vertices = search.state, queues.buffers[2 * thread]
    level, chunk = state[LEVEL], state[CHUNK]
    first = state[HEAD] + share * chunk
    size, edges = 0, np.int64(0)
    for index in range(first, min(first + chunk, state[TAIL])):
        vertex = queues.queue[index]
        begin, end = np.int64(graph.src_ptr[vertex]), np.int64(graph.src_ptr[vertex + 1])
        fetch_beside(np.int64(vertex), begin, graph, search.levels)
        edges += end - begin
        for edge in range(begin, end):
            neighbor = graph.dst[edge]
            if claim(search.levels, neighbor, level):
                if search.predecessors.size:
                    search.predecessors[neighbor] = vertex
                if size == BUFFER:
                    await_turn(share, state)
                    flush(thread, size, queues, state)
                    size = 0
                vertices[size] = neighbor
                size += 1
    await_turn(share, state)
    flush(thread, size, queues, state)
    return edges


def push_shares(thread, graph, queues, search):
    """Expand the frontier in shares, each appended to the queue after those before it."""
    state = search.state
    head, tail, chunk = state[HEAD], state[TAIL], state[CHUNK]
    edges = np.int64(0)
    share = atomic_add(state, CURSOR, 1)
    while head + share * chunk < tail:
        edges += expand_share(thread, share, graph, queues, search)
        fence()
        atomic_exch(state, TURN, share + 1)
        share = atomic_add(state, CURSOR, 1)
    atomic_add(state, EDGES, edges)
