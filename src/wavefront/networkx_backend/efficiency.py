"""Efficiency: networkx.algorithms.efficiency_measures."""

from __future__ import annotations

from typing import Any

import networkx as nx
import numpy as np

from ..device import Cpu
from .convert import BackendGraph
from .generic import shortest_path_length
from .levels import each_level

UNSEEN, OUTSIDE = -1, -2


def efficiency(G: BackendGraph, u: Any, v: Any) -> float:
    """As ``networkx.efficiency``."""
    try:
        length: int = shortest_path_length(G, u, v)
    except nx.NetworkXNoPath:
        return 0
    return 1 / length


def global_efficiency(G: BackendGraph) -> float:
    """As ``networkx.global_efficiency``; the sum is NetworkX's to the last bit."""
    count = len(G)
    if count < 2:
        return 0
    total = 0.0
    for levels in each_level(G.graph, np.arange(count)):
        farther = np.sort(levels[levels > 0])  # NetworkX meets the near ones first
        total = float(np.cumsum(np.concatenate([[total], 1 / farther]))[-1])
    return total / (count * (count - 1))


def local_efficiency(G: BackendGraph) -> float:
    """As ``networkx.local_efficiency``; the order of its sums is that of the neighbors."""
    count = len(G)
    found, levels = np.zeros(count), np.full(count, OUTSIDE, np.int32)
    Cpu().call(efficiency_around, *G.successors[:2], levels, np.empty(count, np.int32), found)
    total: float = sum(found.tolist())
    return total / count


def efficiency_around(ptr, neighbors, levels, queue, found):
    """The efficiency of the graph of each vertex's neighbors; the rest of the graph has the level OUTSIDE."""
    for vertex in range(ptr.size - 1):
        first, last = ptr[vertex], ptr[vertex + 1]
        size = last - first
        if size < 2:
            continue
        for start in range(first, last):
            levels[neighbors[start]] = UNSEEN
        total = 0.0
        for start in range(first, last):
            end = search_inside(ptr, neighbors, neighbors[start], levels, queue)
            for place in range(end):
                member = queue[place]
                if place > 0:
                    total += 1 / levels[member]
                levels[member] = UNSEEN
        found[vertex] = total / (size * (size - 1))
        for start in range(first, last):
            levels[neighbors[start]] = OUTSIDE


def search_inside(ptr, neighbors, source, levels, queue):
    """Label what can be reached without the vertices OUTSIDE; how many there are."""
    queue[0] = source
    levels[source] = 0
    place, end = 0, 1
    while place < end:
        vertex = queue[place]
        for edge in range(ptr[vertex], ptr[vertex + 1]):
            neighbor = neighbors[edge]
            if levels[neighbor] == UNSEEN:
                levels[neighbor] = levels[vertex] + 1
                queue[end] = neighbor
                end += 1
        place += 1
    return end
