"""PUSH and PUSH_PIECES, the top-down steps for large frontiers on the CPU; `push_alone` for a lone thread.

In a level, all threads expand the frontier in chunks (`push`); where lists are long, they then expand these
in pieces (`push_pieces`). `work` in steps.py calls both. They read the graph and the frontier, label
unvisited vertices, append them to the queue, and add to CURSOR, PIECES, END and EDGES.

Race: several threads may find a vertex unvisited before they see another's label. All of them store the same
level, and each a predecessor that is right; one is kept. No store waits for another thread, as a claim would.
When a thread's buffer is full, the thread looks which of its predecessors were kept, and appends these
vertices alone. Whoever stored last sees its own, so every vertex is appended. It is appended twice if the
last store came after the other thread looked, or if no predecessors are stored: then it is expanded twice,
and nothing else happens, for `make_room` in levels.py keeps the queue from running over. No thread reads the
appended vertices or the pieces before the gate has closed.

A list comes from memory, and a level from a far cache: both are prefetched.

A lone thread's leader calls `push_alone` instead, between two steps.
"""

import numpy as np

from ....atomics import atomic_add, atomic_max
from ....frontier import UNVISITED
from ....intrinsics.prefetch import prefetch
from .keeping import fetch_asked, keeps, keeps_listed, note_asked
from .search import (
    BUFFER,
    CHUNK,
    CURSOR,
    CUT_AT,
    EDGES,
    EDGES_LEFT,
    HEAD,
    LEVEL,
    LONGEST,
    PIECES,
    TAIL,
    flush,
    label,
    leads_on,
    note_pieces,
    note_size,
)

ROW = 64  # edges whose neighbors' levels are fetched together
AHEAD = 8  # places in the queue; how far ahead of its turn a vertex's list is fetched
LINES = 3  # cache lines of the list that are fetched ahead
SHORT = 8  # edges of a list up to which what is unvisited is not listed first
LINE = 16  # vertex ids in a cache line


def flush_found(thread, size, graph, queues, search):
    """Append those of the thread's finds that lead on to the queue, once each as far as that is known.

    Of several threads that found a vertex, the one whose predecessor it kept appends it.
    """
    vertices, predecessors = queues.buffers[2 * thread], queues.buffers[2 * thread + 1]
    found, size = size, np.int64(0)
    for slot in range(found):
        vertex = vertices[size] = vertices[slot]
        is_own = search.predecessors.size == 0 or search.predecessors[vertex] == predecessors[slot]
        size += np.int64(leads_on(vertex, graph)) & np.int64(is_own)
    flush(thread, size, queues, search.state)


def expand_short(thread, size, edges, graph, queues, search):
    """As `expand`, for a list of few edges: what is unvisited is not listed first."""
    level = search.state[LEVEL]
    vertex, begin, end = edges
    vertices, predecessors = queues.buffers[2 * thread], queues.buffers[2 * thread + 1]
    if size > BUFFER - SHORT:
        flush_found(thread, size, graph, queues, search)
        size = 0
    for edge in range(begin, end):
        neighbor = graph.dst[edge]
        if search.levels[neighbor] == UNVISITED and keeps(vertex, neighbor, edge, search):
            label(neighbor, vertex, level, search)
            vertices[size] = neighbor
            predecessors[size] = vertex
            size += 1
    return size


def expand(thread, size, edges, graph, queues, search):
    """Label the unvisited neighbors at these edges, and collect them.

    `edges` is a vertex, the first of its edges to inspect, and the edge after the last. The thread's buffer
    holds `size` vertices; returns how many it holds afterwards.
    """
    level = search.state[LEVEL]
    vertex, begin, end = edges
    vertices, predecessors = queues.buffers[2 * thread], queues.buffers[2 * thread + 1]
    if end - begin <= SHORT:
        return expand_short(thread, size, edges, graph, queues, search)
    for first in range(begin, end, ROW):
        last = min(first + ROW, end)
        for edge in range(first, last):
            prefetch(search.levels, graph.dst[edge])
        if size > BUFFER - ROW:
            flush_found(thread, size, graph, queues, search)
            size = 0
        listed = size
        for edge in range(first, last):  # no branch, which would often be mispredicted
            neighbor = vertices[listed] = graph.dst[edge]
            note_asked(listed, edge - first, predecessors)
            listed += np.int64(search.levels[neighbor] == UNVISITED)
        for slot in range(size, listed):
            neighbor = vertices[slot]
            is_open = search.levels[neighbor] == UNVISITED  # not if the list has it twice
            if is_open and keeps_listed(vertex, neighbor, first, slot, predecessors, search):
                label(neighbor, vertex, level, search)
                vertices[size] = neighbor
                predecessors[size] = vertex
                size += 1
    return size


