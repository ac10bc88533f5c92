"""Flow hierarchy: networkx.algorithms.hierarchy."""

from __future__ import annotations

from typing import Any

import networkx as nx
import numpy as np

from ..algorithms.components import connected_components
from .convert import BackendGraph


def flow_hierarchy(G: BackendGraph, weight: None = None) -> float:
    """As ``networkx.flow_hierarchy`` of a directed graph, without weights."""
    lists = G.successors
    if lists.neighbors.size == 0:
        raise nx.NetworkXError("flow_hierarchy not applicable to empty graphs")
    component = connected_components(G.graph, "strong").components
    src = np.repeat(np.arange(len(G)), np.diff(lists.ptr))
    within = int((component[src] == component[lists.neighbors]).sum())
    return 1 - within / lists.neighbors.size


def can_rank(weight: Any = None, **_: Any) -> bool | str:
    """Weights stay with NetworkX."""
    return weight is None or "weights aren't counted here"
