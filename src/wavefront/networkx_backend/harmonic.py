"""Harmonic centrality: networkx.algorithms.centrality.harmonic."""

from __future__ import annotations

from typing import Any

import numpy as np

from .convert import BackendGraph
from .levels import each_level


def harmonic_centrality(
    G: BackendGraph, nbunch: Any = None, distance: None = None, sources: Any = None
) -> dict[Any, float]:
    """As ``networkx.harmonic_centrality``, without weights; sums are NetworkX's to the last bit."""
    origin = G.origin
    targets = set(origin.nbunch_iter(nbunch) if nbunch is not None else G.nodes)
    starts = set(origin.nbunch_iter(sources) if sources is not None else G.nodes)
    inverse = 1 / np.arange(1, len(G) + 1, dtype=np.float64)
    inverse = np.concatenate(
        [[0.0], inverse, [0.0]]
    )  # by level; the last, of level -1, is an unreached vertex's
    if len(targets) < len(starts):
        ends = np.array([G.index[node] for node in starts], np.int64)
        nodes = list(targets)
        totals = []
        for levels in each_level(G.reversed, np.array([G.index[node] for node in nodes], np.int64)):
            terms = inverse[np.sort(levels[ends])]  # NetworkX meets the near ones first
            totals.append(float(np.cumsum(terms)[-1]))
    else:
        sums = np.zeros(len(G))
        for levels in each_level(G.graph, np.array([G.index[node] for node in starts], np.int64)):
            sums += inverse[levels]
        nodes = list(targets)
        totals = [float(sums[G.index[node]]) for node in nodes]
    return {node: total or 0 for node, total in zip(nodes, totals, strict=True)}


def can_sum(distance: Any = None, **_: Any) -> bool | str:
    """Weights stay with NetworkX."""
    return distance is None or "weights aren't counted here"
