"""Shortest paths by weight, Dijkstra's family: networkx.algorithms.shortest_paths.weighted."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator
from typing import Any

import networkx as nx
import numpy as np

from .convert import BackendGraph
from .ordered_dijkstra import NONE, Paths, new_log, numbers, shortest_paths
from .two_ended_dijkstra import shortest_path
from .unweighted import require_node
from .weights import Lists

Weight = Lists | Hashable | Callable[..., Any]


def checked_sources(graph: BackendGraph, sources: Collection[Any]) -> list[int]:
    """The vertices of the sources. Raises NetworkX's errors for none, and for one that is no node."""
    if not sources:
        raise ValueError("sources must not be empty")
    return [require_node(graph, source, f"Node {source} not found in graph") for source in sources]


def lengths_of(graph: BackendGraph, lists: Lists, paths: Paths) -> dict[Any, Any]:
    """The distances of the nodes in the order done."""
    return dict(zip(graph.names(paths.done), numbers(lists, paths, paths.done), strict=True))


def paths_of(graph: BackendGraph, sources: Collection[Any], paths: Paths) -> dict[Any, list[Any]]:
    """The path to each node in the order done, the sources first."""
    routes = {source: [source] for source in sources}
    others = paths.done[paths.parents[paths.done] != NONE]
    for parent, node in zip(graph.names(paths.parents[others]), graph.names(others), strict=True):
        routes[node] = [*routes[parent], node]
    return routes


def multi_source_dijkstra(
    G: BackendGraph,
    sources: Collection[Any],
    target: Any = None,
    cutoff: float | None = None,
    weight: Weight = "weight",
) -> tuple[Any, Any]:
    """As ``networkx.multi_source_dijkstra``."""
    starts = checked_sources(G, sources)
    if target in sources:
        return 0, [target]
    lists = G.weighted(weight)
    end = NONE if target is None or target not in G else G.index[target]
    paths, _ = shortest_paths(lists, starts, target=end, cutoff=cutoff)
    if target is None:
        return lengths_of(G, lists, paths), paths_of(G, sources, paths)
    if end == NONE or not paths.done.size or paths.done[-1] != end:
        raise nx.NetworkXNoPath(f"No path to {target}.")
    route = [end]
    while (vertex := int(paths.parents[route[-1]])) != NONE:
        route.append(vertex)
    return numbers(lists, paths, paths.done[-1:])[0], [G.nodes[vertex] for vertex in reversed(route)]


def multi_source_dijkstra_path(
    G: BackendGraph, sources: Collection[Any], cutoff: float | None = None, weight: Weight = "weight"
) -> dict[Any, list[Any]]:
    """As ``networkx.multi_source_dijkstra_path``."""
    paths, _ = shortest_paths(G.weighted(weight), checked_sources(G, sources), cutoff=cutoff)
    return paths_of(G, sources, paths)


def multi_source_dijkstra_path_length(
    G: BackendGraph, sources: Collection[Any], cutoff: float | None = None, weight: Weight = "weight"
) -> dict[Any, Any]:
    """As ``networkx.multi_source_dijkstra_path_length``."""
    starts = checked_sources(G, sources)
    lists = G.weighted(weight)
    return lengths_of(G, lists, shortest_paths(lists, starts, cutoff=cutoff)[0])


def single_source_dijkstra(
    G: BackendGraph,
    source: Any,
    target: Any = None,
    cutoff: float | None = None,
    weight: Weight = "weight",
) -> tuple[Any, Any]:
    """As ``networkx.single_source_dijkstra``."""
    return multi_source_dijkstra(G, {source}, target, cutoff, weight)


def single_source_dijkstra_path(
    G: BackendGraph, source: Any, cutoff: float | None = None, weight: Weight = "weight"
) -> dict[Any, list[Any]]:
    """As ``networkx.single_source_dijkstra_path``."""
    return multi_source_dijkstra_path(G, {source}, cutoff, weight)


