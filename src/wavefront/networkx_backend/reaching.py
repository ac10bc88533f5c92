"""Reaching centrality: networkx.algorithms.centrality.reaching."""

from __future__ import annotations

from typing import Any

import networkx as nx
import numpy as np

from .convert import BackendGraph
from .levels import each_level
from .ordered_bfs import search
from .unweighted import require_node


def local_reaching_centrality(
    G: BackendGraph, v: Any, paths: None = None, weight: None = None, normalized: bool = True
) -> float:
    """As ``networkx.local_reaching_centrality``, without weights."""
    require_edges(G)
    require_more_than_one(G)
    vertex = require_node(G, v, f"Source {v} not in G")
    return share(G, search(G.successors, [vertex]).levels)


def global_reaching_centrality(G: BackendGraph, weight: None = None, normalized: bool = True) -> float:
    """As ``networkx.global_reaching_centrality``, without weights."""
    require_edges(G)
    require_more_than_one(G)
    shares = [share(G, levels) for levels in each_level(G.graph, np.arange(len(G)))]
    largest = max(shares)
    total: float = sum(largest - each for each in shares)
    return total / (len(G) - 1)


def require_edges(graph: BackendGraph) -> None:
    """Raises NetworkX's error for a graph without edges."""
    if not graph.successors.neighbors.size:
        raise nx.NetworkXError("Size of G must be positive")


def require_more_than_one(graph: BackendGraph) -> None:
    """Raises NetworkX's error for one node with a loop."""
    if len(graph) == 1:
        raise nx.NetworkXError("local_reaching_centrality of a single node with self-loop not well-defined")


def share(graph: BackendGraph, levels: np.ndarray) -> float:
    """What part of the other vertices has a level; in an undirected graph, far ones count less."""
    farther = levels[levels > 0]
    if graph.is_directed():
        return farther.size / (len(graph) - 1)
    total: float = sum((1 / np.sort(farther)).tolist())  # NetworkX meets the near ones first
    return total / (len(graph) - 1)


def can_reach(paths: Any = None, weight: Any = None, **_: Any) -> bool | str:
    """Weights, and paths of the caller's, stay with NetworkX."""
    return (paths is None and weight is None) or "weights and given paths aren't counted here"
