"""Parts of a graph, against NetworkX and lists of edges."""

import networkx as nx
import numpy as np
import pytest
from graphs import random_multigraph

import wavefront as wf
from wavefront import generators
from wavefront.graph import parts
from wavefront.graph.random_weights import with_random_weights


def edges_of(graph):
    """The edges with their weights, sorted."""
    weights = np.zeros(graph.num_edges) if graph.csr.weights is None else graph.csr.weights
    return sorted(zip(*(ends.tolist() for ends in (*graph.coo[:2], weights)), strict=True))


def test_neighbors_and_edges_are_those_of_the_lists():
    graph = random_multigraph(1)
    pairs = [(u, v) for u, v, _ in edges_of(graph)]
    for u in range(graph.num_vertices):
        assert graph.neighbors(u).tolist() == [v for start, v in pairs if start == u]
        for v in range(graph.num_vertices):
            assert graph.has_edge(u, v) is ((u, v) in pairs)
    with pytest.raises(wf.InputError, match="vertex"):
        graph.neighbors(graph.num_vertices)
    with pytest.raises(wf.InputError, match="neighbor"):
        graph.has_edge(0, -1)


@pytest.mark.parametrize("mapped", [0, 10**9], ids=["looked up", "mapped"])
def test_a_subgraph_keeps_the_edges_between_its_vertices(mapped, monkeypatch):
    monkeypatch.setattr(parts, "MAPPED", mapped)
    graph = with_random_weights(random_multigraph(3), seed=1)
    kept = np.random.default_rng(0).permutation(graph.num_vertices)[:30]
    found = graph.subgraph(kept)
    names = kept.tolist()
    assert edges_of(found) == sorted(
        (names.index(u), names.index(v), weight) for u, v, weight in edges_of(graph) if {u, v} <= set(names)
    )
    assert found.directed is graph.directed
    assert found.csr.dst.dtype == graph.csr.dst.dtype
    for source in range(found.num_vertices):
        assert (np.diff(found.neighbors(source)) >= 0).all()


def test_a_subgraph_of_an_undirected_graph_with_labels():
    graph = wf.Graph.from_edges([0, 1, 2], [1, 2, 0], directed=False, labels=["Rome", "Oslo", "Paris"])
    found = graph.subgraph([2, 1])
    assert list(found.labels) == ["Paris", "Oslo"]
    assert edges_of(found) == [(0, 1, 0), (1, 0, 0)]
    assert not found.directed
    assert graph.subgraph([]).num_vertices == 0


@pytest.mark.parametrize("vertices", [[0, 0], [9], [-1], [[0]], [0.5], "x", 1, [True]])
def test_wrong_vertices(vertices):
    with pytest.raises(wf.InputError):
        generators.path(3).subgraph(vertices)


def test_the_undirected_graph_of_a_directed_one():
    graph = random_multigraph(5)
    pairs = {(u, v) for u, v, _ in edges_of(graph)}
    found = graph.to_undirected()
    assert not found.directed
    assert {(u, v) for u, v, _ in edges_of(found)} == pairs | {(v, u) for u, v in pairs}
    assert found.to_undirected() is found


def test_the_graph_around_a_vertex_is_networkxs_ego_graph():
    graph = generators.kronecker(6, 2, seed=1)
    source = int(graph.out_degrees.argmax())
    near = wf.within(graph, source, 2)
    expected = nx.ego_graph(nx.Graph([(u, v) for u, v, _ in edges_of(graph)]), source, 2)
    names = near.vertices.tolist()
    assert names[0] == source
    assert {(names[u], names[v]) for u, v, _ in edges_of(near.subgraph())} == set(nx.DiGraph(expected).edges)
    with pytest.raises(wf.InputError, match="around"):
        wf.within(graph, [0, 1], 2).subgraph()


def test_the_largest_component_is_networkxs():
    graph = wf.Graph.from_edges([5, 6, 1, 2], [6, 7, 2, 3], 9, directed=False)
    assert wf.connected_components(graph).largest().tolist() == [1, 2, 3]
    assert wf.connected_components(graph.subgraph([])).largest().size == 0
    graph = generators.kronecker(6, 2, seed=1)
    largest = max(nx.connected_components(nx.Graph(list(zip(*graph.coo[:2], strict=True)))), key=len)
    assert wf.connected_components(graph).largest().tolist() == sorted(largest)
