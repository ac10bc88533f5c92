"""The same work by igraph, rustworkx and graphblas-algorithms, called by hand on graphs of their own.

Any of them may be missing. graphblas-algorithms runs beside NetworkX 3.6 with suitesparse-graphblas 9.
"""

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
try:
    import graphblas_algorithms
    import graphblas_algorithms.nxapi
except ImportError:
    graphblas_algorithms = None

LIBRARIES = "igraph", "rustworkx", "graphblas-algorithms"
WEIGHT = "weight"
GRAPHBLAS: dict[
    str, tuple[int, ...]
] = {  # functions named as NetworkX's, and their arguments after the graph
    "ancestors": (0,),
    "average_clustering": (),
    "clustering": (),
    "degree_centrality": (),
    "descendants": (0,),
    "eigenvector_centrality": (),
    "floyd_warshall": (),
    "generalized_degree": (),
    "is_connected": (),
    "isolates": (),
    "katz_centrality": (),
    "pagerank": (),
    "single_source_bellman_ford_path_length": (0,),
    "single_source_shortest_path_length": (0,),
    "square_clustering": (),
    "transitivity": (),
    "triangles": (),
}
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
        "closeness_centrality": lambda graph: graph.closeness(),
        "harmonic_centrality": lambda graph: graph.harmonic_centrality(),
        "bridges": lambda graph: graph.bridges(),
        "articulation_points": lambda graph: graph.articulation_points(),
        "diameter": lambda graph: graph.diameter(),
        "girth": lambda graph: graph.girth(),
        "is_connected": lambda graph: graph.is_connected(),
        "transitivity": lambda graph: graph.transitivity_undirected(),
        "clustering": lambda graph: graph.transitivity_local_undirected(),
        "label_propagation_communities": lambda graph: list(graph.community_label_propagation()),
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
        "closeness_centrality": lambda graph: rustworkx.closeness_centrality(graph),
        "bridges": lambda graph: rustworkx.bridges(graph),
        "articulation_points": lambda graph: rustworkx.articulation_points(graph),
        "is_connected": lambda graph: rustworkx.is_connected(graph),
        "transitivity": lambda graph: rustworkx.transitivity(graph),
        "greedy_color": lambda graph: rustworkx.graph_greedy_color(graph),
    },
    "graphblas-algorithms": {
        name: lambda graph, name=name: getattr(graphblas_algorithms.nxapi, name)(graph, *GRAPHBLAS[name])
        for name in GRAPHBLAS
    },
}


def call_of(library: str, name: str) -> Callable[[Any], Any] | None:
    """The library's call that does the work of a function of NetworkX; None if it has none or is missing."""
    installed = dict(zip(LIBRARIES, (igraph, rustworkx, graphblas_algorithms), strict=True))
    return CALLS[library].get(name) if installed[library] else None


def graph_in(library: str, graph: nx.Graph) -> Any:
    """The graph as the library's own, whose vertices are NetworkX's nodes 0, 1, 2 and so on."""
    if library == "graphblas-algorithms":
        return graphblas_algorithms.Graph.from_networkx(graph, weight=WEIGHT)
    edges, weights = list(graph.edges), [float(weight) for _, _, weight in graph.edges(data=WEIGHT)]
    if library == "igraph":
        return igraph.Graph(len(graph), edges, graph.is_directed(), edge_attrs={WEIGHT: weights})
    made = rustworkx.PyDiGraph() if graph.is_directed() else rustworkx.PyGraph()
    made.add_nodes_from(range(len(graph)))
    made.add_edges_from([(u, v, weight) for (u, v), weight in zip(edges, weights, strict=True)])
    return made
