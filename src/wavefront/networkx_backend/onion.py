"""The layers of cores: networkx.algorithms.core.onion_layers.

Source: Hebert-Dufresne, Grochow and Allard, "Multi-scale Structure and Topological Anomaly Detection via a
New Network Statistic: The Onion Decomposition", Scientific Reports 2016. One thread.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..device import Cpu
from .convert import BackendGraph
from .core import require_no_loops


def onion_layers(G: BackendGraph) -> dict[Any, int]:
    """As ``networkx.onion_layers``, of an undirected graph."""
    require_no_loops(G, "contains")
    count = len(G)
    degrees = np.diff(G.successors.ptr).astype(np.int32)
    layers, before = np.zeros(count, np.int32), np.zeros(count, np.int32)
    Cpu().call(peel_layers, *G.successors[:2], degrees, layers, before, np.empty(count, np.int32))
    order = np.lexsort((before, layers))  # within a layer, NetworkX meets the least degree first
    return dict(zip(G.names(order), layers[order].tolist(), strict=True))


def peel_layers(ptr, neighbors, degrees, layers, before, queue):
    """Number the layers; `before` becomes the degree of each vertex when its layer's turn comes."""
    count = degrees.size
    place, end, layer, core = 0, 0, 1, 0
    for vertex in range(count):
        if degrees[vertex] == 0:
            layers[vertex] = layer
            queue[end] = vertex
            end += 1
    if end > 0:
        layer += 1
    place, core = end, 1
    while place < count:
        if end == place:  # nothing is left at this core: the least degree is the next
            least = count
            for vertex in range(count):
                if layers[vertex] == 0 and degrees[vertex] < least:
                    least = degrees[vertex]
            core = max(core, least)
            for vertex in range(count):
                if layers[vertex] == 0 and degrees[vertex] <= core:
                    layers[vertex] = layer
                    queue[end] = vertex
                    end += 1
        last = end
        for inside in range(place, last):
            vertex = queue[inside]
            layers[vertex] = layer
            before[vertex] = degrees[vertex]
        for inside in range(place, last):
            vertex = queue[inside]
            for edge in range(ptr[vertex], ptr[vertex + 1]):
                neighbor = neighbors[edge]
                degrees[neighbor] -= 1
                if layers[neighbor] == 0 and degrees[neighbor] <= core:
                    layers[neighbor] = layer + 1
                    queue[end] = neighbor
                    end += 1
        place = last
        layer += 1
