"""PageRank against the definition and NetworkX."""

import networkx as nx
import numpy as np
import pytest
import reference
from graphs import GRAPHS, SIMULATED, size
from hypothesis import given, settings
from hypothesis import strategies as st

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.pagerank import blocks as pagerank_cpu

pytestmark = pytest.mark.on_devices
EXACT = (
    {"tolerance": 1e-8, "max_iterations": 200} if SIMULATED else {"tolerance": 1e-13, "max_iterations": 500}
)

CLOSE = {"rtol": 0, "atol": 1e-7 if SIMULATED else 1e-12}


def weighted_edges(graph, weighted):
    src, dst, weights = graph.coo
    strengths = weights.tolist() if weighted else [1.0] * src.size
    return list(zip(src.tolist(), dst.tolist(), strengths, strict=True))


def weights_on(graph, seed=4):
    """The graph with weights, some of them 0; in an undirected one those of either direction differ."""
    weights = np.random.default_rng(seed).integers(0, 4, graph.num_edges).astype(np.float32)
    return wf.Graph.from_csr(*graph.csr[:2], weights)


@pytest.mark.parametrize("name", GRAPHS)
@pytest.mark.parametrize("weighted", [False, True], ids=["alike", "weighted"])
def test_ranks_are_those_of_the_definition(name, device, weighted):
    graph = weights_on(GRAPHS[name]()) if weighted else GRAPHS[name]()
    restart = np.arange(graph.num_vertices) % 3 + 1.0
    result = wf.pagerank(
        graph, 0.7, personalization=restart, weighted=weighted, device=device, **EXACT
    ).to_numpy()
    chances = (restart / restart.sum()).tolist()
    expected = reference.pagerank(
        graph.num_vertices, weighted_edges(graph, weighted), 0.7, chances, iterations=100
    )
    np.testing.assert_allclose(result.ranks, expected, **CLOSE)
    assert result.converged
    assert result.ranks.dtype == np.float64
    wf.validate_pagerank(
        graph, result.ranks, damping=0.7, tolerance=1e-7, personalization=restart, weighted=weighted
    )


def test_a_hub_is_shared_by_a_block(device):
    spokes = size(300, 100)
    graph = wf.Graph.from_edges(np.arange(1, spokes + 1), np.zeros(spokes, int))
    ranks = wf.pagerank(graph, device=device, **EXACT).to_numpy().ranks
    # What each spoke gets, it gets anew; the hub gets that and what all spokes hand it, and strands all.
    np.testing.assert_allclose(ranks[0] / ranks[1], 1 + 0.85 * spokes, rtol=1e-6)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph, nx.MultiDiGraph])
def test_ranks_are_networkx_ranks(kind, weighted):
    rng = np.random.default_rng(7)
    other = kind()
    other.add_nodes_from(range(40))
    other.add_weighted_edges_from((int(u), int(v), int(w)) for u, v, w in rng.integers(1, 30, (80, 3)))
    graph = wf.Graph.from_networkx(other)
    start = {3: 1, 8: 2.5, 39: 0.5}
    weight = "weight" if weighted else None
    expected = nx.pagerank(other, 0.9, start, tol=1e-15, max_iter=1000, weight=weight)
    found = wf.pagerank(
        graph, 0.9, personalization=start, weighted=weighted, tolerance=4e-14, max_iterations=1000
    )
    np.testing.assert_allclose(found.ranks, list(expected.values()), rtol=0, atol=1e-12)
    wf.validate_pagerank(graph, found.ranks, damping=0.9, personalization=start, weighted=weighted)


@settings(max_examples=size(60, 5))
@given(
    st.integers(1, 9).flatmap(
        lambda n: st.tuples(
            st.just(n), st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=25)
        )
    ),
    st.floats(0, 0.95),
    st.booleans(),
)
def test_any_graph(pairs, damping, directed):
    count, edges = pairs
    src, dst = [u for u, _ in edges], [v for _, v in edges]
    graph = wf.Graph.from_edges(src, dst, count, directed=directed)
    result = wf.pagerank(graph, damping, tolerance=1e-10, max_iterations=1000)
    assert result.converged
    wf.validate_pagerank(graph, result.ranks, damping=damping, tolerance=1e-9)
    uniform = [1 / count] * count
    expected = reference.pagerank(count, weighted_edges(graph, False), damping, uniform)
    np.testing.assert_allclose(result.ranks, expected, rtol=0, atol=1e-8)


def test_iterations_and_convergence(device):
    graph = generators.kronecker(size(8, 4), 4, seed=2)
    short = wf.pagerank(graph, max_iterations=2, tolerance=1e-12, device=device)
    assert (short.iterations, short.converged) == (2, False)
    long = wf.pagerank(graph, tolerance=1e-4, device=device)
    assert long.converged
    assert 2 < long.iterations < 100
    with pytest.raises(wf.ValidationError, match="rule 3"):
        wf.validate_pagerank(graph, short.to_numpy().ranks, tolerance=1e-6)


