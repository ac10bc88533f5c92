"""Degree centrality and isolated nodes: networkx.algorithms.centrality.degree_alg, isolate."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from .convert import BackendGraph
from .weights import Lists


def degrees_of(graph: BackendGraph, *sides: Lists) -> np.ndarray:
    """How many edges each vertex has; a loop of an undirected graph counts twice."""
    degrees = sum(np.diff(lists.ptr) for lists in sides)
    if not graph.is_directed():
        src = np.repeat(np.arange(len(graph)), np.diff(graph.successors.ptr))
        degrees = degrees + np.bincount(src[src == graph.successors.neighbors], minlength=len(graph))
    return np.asarray(degrees)


def shares(graph: BackendGraph, *sides: Lists) -> dict[Any, float]:
    """The degrees by what they could be at most, without loops."""
    if len(graph) <= 1:
        return dict.fromkeys(graph.nodes, 1)
    degrees = degrees_of(graph, *sides) * (1.0 / (len(graph) - 1.0))
    return dict(zip(graph.nodes, degrees.tolist(), strict=True))


def degree_centrality(G: BackendGraph) -> dict[Any, float]:
    """As ``networkx.degree_centrality``, of a graph without parallel edges."""
    return shares(G, *((G.successors, G.predecessors) if G.is_directed() else (G.successors,)))


def in_degree_centrality(G: BackendGraph) -> dict[Any, float]:
    """As ``networkx.in_degree_centrality``, of a graph without parallel edges."""
    return shares(G, G.predecessors)


def out_degree_centrality(G: BackendGraph) -> dict[Any, float]:
    """As ``networkx.out_degree_centrality``, of a graph without parallel edges."""
    return shares(G, G.successors)


def isolates(G: BackendGraph) -> Iterator[Any]:
    """As ``networkx.isolates``."""
    return (node for node in G.names(alone(G)))


def number_of_isolates(G: BackendGraph) -> int:
    """As ``networkx.number_of_isolates``."""
    return alone(G).size


def alone(graph: BackendGraph) -> np.ndarray:
    """The vertices without edges."""
    return np.flatnonzero((np.diff(graph.successors.ptr) == 0) & (np.diff(graph.predecessors.ptr) == 0))
