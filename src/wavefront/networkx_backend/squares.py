"""Clustering by squares: networkx.algorithms.cluster.square_clustering. One thread of compiled code.

Source: Zhang, Wang, Li, Di and Fan, "Clustering Coefficient and Community Structure of Bipartite Networks",
Physica A 2008.
"""

from __future__ import annotations

from typing import Any

import networkx as nx
import numpy as np

from ..device import Cpu
from .cluster import chosen
from .convert import BackendGraph


def square_clustering(G: BackendGraph, nodes: Any = None) -> Any:
    """As ``networkx.square_clustering``, of an undirected graph."""
    count = len(G)
    wanted = np.ones(count, bool)
    if nodes is not None:
        wanted[:] = False
        wanted[[G.index[node] for node in ([nodes] if nodes in G else G.origin.nbunch_iter(nodes))]] = True
    squares, potential = np.zeros(count, np.int64), np.zeros(count, np.int64)
    src = np.repeat(np.arange(count), np.diff(G.successors.ptr))
    loops = src[src == G.successors.neighbors]
    if loops.size and nx.__version__.startswith("3.4"):
        raise NotImplementedError("NetworkX 3.4 counts squares with self-loops")
    degrees = np.diff(G.successors.ptr) - np.bincount(loops, minlength=count)
    marks = np.full(count, -1, np.int32), np.zeros(count, np.int64), np.empty(count, np.int32)
    Cpu().call(count_squares, *G.successors[:2], degrees, wanted, *marks, squares, potential)
    pairs = zip(G.nodes, squares.tolist(), potential.tolist(), strict=True)
    return chosen(G, {node: some / most if most > 0 else 0 for node, some, most in pairs}, nodes)


def count_squares(ptr, neighbors, degrees, wanted, marks, common, met, squares, potential):
    """Count the squares at each wanted vertex, and those that its degrees leave room for."""
    for vertex in range(wanted.size):
        less = degrees[vertex] - 1
        if not wanted[vertex] or less <= 0:
            continue
        for edge in range(ptr[vertex], ptr[vertex + 1]):
            marks[neighbors[edge]] = vertex
        end, room, triangles, found = 0, 0, 0, 0
        for edge in range(ptr[vertex], ptr[vertex + 1]):
            near = neighbors[edge]
            if near == vertex:
                continue
            room += degrees[near] * less
            for second in range(ptr[near], ptr[near + 1]):
                far = neighbors[second]
                if far != near and far != vertex:
                    if common[far] == 0:
                        met[end] = far
                        end += 1
                    common[far] += 1
        for place in range(end):
            far = met[place]
            if marks[far] == vertex:
                triangles += common[far]
            found += common[far] * (common[far] - 1)
            common[far] = 0
        squares[vertex] = found // 2
        potential[vertex] = room - degrees[vertex] * less - triangles - found // 2
