"""Closeness of a sample, the diameter and all eccentricities, against NetworKit and igraph.

    python benchmarks/distances.py [--side 300] [--scale 14] [--sample 256] [--tasks diameter] [--json FILE]

On a grid with some edges taken away (like roads), a graph of preferential attachment (like the web) and a
Kronecker graph; of each the largest component. A library that isn't installed is left out. Compared programs
take turns; a time is the median of three runs, and in brackets is ours as a multiple. Their eccentricities
and igraph's diameter are measured up to 20,000 vertices.

Levels from 64 vertices are those of `multi_source_bfs`, beside 64 searches by `bfs`.
"""

import argparse
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from scipy.sparse.csgraph import connected_components
from timing import all_times, keep, result

import wavefront as wf
from wavefront import generators

SOURCES = 64  # searched from together
TASKS = ("closeness", "diameter", "eccentricity", "levels")
MOST_VERTICES = 20_000  # of graphs on which others search from every vertex


def roads(side: int) -> wf.Graph:
    """A grid without a tenth of its edges."""
    grid = generators.grid(side, side)
    src, dst, _ = grid.coo
    once = np.flatnonzero(src < dst)
    kept = np.random.default_rng(1).permutation(once)[once.size // 10 :]
    return wf.Graph.from_edges(src[kept], dst[kept], grid.num_vertices, directed=False)


def web(num_vertices: int, degree: int = 8) -> wf.Graph:
    """Each vertex is joined to ends of edges of earlier vertices: a power law of degrees."""
    rng = np.random.default_rng(2)
    src = np.arange(1, num_vertices).repeat(degree)
    ends = np.zeros(2 * src.size, np.int64)
    ends[::2] = src
    for edge in range(src.size):
        ends[2 * edge + 1] = ends[rng.integers(2 * edge - 2 * (edge % degree) + 1)] % src[edge]
    return wf.Graph.from_edges(src, ends[1::2], num_vertices, directed=False)


def largest(graph: wf.Graph) -> wf.Graph:
    """The largest component, without parallel edges."""
    graph = graph.simplified()
    _, components = connected_components(graph.to_scipy(), directed=False)
    return graph.subgraph(np.flatnonzero(components == np.bincount(components).argmax()))


def calls(graph: wf.Graph, sample: np.ndarray) -> dict[str, dict[str, Callable[[], Any]]]:
    """What is measured: by task and library."""
    src, dst, _ = graph.coo
    once = src < dst
    found: dict[str, dict[str, Callable[[], Any]]] = {
        "closeness, sample": {"wavefront": partial(wf.closeness, graph, sample)},
        "diameter": {"wavefront": lambda: wf.diameter(graph).diameter},
        "eccentricity, all": {"wavefront": lambda: wf.eccentricity(graph).diameter},
    }
    if find_spec("igraph"):
        theirs = import_module("igraph").Graph(
            graph.num_vertices, np.column_stack([src[once], dst[once]]).tolist()
        )
        found["closeness, sample"]["igraph"] = lambda: theirs.closeness(sample.tolist())
        if graph.num_vertices <= MOST_VERTICES:
            found["diameter"]["igraph"] = theirs.diameter
            found["eccentricity, all"]["igraph"] = lambda: int(max(theirs.eccentricity()))
    if find_spec("networkit"):
        networkit = import_module("networkit")
        other = networkit.GraphFromCoo(
            (np.ones(int(once.sum())), (src[once], dst[once])), n=graph.num_vertices, directed=False
        )
        distance = networkit.distance
        exact = distance.DiameterAlgo.EXACT if hasattr(distance, "DiameterAlgo") else 0
        found["closeness, sample"]["networkit"] = lambda: [
            distance.BFS(other, int(vertex), storePaths=False).run() for vertex in sample
        ]
        found["diameter"]["networkit"] = lambda: distance.Diameter(other, exact).run().getDiameter()[0]
    some = sample[:SOURCES].tolist()
    found[f"levels from {SOURCES} vertices"] = {
        "wavefront": partial(wf.multi_source_bfs, graph, some),
        f"{SOURCES} x wf.bfs": lambda: [wf.bfs(graph, source, predecessors=False) for source in some],
    }
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--side", type=int, default=300)
    parser.add_argument("--scale", type=int, default=14)
    parser.add_argument("--sample", type=int, default=256)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tasks", nargs="+", choices=TASKS, default=TASKS)
    parser.add_argument("--json", type=Path, help="a file of results to keep the times in")
    given = parser.parse_args()
    graphs = {
        "roads": lambda: roads(given.side),
        "web": lambda: web(1 << given.scale),
        "Kronecker": lambda: generators.kronecker(given.scale, 16),
    }
    results = []
    for name, make in graphs.items():
        graph = largest(make())
        print(f"{name}: {graph}", flush=True)
        sample = np.sort(np.random.default_rng(3).choice(graph.num_vertices, given.sample, replace=False))
        for task, programs in calls(graph, sample).items():
            if not task.startswith(tuple(given.tasks)):
                continue
            times = all_times(programs, given.rounds)
            title = f"{name}, {graph.num_vertices:,} vertices"
            results += [
                result([1e3 * second for second in found], graph=title, task=task, program=library)
                for library, found in times.items()
            ]
            ours = median(times["wavefront"])
            cells = [
                f"{library} {median(found):.3f} s ({ours / median(found):.2f}x)"
                for library, found in times.items()
            ]
            print(f"  {task}: {', '.join(cells)}", flush=True)
    keep(given.json, results)


if __name__ == "__main__":
    main()
