"""Trees and forests: networkx.algorithms.tree.recognition."""

from __future__ import annotations

import networkx as nx
import numpy as np

from ..algorithms.components import connected_components as find
from .components import is_one
from .convert import BackendGraph


def edge_count(graph: BackendGraph) -> int:
    """How many edges a graph without parallel edges has."""
    entries = graph.successors.neighbors.size
    if graph.is_directed():
        return entries
    src = np.repeat(np.arange(len(graph)), np.diff(graph.successors.ptr))
    return (entries + int((src == graph.successors.neighbors).sum())) // 2


def require_nodes(graph: BackendGraph) -> None:
    """Raises NetworkXPointlessConcept for a graph without nodes."""
    if len(graph) == 0:
        raise nx.exception.NetworkXPointlessConcept("G has no nodes.")


def has_one_parent(graph: BackendGraph) -> bool:
    """Whether no vertex has two edges towards it."""
    return bool((np.diff(graph.predecessors.ptr) <= 1).all())


def is_tree(G: BackendGraph) -> bool:
    """As ``networkx.is_tree``, of a graph without parallel edges."""
    require_nodes(G)
    return len(G) - 1 == edge_count(G) and is_one(G, "weak")


def is_forest(G: BackendGraph) -> bool:
    """As ``networkx.is_forest``, of a graph without parallel edges."""
    require_nodes(G)
    return len(G) - find(G.graph).num_components == edge_count(G)


def is_arborescence(G: BackendGraph) -> bool:
    """As ``networkx.is_arborescence``, of a graph without parallel edges."""
    return is_tree(G) and has_one_parent(G)


def is_branching(G: BackendGraph) -> bool:
    """As ``networkx.is_branching``, of a graph without parallel edges."""
    return is_forest(G) and has_one_parent(G)
