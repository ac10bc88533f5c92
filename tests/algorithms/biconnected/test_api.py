"""Biconnected components, bridges and articulation points against NetworkX."""

import networkx as nx
import numpy as np
import pytest
from graphs import GRAPHS, devices
from hypothesis import given
from hypothesis import strategies as st

import wavefront as wf
from wavefront import generators
from wavefront.algorithms import by_level
from wavefront.graph.undirected import as_undirected

edge_lists = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=25)


def networkx_blocks(graph):
    """Each component as its pairs of vertices, NetworkX's; and the bridges and articulation points."""
    pairs = [(u, v) for u, v in zip(*(ends.tolist() for ends in graph.coo[:2]), strict=True) if u < v]
    simple = nx.Graph(pairs)
    blocks = {
        frozenset(frozenset(pair) for pair in block) for block in nx.biconnected_component_edges(simple)
    }
    bridges = sorted(tuple(sorted(pair)) for pair in nx.bridges(simple))
    bridges = [pair for pair in bridges if pairs.count(pair) == 1]
    return blocks, bridges, sorted(nx.articulation_points(simple))


def assert_right(graph, device="cpu"):
    found = wf.biconnected_components(graph, device=device).to_numpy()
    blocks, bridges, points = networkx_blocks(graph)
    by_number = {}
    for u, v, number in zip(*graph.coo[:2], found.edge_components.tolist(), strict=True):
        assert (number == -1) == (u == v)
        if u != v:
            by_number.setdefault(number, set()).add(frozenset((int(u), int(v))))
    assert list(by_number) == list(range(found.num_components))  # in the order of first edges
    assert {frozenset(block) for block in by_number.values()} == blocks
    assert found.bridges.tolist() == [list(pair) for pair in bridges]
    assert found.articulation_points.tolist() == points
    memberships = [
        sum(any(v in pair for pair in block) for block in blocks) for v in range(graph.num_vertices)
    ]
    assert found.memberships.tolist() == memberships
    for number, block in by_number.items():
        assert found.vertices(number).tolist() == sorted(frozenset().union(*block))
    assert wf.bridges(graph, device=device).tolist() == found.bridges.tolist()
    assert wf.articulation_points(graph, device=device).tolist() == points
    wf.validate_biconnected(graph, found.edge_components, found.memberships, found.bridges)


@given(edge_lists)
def test_of_random_graphs(edges):
    src, dst = np.array(edges, int).reshape(-1, 2).T
    assert_right(wf.Graph.from_edges(src, dst, 11, directed=False))


@pytest.mark.on_devices
@pytest.mark.parametrize("device", devices().values(), ids=devices())
@pytest.mark.parametrize("name", GRAPHS)
def test_on_every_graph_and_device(name, device):
    assert_right(as_undirected(GRAPHS[name]()), device)


@pytest.mark.parametrize("large", [1, 3, 10**9])
def test_levels_of_every_size(large, monkeypatch):
    monkeypatch.setattr(by_level, "LARGE_LEVEL", large)
    for seed in range(5):
        src, dst = np.random.default_rng(seed).integers(0, 60, (2, 70))
        assert_right(wf.Graph.from_edges(src, dst, directed=False), wf.Cpu())
    assert_right(generators.kronecker(6, 2, seed=1))


def test_of_long_paths_and_cycles():
    path = generators.path(100_000)
    found = wf.biconnected_components(path)
    assert found.num_components == found.num_bridges == 99_999
    assert found.num_articulation_points == 99_998
    found = wf.biconnected_components(generators.cycle(100_000))
    assert (found.num_components, found.num_bridges, found.num_articulation_points) == (1, 0, 0)


def test_of_a_large_star_and_of_no_edges():
    found = wf.biconnected_components(generators.star(20_000))
    assert found.articulation_points.tolist() == [0]
    assert found.memberships[0] == found.num_bridges == 19_999
    for count in (0, 1, 3):
        found = wf.biconnected_components(wf.Graph.from_edges([], [], count, directed=False))
        assert (found.num_components, found.bridges.shape) == (0, (0, 2))
        assert found.memberships.tolist() == [0] * count


def test_labels_and_a_table():
    graph = wf.Graph.from_edges([0, 1, 2, 2], [1, 2, 0, 3], directed=False, labels=["a", "b", "c", "d"])
    found = wf.biconnected_components(graph)
    assert repr(found) == "BiconnectedResult(2 components, 1 of them bridges, on cpu)"
    assert found.labelled["c"] == 2
    with pytest.raises(wf.InputError, match="component"):
        found.vertices(2)


@pytest.mark.parametrize("function", [wf.biconnected_components, wf.bridges, wf.articulation_points])
def test_a_directed_graph_is_refused(function):
    with pytest.raises(wf.InputError, match="undirected"):
        function(wf.Graph.from_edges([0], [1]))
