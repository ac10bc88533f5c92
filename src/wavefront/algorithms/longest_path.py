"""Longest path of a directed graph without cycles: the critical path of a plan.

Source: Lawler, "Combinatorial Optimization: Networks and Matroids", 1976, section 2.4, by levels: every edge
leads to a higher topological level, so that a vertex looks back along its in-edges once all lower levels are
done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..device import Cpu
from ..errors import InputError, checked_flag
from ..graph.vertices import require_graph
from .by_level import by_level
from .topological_levels import topological_levels

if TYPE_CHECKING:
    from ..graph import Graph


def longest_path(graph: Graph, *, weighted: bool = False) -> list[int]:
    """The vertices of a longest path of a directed acyclic graph, from its start to its end.

    Length is the number of edges or, with `weighted`, the sum of weights, where there are any. Of equally
    long paths, the end and then each vertex before it is the smallest id. Where all weights are negative the
    path is a single vertex, and without vertices []. A graph on a GPU is copied to the CPU and searched
    there. O(V + E).

    Parameters
    ----------
    weighted
        Whether weights count.

    Raises
    ------
    InputError
        For a cycle, naming a vertex on it, or a weight that is NaN.
    """
    require_graph(graph)
    weighted = checked_flag("weighted", weighted)
    host, device = graph.to_device("cpu"), Cpu()
    found = topological_levels(host)
    if not host.num_vertices:
        return []
    dst_ptr, src, weights = host.csc
    if not weighted or weights is None:
        weights = np.empty(0)
    elif weights.dtype.kind == "f" and np.isnan(weights).any():
        raise InputError("a weight is NaN, which is neither long nor short")
    lengths, before = np.zeros(host.num_vertices), np.full(host.num_vertices, -1, src.dtype)
    levels = by_level(found.levels, src.dtype, device)
    levels.down(look_back, dst_ptr, src, weights, lengths, before)
    vertex, path = int(lengths.argmax()), []
    while vertex >= 0:
        path.append(vertex)
        vertex = int(before[vertex])
    return path[::-1]


def look_back(place, order, dst_ptr, src, weights, lengths, before):
    """Find the longest path to the vertex from those to its in-neighbors."""
    vertex = order[place]
    for edge in range(dst_ptr[vertex], dst_ptr[vertex + 1]):
        length = lengths[src[edge]] + (weights[edge] if weights.size else 1.0)
        if length > lengths[vertex]:
            lengths[vertex] = length
            before[vertex] = src[edge]
