"""Calls of every function of the backend on random graphs, compared with NetworkX."""

import math

import networkx as nx
from hypothesis import strategies as st
from networkx_graphs import graphs
from networkx_results import is_refused, is_same, outcome

from wavefront.networkx_backend import interface
from wavefront.networkx_backend.info import SMALLEST

NETWORKX = {  # functions that NetworkX keeps in their modules
    "has_cycle": nx.algorithms.dag.has_cycle,
    "label_propagation_communities": nx.community.label_propagation_communities,
}


def step(u, v, data):
    """A weight that is a function, hides some edges, and depends on the direction."""
    return None if str(u) == "a" else 1 + len(str(u)) % 3 + 2 * len(data)


def order_of(node):
    """A key of nodes that leaves ties."""
    return len(str(node))


def estimate(node, target):
    """An estimate of a distance, too large at times."""
    return abs(len(str(node)) - len(str(target)))


def several(node):
    return st.lists(node, min_size=1, max_size=3, unique=True)


def calls(name, node):
    """A strategy of the arguments after the graph, and keywords."""
    cutoff = st.sampled_from([None, 0, 1, 2, 1.5, math.inf])
    weight = st.sampled_from(["weight", "weight", None, step])
    maybe = st.one_of(st.none(), node)
    keywords = st.fixed_dictionaries
    none = st.just(())
    depth = keywords({}, optional={"depth_limit": st.sampled_from([None, 0, 1, 2])})
    method = st.sampled_from(["dijkstra", "dijkstra", "bellman-ford", "none of these"])
    ways = {"weight": weight, "method": method}
    both = keywords({"source": maybe, "target": maybe}, optional=ways)
    by_name = st.sampled_from(["weight", "weight", None, "no such"])
    spans = {"weight": by_name, "data": st.booleans()}
    subset = {"sources": several(node), "targets": several(node)}
    scale = {"normalized": st.booleans(), "weight": by_name}
    sampled = {"k": st.integers(1, 2), "seed": st.integers(0, 3)}
    bellman_ford = keywords({"weight": by_name})
    side = st.sampled_from(["in", "out", "in+out", "none"])
    cut = keywords({"weight": weight}, optional={"cutoff": cutoff})
    only_cut = keywords({}, optional={"cutoff": cutoff})
    return {
        **dict.fromkeys(
            ["ancestors", "descendants", "node_connected_component"], (st.tuples(node), keywords({}))
        ),
        **dict.fromkeys(
            ["bfs_predecessors", "bfs_successors", "generic_bfs_edges"], (st.tuples(node), depth)
        ),
        **dict.fromkeys(
            ["bfs_edges", "bfs_tree"],
            (st.tuples(node), keywords({}, optional={"reverse": st.booleans(), "depth_limit": cutoff})),
        ),
        "bfs_layers": (st.tuples(st.one_of(node, several(node))), keywords({})),
        "descendants_at_distance": (st.tuples(node, st.integers(0, 3)), keywords({})),
        **dict.fromkeys(
            ["has_path", "bidirectional_shortest_path", "efficiency"], (st.tuples(node, node), keywords({}))
        ),
        **dict.fromkeys(["shortest_path", "shortest_path_length"], (none, both)),
        "all_shortest_paths": (st.tuples(node, node), keywords({}, optional=ways)),
        "single_source_all_shortest_paths": (st.tuples(node), keywords({}, optional=ways)),
        "all_pairs_all_shortest_paths": (none, keywords({}, optional=ways)),
        **dict.fromkeys(
            ["bellman_ford_path", "bellman_ford_path_length"], (st.tuples(node, node), bellman_ford)
        ),
        **dict.fromkeys(
            ["single_source_bellman_ford_path", "single_source_bellman_ford_path_length"],
            (st.tuples(node), bellman_ford),
        ),
        "single_source_bellman_ford": (
            st.tuples(node),
            keywords({"weight": by_name}, optional={"target": node}),
        ),
        **dict.fromkeys(
            ["astar_path", "astar_path_length"],
            (
                st.tuples(node, node),
                keywords(
                    {"weight": weight},
                    optional={"cutoff": cutoff, "heuristic": st.sampled_from([None, estimate])},
                ),
            ),
        ),
        "bellman_ford_predecessor_and_distance": (
            st.tuples(node),
            keywords({"weight": by_name}, optional={"heuristic": st.booleans()}),
        ),
        "find_negative_cycle": (st.tuples(node), bellman_ford),
        "negative_edge_cycle": (none, keywords({"weight": by_name}, optional={"heuristic": st.booleans()})),
        **dict.fromkeys(
            ["all_pairs_bellman_ford_path", "all_pairs_bellman_ford_path_length", "johnson", "wiener_index"],
            (none, bellman_ford),
        ),
        **dict.fromkeys(["average_shortest_path_length", "barycenter"], (none, keywords({"weight": weight}))),
        "floyd_warshall_numpy": (none, bellman_ford),
        "bfs_labeled_edges": (st.tuples(st.one_of(node, several(node))), keywords({})),
        "edge_bfs": (none, keywords({}, optional={"source": st.one_of(node, several(node))})),
        **dict.fromkeys(["k_corona", "k_truss"], (st.tuples(st.integers(0, 4)), keywords({}))),
        **dict.fromkeys(
            ["floyd_warshall", "floyd_warshall_predecessor_and_distance", "eigenvector_centrality"],
            (none, keywords({"weight": by_name})),
        ),
        "katz_centrality": (
            none,
            keywords(
                {"weight": by_name},
                optional={"alpha": st.sampled_from([0.01, 1]), "normalized": st.booleans()},
            ),
        ),
        "local_reaching_centrality": (st.tuples(node), keywords({})),
        "shortest_simple_paths": (st.tuples(node, node), keywords({"weight": weight})),
        "average_neighbor_degree": (none, keywords({}, optional={"source": side, "target": side})),
        **dict.fromkeys(
            ["minimum_spanning_edges", "maximum_spanning_edges"], (none, keywords({}, optional=spans))
        ),
        **dict.fromkeys(
            ["minimum_spanning_tree", "maximum_spanning_tree"], (none, keywords({"weight": by_name}))
        ),
        "lexicographical_topological_sort": (
            none,
            keywords({}, optional={"key": st.sampled_from([None, str, order_of])}),
        ),
        **dict.fromkeys(
            ["dag_longest_path", "dag_longest_path_length"], (none, keywords({"weight": by_name}))
        ),
        "ego_graph": (
            st.tuples(node),
            keywords(
                {}, optional={"radius": st.integers(0, 3), "center": st.booleans(), "distance": by_name}
            ),
        ),
        "local_bridges": (none, keywords({"with_span": st.booleans()})),
        **dict.fromkeys(
            ["betweenness_centrality_subset", "edge_betweenness_centrality_subset"],
            (none, keywords({**subset, **scale})),
        ),
        **dict.fromkeys(
            [
                "single_source_shortest_path",
                "single_source_shortest_path_length",
                "single_target_shortest_path",
                "single_target_shortest_path_length",
            ],
            (st.tuples(node), only_cut),
        ),
        **dict.fromkeys(["all_pairs_shortest_path", "all_pairs_shortest_path_length"], (none, only_cut)),
        "predecessor": (
            st.tuples(node),
            keywords({}, optional={"target": node, "cutoff": cutoff, "return_seen": st.booleans()}),
        ),
        **dict.fromkeys(
            ["dijkstra_path", "dijkstra_path_length", "bidirectional_dijkstra"],
            (st.tuples(node, node), keywords({"weight": weight})),
        ),
        **dict.fromkeys(
            [
                "single_source_dijkstra_path",
                "single_source_dijkstra_path_length",
                "dijkstra_predecessor_and_distance",
            ],
            (st.tuples(node), cut),
        ),
        "single_source_dijkstra": (
            st.tuples(node),
            keywords({"weight": weight}, optional={"cutoff": cutoff, "target": node}),
        ),
        "multi_source_dijkstra": (
            st.tuples(several(node)),
            keywords({"weight": weight}, optional={"cutoff": cutoff, "target": node}),
        ),
        **dict.fromkeys(
            ["multi_source_dijkstra_path", "multi_source_dijkstra_path_length"],
            (st.tuples(several(node)), cut),
        ),
        **dict.fromkeys(["all_pairs_dijkstra", "all_pairs_dijkstra_path"], (none, cut)),
        "all_pairs_dijkstra_path_length": (none, cut),
        "eccentricity": (
            none,
            keywords({}, optional={"v": st.one_of(node, several(node)), "weight": weight}),
        ),
        **dict.fromkeys(["diameter", "radius", "center", "periphery"], (none, keywords({"weight": weight}))),
        "closeness_centrality": (
            none,
            keywords({}, optional={"u": node, "distance": weight, "wf_improved": st.booleans()}),
        ),
        "harmonic_centrality": (
            none,
            keywords({}, optional={"nbunch": several(node), "sources": several(node)}),
        ),
        "betweenness_centrality": (
            none,
            st.one_of(
                keywords(scale, optional={"endpoints": st.booleans()}),
                keywords({**scale, **sampled, "endpoints": st.booleans()}),
            ),
        ),
        "edge_betweenness_centrality": (none, st.one_of(keywords(scale), keywords({**scale, **sampled}))),
        "pagerank": (
            none,
            keywords(
                {"weight": st.sampled_from(["weight", None])},
                optional={"alpha": st.sampled_from([0.5, 1.0]), "personalization": shares(node)},
            ),
        ),
        **dict.fromkeys(
            ["triangles", "clustering", "square_clustering", "generalized_degree"],
            (none, keywords({}, optional={"nodes": several(node)})),
        ),
        "average_clustering": (none, keywords({"count_zeros": st.booleans()})),
        **dict.fromkeys(
            ["k_core", "k_shell", "k_crust"], (none, keywords({}, optional={"k": st.integers(0, 3)}))
        ),
    }.get(name, (none, keywords({})))


