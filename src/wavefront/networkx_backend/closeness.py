"""Closeness centrality: networkx.algorithms.centrality.closeness."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..algorithms.multi_source_bfs.totals import totals
from ..device import Cpu
from .convert import BackendGraph
from .ordered_dijkstra import numbers, shortest_paths
from .unweighted import require_node
from .weighted import Weight


def closeness_centrality(
    G: BackendGraph, u: Any = None, distance: Weight | None = None, wf_improved: bool = True
) -> Any:
    """As ``networkx.closeness_centrality``: by the distances towards a node."""
    missing = f"Source {u} is not in G" if distance is None else f"Node {u} not found in graph"
    vertices = np.arange(len(G)) if u is None else np.array([require_node(G, u, missing)])
    scores = []
    if distance is None:
        counts = totals(G.reversed, vertices, Cpu())
        for reached, total in zip(counts.reached.tolist(), counts.total.tolist(), strict=True):
            scores.append(score(reached, total, len(G), wf_improved))
    else:
        lists = G.weighted(distance, incoming=True)
        for vertex in vertices.tolist():
            paths, _ = shortest_paths(lists, [vertex])
            total = sum(numbers(lists, paths, paths.done))  # in the order done, as NetworkX adds them up
            scores.append(score(paths.done.size, total, len(G), wf_improved))
    return scores[0] if u is not None else dict(zip(G.nodes, scores, strict=True))


def score(reached: int, total: float, count: int, wf_improved: bool) -> float:
    """NetworkX's formula, in its order of operations."""
    if not (total > 0.0 and count > 1):
        return 0.0
    closeness = (reached - 1.0) / total
    return closeness * ((reached - 1.0) / (count - 1)) if wf_improved else closeness


def can_close(distance: Any = None, **_: Any) -> bool | str:
    """NetworkX calls a weight with the ends of the reversed edge."""
    return not callable(distance) or "weights that are functions are NetworkX's own"
