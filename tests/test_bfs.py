"""Every strategy on every graph, against the plain-Python reference, SciPy, NetworkX and the tree's rules."""

import itertools

import networkx as nx
import numpy as np
import pytest
from graphs import GRAPHS, METHOD_IDS, METHODS
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csgraph

import wavefront as wf
from wavefront import generators, reference

every_method = pytest.mark.parametrize(("strategy", "options"), METHODS, ids=METHOD_IDS)
DEVICES = [wf.Cpu(threads=1), wf.Cpu()]


def edges_of(graph):
    return list(zip(graph.coo.src.tolist(), graph.coo.dst.tolist(), strict=True))


@pytest.mark.parametrize("device", DEVICES, ids=["1 thread", "all threads"])
@pytest.mark.parametrize("name", GRAPHS)
@every_method
def test_levels_and_tree(strategy, options, name, device):
    graph = GRAPHS[name]()
    for source in {0, graph.num_vertices // 2, graph.num_vertices - 1}:
        result = wf.bfs(graph, source, strategy=strategy, **options, device=device)
        expected = reference.bfs_levels(graph.num_vertices, edges_of(graph), [source])
        assert result.levels.tolist() == expected
        assert result.levels.dtype == np.int32
        wf.validate_bfs(graph, source, result.levels, result.predecessors)


@every_method
def test_levels_are_scipys_distances(strategy, options):
    graph = generators.kronecker(10, seed=3)
    distances = csgraph.shortest_path(graph.to_scipy(), unweighted=True, indices=5)
    levels = np.where(np.isinf(distances), -1, distances)
    assert (wf.bfs(graph, 5, strategy=strategy, **options).levels == levels).all()


@every_method
def test_levels_are_networkx_distances(strategy, options):
    karate = nx.karate_club_graph()
    levels = wf.bfs(wf.Graph.from_networkx(karate), 16, strategy=strategy, **options).levels
    assert dict(enumerate(levels.tolist())) == nx.single_source_shortest_path_length(karate, 16)


@settings(max_examples=150, deadline=None)
@given(data=st.data(), method=st.sampled_from(METHODS), directed=st.booleans())
def test_any_graph_and_sources(data, method, directed):
    strategy, options = method
    count = data.draw(st.integers(1, 12))
    vertex = st.integers(0, count - 1)
    edges = data.draw(st.lists(st.tuples(vertex, vertex), max_size=40))
    sources = data.draw(st.lists(vertex, min_size=1, max_size=3))
    src, dst = np.array(edges, int).reshape(-1, 2).T
    graph = wf.Graph.from_edges(src, dst, count, directed=directed)
    result = wf.bfs(graph, sources, strategy=strategy, **options)
    assert result.levels.tolist() == reference.bfs_levels(count, edges_of(graph), sources)
    wf.validate_bfs(graph, sources, result.levels, result.predecessors)


@pytest.mark.parametrize(("strategy", "options"), [("auto", {}), *METHODS], ids=["auto", *METHOD_IDS])
def test_the_books_levels(strategy, options):
    graph = generators.book_graph()
    assert wf.bfs(graph, 0, strategy=strategy, **options).levels.tolist() == [0, 1, 1, 2, 2, 2, 2, 2, 3]
    assert wf.bfs(graph, 2, strategy=strategy, **options).levels.tolist() == [2, 3, 0, 4, 4, 1, 1, 1, 2]


@every_method
@pytest.mark.parametrize("device", DEVICES, ids=["1 thread", "all threads"])
def test_deterministic_takes_the_smallest_predecessor(strategy, options, device):
    graph = generators.kronecker(9, seed=4)
    result = wf.bfs(graph, 7, strategy=strategy, **options, device=device, deterministic=True)
    expected = reference.smallest_predecessors(edges_of(graph), result.levels.tolist())
    assert result.predecessors.tolist() == expected


@every_method
def test_stops_at_the_targets_level(strategy, options):
    graph = generators.grid(15, 15)
    everywhere = wf.bfs(graph, 0).levels
    result = wf.bfs(graph, 0, strategy=strategy, **options, target=17)
    last = everywhere[17]
    assert (result.levels == np.where(everywhere <= last, everywhere, -1)).all()
    wf.validate_bfs(graph, 0, result.levels, result.predecessors, depth_limit=last)
    path = result.path(17)
    assert (len(path), path[0], path[-1]) == (last + 1, 0, 17)


@every_method
@pytest.mark.parametrize("limit", [0, 1, 4, 1000])
def test_depth_limit(strategy, options, limit):
    graph = generators.grid(15, 15)
    everywhere = wf.bfs(graph, 0).levels
    levels = wf.bfs(graph, 0, strategy=strategy, **options, depth_limit=limit).levels
    assert (levels == np.where(everywhere <= limit, everywhere, -1)).all()


@every_method
def test_target_that_is_a_source_labels_nothing_else(strategy, options):
    result = wf.bfs(generators.path(5), 2, strategy=strategy, **options, target=2)
    assert result.levels.tolist() == [-1, -1, 0, -1, -1]
    assert result.path(2) == [2]


@pytest.mark.parametrize("predecessors", [True, False])
@every_method
def test_path_follows_edges(strategy, options, predecessors):
    graph = generators.kronecker(9, seed=1)
    source = int(graph.out_degrees.argmax())
    result = wf.bfs(graph, source, strategy=strategy, **options, predecessors=predecessors)
    assert (result.predecessors is None) is not predecessors
    edges = set(edges_of(graph))
    for target in np.flatnonzero(result.levels == result.levels.max())[:5].tolist():
        path = result.path(target)
        assert (path[0], path[-1], len(path)) == (source, target, result.levels[target] + 1)
        assert all(step in edges for step in itertools.pairwise(path))


def test_path_to_what_is_not_reached_is_none():
    graph = wf.Graph.from_edges([0], [1], 3)
    for predecessors in (True, False):
        assert wf.bfs(graph, 0, predecessors=predecessors).path(2) is None


def test_several_sources_give_the_nearest():
    result = wf.bfs(generators.path(10), [0, 9, 9])
    assert result.levels.tolist() == [0, 1, 2, 3, 4, 4, 3, 2, 1, 0]
    assert result.sources.tolist() == [0, 9]
    assert result.path(6) == [9, 8, 7, 6]


def test_layers_and_tree():
    graph = generators.kronecker(8, seed=2)
    result = wf.bfs(graph, 3, deterministic=True)
    layers = result.layers()
    assert [set(layer.tolist()) for layer in layers] == [
        set(np.flatnonzero(result.levels == level).tolist()) for level in range(result.num_levels)
    ]
    tree = nx.DiGraph(list(zip(*(side.tolist() for side in result.tree()), strict=True)))
    assert nx.is_arborescence(tree)
    assert tree.number_of_nodes() == result.num_reached
    assert nx.single_source_shortest_path_length(tree, 3) == {
        vertex: result.levels[vertex] for vertex in tree
    }


def test_tree_without_predecessors_is_refused():
    with pytest.raises(wf.InputError, match="predecessors=True"):
        wf.bfs(generators.path(3), 0, predecessors=False).tree()


def test_high_degree_switches_to_pull_earlier():
    def first_pull(graph):
        rows = wf.bfs(graph, 0, strategy="direction_optimized", trace=True).trace.levels
        return next(row.level for row in rows if row.direction == "pull")

    dense = generators.uniform(4000, 4000 * 64, seed=1)
    sparse = generators.uniform(4000, 4000 * 4, seed=1)
    assert first_pull(dense) < first_pull(sparse)


def test_alpha_and_beta_choose_the_direction():
    graph = generators.kronecker(9, seed=1)

    def directions(**options):
        result = wf.bfs(graph, 1, strategy="direction_optimized", trace=True, **options)
        return {row.direction for row in result.trace.levels}

    assert directions(alpha=1e-9) == {"push"}
    assert directions(alpha=1e9, beta=1e9) == {"pull"}


def test_trace_counts_the_vertices_of_each_level():
    result = wf.bfs(generators.book_graph(), 0, trace=True)
    assert [(row.level, row.vertices) for row in result.trace.levels] == [(1, 2), (2, 5), (3, 1), (4, 0)]
    assert wf.bfs(generators.book_graph(), 0).trace is None


def test_repr_is_short():
    result = wf.bfs(generators.path(1000), 0, strategy="push")
    assert repr(result) == "BfsResult(1,000 of 1,000 vertices reached, 1,000 levels, push on cpu)"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"source": 9}, "vertex 9 is out of range: ids go from 0 to 4"),
        ({"source": -1}, "vertex -1 is out of range"),
        ({"source": 2**70}, "out of range"),
        ({"source": "0"}, "a vertex is an integer, not '0'"),
        ({"source": 1.0}, "a vertex is an integer, not 1.0"),
        ({"source": True}, "a vertex is an integer, not True"),
        ({"source": []}, "at least one source"),
        ({"source": 0, "target": 5}, "vertex 5 is out of range"),
        ({"source": 0, "depth_limit": -1}, "depth_limit"),
        ({"source": 0, "depth_limit": 1.5}, "depth_limit"),
        ({"source": 0, "strategy": "fastest"}, "unknown strategy 'fastest'"),
        ({"source": 0, "device": "tpu"}, "unknown device 'tpu'"),
        ({"source": 0, "strategy": "pull", "alpha": 3}, "strategy 'pull' takes no options, not alpha"),
        ({"source": 0, "strategy": "push", "alpha": 3}, "strategy 'push' takes layout, not alpha"),
        (
            {"source": 0, "strategy": "push", "layout": "dia"},
            "layout 'dia': choose one of 'csr', 'ell', 'jds'",
        ),
        ({"source": 0, "strategy": "spmv", "layout": "ell"}, "layout 'ell'"),
        ({"source": 0, "strategy": "frontier_queue", "claim": "max"}, "claim 'max'"),
        ({"source": 0, "strategy": "privatized", "capacity": 0}, "capacity is a whole number, 1 or more"),
        ({"source": 0, "strategy": "hierarchical", "block_size": 48}, "not made of whole warps of 32"),
        ({"source": 0, "strategy": "degree_buckets", "block_degree": 8}, "less than warp_degree 32"),
    ],
)
def test_wrong_arguments(arguments, message):
    with pytest.raises(wf.InputError, match=message):
        wf.bfs(generators.path(5), **arguments)


def test_the_table_of_methods_is_complete():
    assert list(dict.fromkeys(name for name, _ in METHODS)) == list(wf.STRATEGIES)


def test_a_graph_without_vertices_has_no_source():
    with pytest.raises(wf.InputError, match="the graph has no vertices"):
        wf.bfs(wf.Graph.from_edges([], []), 0)


def test_cuda_is_not_there():
    with pytest.raises(wf.DeviceError, match=r"'cuda:1'.*CPU only"):
        wf.bfs(generators.path(5), 0, device="cuda:1")
