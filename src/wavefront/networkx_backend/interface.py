"""What NetworkX loads: functions by dispatch name, conversions, whether a call can and should run."""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import Any

import networkx as nx

from .betweenness import betweenness_centrality, can_score, edge_betweenness_centrality
from .breadth_first_search import (
    bfs_edges,
    bfs_layers,
    bfs_predecessors,
    bfs_successors,
    bfs_tree,
    can_sort,
    descendants_at_distance,
)
from .closeness import can_close, closeness_centrality
from .cluster import average_clustering, can_cluster, clustering, transitivity, triangles
from .components import (
    connected_components,
    is_connected,
    is_strongly_connected,
    is_weakly_connected,
    node_connected_component,
    number_connected_components,
    number_strongly_connected_components,
    number_weakly_connected_components,
    strongly_connected_components,
    weakly_connected_components,
)
from .convert import BackendGraph, convert_from_nx, convert_to_nx
from .core import core_number, k_core, k_crust, k_shell
from .dag import ancestors, descendants, is_directed_acyclic_graph
from .distance_measures import can_measure, center, diameter, eccentricity, periphery, radius
from .efficiency import global_efficiency
from .generic import (
    all_pairs_all_shortest_paths,
    all_shortest_paths,
    average_shortest_path_length,
    can_average,
    can_find_path,
    can_follow,
    has_path,
    shortest_path,
    shortest_path_length,
    single_source_all_shortest_paths,
)
from .harmonic import can_sum, harmonic_centrality
from .info import NEVER, SMALLEST
from .pagerank import pagerank
from .suite import on_start_tests
from .unweighted import (
    all_pairs_shortest_path,
    all_pairs_shortest_path_length,
    bidirectional_shortest_path,
    can_target,
    predecessor,
    single_source_shortest_path,
    single_source_shortest_path_length,
    single_target_shortest_path,
    single_target_shortest_path_length,
)
from .weighted import (
    all_pairs_dijkstra,
    all_pairs_dijkstra_path,
    all_pairs_dijkstra_path_length,
    bidirectional_dijkstra,
    dijkstra_path,
    dijkstra_path_length,
    dijkstra_predecessor_and_distance,
    multi_source_dijkstra,
    multi_source_dijkstra_path,
    multi_source_dijkstra_path_length,
    single_source_dijkstra,
    single_source_dijkstra_path,
    single_source_dijkstra_path_length,
)
from .wiener import can_sum_levels, wiener_index

FUNCTIONS: dict[str, Callable[..., Any]] = {name: globals()[name] for name in SMALLEST}

# What decides from a call's arguments whether it can run; the other functions run with any.
CONDITIONS: dict[str, Callable[..., bool | str]] = {
    "all_pairs_all_shortest_paths": can_follow,
    "all_shortest_paths": can_follow,
    "average_clustering": can_cluster,
    "average_shortest_path_length": can_average,
    "betweenness_centrality": can_score,
    "bfs_edges": can_sort,
    "bfs_predecessors": can_sort,
    "bfs_successors": can_sort,
    "bfs_tree": can_sort,
    "center": can_measure,
    "closeness_centrality": can_close,
    "clustering": can_cluster,
    "diameter": can_measure,
    "eccentricity": can_measure,
    "edge_betweenness_centrality": can_score,
    "harmonic_centrality": can_sum,
    "periphery": can_measure,
    "radius": can_measure,
    "shortest_path": can_find_path,
    "shortest_path_length": can_find_path,
    "single_source_all_shortest_paths": can_follow,
    "single_target_shortest_path_length": can_target,
    "wiener_index": can_sum_levels,
}
UNDIRECTED = {
    "average_clustering",
    "clustering",
    "core_number",
    "k_core",
    "k_crust",
    "k_shell",
    "transitivity",
    "triangles",
}
SIMPLE = {*UNDIRECTED, "edge_betweenness_centrality"}


def can_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
    """Whether a call can run here, or the reason why not. NetworkX runs calls that can't, or raises."""
    graph = args[0] if args else kwargs["G"]
    if name in UNDIRECTED and graph.is_directed():
        return "the graph is directed"
    if name in SIMPLE and graph.is_multigraph():
        return "the graph has parallel edges"
    if (condition := CONDITIONS.get(name)) is None:
        return True
    arguments = signature(FUNCTIONS[name]).bind(*args, **kwargs).arguments
    return condition(**{key: value for key, value in arguments.items() if key != "G"})


def should_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
    """Whether a call is faster here, or the reason why not."""
    graph = args[0] if args else kwargs["G"]
    if isinstance(graph, BackendGraph):
        return True
    least = SMALLEST[measured_as(name, args, kwargs)][is_converted(graph)]
    stored = graph.number_of_edges() * (1 if graph.is_directed() else 2)
    if stored >= least:
        return True
    if least == NEVER:
        return "one call doesn't pay for converting the graph"
    return f"NetworkX is as fast below {least} entries; this graph has {stored}"


def measured_as(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
    """The function that does the work: `shortest_path` and its length stand for several."""
    if name not in ("shortest_path", "shortest_path_length"):
        return name
    given = signature(FUNCTIONS[name]).bind(*args, **kwargs).arguments
    ends = sum(given.get(end) is not None for end in ("source", "target"))
    kind = "shortest_path" if given.get("weight") is None else "dijkstra_path"
    if ends == 2:
        return "bidirectional_shortest_path" if kind == "shortest_path" else "bidirectional_dijkstra"
    return f"{('all_pairs', 'single_source')[ends]}_{kind}" + "_length" * name.endswith("_length")


def is_converted(graph: Any) -> bool:
    """Whether NetworkX keeps a conversion of this graph."""
    cache = getattr(graph, "__networkx_cache__", None)
    return bool(cache and nx.config.cache_converted_graphs and cache.get("backends", {}).get("wavefront"))
