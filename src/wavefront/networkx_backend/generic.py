"""Shortest paths of either kind: networkx.algorithms.shortest_paths.generic."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

import networkx as nx
import numpy as np
from networkx.algorithms.shortest_paths.generic import _build_paths_from_predecessors

from ..algorithms.multi_source_bfs.totals import totals
from ..device import Cpu
from . import bellman_ford, unweighted, weighted
from .components import is_one
from .convert import BackendGraph
from .ordered_bfs import meeting_path
from .ordered_dijkstra import numbers, shortest_paths
from .unweighted import require_node

Weight = weighted.Weight | None


def has_path(G: BackendGraph, source: Any, target: Any) -> bool:
    """As ``networkx.has_path``."""
    start = require_node(G, source, f"Source {source} is not in G")
    end = require_node(G, target, f"Target {target} is not in G")
    return meeting_path(G.successors, G.predecessors, start, end) is not None


def shortest_path(
    G: BackendGraph, source: Any = None, target: Any = None, weight: Weight = None, method: str = "dijkstra"
) -> Any:
    """As ``networkx.shortest_path`` from 3.5 on."""
    require_method(method)
    if source is None and target is None:
        if weight is None:
            return unweighted.all_pairs_shortest_path(G)
        if method == "bellman-ford":
            return bellman_ford.all_pairs_bellman_ford_path(G, weight)
        return weighted.all_pairs_dijkstra_path(G, weight=weight)
    if source is None:
        if weight is None:  # NetworkX searches from the target, as from a source, and so do its messages say
            require_node(G, target, f"Source {target} not in G")
            return unweighted.single_target_shortest_path(G, target)
        return paths_to(G, target, weight)
    if target is None:
        if weight is None:
            return unweighted.single_source_shortest_path(G, source)
        if method == "bellman-ford":
            return bellman_ford.single_source_bellman_ford_path(G, source, weight)
        return weighted.single_source_dijkstra_path(G, source, weight=weight)
    if weight is None:
        return unweighted.bidirectional_shortest_path(G, source, target)
    if method == "bellman-ford":
        return bellman_ford.bellman_ford_path(G, source, target, weight)
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
    """As ``networkx.shortest_path_length``."""
    require_method(method)
    if source is None and target is None:
        if weight is None:
            return unweighted.all_pairs_shortest_path_length(G)
        if method == "bellman-ford":
            return bellman_ford.all_pairs_bellman_ford_path_length(G, weight)
        return weighted.all_pairs_dijkstra_path_length(G, weight=weight)
    if source is None:
        if weight is None:
            require_node(G, target, f"Source {target} is not in G")
            return unweighted.single_target_shortest_path_length(G, target)
        lists, starts = G.weighted(weight, incoming=True), weighted.checked_sources(G, [target])
        return weighted.lengths_of(G, lists, shortest_paths(lists, starts)[0])
    if target is None:
        if weight is None:
            return unweighted.single_source_shortest_path_length(G, source)
        if method == "bellman-ford":
            return bellman_ford.single_source_bellman_ford_path_length(G, source, weight)
        return weighted.single_source_dijkstra_path_length(G, source, weight=weight)
    if weight is None:
        return len(unweighted.bidirectional_shortest_path(G, source, target)) - 1
    if method == "bellman-ford":
        return bellman_ford.bellman_ford_path_length(G, source, target, weight)
    return weighted.dijkstra_path_length(G, source, target, weight)


def all_shortest_paths(
    G: BackendGraph, source: Any, target: Any, weight: Weight = None, method: str = "dijkstra"
) -> Iterator[list[Any]]:
    """As ``networkx.all_shortest_paths``."""
    paths: Iterator[list[Any]] = _build_paths_from_predecessors(
        {source}, target, every_predecessor(G, source, weight, method)
    )
    return paths


def single_source_all_shortest_paths(
    G: BackendGraph, source: Any, weight: Weight = None, method: str = "dijkstra"
) -> Iterator[tuple[Any, list[list[Any]]]]:
    """As ``networkx.single_source_all_shortest_paths``."""
    lists = None if weight is None else G.weighted(weight)

    def each() -> Iterator[tuple[Any, list[list[Any]]]]:
        closer = every_predecessor(G, source, lists, method)
        for node in closer:
            yield node, list(_build_paths_from_predecessors({source}, node, closer))

    return each()


def all_pairs_all_shortest_paths(
    G: BackendGraph, weight: Weight = None, method: str = "dijkstra"
) -> Iterator[tuple[Any, dict[Any, list[list[Any]]]]]:
    """As ``networkx.all_pairs_all_shortest_paths``."""
    lists = None if weight is None else G.weighted(weight)
    return ((node, dict(single_source_all_shortest_paths(G, node, lists, method))) for node in G.nodes)


def every_predecessor(graph: BackendGraph, source: Any, weight: Weight, method: str) -> dict[Any, list[Any]]:
    """The nodes before each node on its shortest paths."""
    if weight is None:
        closer: dict[Any, list[Any]] = unweighted.predecessor(graph, source)
        return closer
    require_method(method)
    if method == "bellman-ford":
        return bellman_ford.bellman_ford_predecessor_and_distance(graph, source, weight=weight)[0]
    return weighted.dijkstra_predecessor_and_distance(graph, source, weight=weight)[0]


def average_shortest_path_length(G: BackendGraph, weight: Weight = None, method: str | None = None) -> Any:
    """As ``networkx.average_shortest_path_length``, without weights or by Dijkstra's algorithm."""
    count = len(G)
    if count == 0:
        raise nx.NetworkXPointlessConcept(
            "the null graph has no paths, thus there is no average shortest path length"
        )
    if count == 1:
        return 0
    if not is_one(G, "strong"):
        raise nx.NetworkXError(f"Graph is not {'strongly ' * G.is_directed()}connected.")
    return sum_of_lengths(G, weight) / (count * (count - 1))


