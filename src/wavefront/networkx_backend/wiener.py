"""The Wiener index: networkx.algorithms.wiener."""

from __future__ import annotations

import numpy as np

from ..algorithms.multi_source_bfs.totals import totals
from ..device import Cpu
from .components import is_one
from .convert import BackendGraph


def wiener_index(G: BackendGraph, weight: None = None) -> float:
    """As ``networkx.wiener_index``, without weights."""
    if not is_one(G, "strong"):
        return float("inf")
    total = int(totals(G.graph, np.arange(len(G)), Cpu()).total.sum())
    return total if G.is_directed() else total / 2


def can_sum_levels(weight: object = None, **_: object) -> bool | str:
    """Weights stay with NetworkX."""
    return weight is None or "weights aren't counted here"
