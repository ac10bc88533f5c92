"""``wavefront route`` and ``wavefront generate maze``."""

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageColor

import wavefront as wf
from wavefront import generators
from wavefront.maze import picture as board_picture
from wavefront.maze.board import read_board, write_board

ROOT = Path(__file__).parents[2]
CUT = "......\n......\n######\n......\n"


ROWS, COLS = 21, 31


@pytest.fixture
def maze(tmp_path):
    path = tmp_path / "maze.png"
    write_board(generators.maze(ROWS, COLS, 5), path)
    return path


@pytest.fixture
def cut(tmp_path):
    """A board in two halves."""
    path = tmp_path / "cut.txt"
    path.write_text(CUT)
    return path


@pytest.fixture
def two_layers(tmp_path):
    """A wall through the lower layer, and three nets, the last of which has no way."""
    board = np.zeros((2, 5, 7), bool)
    board[0, :, 3] = True
    board[:, 3:, 4:] = True
    board[0, 4, 6] = False
    np.save(tmp_path / "board.npy", board)
    (tmp_path / "nets.csv").write_text(
        "net,from_layer,from_row,from_col,to_layer,to_row,to_col\n"
        "clock,0,0,0,0,0,6\nreset,0,1,0,0,1,2\nlost,0,4,6,1,4,0\n"
    )
    return tmp_path / "board.npy", tmp_path / "nets.csv"


def test_generated_mazes(command, command_json, tmp_path):
    for suffix in ("png", "txt", "npy"):
        path = tmp_path / f"maze.{suffix}"
        found = command_json("generate", "maze", "--rows", 9, "--cols", 13, "--seed", 2, path)
        board = generators.maze(9, 13, 2)
        assert np.array_equal(read_board(path), board)
        assert (found["rows"], found["cols"], found["num_free"]) == (9, 13, (~board).sum())
        assert found["bytes"] == path.stat().st_size
    assert "9 x 13 cells, 47 free" in command("generate", "maze", "--rows", 9, "--cols", 13, path).out
    assert "odd" in command("generate", "maze", "--rows", 8, "--cols", 13, path, status=2).err
    assert "unknown suffix" in command("generate", "maze", "--rows", 9, "--cols", 9, "maze.gif", status=2).err


def test_json_is_the_route(command_json, maze):
    found = command_json("route", maze, "--start", "1,1", "--goal", "19,29")
    expected = wf.maze.route(read_board(maze), (1, 1), (19, 29))
    assert found["board"] == {"file": str(maze), "shape": [ROWS, COLS], "num_blocked": 352}
    assert (found["start"], found["goal"], found["reached"]) == ([1, 1], [19, 29], True)
    assert (found["length"], found["vias"], found["path"]) == (expected.length, 0, expected.path.tolist())
    assert (found["num_reached"], found["num_levels"]) == (expected.num_reached, expected.length + 1)
    assert (found["device"], found["output"], set(found["milliseconds"])) == (
        "cpu",
        None,
        {"read", "route", "compile"},
    )


def test_text(command, maze):
    text = command("route", maze, "--start", "1,1", "--goal", "1,3").out
    length = wf.maze.route(read_board(maze), (1, 1), (1, 3)).length
    assert f"1,1 to 1,3: {length} steps, 0 vias" in text


@pytest.fixture
def congested(tmp_path):
    """An open board, and costs that make the straight way from 1,0 to 1,5 a bad one."""
    (tmp_path / "open.txt").write_text("......\n" * 4)
    costs = np.ones((4, 6))
    costs[1, 1:5] = 4.5
    np.save(tmp_path / "costs.npy", costs)
    return tmp_path / "open.txt", tmp_path / "costs.npy"


def test_the_cheapest_route(command, command_json, congested, tmp_path):
    board, costs = congested
    picture = tmp_path / "cheapest.png"
    ends = "--start", "1,0", "--goal", "1,5"
    assert command_json("route", board, *ends)["cost"] == 5
    found = command_json("route", board, *ends, "--cost", costs, "--output", picture)
    assert (found["length"], found["cost"], found["num_reached"], found["num_levels"]) == (7, 7, 24, None)
    assert [1, 2] not in found["path"]
    text = command("route", board, *ends, "--cost", costs).out
    assert "7 steps, 0 vias" in text
    assert re.search(r"^cost +7 *$", text, re.MULTILINE)
    assert re.search(r"^wave +24 cells *$", text, re.MULTILINE)
    pixels = Pixels(picture, 4, 6)
    first, last = (np.array(ImageColor.getrgb(color)) for color in board_picture.WAVE)
    distances = wf.maze.route(np.zeros((4, 6), bool), (1, 0), (1, 5), cost=np.load(costs)).distances
    for row, column in np.ndindex(distances.shape):
        shade = first + (last - first) * (distances[row, column] / distances.max())
        if (row, column) not in ((1, 0), (1, 5)):  # marked as the ends
            assert np.abs(shade - pixels.at(row, column)).max() <= 2


