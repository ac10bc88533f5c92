"""Graph: its views, the arrays it shares and copies, how it goes to another process and to a GPU."""

import pickle

import numpy as np
import pytest
from graphs import GRAPHS

import wavefront as wf
from wavefront import generators


def test_undirected_stores_one_copy():
    graph = wf.Graph.from_edges([0, 1, 2, 2], [1, 2, 2, 1], directed=False)
    assert graph.csc.dst_ptr is graph.csr.src_ptr
    assert graph.csc.src is graph.csr.dst
    assert graph.num_edges == 7  # the self-loop once, the others in both directions
    assert graph.csr.dst.tolist() == [1, 0, 2, 2, 1, 1, 2]
    assert graph.in_degrees.tolist() == graph.out_degrees.tolist() == [1, 3, 3]


def test_reversed_turns_every_edge_around():
    graph = wf.Graph.from_edges([0, 0, 2], [1, 2, 1], 4, weights=[5, 6, 7], labels=list("abcd"))
    assert (graph.reversed.dense() == graph.dense().T).all()
    assert graph.reversed.csr.dst is graph.csc.src
    assert graph.reversed.vertex("c") == 2
    undirected = generators.path(4)
    assert undirected.reversed is undirected


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


def test_the_callers_arrays_are_copied():
    src, dst = np.array([0, 1], np.int32), np.array([1, 0], np.int32)
    graph = wf.Graph.from_edges(src, dst)
    dst[:] = 99
    assert graph.csr.dst.tolist() == [1, 0]


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


def views(graph):
    """Every array of every view, in NumPy."""
    host = wf.Cpu().array
    kinds = (graph.csr, graph.csc, graph.coo, graph.ell, graph.jds, (graph.dense(), graph.out_degrees))
    return [host(array) for kind in kinds for array in kind if array is not None]


def assert_same(graph, other):
    assert (graph.num_vertices, graph.num_edges) == (other.num_vertices, other.num_edges)
    for mine, theirs in zip(views(graph), views(other), strict=True):
        assert mine.dtype == theirs.dtype
        assert np.array_equal(mine, theirs)


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("directed", [False, True])
def test_from_edges_and_every_view(directed, weighted):
    import cupy

    rng = np.random.default_rng(5)
    pairs = np.unique(rng.integers(0, 300, (2000, 2)), axis=0)  # parallel edges' weights in `dense` are any
    src, dst = rng.permutation(pairs).T
    weights = rng.random(src.size) if weighted else None
    here = wf.Graph.from_edges(src, dst, 310, weights, directed=directed)
    given = (None if array is None else cupy.asarray(array) for array in (src, dst, 310, weights))
    there = wf.Graph.from_edges(*(a if i != 2 else 310 for i, a in enumerate(given)), directed=directed)
    assert there.device.name == "cuda"
    if directed or not weighted:  # both directions of a weighted edge differ in `dense` by which came last
        assert_same(there, here)
    assert_same(there.simplified(), here.simplified())


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("name", GRAPHS)
def test_a_copy_has_the_same_views(name):
    graph = GRAPHS[name]()
    there = graph.to_device("cuda")
    assert there is graph.to_device("cuda")
    assert there is there.to_device("cuda")
    assert there.device.name == "cuda"
    assert_same(there, graph)


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize(
    "make", [generators.kronecker, lambda n, **options: generators.uniform(n, 99, **options)]
)
def test_a_drawn_graph_stays_and_is_the_same(make):
    graph = make(10, device="cuda", seed=3)
    assert graph.device.name == "cuda"
    assert_same(graph, make(10, seed=3))


@pytest.mark.usefixtures("gpu")
def test_results_of_auto_are_where_the_graph_is(tmp_path):
    import cupy

    graph = generators.kronecker(10, device="cuda")
    result = wf.bfs(graph, 5)
    assert isinstance(result.levels, cupy.ndarray)
    assert isinstance(wf.bfs(graph, 5, device="cpu").levels, np.ndarray)
    wf.validate_bfs(graph, 5, result.levels, result.predecessors)
    levels = result.to_numpy().levels
    far = int(levels.argmax())
    assert len(wf.bfs(graph, 5, predecessors=False).path(far)) == levels[far] + 1
    assert wf.account(graph, 5, "push").rows == wf.account(graph.to_device("cpu"), 5, "push").rows
    wf.write(graph, tmp_path / "graph.npy")
    assert_same(wf.read(tmp_path / "graph.npy"), graph)
    assert_same(pickle.loads(pickle.dumps(graph)), graph)
    assert (graph.to_scipy() != graph.to_device("cpu").to_scipy()).nnz == 0


@pytest.mark.usefixtures("gpu")
def test_arrays_in_two_places_are_refused():
    import cupy

    with pytest.raises(wf.InputError, match="one place"):
        wf.Graph.from_edges(cupy.zeros(3, "i4"), np.zeros(3, "i4"))
    with pytest.raises(wf.InputError, match="out of range"):
        wf.Graph.from_csr(cupy.array([0, 1]), cupy.array([7])).csr  # noqa: B018
    lists = wf.Graph.from_csr(cupy.array([0, 3, 3, 3]), cupy.array([2, 0, 1]))
    assert lists.csr.dst.tolist() == [0, 1, 2]
