"""The length of the shortest cycle: networkx.algorithms.cycles."""

from __future__ import annotations

import math

import numpy as np

from ..device import Cpu
from .convert import BackendGraph


def girth(G: BackendGraph) -> float:
    """As ``networkx.girth``, of an undirected graph without parallel edges: an integer, or infinity."""
    count = len(G)
    levels, queue = np.full(count, -1, np.int32), np.empty(count, np.int32)
    shortest = Cpu().call(shortest_cycle, *G.successors[:2], levels, np.empty(count, np.int32), queue)
    return math.inf if shortest == 0 else shortest


def shortest_cycle(ptr, neighbors, levels, parents, queue):
    """Search from each vertex no farther than half the shortest cycle so far; its length, 0 if there is none.

    Itai and Rodeh, "Finding a Minimum Circuit in a Graph", SIAM Journal on Computing 1978.
    """
    shortest = 0
    for source in range(ptr.size - 1):
        queue[0], levels[source], parents[source] = source, 0, -1
        place, end = 0, 1
        while place < end:
            vertex = queue[place]
            level = levels[vertex]
            if shortest > 0 and 2 * level + 1 >= shortest:
                break
            for edge in range(ptr[vertex], ptr[vertex + 1]):
                neighbor = neighbors[edge]
                if levels[neighbor] < 0:
                    levels[neighbor] = level + 1
                    parents[neighbor] = vertex
                    queue[end] = neighbor
                    end += 1
                elif neighbor != parents[vertex]:
                    length = level + levels[neighbor] + 1
                    if shortest == 0 or length < shortest:
                        shortest = length
            place += 1
        for place in range(end):
            levels[queue[place]] = -1
    return shortest
