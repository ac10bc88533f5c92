"""Our algorithms and those of GAPBS, SciPy, NetworKit and igraph, on the same graphs.

    python benchmarks/algorithms.py [--devices cpu cuda] [--scale 20] [--graphs grid] [--files road.mtx.gz]
                                    [--algorithms sssp pagerank] [--json FILE]

Graphs, generated or from files, are undirected, without parallel edges and self-loops; `sssp` has weights,
integers from 1 to 255.
Times are medians over the rounds, programs taken in turns, after a round that compiles and warms caches: wall
time on the CPU, on a GPU between two events, the result left there. A program that takes over 10 s in that
first round is not run again. Building a library's own kind of graph is not counted. A ratio under 1 says that
we are faster.

`topological_levels` has each edge from the smaller id to the larger. Algorithms that no peer has stand alone.

Peers that aren't found are left out. GAPBS (https://github.com/sbeamer/gapbs) is looked for in the folder
that the environment variable GAPBS_DIR names. Peers with threads have as many as we have on the CPU; SciPy
has one thread, and so has all of igraph but pagerank. Parallel programs wait for their slowest thread: times
mean little while another program uses the cores.

Differences: GAPBS counts the graph's triangles, the other programs each vertex's. GAPBS's sssp gets the best
of a few deltas; its bc runs four searches from each source, and a fourth of the time counts. NetworKit draws
its own sources for betweenness, so it is left out where some vertices have no edges; its sssp and connected
components have one thread. igraph's pagerank has a tolerance of its own.
"""

import argparse
import os
import re
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from statistics import fmean, median
from typing import Any, NamedTuple

import numpy as np
from timing import keep, print_table, result

import wavefront as wf
from wavefront import generators
from wavefront.algorithms import ALGORITHMS
from wavefront.algorithms.algorithm import Algorithm
from wavefront.device import Device, get_device
from wavefront.device.clock import stopwatch
from wavefront.graph.random_weights import with_random_weights
from wavefront.measure.searches import random_sources

DAMPING = 0.85  # of pagerank; GAPBS has no other
TOLERANCE = 1e-4  # of pagerank: the sum of the absolute changes
MAX_ITERATIONS = 100
SOURCES = 4  # of betweenness; sssp starts at the first
DELTAS = (1, 4, 16, 64, 256, 1024, 4096)  # tried with GAPBS's sssp
OPTIONS: dict[str, dict[str, Any]] = {
    "sssp": {"predecessors": False},
    "pagerank": {"damping": DAMPING, "tolerance": TOLERANCE, "max_iterations": MAX_ITERATIONS},
}
TOO_LONG = 10_000.0  # milliseconds
MOST_TRIANGLES_VALIDATED = 1 << 23  # stored edges

SHAPES = ("kronecker", "uniform", "grid")

Program = Callable[[], float]  # runs, and returns the milliseconds that it took


class Inputs(NamedTuple):
    """The inputs of every program, on the CPU."""

    graph: wf.Graph
    weighted: wf.Graph  # the same graph with weights
    acyclic: wf.Graph  # each edge from the smaller id to the larger
    sources: list[int]

    def of(self, row: Algorithm) -> tuple[wf.Graph, dict[str, Any]]:
        """The graph for an algorithm, and the other arguments."""
        graph = self.weighted if row.name == "sssp" else self.graph
        if row.needs == "acyclic":
            graph = self.acyclic
        starts = {"source": self.sources[0], "sources": self.sources}
        given = {} if row.start is None else {row.start: starts[row.start]}
        return graph, given | OPTIONS.get(row.name, {})


def inputs_of(shape: str, scale: int, side: int, device: Device) -> Inputs:
    """The inputs of this shape, or from this file. Random graphs are generated on the device."""
    if shape not in SHAPES:
        src, dst, _ = wf.read(shape).coo
        graph = wf.Graph.from_edges(src, dst, directed=False)
    elif shape == "grid":
        graph = generators.grid(side, side)
    elif shape == "uniform":
        graph = generators.uniform(1 << scale, 16 << scale, device=device)
    else:
        graph = generators.kronecker(scale, device=device)
    graph = graph.simplified().to_device("cpu")
    offsets, neighbors, weights = with_random_weights(graph, seed=1).csr
    weighted = wf.Graph.from_csr(offsets, neighbors, np.asarray(weights, np.float32), directed=False)
    upward = graph.coo.src < graph.coo.dst
    acyclic = wf.Graph.from_edges(graph.coo.src[upward], graph.coo.dst[upward], graph.num_vertices)
    return Inputs(graph, weighted, acyclic, random_sources(graph, SOURCES, seed=1))


def ours(inputs: Inputs, algorithm: str, device: Device) -> Callable[[], Any]:
    """A call of our algorithm."""
    graph, arguments = inputs.of(ALGORITHMS[algorithm])
    return partial(ALGORITHMS[algorithm].function, graph, **arguments, device=device)


