"""Small frontiers on the CPU: `serial_push` expands one by the leader alone.

The leader calls it in levels.py, level after level, while the gate is closed. It reads the graph and the
frontier, labels the unvisited neighbors, appends them to the queue, and sets END and EDGES.

Reads from memory are prefetched. In a mesh the frontier advances along the rows of vertices: the entries
beside a vertex's own are read a few levels later. Elsewhere, a list is fetched some places of the queue
before its turn, and its offset as soon as the vertex is found.
"""

import numpy as np

from ....frontier import UNVISITED
from ....intrinsics.prefetch import prefetch
from .search import EDGES, END, HEAD, LEVEL, TAIL, label

EDGES_BESIDE = 64  # edges between a list's begin and the entries prefetched on either side
VERTICES_BESIDE = 32  # vertices between one and those whose offsets and levels are prefetched
AHEAD = 4  # places in the queue; how far ahead of its turn a vertex's list is fetched


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


def serial_push(graph, queues, search):
    """Expand the frontier by one thread, which need not claim."""
    level, tail = search.state[LEVEL], search.state[TAIL]
    edges, end = np.int64(0), tail
    for index in range(search.state[HEAD], tail):
        vertex = queues.queue[index]
        begin, last = np.int64(graph.src_ptr[vertex]), np.int64(graph.src_ptr[vertex + 1])
        fetch_beside(np.int64(vertex), begin, graph, search.levels)
        fetch_next(index, tail, queues.queue, graph)
        edges += last - begin
        for edge in range(begin, last):
            neighbor = graph.dst[edge]
            if search.levels[neighbor] == UNVISITED:
                prefetch(graph.src_ptr, neighbor)
                label(neighbor, vertex, level, search)
                queues.queue[end] = neighbor
                end += 1
    search.state[END], search.state[EDGES] = end, edges
