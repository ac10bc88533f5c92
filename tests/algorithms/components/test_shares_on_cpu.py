"""Components by several threads of the CPU: directed graphs, with and without lists of in-neighbors."""

import numpy as np
import pytest
from scipy.sparse import csgraph

import wavefront as wf

COUNT = 60_000


def random_edges(rng):
    """A giant component among small ones, hubs among them, self-loops and parallel edges."""
    src, dst = rng.integers(COUNT, size=(2, rng.integers(COUNT // 2, 2 * COUNT)))
    hubs = rng.integers(COUNT, size=3)
    spokes = rng.integers(COUNT, size=(3, 5_000))
    outward = rng.random(spokes.shape) < 1 / 2
    hubs = np.broadcast_to(hubs[:, None], spokes.shape)
    return np.r_[src, hubs[outward], spokes[~outward]], np.r_[dst, spokes[outward], hubs[~outward]]


@pytest.mark.parametrize("threads", sorted({1, wf.Cpu().threads}))
@pytest.mark.parametrize("knows_in_lists", [True, False])
@pytest.mark.parametrize("seed", range(6))
def test_directed_graphs_agree_with_scipy(seed, knows_in_lists, threads):
    graph = wf.Graph.from_edges(*random_edges(np.random.default_rng(seed)), COUNT)
    if knows_in_lists:
        assert graph.csc.src.size == graph.num_edges
    found = wf.connected_components(graph, device=wf.Cpu(threads))
    assert ("csc" in vars(graph)) == knows_in_lists
    count, expected = csgraph.connected_components(graph.to_scipy(), directed=True, connection="weak")
    assert found.num_components == count
    assert np.array_equal(found.components, expected)


def test_edges_that_enter_small_trees_from_the_largest_alone_join_them():
    """Every vertex outside a directed cycle has an edge from it, and none to it: only in-lists show that."""
    cycle = np.arange(COUNT // 2)
    src = np.r_[cycle, cycle]
    dst = np.r_[np.roll(cycle, -1), cycle + COUNT // 2]
    graph = wf.Graph.from_edges(src, dst, COUNT)
    for _ in range(2):
        assert wf.connected_components(graph, device="cpu").num_components == 1
        assert graph.csc.src.size == graph.num_edges
