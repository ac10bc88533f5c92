"""The labels of a search: the mark of an unvisited vertex, and the claim that decides who labels it."""

import numpy as np

from ..atomics import atomic_cas
from ..device import Device
from ..graph import Graph

UNVISITED = -1


def claim(levels, vertex, curr_level):
    """Whether this thread labels the vertex: exactly one of the threads that reach it does."""
    if levels[vertex] != UNVISITED:  # a plain read first: most neighbors were visited before
        return False
    return atomic_cas(levels, vertex, UNVISITED, curr_level) == UNVISITED


def initial_labels(
    graph: Graph, sources: np.ndarray, device: Device, predecessors: bool
) -> tuple[np.ndarray, np.ndarray]:
    """Initial arrays of a traversal: V int32 levels, 0 for the sources, else -1; V predecessors, all -1.

    If predecessors aren't wanted, their array is empty, which tells kernels not to record any.
    """
    levels = device.xp.full(graph.num_vertices, UNVISITED, np.int32)
    levels[device.xp.asarray(sources)] = 0
    count = graph.num_vertices if predecessors else 0
    return levels, device.xp.full(count, -1, graph.csr.dst.dtype)
