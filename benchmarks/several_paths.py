"""Time of several paths on the GPU beside two CPU threads: the k shortest of one pair, and A* of many pairs.

    python benchmarks/several_paths.py [--graphs DIR] [--small] [--json FILE]

On grids of 1000 x 1000, a Kronecker graph, a uniform one and a small world; with `--graphs`, on the road maps
USA-road-d.NY and road-FLA as well. The GPU has the graph already, and both devices have answered once. The
lengths on both are compared. A time is the median of 3 answers, or of as many as begin within half a second.
"""

import argparse
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from timing import keep, result

import wavefront as wf
from wavefront import generators
from wavefront.device import get_device
from wavefront.graph.random_weights import with_random_weights

ROUNDS, LONG = 3, 0.5  # answers; seconds
COUNTS = 5, 50  # paths
PAIRS = ("256 near", 256, 100), ("64 far", 64, 0), ("8 far", 8, 0), ("1 far", 1, 0), ("1 near", 1, 100)
GPU, CPU = "cuda", "two threads of the CPU"


def length(graph: wf.Graph, path: Any, weighted: bool) -> float:
    """The sum of the path's weights, or its edges; -1 without a path."""
    if path is None or not weighted:
        return -1 if path is None else len(path) - 1
    src_ptr, dst, weights = graph.csr
    lists = ((slice(src_ptr[u], src_ptr[u + 1]), v) for u, v in pairwise(path))
    return sum(float(weights[edges][dst[edges] == v].min()) for edges, v in lists)


def times(run: Any) -> list[float]:
    """Milliseconds of each answer."""
    taken: list[float] = []
    while not taken or (len(taken) < ROUNDS and sum(taken) < 1e3 * LONG):
        began = perf_counter()
        run()
        taken.append(1e3 * (perf_counter() - began))
    return taken


def compared(name: str, task: str, graph: wf.Graph, runs: dict[str, Any], weighted: bool) -> Iterator[Any]:
    """A row for each device; the answers are equally long."""
    answers = {device: [length(graph, path, weighted) for path in run()] for device, run in runs.items()}
    assert answers[GPU] == answers[CPU], (name, task)
    for device, run in runs.items():
        yield result(times(run), graph=name, task=task, device=device)


def several(name: str, graph: wf.Graph, ends: tuple[int, int], by_edges: bool) -> Iterator[Any]:
    """The k shortest paths of a pair."""
    there, cpu = graph.to_device(get_device(GPU)), wf.Cpu(2)
    for weighted in (True, False) if by_edges else (True,):
        for k in COUNTS:

            def run(graph: wf.Graph, device: Any, k: int = k, weighted: bool = weighted) -> list[list[int]]:
                return list(wf.k_shortest_paths(graph, *ends, k, weighted=weighted, device=device))

            runs = {GPU: partial(run, there, GPU), CPU: partial(run, graph, cpu)}
            task = f"{k} shortest by {'weights' if weighted else 'edges'}"
            yield from compared(name, task, graph, runs, weighted)


def a_star(name: str, graph: wf.Graph, side: int) -> Iterator[Any]:
    """A* of pairs of a grid's vertices, of which some lie within so many rows and columns."""
    there, cpu, numbers = graph.to_device(get_device(GPU)), wf.Cpu(2), np.random.default_rng(7)
    places = np.stack(np.divmod(np.arange(side * side), side), 1).astype(float)
    for label, count, near in PAIRS:
        pairs = numbers.integers(0, side * side, (count, 2))
        if near:
            apart = numbers.integers(-min(near, side // 4), min(near, side // 4), (count, 2)) @ [side, 1]
            pairs[:, 1] = np.clip(pairs[:, 0] + apart, 0, side * side - 1)

        def run(graph: wf.Graph, device: Any, pairs: np.ndarray = pairs) -> Any:
            return wf.shortest_paths(graph, pairs, weighted=True, coordinates=places, device=device)

        runs = {GPU: partial(run, there, GPU), CPU: partial(run, graph, cpu)}
        yield from compared(name, f"A*, {label}", graph, runs, True)


def in_largest(graph: wf.Graph) -> tuple[int, int]:
    """Two vertices of the largest component."""
    inside = wf.connected_components(graph, device="cpu").largest()
    source, target = np.random.default_rng(11).choice(inside, 2, replace=False).tolist()
    return source, target


def measure(small: bool, folder: Path | None) -> Iterator[Any]:
    """All rows."""
    side, scale, count = (20, 8, 300) if small else (1000, 18, 1_000_000)
    grid = generators.grid(side, side)
    src, dst = grid.coo[:2]
    turn = np.minimum(src, dst).astype(np.int64) * 7919 + np.maximum(src, dst).astype(np.int64) * 104729
    even = wf.Graph.from_csr(*grid.csr[:2], (10 + turn % 6).astype(np.uint8), directed=False)
    drawn = with_random_weights(grid, seed=5)
    yield from a_star("grid, weights 10 to 15", even, side)
    yield from a_star("grid, weights 1 to 255", drawn, side)
    ends = side * side // 5 + side // 7, side * side * 4 // 5 + side * 6 // 7
    yield from several("grid, weights 1 to 255", drawn, ends, True)
    if folder:
        roads = wf.read(folder / "USA-road-d.NY.gr.gz")
        yield from several("USA-road-d.NY", roads, in_largest(roads), False)
        roads = with_random_weights(wf.read(folder / "road-FLA.mtx.gz"), seed=3)
        yield from several("road-FLA", roads, in_largest(roads), False)
    others = {
        "Kronecker": generators.kronecker(scale, seed=1),
        "uniform": generators.uniform(count, 10 * count, seed=1),
        "small world": generators.small_world(count, 8, 0.1, seed=1),
    }
    for name, graph in others.items():
        yield from several(name, with_random_weights(graph, seed=2), in_largest(graph), True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--graphs", type=Path, help="the folder of the road maps")
    parser.add_argument("--small", action="store_true", help="small graphs, to try the script")
    parser.add_argument("--json", type=Path, help="a file of results to keep the times in")
    asked = parser.parse_args()
    rows = []
    for row in measure(asked.small, asked.graphs):
        rows.append(row)
        print(f"{row['graph']}, {row['task']}, {row['device']}: {row['median']:.2f} ms", flush=True)
    keep(asked.json, rows)


if __name__ == "__main__":
    main()
