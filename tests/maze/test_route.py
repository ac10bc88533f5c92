"""Routes on boards worked out by hand, and arguments that are refused."""

import importlib

import numpy as np
import pytest

import wavefront as wf

pytestmark = pytest.mark.on_devices


def test_start_and_goal_in_one_cell(device):
    route = wf.maze.route(np.zeros((3, 4), bool), (1, 2), (1, 2), device=device)
    assert route.path.tolist() == [[1, 2]]
    assert (route.reached, route.length, route.vias, route.num_reached) == (True, 0, 0, 1)


def test_a_goal_that_is_walled_in_comes_with_the_wave(device):
    blocked = np.zeros((5, 7), bool)
    blocked[:, 3] = True
    route = wf.maze.route(blocked, (2, 0), (2, 6), device=device)
    assert not route.reached
    assert (route.length, route.path.shape, route.num_reached) == (-1, (0, 2), 15)
    assert "not reached" in repr(route)


def test_a_wall_is_passed_through_the_layer_above():
    blocked = np.zeros((2, 3, 5), bool)
    blocked[0, :, 2] = True
    route = wf.maze.route(blocked, (0, 1, 0), (0, 1, 4))
    assert (route.length, route.vias) == (6, 2)


def test_of_shortest_routes_the_one_with_few_turns_is_taken():
    path = wf.maze.route(np.zeros((9, 9), bool), (0, 0), (8, 8)).path
    turns = np.any(np.diff(path, n=2, axis=0) != 0, axis=1).sum()
    assert turns == 1


def test_the_callers_board_is_not_changed():
    blocked = np.random.default_rng(0).random((20, 20)) < 0.2
    blocked[0, 0] = blocked[19, 19] = False
    before = blocked.copy()
    wf.maze.route(blocked, (0, 0), (19, 19))
    wf.maze.route_nets(blocked, [((0, 0), (19, 19))])
    assert np.array_equal(blocked, before)


def test_without_costs_the_steps_are_the_cost():
    board = np.zeros((3, 4), bool)
    assert wf.maze.route(board, (0, 0), (2, 3)).cost == 5
    assert wf.maze.route(board, (0, 0), (2, 3), via_cost=9).cost == 5  # there is no other layer
    board[:, 2] = True
    for costs in ({}, {"cost": np.ones((3, 4))}):
        found = wf.maze.route(board, (0, 0), (2, 3), **costs)
        assert (found.cost, found.length, found.path.shape) == (np.inf, -1, (0, 2))
        assert "not reached" in repr(found)


def test_levels_that_do_not_lead_back_are_an_error(device, monkeypatch):
    """A wave that is wrong must not keep the way back looking for ever."""
    module = importlib.import_module("wavefront.maze.route")
    levels = np.array([0, 1, 5, 3], np.int32)
    monkeypatch.setattr(module, "_wave", lambda *arguments: device.array(levels))
    with pytest.raises(RuntimeError, match="don't lead back"):
        wf.maze.route(np.zeros((1, 4), bool), (0, 0), (0, 3), device=device)


WALLED = np.array([[False, True], [False, False]])


@pytest.mark.parametrize(
    ("blocked", "start", "goal", "message"),
    [
        (WALLED, (0, 1), (1, 1), r"start \(0, 1\) is in a wall"),
        (WALLED, (0, 0), (0, 1), r"goal \(0, 1\) is in a wall"),
        (WALLED, (0, 2), (1, 1), r"start \(0, 2\) is outside the board of 2 x 2 cells"),
        (WALLED, (-1, 0), (1, 1), "outside"),
        (WALLED, (0, 0, 0), (1, 1), r"the start is a cell, \(row, column\), not \(0, 0, 0\)"),
        (WALLED, (0.5, 0), (1, 1), "the start is a cell"),
        (WALLED, "ab", (1, 1), "the start is a cell"),
        (
            WALLED.astype(int),
            (0, 0),
            (1, 1),
            "a board is a boolean array of 2 or 3 dimensions, not int64 of 2",
        ),
        (np.zeros(4, bool), (0,), (1,), "not bool of 1"),
        (np.zeros((0, 4), bool), (0, 0), (0, 1), "outside the board of 0 x 4 cells"),
    ],
)
def test_bad_input(blocked, start, goal, message):
    with pytest.raises(wf.InputError, match=message):
        wf.maze.route(blocked, start, goal)
