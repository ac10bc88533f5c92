"""Directed graphs made undirected."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import wavefront as wf
from wavefront.graph import formats

TRIANGLE = wf.Graph.from_edges([0, 0, 1], [1, 2, 2], weights=[1, 2, 3], directed=False)
edges = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.sampled_from([1.0, 2.0])), max_size=12)


@given(edges=edges, weighted=st.booleans())
def test_undirected_adds_exactly_the_missing_reverses(edges, weighted, tmp_path_factory, listed):
    path = tmp_path_factory.mktemp("undirected") / "g.mtx"
    src, dst, weights = zip(*edges, strict=True) if edges else ((), (), ())
    wf.write(
        wf.Graph.from_edges(np.array(src, int), np.array(dst, int), 5, weights if weighted else None), path
    )
    graph = wf.read(path, undirected=True)
    assert not graph.directed
    given_edges = [(u, v, w if weighted else None) for u, v, w in edges]
    expected = []
    for edge in set(given_edges) | {(v, u, w) for u, v, w in given_edges}:
        u, v, w = edge
        expected += [edge] * max(given_edges.count(edge), given_edges.count((v, u, w)))
    assert listed(graph) == sorted(expected)


@pytest.mark.parametrize("kind", [np.float64, np.float32, np.int16, np.uint8])
def test_weights_of_simple_graphs(kind, listed):
    rng = np.random.default_rng(2)
    ends = np.unique(rng.integers(0, 40, (600, 2)), axis=0)
    weights = rng.integers(0, 3, len(ends)).astype(kind)
    edges = [(*pair, weight) for pair, weight in zip(ends.tolist(), weights.tolist(), strict=True)]
    expected = set(edges) | {(v, u, weight) for u, v, weight in edges}
    graph = wf.Graph.from_edges(*ends.T, 40, weights).to_undirected()
    assert listed(graph) == sorted(expected)
    assert graph.csr.weights.dtype == weights.dtype
    src, dst, kept = graph.coo
    assert (dst[graph.csc_slots] == src).all()
    assert (kept[graph.csc_slots] == kept).all()


def test_undirected_is_the_union_of_both_directions():
    drawn = wf.generators.uniform(3000, 20_000, seed=1)
    src, dst = (np.asarray(ends) for ends in drawn.coo[:2])
    once = np.random.default_rng(1).random(src.size) < 0.6
    graph = wf.Graph.from_edges(np.r_[src[once], 7], np.r_[dst[once], 7], 3000).simplified()
    union = graph.to_scipy().astype(bool) + graph.to_scipy().astype(bool).T
    union.sort_indices()
    found = graph.to_undirected().csr
    np.testing.assert_array_equal(found.src_ptr, union.indptr)
    np.testing.assert_array_equal(found.dst, union.indices)


def test_undirected_takes_undirected_graphs_as_they_are(tmp_path, assert_same):
    wf.write(TRIANGLE, tmp_path / "g.mtx")
    assert_same(wf.read(tmp_path / "g.mtx", undirected=True), TRIANGLE)


def test_zero_has_no_sign():
    graph = wf.Graph.from_edges([0, 1], [1, 0], 2, [0.0, -0.0]).to_undirected()
    assert (graph.num_edges, graph.csr.weights.tolist()) == (2, [0.0, 0.0])


@pytest.mark.parametrize("compared", [3, 1 << 20])
def test_parallel_edges_in_different_orders_are_paired_by_weight(compared, monkeypatch):
    monkeypatch.setattr(formats, "COMPARED", compared)
    rng = np.random.default_rng(1)
    src, dst = rng.integers(0, 4, (2, 60))
    weights = rng.choice([1.0, 2.0, 5.0, np.nan], src.size, p=[0.4, 0.3, 0.2, 0.1])
    others = src != dst  # a self-loop is there once
    src, dst = np.append(src, dst[others]), np.append(dst, src[others])
    weights, order = np.append(weights, weights[others]), rng.permutation(src.size)
    directed = wf.Graph.from_edges(src[order], dst[order], 4, weights[order])
    graph = wf.Graph.from_csr(*directed.csr, directed=False, check=False)
    slots, coo = graph.csc_slots, graph.coo
    assert not np.array_equal(coo.weights, coo.weights[directed.csc_slots], equal_nan=True)
    assert np.array_equal(coo.weights, coo.weights[slots], equal_nan=True)
    assert (slots[slots] == np.arange(slots.size)).all()
    assert (coo.src[slots] == coo.dst).all()
    assert (coo.dst[slots] == coo.src).all()
