"""Route from corner to corner of square boards on a GPU, with the mask there or on the host, and on the CPU.

    python benchmarks/maze_gpu.py [--widths 1024 4096] [--blocked 0.0 0.3] [--rounds 7] [--json FILE]

Wall time until path and levels are there and the GPU is idle, medians over the rounds, programs taken in
turns. The GPU's levels are compared with the CPU's.
"""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from maze_boards import board_name, random_board
from timing import all_times, keep, print_table, result

import wavefront as wf
from wavefront.device import get_device


def programs(blocked: np.ndarray) -> dict[str, Callable[[], object]]:
    """The routes, once their levels are compared."""
    device, end = get_device("cuda"), (len(blocked) - 1,) * 2
    there = device.array(blocked)

    def on_gpu(mask: object) -> Any:
        found = wf.maze.route(mask, (0, 0), end, device=device)
        device.xp.cuda.Device().synchronize()
        return found

    expected = wf.maze.route(blocked, (0, 0), end, device="cpu")
    np.testing.assert_array_equal(on_gpu(there).to_numpy().levels, expected.levels)
    return {
        "mask on the GPU": lambda: on_gpu(there),
        "mask on the host": lambda: on_gpu(blocked),
        "CPU": lambda: wf.maze.route(blocked, (0, 0), end, device="cpu"),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--widths", type=int, nargs="+", default=[1024, 4096])
    parser.add_argument("--blocked", type=float, nargs="+", default=[0.0, 0.3], help="shares of the cells")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--json", type=Path, help="a file of results to keep the times in")
    chosen = parser.parse_args()
    rows, results = [], []
    for width in chosen.widths:
        for share in chosen.blocked:
            taken = all_times(programs(random_board(width, share)), chosen.rounds)
            milliseconds = {name: [1e3 * second for second in times] for name, times in taken.items()}
            board = board_name(width, share)
            results += [result(times, graph=board, program=name) for name, times in milliseconds.items()]
            rows.append([board, *(f"{np.median(times):.2f}" for times in milliseconds.values())])
    print_table("Milliseconds", ["cells", *taken], rows)
    keep(chosen.json, results)


if __name__ == "__main__":
    main()
