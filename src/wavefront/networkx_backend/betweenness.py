"""Betweenness centrality: networkx.algorithms.centrality.betweenness."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..algorithms import betweenness as brandes
from .convert import BackendGraph


def betweenness_centrality(
    G: BackendGraph,
    k: None = None,
    normalized: bool = True,
    weight: None = None,
    endpoints: bool = False,
    seed: Any = None,
) -> dict[Any, float]:
    """As ``networkx.betweenness_centrality`` of all nodes, without weights."""
    if len(G) == 0:
        return {}
    found = brandes.betweenness_centrality(G.graph, normalized=bool(normalized))
    return dict(zip(G.nodes, found.scores.tolist(), strict=True))


def edge_betweenness_centrality(
    G: BackendGraph, k: None = None, normalized: bool = True, weight: None = None, seed: Any = None
) -> dict[tuple[Any, Any], float]:
    """As ``networkx.edge_betweenness_centrality`` of all nodes, without weights."""
    if len(G) == 0:
        return {}
    found = brandes.betweenness_centrality(G.graph, normalized=bool(normalized), edges=True)
    assert found.edge_scores is not None
    src = np.repeat(np.arange(len(G)), np.diff(G.successors.ptr))
    dst = G.successors.neighbors
    scores = np.empty(dst.size)
    scores[np.lexsort((dst, src))] = found.edge_scores  # from sorted lists to NetworkX's order
    if not G.is_directed():
        once = dst >= src
        src, dst, scores = src[once], dst[once], scores[once]
    ends = zip(G.names(src), G.names(dst), strict=True)
    return dict(zip(ends, scores.tolist(), strict=True))


def can_score(k: int | None = None, weight: Any = None, endpoints: bool = False, **_: Any) -> bool | str:
    """Weights, samples, whose scaling differs between NetworkX's versions, and endpoints stay there."""
    if weight is not None:
        return "weights aren't counted here"
    return (k is None and not endpoints) or "samples and endpoints are NetworkX's own"
