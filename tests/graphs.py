"""The graphs that every traversal is tested on: name -> function that makes one."""

import contextlib

import numpy as np
from numba.core import config

import wavefront as wf
from wavefront import generators
from wavefront.device import Cuda


def random_multigraph(seed: int) -> wf.Graph:
    """Directed, with self-loops, parallel edges and vertices that nothing reaches."""
    rng = np.random.default_rng(seed)
    count = size(60, 12)
    src, dst = rng.integers(0, count, (2, 3 * count // 2))
    return wf.Graph.from_edges(src, dst, count + 5)


# Strategy and options: each method in every form it has, with queues that overflow.
METHODS = [
    ("sequential", {}),
    ("push", {}),
    ("push", {"layout": "ell"}),
    ("push", {"layout": "jds"}),
    ("pull", {}),
    ("direction_optimized", {}),
    ("edge_centric", {}),
    ("spmv", {"layout": "csr"}),
    ("spmv", {"layout": "csc"}),
    ("spmv", {"layout": "coo"}),
    ("spmv", {"library": True}),
    ("frontier_queue", {}),
    ("frontier_queue", {"claim": "exch"}),
    ("privatized", {}),
    ("privatized", {"capacity": 1, "block_size": 4}),
    ("privatized", {"capacity": 4, "block_size": 8}),
    ("hierarchical", {}),
    ("hierarchical", {"warp_capacity": 1, "capacity": 1, "block_size": 8, "warp_size": 4}),
    ("hierarchical", {"warp_capacity": 2, "capacity": 6, "block_size": 8, "warp_size": 2}),
    ("single_block", {}),
    ("single_block", {"capacity": 3, "block_size": 4}),
    ("degree_buckets", {}),
    ("degree_buckets", {"warp_degree": 2, "block_degree": 5}),
    ("fused", {}),
    ("fused", {"serial_edges": 0, "alpha": 1e-9}),  # all threads push
    ("fused", {"serial_edges": 0, "alpha": 1e9, "beta": 1e9}),  # they pull
    ("fused", {"serial_edges": 0, "alpha": 1e9, "beta": 1e-9}),  # they pull until the frontier shrinks
    ("operators", {}),
    ("operators", {"pull_share": 1e9}),  # pushes
    ("operators", {"pull_share": 0}),  # pulls
]
SIMULATED = config.ENABLE_CUDASIM
if SIMULATED:  # a thread is a Python thread there: blocks of 8, not of the default size
    shaped = ("privatized", "hierarchical", "single_block")
    METHODS = [(name, options) for name, options in METHODS if options or name not in shaped]
    # The other two of fused, whose warps of 32 take seconds, do all that these do.
    METHODS = [row for row in METHODS if row[0] != "fused" or not row[1] or row[1].get("beta") == 1e-9]
METHOD_IDS = [
    " ".join([name, *(f"{key}={value}" for key, value in options.items())]) for name, options in METHODS
]


def devices() -> dict[str, wf.Cpu | Cuda]:
    """What the traversals run on: the simulator if it is chosen, else the CPU and, if there is one, a GPU."""
    if SIMULATED:
        return {"simulator": Cuda()}
    found: dict[str, wf.Cpu | Cuda] = {"1 thread": wf.Cpu(threads=1), "all threads": wf.Cpu()}
    with contextlib.suppress(wf.DeviceError):
        found["gpu"] = Cuda()
    return found


def size(usual: int, simulated: int) -> int:
    return simulated if SIMULATED else usual


GRAPHS = {
    "one vertex": lambda: wf.Graph.from_edges([], [], 1),
    "self-loop": lambda: wf.Graph.from_edges([0, 0], [0, 1]),
    "parallel edges": lambda: wf.Graph.from_edges([0, 0, 0, 1], [1, 1, 2, 2]),
    "disconnected": lambda: wf.Graph.from_edges([0, 2, 3], [1, 3, 2], 6, directed=False),
    "star": lambda: generators.star(size(500, 20)),
    "path": lambda: generators.path(size(300, 12)),
    "cycle": lambda: generators.cycle(size(100, 11)),
    "complete": lambda: generators.complete(size(30, 7)),
    "grid": lambda: generators.grid(size(20, 4), size(30, 5)),
    "book": generators.book_graph,
    "small book": generators.small_book_graph,
    "kronecker": lambda: generators.kronecker(size(9, 5), size(16, 3), seed=1),
    "multigraph": lambda: random_multigraph(2),
}
