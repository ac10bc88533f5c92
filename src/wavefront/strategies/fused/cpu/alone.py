"""Searches of small graphs on the CPU: one thread, one loop over the queue, and few microseconds around it.

host.py calls `bfs` first. A vertex's level is read when its turn in the queue comes, so the loop knows no
levels, and keeps nothing in memory but the queue and the result. A path of 100,000 vertices takes 0.7 of the
time that it takes level by level. A small graph is searched as the caller made it even if it is prepared: the
caches hold it whatever the order of its vertices.

The loop only pushes. Where frontiers grow wide in a graph that isn't tiny, it gives up, once and for all
searches of that graph: the other files of this folder share large levels among threads, or pull.
filtered_alone.py has the same loop with filters.

Work O(V + E).
"""

from typing import Any, NamedTuple

import numpy as np

from ....device import Cpu
from ....frontier import UNVISITED
from ....graph import Graph
from ....graph.arrays import unsigned
from ..pool import pool_of
from ..query import Query, last_level
from .keeping import keeps

TINY = 1 << 15  # edges of a graph up to which frontiers may be wide; twice as many in a sparse graph
SMALL = 1 << 17  # vertices of a graph of long paths: filling more results is worth several threads
SPARSE = 4  # edges per vertex up to which a graph is sparse, and may have long paths
WIDE = 1024  # vertices in the queue from which on frontiers are worth several threads
GAVE_UP = "gave up"  # in the graph's pool, instead of a search


class Bound(NamedTuple):
    """What all searches of a graph have in common; a search that runs has the queue for itself."""

    src_ptr: Any  # V+1 offsets of the lists of out-neighbors
    dst: Any
    queue: Any  # V vertices
    most: Any  # vertices that may wait in the queue


def is_small(graph: Graph) -> bool:
    """Whether the graph is tiny, or may consist of long paths: roads, meshes, trees."""
    edges, vertices = graph.num_edges, graph.num_vertices
    return vertices <= SMALL and (edges <= TINY or edges <= SPARSE * vertices)


def takes_filters(graph: Graph) -> bool:
    """Whether the graph is searched with filters by this loop, however wide its frontiers are."""
    return graph.num_vertices <= SMALL and graph.num_edges <= 2 * TINY


def bfs(graph: Graph, query: Query, device: Cpu) -> tuple[np.ndarray, np.ndarray] | None:
    """Level and predecessor of every vertex of a small graph; None if its frontiers are, or begin, wide."""
    pool = pool_of(graph, "cpu alone")
    search = pool.take(None) or new_search(graph, device)
    if search is GAVE_UP or query.sources.size > WIDE:
        pool.give_back(None, search)
        return None
    levels, predecessors = new_result(graph, query)
    is_done = search(levels, predecessors, query.sources, *stops_of(query))
    pool.give_back(None, search if is_done else GAVE_UP)
    return (levels, predecessors) if is_done else None


def new_search(graph: Graph, device: Cpu) -> Any:
    """`search_alone`, bound to what all searches of the graph have in common."""
    return device.bind(search_alone, new_bound(graph))


def new_bound(graph: Graph) -> Bound:
    """What the searches of a graph work on."""
    queue = np.empty(graph.num_vertices, graph.csr.dst.dtype)
    most = graph.num_vertices if graph.num_edges <= 2 * TINY else WIDE
    src_ptr, dst, queue = (unsigned(array) for array in (*graph.csr[:2], queue))
    return Bound(src_ptr, dst, queue, most)


def new_result(graph: Graph, query: Query) -> tuple[np.ndarray, np.ndarray]:
    """Levels and predecessors, to be filled."""
    levels = np.empty(graph.num_vertices, query.level_dtype)
    return levels, np.empty(graph.num_vertices if query.predecessors else 0, graph.csr.dst.dtype)


def stops_of(query: Query) -> tuple[int, int]:
    """The last level, and the target, -1 if there is none."""
    return last_level(query), -1 if query.stop.target is None else query.stop.target


def search_alone(bound, levels, predecessors, sources, last_level, target):
    """Label every vertex up to `last_level`, or up to the target's level; the target is none of the sources.

    Returns False, having given up, where more than `most` vertices wait in the queue.
    """
    queue = bound.queue
    for vertex in range(np.uint64(levels.size)):
        levels[vertex] = UNVISITED
    for vertex in range(np.uint64(predecessors.size)):
        predecessors[vertex] = UNVISITED  # also the mark of no predecessor
    for index in range(sources.size):
        queue[index] = sources[index]
        levels[sources[index]] = 0
    head, end = 0, sources.size
    while head < end <= head + bound.most:
        vertex = queue[head]
        head += 1
        level = levels[vertex] + 1
        if level > last_level:
            return True
        for edge in range(np.int64(bound.src_ptr[vertex]), np.int64(bound.src_ptr[vertex + 1])):
            neighbor = bound.dst[edge]
            if levels[neighbor] == UNVISITED and keeps(vertex, neighbor, edge, bound):
                levels[neighbor] = level
                if predecessors.size:
                    predecessors[neighbor] = vertex
                queue[end] = neighbor
                end += 1
                if neighbor == target:
                    last_level = level
    return head == end
