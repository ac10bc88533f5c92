"""The same work by igraph and rustworkx, called by hand on graphs of their own; either may be missing."""

from collections.abc import Callable
from typing import Any

import networkx as nx

try:
    import igraph
except ImportError:
    igraph = None
try:
    import rustworkx
except ImportError:
    rustworkx = None

LIBRARIES = "igraph", "rustworkx"
WEIGHT = "weight"
CALLS: dict[str, dict[str, Callable[[Any], Any]]] = {
    "igraph": {
        "single_source_shortest_path_length": lambda graph: graph.distances(0),
        "descendants": lambda graph: graph.subcomponent(0),
        "bfs_edges": lambda graph: graph.bfs(0),
        "single_source_dijkstra_path_length": lambda graph: graph.distances(0, weights=WEIGHT),
        "single_source_bellman_ford_path_length": lambda graph: graph.distances(
            0, weights=WEIGHT, algorithm="bellman_ford"
        ),
        "connected_components": lambda graph: list(graph.connected_components()),
        "strongly_connected_components": lambda graph: list(graph.connected_components(mode="strong")),
        "biconnected_components": lambda graph: list(graph.biconnected_components()),
        "topological_sort": lambda graph: graph.topological_sorting(),
        "core_number": lambda graph: graph.coreness(),
        "pagerank": lambda graph: graph.pagerank(weights=WEIGHT),
        "minimum_spanning_tree": lambda graph: graph.spanning_tree(weights=WEIGHT),
        "betweenness_centrality": lambda graph: graph.betweenness(),
        "eccentricity": lambda graph: graph.eccentricity(),
        "eigenvector_centrality": lambda graph: graph.eigenvector_centrality(),
    },
    "rustworkx": {
        "descendants": lambda graph: rustworkx.node_connected_component(graph, 0),
        "single_source_dijkstra_path_length": lambda graph: rustworkx.dijkstra_shortest_path_lengths(
            graph, 0, float
        ),
        "single_source_bellman_ford_path_length": lambda graph: rustworkx.bellman_ford_shortest_path_lengths(
            graph, 0, float
        ),
        "connected_components": lambda graph: rustworkx.connected_components(graph),
        "strongly_connected_components": lambda graph: rustworkx.strongly_connected_components(graph),
        "biconnected_components": lambda graph: rustworkx.biconnected_components(graph),
        "topological_sort": lambda graph: rustworkx.topological_sort(graph),
        "core_number": lambda graph: rustworkx.core_number(graph),
        "minimum_spanning_tree": lambda graph: rustworkx.minimum_spanning_tree(graph, float),
        "betweenness_centrality": lambda graph: rustworkx.betweenness_centrality(graph),
        "eigenvector_centrality": lambda graph: rustworkx.eigenvector_centrality(graph),
    },
}


def call_of(library: str, name: str) -> Callable[[Any], Any] | None:
    """The library's call that does the work of a function of NetworkX; None if it has none or is missing."""
    return CALLS[library].get(name) if {"igraph": igraph, "rustworkx": rustworkx}[library] else None


def graph_in(library: str, graph: nx.Graph) -> Any:
    """The graph as the library's own, whose vertices are NetworkX's nodes 0, 1, 2 and so on."""
    edges, weights = list(graph.edges), [float(weight) for _, _, weight in graph.edges(data=WEIGHT)]
    if library == "igraph":
        return igraph.Graph(len(graph), edges, graph.is_directed(), edge_attrs={WEIGHT: weights})
    made = rustworkx.PyDiGraph() if graph.is_directed() else rustworkx.PyGraph()
    made.add_nodes_from(range(len(graph)))
    made.add_edges_from([(u, v, weight) for (u, v), weight in zip(edges, weights, strict=True)])
    return made
