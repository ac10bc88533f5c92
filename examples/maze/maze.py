"""Route a wire through a maze, and 40 nets across a board of two layers, and draw both.

    python examples/maze/maze.py [FOLDER]

Writes maze.png, board.npy and nets.csv, which `wavefront route` reads, and the pictures maze_routed.png and
board_routed.png. Needs Pillow: the extra png
"""

import csv
import sys
from pathlib import Path

import numpy as np

import wavefront as wf
from wavefront import generators
from wavefront.maze.board import write_board
from wavefront.maze.picture import draw

NUM_NETS = 40
LAYERS, ROWS, COLS = 2, 30, 44
NUM_BLOCKS = 10  # of a chip, on both layers
FURTHEST = 30  # rows and columns between the ends of a net, together


def make_board(rng: np.random.Generator) -> np.ndarray:
    """Rectangular blocks, through all layers."""
    blocked = np.zeros((LAYERS, ROWS, COLS), bool)
    for _ in range(NUM_BLOCKS):
        height, width = rng.integers(3, 8, 2)
        row, col = rng.integers(0, (ROWS - height, COLS - width))
        blocked[:, row : row + height, col : col + width] = True
    return blocked


def make_nets(blocked: np.ndarray, rng: np.random.Generator) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Pairs of free cells on the upper layer, each cell in one net only."""
    pins = rng.permutation(np.argwhere(~blocked[0])).tolist()
    nets = []
    while len(nets) < NUM_NETS:
        start = pins.pop()
        near = (pin for pin in pins if abs(pin[0] - start[0]) + abs(pin[1] - start[1]) <= FURTHEST)
        goal = next(near)
        pins.remove(goal)
        nets.append(((0, *start), (0, *goal)))
    return nets


def main(folder: Path) -> None:
    """Make the files in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    maze = generators.maze(rows=61, cols=81, seed=15)
    write_board(maze, folder / "maze.png")
    route = wf.maze.route(maze, (1, 1), (59, 79))
    print(route)
    draw(maze, route, folder / "maze_routed.png", "maze.png")

    rng = np.random.default_rng(6)
    board = make_board(rng)
    nets = make_nets(board, rng)
    write_board(board, folder / "board.npy")
    with (folder / "nets.csv").open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["net", "from_layer", "from_row", "from_col", "to_layer", "to_row", "to_col"])
        rows.writerows([f"n{number}", *start, *goal] for number, (start, goal) in enumerate(nets))
    in_order = wf.maze.route_nets(board, nets, max_ripups=0)
    routed = wf.maze.route_nets(board, nets)
    wf.validate_routes(board, nets, routed.paths, routed.lengths)
    print("one after the other:", in_order)
    print("with rip-up:        ", routed)
    draw(board, routed, folder / "board_routed.png", "board.npy")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "maze_example"))
