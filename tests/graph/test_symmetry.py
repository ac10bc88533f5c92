"""Whether lists hold both directions of every edge, against sets of edges counted in plain Python."""

from collections import Counter
from math import isnan

import numpy as np
import pytest
import scipy.sparse
from hypothesis import given
from hypothesis import strategies as st

import wavefront as wf
from wavefront import generators
from wavefront.graph.symmetry import BLOCK_EDGES

# NaN is a weight like others; 0 and -0 are one.
WEIGHTS = st.sampled_from([1.0, 2.0, 0.0, -0.0, np.inf, -np.inf, np.nan, -np.nan])
EDGES = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), WEIGHTS), max_size=9)


def lists_of(edges, weighted, num_vertices=5):
    """CSR of the edges, each vertex's in their order."""
    ordered = sorted(edges, key=lambda edge: edge[:2])
    src, dst, weights = (np.array([edge[column] for edge in ordered]) for column in range(3))
    ptr = np.searchsorted(src, np.arange(num_vertices + 1)) if edges else np.zeros(num_vertices + 1, int)
    return ptr, dst.astype(np.int32), weights.astype(np.float64) if weighted else None


def lone_edges(edges, weighted):
    """The edges, without those for which there is a reverse."""
    number = {0.0: "0"}
    named = [(u, v, "nan" if isnan(w) else number.get(w, w)) if weighted else (u, v, 1) for u, v, w in edges]
    return Counter(edge for edge in named if edge[0] != edge[1]) - Counter((v, u, w) for u, v, w in named)


@given(edges=EDGES, reversed_too=st.booleans(), weighted=st.booleans(), order=st.randoms())
def test_edges_without_a_reverse_are_found(edges, reversed_too, weighted, order):
    if reversed_too:
        edges += [(v, u, w) for u, v, w in edges if u != v]
        order.shuffle(edges)
    lone = lone_edges(edges, weighted)
    arrays = lists_of(edges, weighted)
    if not lone:
        assert not wf.Graph.from_csr(*arrays, directed=False).directed
        return
    with pytest.raises(wf.InputError, match="undirected") as caught:
        wf.Graph.from_csr(*arrays, directed=False)
    told = {f"there is {u} -> {v}" for u, v, _ in lone}
    assert any(words in str(caught.value) for words in told)


@pytest.mark.parametrize("place", [0, 1, BLOCK_EDGES - 1, BLOCK_EDGES, 2 * BLOCK_EDGES - 1, -1])
def test_one_lone_edge_among_many_blocks(place):
    graph = generators.uniform(3000, 2 * BLOCK_EDGES, seed=4)
    ptr, dst, _ = graph.csr
    assert wf.Graph.from_csr(ptr, dst, directed=False).num_edges == graph.num_edges
    changed = dst.copy()
    changed[place] = graph.coo.src[place]
    with pytest.raises(wf.InputError, match="in both directions"):
        wf.Graph.from_csr(ptr, changed, directed=False)
    weights = np.minimum(*graph.coo[:2]).astype(np.float32)
    assert wf.Graph.from_csr(ptr, dst, weights, directed=False).weighted
    weights[place] = np.nextafter(weights[place], np.float32(np.inf))
    with pytest.raises(wf.InputError, match="of weight"):
        wf.Graph.from_csr(ptr, dst, weights, directed=False)


def test_a_triangle_of_a_matrix_is_refused_and_symmetrized():
    full = generators.grid(3, 4).to_scipy().astype(float)
    full.data[:] = np.minimum(*full.coords if hasattr(full, "coords") else full.nonzero()) + 1
    upper = scipy.sparse.triu(full, format="csr")
    with pytest.raises(
        wf.InputError, match=r"there is 0 -> 1 of weight 1.0, but no 1 -> 0 .*symmetrize=True.*"
    ):
        wf.Graph.from_scipy(upper, directed=False)
    for matrix in (upper, scipy.sparse.tril(full), full):
        for directed in (True, False):
            graph = wf.Graph.from_scipy(matrix, directed=directed, symmetrize=True)
            assert not graph.directed
            assert (graph.dense() == full.toarray()).all()
    src, dst = upper.nonzero()
    assert (wf.Graph.from_edges(src, dst, 12, upper.data, directed=False).dense() == full.toarray()).all()
    levels = wf.bfs(wf.Graph.from_csr(upper.indptr, upper.indices, symmetrize=True), 11).levels
    assert levels.tolist() == wf.bfs(generators.grid(3, 4), 11).levels.tolist()


def test_to_symmetrize_keeps_parallel_edges_and_their_weights(listed):
    arrays = lists_of(
        [(0, 1, 1.0), (0, 1, 2.0), (1, 0, 2.0), (2, 2, 3.0), (1, 3, np.nan), (3, 1, np.nan)], True
    )
    graph = wf.Graph.from_csr(*arrays, symmetrize=True, labels=list("abcde"))
    found = [(u, v, "nan" if isnan(w) else w) for u, v, w in listed(graph)]
    one_way = [("a", "b", 1.0), ("a", "b", 2.0), ("b", "d", "nan")]
    assert sorted(found, key=str) == sorted(
        [*one_way, *((v, u, w) for u, v, w in one_way), ("c", "c", 3.0)], key=str
    )
