"""The wave by tiles, on boards of several tiles, against the CPU's; and the way back by windows."""

import importlib

import numpy as np
import pytest
from graphs import size

import wavefront as wf
from wavefront.device import Python
from wavefront.maze import tiles, trace_back


def corridors(rows, columns):
    """One corridor that passes every tile again and again."""
    blocked = np.zeros((rows, columns), bool)
    blocked[1::4, :-1] = blocked[3::4, 1:] = True
    return blocked, (0, 0), (rows - 1, columns - 1)


def random_board(seed, rows, columns, share):
    rng = np.random.default_rng(seed)
    blocked = rng.random((rows, columns)) < share
    ends = [tuple(map(int, rng.integers(0, blocked.shape))) for _ in range(2)]
    for end in ends:
        blocked[end] = False
    return blocked, *ends


BOARDS = {
    "one row": (np.zeros((1, 100), bool), (0, 99), (0, 50)),
    "one column": (np.zeros((100, 1), bool), (50, 0), (99, 0)),
    "corridors": corridors(3, 66),
    "the corner of four tiles": (np.zeros((66, 67), bool), (60, 60), (65, 66)),
    "walled in": random_board(3, 30, 70, 0.6),
    "walls": random_board(8, 34, 69, 0.3),
}


@pytest.mark.parametrize(("name", "levels"), [*((name, tiles.LEVELS) for name in BOARDS), ("walls", 5)])
def test_levels_and_way_are_the_cpus(name, levels, monkeypatch):
    monkeypatch.setattr(tiles, "LEVELS", levels)
    blocked, start, goal = BOARDS[name]
    found, expected = (wf.maze.route(blocked, start, goal, device=device) for device in (Python(), "cpu"))
    assert np.array_equal(found.levels, expected.levels)
    assert np.array_equal(found.path, expected.path)


def test_a_board_of_one_layer_is_one_without_layers(monkeypatch):
    blocked, start, goal = BOARDS["walls"]
    ends = (0, *start), (0, *goal)
    expected = wf.maze.route(blocked[None], *ends, device="cpu")
    module = importlib.import_module("wavefront.maze.route")
    monkeypatch.setattr(module, "flood", None)  # which is for several layers
    found = wf.maze.route(blocked[None], *ends, device=Python())
    assert np.array_equal(found.levels, expected.levels)
    assert np.array_equal(found.path, expected.path)


@pytest.mark.on_devices
def test_a_wave_through_many_tiles(device):
    rows, columns = size(500, 20), size(700, 70)
    for blocked, start, goal in (corridors(rows | 1, columns), random_board(1, rows, columns, 0.35)):
        found = wf.maze.route(blocked, start, goal, device=device).to_numpy()
        expected = wf.maze.route(blocked, start, goal, device="cpu")
        assert np.array_equal(found.levels, expected.levels)
        assert np.array_equal(found.path, expected.path)


def test_a_way_through_many_windows(monkeypatch):
    monkeypatch.setattr(trace_back, "WINDOW", 4)
    monkeypatch.setattr(trace_back, "WINDOW_CELLS", 16)
    blocked, start, goal = corridors(9, 9)
    found, expected = (wf.maze.route(blocked, start, goal, device=device) for device in (Python(), "cpu"))
    assert np.array_equal(found.path, expected.path)
