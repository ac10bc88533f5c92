"""The graphs that every traversal is tested on: name -> function that makes one."""

import numpy as np

import wavefront as wf
from wavefront import generators


def random_multigraph(seed: int) -> wf.Graph:
    """Directed, with self-loops, parallel edges and vertices that nothing reaches."""
    rng = np.random.default_rng(seed)
    return wf.Graph.from_edges(rng.integers(0, 60, 90), rng.integers(0, 60, 90), 70)


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
