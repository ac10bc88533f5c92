"""Plain-Python definitions of what every algorithm computes: the tests' oracle, not for use on large graphs.

A graph is given as its edges, (source, destination) pairs over the vertices 0 to num_vertices-1; a board
by its free cells.
"""

import heapq
from collections import Counter, deque
from collections.abc import Iterable, Set


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


def lee_levels(free: Set[tuple[int, ...]], start: tuple[int, ...]) -> dict[tuple[int, ...], int]:
    """Fewest steps from the start to each cell that can be reached; a step changes one coordinate by one."""
    levels = {start: 0}
    waiting = deque([start])
    while waiting:
        cell = waiting.popleft()
        for axis in range(len(cell)):
            for step in (-1, 1):
                neighbor = (*cell[:axis], cell[axis] + step, *cell[axis + 1 :])
                if neighbor in free and neighbor not in levels:
                    levels[neighbor] = levels[cell] + 1
                    waiting.append(neighbor)
    return levels


def triangle_counts(num_vertices: int, edges: Iterable[tuple[int, int]]) -> list[int]:
    """Pairs of a vertex's neighbors that are neighbors themselves; directions and repetitions don't count."""
    neighbors: list[set[int]] = [set() for _ in range(num_vertices)]
    for src, dst in edges:
        if src != dst:
            neighbors[src].add(dst)
            neighbors[dst].add(src)
    return [sum(len(near & neighbors[other]) for other in near) // 2 for near in neighbors]


def pagerank(
    num_vertices: int,
    edges: Iterable[tuple[int, int, float]],
    damping: float,
    restart: list[float],
    iterations: int = 1000,
) -> list[float]:
    """The probability that a walk is at each vertex after so many steps, close to its limit.

    Edges come with weights, in proportion to which they are taken; a walk that can't go on, and any with
    chance 1 - damping, starts anew at a vertex drawn by the chances `restart`.
    """
    steps = list(edges)
    leaving = [0.0] * num_vertices
    for src, _, weight in steps:
        leaving[src] += weight
    ranks = [1 / num_vertices] * num_vertices
    for _ in range(iterations):
        moved = [0.0] * num_vertices
        for src, dst, weight in steps:
            if weight:
                moved[dst] += damping * ranks[src] * weight / leaving[src]
        rest = 1 - sum(moved)
        ranks = [there + rest * chance for there, chance in zip(moved, restart, strict=True)]
    return ranks


def shortest_distances(
    num_vertices: int, edges: Iterable[tuple[int, int, float]], source: int
) -> list[float]:
    """Least sum of weights of a path from the source to each vertex, by Dijkstra; inf where there is none.

    Edges come with weights of 0 or more, which are added up from the source on.
    """
    leaving: list[list[tuple[int, float]]] = [[] for _ in range(num_vertices)]
    for src, dst, weight in edges:
        leaving[src].append((dst, weight))
    distances = [float("inf")] * num_vertices
    distances[source] = 0.0
    waiting = [(0.0, source)]
    while waiting:
        start, vertex = heapq.heappop(waiting)
        if start > distances[vertex]:
            continue
        for neighbor, weight in leaving[vertex]:
            # Added as the weights' type has it, float32 or Python's.
            distance = type(weight)(start) + weight
            if distance < distances[neighbor]:
                distances[neighbor] = distance
                heapq.heappush(waiting, (distance, neighbor))
    return distances


def topological_levels(num_vertices: int, edges: Iterable[tuple[int, int]]) -> list[int] | None:
    """Most edges on a path to each vertex; None if there is a cycle, on which paths have no end."""
    pairs = list(edges)
    levels = [0] * num_vertices
    for _ in range(num_vertices):
        before = levels.copy()
        for src, dst in pairs:
            levels[dst] = max(levels[dst], levels[src] + 1)
        if levels == before:
            return levels
    return levels if not pairs else None


def betweenness(
    num_vertices: int, edges: Iterable[tuple[int, int]], sources: Iterable[int]
) -> tuple[list[float], list[float]]:
    """The share of a source's shortest paths to a vertex that lead through each vertex, and along each edge.

    Added up over the sources and all other vertices. A path's first and last vertex don't count. Parallel
    edges make different paths.
    """
    pairs = list(edges)
    levels = [bfs_levels(num_vertices, pairs, [vertex]) for vertex in range(num_vertices)]
    paths = [path_counts(pairs, distances) for distances in levels]
    through, along = [0.0] * num_vertices, [0.0] * len(pairs)
    for start in sources:
        for end in range(num_vertices):
            length = levels[start][end]
            for vertex in range(num_vertices):
                on_path = levels[start][vertex] + levels[vertex][end] == length and vertex not in (start, end)
                if length > 0 and on_path and levels[start][vertex] > 0:
                    through[vertex] += paths[start][vertex] * paths[vertex][end] / paths[start][end]
            for edge, (src, dst) in enumerate(pairs):
                reached = length > 0 and levels[start][src] >= 0 and levels[dst][end] >= 0
                if reached and levels[start][src] + 1 + levels[dst][end] == length:
                    along[edge] += paths[start][src] * paths[dst][end] / paths[start][end]
    return through, along


def path_counts(edges: Iterable[tuple[int, int]], levels: list[int]) -> list[int]:
    """The shortest paths to each vertex from the one of level 0, given the levels."""
    counts = [int(level == 0) for level in levels]
    for src, dst in sorted(edges, key=lambda edge: levels[edge[0]]):
        if levels[src] >= 0 and levels[dst] == levels[src] + 1:
            counts[dst] += counts[src]
    return counts


def is_stable_labelling(edges: Iterable[tuple[int, int]], labels: list[int]) -> bool:
    """Whether each vertex's label is among the most frequent of its out-neighbors other than itself."""
    votes: list[Counter[int]] = [Counter() for _ in labels]
    for src, dst in edges:
        if src != dst:
            votes[src][labels[dst]] += 1
    return all(
        not around or around[own] == max(around.values()) for own, around in zip(labels, votes, strict=True)
    )


def core_numbers(num_vertices: int, edges: Iterable[tuple[int, int]]) -> list[int]:
    """Core number of each vertex: time and again the one with fewest neighbors is taken away.

    Directions, repetitions and self-loops don't count.
    """
    neighbors: list[set[int]] = [set() for _ in range(num_vertices)]
    for src, dst in edges:
        if src != dst:
            neighbors[src].add(dst)
            neighbors[dst].add(src)
    cores, level = [0] * num_vertices, 0
    left = set(range(num_vertices))
    while left:
        vertex = min(left, key=lambda other: len(neighbors[other]))
        level = max(level, len(neighbors[vertex]))
        cores[vertex] = level
        left.remove(vertex)
        for neighbor in neighbors[vertex]:
            neighbors[neighbor].discard(vertex)
    return cores


def weak_components(num_vertices: int, edges: Iterable[tuple[int, int]]) -> list[int]:
    """Component of each vertex, edges taken in both directions, numbered in order of the smallest vertex."""
    both = [ends for src, dst in edges for ends in ((src, dst), (dst, src))]
    return strong_components(num_vertices, both)


def strong_components(num_vertices: int, edges: Iterable[tuple[int, int]]) -> list[int]:
    """As `weak_components`, of vertices that can be reached from each other."""
    forward = list(edges)
    backward = [(dst, src) for src, dst in forward]
    components = [-1] * num_vertices
    number = 0
    for vertex in range(num_vertices):
        if components[vertex] == -1:
            after = bfs_levels(num_vertices, forward, [vertex])
            before = bfs_levels(num_vertices, backward, [vertex])
            for other in range(num_vertices):
                if after[other] >= 0 and before[other] >= 0:
                    components[other] = number
            number += 1
    return components
