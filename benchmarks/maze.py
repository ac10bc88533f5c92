"""Route from corner to corner of square boards, by Wavefront and others; and many nets at once.

    python benchmarks/maze.py [--widths 256 1024 4096] [--blocked 0.0 0.3] [--rounds 5]

Times are wall time, medians over the rounds, programs taken in turns. Wavefront starts from the mask and
gives levels and path. SciPy gives the search's order and predecessors, once on a matrix that is ready and
once with the time to build it by NumPy; NetworkX a path, on a graph that is ready; scikit-image a path, from
an array of costs. A program that isn't installed is left out, NetworkX also on boards as wide as
MAX_NETWORKX.
"""

import argparse
from collections.abc import Callable
from importlib.util import find_spec

import networkx as nx
import numpy as np
from scipy.sparse import coo_array, csgraph, csr_array
from timing import interleaved, print_table

import wavefront as wf
from wavefront import generators

OTHERS = ("wf.bfs", "scipy", "scipy, built", "scikit-image", "networkx")
FROM_MASK = ("scipy, built", "scikit-image")  # what else starts from the same array
MAX_NETWORKX = 2048  # cells along a side: it needs about 1 kB a cell
NUM_NETS = (40, 60)  # on a board of two layers of 30 x 40 cells
LIMITS = (0, 10, 50, 200)  # wires ripped up, over the number of nets


def random_board(width: int, share: float) -> np.ndarray:
    """A board whose corners are joined: free along the left and the lower edge."""
    blocked = np.random.default_rng(width).random((width, width)) < share
    blocked[:, 0] = blocked[-1] = False
    return blocked


def matrix_of(blocked: np.ndarray) -> csr_array:
    """The board as SciPy's graph: an entry for each step between free cells."""
    cells = np.arange(blocked.size, dtype=np.int32).reshape(blocked.shape)
    right, down = ~(blocked[:, :-1] | blocked[:, 1:]), ~(blocked[:-1] | blocked[1:])
    src = np.concatenate([cells[:, :-1][right], cells[:-1][down]])
    dst = np.concatenate([cells[:, 1:][right], cells[1:][down]])
    ends = np.concatenate([src, dst]), np.concatenate([dst, src])
    return coo_array((np.ones(2 * src.size), ends), shape=(blocked.size,) * 2).tocsr()


def programs(blocked: np.ndarray) -> dict[str, Callable[[], object]]:
    width = len(blocked)
    start, goal = (0, 0), (width - 1, width - 1)
    graph = generators.grid(*blocked.shape, blocked=blocked)
    matrix = matrix_of(blocked)
    found: dict[str, Callable[[], object]] = {
        "wavefront": lambda: wf.maze.route(blocked, start, goal),
        "wf.bfs": lambda: wf.bfs(graph, 0),
        "scipy": lambda: csgraph.breadth_first_order(matrix, 0),
        "scipy, built": lambda: csgraph.breadth_first_order(matrix_of(blocked), 0),
    }
    if find_spec("skimage"):
        from skimage.graph import route_through_array

        costs = np.where(blocked, -1.0, 1.0)
        found["scikit-image"] = lambda: route_through_array(costs, start, goal, fully_connected=False)
    if width < MAX_NETWORKX:
        board = nx.grid_2d_graph(width, width)
        board.remove_nodes_from(map(tuple, np.argwhere(blocked).tolist()))
        found["networkx"] = lambda: nx.shortest_path(board, start, goal)
    return found


def time_routes(widths: list[int], shares: list[float], rounds: int) -> None:
    for share in shares:
        rows = []
        for width in widths:
            times = interleaved(programs(random_board(width, share)), rounds)
            others = [f"{1e3 * times[name]:.1f}" if name in times else "-" for name in OTHERS]
            best = min(time for name, time in times.items() if name in FROM_MASK)
            ratio = best / times["wavefront"]
            rows.append([str(width), f"{1e3 * times['wavefront']:.1f}", *others, f"{ratio:.1f}"])
        header = ["width", "maze.route", *OTHERS, "best from the mask / maze.route"]
        print_table(f"Milliseconds, corner to corner, {share:.0%} blocked", header, rows)


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
    header = ["nets", *(f"{limit} ripped up a net" for limit in LIMITS)]
    print_table("Nets that fail, mean of 6 boards of two layers of 30 x 40 cells, 10% blocked", header, rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--widths", type=int, nargs="+", default=[256, 1024, 4096])
    parser.add_argument("--blocked", type=float, nargs="+", default=[0.0, 0.3], help="shares of the cells")
    parser.add_argument("--rounds", type=int, default=5)
    chosen = parser.parse_args()
    time_routes(chosen.widths, chosen.blocked, chosen.rounds)
    count_failures()


if __name__ == "__main__":
    main()
