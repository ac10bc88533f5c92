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
