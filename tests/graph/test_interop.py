"""Graphs from and to SciPy and NetworkX."""

import networkx as nx
import numpy as np
import pytest
import scipy.sparse

import wavefront as wf


def test_from_scipy_shares_memory():
    matrix = scipy.sparse.random_array((40, 40), density=0.1, format="csr", rng=1)
    matrix.sort_indices()
    graph = wf.Graph.from_scipy(matrix)
    assert graph.csr.dst is matrix.indices
    assert graph.csr.src_ptr is matrix.indptr
    assert graph.csr.weights is matrix.data
    back = graph.to_scipy()
    assert np.shares_memory(back.indices, matrix.indices)
    assert np.shares_memory(back.data, matrix.data)
    assert (back != matrix).nnz == 0


@pytest.mark.parametrize("kind", ["csr", "csc", "coo", "lil"])
def test_from_scipy_of_any_kind(kind):
    matrix = scipy.sparse.random_array((20, 20), density=0.2, format=kind, rng=2)
    assert (wf.Graph.from_scipy(matrix).dense() == matrix.toarray()).all()


def test_from_scipy_sorts_what_is_not_sorted():
    matrix = scipy.sparse.csr_array((np.array([1.0, 2.0, 3.0]), [2, 0, 1], [0, 2, 2, 3]), shape=(3, 3))
    graph = wf.Graph.from_scipy(matrix)
    assert graph.csr.dst.tolist() == [0, 2, 1]
    assert graph.csr.weights.tolist() == [2, 1, 3]


def test_a_bool_matrix_is_unweighted():
    graph = wf.Graph.from_scipy(scipy.sparse.csr_array(np.eye(3, k=1, dtype=bool)))
    assert not graph.weighted
    assert graph.to_scipy().dtype == bool


def test_from_scipy_refuses():
    with pytest.raises(wf.InputError, match="square, not 2 x 3"):
        wf.Graph.from_scipy(scipy.sparse.csr_array((2, 3)))
    with pytest.raises(wf.InputError, match="complex"):
        wf.Graph.from_scipy(scipy.sparse.csr_array((2, 2), dtype=complex))


def test_from_networkx():
    graph = wf.Graph.from_networkx(nx.DiGraph([("b", "a"), ("a", "c")]))
    assert graph.labels.tolist() == ["b", "a", "c"]
    assert (graph.vertex("a"), graph.directed, graph.weighted) == (1, True, False)
    weighted = nx.Graph()
    weighted.add_edge((0, 1), "x", weight=2.5)
    weighted.add_edge("x", 7)
    graph = wf.Graph.from_networkx(weighted)
    assert graph.vertex((0, 1)) == 0
    assert graph.vertex(7) == 2
    assert graph.dense().tolist() == [[0, 2.5, 0], [2.5, 0, 1], [0, 1, 0]]
    multi = wf.Graph.from_networkx(nx.MultiDiGraph([(0, 1), (0, 1)]))
    assert (multi.num_edges, multi.labels) == (2, None)
