"""What `wf.bfs` offers around the methods: results, several sources, traces, answers to wrong arguments."""

import importlib.util

import networkx as nx
import numpy as np
import pytest

import wavefront as wf
from wavefront import generators


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
        ({"source": 0, "strategy": "direction_optimized", "alpha": 0}, "alpha and beta are positive"),
        ({"source": 0, "strategy": "degree_buckets", "block_degree": 8}, "less than warp_degree 32"),
    ],
)
def test_wrong_arguments(arguments, message):
    with pytest.raises(wf.InputError, match=message):
        wf.bfs(generators.path(5), **arguments)


def test_a_graph_without_vertices_has_no_source():
    with pytest.raises(wf.InputError, match="the graph has no vertices"):
        wf.bfs(wf.Graph.from_edges([], []), 0)


@pytest.mark.skipif(
    importlib.util.find_spec("cupy") is not None, reason="CuPy is installed: there may be a GPU"
)
def test_cuda_without_its_software_says_what_is_missing():
    with pytest.raises(wf.DeviceError, match="install the extra"):
        wf.bfs(generators.path(5), 0, device="cuda:1")
