"""Directed graphs made undirected."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import wavefront as wf

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


def test_undirected_takes_undirected_graphs_as_they_are(tmp_path, assert_same):
    wf.write(TRIANGLE, tmp_path / "g.mtx")
    assert_same(wf.read(tmp_path / "g.mtx", undirected=True), TRIANGLE)


def test_zero_has_no_sign():
    graph = wf.Graph.from_edges([0, 1], [1, 0], 2, [0.0, -0.0]).to_undirected()
    assert (graph.num_edges, graph.csr.weights.tolist()) == (2, [0.0, 0.0])
