"""How far apart the cores are: a number that depends on the machine, and is never missing."""

from threading import Thread

import numpy as np
import pytest

import wavefront as wf
from wavefront.device import distance
from wavefront.device.team import TEAM_SIZE
from wavefront.intrinsics.jobs import JOB_SIZE


def turns_taken(turns, team):
    word = np.zeros(distance.SIZE, np.int64)
    wf.Cpu().call(distance.take_turns, turns, 2, word, np.empty(JOB_SIZE, np.int64), team)
    return word[distance.WORD]


def test_two_threads_write_in_turns(monkeypatch):
    """As Python: compiled code would need two cores that nobody else has. However long a turn takes."""
    monkeypatch.setattr(distance, "PATIENCE", np.inf)
    word = np.zeros(distance.SIZE, np.int64)
    parts = [Thread(target=distance.write_in_turns, args=(thread, 5, word)) for thread in (0, 1, 2)]
    for part in parts:
        part.start()
    for part in parts:
        part.join()
    assert word[distance.WORD] == 10


def test_a_thread_that_nobody_answers_gives_up():
    assert turns_taken(5, np.zeros(TEAM_SIZE, np.int64)) == -1


def test_it_is_known_before_and_after_it_is_measured(monkeypatch):
    monkeypatch.setattr(distance, "_measured_at", -np.inf)
    for device in wf.Cpu(1), wf.Cpu():
        assert 1 <= distance.distance(device) <= distance.FARTHEST
    distance.measure_distance(wf.Cpu())
    assert 1 <= distance.distance(wf.Cpu()) <= distance.FARTHEST
    assert distance.distance(wf.Cpu(1)) == 1


@pytest.mark.parametrize(
    ("once", "many", "expected"), [(1e-6, 1e-6 + 62 * 50e-9, 1), (2e-6, 2e-6 + 62 * 210e-9, 4)]
)
def test_it_is_told_in_multiples_of_a_near_core_s(monkeypatch, once, many, expected):
    monkeypatch.setattr(distance, "_measured_at", -np.inf)
    monkeypatch.setattr(distance, "_known", 1)
    monkeypatch.setattr(distance, "_seconds_of", lambda turns, device: once if turns == 1 else many)
    distance.measure_distance(wf.Cpu())
    assert distance._known == expected


@pytest.mark.parametrize("seconds", [(np.inf, np.inf), (np.inf, 1e-6), (1e-6, np.inf)])
def test_where_nobody_comes_it_stays_as_it_was(monkeypatch, seconds):
    monkeypatch.setattr(distance, "_measured_at", -np.inf)
    monkeypatch.setattr(distance, "_known", 3)
    monkeypatch.setattr(distance, "_seconds_of", lambda turns, device: seconds[turns > 1])
    distance.measure_distance(wf.Cpu())
    assert distance._known == 3
