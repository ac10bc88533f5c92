"""Route from corner to corner of square boards, by Wavefront and other libraries; and many nets at once.

    python benchmarks/maze.py [--widths 256 1024 4096] [--blocked 0.0 0.3] [--rounds 5] [--json FILE]

Times are wall time, medians over the rounds, programs taken in turns. The task is the same for all: from the
boolean mask and two cells to the cells of a shortest path. Wavefront gives the levels as well. SciPy searches
a matrix that NumPy builds from the mask, scikit-image an array of costs. "ready" marks searches of a graph
that was built before: SciPy's, NetworkX's and Wavefront's general search. A program that isn't installed is
left out, NetworkX also on boards as wide as MAX_NETWORKX.

Building SciPy's matrix takes a gigabyte on the widest board. Where new memory is dear, as on some virtual
machines, MALLOC_MMAP_MAX_=0 MALLOC_TRIM_THRESHOLD_=100000000000 has glibc keep it, which is fairer to SciPy.
"""

import argparse
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

import networkx as nx
import numpy as np
from maze_boards import board_name, random_board
from scipy.sparse import csgraph, csr_array
from timing import all_times, keep, print_table, result

import wavefront as wf
from wavefront import generators

ROUTE = "maze.route"
FROM_MASK = ("scipy", "scikit-image")
READY = ("scipy, ready", "networkx, ready", "wf.bfs, ready")
MAX_NETWORKX = 2048  # cells along a side: NetworkX needs about 1 kB per cell
NUM_NETS = (40, 60)  # on a board of two layers of 30 x 40 cells
LIMITS = (0, 10, 50, 200)  # wires ripped up per net


def matrix_of(blocked: np.ndarray) -> csr_array:
    """The board as SciPy's graph: an entry for each step between free cells, row by row, without sorting."""
    columns = blocked.shape[1]
    free = np.pad(~blocked, 1)
    around = free[:-2, 1:-1], free[1:-1, :-2], free[1:-1, 2:], free[2:, 1:-1]
    steps = np.stack([other & free[1:-1, 1:-1] for other in around], axis=-1).reshape(-1, 4)
    cells = np.arange(blocked.size, dtype=np.int32)
    neighbors = cells[:, np.newaxis] + np.array([-columns, -1, 1, columns], np.int32)
    row_ends = np.cumsum(steps.sum(axis=1, dtype=np.int32), dtype=np.int32)
    indices = neighbors[steps]
    parts = np.ones(indices.size), indices, np.concatenate([[0], row_ends], dtype=np.int32)
    return csr_array(parts, shape=(blocked.size, blocked.size))


def scipy_path(matrix: csr_array, goal: int) -> list[int]:
    """Cells from cell 0 to the goal, by SciPy's breadth-first search."""
    _, predecessors = csgraph.breadth_first_order(matrix, 0)
    path = [goal]
    while path[-1]:
        path.append(int(predecessors[path[-1]]))
    return path[::-1]


def programs(blocked: np.ndarray) -> dict[str, Callable[[], object]]:
    width, last = len(blocked), blocked.size - 1
    start, goal = (0, 0), (width - 1, width - 1)
    graph = generators.grid(*blocked.shape, blocked=blocked)
    matrix = matrix_of(blocked)
    found: dict[str, Callable[[], object]] = {
        ROUTE: lambda: wf.maze.route(blocked, start, goal),
        "scipy": lambda: scipy_path(matrix_of(blocked), last),
        "scipy, ready": lambda: scipy_path(matrix, last),
        "wf.bfs, ready": lambda: wf.bfs(graph, 0).path(last),
    }
    if find_spec("skimage"):
        from skimage.graph import route_through_array

        def by_skimage() -> object:
            costs = np.where(blocked, -1.0, 1.0)
            return route_through_array(costs, start, goal, fully_connected=False)

        found["scikit-image"] = by_skimage
    if width < MAX_NETWORKX:
        board = nx.grid_2d_graph(width, width)
        board.remove_nodes_from(map(tuple, np.argwhere(blocked).tolist()))
        found["networkx, ready"] = lambda: nx.shortest_path(board, start, goal)
    return found


def time_routes(widths: list[int], shares: list[float], rounds: int) -> list[dict[str, Any]]:
    """Print a table for each share of blocked cells; returns the results."""
    results = []
    for share in shares:
        rows = []
        for width in widths:
            taken = all_times(programs(random_board(width, share)), rounds)
            times = {name: median(seconds) for name, seconds in taken.items()}
            results += [
                result([1e3 * second for second in seconds], graph=board_name(width, share), program=name)
                for name, seconds in taken.items()
            ]
            texts = [
                f"{1e3 * times[name]:.1f}" if name in times else "-" for name in (ROUTE, *FROM_MASK, *READY)
            ]
            ratio = min(times[name] for name in FROM_MASK if name in times) / times[ROUTE]
            rows.append([str(width), *texts, f"{ratio:.1f}"])
        header = ["width", ROUTE, *FROM_MASK, *READY, "best from the mask / maze.route"]
        print_table(f"Milliseconds, corner to corner, {share:.0%} blocked", header, rows)
    return results


def count_failures() -> None:
    rows = []
    for num_nets in NUM_NETS:
        failed = []
        for limit in LIMITS:
            total = 0
            for seed in range(6):
                rng = np.random.default_rng(seed)
                blocked = rng.random((2, 30, 40)) < 0.1
                cells = rng.permutation(np.argwhere(~blocked))[: 2 * num_nets]
                nets = list(zip(cells[::2], cells[1::2], strict=True))
                total += len(wf.maze.route_nets(blocked, nets, max_ripups=limit * num_nets).failed)
            failed.append(f"{total / 6:.1f}")
        rows.append([str(num_nets), *failed])
    header = ["nets", *(f"{limit} ripped up per net" for limit in LIMITS)]
    print_table("Nets that fail, mean of 6 boards of two layers of 30 x 40 cells, 10% blocked", header, rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--widths", type=int, nargs="+", default=[256, 1024, 4096])
    parser.add_argument("--blocked", type=float, nargs="+", default=[0.0, 0.3], help="shares of the cells")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path, help="a file of results to keep the times in")
    chosen = parser.parse_args()
    keep(chosen.json, time_routes(chosen.widths, chosen.blocked, chosen.rounds))
    count_failures()


if __name__ == "__main__":
    main()