@pytest.mark.parametrize("personal", [False, True])
def test_a_prepared_graph(personal, device):
    """A GPU follows the prepared graph's lists; vertices without edges have no new id."""
    graph = generators.kronecker(6, 4, seed=2).prepare("hubs_first")
    assert (graph.out_degrees == 0).any()
    options = {"personalization": np.arange(graph.num_vertices) % 3 + 1.0 if personal else None}
    found = wf.pagerank(graph, device=device, tolerance=1e-5, **options).to_numpy()
    wf.validate_pagerank(graph, found.ranks, tolerance=1e-5, **options)


@pytest.mark.parametrize("weighted", [False, True], ids=["alike", "weighted"])
def test_many_blocks_end_where_the_definition_does(weighted, monkeypatch):
    graph = weights_on(generators.kronecker(13, 2, seed=3, directed=True))
    monkeypatch.setattr(pagerank_cpu, "BLOCK_EDGES", 1)  # 8 blocks of 1024 vertices
    restart = np.arange(graph.num_vertices) % 3 + 1.0
    options = {"personalization": restart, "weighted": weighted}
    one, all_threads = (
        wf.pagerank(graph, tolerance=1e-9, device=wf.Cpu(threads), **options) for threads in (1, None)
    )
    assert (one.ranks == all_threads.ranks).all()  # the result doesn't depend on timing
    wf.validate_pagerank(graph, one.ranks, tolerance=1e-9, **options)
    chances = (restart / restart.sum()).tolist()
    edges = weighted_edges(graph, weighted)
    expected = reference.pagerank(graph.num_vertices, edges, 0.85, chances, iterations=60)
    np.testing.assert_allclose(one.ranks, expected, rtol=0, atol=1e-8)
    monkeypatch.setattr(pagerank_cpu, "BLOCK_EDGES", 1 << 40)
    assert one.iterations < wf.pagerank(graph, tolerance=1e-9, device="cpu", **options).iterations


@pytest.mark.parametrize("tolerance", [1e-4, 1e-6, 1e-12])
def test_hubs_in_pieces(tolerance):
    """Lists of 20,000 edges, at the first vertex, in the middle, and at the last one; one of 8,192."""
    spokes = np.arange(10, 20_010)
    hubs = np.repeat([0, 5, 20_019], spokes.size)
    src, dst = np.concatenate([np.tile(spokes, 3), spokes[:8192]]), np.concatenate([hubs, np.full(8192, 7)])
    graph = wf.Graph.from_edges(src, dst, 20_020, directed=False)
    one, all_threads = (
        wf.pagerank(graph, tolerance=tolerance, max_iterations=500, device=wf.Cpu(n)) for n in (1, None)
    )
    assert (one.ranks == all_threads.ranks).all()
    assert one.converged
    wf.validate_pagerank(graph, one.ranks, tolerance=tolerance)


def test_an_empty_graph_has_no_ranks():
    result = wf.pagerank(wf.Graph.from_edges([], []))
    assert (result.ranks.tolist(), result.iterations, result.converged) == ([], 0, True)


def test_the_result_describes_itself():
    result = wf.pagerank(generators.path(3))
    assert repr(result) == f"PageRankResult(3 vertices, {result.iterations} iterations, converged)"
    assert result.to_numpy() is result


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"damping": 1.5}, "damping"),
        ({"damping": np.nan}, "damping"),
        ({"damping": "0.85"}, "damping"),
        ({"tolerance": -1}, "tolerance"),
        ({"tolerance": np.nan}, "tolerance"),
        ({"tolerance": None}, "tolerance"),
        ({"max_iterations": 0}, "max_iterations"),
        ({"weighted": True}, "graph with weights"),
        ({"personalization": [1, 2]}, "3 numbers"),
        ({"personalization": ["a", "b", "c"]}, "3 numbers"),
        ({"personalization": [1, 2, -1]}, "not negative"),
        ({"personalization": [1, 2, np.nan]}, "finite"),
        ({"personalization": [0, 0, 0]}, "not 0 everywhere"),
        ({"personalization": [1e308, 1e308, 0]}, "finite"),
        ({"personalization": {}}, "not 0 everywhere"),
        ({"personalization": {1: "a"}}, "3 numbers"),
        ({"personalization": {7: 1}}, "vertex 7 is out of range"),
    ],
)
def test_wrong_arguments_are_refused(arguments, message):
    with pytest.raises(wf.InputError, match=message):
        wf.pagerank(generators.path(3), **arguments)


@pytest.mark.parametrize("weight", [-1.0, np.nan, np.inf])
def test_wrong_weights_are_refused(weight):
    graph = wf.Graph.from_edges([0, 1], [1, 0], weights=[1.0, weight])
    with pytest.raises(wf.InputError, match="finite and not negative"):
        wf.pagerank(graph, weighted=True)
    wf.pagerank(graph)  # doesn't look at them


@pytest.mark.parametrize("weight", [1e-320, 1e-300, 1e300, 1e308])
def test_weights_whose_sums_leave_no_precision_are_refused(weight):
    graph = wf.Graph.from_edges([0, 0, 1], [1, 2, 0], weights=[weight, weight, 1])
    with pytest.raises(
        wf.InputError, match="add up to 1e-200 to 1e\\+200, or 0; those of vertex 0 add up to"
    ):
        wf.pagerank(graph, weighted=True)


def test_a_numpy_integer_is_a_limit():
    assert wf.pagerank(generators.path(4), max_iterations=np.int64(3), tolerance=0).iterations == 3