def fetch_ahead(index, graph, queue, search):
    """Prefetch the neighbor list of a vertex further on in the queue."""
    prefetch(graph.src_ptr, queue[index + 2 * AHEAD])
    begin = graph.src_ptr[queue[index + AHEAD]]
    for line in range(LINES):
        prefetch(graph.dst, begin + line * LINE)
    fetch_asked(begin, search)


def push(thread, graph, queues, search):
    """Expand the frontier, but leave long lists to `push_pieces`."""
    state = search.state
    head, tail, chunk = state[HEAD], state[TAIL], state[CHUNK]
    size, edges, longest = np.int64(0), np.int64(0), np.int64(0)
    first = head + atomic_add(state, CURSOR, chunk)
    while first < tail:
        for index in range(first, min(first + chunk, tail)):
            if index + 2 * AHEAD < tail:
                fetch_ahead(index, graph, queues.queue, search)
            vertex = queues.queue[index]
            begin, end = np.int64(graph.src_ptr[vertex]), np.int64(graph.src_ptr[vertex + 1])
            edges += end - begin
            if end - begin <= state[CUT_AT] or not note_pieces(index, begin, end, queues, state):
                longest = max(longest, end - begin)
                size = expand(thread, size, (vertex, begin, end), graph, queues, search)
        first = head + atomic_add(state, CURSOR, chunk)
    flush_found(thread, size, graph, queues, search)
    atomic_add(state, EDGES, edges)
    atomic_max(state, LONGEST, longest)


def push_pieces(thread, graph, queues, search):
    """Expand the noted pieces."""
    size, longest = np.int64(0), np.int64(0)
    noted = min(search.state[PIECES], queues.pieces.shape[0])
    piece = atomic_add(search.state, CURSOR, 1)
    while piece < noted:
        index, begin = queues.pieces[piece]
        vertex = queues.queue[index]
        end = min(begin + search.state[CUT_AT], np.int64(graph.src_ptr[vertex + 1]))
        longest = max(longest, end - begin)
        size = expand(thread, size, (vertex, begin, end), graph, queues, search)
        piece = atomic_add(search.state, CURSOR, 1)
    flush_found(thread, size, graph, queues, search)
    atomic_max(search.state, LONGEST, longest)


def expand_listed(edges, end, level, graph, queues, search):
    """Label the unvisited neighbors at these edges and append them to the queue, for a lone thread.

    As in `expand`, they are listed first; returns the new end of the queue.
    """
    vertex, begin, stop = edges
    unvisited, asked = queues.buffers[0], queues.buffers[1]
    for first in range(begin, stop, ROW):
        last = min(first + ROW, stop)
        for edge in range(first, last):
            prefetch(search.levels, graph.dst[edge])
        listed = np.int64(0)
        for edge in range(first, last):
            neighbor = unvisited[listed] = graph.dst[edge]
            note_asked(listed, edge - first, asked)
            listed += np.int64(search.levels[neighbor] == UNVISITED)
        for slot in range(listed):
            neighbor = unvisited[slot]
            is_open = search.levels[neighbor] == UNVISITED  # not if the list has it twice
            if is_open and keeps_listed(vertex, neighbor, first, slot, asked, search):
                label(neighbor, vertex, level, search)
                queues.queue[end] = neighbor
                end += np.int64(leads_on(neighbor, graph))
    return end


def push_alone(graph, queues, search):
    """Do a large level by one thread."""
    state, queue, levels = search.state, queues.queue, search.levels
    head, tail, level = state[HEAD], state[TAIL], state[LEVEL]
    end, edges = tail, np.int64(0)
    for index in range(head, tail):
        if index + 2 * AHEAD < tail:
            fetch_ahead(index, graph, queue, search)
        vertex = queue[index]
        begin, stop = np.int64(graph.src_ptr[vertex]), np.int64(graph.src_ptr[vertex + 1])
        edges += stop - begin
        if stop - begin > SHORT:
            end = expand_listed((vertex, begin, stop), end, level, graph, queues, search)
        else:
            for edge in range(begin, stop):
                neighbor = graph.dst[edge]
                if levels[neighbor] == UNVISITED and keeps(vertex, neighbor, edge, search):
                    label(neighbor, vertex, level, search)
                    queue[end] = neighbor
                    end += np.int64(leads_on(neighbor, graph))
    note_size(state, tail - head)
    state[HEAD], state[TAIL], state[LEVEL] = tail, end, level + 1
    state[EDGES_LEFT], state[LONGEST] = state[EDGES_LEFT] - edges, max(state[LONGEST], edges)
