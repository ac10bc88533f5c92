"""How wide the buckets of shortest paths over GPUs are, and what is relaxed in them."""

from random import Random

import in_turns
import numpy as np
import pytest
from graphs import SIMULATED
from meeting_ranks import PathRanks
from path_ranks import ALWAYS, NEVER, check

import wavefront as wf
from wavefront import generators
from wavefront.distributed import peer_path_relax, peer_paths
from wavefront.distributed.peer_path_keys import DISTANCES
from wavefront.graph.random_weights import with_random_weights

pytestmark = pytest.mark.skipif(SIMULATED, reason="runs in plain Python")


@pytest.fixture(autouse=True)
def threads_change_after_reads(monkeypatch):
    in_turns.give_way_after_reads(monkeypatch, Random(0).random)


WIDTHS = {
    "wider at once": {"few_edges": 10**9},
    "wider, and as at first again": {"few_edges": 10**9, "many_edges": 3},
    "narrower than at first, too": {"few_edges": 10**9, "many_edges": 3, "most_edges": 6, "least": 0.1},
}


@pytest.mark.parametrize("many", [ALWAYS, 8, NEVER])
@pytest.mark.parametrize("width", WIDTHS)
def test_buckets_whose_width_changes(width, many):
    graph = with_random_weights(generators.kronecker(4, seed=1), seed=1)
    check(graph, PathRanks(graph, 2, many=many, **WIDTHS[width]), 3, 4.0)


def test_a_vertex_whose_distance_falls_often_in_a_step_is_queued_once(monkeypatch):
    """Twenty vertices, each as near to the source as the others, lead to one at falling distances."""
    middle = np.arange(1, 21)
    src, dst = np.append(0 * middle, [*middle, 21]), np.append(middle, [*(0 * middle + 21), 22])
    weights = np.append(np.ones(20), [*range(40, 20, -1), 1])
    graph = wf.Graph.from_edges(src, dst, weights=weights)
    queued, met = [], peer_paths.met

    def noted(plan, own, paths, now, told, is_own):
        queued.append(told.found)
        return met(plan, own, paths, now, told, is_own)

    monkeypatch.setattr(peer_paths, "met", noted)
    check(graph, PathRanks(graph, 1, many=NEVER), 0, 1e300)
    assert max(queued) == 20  # vertex 21 is in the queue of the next step alone
    assert {1, 20} <= set(queued) <= {0, 1, 20}


def relaxed(monkeypatch, graph, **limits):
    """How many edges two ranks relax from vertex 0, where buckets are first 10 wide."""
    weighed = []
    monkeypatch.setattr(
        peer_path_relax, "weight_at", lambda weights, edge: weighed.append(edge) or weights[edge]
    )
    ranks = PathRanks(graph, 2, many=NEVER, few_edges=10**9, **limits)
    check(graph, ranks, 0, 10.0, [DISTANCES])
    return len(weighed)


def test_what_is_beyond_a_lowered_bound_is_relaxed_later(monkeypatch):
    """Behind two light levels, which widen the buckets, 20 vertices of 30 edges come near by a way round."""
    hub, near, middle = 2, 3, np.arange(4, 24)
    leaves = np.arange(24, 624)
    src = np.r_[0, 1, hub, middle * 0 + hub, middle * 0 + near, np.repeat(middle, 30)]
    dst = np.r_[1, hub, near, middle, middle, leaves]
    weights = np.r_[11, 49, 1, middle * 0 + 50, middle * 0 + 1, leaves * 0 + 100]
    graph = wf.Graph.from_edges(src, dst, weights=weights)
    assert relaxed(monkeypatch, graph, many_edges=10**9, most_edges=10**9) > graph.num_edges + 100
    assert relaxed(monkeypatch, graph, many_edges=100, most_edges=10**9) == graph.num_edges


def test_edges_are_counted_on_both_ways_to_a_vertex(monkeypatch):
    """A directed path: each vertex is queued by its own rank, or comes to it from another."""
    counted, met = [], peer_paths.met

    def noted(plan, own, paths, now, told, is_own):
        counted.append(told.has_target)
        return met(plan, own, paths, now, told, is_own)

    monkeypatch.setattr(peer_paths, "met", noted)
    graph = wf.Graph.from_edges(np.arange(11), np.arange(1, 12))
    for many in (ALWAYS, NEVER):
        ranks = PathRanks(graph, 2, many=many)
        for _ in range(2):  # a second search counts anew
            counted.clear()
            ranks.search(0, 1e300)
            assert max(counted) == counted[-1] == graph.num_edges
