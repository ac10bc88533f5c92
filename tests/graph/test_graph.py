"""Graph: construction, views, conversions from and to other libraries, and what it refuses."""

import pickle

import networkx as nx
import numpy as np
import pytest
import scipy.sparse

import wavefront as wf
from wavefront import generators


def test_undirected_stores_one_copy():
    graph = wf.Graph.from_edges([0, 1, 2, 2], [1, 2, 2, 1], directed=False)
    assert graph.csc.dst_ptr is graph.csr.src_ptr
    assert graph.csc.src is graph.csr.dst
    assert graph.num_edges == 7  # the self-loop once, the others in both directions
    assert graph.csr.dst.tolist() == [1, 0, 2, 2, 1, 1, 2]
    assert graph.in_degrees.tolist() == graph.out_degrees.tolist() == [1, 3, 3]


def test_undirected_weights_are_the_same_both_ways():
    graph = wf.Graph.from_edges([0, 0, 1], [1, 2, 2], weights=[5, 6, 7], directed=False)
    assert (graph.dense() == graph.dense().T).all()
    assert graph.csc.weights is graph.csr.weights


def test_unweighted_graphs_hold_no_values():
    graph = generators.path(4)
    for view in (graph.csr, graph.csc, graph.coo, graph.ell, graph.jds):
        assert view.weights is None


def test_views_are_built_once():
    graph = generators.book_graph()
    assert graph.csr is graph.csr
    assert graph.csc is graph.csc
    assert graph.coo is graph.coo


@pytest.mark.parametrize(
    ("given", "stored"),
    [(np.float32, np.float32), (np.float64, np.float64), (np.int32, np.float64), (bool, np.float64)],
)
def test_weight_types(given, stored):
    graph = wf.Graph.from_edges([0], [1], weights=np.ones(1, given))
    assert graph.csr.weights.dtype == stored


def test_the_callers_arrays_are_copied():
    src, dst = np.array([0, 1], np.int32), np.array([1, 0], np.int32)
    graph = wf.Graph.from_edges(src, dst)
    dst[:] = 99
    assert graph.csr.dst.tolist() == [1, 0]


def test_simplify():
    src, dst, weights = [0, 0, 0, 1, 1, 2], [1, 1, 0, 2, 2, 2], [3, 2, 1, 5, 4, 9]
    graph = wf.Graph.from_edges(src, dst, 4, weights, simplify=True)
    assert (graph.num_edges, graph.coo.src.tolist(), graph.coo.dst.tolist()) == (2, [0, 1], [1, 2])
    assert graph.csr.weights.tolist() == [2, 4]
    kept = wf.Graph.from_edges(src, dst, 4, weights)
    assert kept.num_edges == 6
    assert wf.Graph.from_edges([], [], 3, simplify=True).num_edges == 0


def test_simplify_undirected_is_networkx_graph():
    rng = np.random.default_rng(1)
    src, dst = rng.integers(0, 30, 200), rng.integers(0, 30, 200)
    graph = wf.Graph.from_edges(src, dst, 30, directed=False, simplify=True)
    expected = nx.Graph(zip(src.tolist(), dst.tolist(), strict=True))
    expected.remove_edges_from(list(nx.selfloop_edges(expected)))
    assert graph.num_edges == 2 * expected.number_of_edges()
    assert graph.csc.src is graph.csr.dst


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


def test_labels():
    graph = wf.Graph.from_edges([0], [1], labels=["left", "right"])
    assert graph.vertex("right") == 1
    with pytest.raises(wf.InputError, match="no vertex has the label 'up'"):
        graph.vertex("up")
    with pytest.raises(wf.InputError, match="no vertex has the label 3"):
        graph.vertex(3)
    numbered = wf.Graph.from_edges([0], [1], labels=np.array([-5, 70]))
    assert numbered.vertex(70) == 1
    with pytest.raises(wf.InputError, match="no vertex has the label 'x'"):
        numbered.vertex("x")
    assert generators.path(3).vertex(2) == 2
    with pytest.raises(wf.InputError, match="vertex 3 is out of range"):
        generators.path(3).vertex(3)
    with pytest.raises(wf.InputError, match="3 labels for 2 vertices"):
        wf.Graph.from_edges([0], [1], labels=["a", "b", "c"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([0, -1], [1, 1]), "src holds the negative vertex id -1"),
        (([0], [5], 3), "vertex 5 is out of range: there are 3 vertices"),
        (([0, 1], [1]), "src has 2 elements, dst 1"),
        (([0], [1], 2, [1.0, 2.0]), "src has 1 elements, weights 2"),
        (([0.5], [1]), "src must be a one-dimensional array of integers"),
        ((["a"], [1]), "src must be a one-dimensional array of integers"),
        (([[0, 1]], [[1, 0]]), "src must be a one-dimensional array of integers"),
        (([2**63], [0]), "integers|out of range|too large"),
        (([0], [1], -1), "num_vertices is a whole number"),
        (([0], [1], 2, ["heavy"]), "weights"),
    ],
)
def test_from_edges_refuses(arguments, message):
    with pytest.raises(wf.InputError, match=message):
        wf.Graph.from_edges(*arguments)


@pytest.mark.parametrize(
    ("src_ptr", "dst", "message"),
    [
        ([0, 2, 1], [0], "offsets must rise from 0 to 1"),
        ([0, 1, 3], [0], "offsets must rise from 0 to 1"),
        ([1, 1, 1], [0], "offsets must rise from 0 to 1"),
        ([0, 1, 1], [2], "vertex 2 is out of range: there are 2 vertices"),
        ([0, 1, 1], [-1], "vertex -1 is out of range"),
    ],
)
def test_from_csr_refuses(src_ptr, dst, message):
    graph = wf.Graph.from_csr(np.array(src_ptr), np.array(dst), origin="some.sg")
    with pytest.raises(wf.InputError, match=f"some.sg: .*{message}"):
        _ = graph.csr


@pytest.mark.parametrize(("src_ptr", "dst"), [([0, 1, 1], [2**32 + 1]), ([0, 2**32 + 1, 1], [0])])
def test_from_csr_refuses_what_narrowing_would_hide(src_ptr, dst):
    with pytest.raises(wf.InputError, match="4294967297, which is out of range"):
        wf.Graph.from_csr(np.array(src_ptr), np.array(dst))


def test_unaligned_arrays_are_realigned():
    raw = np.zeros(4 * 3 + 1, np.uint8)
    dst = raw[1:].view(np.int32)
    dst[:] = [1, 2, 0]
    assert not dst.flags.aligned
    graph = wf.Graph.from_csr(np.array([0, 1, 2, 3]), dst)
    assert graph.csr.dst.flags.aligned
    assert wf.bfs(graph, 0).levels.tolist() == [0, 1, 2]


def test_repr():
    assert repr(generators.path(2000)) == "Graph(2,000 vertices, 3,998 edges, undirected)"
    graph = wf.Graph.from_edges([0], [1], weights=[1.0], labels=["a", "b"])
    assert repr(graph) == "Graph(2 vertices, 1 edges, directed, weighted, labelled)"


def test_a_graph_goes_to_another_process():
    graph = wf.Graph.from_edges([0, 1], [1, 2], labels=["a", "b", "c"], directed=False)
    copy = pickle.loads(pickle.dumps(graph))
    assert copy.vertex("b") == 1
    assert copy.csc.src is copy.csr.dst
    assert wf.bfs(copy, 0).levels.tolist() == [0, 1, 2]
