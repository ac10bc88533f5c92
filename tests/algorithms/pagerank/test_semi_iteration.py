"""Ranks of undirected graphs that plain iterations approach slowly."""

import numpy as np
import pytest
from graphs import size

import wavefront as wf
from wavefront import generators

pytestmark = pytest.mark.on_devices


def hubs_and_leaves():
    """Two hubs, a leaf of both, leaves of one each, and vertices without edges."""
    leaves = np.arange(2, size(20_000, 60))
    edges = np.concatenate([leaves % 2, [0]]), np.concatenate([leaves, [3]])
    return wf.Graph.from_edges(*edges, leaves.size + 10, directed=False)


def weighted_ladder():
    """Two paths with rungs, of weights that differ by a factor of up to 1000."""
    count = size(4000, 40)
    one = np.arange(count)
    src, dst = np.concatenate([one[:-2], one[::2]]), np.concatenate([one[2:], one[1::2]])
    weights = 10.0 ** np.random.default_rng(1).uniform(0, 3, src.size)
    return wf.Graph.from_edges(src, dst, count, weights=weights, directed=False)


GRAPHS = {
    "hubs": hubs_and_leaves,
    "ladder": weighted_ladder,
    "grid": lambda: generators.grid(size(200, 8), size(100, 7)),
    "ring": lambda: generators.small_world(size(20_000, 64), 8, 0.01, seed=1),
}


@pytest.mark.parametrize("tolerance", [1e-4, 1e-6, 1e-11])
@pytest.mark.parametrize("damping", [0.5, 0.85, 0.99])
@pytest.mark.parametrize("name", GRAPHS)
def test_ranks_are_right_after_fewer_iterations(name, damping, tolerance, device):
    graph = GRAPHS[name]()
    restart = {0: 1.0, 7: 3.0} if name == "grid" else None
    options = {"damping": damping, "tolerance": tolerance, "weighted": graph.weighted}
    options["personalization"] = restart
    found = wf.pagerank(graph, **options, max_iterations=1000, device=device).to_numpy()
    assert found.converged
    wf.validate_pagerank(graph, found.ranks, **options)
    # The number that the method takes for any undirected graph, and those before it is taken up.
    rate = damping / (1 + (1 - damping**2) ** 0.5)
    assert found.iterations <= 20 + 1.5 * np.log(tolerance / 2) / np.log(rate)


def test_limits_end_anywhere(device):
    graph = hubs_and_leaves()
    whole = wf.pagerank(graph, tolerance=1e-9, device=device).to_numpy()
    for limit in range(1, whole.iterations + 1):
        found = wf.pagerank(graph, tolerance=1e-9, max_iterations=limit, device=device).to_numpy()
        assert found.iterations == limit
        assert found.converged == (limit == whole.iterations)
        assert (found.ranks >= 0).all()
        assert abs(found.ranks.sum() - 1) < 1e-9


def test_ranks_do_not_depend_on_threads_or_progress():
    graph = GRAPHS["ring"]()
    one, two = (wf.pagerank(graph, device=wf.Cpu(threads)) for threads in (1, wf.Cpu().threads))
    told = wf.pagerank(graph, device="cpu", progress=lambda *state: None)
    assert np.array_equal(one.ranks, two.ranks)
    assert np.array_equal(one.ranks, told.ranks)
    assert one.iterations == told.iterations


@pytest.mark.parametrize("tolerance", [1e-6, 1e-9])
@pytest.mark.parametrize("damping", [0.85, 0.99])
def test_given_up_where_weights_grow_by_orders_of_magnitude(damping, tolerance, device):
    count = 60
    ends = np.arange(count - 1), np.arange(1, count)
    weights = 10.0 ** np.arange(count - 1)
    graph = wf.Graph.from_edges(*ends, count + 30, weights=weights, directed=False)  # 30 without edges
    options = {"damping": damping, "tolerance": tolerance, "weighted": True}
    found = wf.pagerank(graph, **options, max_iterations=1000, device=device).to_numpy()
    assert found.converged
    assert found.iterations < (130 if tolerance == 1e-6 else 230)  # not many more than by plain iterations
    wf.validate_pagerank(graph, found.ranks, **options)


@pytest.mark.parametrize("leaves", [1, 3])
def test_one_slow_change_is_not_enough(leaves, device):
    count = size(50, 12)
    src, dst = np.triu_indices(count, 1)
    ends = np.append(src, np.zeros(leaves, int)), np.append(dst, count + np.arange(leaves))
    graph = wf.Graph.from_edges(*ends, directed=False)
    assert wf.pagerank(graph, device=device).iterations <= size(13, 20)


@pytest.mark.parametrize("restart", [None, {7: 1.0}, {0: 1.0, 7: 3.0}])
@pytest.mark.parametrize(("damping", "tolerance"), [(0.95, 1e-3), (0.85, 1e-6), (0.99, 1e-9)])
def test_vertices_without_edges(damping, tolerance, restart, device):
    graph = wf.Graph.from_edges([0, 0, 0], [1, 2, 3], 20, directed=False)
    options = {"damping": damping, "tolerance": tolerance, "personalization": restart}
    found = wf.pagerank(graph, **options, max_iterations=1000, device=device).to_numpy()
    assert found.converged
    wf.validate_pagerank(graph, found.ranks, **options)


def test_many_iterations_round_no_more_than_few():
    graph = wf.Graph.from_edges([0, 1, 2], [1, 2, 3], 14, directed=False)
    options = {"damping": 0.9999, "tolerance": 1e-6, "personalization": {4: 1.0}}
    found = wf.pagerank(graph, **options, max_iterations=5000, device="cpu")
    assert found.converged
    wf.validate_pagerank(graph, found.ranks, **options)
