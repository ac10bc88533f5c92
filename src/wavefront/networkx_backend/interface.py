"""What NetworkX loads: functions by dispatch name, conversions, whether a call can and should run."""

from .astar import astar_path, astar_path_length
from .bellman_ford import (
    all_pairs_bellman_ford_path,
    all_pairs_bellman_ford_path_length,
    bellman_ford_path,
    bellman_ford_path_length,
    bellman_ford_predecessor_and_distance,
    find_negative_cycle,
    johnson,
    negative_edge_cycle,
    single_source_bellman_ford,
    single_source_bellman_ford_path,
    single_source_bellman_ford_path_length,
)
from .betweenness import (
    betweenness_centrality,
    betweenness_centrality_subset,
    edge_betweenness_centrality,
    edge_betweenness_centrality_subset,
)
from .bicomponents import (
    articulation_points,
    biconnected_component_edges,
    biconnected_components,
    bridges,
    has_bridges,
    is_biconnected,
    local_bridges,
)
from .breadth_first_search import (
    bfs_edges,
    bfs_layers,
    bfs_predecessors,
    bfs_successors,
    bfs_tree,
    descendants_at_distance,
    generic_bfs_edges,
)
from .choice import can_run, should_run
from .closeness import closeness_centrality
from .cluster import average_clustering, clustering, generalized_degree, transitivity, triangles
from .coloring import greedy_color
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
from .condensation import (
    attracting_components,
    condensation,
    is_attracting_component,
    is_semiconnected,
    number_attracting_components,
)
from .convert import convert_from_nx, convert_to_nx
from .core import core_number, k_core, k_corona, k_crust, k_shell, k_truss
from .dag import ancestors, descendants, is_directed_acyclic_graph
from .degree import (
    degree_centrality,
    in_degree_centrality,
    isolates,
    number_of_isolates,
    out_degree_centrality,
)
from .dense import floyd_warshall, floyd_warshall_numpy, floyd_warshall_predecessor_and_distance
from .distance_measures import barycenter, center, diameter, eccentricity, periphery, radius
from .efficiency import efficiency, global_efficiency, local_efficiency
from .ego import ego_graph
from .generic import (
    all_pairs_all_shortest_paths,
    all_shortest_paths,
    average_shortest_path_length,
    has_path,
    shortest_path,
    shortest_path_length,
    single_source_all_shortest_paths,
)
from .girth import girth
from .harmonic import harmonic_centrality
from .hierarchy import flow_hierarchy
from .label_propagation import label_propagation_communities
from .labeled_bfs import bfs_labeled_edges, edge_bfs
from .mst import (
    maximum_spanning_edges,
    maximum_spanning_tree,
    minimum_spanning_edges,
    minimum_spanning_tree,
)
from .neighbor_degree import average_neighbor_degree
from .onion import onion_layers
from .pagerank import pagerank
from .power_iteration import eigenvector_centrality, katz_centrality
from .reaching import global_reaching_centrality, local_reaching_centrality
from .reciprocity import overall_reciprocity, reciprocity
from .recognition import is_arborescence, is_branching, is_forest, is_tree
from .simple_paths import shortest_simple_paths
from .squares import square_clustering
from .suite import on_start_tests
from .topology import (
    dag_longest_path,
    dag_longest_path_length,
    has_cycle,
    is_aperiodic,
    lexicographical_topological_sort,
    topological_generations,
    topological_sort,
)
from .unweighted import (
    all_pairs_shortest_path,
    all_pairs_shortest_path_length,
    bidirectional_shortest_path,
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
from .wiener import gutman_index, hyper_wiener_index, schultz_index, wiener_index
