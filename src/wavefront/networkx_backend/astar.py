"""Shortest paths by estimates: networkx.algorithms.shortest_paths.astar."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import networkx as nx
import numpy as np
from networkx.algorithms.shortest_paths.weighted import _weight_function

from .convert import BackendGraph
from .ordered_astar import nearest_path
from .unweighted import require_node
from .weighted import Weight

Heuristic = Callable[[Any, Any], float] | None


def astar_path(
    G: BackendGraph,
    source: Any,
    target: Any,
    heuristic: Heuristic = None,
    weight: Weight = "weight",
    *,
    cutoff: float | None = None,
) -> list[Any]:
    """As ``networkx.astar_path``; estimates are asked for where NetworkX asks."""
    start = require_node(G, source, f"Source {source} is not in G")
    end = require_node(G, target, f"Target {target} is not in G")

    def estimate(vertex: int) -> float:
        assert heuristic is not None
        found = heuristic(G.nodes[vertex], target)
        if not isinstance(found, int | float | np.floating) or found != found:
            raise NotImplementedError("an estimate that is no number")
        return float(found)

    lists = G.weighted(weight)
    lists = lists._replace(weights=lists.weights.astype(np.float64))
    path = nearest_path(
        lists, start, end, None if heuristic is None else estimate, float(cutoff) if cutoff else math.inf
    )
    if path is None:
        raise nx.NetworkXNoPath(f"Node {target} not reachable from {source}")
    return G.names_of(path)


def astar_path_length(
    G: BackendGraph,
    source: Any,
    target: Any,
    heuristic: Heuristic = None,
    weight: Weight = "weight",
    *,
    cutoff: float | None = None,
) -> Any:
    """As ``networkx.astar_path_length``."""
    if source not in G or target not in G:
        raise nx.NodeNotFound(f"Either source {source} or target {target} is not in G")
    path = astar_path(G, source, target, heuristic, weight, cutoff=cutoff)
    adjacency, weigh = G.origin._adj, _weight_function(G.origin, weight)
    return sum(weigh(u, v, adjacency[u][v]) for u, v in pairwise(path))
