"""Spanning trees of least and of greatest weight: networkx.algorithms.tree.mst.

Source: Kruskal, "On the Shortest Spanning Subtree of a Graph and the Traveling Salesman Problem", Proceedings
of the American Mathematical Society 1956. As in NetworkX, edges of equal weight come in the graph's order.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import networkx as nx
import numpy as np

from ..device import Cpu
from .convert import BackendGraph


def tree_edges(graph: BackendGraph, weight: Any, minimum: bool) -> list[tuple[Any, Any]]:
    """The ends of the edges of a spanning forest, in the order chosen."""
    lists = graph.fully_weighted(weight)
    src = np.repeat(np.arange(len(graph), dtype=np.int32), np.diff(lists.ptr))
    once = np.flatnonzero(lists.neighbors > src)
    weights = lists.weights[once]
    order = once[np.argsort(weights if minimum else -weights, kind="stable")]
    src, dst = src[order], lists.neighbors[order]
    chosen = np.zeros(order.size, bool)
    Cpu().call(join, src, dst, np.arange(len(graph), dtype=np.int32), chosen)
    return list(zip(graph.names(src[chosen]), graph.names(dst[chosen]), strict=True))


def join(src, dst, trees, chosen):
    """Choose each edge in order that joins two trees; the root of a tree is the vertex above itself."""
    for edge in range(src.size):
        one, other = root(src[edge], trees), root(dst[edge], trees)
        if one != other:
            chosen[edge] = True
            if one < other:
                trees[other] = one
            else:
                trees[one] = other


def root(vertex, trees):
    """The root of the vertex's tree; the way up to it is halved."""
    while trees[vertex] != vertex:
        trees[vertex] = trees[trees[vertex]]
        vertex = trees[vertex]
    return vertex


def spanning_edges(graph: BackendGraph, weight: Any, minimum: bool, data: bool) -> Iterator[tuple[Any, ...]]:
    """The edges as NetworkX returns them, with their attributes or without."""
    edges = tree_edges(graph, weight, bool(minimum))
    if not data:
        return iter(edges)
    adjacency = graph.origin._adj
    return ((u, v, adjacency[u][v]) for u, v in edges)


def spanning_tree(graph: BackendGraph, weight: Any, minimum: bool) -> nx.Graph:
    """A graph of the same class with all nodes and the edges of the forest, with their attributes."""
    origin = graph.origin
    tree = origin.__class__()
    tree.graph.update(origin.graph)
    tree.add_nodes_from(origin.nodes.items())
    tree.add_edges_from(spanning_edges(graph, weight, minimum, True))
    return tree


def minimum_spanning_edges(
    G: BackendGraph,
    algorithm: str = "kruskal",
    weight: Any = "weight",
    keys: bool = True,
    data: bool = True,
    ignore_nan: bool = False,
) -> Iterator[tuple[Any, ...]]:
    """As ``networkx.minimum_spanning_edges``, by Kruskal's algorithm."""
    return spanning_edges(G, weight, True, data)


def maximum_spanning_edges(
    G: BackendGraph,
    algorithm: str = "kruskal",
    weight: Any = "weight",
    keys: bool = True,
    data: bool = True,
    ignore_nan: bool = False,
) -> Iterator[tuple[Any, ...]]:
    """As ``networkx.maximum_spanning_edges``, by Kruskal's algorithm."""
    return spanning_edges(G, weight, False, data)


def minimum_spanning_tree(
    G: BackendGraph, weight: Any = "weight", algorithm: str = "kruskal", ignore_nan: bool = False
) -> nx.Graph:
    """As ``networkx.minimum_spanning_tree``, by Kruskal's algorithm."""
    return spanning_tree(G, weight, True)


def maximum_spanning_tree(
    G: BackendGraph, weight: Any = "weight", algorithm: str = "kruskal", ignore_nan: bool = False
) -> nx.Graph:
    """As ``networkx.maximum_spanning_tree``, by Kruskal's algorithm."""
    return spanning_tree(G, weight, False)


def can_span(weight: Any = "weight", algorithm: str = "kruskal", **_: Any) -> bool | str:
    """Other algorithms stay with NetworkX."""
    if callable(weight):
        return "the weight is no attribute's name"
    return algorithm == "kruskal" or "only Kruskal's algorithm is here"
