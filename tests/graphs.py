"""The graphs that every traversal is tested on: name -> function that makes one."""

import contextlib
from inspect import signature
from typing import Any

import numpy as np
from numba.core import config

import wavefront as wf
from wavefront import generators
from wavefront.algorithms import ALGORITHMS
from wavefront.algorithms.algorithm import Algorithm
from wavefront.device import Cuda
from wavefront.graph.random_weights import with_random_weights
from wavefront.strategies import STRATEGIES


def random_multigraph(seed: int) -> wf.Graph:
    """Directed, with self-loops, parallel edges and vertices that nothing reaches."""
    rng = np.random.default_rng(seed)
    count = size(60, 12)
    src, dst = rng.integers(0, count, (2, 3 * count // 2))
    return wf.Graph.from_edges(src, dst, count + 5)


# Options beside the default ones: each strategy is tested in every form it has, with queues that overflow.
FORMS: dict[str, list[dict[str, Any]]] = {
    "sequential": [{"literal": True}],
    "push": [{"literal": True}, {"layout": "ell"}, {"layout": "jds"}],
    "pull": [{"literal": True}, {"layout": "ell"}, {"layout": "jds"}],
    "direction_optimized": [{"switch": "vertices"}, {"literal": True}],
    "edge_centric": [{"literal": True}, {"layout": "ell"}],
    "spmv": [
        {"layout": "csc"},
        {"layout": "coo"},
        {"library": True},
        {"literal": True},
        {"layout": "coo", "literal": True},
    ],
    "frontier_queue": [{"claim": "exch"}, {"claim": "or"}, {"literal": True}],
    "privatized": [
        {"capacity": 1, "block_size": 4},
        {"capacity": 4, "block_size": 8, "claim": "exch", "literal": True},  # Fig. 12.8
        {"capacity": 2, "block_size": 4, "claim": "or"},
    ],
    "hierarchical": [
        {"warp_capacity": 1, "capacity": 1, "block_size": 8, "warp_size": 4},
        {
            "warp_capacity": 2,
            "capacity": 6,
            "block_size": 8,
            "warp_size": 2,
            "claim": "exch",
            "literal": True,
        },
    ],
    "single_block": [
        {"capacity": 3, "block_size": 4},
        {"capacity": 2, "block_size": 8, "claim": "or", "literal": True},
    ],
    "degree_buckets": [
        {"warp_degree": 2, "block_degree": 5},
        {"warp_degree": 2, "block_degree": 5, "literal": True},
    ],
    "fused": [
        {"serial_edges": 0, "alpha": 1e-9},  # all threads push
        {"serial_edges": 0, "alpha": 1e9, "beta": 1e9},  # they pull
        {"serial_edges": 0, "alpha": 1e9, "beta": 1e-9},  # they pull until the frontier shrinks
    ],
    "operators": [{"alpha": 1e-9}, {"alpha": 1e9, "beta": 1e9}],  # pushes, pulls after the first level
}
METHODS = [(name, options) for name in STRATEGIES for options in ({}, *FORMS.get(name, ()))]
SIMULATED = config.ENABLE_CUDASIM
if SIMULATED:  # a thread is a Python thread there: blocks of 8, not of the default size
    shaped = {name for name, method in STRATEGIES.items() if "block_size" in signature(method).parameters}
    METHODS = [(name, options) for name, options in METHODS if options or name not in shaped]
    # Of fused, whose warps of 32 take seconds, two rows are kept: they do all that the dropped ones do.
    METHODS = [row for row in METHODS if row[0] != "fused" or not row[1] or row[1].get("beta") == 1e-9]
METHOD_IDS = [
    " ".join([name, *(f"{key}={value}" for key, value in options.items())]) for name, options in METHODS
]

# The same for algorithms.
ALGORITHM_FORMS: dict[str, list[dict[str, Any]]] = {
    "sssp": [{"delta": 1.0}],
    "within": [{"radius": 3}, {"weighted": True, "radius": 200.0}],
    "connected_components": [{"kind": "strong"}],
    "betweenness_centrality": [{"edges": True}, {"edges": True, "weighted": True}],
    "closeness": [{"direction": "out", "wf_improved": False}],
    "harmonic": [{"direction": "out"}],
    "pagerank": [{"weighted": True}],
    "spanning_forest": [{"weighted": True}],
    "triangles": [{"strategy": "hybrid"}, {"strategy": "vertex_centric"}],
}
RUNS = [(row, options) for row in ALGORITHMS.values() for options in ({}, *ALGORITHM_FORMS.get(row.name, ()))]
RUN_IDS = [
    " ".join([row.name, *(f"{key}={value}" for key, value in options.items())]) for row, options in RUNS
]


def anew(graph: wf.Graph) -> wf.Graph:
    """The graph without what it keeps of earlier searches, so that the next launches all of its kernels."""
    return wf.Graph.from_csr(*graph.csr, directed=graph.directed)


def suited(row: Algorithm, graph: wf.Graph) -> wf.Graph:
    """A graph that the algorithm can take, with weights, made of the edges of any."""
    return with_random_weights(row.suited(graph), seed=1)


def devices() -> dict[str, wf.Cpu | Cuda]:
    """The devices of the tests: the simulator if it is chosen, else the CPU and a GPU if there is one."""
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
