"""Buckets that become wider or narrower while the CPU searches; what was relaxed is counted."""

import numpy as np
import pytest
from odd_weights import SIDE, by_region, expected, heavy_tail, light_then_heavy, powers_of_two, with_weights

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.multi_source_sssp import lanes
from wavefront.algorithms.sssp import buckets
from wavefront.algorithms.sssp.entries import LINE, RELAXED, USED
from wavefront.algorithms.sssp.width import WIDEST


@pytest.fixture
def searches(monkeypatch):
    """What the searches were that have run, in order."""
    seen, search = [], buckets.Search

    def noted(*arguments, **named):
        seen.append(search(*arguments, **named))
        return seen[-1]

    monkeypatch.setattr(buckets, "Search", noted)
    return seen


def relaxed(search):
    """Entries relaxed for each vertex reached."""
    return search.own[RELAXED::LINE].sum() / np.isfinite(search.distances).sum()


@pytest.mark.parametrize("weights", [powers_of_two, heavy_tail, by_region])
@pytest.mark.parametrize("threads", [1, 2])
def test_few_vertices_are_relaxed_again_whatever_the_weights(weights, threads, searches):
    graph = with_weights(generators.grid(SIDE, SIDE), weights)
    found = wf.sssp(graph, 0, device=wf.Cpu(threads), predecessors=False)
    np.testing.assert_allclose(found.distances, expected(graph, 0))
    assert relaxed(searches[-1]) < 4


def test_buckets_that_are_too_wide_become_narrower(searches):
    graph = light_then_heavy()
    found = wf.sssp(graph, 0, device=wf.Cpu(1), predecessors=False)
    np.testing.assert_allclose(found.distances, expected(graph, 0))
    wf.sssp(graph, 0, device=wf.Cpu(1), predecessors=False, delta=found.delta)
    changing, constant = (relaxed(search) for search in searches)
    assert constant > 3.5
    assert changing < 2.5


def test_buckets_widen_without_a_limit_where_far_entries_are_looked_at_in_vain(searches):
    """A star whose leaves are from 1 to a billion away: few are in each 64 of the first buckets."""
    leaves = np.arange(1, 50_000)
    weights = np.minimum(np.random.default_rng(1).random(leaves.size) ** -2.0, 1e9)
    graph = wf.Graph.from_edges(np.zeros_like(leaves), leaves, weights=weights, directed=False)
    found = wf.sssp(graph, 0, device=wf.Cpu(1))
    assert found.distances[1:].tolist() == weights.tolist()
    assert found.delta * searches[-1].scale[0] < 1 / WIDEST


@pytest.mark.parametrize("side", [124, 372, 620, 1000])
def test_widths_that_suit_are_left_alone_wherever_a_search_begins(side, searches):
    """Sides whose sample of vertices was once clustered, and one at which it was too small at first."""
    graph = with_weights(
        generators.grid(side, side), lambda at_random, low, high: 1 + np.floor(255 * at_random)
    )
    middle = side * side // 2
    for source in (0, middle, middle // 2, 250 * side // 1000 * (side + 1)):
        found = wf.sssp(graph, source, device=wf.Cpu(1), predecessors=False)
        assert found.delta * searches[-1].scale[0] <= 1


@pytest.mark.parametrize("unit", [1e-314, 2e-323, 1e-300, 1e290])
def test_weights_too_small_or_large_to_tell_apart_by_buckets(unit, searches):
    graph = with_weights(
        generators.grid(SIDE, SIDE), lambda at_random, low, high: unit * powers_of_two(at_random, low, high)
    )
    found = wf.sssp(graph, 0, device=wf.Cpu(1))
    wf.validate_sssp(graph, 0, found.distances, found.predecessors)
    assert np.isfinite(searches[-1].scale[0])


@pytest.mark.parametrize("weights", [powers_of_two, by_region])
def test_buckets_stay_as_wide_as_the_caller_asks(weights, searches):
    graph = with_weights(generators.grid(40, 40), weights)
    found = wf.sssp(graph, 0, device=wf.Cpu(1), delta=7.0)
    wf.validate_sssp(graph, 0, found.distances, found.predecessors)
    assert searches[-1].scale[0] == 1 / 7


@pytest.mark.parametrize("stop", ["target", "cutoff"])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_that_stops_has_the_same_distances(stop, threads, searches):
    graph, end = light_then_heavy(), 3 * SIDE * SIDE
    every = expected(graph, 0)
    found = wf.sssp(
        graph, 0, device=wf.Cpu(threads), **{stop: end if stop == "target" else float(every[end])}
    )
    np.testing.assert_allclose(found.distances, np.where(every <= every[end], every, np.inf))
    assert found.delta * searches[-1].scale[0] != 1


def test_entries_that_had_no_room_are_made_anew_in_buckets_of_other_widths(searches, monkeypatch):
    graph, room = light_then_heavy(), 110  # blocks
    wf.sssp(graph, 0, device=wf.Cpu(1), predecessors=False)
    assert searches[-1].state[USED] > room
    monkeypatch.setattr(buckets, "num_blocks", lambda num_vertices, threads: room)
    found = wf.sssp(graph, 0, device=wf.Cpu(1))
    assert searches[-1].after.size == room
    np.testing.assert_allclose(found.distances, expected(graph, 0))
    assert found.delta * searches[-1].scale[0] != 1


def test_searches_from_many_sources_change_their_widths_too(monkeypatch):
    kept, lanes_of = [], lanes.lanes_of

    def noted(*arguments):
        kept.append(lanes_of(*arguments))
        return kept[-1]

    monkeypatch.setattr(lanes, "lanes_of", noted)
    graph, sources = light_then_heavy(), [0, 1800, 14_399, 7]
    found = wf.multi_source_sssp(graph, sources, device=wf.Cpu(2))
    np.testing.assert_allclose(found.distances, expected(graph, sources))
    for source in sources:  # a lane keeps the count of its last search: which one is that of many is chance
        wf.multi_source_sssp(graph, [source], device=wf.Cpu(1))
        assert kept[-1].own[0, RELAXED] < 2.6 * graph.num_vertices  # over 9 by one width
        assert found.delta * kept[-1].scale[0, 0] != 1
