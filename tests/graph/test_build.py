"""Lists built from edges: in many buckets, and of ids beyond 32 bits."""

import numpy as np
import pytest
import scipy.sparse

import wavefront as wf
from wavefront.graph import formats


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize(("vertices", "edges"), [(3, 100_000), (50_000, 300_000), (200_000, 1000)])
def test_csr_and_csc_are_scipys_on_larger_graphs(vertices, edges, weighted):
    rng = np.random.default_rng(vertices)
    # A tenth of the edges leave vertex 0, so that buckets and lists are uneven.
    src = np.where(rng.random(edges) < 0.1, 0, rng.integers(0, vertices, edges))
    dst = rng.integers(0, vertices, edges)
    weights = rng.random(edges) if weighted else np.ones(edges)
    graph = wf.Graph.from_edges(src, dst, vertices, weights if weighted else None)
    expected = scipy.sparse.coo_array((weights, (src, dst)), shape=(vertices, vertices)).tocsr()
    values = np.ones(edges) if graph.csr.weights is None else graph.csr.weights
    ours = scipy.sparse.csr_array((values, graph.csr.dst, graph.csr.src_ptr), shape=expected.shape)
    assert ours.has_sorted_indices
    assert abs(ours - expected).max() < 1e-9
    columns = scipy.sparse.csc_array(expected)
    values = np.ones(edges) if graph.csc.weights is None else graph.csc.weights
    ours = scipy.sparse.csc_array((values, graph.csc.src, graph.csc.dst_ptr), shape=expected.shape)
    assert ours.has_sorted_indices
    assert abs(ours - columns).max() < 1e-9


def test_weighted_edges_with_wide_ids_are_sorted_too(monkeypatch):
    monkeypatch.setattr("wavefront.graph.build.INT32_MAX", 4)  # as if 5 were beyond 32 bits
    src, dst, weights = np.array([1, 0, 1, 1, 0]), np.array([2, 1, 0, 2, 3]), np.arange(5.0)
    csr = formats.coo_to_csr(formats.COO(src, dst, weights), 6)
    assert csr.src_ptr.tolist() == [0, 2, 5, 5, 5, 5, 5]
    assert csr.dst.tolist() == [1, 3, 0, 2, 2]
    assert csr.weights.tolist() == [1, 4, 2, 0, 3]


def pipe(count):
    """Up, then down."""
    return np.concatenate([np.arange(0, count, 2), np.arange(count - 1 - count % 2, 0, -2)])


ORDERS = {
    "sorted": np.arange,
    "reversed": lambda count: np.arange(count)[::-1],
    "two runs": lambda count: np.roll(np.arange(count), count // 3),
    "up and down": pipe,
    "many runs": lambda count: np.arange(count) % 37,
    "short runs": lambda count: np.arange(count) ^ 3,
    "alike": lambda count: np.zeros(count, np.int64),
    "random": lambda count: np.random.default_rng(count).integers(0, count, count),
}


@pytest.mark.parametrize("count", [23, 24, 25, 26, 49, 1000, 100_000])
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("weighted", [False, True])
def test_a_hubs_list_in_any_order(order, count, weighted):
    dst = ORDERS[order](count)
    weights = np.arange(count, dtype=float) if weighted else None
    graph = wf.Graph.from_edges(np.full(count, 1), dst, count + 4, weights)
    expected = np.argsort(dst, kind="stable")
    assert graph.csr.src_ptr[1:3].tolist() == [0, count]
    assert (graph.csr.dst == dst[expected]).all()
    assert weights is None or (graph.csr.weights == expected).all()


def test_hubs_of_an_undirected_graph_listed_by_source():
    # Each edge once, as exporters write them: a hub's list is two ascending runs.
    hubs, leaves = np.arange(100, 108), np.setdiff1d(np.arange(20_000), np.arange(100, 108))
    src, dst = np.repeat(hubs, leaves.size), np.tile(leaves, hubs.size)
    low, high = np.minimum(src, dst), np.maximum(src, dst)
    order = np.lexsort((high, low))
    graph = wf.Graph.from_edges(low[order], high[order], directed=False)
    for hub in hubs:
        first, end = graph.csr.src_ptr[hub : hub + 2]
        assert (graph.csr.dst[first:end] == leaves).all()
