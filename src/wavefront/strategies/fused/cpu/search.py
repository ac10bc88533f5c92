"""What the threads of the CPU's fused search share, and the little that all its steps use."""

from typing import Any, NamedTuple

import numpy as np

from ....atomics import atomic_add

BUFFER = 1024  # vertices that a thread collects before it appends them to the queue
PIECE = 2048  # edges of a vertex above which threads share it out, in pieces of so many

# In `state`: what the leading thread writes between the steps, then, a cache line apart, what all write to.
STEP, LEVEL, HEAD, TAIL, SEEN, EDGES_LEFT, CHUNK, LONE_UNTIL = range(8)
CURSOR, PIECES, FOUND, END, GATE, STATE_SIZE = range(8, 56, 8)
BEFORE, EDGES, TURN, JOINED = FOUND + 1, END + 1, END + 2, GATE + 1

ONE = np.uint64(1)


class Search(NamedTuple):
    """The graph that is searched, what is known of its vertices, and what the threads work with."""

    src_ptr: Any
    dst: Any
    dst_ptr: Any
    src: Any
    has_in: Any  # V bits in words of 64: the vertices that an edge enters
    bitmaps: Any  # two of V bits; while pulling, row state[SEEN] has what is visited, the other is written
    queue: Any  # V vertices: the frontier is queue[HEAD:TAIL], the next one ends at END
    buffers: Any  # two rows a thread: vertices and their predecessors
    pieces: Any  # pairs of a place in the queue and the first edge of a piece
    state: Any
    levels: Any
    predecessors: Any  # V vertices, or none


class Plan(NamedTuple):
    """How to search, and how far."""

    last_level: Any
    target: Any  # a vertex, or -1
    max_degree: Any
    alpha: Any
    beta: Any
    serial_edges: Any
    directions: Any  # of each level, whether it was pulled; or empty


class Answer(NamedTuple):
    """Of a prepared graph: its ids, and the arrays for the result in the caller's. Else new_id is empty."""

    new_id: Any
    old_id: Any
    levels: Any
    predecessors: Any


def bit(vertex):
    """The vertex's bit in its word."""
    return ONE << np.uint64(vertex & 63)


def label(vertex, predecessor, level, search):
    """Store what the search found out about the vertex."""
    search.levels[vertex] = level
    if search.predecessors.size:
        search.predecessors[vertex] = predecessor


def flush(thread, size, search):
    """Append the thread's buffer to the queue."""
    start = atomic_add(search.state, END, size)
    vertices = search.buffers[2 * thread]
    for slot in range(size):
        search.queue[start + slot] = vertices[slot]
