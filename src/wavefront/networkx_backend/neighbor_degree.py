"""Degrees of neighbors: networkx.algorithms.assortativity.neighbor_degree."""

from __future__ import annotations

from typing import Any

import networkx as nx
import numpy as np

from .convert import BackendGraph
from .degree import degrees_of
from .weights import Lists


def average_neighbor_degree(
    G: BackendGraph, source: str = "out", target: str = "out", nodes: None = None, weight: None = None
) -> dict[Any, float]:
    """As ``networkx.average_neighbor_degree``, of all nodes and without weights."""
    near, counted = sides(G, source, "source"), sides(G, target, "target")
    target_degrees = degrees_of(G, *counted)
    sums = np.zeros(len(G), np.int64)
    for lists in near:
        running = np.concatenate([[0], np.cumsum(target_degrees[lists.neighbors])])
        sums += running[lists.ptr[1:]] - running[lists.ptr[:-1]]
    degrees = degrees_of(G, *near)
    means = np.divide(sums, degrees, out=np.zeros(len(G)), where=degrees != 0)
    return dict(zip(G.nodes, means.tolist(), strict=True))


def sides(graph: BackendGraph, name: str, argument: str) -> list[Lists]:
    """The lists of the neighbors that are meant. Raises NetworkX's errors for other names."""
    if not graph.is_directed():
        if name != "out":
            raise nx.NetworkXError("source and target arguments are only supported for directed graphs")
        return [graph.successors]
    if name not in ("in", "out", "in+out"):
        raise nx.NetworkXError(f"{argument} argument {name} must be 'in', 'out' or 'in+out'")
    both = ("out", "successors"), ("in", "predecessors")
    return [getattr(graph, lists) for side, lists in both if side in name]


def can_average_degrees(nodes: Any = None, weight: Any = None, **_: Any) -> bool | str:
    """Weights and single nodes stay with NetworkX."""
    return (nodes is None and weight is None) or "weights and single nodes aren't counted here"
