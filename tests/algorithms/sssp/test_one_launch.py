"""A GPU's buckets in one launch, widened where they have few edges and narrowed where they have many."""

import numpy as np
import pytest

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.sssp import one_launch, tree_on_gpu
from wavefront.graph.random_weights import with_random_weights

pytestmark = pytest.mark.on_devices


@pytest.mark.parametrize("share", [1, 1000])  # of the edges: never narrower than at first; narrower
@pytest.mark.parametrize("many_edges", [1, 8])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_widths_of_buckets_change_no_distance(dtype, many_edges, share, device, monkeypatch):
    if isinstance(device, wf.Cpu):
        pytest.skip("the CPU has buckets of another kind")
    monkeypatch.setattr(one_launch, "FEW_EDGES", 12)
    monkeypatch.setattr(one_launch, "MANY_EDGES", many_edges)
    monkeypatch.setattr(one_launch, "MOST_SHARE", share)
    csr = with_random_weights(generators.kronecker(4, 3, seed=2), 1).csr
    graph = wf.Graph.from_csr(csr.src_ptr, csr.dst, csr.weights.astype(dtype), directed=False)
    source = int(np.diff(csr.src_ptr).argmin())
    found = wf.sssp(graph, source, device=device)
    expected = wf.sssp(graph, source, device="cpu")
    assert found.distances.tolist() == expected.distances.tolist()
    wf.validate_sssp(graph, source, found.distances, found.predecessors)


def test_the_width_that_a_step_asks_for():
    limits = one_launch.Limits(8.0, 12, 100, 1000, 1.0, np.inf, None)
    widths = [(8.0, 100), (32.0, 100), (32.0, 101), (8.0, 101), (8.0, 1001), (1.0, 1001), (128.0, 1001)]
    found = [one_launch.narrowed(width, edges, limits) for width, edges in widths]
    assert found == [8.0, 32.0, 8.0, 8.0, 2.0, 1.0, 8.0]
    assert one_launch.most_edges(10) == one_launch.MANY_EDGES
    assert one_launch.most_edges(10, 3) == 3 * one_launch.MANY_EDGES
    assert one_launch.most_edges(1 << 30) == one_launch.most_edges(1 << 30, 2) == 1 << 29


@pytest.mark.parametrize("zeros", [False, True])
def test_predecessors_from_lists_of_every_length(zeros, device, set_sizes):
    """Also where an edge of weight 0 leaves a vertex without a nearer neighbor on a shortest path."""
    set_sizes(tree_on_gpu, SHORT=3, PIECE=9)
    csr = with_random_weights(generators.kronecker(5, 3, seed=2), 1).csr
    weights = csr.weights // 200 if zeros else csr.weights
    graph = wf.Graph.from_csr(csr.src_ptr, csr.dst, weights, directed=False)
    found = wf.sssp(graph, 0, delta=np.inf, device=device)
    expected = wf.sssp(graph, 0, device="cpu")
    assert found.predecessors.tolist() == expected.predecessors.tolist()
