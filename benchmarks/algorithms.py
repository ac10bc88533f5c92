"""Our algorithms and those of GAPBS, SciPy, NetworKit and igraph, on the same graphs.

    python benchmarks/algorithms.py [--devices cpu cuda] [--scale 20] [--graphs grid] [--files road.mtx.gz]
                                    [--corpus [NAME ...]] [--algorithms sssp pagerank] [--json FILE]

Graphs, generated or from files, are undirected, without parallel edges and self-loops; `sssp` has weights,
integers from 1 to 255.
Times are medians over the rounds, programs taken in turns, after a round that compiles and warms caches: wall
time on the CPU, on a GPU between two events, the result left there. A program that takes over 10 s in that
first round is not run again. Building a library's own kind of graph is not counted. A ratio under 1 says that
we are faster.

With --corpus, the shapes of benchmarks/shapes.py follow, all or those named, directed ones without
directions. A rule is broken where ours takes over 1.05 times as long as a peer on the same graph, or as
itself on one thread, and over 3 us longer, in two runs one after the other. Breaks are printed, and kept
with the times.

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
import tempfile
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import shapes
from algorithm_peers import (
    DAMPING,
    MAX_ITERATIONS,
    SOURCES,
    TOLERANCE,
    Inputs,
    Program,
    found_peers,
    peer_programs,
)
from timing import keep, print_table, result, timed

import wavefront as wf
from wavefront import generators
from wavefront.algorithms import ALGORITHMS
from wavefront.algorithms.algorithm import Algorithm
from wavefront.device import Device, get_device
from wavefront.graph.random_weights import with_random_weights
from wavefront.measure.searches import random_sources

OPTIONS: dict[str, dict[str, Any]] = {
    "sssp": {"predecessors": False},
    "pagerank": {"damping": DAMPING, "tolerance": TOLERANCE, "max_iterations": MAX_ITERATIONS},
}
TOO_LONG = 10_000.0  # milliseconds
MOST_TRIANGLES_VALIDATED = 1 << 23  # stored edges

SHAPES = ("kronecker", "uniform", "grid")
CORPUS = {f"corpus: {name}": make for name, make in shapes.SHAPES.items()}
RATIO, MILLISECONDS = (
    1.05,
    0.003,
)  # a rule is broken where ours takes so many times as long, and so much longer
ONE_THREAD = "one thread"  # ours


def arguments_of(inputs: Inputs, row: Algorithm) -> tuple[wf.Graph, dict[str, Any]]:
    """The graph for an algorithm, and the other arguments."""
    graph = inputs.weighted if row.name == "sssp" else inputs.graph
    if row.needs == "acyclic":
        graph = inputs.acyclic
    starts = {"source": inputs.sources[0], "sources": inputs.sources}
    given = {} if row.start is None else {row.start: starts[row.start]}
    return graph, given | OPTIONS.get(row.name, {})


def inputs_of(shape: str, scale: int, side: int, device: Device) -> Inputs:
    """The inputs of this shape, or from this file. Random graphs are generated on the device."""
    if shape == "grid":
        graph = generators.grid(side, side)
    elif shape == "uniform":
        graph = generators.uniform(1 << scale, 16 << scale, device=device)
    elif shape == "kronecker":
        graph = generators.kronecker(scale, device=device)
    else:
        graph = CORPUS[shape](scale) if shape in CORPUS else wf.read(shape)
        src, dst, _ = graph.coo
        graph = wf.Graph.from_edges(src, dst, graph.num_vertices, directed=False)
    graph = graph.simplified().to_device("cpu")
    offsets, neighbors, weights = with_random_weights(graph, seed=1).csr
    weighted = wf.Graph.from_csr(offsets, neighbors, np.asarray(weights, np.float32), directed=False)
    upward = graph.coo.src < graph.coo.dst
    acyclic = wf.Graph.from_edges(graph.coo.src[upward], graph.coo.dst[upward], graph.num_vertices)
    return Inputs(graph, weighted, acyclic, random_sources(graph, SOURCES, seed=1))


def ours(inputs: Inputs, algorithm: str, device: Device) -> Callable[[], Any]:
    """A call of our algorithm."""
    graph, arguments = arguments_of(inputs, ALGORITHMS[algorithm])
    return partial(ALGORITHMS[algorithm].function, graph, **arguments, device=device)


def validate(inputs: Inputs, algorithm: str, result: Any) -> None:
    """Raises ValidationError unless this result of ours is right; says so if that would take too long."""
    graph, arguments = arguments_of(inputs, ALGORITHMS[algorithm])
    if algorithm == "triangles" and graph.num_edges > MOST_TRIANGLES_VALIDATED:
        print(f"Triangles are not validated on more than {MOST_TRIANGLES_VALIDATED:,} stored edges.")
    else:
        ALGORITHMS[algorithm].validate(graph, result.to_numpy(), arguments)


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


def broken(times: Mapping[str, list[float]]) -> dict[str, float]:
    """The programs that are faster than ours, and how many times as long ours takes."""
    mine = median(times["wavefront"])
    others = {name: median(taken) for name, taken in times.items() if name != "wavefront"}
    return {
        name: mine / other
        for name, other in others.items()
        if mine > RATIO * other and mine - other > MILLISECONDS
    }


def broken_twice(
    times: Mapping[str, list[float]], programs: Mapping[str, Program], rounds: int
) -> dict[str, float]:
    """The programs that are faster than ours, and are again when measured a second time; the lower ratios."""
    first = broken(times)
    if not first:
        return {}
    second = broken(times_of({name: programs[name] for name in ("wavefront", *first)}, rounds))
    return {name: min(first[name], ratio) for name, ratio in second.items()}


def own_programs(inputs: Inputs, algorithm: str, device: Device) -> dict[str, Program]:
    """Ours on the device and, if that is several threads, on one of them; the first's result is validated."""
    run = ours(inputs, algorithm, device)
    validate(inputs, algorithm, run())
    programs = {"wavefront": partial(timed, device, run)}
    if isinstance(device, wf.Cpu) and device.threads > 1:
        programs[ONE_THREAD] = partial(timed, device, ours(inputs, algorithm, wf.Cpu(1)))
    return programs


