"""The graphs that every traversal is tested on: name -> function that makes one."""

import numpy as np

import wavefront as wf
from wavefront import generators


def random_multigraph(seed: int) -> wf.Graph:
    """Directed, with self-loops, parallel edges and vertices that nothing reaches."""
    rng = np.random.default_rng(seed)
    return wf.Graph.from_edges(rng.integers(0, 60, 90), rng.integers(0, 60, 90), 70)


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
]
METHOD_IDS = [
    " ".join([name, *(f"{key}={value}" for key, value in options.items())]) for name, options in METHODS
]


GRAPHS = {
    "one vertex": lambda: wf.Graph.from_edges([], [], 1),
    "self-loop": lambda: wf.Graph.from_edges([0, 0], [0, 1]),
    "parallel edges": lambda: wf.Graph.from_edges([0, 0, 0, 1], [1, 1, 2, 2]),
    "disconnected": lambda: wf.Graph.from_edges([0, 2, 3], [1, 3, 2], 6, directed=False),
    "star": lambda: generators.star(500),
    "path": lambda: generators.path(300),
    "cycle": lambda: generators.cycle(100),
    "complete": lambda: generators.complete(30),
    "grid": lambda: generators.grid(20, 30),
    "book": generators.book_graph,
    "small book": generators.small_book_graph,
    "kronecker": lambda: generators.kronecker(9, seed=1),
    "multigraph": lambda: random_multigraph(2),
}
