"""Floyd and Warshall's algorithm: networkx.algorithms.shortest_paths.dense."""

from __future__ import annotations

from typing import Any

import networkx as nx
import numpy as np

from ..device import Cpu
from .convert import BackendGraph


def floyd_warshall_numpy(G: BackendGraph, nodelist: Any = None, weight: Any = "weight") -> np.ndarray:
    """As ``networkx.floyd_warshall_numpy``: V x V float64."""
    count = len(G)
    if nodelist is not None and not (len(nodelist) == count == len(set(nodelist))):
        raise nx.NetworkXError(
            "nodelist must contain every node in G with no repeats."
            "If you wanted a subgraph of G use G.subgraph(nodelist)"
        )
    nodes = G.nodes if nodelist is None else list(nodelist)
    if count == 0 or not all(node in G for node in nodes):
        raise NotImplementedError("no nodes, or others than the graph's")
    lists = G.fully_weighted(weight)
    distances = np.full((count, count), np.inf)
    distances[np.repeat(np.arange(count), np.diff(lists.ptr)), lists.neighbors] = lists.weights
    if nodelist is not None:
        order = np.array([G.index[node] for node in nodes])
        distances = np.ascontiguousarray(distances[np.ix_(order, order)])
    np.fill_diagonal(distances, 0)
    Cpu().call(shorten, distances, np.empty(count))
    return distances


def shorten(distances, row):
    """Let each vertex in turn be passed through."""
    count = row.size
    for middle in range(count):
        for end in range(count):
            row[end] = distances[middle, end]
        for start in range(count):
            first = distances[start, middle]
            for end in range(count):
                length = row[end] + first
                if length < distances[start, end]:
                    distances[start, end] = length
