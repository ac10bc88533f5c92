"""Plain-Python definitions of what every algorithm computes: the tests' oracle, not for use on large graphs.

A graph is given as its edges, (source, destination) pairs over the vertices 0 to num_vertices-1.
"""

from collections import deque
from collections.abc import Iterable


def bfs_levels(num_vertices: int, edges: Iterable[tuple[int, int]], sources: Iterable[int]) -> list[int]:
    """Fewest edges from any of the sources to each vertex; -1 where there is no path."""
    neighbors: list[list[int]] = [[] for _ in range(num_vertices)]
    for src, dst in edges:
        neighbors[src].append(dst)
    levels = [-1] * num_vertices
    for source in sources:
        levels[source] = 0
    waiting = deque(vertex for vertex in range(num_vertices) if levels[vertex] == 0)
    while waiting:
        vertex = waiting.popleft()
        for neighbor in neighbors[vertex]:
            if levels[neighbor] == -1:
                levels[neighbor] = levels[vertex] + 1
                waiting.append(neighbor)
    return levels


def smallest_predecessors(edges: Iterable[tuple[int, int]], levels: list[int]) -> list[int]:
    """For each vertex the smallest in-neighbor one level closer to the source; -1 where there is none."""
    predecessors = [-1] * len(levels)
    for src, dst in edges:
        closer = levels[src] >= 0 and levels[dst] == levels[src] + 1
        if closer and (predecessors[dst] == -1 or src < predecessors[dst]):
            predecessors[dst] = src
    return predecessors
