"""The labels of a search: what marks a vertex that isn't visited, and who may label it."""

import numpy as np

from ..atomics import atomic_cas
from ..device import Device
from ..graph import Graph

UNVISITED = -1


def claim(levels, vertex, curr_level):
    """Whether this thread, of all that reach the vertex, is the one that labels it."""
    if levels[vertex] != UNVISITED:  # a plain read first: most neighbors were visited long ago
        return False
    return atomic_cas(levels, vertex, UNVISITED, curr_level) == UNVISITED


def initial_labels(
    graph: Graph, sources: np.ndarray, device: Device, predecessors: bool
) -> tuple[np.ndarray, np.ndarray]:
    """What a traversal starts from: V int32 levels, 0 for the sources, and V predecessors, all -1.

    The predecessors are an empty array, which kernels take as "don't record", if they aren't wanted.
    """
    levels = device.xp.full(graph.num_vertices, UNVISITED, np.int32)
    levels[device.xp.asarray(sources)] = 0
    count = graph.num_vertices if predecessors else 0
    return levels, device.xp.full(count, -1, graph.csr.dst.dtype)
