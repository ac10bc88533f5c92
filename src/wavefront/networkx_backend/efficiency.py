"""Efficiency: networkx.algorithms.efficiency_measures."""

from __future__ import annotations

import numpy as np

from .convert import BackendGraph
from .levels import each_level


def global_efficiency(G: BackendGraph) -> float:
    """As ``networkx.global_efficiency``; the sum is NetworkX's to the last bit."""
    count = len(G)
    if count < 2:
        return 0
    total = 0.0
    for levels in each_level(G.graph, np.arange(count)):
        farther = np.sort(levels[levels > 0])  # NetworkX meets the near ones first
        total = float(np.cumsum(np.concatenate([[total], 1 / farther]))[-1])
    return total / (count * (count - 1))
