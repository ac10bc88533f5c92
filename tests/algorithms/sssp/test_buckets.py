"""The width of the CPU's buckets: what a search begins with, and where it widens them."""

import numpy as np
import pytest

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.sssp import buckets
from wavefront.algorithms.sssp.width import WIDEST


def weighted(graph):
    src, dst = graph.coo[:2]
    weights = 1 + (3 * np.minimum(src, dst) + np.maximum(src, dst)) % 7
    return wf.Graph.from_edges(src, dst, graph.num_vertices, weights=weights, directed=True)


@pytest.fixture
def scales(monkeypatch):
    """Of each search, its buckets per unit: at first, and at the end."""
    seen, scale_of = [], buckets.scale_of

    def noted(*arguments):
        scale = scale_of(*arguments)
        seen.append((scale[0], scale))
        return scale

    monkeypatch.setattr(buckets, "scale_of", noted)
    return lambda: [first / scale[0] for first, scale in seen]


def test_buckets_widen_along_a_path_by_default(scales):
    graph = weighted(generators.path(40_000))
    found = wf.sssp(graph, 0, device="cpu")
    assert scales() == [WIDEST]
    wf.validate_sssp(graph, 0, found.distances, found.predecessors)


@pytest.mark.parametrize("options", [{"delta": 3.0}, {"trace": True}], ids=["delta", "trace"])
def test_buckets_stay_as_wide_where_that_is_asked_for(options, scales):
    wf.sssp(weighted(generators.path(40_000)), 0, device="cpu", **options)
    assert scales() == [1]


def test_buckets_stay_narrow_where_many_vertices_wait(scales):
    wf.sssp(weighted(generators.uniform(20_000, 160_000, seed=1)), 0, device="cpu")
    assert scales() == [1]


def test_the_default_delta_is_the_first_buckets():
    graph = weighted(generators.path(40_000))
    median, degree = np.median(graph.csr.weights), 2 * 39_999 / 40_000
    first = 8 * median / degree**1.5
    assert wf.sssp(graph, 0, device="cpu").delta == pytest.approx(first, rel=1e-4)
    assert wf.sssp(graph, 0, device="cpu", trace=True).delta == pytest.approx(4 * first, rel=1e-4)
    many = wf.multi_source_sssp(graph, range(wf.Cpu().threads), device="cpu")
    assert many.delta == pytest.approx(first, rel=1e-4)
