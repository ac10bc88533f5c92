"""The page of a board: the wave and the way are those of the route; controls by mouse and by keyboard."""

import re

import numpy as np
import pytest
from graphs import SIMULATED

import wavefront as wf
from wavefront import generators

pytestmark = pytest.mark.skipif(SIMULATED, reason="is about a page, not about devices")
STATES = """() => [...document.querySelectorAll(".spot")].map((cell) =>
  [cell.getAttribute("class").split(" ")[1], cell.querySelector(".steps-to").textContent])"""


def obstacles():
    board = np.random.default_rng(3).random((11, 13)) < 0.25
    board[0, 0] = board[10, 12] = False
    return board


@pytest.fixture(scope="module")
def page():
    return wf.look(obstacles(), (0, 0), goal=(10, 12), title="Obstacles")


def at(tab):
    return int(tab.input_value("#scrub"))


def expected(route, board, level, back):
    """Each cell's state after so many levels and cells back."""
    states = np.where(board, "wall", "free").astype("<U8")
    states[(route.levels >= 0) & (route.levels <= level)] = "reached"
    states[route.levels == level] = "wave"
    for cell in route.path[len(route.path) - back :]:
        states[tuple(cell)] = "way"
    return states.ravel().tolist()


def test_every_step_is_the_routes(opened, page):
    board = obstacles()
    route = wf.maze.route(board, (0, 0), (10, 12))
    last = int(route.levels.max())
    tab = opened(page)
    for step in range(last + len(route.path) + 1):
        found = tab.evaluate(STATES)
        level, back = min(step, last), max(0, step - last)
        assert [state for state, _ in found] == expected(route, board, level, back)
        numbers = [int(steps) for state, steps in found if steps]
        assert numbers == [value for value in route.levels.ravel().tolist() if 0 <= value <= level]
        assert at(tab) == step
        tab.click("#next")
    assert at(tab) == step
    assert tab.locator(".what").inner_text() == f"the start 0,0: the way has {route.length} steps."


def test_layers_and_a_goal_out_of_reach(opened):
    board = np.zeros((2, 3, 9), bool)
    board[0, :, 4] = True
    route = wf.maze.route(board, (0, 1, 0), (0, 1, 8))
    tab = opened(wf.look(board, (0, 1, 0), goal=(0, 1, 8)), "#at=99")
    assert [state for state, _ in tab.evaluate(STATES)] == expected(
        route, board, int(route.levels.max()), len(route.path)
    )
    board[1, :, 4] = True
    tab = opened(wf.look(board, (0, 1, 0), goal=(0, 1, 8)), "#at=99")
    assert "the goal can't be reached" in tab.locator(".what").inner_text()


def test_controls(opened, page):
    route = wf.maze.route(obstacles(), (0, 0), (10, 12))
    last = int(route.levels.max())
    total = last + len(route.path)
    tab = opened(page)
    moves = {
        "next": ("ArrowRight", 6),
        "back": ("ArrowLeft", 4),
        "level-next": ("PageDown", last),
        "level-back": ("PageUp", 0),
        "finish": ("End", total),
        "start": ("Home", 0),
    }
    for move, (key, target) in moves.items():
        for way in ("mouse", "keyboard", "key"):
            tab.fill("#scrub", "5")
            if way == "mouse":
                tab.click(f"#{move}")
            else:
                tab.focus(f"#{move}")
                tab.keyboard.press("Enter" if way == "keyboard" else key)
            assert at(tab) == target, (move, way)
    tab.fill("#scrub", "5")
    tab.fill("#speed", "5")
    tab.press("body", " ")
    for _ in range(100):  # the page's policy refuses functions that wait inside of it
        if at(tab) > 7:
            break
        tab.wait_for_timeout(30)
    assert at(tab) > 7
    tab.click("#play")
    assert tab.get_attribute("#play", "aria-label") == "Play (space)"


def test_cells_are_walked_and_chosen(opened, page):
    levels = wf.maze.route(obstacles(), (0, 0), (10, 12)).levels
    tab = opened(page, "#at=9")
    tab.locator(".spot[tabindex='0']").focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowRight", "ArrowUp", "ArrowDown", "ArrowLeft"):
        tab.keyboard.press(key)
    assert at(tab) == 9
    tab.keyboard.press("Enter")
    told = tab.locator(".told").inner_text()
    assert told.startswith("Cell 1,1: ")
    value = levels[1, 1]
    assert (f"{value} steps" if value >= 0 else "wall" if obstacles()[1, 1] else "reach") in told
    tab.locator(".spot").nth(2 * 13 + 7).click()
    assert tab.locator(".told").inner_text().startswith("Cell 2,7: ")
    assert tab.locator(".spot.chosen").count() == 1
    tab.wait_for_timeout(150)
    assert "cell=33" in tab.evaluate("location.hash")


def test_cells_have_names_and_counts_a_table(opened, page):
    route = wf.maze.route(obstacles(), (0, 0), (10, 12))
    tab = opened(page, "#view=counts")
    tab.locator("#counts summary").click()
    rows = [re.split(r"\s+", row) for row in tab.locator("#counts tbody tr").all_inner_texts()]
    sizes = np.bincount(route.levels[route.levels >= 0]).tolist()
    assert [(int(level), int(cells)) for level, cells, _ in rows] == list(enumerate(sizes))
    assert all(1 <= int(words) <= int(cells) for _, cells, words in rows)
    tab.focus("#tab-counts")
    tab.keyboard.press("ArrowLeft")
    assert tab.locator(".spot").first.get_attribute("aria-label") == "0,0, start: in the wave, 0 steps"
    assert tab.locator("[role=row]").count() == 11


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"source": (0, 0), "goal": (9, 99)}, "outside the board"),
        ({"source": (0, 0), "goal": (1, 1), "strategies": ["push"]}, "for a graph"),
        ({"source": (0, 0), "goal": (1, 1), "benched": [{}]}, "for a graph"),
        ({"source": (0, 0)}, "graph"),
        ({"source": (0, 0), "goal": (1, 1), "title": 3}, "a text is needed"),
    ],
)
def test_wrong_arguments(given, message):
    with pytest.raises(wf.InputError, match=message):
        wf.look(np.zeros((3, 3), bool), **given)


def test_large_boards_are_refused():
    with pytest.raises(wf.InputError, match="up to 4,096 cells"):
        wf.look(np.zeros((65, 64), bool), (0, 0), goal=(1, 1))


def test_a_maze_is_small():
    page = wf.look(generators.maze(63, 63, seed=1), (1, 1), goal=(61, 61))
    assert len(page.html.encode()) < 120_000
    assert repr(page).startswith("Page(board; ")
