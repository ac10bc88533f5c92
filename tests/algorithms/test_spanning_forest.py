"""Spanning forests, against NetworkX's and SciPy's."""

import networkx as nx
import numpy as np
import pytest
from graphs import GRAPHS, devices
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse.csgraph import minimum_spanning_tree

import wavefront as wf
from wavefront import generators
from wavefront.graph.random_weights import with_random_weights
from wavefront.graph.undirected import as_undirected

weights = st.sampled_from([-1.5, 0.0, 1.0, 2.0, np.inf])
edge_lists = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7), weights), max_size=25)


def assert_right(graph, weighted, device="cpu"):
    found = wf.spanning_forest(graph, weighted=weighted, device=device).to_numpy()
    src, dst, values = graph.coo
    up = np.flatnonzero(src < dst)
    multigraph = nx.MultiGraph()
    multigraph.add_nodes_from(range(graph.num_vertices))
    for slot in up.tolist():
        weight = float(values[slot]) if weighted and values is not None else 1.0
        multigraph.add_edge(int(src[slot]), int(dst[slot]), slot, weight=weight)
    # Kruskal's method sorts stably, and NetworkX lists edges by their first end.
    rows = nx.minimum_spanning_edges(multigraph, algorithm="kruskal")
    expected = sorted(rows, key=lambda row: row[2])
    assert found.slots.tolist() == [slot for *_, slot, _ in expected]
    assert found.edges.tolist() == [sorted(row[:2]) for row in expected]
    assert found.total_weight == pytest.approx(sum(data["weight"] for *_, data in expected), nan_ok=True)
    components = wf.connected_components(graph)
    assert found.components.tolist() == components.components.tolist()
    assert found.num_components == components.num_components == graph.num_vertices - len(found.edges)
    assert is_forest(found)
    wf.validate_spanning_forest(
        graph, found.edges, found.slots, found.components, found.total_weight, weighted
    )


def is_forest(found):
    """Whether the parents lead along edges of the forest to each tree's smallest vertex."""
    edges = {tuple(pair) for pair in found.edges.tolist()}
    parents, first = found.parents.tolist(), {}
    for vertex, tree in enumerate(found.components.tolist()):
        first.setdefault(tree, vertex)
        if (parents[vertex] == -1) != (first[tree] == vertex):
            return False
    joined = {tuple(sorted((v, p))) for v, p in enumerate(parents) if p >= 0}
    return joined == edges


@given(edge_lists, st.booleans())
def test_of_random_graphs(edges, weighted):
    src, dst, values = np.array(edges, float).reshape(-1, 3).T
    assert_right(wf.Graph.from_edges(src.astype(int), dst.astype(int), 9, values, directed=False), weighted)


@pytest.mark.on_devices
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("device", devices().values(), ids=devices())
@pytest.mark.parametrize("name", GRAPHS)
def test_on_every_graph_and_device(name, device, weighted):
    assert_right(with_random_weights(as_undirected(GRAPHS[name]()), seed=1), weighted, device)


def test_weight_is_scipys_on_a_larger_graph():
    graph = with_random_weights(generators.kronecker(11, 4, seed=2).simplified(), seed=3)
    found = wf.spanning_forest(graph, weighted=True)
    assert found.total_weight == pytest.approx(minimum_spanning_tree(graph.to_scipy()).sum())
    assert found.total_weight == graph.csr.weights[found.slots].sum()


def test_of_a_long_path_of_rising_weights():
    vertices = np.arange(100_000)
    for order in (vertices, vertices[::-1]):
        graph = wf.Graph.from_edges(order[:-1], order[1:], weights=vertices[1:], directed=False)
        found = wf.spanning_forest(graph, weighted=True)
        assert len(found.edges) == vertices.size - 1
        assert (found.parents == vertices - 1).all()


@pytest.mark.parametrize("count", [0, 1, 3])
def test_without_edges(count):
    found = wf.spanning_forest(wf.Graph.from_edges([0] * count, [0] * count, count, directed=False))
    assert (found.edges.shape, found.num_components, found.total_weight) == ((0, 2), count, 0)
    assert found.parents.tolist() == [-1] * count
    assert repr(found) == f"SpanningForestResult(0 edges in {count} trees, weight 0, on cpu)"


def test_wrong_graphs():
    with pytest.raises(wf.InputError, match="undirected"):
        wf.spanning_forest(wf.Graph.from_edges([0], [1]))
    graph = wf.Graph.from_edges([0], [1], weights=[np.nan], directed=False)
    assert wf.spanning_forest(graph).total_weight == 1
    with pytest.raises(wf.InputError, match="NaN"):
        wf.spanning_forest(graph, weighted=True)
