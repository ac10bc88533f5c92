"""The wave against Lee's levels, SciPy and BFS, in its serial and its parallel form, on every device."""

import numpy as np
import pytest
from boards import EXAMPLES, boards_with_ends, cheapest, check
from graphs import devices, size
from hypothesis import given
from scipy.sparse import csgraph

import wavefront as wf
from wavefront import generators
from wavefront.maze import wave

pytestmark = pytest.mark.on_devices
DEVICES = devices()


@EXAMPLES
@given(boards_with_ends())
def test_routes_are_lees_one_thread_a_word(board_with_ends):
    blocked, ends = board_with_ends
    for device in DEVICES.values():
        check(blocked, *ends, device)


@EXAMPLES
@given(boards_with_ends())
def test_routes_are_lees_on_the_whole_device(board_with_ends):
    blocked, ends = board_with_ends
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            wave, "CAPACITY", 1
        )  # levels of one word in the serial form, others in the parallel one
        for device in DEVICES.values():
            check(blocked, *ends, device)


@pytest.mark.parametrize("shape", [(size(150, 17), size(130, 26)), (3, size(60, 9), size(50, 10))])
def test_lengths_are_scipys_and_bfs(shape, device):
    rng = np.random.default_rng(7)
    blocked = rng.random(shape) < 0.25
    start, goal = (0,) * len(shape), tuple(side - 1 for side in shape)
    blocked[start] = blocked[goal] = False
    graph = generators.grid(*shape, blocked=blocked)
    distances = csgraph.shortest_path(graph.to_scipy(), unweighted=True, indices=0)
    route = wf.maze.route(blocked, start, goal, device=device).to_numpy()
    assert route.length == distances[-1]
    assert route.levels.ravel().tolist() == wf.bfs(graph, 0, target=blocked.size - 1).levels.tolist()


def test_an_open_board_wider_than_a_word_queue(device, monkeypatch):
    monkeypatch.setattr(wave, "CAPACITY", 3)  # the frontier grows over it and shrinks below it again
    rows, columns = size(100, 20), size(90, 30)
    route = wf.maze.route(np.zeros((rows, columns), bool), (0, 0), (rows - 1, columns - 1), device=device)
    assert np.array_equal(route.to_numpy().levels, np.add.outer(np.arange(rows), np.arange(columns)))


def test_a_corridor_that_comes_back_much_later(device):
    """Cells of one word whose levels lie 253 to 260 steps apart: a byte holds 255 values."""
    blocked = np.zeros((3, 130), bool)
    blocked[1, :-1] = True
    assert check(blocked, (0, 0), (2, 0), device).length == 260


def test_a_corridor_that_passes_its_words_again_and_again(device):
    rows = size(16, 8)
    blocked = np.zeros((rows, 130), bool)
    blocked[1::4, :-1] = blocked[3::4, 1:] = True
    assert check(blocked, (0, 0), (rows - 2, 0), device).length == rows // 2 * 131 - 2


@EXAMPLES
@given(boards_with_ends())
def test_lengths_are_scipys_and_bfs_on_any_board(board_with_ends):
    blocked, (start, goal) = board_with_ends
    distance = cheapest(blocked, start, np.ones(blocked.shape), 0.0)[goal]
    source, target = (int(np.ravel_multi_index(cell, blocked.shape)) for cell in (start, goal))
    searched = wf.bfs(generators.grid(*blocked.shape, blocked=blocked), source, target=target)
    for device in DEVICES.values():
        route = wf.maze.route(blocked, start, goal, device=device).to_numpy()
        assert route.length == (distance if np.isfinite(distance) else -1)
        assert route.levels.ravel().tolist() == searched.levels.tolist()
