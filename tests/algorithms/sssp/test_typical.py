"""The weight and the degree that the default width of a bucket follows from."""

import numpy as np
import pytest

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.sssp.typical import typical_degree, typical_of, typical_weight


@pytest.mark.parametrize("degree", [1, 2.5, 4, 16, 60])
def test_of_weights_spread_evenly_it_is_the_mean(degree):
    weights = np.random.default_rng(1).uniform(0, 1000, 200_000)
    assert typical_weight(weights, degree) == pytest.approx(500, rel=0.1)


def test_few_large_weights_count_for_nothing():
    weights = np.random.default_rng(1).uniform(0, 1000, 200_000)
    large = np.where(np.random.default_rng(2).random(200_000) < 0.02, 1e9, weights)
    assert large.mean() > 1e7
    assert typical_weight(large, 8) == pytest.approx(500, rel=0.1)


@pytest.mark.parametrize("others", [[], [0.0] * 9, [np.inf] * 9], ids=["none", "zeros", "infinite"])
def test_only_positive_finite_weights_count(others):
    assert typical_weight(np.array([6.0, *others]), 1) == 6


def test_weights_that_there_are_none_of():
    assert typical_weight(None, 8) == 1
    assert typical_weight(np.zeros(5), 8) == 0
    assert typical_weight(np.empty(0), 8) == 0
    assert wf.sssp(wf.Graph.from_edges([0], [1], weights=[0.0]), 0).distances.tolist() == [0, 0]


def test_the_degree_is_the_mean_where_all_are_equal():
    assert typical_degree(generators.complete(50)) == pytest.approx(49)
    assert typical_degree(wf.Graph.from_edges([], [], 5)) == 1


def test_the_degree_is_higher_where_edges_lead_to_hubs():
    """Half of a star's edges lead to its hub, of degree n, and half to leaves: a mean of sqrt(n)."""
    degree, mean = typical_degree(generators.star(10_000)), 2 * 9_999 / 10_000
    assert degree == pytest.approx((mean * 9_999**0.5) ** 0.5, rel=0.05)


def test_what_is_typical_is_found_once_per_graph():
    graph = wf.Graph.from_edges([0, 1], [1, 2], weights=[2, 4])
    assert typical_of(graph) is typical_of(graph)
