"""The Wiener index and its relatives: networkx.algorithms.wiener."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .components import is_one
from .convert import BackendGraph
from .degree import degrees_of
from .generic import Weight, sum_of_lengths
from .levels import each_level


def wiener_index(G: BackendGraph, weight: Weight = None) -> Any:
    """As ``networkx.wiener_index``."""
    if not is_one(G, "strong"):
        return float("inf")
    total = sum_of_lengths(G, weight)
    return total if G.is_directed() else total / 2


def hyper_wiener_index(G: BackendGraph, weight: None = None) -> float:
    """As ``networkx.hyper_wiener_index``, without weights."""
    return index_of(G, lambda levels, _: levels + levels**2)


def schultz_index(G: BackendGraph, weight: None = None) -> float:
    """As ``networkx.schultz_index``, without weights."""
    degrees = degrees_of(G, G.successors)
    return index_of(G, lambda levels, vertex: levels * (degrees[vertex] + degrees))


def gutman_index(G: BackendGraph, weight: None = None) -> float:
    """As ``networkx.gutman_index``, without weights."""
    degrees = degrees_of(G, G.successors)
    return index_of(G, lambda levels, vertex: levels * degrees[vertex] * degrees)


def index_of(graph: BackendGraph, terms: Callable[[np.ndarray, int], np.ndarray]) -> float:
    """Half the sum of the terms of all pairs of nodes, by the levels V int64 from a vertex."""
    if not is_one(graph, "weak"):
        return float("inf")
    levels = each_level(graph.graph, np.arange(len(graph)))
    return sum(int(terms(each.astype(np.int64), v).sum()) for v, each in enumerate(levels)) / 2


def can_sum_levels(weight: object = None, **_: object) -> bool | str:
    """Weights stay with NetworkX."""
    return weight is None or "weights aren't counted here"
