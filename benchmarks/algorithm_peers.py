"""Other programs' algorithms for algorithms.py: GAPBS, SciPy, NetworKit and igraph on one graph.

algorithms.py says how the programs differ. A program runs once, and returns the milliseconds that it took.
"""

import os
import re
import subprocess
from collections.abc import Callable, Iterable
from functools import cache, partial
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import numpy as np
from timing import timed

import wavefront as wf

DAMPING = 0.85  # of pagerank; GAPBS has no other
TOLERANCE = 1e-4  # of pagerank: the sum of the absolute changes
MAX_ITERATIONS = 100
SOURCES = 4  # of betweenness; sssp starts at the first
DELTAS = (1, 4, 16, 64, 256, 1024, 4096)  # tried with GAPBS's sssp

Program = Callable[[], float]


class Inputs(NamedTuple):
    """The inputs of every program, on the CPU."""

    graph: wf.Graph
    weighted: wf.Graph  # the same graph with weights
    acyclic: wf.Graph  # each edge from the smaller id to the larger
    sources: list[int]


def gapbs_programs(binaries: Path, folder: Path, inputs: Inputs) -> dict[str, Program]:
    """GAPBS's programs. Each starts a process that reads the graph; the time that GAPBS prints counts."""
    graph, weighted = folder / "graph.sg", folder / "graph.wsg"
    wf.write(inputs.graph, graph)
    wf.write(inputs.weighted, weighted)

    def trial(kernel: str, file: Path, *options: object) -> float:
        """The second trial's milliseconds, a hundredth at least; the first trial starts the threads."""
        command = [str(word) for word in (binaries / kernel, "-f", file, "-n", 2, *options)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        return max(1e3 * float(re.findall(r"Trial Time:\s*([\d.]+)", done.stdout)[-1]), 0.01)

    def search(delta: int) -> float:
        return trial("sssp", weighted, "-r", inputs.sources[0], "-d", delta)

    @cache
    def best_delta() -> int:
        delta = min(DELTAS, key=search)
        print(f"GAPBS's sssp has delta {delta}.")
        return delta

    def four_searches() -> float:
        return fmean(trial("bc", graph, "-r", source, "-i", SOURCES) for source in inputs.sources)

    return {
        "sssp": lambda: search(best_delta()),
        "connected_components": lambda: trial("cc", graph),
        "pagerank": lambda: trial("pr", graph, "-t", TOLERANCE, "-i", MAX_ITERATIONS),
        "triangles": lambda: trial("tc", graph),
        "betweenness_centrality": four_searches,
    }


def scipy_runs(inputs: Inputs) -> dict[str, Callable[[], object]]:
    from scipy.sparse import csgraph

    matrix = inputs.weighted.to_scipy().astype(np.float64)  # the type that SciPy would convert it to
    return {
        "sssp": lambda: csgraph.dijkstra(matrix, indices=inputs.sources[0]),
        "connected_components": lambda: csgraph.connected_components(matrix, directed=False),
    }


def edges_once(inputs: Inputs) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Ends and weight of every undirected edge."""
    src, dst, weights = inputs.weighted.coo
    assert weights is not None
    upward = src < dst
    return src[upward], dst[upward], weights[upward]


def networkit_runs(threads: int, inputs: Inputs) -> dict[str, Callable[[], object]]:
    import networkit

    networkit.setNumberOfThreads(threads)
    src, dst, weights = edges_once(inputs)
    coo = np.float64(weights), (np.uint64(src), np.uint64(dst))
    num_vertices = inputs.graph.num_vertices
    graph = networkit.GraphFromCoo(coo[1], n=num_vertices)
    weighted = networkit.GraphFromCoo(coo, n=num_vertices, weighted=True)
    centrality = networkit.centrality

    def pagerank() -> None:
        run = centrality.PageRank(graph, DAMPING, TOLERANCE)
        run.norm, run.maxIterations = centrality.Norm.L1_NORM, MAX_ITERATIONS
        run.run()

    source = inputs.sources[0]
    runs: dict[str, Callable[[], object]] = {
        "sssp": lambda: networkit.distance.Dijkstra(weighted, source, storePaths=False).run(),
        # On few threads it takes a fraction of ParallelConnectedComponents' time.
        "connected_components": lambda: networkit.components.ConnectedComponents(graph).run(),
        "pagerank": pagerank,
        "triangles": lambda: centrality.LocalClusteringCoefficient(graph, turbo=True).run(),
    }
    if inputs.graph.out_degrees.min() > 0:
        runs["betweenness_centrality"] = lambda: centrality.EstimateBetweenness(
            graph, SOURCES, parallel=True
        ).run()
    return runs


def igraph_runs(inputs: Inputs) -> dict[str, Callable[[], object]]:
    import igraph

    src, dst, weights = edges_once(inputs)
    graph = igraph.Graph(inputs.graph.num_vertices, memoryview(np.column_stack([src, dst]).astype(np.int64)))
    values, sources = weights.tolist(), inputs.sources

    def connected_components() -> None:
        graph.__invalidate_cache()  # otherwise igraph remembers that there is only one component
        graph.connected_components()

    return {
        "sssp": lambda: graph.distances(sources[0], weights=values, algorithm="dijkstra"),
        "connected_components": connected_components,
        "pagerank": graph.pagerank,
        "triangles": graph.transitivity_local_undirected,
        "betweenness_centrality": lambda: graph.betweenness(sources=sources),
    }


def peer_programs(
    names: Iterable[str], threads: int, folder: Path, inputs: Inputs
) -> dict[str, dict[str, Program]]:
    """The programs, by peer and then by algorithm."""
    libraries: dict[str, Callable[[Inputs], dict[str, Callable[[], object]]]] = {
        "SciPy": scipy_runs,
        "NetworKit": partial(networkit_runs, threads),
        "igraph": igraph_runs,
    }
    found: dict[str, dict[str, Program]] = {}
    for name in names:
        if name == "GAPBS":
            found[name] = gapbs_programs(Path(os.environ["GAPBS_DIR"]), folder, inputs)
        else:
            runs = libraries[name](inputs)
            found[name] = {algorithm: partial(timed, wf.Cpu(), run) for algorithm, run in runs.items()}
    return found


def found_peers() -> list[str]:
    """The names of the peers found; prints them with their versions."""
    found, missing = {}, []
    for name in ("SciPy", "NetworKit", "igraph"):
        if find_spec(name.lower()):
            found[name] = f"{name} {version(name.lower())}"
        else:
            missing.append(name)
    folder = os.environ.get("GAPBS_DIR", "")
    if Path(folder, "sssp").is_file():
        found = {"GAPBS": f"GAPBS in {folder}"} | found
    else:
        missing.append("GAPBS in GAPBS_DIR")
    print(f"Peers: {', '.join(found.values())}. Not found: {', '.join(missing) or 'none'}.")
    return list(found)
