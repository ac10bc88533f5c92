"""How many neighbors the ends of an edge have in common, by one thread of compiled code."""

from __future__ import annotations

import numpy as np

from ..device import Cpu


def per_entry(ptr: np.ndarray, neighbors: np.ndarray) -> np.ndarray:
    """The third corners of triangles on each entry of an undirected graph's lists: E int64, -1 for a loop.

    The graph has no parallel edges.
    """
    counts = np.full(neighbors.size, -1, np.int64)
    Cpu().call(count_common, ptr, neighbors, np.full(ptr.size - 1, -1, np.int64), counts)
    return counts


def count_common(ptr, neighbors, marks, counts):
    """Mark each vertex's neighbors, and count the marks that its neighbors see."""
    for vertex in range(ptr.size - 1):
        for edge in range(ptr[vertex], ptr[vertex + 1]):
            marks[neighbors[edge]] = vertex
        marks[vertex] = -1
        for edge in range(ptr[vertex], ptr[vertex + 1]):
            neighbor = neighbors[edge]
            if neighbor == vertex:
                continue
            count = 0
            for other in range(ptr[neighbor], ptr[neighbor + 1]):
                if marks[neighbors[other]] == vertex and neighbors[other] != neighbor:
                    count += 1
            counts[edge] = count