def test_a_board_that_costs_nothing_is_drawn(command, tmp_path):
    (tmp_path / "open.txt").write_text("...\n")
    np.save(tmp_path / "costs.npy", np.zeros((1, 3)))
    picture = tmp_path / "free.png"
    arguments = "--start", "0,0", "--goal", "0,2", "--cost", tmp_path / "costs.npy", "--output", picture
    command("route", tmp_path / "open.txt", *arguments)
    assert Pixels(picture, 1, 3).at(0, 1) == ImageColor.getrgb(board_picture.WAVE[0])


def test_vias_cost(command_json, two_layers):
    board, _ = two_layers
    ends = "--start", "0,0,0", "--goal", "0,0,6"
    found = command_json("route", board, *ends, "--via-cost", 2.5)
    assert (found["length"], found["vias"], found["cost"]) == (8, 2, 13)


@pytest.mark.parametrize(
    ("costs", "option", "message"),
    [
        (np.ones((4, 5)), "--cost", "costs.npy: expected an array of the board's shape (4, 6)"),
        (np.full((4, 6), -1), "--cost", "cost[0, 0] is -1"),
        (np.full((4, 6), "a"), "--cost", "cost is an array of real numbers"),
        (-1, "--via-cost", "--via-cost is a number, 0 or more"),
        (float("nan"), "--via-cost", "--via-cost is a number, 0 or more"),
    ],
)
def test_bad_costs(costs, option, message, command, congested):
    board, path = congested
    np.save(path, costs)
    value = path if option == "--cost" else costs
    error = command("route", board, "--start", "0,0", "--goal", "0,1", option, value, status=2).err
    assert message in error
    assert error.count("\n") == 1


LYING_HEADER = b"{'descr': '<f8', 'fortran_order': False, 'shape': (1048576, 1048576), }\n"


@pytest.mark.parametrize(
    "content", [b"no array", b"\x93NUMPY\x01\0" + len(LYING_HEADER).to_bytes(2, "little") + LYING_HEADER, b""]
)
@pytest.mark.parametrize("option", ["--cost", None])
def test_a_file_that_holds_no_array(command, content, option, congested):
    board, path = congested
    path.write_bytes(content)
    arguments = [path] if option is None else [board, option, path]
    error = command("route", *arguments, "--start", "0,0", "--goal", "0,1", status=2).err
    assert "costs.npy: not a valid .npy array" in error
    assert error.count("\n") == 1


def test_a_goal_that_cannot_be_reached_is_no_error(command, command_json, cut, tmp_path):
    picture = tmp_path / "stuck.png"
    found = command_json("route", cut, "--start", "0,0", "--goal", "3,5", "--output", picture)
    assert (found["reached"], found["length"], found["path"], found["num_reached"]) == (False, None, None, 12)
    assert found["output"] == str(picture)
    assert "can't be reached" in command("route", cut, "--start", "0,0", "--goal", "3,5").out
    pixels = Pixels(picture, 4, 6)
    assert pixels.at(1, 3) != pixels.at(3, 0) == (255, 255, 255)  # the wave that got stuck; not reached


def test_nets(command, command_json, two_layers, tmp_path):
    board, nets = two_layers
    picture = tmp_path / "routed.png"
    found = command_json("route", board, "--nets", nets, "--output", picture)
    assert [(net["net"], net["reached"], net["length"]) for net in found["nets"]] == [
        ("clock", True, 8),
        ("reset", True, 2),
        ("lost", False, None),
    ]
    assert (found["failed"], found["wire_length"], found["vias"], found["ripups"]) == (["lost"], 10, 2, 0)
    assert (found["nets"][0]["start"], found["nets"][0]["goal"]) == ([0, 0, 0], [0, 0, 6])
    paths = [np.array(net["path"] or np.empty((0, 3), int)) for net in found["nets"]]
    wf.validate_routes(
        np.load(board), [(net["start"], net["goal"]) for net in found["nets"]], paths, [8, 2, -1]
    )
    text = command("route", board, "--nets", nets, "--max-ripups", 0).out
    assert "2 of 3 routed" in text
    assert "failed lost" in " ".join(text.split())
    with Image.open(picture) as image:
        assert image.width > image.height


