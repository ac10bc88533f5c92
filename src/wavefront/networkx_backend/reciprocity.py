"""Edges that lead both ways: networkx.algorithms.reciprocity."""

from __future__ import annotations

from typing import Any

import networkx as nx
import numpy as np

from .convert import BackendGraph


def overall_reciprocity(G: BackendGraph) -> float:
    """As ``networkx.overall_reciprocity``."""
    count, lists = len(G), G.successors
    edges = lists.neighbors.size
    if edges == 0:
        raise nx.NetworkXError("Not defined for empty graphs")
    src = np.repeat(np.arange(count), np.diff(lists.ptr))
    pairs = np.sort(np.minimum(src, lists.neighbors) * count + np.maximum(src, lists.neighbors))
    twice = int((pairs[1:] == pairs[:-1]).sum())
    return 2 * twice / edges


def reciprocity(G: BackendGraph, nodes: None = None) -> float:
    """As ``networkx.reciprocity`` of all nodes."""
    return overall_reciprocity(G)


def can_pair(nodes: Any = None, **_: Any) -> bool | str:
    """Single nodes stay with NetworkX."""
    return nodes is None or "of single nodes NetworkX is as fast"
