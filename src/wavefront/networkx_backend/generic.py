"""Shortest paths of either kind: networkx.algorithms.shortest_paths.generic."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import networkx as nx
import numpy as np
from networkx.algorithms.shortest_paths.generic import _build_paths_from_predecessors

from . import unweighted, weighted
from .components import is_one
from .convert import BackendGraph
from .levels import each_level
from .ordered_bfs import meeting_path
from .ordered_dijkstra import shortest_paths
from .unweighted import require_node

Weight = weighted.Weight | None


def has_path(G: BackendGraph, source: Any, target: Any) -> bool:
    """As ``networkx.has_path``."""
    start = require_node(G, source, f"Source {source} is not in G")
    end = require_node(G, target, f"Target {target} is not in G")
    return meeting_path(G, start, end) is not None


def shortest_path(
    G: BackendGraph, source: Any = None, target: Any = None, weight: Weight = None, method: str = "dijkstra"
) -> Any:
    """As ``networkx.shortest_path`` from 3.5 on, by Dijkstra's algorithm where there are weights."""
    require_method(method)
    if source is None and target is None:
        if weight is None:
            return unweighted.all_pairs_shortest_path(G)
        return weighted.all_pairs_dijkstra_path(G, weight=weight)
    if source is None:
        if weight is None:  # NetworkX searches from the target, as from a source, and so do its messages say
            require_node(G, target, f"Source {target} not in G")
            return unweighted.single_target_shortest_path(G, target)
        return paths_to(G, target, weight)
    if target is None:
        if weight is None:
            return unweighted.single_source_shortest_path(G, source)
        return weighted.single_source_dijkstra_path(G, source, weight=weight)
    if weight is None:
        return unweighted.bidirectional_shortest_path(G, source, target)
    return weighted.bidirectional_dijkstra(G, source, target, weight)[1]


def paths_to(graph: BackendGraph, target: Any, weight: weighted.Weight) -> dict[Any, list[Any]]:
    """The shortest path from each node to the target."""
    lists = graph.weighted(weight, incoming=True)
    paths, _ = shortest_paths(lists, weighted.checked_sources(graph, [target]))
    routes = weighted.paths_of(graph, [target], paths)
    for route in routes.values():
        route.reverse()
    return routes


def shortest_path_length(
    G: BackendGraph, source: Any = None, target: Any = None, weight: Weight = None, method: str = "dijkstra"
) -> Any:
    """As ``networkx.shortest_path_length``, by Dijkstra's algorithm where there are weights."""
    require_method(method)
    if source is None and target is None:
        if weight is None:
            return unweighted.all_pairs_shortest_path_length(G)
        return weighted.all_pairs_dijkstra_path_length(G, weight=weight)
    if source is None:
        if weight is None:
            require_node(G, target, f"Source {target} is not in G")
            return unweighted.single_target_shortest_path_length(G, target)
        starts = weighted.checked_sources(G, [target])
        return weighted.lengths_of(G, shortest_paths(G.weighted(weight, incoming=True), starts)[0])
    if target is None:
        if weight is None:
            return unweighted.single_source_shortest_path_length(G, source)
        return weighted.single_source_dijkstra_path_length(G, source, weight=weight)
    if weight is None:
        return len(unweighted.bidirectional_shortest_path(G, source, target)) - 1
    return weighted.dijkstra_path_length(G, source, target, weight)


def all_shortest_paths(
    G: BackendGraph, source: Any, target: Any, weight: Weight = None, method: str = "dijkstra"
) -> Iterator[list[Any]]:
    """As ``networkx.all_shortest_paths``, by Dijkstra's algorithm where there are weights."""
    paths: Iterator[list[Any]] = _build_paths_from_predecessors(
        {source}, target, every_predecessor(G, source, weight, method)
    )
    return paths


def single_source_all_shortest_paths(
    G: BackendGraph, source: Any, weight: Weight = None, method: str = "dijkstra"
) -> Iterator[tuple[Any, list[list[Any]]]]:
    """As ``networkx.single_source_all_shortest_paths``, by Dijkstra's algorithm where there are weights."""
    closer = every_predecessor(G, source, weight, method)
    for node in closer:
        yield node, list(_build_paths_from_predecessors({source}, node, closer))


def all_pairs_all_shortest_paths(
    G: BackendGraph, weight: Weight = None, method: str = "dijkstra"
) -> Iterator[tuple[Any, dict[Any, list[list[Any]]]]]:
    """As ``networkx.all_pairs_all_shortest_paths``, by Dijkstra's algorithm where there are weights."""
    for node in G.nodes:
        yield node, dict(single_source_all_shortest_paths(G, node, weight, method))


def every_predecessor(graph: BackendGraph, source: Any, weight: Weight, method: str) -> dict[Any, list[Any]]:
    """The nodes before each node on its shortest paths."""
    if weight is None:
        closer: dict[Any, list[Any]] = unweighted.predecessor(graph, source)
        return closer
    require_method(method)
    return weighted.dijkstra_predecessor_and_distance(graph, source, weight=weight)[0]


def average_shortest_path_length(G: BackendGraph, weight: None = None, method: str | None = None) -> float:
    """As ``networkx.average_shortest_path_length``, without weights."""
    count = len(G)
    if count == 0:
        raise nx.NetworkXPointlessConcept(
            "the null graph has no paths, thus there is no average shortest path length"
        )
    if count == 1:
        return 0
    if not is_one(G, "strong"):
        raise nx.NetworkXError(f"Graph is not {'strongly ' * G.is_directed()}connected.")
    total = sum(int(levels.sum(dtype=np.int64)) for levels in each_level(G.graph, np.arange(count)))
    return total / (count * (count - 1))


def require_method(method: str) -> None:
    """Raises NetworkX's ValueError for a method that there isn't."""
    if method not in ("dijkstra", "bellman-ford"):
        raise ValueError(f"method not supported: {method}")


def can_find_path(
    source: Any = None, target: Any = None, weight: Weight = None, method: str = "dijkstra", **_: Any
) -> bool | str:
    """Bellman and Ford's algorithm stays with NetworkX, and so does 3.4's dictionary of all pairs."""
    if weight is not None and method == "bellman-ford":
        return "Bellman and Ford's algorithm isn't here"
    if callable(weight) and source is None and target is not None:
        return "NetworkX calls this weight with the edge's ends the other way round"
    if source is None and target is None and nx.__version__.startswith("3.4"):
        return "NetworkX 3.4 returns a dictionary, with a warning"
    return True


def can_follow(weight: Weight = None, method: str = "dijkstra", **_: Any) -> bool | str:
    """Bellman and Ford's algorithm stays with NetworkX, and so does 3.4's order of nodes."""
    if weight is not None and method == "bellman-ford":
        return "Bellman and Ford's algorithm isn't here"
    return not nx.__version__.startswith("3.4") or "NetworkX 3.4 has another order of nodes"


def can_average(weight: Any = None, method: str | None = None, **_: Any) -> bool | str:
    """Weights, and methods by name, stay with NetworkX."""
    return (weight is None and method in (None, "unweighted")) or "only unweighted paths are averaged here"
