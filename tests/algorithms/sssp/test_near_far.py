"""Buckets of the nearest vertices, however many their widths make."""

import numpy as np
import pytest

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.sssp import buckets


@pytest.mark.parametrize("weight", [0.0, np.inf, 5e307])
def test_weights_that_have_no_useful_mean(weight):
    graph = wf.Graph.from_edges([0, 1, 2, 2], [1, 2, 3, 0], weights=[5e307, weight, weight, weight])
    found = wf.sssp(graph, 0)
    assert found.distances.tolist() == [0, 5e307, 5e307 + weight, 5e307 + weight + weight]
    assert found.delta > 0


def test_weights_of_many_sizes_need_no_bucket_each():
    """The bound goes to the nearest vertex at once, however many deltas away."""
    graph = wf.Graph.from_edges([0, 1, 2], [1, 2, 3], weights=[1e-9, 1e12, 1.0])
    assert wf.sssp(graph, 0, delta=1e-12).distances.tolist() == [0, 1e-9, 1e12, 1e12 + 1]


@pytest.mark.parametrize("threads", [1, 2])
def test_entries_are_made_anew_where_there_is_no_room(threads, monkeypatch):
    """Blocks for 300 entries in 4 buckets; 14 blocks would do for all that wait at once."""
    monkeypatch.setattr(buckets, "SERIAL_EDGES", 0)
    monkeypatch.setattr(buckets, "num_blocks", lambda num_vertices, threads: 9)
    graph = generators.complete(300)
    weights = np.random.default_rng(0).random(graph.num_edges) ** 0.3
    graph = wf.Graph.from_csr(graph.csr.src_ptr, graph.csr.dst, weights)
    found = wf.sssp(graph, 0, delta=0.3, device=wf.Cpu(threads))
    wf.validate_sssp(graph, 0, found.distances, found.predecessors)