def single_source_dijkstra_path_length(
    G: BackendGraph, source: Any, cutoff: float | None = None, weight: Weight = "weight"
) -> dict[Any, Any]:
    """As ``networkx.single_source_dijkstra_path_length``."""
    return multi_source_dijkstra_path_length(G, {source}, cutoff, weight)


def dijkstra_path(G: BackendGraph, source: Any, target: Any, weight: Weight = "weight") -> list[Any]:
    """As ``networkx.dijkstra_path``; with None as the target every path, as there."""
    route: list[Any] = multi_source_dijkstra(G, {source}, target, None, weight)[1]
    return route


def dijkstra_path_length(G: BackendGraph, source: Any, target: Any, weight: Weight = "weight") -> Any:
    """As ``networkx.dijkstra_path_length``."""
    start = require_node(G, source, f"Node {source} not found in graph")
    if source == target:
        return 0
    end = G.index[target] if target in G else NONE
    lists = G.weighted(weight)
    paths, _ = shortest_paths(lists, [start], target=end)
    if end == NONE or paths.done[-1] != end:
        raise nx.NetworkXNoPath(f"Node {target} not reachable from {source}")
    return numbers(lists, paths, paths.done[-1:])[0]


def all_pairs_dijkstra(
    G: BackendGraph, cutoff: float | None = None, weight: Weight = "weight"
) -> Iterator[tuple[Any, tuple[dict[Any, Any], dict[Any, list[Any]]]]]:
    """As ``networkx.all_pairs_dijkstra``."""
    lists = G.weighted(weight)
    return ((node, single_source_dijkstra(G, node, None, cutoff, lists)) for node in G.nodes)


def all_pairs_dijkstra_path(
    G: BackendGraph, cutoff: float | None = None, weight: Weight = "weight"
) -> Iterator[tuple[Any, dict[Any, list[Any]]]]:
    """As ``networkx.all_pairs_dijkstra_path``."""
    lists = G.weighted(weight)
    return ((node, single_source_dijkstra_path(G, node, cutoff, lists)) for node in G.nodes)


def all_pairs_dijkstra_path_length(
    G: BackendGraph, cutoff: float | None = None, weight: Weight = "weight"
) -> Iterator[tuple[Any, dict[Any, Any]]]:
    """As ``networkx.all_pairs_dijkstra_path_length``."""
    lists = G.weighted(weight)
    return ((node, single_source_dijkstra_path_length(G, node, cutoff, lists)) for node in G.nodes)


def dijkstra_predecessor_and_distance(
    G: BackendGraph, source: Any, cutoff: float | None = None, weight: Weight = "weight"
) -> tuple[dict[Any, list[Any]], dict[Any, Any]]:
    """As ``networkx.dijkstra_predecessor_and_distance``."""
    start = require_node(G, source, f"Node {source} is not found in the graph")
    lists: Lists = G.weighted(weight)
    log = new_log(lists)
    paths, entries = shortest_paths(lists, [start], cutoff=cutoff, log=log)
    closer: dict[Any, list[Any]] = {node: [] for node in G.names(paths.seen)}
    children, parents = log.children[:entries], log.parents[:entries]
    valid = np.arange(entries) >= log.since[children]
    for node, parent in zip(G.names(children[valid]), G.names(parents[valid]), strict=True):
        closer[node].append(parent)
    return closer, lengths_of(G, lists, paths)


def bidirectional_dijkstra(
    G: BackendGraph, source: Any, target: Any, weight: Weight = "weight"
) -> tuple[Any, list[Any]]:
    """As ``networkx.bidirectional_dijkstra``: of several paths the one that NetworkX returns."""
    start = require_node(G, source, f"Source {source} is not in G")
    end = require_node(G, target, f"Target {target} is not in G")
    if start == end:
        return 0, [source]
    found = shortest_path(G.weighted(weight), G.weighted(weight, incoming=True), start, end)
    if found is None:
        raise nx.NetworkXNoPath(f"No path between {source} and {target}.")
    length, path = found
    return length, G.names_of(path)
