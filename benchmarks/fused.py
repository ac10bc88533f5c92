"""The fused search on its own: how long it takes, prepared or not, with predecessors or not.

    python benchmarks/fused.py [GRAPH ...] [--device cuda] [--sources 16] [--rounds 3] [--prepare]
                               [--json FILE]

A GRAPH is kronecker:SCALE, uniform:SCALE (each with 2**SCALE vertices and 16 edges per vertex) or grid:SIDE.
A grid is searched from a corner and from its middle, other graphs from random vertices that have edges. Times
are from the call of `wf.bfs` until the result is complete: wall time on the CPU, on a GPU between two events.
A source's time is the median over the rounds, after one that compiles and warms caches. TEPS count the
undirected edges of the source's component. Levels are first compared with another method's, predecessors with
levels.

Last, on a graph of five vertices, the wall time of the call alone, and with the wait for the GPU.
"""

import argparse
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter

import numpy as np
from timing import keep, print_table, result

import wavefront as wf
from wavefront import generators
from wavefront.device import Cuda, Device, get_device
from wavefront.device.clock import stopwatch
from wavefront.measure.searches import random_sources

CALLS = 2000  # on five vertices


def graph_of(name: str, device: Device) -> wf.Graph:
    kind, size = name.split(":")[0], int(name.split(":")[1])
    if kind == "kronecker":
        return generators.kronecker(size, device=device, seed=1)
    if kind == "uniform":
        return generators.uniform(1 << size, 16 << size, device=device, seed=1)
    return generators.grid(size, size).to_device(device)


def sources_of(graph: wf.Graph, name: str, number: int) -> list[int]:
    if name.startswith("grid"):
        return [0, graph.num_vertices // 2 + int(graph.num_vertices**0.5) // 2]
    return random_sources(graph, number, seed=1)


def require_right(graph: wf.Graph, source: int) -> None:
    """Stops the benchmark unless levels and predecessors are right."""
    found, expected = wf.bfs(graph, source), wf.bfs(graph, source, strategy="degree_buckets")
    tree = found.levels > 0
    parents = found.predecessors[tree]
    wrong = int((found.levels != expected.levels).sum())
    wrong += int((found.levels[parents] != found.levels[tree] - 1).sum())
    if wrong:
        raise SystemExit(f"{wrong:,} vertices are wrong from source {source}")


def edges_reached(graph: wf.Graph, source: int) -> int:
    """Undirected edges of the source's component."""
    levels = wf.bfs(graph, source, predecessors=False).levels
    return int(graph.out_degrees[levels >= 0].sum(dtype=np.int64)) // 2


def search_times(graph: wf.Graph, sources: list[int], predecessors: bool, rounds: int) -> np.ndarray:
    """Milliseconds from each source, the median over the rounds."""
    times: list[list[float]] = []
    for _ in range(rounds + 1):
        times.append([])
        for source in sources:
            elapsed = stopwatch(graph.device)
            wf.bfs(graph, source, predecessors=predecessors)
            times[-1].append(elapsed())
    return np.median(times[1:], axis=0)


def row(title: str, predecessors: bool, milliseconds: np.ndarray, teps: np.ndarray) -> list[str]:
    """The cells of a search of one kind."""
    harmonic = len(teps) / (1 / teps).sum()
    figures = [f"{np.median(milliseconds):.3f}", f"{milliseconds.max():.3f}"]
    return [title, "yes" if predecessors else "no", *figures, f"{np.median(teps):.1f}", f"{harmonic:.1f}"]


def call_times(device: Device) -> tuple[float, float]:
    """Microseconds of a search of five vertices: until the call returns, and until its result is complete."""
    graph = wf.Graph.from_edges([0, 0, 1, 2], [1, 2, 3, 4], directed=False).to_device(device)
    wait = device.xp.cuda.Device(device.index).synchronize if isinstance(device, Cuda) else lambda: None
    calls, waits = [], []
    for _ in range(CALLS):
        began = perf_counter()
        wf.bfs(graph, 0, predecessors=False)
        calls.append(perf_counter() - began)
        wait()
        waits.append(perf_counter() - began)
    return 1e6 * median(calls), 1e6 * median(waits)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("graphs", nargs="*", default=["kronecker:16", "uniform:16", "grid:256"])
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--sources", type=int, default=16)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--prepare", action="store_true")
    parser.add_argument("--json", type=Path, help="a file of results to keep the times in")
    options = parser.parse_args()
    device = get_device(options.device)
    rows, results = [], []
    for name in options.graphs:
        graph = graph_of(name, device)
        sources = sources_of(graph, name, options.sources)
        for source in sources:
            require_right(graph, source)
        edges = list(map(partial(edges_reached, graph), sources))
        for prepared in (False, True)[: 1 + options.prepare]:
            if prepared:
                graph.prepare()
                for source in sources:
                    require_right(graph, source)
            title = f"{name}, prepared" if prepared else name
            for wanted in (False, True):
                milliseconds = search_times(graph, sources, wanted, options.rounds)
                teps = np.array(edges) / milliseconds / 1e6
                rows.append(row(title, wanted, milliseconds, teps))
                kind = ("prepared" if prepared else "unprepared") + ", with predecessors" * wanted
                results.append(result(milliseconds, graph=name, program=kind))
                results.append(result(teps, "GTEPS", graph=name, program=kind))
    header = ["graph", "predecessors", "median ms", "longest ms", "median GTEPS", "harmonic mean GTEPS"]
    print_table(f"The fused search on {device.name}", header, rows)
    call, wait = call_times(device)
    print(f"\nFive vertices: {call:.1f} us the call, {wait:.1f} us with the wait")
    for wait_too, microseconds in enumerate((call, wait)):
        kind = "with the wait" if wait_too else "the call"
        results.append(result([microseconds], "µs", graph="5 vertices", program=kind))
    keep(options.json, results)


if __name__ == "__main__":
    main()