def sum_of_lengths(graph: BackendGraph, weight: Weight) -> Any:
    """The distances of all pairs of nodes, added up in NetworkX's order."""
    vertices = np.arange(len(graph))
    if weight is None:
        return int(totals(graph.graph, vertices, Cpu()).total.sum())
    lists = graph.weighted(weight)
    found = (shortest_paths(lists, [vertex])[0] for vertex in vertices.tolist())
    return sum(chain.from_iterable(numbers(lists, paths, paths.done) for paths in found))


def require_method(method: str) -> None:
    """Raises NetworkX's ValueError for a method that there isn't."""
    if method not in ("dijkstra", "bellman-ford"):
        raise ValueError(f"method not supported: {method}")


def can_find_path(
    source: Any = None, target: Any = None, weight: Weight = None, method: str = "dijkstra", **_: Any
) -> bool | str:
    """Bellman and Ford's paths towards a target stay with NetworkX, and so does 3.4's dictionary."""
    if weight is not None and method == "bellman-ford" and source is None and target is not None:
        return "Bellman and Ford's algorithm starts from a source here"
    if method == "bellman-ford" and callable(weight):
        return "weights that are functions are NetworkX's own"
    if callable(weight) and source is None and target is not None:
        return "NetworkX calls this weight with the edge's ends the other way round"
    if source is None and target is None and nx.__version__.startswith("3.4"):
        return "NetworkX 3.4 returns a dictionary, with a warning"
    return True


def can_follow(weight: Weight = None, method: str = "dijkstra", **_: Any) -> bool | str:
    """3.4's order of nodes stays with NetworkX."""
    if method == "bellman-ford" and callable(weight):
        return "weights that are functions are NetworkX's own"
    return not nx.__version__.startswith("3.4") or "NetworkX 3.4 has another order of nodes"


def can_average(weight: Any = None, method: str | None = None, **_: Any) -> bool | str:
    """Other methods than breadth-first search without weights and Dijkstra's with them stay with NetworkX."""
    own = "unweighted" if weight is None else "dijkstra"
    return method in (None, own) or "only unweighted and Dijkstra's paths are averaged here"
