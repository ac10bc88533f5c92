"""Timed searches."""

import numpy as np
import pytest

import wavefront as wf
from wavefront.measure import searches as measure


def test_searches_take_turns_and_run_once():
    ran = []
    searches = [lambda source: ran.append(("a", source)), lambda source: ran.append(("b", source))]
    progress = []
    times = measure.search_milliseconds(wf.Cpu(), [4, 2], searches, lambda *done: progress.append(done))
    assert ran == [("a", 4), ("b", 4), ("a", 2), ("b", 2)]
    assert progress == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert np.shape(times) == (2, 2)


def test_random_sources_have_somewhere_to_go():
    graph = wf.Graph.from_edges([1, 3, 5, 7, 7], [0, 0, 0, 0, 2], 20)
    assert sorted(measure.random_sources(graph, 9)) == [1, 3, 5, 7]
    draws = [measure.random_sources(graph, 2, seed) for seed in (1, 1, *range(2, 12))]
    assert draws[0] == draws[1]
    assert len({tuple(draw) for draw in draws}) > 3
    assert all(len(set(draw)) == 2 and set(draw) <= {1, 3, 5, 7} for draw in draws)
    with pytest.raises(wf.InputError, match="no vertex of this graph has an outgoing edge"):
        measure.random_sources(wf.Graph.from_edges([], [], 3), 2)
