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


def csr_of(container, indices, indptr, index_dtype=np.int32):
    """A matrix whose arrays are put in afterwards, so that SciPy neither converts nor sorts them."""
    matrix = container((3, 3))
    matrix.data = np.arange(1.0, len(indices) + 1)
    matrix.indices, matrix.indptr = np.array(indices, index_dtype), np.array(indptr, index_dtype)
    return matrix


@pytest.mark.parametrize("container", [scipy.sparse.csr_array, scipy.sparse.csr_matrix])
@pytest.mark.parametrize("index_dtype", [np.int32, np.int64, ">i4"])
def test_from_scipy_of_any_indices(container, index_dtype):
    graph = wf.Graph.from_scipy(csr_of(container, [2, 0, 0, 1], [0, 3, 3, 4], index_dtype))
    assert graph.csr.src_ptr.tolist() == [0, 3, 3, 4]
    assert graph.csr.dst.tolist() == [0, 0, 2, 1]  # elements that are there twice are parallel edges
    assert graph.csr.weights.tolist() == [2, 3, 1, 4]
    assert graph.csr.dst.dtype == graph.csr.src_ptr.dtype == np.int32


def test_from_scipy_leaves_out_spare_room_and_keeps_stored_zeros():
    matrix = csr_of(scipy.sparse.csr_array, [1, 2, 0, 9, 9], [0, 1, 2, 3])
    matrix.data[1] = 0
    graph = wf.Graph.from_scipy(matrix)
    assert graph.csr.dst.tolist() == [1, 2, 0]
    assert graph.csr.weights.tolist() == [1, 0, 3]


def test_coo_elements_that_are_there_twice_are_added_up_by_scipy():
    matrix = scipy.sparse.coo_array(([1.0, 2.0, 4.0], ([0, 0, 1], [1, 1, 0])), shape=(2, 2))
    assert wf.Graph.from_scipy(matrix).csr.weights.tolist() == [3, 4]


@pytest.mark.parametrize(
    ("indices", "indptr", "message"),
    [
        ([1, 3, 0], [0, 1, 2, 3], "vertex 3 is out of range"),
        ([1, -1, 0], [0, 1, 2, 3], "vertex -1 is out of range"),
        ([1, 2, 0], [0, 2, 1, 3], "offsets must rise from 0 to 3"),
        ([1, 2, 0], [1, 1, 2, 3], "offsets must rise from 0 to 3"),
        ([1, 2, 0], [0, 1, 2, 4], "offsets must rise from 0 to 3"),
        ([1, 2, 0], [0, 3, 3, -2], "offsets must rise"),
    ],
)
def test_from_scipy_refuses_damaged_arrays(indices, indptr, message):
    with pytest.raises(wf.InputError, match=message):
        wf.Graph.from_scipy(csr_of(scipy.sparse.csr_array, indices, indptr))


def test_from_scipy_refuses_too_few_values():
    matrix = csr_of(scipy.sparse.csr_array, [1, 2, 0], [0, 1, 2, 3])
    matrix.data = matrix.data[:2]
    with pytest.raises(wf.InputError, match="dst has 3 elements, weights 2"):
        wf.Graph.from_scipy(matrix)


def test_a_bool_matrix_is_unweighted():
    graph = wf.Graph.from_scipy(scipy.sparse.csr_array(np.eye(3, k=1, dtype=bool)))
    assert not graph.weighted
    assert graph.to_scipy().dtype == bool


def test_from_scipy_refuses():
    with pytest.raises(wf.InputError, match="square, not 2 x 3"):
        wf.Graph.from_scipy(scipy.sparse.csr_array((2, 3)))
    with pytest.raises(wf.InputError, match="complex"):
        wf.Graph.from_scipy(scipy.sparse.csr_array((2, 2), dtype=complex))
    with pytest.raises(wf.InputError, match="sparse array or matrix of SciPy's, not array"):
        wf.Graph.from_scipy(np.eye(2))
    with pytest.raises(wf.InputError, match="square, not 5"):
        wf.Graph.from_scipy(scipy.sparse.coo_array(np.ones(5)))


@pytest.mark.parametrize("weight", [None, "heavy", 1j, [1], 10**400])
def test_from_networkx_refuses_weights_that_are_no_numbers(weight):
    graph = nx.path_graph(3)
    graph[0][1]["weight"] = weight
    with pytest.raises(wf.InputError, match="the edges' attribute 'weight' must be real numbers"):
        wf.Graph.from_networkx(graph)


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
