"""The tree of shortest paths: which predecessor is taken, and where weights add nothing."""

import numpy as np
import pytest
from graphs import size

import wavefront as wf
from wavefront import generators

pytestmark = pytest.mark.on_devices


def test_the_smallest_of_the_nearer_predecessors_is_taken():
    graph = wf.Graph.from_edges(
        [0, 0, 0, 3, 2, 1], [1, 2, 3, 4, 4, 4], weights=[2.0, 1.0, 1.0, 1.0, 1.0, 0.0]
    )
    # Vertex 1 is as near as 4; 2 and 3 are nearer.
    assert wf.sssp(graph, 0).predecessors.tolist() == [-1, 0, 0, 0, 2]


def test_weights_that_add_nothing_give_a_tree(device):
    """Cycles of weight 0 and, next to a distance of 2**24, of weight 1: a path enters them from outside."""
    src = np.array([0, 1, 2, 3, 4, 4, 5, 6, 7, 8, 2])
    dst = np.array([1, 2, 3, 1, 0, 5, 4, 7, 6, 6, 5])
    for far, near in ((1.0, 0.0), (2.0**24, 1.0)):
        weights = np.where(np.isin(src, [0]), far, near).astype(np.float32)
        graph = wf.Graph.from_edges(src, dst, weights=weights)
        found = wf.sssp(graph, 0, device=device).to_numpy()
        wf.validate_sssp(graph, 0, found.distances, found.predecessors)
        assert found.path(4) == [0, 1, 2, 5, 4]
        assert found.path(6) is None


def test_all_weights_zero(device):
    graph = generators.kronecker(size(8, 4), size(8, 2), seed=3)
    graph = wf.Graph.from_csr(graph.csr.src_ptr, graph.csr.dst, np.zeros(graph.num_edges))
    source = int(graph.out_degrees.argmax())
    found = wf.sssp(graph, source, device=device).to_numpy()
    assert ((found.distances == 0) == (wf.bfs(graph, source).levels >= 0)).all()
    wf.validate_sssp(graph, source, found.distances, found.predecessors)
