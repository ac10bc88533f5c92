"""A GPU's iterations in one launch, with lists of every length."""

import numpy as np
import pytest

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.pagerank import gather, kernel, one_launch

pytestmark = pytest.mark.on_devices


@pytest.fixture
def short_lists(set_sizes):
    """Lists that count as long and huge although they are short, and launches of few iterations."""
    for module in gather, kernel, one_launch:
        set_sizes(module, HUGE=12, PIECE=5)
    set_sizes(gather, SHORT=2)
    set_sizes(one_launch, WORK_AT_ONCE=0)


@pytest.mark.usefixtures("short_lists")
@pytest.mark.parametrize("tolerance", [1e-6, 1e-9])
@pytest.mark.parametrize("weighted", [False, True])
def test_lists_of_every_length(weighted, tolerance, device):
    graph = generators.kronecker(6, 6, seed=4)
    src, dst, _ = graph.coo
    weights = np.random.default_rng(0).random(src.size)
    graph = wf.Graph.from_edges(src, dst, graph.num_vertices, weights)
    found = wf.pagerank(graph, tolerance=tolerance, weighted=weighted, device=device)
    expected = wf.pagerank(graph, tolerance=1e-12, max_iterations=500, weighted=weighted, device="cpu")
    assert found.converged
    np.testing.assert_allclose(found.ranks, expected.ranks, atol=10 * tolerance)
    wf.validate_pagerank(graph, found.ranks, tolerance=tolerance, weighted=weighted)
