"""Triangles whose corners are in a core of bits, on the CPU, against sparse matrices."""

import numpy as np
import pytest
from graphs import SIMULATED
from scipy import sparse

import wavefront as wf
from wavefront.algorithms.triangles import dense_core as core
from wavefront.algorithms.triangles.dense_core import is_dense

pytestmark = pytest.mark.skipif(SIMULATED, reason="is about the CPU")


def random_graph(count, edges, seed=1):
    """With parallel edges and self-loops."""
    ends = np.random.default_rng(seed).integers(count, size=(2, edges))
    return wf.Graph.from_edges(*ends, count, directed=False)


def cliques_with_hub():
    """Cliques of 70 vertices, a hub that sees one vertex of each, and leaves of the hub."""
    low, high = np.triu_indices(70, 1)
    pieces = [(low + first, high + first) for first in range(0, 700, 70)]
    pieces.append((np.full(4000, 700), np.concatenate([np.arange(0, 700, 70), np.arange(701, 4691)])))
    return wf.Graph.from_edges(*map(np.concatenate, zip(*pieces, strict=True)), 4691, directed=False)


GRAPHS = {
    "two vertices": lambda: wf.Graph.from_edges([0, 0], [1, 1], 2, directed=False),
    "complete": lambda: wf.generators.complete(64),
    "complete, a word more": lambda: wf.generators.complete(65),
    "dense": lambda: random_graph(200, 9000),
    "sparse": lambda: random_graph(3000, 9000),
    "cliques with hub": cliques_with_hub,
    "kronecker": lambda: wf.generators.kronecker(12),
}


def counted_by_matrices(graph):
    src, dst = np.asarray(graph.coo.src), np.asarray(graph.coo.dst)
    kept = src != dst
    ones = np.ones(int(kept.sum()), np.int64)
    matrix = sparse.csr_array((ones, (src[kept], dst[kept])), shape=2 * [graph.num_vertices])
    matrix.data[:] = 1
    return ((matrix @ matrix).multiply(matrix).sum(axis=1) // 2).tolist()


@pytest.fixture(params=GRAPHS)
def graph(request):
    return GRAPHS[request.param]()


@pytest.mark.parametrize("most", [1 << 6, 1 << 10, 1 << 13])
@pytest.mark.parametrize("threads", sorted({1, wf.Cpu().threads}))
def test_a_core_of_any_size_changes_nothing(graph, most, threads, monkeypatch):
    monkeypatch.setattr(core, "MOST", most)
    for name in ("LOOK_UP", "NEAR_LOOK_UP"):
        monkeypatch.setattr(core, name, 1e9)  # so that the core is as large as it may be
    monkeypatch.setattr("wavefront.algorithms.triangles.choice.is_dense", lambda graph: True)
    found = wf.triangles(graph, device=wf.Cpu(threads))
    assert found.counts.tolist() == counted_by_matrices(graph)


def test_as_it_is_chosen(graph):
    assert wf.triangles(graph, device="cpu").counts.tolist() == counted_by_matrices(graph)


@pytest.mark.parametrize(("name", "expected"), [("complete", True), ("dense", True), ("sparse", False)])
def test_which_graphs_are_dense(name, expected):
    assert is_dense(GRAPHS[name]()) is expected