def validate(inputs: Inputs, algorithm: str, result: Any) -> None:
    """Raises ValidationError unless this result of ours is right; says so if that would take too long."""
    graph, arguments = inputs.of(ALGORITHMS[algorithm])
    if algorithm == "triangles" and graph.num_edges > MOST_TRIANGLES_VALIDATED:
        print(f"Triangles are not validated on more than {MOST_TRIANGLES_VALIDATED:,} stored edges.")
    else:
        ALGORITHMS[algorithm].validate(graph, result.to_numpy(), arguments)


def timed(device: Device, run: Callable[[], object]) -> float:
    elapsed = stopwatch(device)
    run()
    return elapsed()


def gapbs_programs(binaries: Path, folder: Path, inputs: Inputs) -> dict[str, Program]:
    """GAPBS's programs. Each starts a process that reads the graph; the time that GAPBS prints counts."""
    graph, weighted = folder / "graph.sg", folder / "graph.wsg"
    wf.write(inputs.graph, graph)
    wf.write(inputs.weighted, weighted)

    def trial(kernel: str, file: Path, *options: object) -> float:
        """The second trial's milliseconds: the first trial starts the threads."""
        command = [str(word) for word in (binaries / kernel, "-f", file, "-n", 2, *options)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        return 1e3 * float(re.findall(r"Trial Time:\s*([\d.]+)", done.stdout)[-1])

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


def times_of(programs: Mapping[str, Program], rounds: int) -> dict[str, list[float]]:
    """Milliseconds of each program."""
    taken = {name: [run()] for name, run in programs.items()}
    repeated = [name for name, times in taken.items() if times[0] <= TOO_LONG]
    for _ in range(rounds):
        for name in repeated:
            taken[name].append(programs[name]())
    return {name: times[1:] or times for name, times in taken.items()}


def row_of(algorithm: str, taken: Mapping[str, list[float]], peers: Iterable[str]) -> list[str]:
    times = {name: median(values) for name, values in taken.items()}
    mine = times["wavefront"]
    cells = [algorithm, f"{mine:.2f}"]
    for peer in peers:
        cells += [f"{times[peer]:.2f}", f"{mine / times[peer]:.2f}"] if peer in times else ["-", "-"]
    return cells


def measure(
    shape: str, inputs: Inputs, devices: list[Device], peers: list[str], chosen: argparse.Namespace
) -> list[dict[str, Any]]:
    """Validate and time ours on each device, and the peers; prints a table. Returns the results."""
    measured = []
    with tempfile.TemporaryDirectory() as folder:
        threads = next((device.threads for device in devices if isinstance(device, wf.Cpu)), wf.Cpu().threads)
        theirs = peer_programs(peers, threads, Path(folder), inputs)
        for device in devices:
            rows = []
            for algorithm in chosen.algorithms:
                run = ours(inputs, algorithm, device)
                validate(inputs, algorithm, run())
                programs: dict[str, Program] = {"wavefront": partial(timed, device, run)}
                programs |= {peer: theirs[peer][algorithm] for peer in peers if algorithm in theirs[peer]}
                times = times_of(programs, chosen.rounds)
                rows.append(row_of(algorithm, times, peers))
                measured += [
                    result(taken, graph=shape, device=str(device), task=algorithm, program=name)
                    for name, taken in times.items()
                ]
            size = f"{inputs.graph.num_vertices:,} vertices, {inputs.graph.num_edges:,} stored edges"
            header = ["algorithm", "wavefront"] + [cell for peer in peers for cell in (peer, "ours / it")]
            print_table(f"Milliseconds, {shape}, {size}, ours on {device}", header, rows)
    return measured


def main() -> None:
    algorithms = list(ALGORITHMS)
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--devices", nargs="+", default=["cpu"], help="ours: cpu, cuda")
    parser.add_argument("--scale", type=int, default=18, help="log2 of the number of vertices")
    parser.add_argument("--side", type=int, help="of the grid; by default as large, 1000 at scale 20")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, help="of the CPU; all by default")
    parser.add_argument("--graphs", nargs="*", choices=SHAPES, default=SHAPES)
    parser.add_argument("--files", nargs="*", default=[], help="more graphs")
    parser.add_argument("--algorithms", nargs="+", choices=algorithms, default=algorithms)
    parser.add_argument("--json", type=Path, help="a file of results to keep the times in")
    chosen = parser.parse_args()
    cpu = wf.Cpu(chosen.threads)
    os.environ["OMP_NUM_THREADS"] = str(cpu.threads)  # GAPBS's, and those of a library loaded from now on
    devices = [cpu if name == "cpu" else get_device(name) for name in chosen.devices]
    side = chosen.side or (1000 if chosen.scale == 20 else 1 << chosen.scale // 2)
    peers, measured = found_peers(), []
    for shape in [*chosen.graphs, *chosen.files]:
        inputs = inputs_of(shape, chosen.scale, side, devices[-1])
        measured += measure(shape, inputs, devices, peers, chosen)
    keep(chosen.json, measured)


if __name__ == "__main__":
    main()
