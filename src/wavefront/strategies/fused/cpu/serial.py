"""Small levels on the CPU: `serial_levels` does one after another by the leader alone.

The leader calls it in levels.py, while the gate is closed. It reads the graph and the frontier, labels the
unvisited neighbors, appends them to the queue, and goes on from them as long as levels are small. What it
needs from `state` stays in registers meanwhile: in a path, a level takes a few nanoseconds.

Reads from memory are prefetched. In a mesh the frontier advances along the rows of vertices: the entries
beside a vertex's own are read a few levels later. Elsewhere, a list is fetched some places of the queue
before its turn, and its offset as soon as the vertex is found. In a path or a narrow tree there is nothing
to prefetch.
"""

import numpy as np

from ....frontier import UNVISITED
from ....intrinsics.prefetch import prefetch
from .keeping import fetch_asked_beside, keeps
from .search import EDGES_LEFT, HEAD, LEVEL, LONGEST, TAIL, label, leads_on, note_size, suits_shares

EDGES_BESIDE = 64  # edges between a list's begin and the entries prefetched on either side
VERTICES_BESIDE = 32  # vertices between one and those whose offsets and levels are prefetched
AHEAD = 4  # places in the queue; how far ahead of its turn a vertex's list is fetched
FEW_EDGES = 512  # of a slowly growing frontier up to which the leader of two threads expands it alone
FEWEST_EDGES = 128  # the same for many threads
# Not a plain constant, for whose value Numba would compile the functions that it is passed to once more.
ANY_EDGES = np.int64(1 << 62)  # more than a graph can have


def fetch_beside(vertex, begin, graph, levels):
    """Prefetch the entries beside those of this vertex, whose list begins at `begin`."""
    prefetch(graph.dst, begin + EDGES_BESIDE)
    prefetch(graph.dst, begin - EDGES_BESIDE)
    prefetch(graph.src_ptr, vertex + VERTICES_BESIDE)
    prefetch(graph.src_ptr, vertex - VERTICES_BESIDE)
    prefetch(levels, vertex + VERTICES_BESIDE)
    prefetch(levels, vertex - VERTICES_BESIDE)


def fetch_next(index, end, vertices, graph):
    """Prefetch the list of a vertex some places after this one, if there is one before `end`."""
    if index + AHEAD < end:
        prefetch(graph.dst, graph.src_ptr[vertices[index + AHEAD]])


def edges_from(head, tail, most, graph, queue):
    """The edges that leave the vertices at these places of the queue, counted until they are over `most`."""
    edges = np.int64(0)
    for index in range(head, tail):
        vertex = queue[index]
        edges += np.int64(graph.src_ptr[vertex + 1]) - np.int64(graph.src_ptr[vertex])
        if edges > most:
            break
    return edges


def is_small(head, tail, most, plan, graph, queue):
    """Whether at most `most` edges leave the frontier; counts them where its size doesn't tell.

    A frontier of more than `most` vertices is not counted: that would take one thread too long.
    """
    if (tail - head) * plan.max_degree <= most:
        return True
    return tail - head <= most and edges_from(head, tail, most, graph, queue) <= most


def few_edges(plan):
    """The most edges of a frontier that could be cut into shares with which the leader expands it alone."""
    if plan.threads == 1:
        return plan.serial_edges
    return min(plan.serial_edges, max(2 * FEW_EDGES // plan.threads, FEWEST_EDGES))


def most_alone(plan, state):
    """The most edges of the frontier with which the leader expands it alone."""
    if suits_shares(state[TAIL] - state[HEAD], state[LEVEL], state):
        return few_edges(plan)
    return plan.serial_edges


def serial_levels(limits, plan, graph, queues, search):
    """Do small levels by one thread.

    `limits` are the most edges of a level to be done, the most of one whose frontier could be cut into
    shares, and the level before which to end.
    """
    most, few, before = limits
    state, queue, levels = search.state, queues.queue, search.levels
    head, tail, level = state[HEAD], state[TAIL], state[LEVEL]
    target, total, longest = max(plan.target, 0), np.int64(0), state[LONGEST]
    while head < tail and level < before:
        limit = few if suits_shares(tail - head, level, state) else most
        if not is_small(head, tail, limit, plan, graph, queue):
            break
        if plan.target >= 0 and levels[target] != UNVISITED:
            break
        end, edges, is_wide = tail, np.int64(0), tail - head > AHEAD
        for index in range(head, tail):
            vertex = queue[index]
            begin, last = np.int64(graph.src_ptr[vertex]), np.int64(graph.src_ptr[vertex + 1])
            if is_wide:
                fetch_beside(np.int64(vertex), begin, graph, levels)
                fetch_asked_beside(begin, search)
                fetch_next(index, tail, queue, graph)
            edges += last - begin
            for edge in range(begin, last):
                neighbor = graph.dst[edge]
                if levels[neighbor] == UNVISITED and keeps(vertex, neighbor, edge, search):
                    if is_wide:
                        prefetch(graph.src_ptr, neighbor)
                    label(neighbor, vertex, level, search)
                    queue[end] = neighbor
                    end += np.int64(leads_on(neighbor, graph))
        total, longest = total + edges, max(longest, edges)
        note_size(state, tail - head)
        head, tail, level = tail, end, level + 1
    state[HEAD], state[TAIL], state[LEVEL] = head, tail, level
    state[EDGES_LEFT], state[LONGEST] = state[EDGES_LEFT] - total, longest
