"""`wf.bfs` around the methods: results, several sources, traces, errors for wrong arguments."""

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
        ({"source": 0, "strategy": "pull", "alpha": 3}, "strategy 'pull' takes .*, not alpha"),
        ({"source": 0, "literal": True}, "no text prints 'auto'; choose one of sequential, push, pull"),
        ({"source": 0, "strategy": "fused", "literal": True}, "no text prints 'fused'"),
        ({"source": 0, "strategy": "operators", "literal": True}, "no text prints 'operators'"),
        ({"source": 0, "strategy": "push", "literal": "yes"}, "literal"),
    ],
)
def test_wrong_arguments(arguments, message):
    with pytest.raises(wf.InputError, match=message):
        wf.bfs(generators.path(5), **arguments)


@pytest.mark.parametrize("strategy", ["auto", *wf.STRATEGIES])
def test_every_strategy_can_be_told_not_to_run_as_printed(strategy):
    assert wf.bfs(generators.path(5), 0, strategy=strategy, literal=False).levels.tolist() == [0, 1, 2, 3, 4]


def test_a_graph_without_vertices_has_no_source():
    with pytest.raises(wf.InputError, match="the graph has no vertices"):
        wf.bfs(wf.Graph.from_edges([], []), 0)
