"""Calls of every algorithm and strategy on a few graphs: threads and processes make them at the same time."""

import random
from functools import cache
from typing import Any

import numpy as np
from graphs import METHODS, RUNS, random_multigraph, suited

import wavefront as wf
from wavefront import generators
from wavefront.graph.random_weights import with_random_weights

Graphs = dict[tuple[str, str], wf.Graph]  # by kind, and by what an algorithm needs
Call = tuple[str, str, dict[str, Any]]  # the kind of graph, the algorithm and its options

GRAPHS = {
    "kronecker": lambda: generators.kronecker(9, seed=1),
    "grid": lambda: generators.grid(40, 40),
    "multigraph": lambda: random_multigraph(2),
}
SEARCHES = [("bfs", options | {"strategy": name}) for name, options in METHODS]
CALLS = [
    (graph, *call)
    for graph in GRAPHS
    for call in [*SEARCHES, *((row.name, options) for row, options in RUNS if row.name != "bfs")]
]
ROWS = {row.name: row for row, _ in RUNS}


@cache
def edges(name: str) -> wf.Graph:
    return with_random_weights(GRAPHS[name](), seed=1)


def new_graphs() -> Graphs:
    """A graph for each kind of graph and of need, with all views still to be built."""
    graphs = {}
    for name in GRAPHS:
        for row in {row.needs: row for row in ROWS.values()}.values():
            graph = suited(row, edges(name))
            graphs[name, row.needs] = wf.Graph.from_csr(*graph.csr, directed=graph.directed)
    return graphs


def result(graphs: Graphs, call: Call) -> list[np.ndarray]:
    """What the call finds, without predecessors, of which several are right."""
    name, algorithm, options = call
    row = ROWS[algorithm]
    graph = graphs[name, row.needs]
    found = row.function(graph, **options, **row.starts(graph))
    unique = (value for key, value in vars(found).items() if "predecessors" not in key)
    return [value for value in unique if isinstance(value, np.ndarray)]


def results(seed: int, count: int) -> list[list[np.ndarray]]:
    """What `count` calls, drawn with this seed, find on new graphs."""
    graphs = new_graphs()
    return [result(graphs, call) for call in random.Random(seed).sample(CALLS, count)]


def same(found: list[np.ndarray], expected: list[np.ndarray]) -> bool:
    """Whether these are the same arrays, up to the rounding of sums."""
    pairs = list(zip(found, expected, strict=True))
    return bool(pairs) and all(
        np.allclose(one, other, rtol=1e-9) if one.dtype.kind == "f" else np.array_equal(one, other)
        for one, other in pairs
    )