def shares(node):
    return st.dictionaries(node, st.integers(0, 3), max_size=3)


def check(data, names):
    """Draw a graph and a call of each function, and compare this backend with NetworkX; how many ran here."""
    graph = data.draw(graphs())
    converted = interface.convert_from_nx(graph)
    return sum(check_call(data, name, graph, converted) for name in names)


def check_call(data, name, graph, converted):
    """Draw a call, and compare this backend with NetworkX; whether the call ran here."""
    node = st.sampled_from([*graph, "a"]) if len(graph) else st.just("a")
    arguments, keywords = calls(name, node)
    args, kwargs = data.draw(arguments), data.draw(keywords)
    if interface.can_run(name, (graph, *args), kwargs) is not True:
        return False
    if name.startswith("edge_betweenness") and any(
        (a, b) in graph or (b, a) in graph for a, b in graph.edges()
    ):
        return False  # NetworkX loses the score of the edge from 1 to 2 where (1, 2) is a node
    weights = [weight for _, _, weight in graph.edges(data="weight")]
    if name.startswith("multi_source_dijkstra") and any(each is not None and each < 0 for each in weights):
        return False  # below 0, NetworkX's paths from several sources don't fit its distances
    if "simple_paths" in name or (
        "all_shortest_paths" in name and any(each is not None and each <= 0 for each in weights)
    ):
        graph = nx.restricted_view(graph, list(graph)[5:], []).copy()  # their number of paths stays small
        converted = interface.convert_from_nx(graph)
        if any(node not in graph for node in args):
            return False
    expected = outcome(NETWORKX.get(name) or getattr(nx, name), graph, *args, **kwargs)
    if is_refused(expected):
        return False
    found = outcome(getattr(interface, name), converted, *args, **kwargs)
    if found is None:  # NotImplementedError: NetworkX takes over
        return False
    if isinstance(expected, tuple) and expected and isinstance(expected[0], type):
        assert found == expected
        return True
    assert is_same(found, expected), (found, expected)
    return True


# NetworkX 3.4 and 3.5 lack hyper_wiener_index.
NAMES = sorted(name for name in SMALLEST if hasattr(nx, name) or name in NETWORKX)
