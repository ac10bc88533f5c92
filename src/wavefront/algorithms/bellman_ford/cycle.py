"""A negative cycle among the edges that lowered the distances last.

Each vertex has at most one such edge. As long as distances fall around a negative cycle, some cycle of these
edges is negative: Cherkassky and Goldberg, "Negative-Cycle Detection Algorithms", Mathematical Programming
1999. Two threads that lower one distance can note the edge of the one that lost, so a cycle counts only if a
lap around it lowers the distance where the lap begins.
"""

from typing import Any

import numpy as np

from ...device import Cpu, Device
from ...graph import Graph
from ..sssp.weights import weights_of


def search_cycle(parents, weights, distances, walks, cycle):
    """Write the vertices of a negative cycle, last first; how many they are, 0 without one.

    `walks` has for each vertex the first vertex of the walk towards parents that came to it, or -1.
    """
    for start in range(parents.size):
        vertex = start
        while vertex >= 0 and walks[vertex] < 0:
            walks[vertex] = start
            vertex = parents[vertex]
        if vertex < 0 or walks[vertex] != start:
            continue
        first, size = vertex, 0
        while size == 0 or vertex != first:
            cycle[size] = vertex
            size += 1
            vertex = parents[vertex]
        distance = distances[first]
        for place in range(size):  # the lap: from `first` back to it, each edge by its end
            distance += weights[cycle[size - 1 - place]]
        if distance < distances[first]:
            return size
    return 0


def negative_cycle(graph: Graph, last_edges: Any, distances: Any, device: Device) -> list[int]:
    """The vertices of a negative cycle in order, the smallest id first; none if there is no such yet."""
    to_host = Cpu().array
    edges = last_edges.clip(0)
    parents = graph.coo.src[edges].astype(np.int64)
    parents[last_edges < 0] = -1
    weights = weights_of(graph)
    last_weights = weights[edges].astype(distances.dtype) if weights.size else device.xp.ones(edges.size)
    walks, cycle = np.full(graph.num_vertices, -1), np.empty(graph.num_vertices, np.int64)
    size = Cpu().call(search_cycle, to_host(parents), to_host(last_weights), to_host(distances), walks, cycle)
    forward = cycle[:size][::-1]
    return np.roll(forward, -int(forward.argmin())).tolist() if size else []