def measure(
    shape: str, inputs: Inputs, devices: list[Device], peers: list[str], chosen: argparse.Namespace
) -> list[dict[str, Any]]:
    """Validate and time ours on each device, and the peers; prints a table, and rule breaks.

    Returns the results.
    """
    measured = []
    with tempfile.TemporaryDirectory() as folder:
        threads = next((device.threads for device in devices if isinstance(device, wf.Cpu)), wf.Cpu().threads)
        theirs = peer_programs(peers, threads, Path(folder), inputs)
        for device in devices:
            rows = []
            for algorithm in chosen.algorithms:
                programs = own_programs(inputs, algorithm, device)
                programs |= {peer: theirs[peer][algorithm] for peer in peers if algorithm in theirs[peer]}
                times = times_of(programs, chosen.rounds)
                slower_than = broken_twice(times, programs, chosen.rounds)
                for name, ratio in slower_than.items():
                    print(f"  BREAK {shape}, {algorithm} on {device}: {ratio:.2f} times {name}", flush=True)
                rows.append(row_of(algorithm, times, peers))
                for name, taken in times.items():
                    found = {"breaks": round(slower_than[name], 2)} if name in slower_than else {}
                    told = {"graph": shape, "device": str(device), "task": algorithm, "program": name}
                    measured.append(result(taken, **told, **found))
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
    parser.add_argument(
        "--corpus", nargs="*", choices=shapes.SHAPES, metavar="NAME", help="its shapes; or all"
    )
    parser.add_argument("--algorithms", nargs="+", choices=algorithms, default=algorithms)
    parser.add_argument("--json", type=Path, help="a file of results to keep the times in")
    chosen = parser.parse_args()
    cpu = wf.Cpu(chosen.threads)
    os.environ["OMP_NUM_THREADS"] = str(cpu.threads)  # GAPBS's, and those of a library loaded from now on
    devices = [cpu if name == "cpu" else get_device(name) for name in chosen.devices]
    side = chosen.side or (1000 if chosen.scale == 20 else 1 << chosen.scale // 2)
    peers, measured = found_peers(), []
    corpus = [] if chosen.corpus is None else [f"corpus: {name}" for name in chosen.corpus or shapes.SHAPES]
    for shape in [*chosen.graphs, *chosen.files, *corpus]:
        inputs = inputs_of(shape, chosen.scale, side, devices[-1])
        measured += measure(shape, inputs, devices, peers, chosen)
        keep(chosen.json, measured)
    rules = sum(row["program"] != "wavefront" for row in measured)
    print(f"\n{sum('breaks' in row for row in measured)} breaks of {rules} comparisons")


if __name__ == "__main__":
    main()
