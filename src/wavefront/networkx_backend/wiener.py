"""The Wiener index: networkx.algorithms.wiener."""

from __future__ import annotations

import numpy as np

from .components import is_one
from .convert import BackendGraph
from .levels import each_level


def wiener_index(G: BackendGraph, weight: None = None) -> float:
    """As ``networkx.wiener_index``, without weights."""
    if not is_one(G, "strong"):
        return float("inf")
    total = sum(int(levels.sum(dtype=np.int64)) for levels in each_level(G.graph, np.arange(len(G))))
    return total if G.is_directed() else total / 2


def can_sum_levels(weight: object = None, **_: object) -> bool | str:
    """Weights stay with NetworkX."""
    return weight is None or "weights aren't counted here"
