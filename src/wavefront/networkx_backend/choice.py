"""Whether a call can run here, and whether it is faster here."""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import Any

import networkx as nx

from .bellman_ford import can_relax
from .betweenness import can_score
from .bicomponents import can_cut
from .breadth_first_search import can_layer, can_search, can_sort
from .closeness import can_close
from .cluster import can_cluster
from .coloring import can_color
from .condensation import can_condense
from .convert import BackendGraph
from .dense import can_fill
from .distance_measures import can_measure
from .ego import can_go
from .generic import can_average, can_find_path, can_follow
from .harmonic import can_sum
from .hierarchy import can_rank
from .info import NEVER, SMALLEST
from .labeled_bfs import can_orient
from .mst import can_span
from .neighbor_degree import can_average_degrees
from .power_iteration import can_iterate
from .reaching import can_reach
from .reciprocity import can_pair
from .topology import can_lengthen
from .unweighted import can_target
from .wiener import can_sum_levels

# What decides from a call's arguments whether it can run; the other functions run with any.
CONDITIONS: dict[str, Callable[..., bool | str]] = {
    **dict.fromkeys(("all_pairs_all_shortest_paths", "all_shortest_paths"), can_follow),
    "average_clustering": can_cluster,
    "average_shortest_path_length": can_average,
    "average_neighbor_degree": can_average_degrees,
    **dict.fromkeys((name for name in SMALLEST if "bellman_ford" in name), can_relax),
    **dict.fromkeys((name for name in SMALLEST if "betweenness" in name), can_score),
    "barycenter": can_measure,
    "bfs_edges": can_sort,
    "bfs_layers": can_layer,
    "bfs_predecessors": can_sort,
    "bfs_successors": can_sort,
    "bfs_tree": can_sort,
    **dict.fromkeys(("bridges", "has_bridges", "local_bridges"), can_cut),
    "center": can_measure,
    "closeness_centrality": can_close,
    "clustering": can_cluster,
    "condensation": can_condense,
    "dag_longest_path": can_lengthen,
    "dag_longest_path_length": can_lengthen,
    "diameter": can_measure,
    "eccentricity": can_measure,
    "edge_bfs": can_orient,
    "ego_graph": can_go,
    **dict.fromkeys(("eigenvector_centrality", "katz_centrality"), can_iterate),
    "find_negative_cycle": can_relax,
    "flow_hierarchy": can_rank,
    "floyd_warshall_numpy": can_fill,
    "generic_bfs_edges": can_search,
    **dict.fromkeys(("global_reaching_centrality", "local_reaching_centrality"), can_reach),
    "greedy_color": can_color,
    "harmonic_centrality": can_sum,
    "johnson": can_relax,
    "negative_edge_cycle": can_relax,
    **dict.fromkeys((name for name in SMALLEST if "_spanning_" in name), can_span),
    "periphery": can_measure,
    "radius": can_measure,
    "reciprocity": can_pair,
    "shortest_path": can_find_path,
    "shortest_path_length": can_find_path,
    "single_source_all_shortest_paths": can_follow,
    "single_target_shortest_path_length": can_target,
    **dict.fromkeys(("gutman_index", "hyper_wiener_index", "schultz_index"), can_sum_levels),
}
UNDIRECTED_SIMPLE = {
    "average_clustering",
    "clustering",
    "core_number",
    "generalized_degree",
    "girth",
    "k_core",
    "k_corona",
    "k_crust",
    "k_shell",
    "k_truss",
    "label_propagation_communities",
    "local_efficiency",
    "maximum_spanning_edges",
    "maximum_spanning_tree",
    "minimum_spanning_edges",
    "minimum_spanning_tree",
    "onion_layers",
    "transitivity",
    "triangles",
}
UNDIRECTED = {*UNDIRECTED_SIMPLE, "efficiency", "square_clustering"}
DIRECTED_SIMPLE = {
    "flow_hierarchy",
    "overall_reciprocity",
    "reciprocity",
}
DIRECTED = {
    *DIRECTED_SIMPLE,
    "dag_longest_path",
    "dag_longest_path_length",
    "has_cycle",
    "is_aperiodic",
    "lexicographical_topological_sort",
    "topological_generations",
    "topological_sort",
}
SIMPLE = {
    *UNDIRECTED_SIMPLE,
    *DIRECTED_SIMPLE,
    "average_neighbor_degree",
    "dag_longest_path",
    "dag_longest_path_length",
    "degree_centrality",
    "edge_betweenness_centrality",
    "edge_bfs",
    "edge_betweenness_centrality_subset",
    "eigenvector_centrality",
    "greedy_color",
    "in_degree_centrality",
    "is_arborescence",
    "is_branching",
    "is_forest",
    "is_tree",
    "katz_centrality",
    "local_bridges",
    "out_degree_centrality",
    "shortest_simple_paths",
}


def can_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
    """Whether a call can run here, or the reason why not. NetworkX runs calls that can't, or raises."""
    graph = args[0] if args else kwargs["G"]
    if name in UNDIRECTED and graph.is_directed():
        return "the graph is directed"
    if name in DIRECTED and not graph.is_directed():
        return "the graph is undirected"
    if name in SIMPLE and graph.is_multigraph():
        return "the graph has parallel edges"
    if (condition := CONDITIONS.get(name)) is None:
        return True
    given = arguments_of(name, args, kwargs)
    return condition(**{key: value for key, value in given.items() if key != "G"})


def arguments_of(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
    """The arguments that a call gives, by name."""
    return signature(nx.utils.backends._registered_algorithms[name].orig_func).bind(*args, **kwargs).arguments


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
    given = arguments_of(name, args, kwargs)
    ends = sum(given.get(end) is not None for end in ("source", "target"))
    kind = "shortest_path" if given.get("weight") is None else "dijkstra_path"
    if ends == 2:
        return "bidirectional_shortest_path" if kind == "shortest_path" else "bidirectional_dijkstra"
    return f"{('all_pairs', 'single_source')[ends]}_{kind}" + "_length" * name.endswith("_length")


def is_converted(graph: Any) -> bool:
    """Whether NetworkX keeps a conversion of this graph."""
    cache = getattr(graph, "__networkx_cache__", None)
    return bool(cache and nx.config.cache_converted_graphs and cache.get("backends", {}).get("wavefront"))