def test_the_picture_crosses_out_the_ends_of_failed_nets(command, two_layers, tmp_path):
    board, nets = two_layers
    picture = tmp_path / "routed.png"
    command("route", board, "--nets", nets, "--output", picture)
    pixels = Pixels(picture, 5, 7)
    ink, color = (ImageColor.getrgb(name) for name in (board_picture.INK, board_picture.WIRES[1]))
    assert pixels.at(4, 6, 0.5) == ink  # two strokes cross here
    assert (pixels.at(1, 0, 0.5), pixels.at(1, 1, 0.5)) == (color, color)  # an end that is wired, its wire
    assert pixels.at(3, 0, 0.5) == (255, 255, 255)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("late,0,0,0,0,2,9", "nets.csv: net late's goal (0, 2, 9) is outside the board of 2 x 5 x 7 cells"),
        ("late,0,0,3,0,2,0", "nets.csv: net late's start (0, 0, 3) is in a wall"),
        ("late,0,2,0,0,1,2", "nets.csv: net reset and net late both have an end in cell (0, 1, 2)"),
    ],
)
def test_a_net_that_does_not_fit_the_board_is_named(line, message, command, two_layers):
    board, nets = two_layers
    with nets.open("a") as file:
        file.write(line + "\n")
    assert message in command("route", board, "--nets", nets, status=2).err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--start", "0,0", "--goal", "2,1"], "the goal (2, 1) is in a wall"),
        (["--start", "2,0", "--goal", "0,1"], "the start (2, 0) is in a wall"),
        (["--start", "0,0", "--goal", "0,6"], "outside the board of 4 x 6 cells"),
        (["--start", "0", "--goal", "0,1"], "(row, column)"),
        (["--start", "0,-1", "--goal", "0,1"], "--start is a cell such as 1,2, not '0,-1'"),
        (["--start", "0,0"], "give either --start and --goal, or --nets"),
        ([], "give either --start and --goal, or --nets"),
        (["--start", "0,0", "--goal", "0,1", "--nets", "nets.csv"], "give either"),
        (["--nets", "nets.csv", "--via-cost", "2"], "--cost and --via-cost go with --start and --goal"),
        (["--start", "0,0", "--goal", "0,1", "--cost", "missing.npy"], "missing.npy: No such file"),
        (["--nets", "missing.csv"], "missing.csv: No such file"),
        (["--start", "0,0", "--goal", "0,1", "--output", "a.jpg"], "a.jpg: unknown suffix '.jpg'"),
        (["--start", "0,0", "--goal", "0,1", "--output", "nowhere/a.png"], "there is no folder nowhere"),
        (["--start", "0,0", "--goal", "0,1", "--device", "tpu"], "unknown device 'tpu'"),
    ],
)
def test_bad_input_is_one_line_and_status_2(arguments, message, command, cut):
    error = command("route", cut, *arguments, status=2).err
    assert message in error
    assert error.count("\n") == 1


class Pixels:
    """A picture whose board is framed in the wall's color, read at the corner of a cell, off its wire."""

    def __init__(self, path, rows, columns):
        with Image.open(path) as image:
            self.pixels = np.asarray(image)
        self.cell = min(1000 // max(rows, columns), 40)
        framed = (self.pixels == ImageColor.getrgb(board_picture.WALL)).all(axis=2)
        self.left = int(np.flatnonzero(framed.any(axis=0))[0])
        self.top = int(np.flatnonzero(framed[:, self.left])[0])
        self.right = self.left + columns * self.cell

    def at(self, row, column, place=0.12):
        y, x = (int((number + place) * self.cell) for number in (row, column))
        return tuple(self.pixels[self.top + y, self.left + x].tolist())


def test_the_picture_shows_walls_wave_and_wire(command, maze, tmp_path):
    picture = tmp_path / "routed.png"
    command("route", maze, "--start", "1,1", "--goal", "19,29", "--output", picture)
    board = read_board(maze)
    route = wf.maze.route(board, (1, 1), (19, 29))
    pixels = Pixels(picture, ROWS, COLS)
    wall, wire = (ImageColor.getrgb(color) for color in (board_picture.WALL, board_picture.ROUTE))
    first, last = (np.array(ImageColor.getrgb(color)) for color in board_picture.WAVE)
    on_path = set(map(tuple, route.path.tolist()))
    for cell in np.ndindex(board.shape):
        if board[cell]:
            assert pixels.at(*cell, 0.5) == wall
        elif route.levels[cell] < 0:
            assert pixels.at(*cell, 0.5) == (255, 255, 255)
        else:
            shade = first + (last - first) * (route.levels[cell] / route.length)
            assert np.abs(shade - pixels.at(*cell)).max() <= 2
            assert (pixels.at(*cell, 0.5) == wire) == (cell in on_path)
    legend = pixels.pixels[:, pixels.right + 2 :]
    assert (legend == wire).all(axis=2).any()
    assert (legend == wall).all(axis=2).any()


def test_the_example_and_the_command_draw_the_same(command, tmp_path):
    script = ROOT / "examples/maze/maze.py"
    subprocess.run([sys.executable, script, tmp_path], capture_output=True, check=True)
    ends = "--start=1,1", "--goal=59,79"
    command("route", tmp_path / "maze.png", *ends, "--output", tmp_path / "a.png")
    command("route", tmp_path / "board.npy", "--nets", tmp_path / "nets.csv", "--output", tmp_path / "b.png")
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "maze_routed.png").read_bytes()
    assert (tmp_path / "b.png").read_bytes() == (tmp_path / "board_routed.png").read_bytes()
