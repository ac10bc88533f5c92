"""Triangles and clustering of undirected graphs: networkx.algorithms.cluster."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from ..algorithms.triangles import triangles as count_triangles
from .common_neighbors import per_entry
from .convert import BackendGraph


def counts(graph: BackendGraph) -> tuple[list[int], list[int]]:
    """Twice the triangles at each vertex, and its neighbors without itself."""
    src = np.repeat(np.arange(len(graph)), np.diff(graph.successors.ptr))
    loops = np.bincount(src[src == graph.successors.neighbors], minlength=len(graph))
    corners = 2 * count_triangles(graph.graph).counts.astype(np.int64)
    return corners.tolist(), (np.diff(graph.successors.ptr) - loops).tolist()


def triangles(G: BackendGraph, nodes: Any = None) -> Any:
    """As ``networkx.triangles``."""
    found = dict(zip(G.nodes, count_triangles(G.graph).counts.tolist(), strict=True))
    return chosen(G, found, nodes)


def chosen(graph: BackendGraph, found: dict[Any, Any], nodes: Any) -> Any:
    """What was found for these nodes: one number for a node, a dictionary for several or None."""
    if nodes is None:
        return found
    return found[nodes] if nodes in graph else {node: found[node] for node in graph.origin.nbunch_iter(nodes)}


def clustering(G: BackendGraph, nodes: Any = None, weight: None = None) -> Any:
    """As ``networkx.clustering``, without weights."""
    found = {
        node: 0 if corners == 0 else corners / (degree * (degree - 1))
        for node, corners, degree in zip(G.nodes, *counts(G), strict=True)
    }
    return chosen(G, found, nodes)


def average_clustering(
    G: BackendGraph, nodes: Any = None, weight: None = None, count_zeros: bool = True
) -> float:
    """As ``networkx.average_clustering``, without weights."""
    values = clustering(G, nodes).values()
    if not count_zeros:
        values = [value for value in values if abs(value) > 0]
    mean: float = sum(values) / len(values)
    return mean


def transitivity(G: BackendGraph) -> float:
    """As ``networkx.transitivity``."""
    corners, degrees = counts(G)
    closed = sum(corners)
    return 0 if closed == 0 else closed / sum(degree * (degree - 1) for degree in degrees)


def generalized_degree(G: BackendGraph, nodes: Any = None) -> Any:
    """As ``networkx.generalized_degree``."""
    ptr, neighbors = G.successors[:2]
    common, ends = per_entry(ptr, neighbors).tolist(), ptr.tolist()
    rows = zip(G.nodes, ends[:-1], ends[1:], strict=True)
    found = {node: Counter(each for each in common[first:end] if each >= 0) for node, first, end in rows}
    return chosen(G, found, nodes)


def can_cluster(weight: Any = None, **_: Any) -> bool | str:
    """Weights stay with NetworkX."""
    return weight is None or "weights aren't counted here"
