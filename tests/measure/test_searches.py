"""Timed searches."""

import numpy as np

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
