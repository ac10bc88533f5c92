"""Breadth-first search by us and by others, on the same graphs from the same sources.

    python benchmarks/against_peers.py [GRAPH ...] [--scale 20] [--sources 16] [--peers SciPy] [--json FILE]

A GRAPH is kronecker, uniform (each with 2**scale vertices and 16 edges per vertex), grid (of about as many
vertices), or a file's graph without its directions. No graph has parallel edges or self-loops. Programs take
turns: each searches twice from one source, and the second search's wall time counts; then each searches from
the next source. Building a library's own kind of graph is not counted. A ratio under 1 says that we are
faster.

Peers that aren't installed are left out: SciPy, NetworkX, igraph, NetworKit, rustworkx, python-graphblas. So
are those that would take too long or too much memory. GAPBS (https://github.com/sbeamer/gapbs) runs if
the environment variable GAPBS_BFS names its binary ``bfs``. Programs with threads have as many as we have on
the CPU: ours, GAPBS, python-graphblas. With --device cuda only our searches are on the GPU.

Programs find different things: we and python-graphblas levels and predecessors, SciPy the order and
predecessors, GAPBS predecessors, NetworKit levels and the numbers of shortest paths, igraph, rustworkx and
NetworkX levels.
"""

import argparse
import os
import re
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from copy import copy
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import harmonic_mean, median
from typing import Any, NamedTuple

import numpy as np
from timing import keep, print_table, result

import wavefront as wf
from wavefront import generators
from wavefront.device import Device, get_device
from wavefront.device.clock import stopwatch
from wavefront.measure.searches import random_sources, verify

TOO_LONG = 2_000.0  # milliseconds of a search after which a program is not run again
MOST_EDGES = {"NetworkX": 4_000_000, "rustworkx": 40_000_000}  # stored edges that fit in memory as objects
PUSH_SHARE = 1 / 16  # of the vertices: for larger frontiers GraphBLAS pulls
Times = dict[str, list[float]]  # of each program


class Program(NamedTuple):
    """A function that searches from a source, and one that counts the reached vertices in its result."""

    search: Callable[[int], Any]
    reached: Callable[[Any], int]


def graph_of(name: str, scale: int) -> wf.Graph:
    if name == "kronecker":
        return generators.kronecker(scale).simplified()
    if name == "uniform":
        return generators.uniform(1 << scale, 16 << scale).simplified()
    if name == "grid":
        return generators.grid(1 << scale // 2, 1 << (scale + 1) // 2)
    return wf.read(name, undirected=True).simplified()


def title_of(name: str, graph: wf.Graph, scale: int) -> str:
    """What a table calls the graph."""
    file = f"{Path(name).name.split('.')[0]}: {graph.num_vertices:,} vertices, {graph.num_edges // 2:,} edges"
    sides = f"{1 << scale // 2}x{1 << (scale + 1) // 2}"
    titles = {"kronecker": f"Kronecker {scale}", "uniform": f"uniform {scale}", "grid": f"grid {sides}"}
    return titles.get(name, file)


def ours(graph: wf.Graph, device: str) -> dict[str, Program]:
    generators.path(8).to_device(device).prepare()  # compiles
    there = graph.to_device(device)
    prepared = copy(there)
    elapsed = stopwatch(there.device)
    prepared.prepare()
    print(f"prepare() takes {elapsed():,.0f} ms.")

    def program(searched: wf.Graph) -> Program:
        return Program(partial(wf.bfs, searched), lambda result: result.num_reached)

    return {"Wavefront": program(there), "Wavefront, prepared": program(prepared)}


def edges_once(graph: wf.Graph) -> np.ndarray:
    """Both ends of every undirected edge, one edge per row."""
    src, dst, _ = graph.coo
    return np.column_stack([src, dst])[src <= dst]


def scipy_program(graph: wf.Graph) -> Program:
    from scipy.sparse import csgraph

    matrix = graph.to_scipy().astype(np.float64)  # the type that SciPy would convert it to
    return Program(
        lambda source: csgraph.breadth_first_order(matrix, source, directed=True),
        lambda found: found[0].size,
    )


def networkx_program(graph: wf.Graph) -> Program:
    import networkx

    made = networkx.Graph(edges_once(graph).tolist())
    return Program(partial(networkx.single_source_shortest_path_length, made), len)


def igraph_program(graph: wf.Graph) -> Program:
    import igraph

    made = igraph.Graph(graph.num_vertices, memoryview(edges_once(graph).astype(np.int64)))
    return Program(made.distances, lambda found: int(np.isfinite(found[0]).sum()))


def networkit_program(graph: wf.Graph) -> Program:
    import networkit

    src, dst = edges_once(graph).astype(np.uint64).T
    made = networkit.GraphFromCoo(
        (np.ascontiguousarray(src), np.ascontiguousarray(dst)), n=graph.num_vertices
    )

    def search(source: int) -> Any:
        return networkit.distance.BFS(made, source, storePaths=False).run()

    return Program(search, lambda run: sum(distance < 1e300 for distance in run.getDistances()))


def rustworkx_program(graph: wf.Graph) -> Program:
    import rustworkx

    made = rustworkx.PyGraph()
    made.add_nodes_from(range(graph.num_vertices))
    made.add_edges_from_no_data(list(map(tuple, edges_once(graph).tolist())))
    return Program(lambda source: rustworkx.bfs_layers(made, [source]), lambda layers: sum(map(len, layers)))


def graphblas_program(graph: wf.Graph) -> Program:
    import graphblas

    graphblas.ss.config["nthreads"] = wf.Cpu().threads
    parent_of = graphblas.semiring.ss.any_secondi
    size = graph.num_vertices
    matrix = graphblas.Matrix.ss.import_csr(
        nrows=size,
        ncols=size,
        indptr=graph.csr.src_ptr.astype(np.uint64),
        col_indices=graph.csr.dst.astype(np.uint64),
        values=np.ones(1, bool),
        is_iso=True,
        sorted_cols=True,
    )

    def search(source: int) -> tuple[Any, Any]:
        levels, parents, frontier = (graphblas.Vector(int, size) for _ in range(3))
        levels[source], parents[source], frontier[source] = 0, source, source
        level = 0
        while frontier.nvals:
            level += 1
            pushed = frontier.nvals < PUSH_SHARE * size
            product = frontier.vxm(matrix, parent_of) if pushed else matrix.mxv(frontier, parent_of)
            frontier(~parents.S, replace=True) << product
            parents(frontier.S) << frontier
            levels(frontier.S) << level
        return levels, parents

    return Program(search, lambda found: found[0].nvals)


LIBRARIES: dict[str, tuple[str, Callable[[wf.Graph], Program]]] = {  # and their names on PyPI
    "SciPy": ("scipy", scipy_program),
    "NetworkX": ("networkx", networkx_program),
    "igraph": ("igraph", igraph_program),
    "NetworKit": ("networkit", networkit_program),
    "rustworkx": ("rustworkx", rustworkx_program),
    "GraphBLAS": ("python-graphblas", graphblas_program),
}


def gapbs_milliseconds(binary: str, file: Path, threads: int, source: int) -> float:
    """The time that GAPBS prints for its second trial: the first trial starts the threads."""
    command = [binary, "-f", str(file), "-n", "2", "-r", str(source)]
    environment = os.environ | {"OMP_NUM_THREADS": str(threads)}
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    return 1e3 * float(re.findall(r"Trial Time:\s*([\d.]+)", done.stdout)[-1])


def found_peers(wanted: Sequence[str] | None) -> list[str]:
    """The names of the peers found; prints them with their versions."""
    found = {}
    for name, (package, _) in LIBRARIES.items():
        with suppress(PackageNotFoundError):
            found[name] = f"{name} {version(package)}"
    if binary := os.environ.get("GAPBS_BFS"):
        found["GAPBS"] = f"GAPBS at {binary}"
    chosen = [name for name in found if wanted is None or name in wanted]
    print("Peers:", ", ".join(found[name] for name in chosen) or "none")
    return chosen


def library_milliseconds(device: Device, program: Program, expected: int, source: int) -> float:
    """The second search's time, or the first's if that is too long."""
    for _ in range(2):
        elapsed = stopwatch(device)
        found = program.search(source)
        taken = elapsed()
        if taken > TOO_LONG:
            break
    if program.reached(found) != expected:
        raise SystemExit(f"{program.reached(found):,} vertices reached from {source}, expected {expected:,}")
    return taken


def peer_times(
    name: str, graph: wf.Graph, sources: Sequence[int], reached: Sequence[int], folder: Path
) -> Callable[[int], float] | None:
    """Function that times a search from the i-th source; None if the graph is too large for the peer."""
    device = wf.Cpu()
    if name == "GAPBS":
        file = folder / "graph.sg"
        wf.write(graph, file)
        binary = os.environ["GAPBS_BFS"]
        return lambda turn: gapbs_milliseconds(binary, file, device.threads, sources[turn])
    if graph.num_edges > MOST_EDGES.get(name, graph.num_edges):
        print(f"{name} is left out: more than {MOST_EDGES[name]:,} edges.")
        return None
    program = LIBRARIES[name][1](graph)
    return lambda turn: library_milliseconds(device, program, reached[turn], sources[turn])


def taken_in_turns(programs: dict[str, Callable[[int], float]], turns: int) -> Times:
    """The milliseconds of each program's searches; only the first if that takes too long."""
    taken: Times = {name: [] for name in programs}
    for turn in range(turns):
        for name, search in programs.items():
            if not turn or taken[name][0] <= TOO_LONG:
                taken[name].append(search(turn))
    return taken


def compare(name: str, graph: wf.Graph, options: argparse.Namespace, peers: Sequence[str]) -> Times:
    """Print a table of all programs' searches; returns the milliseconds."""
    sources = random_sources(graph, options.sources, seed=1)
    print(f"\n{name}: {graph!r}, sources {' '.join(map(str, sources))}")
    own = ours(graph, options.device)
    searches = [program.search for program in own.values()]
    found = verify(graph, sources, searches, validated=options.validated)
    reached = [own["Wavefront"].search(source).num_reached for source in sources]
    device = get_device(options.device)

    def own_times(program: Program) -> Callable[[int], float]:
        return lambda turn: library_milliseconds(device, program, reached[turn], sources[turn])

    programs = {label: own_times(program) for label, program in own.items()}
    with tempfile.TemporaryDirectory() as folder:
        for peer in peers:
            if times := peer_times(peer, graph, sources, reached, Path(folder)):
                programs[peer] = times
        taken = taken_in_turns(programs, len(sources))
    rows = []
    for label, times in taken.items():
        pairs = zip(found, times, strict=False)  # one time for a slow program
        rates = [searched.num_edges / (1e-3 * time) for searched, time in pairs]
        middle = median(times)
        ratios = [f"{median(taken[mine]) / middle:.2f}" for mine in own]
        rows.append(
            [label, str(len(times)), f"{middle:,.2f}", f"{1e-6 * harmonic_mean(rates):,.1f}", *ratios]
        )
    header = ["program", "searches", "median ms", "MTEPS", "ours / it", "prepared / it"]
    print_table(f"{name}, searches in turns", header, rows)
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("graphs", nargs="*", default=["kronecker", "uniform", "grid"], help="kinds or files")
    parser.add_argument("--scale", type=int, default=20, help="log2 of the number of vertices")
    parser.add_argument("--sources", type=int, default=16, help="to search from")
    parser.add_argument("--validated", type=int, default=4, help="sources from which our results are checked")
    parser.add_argument("--device", default="cpu", help="cpu or cuda, for ours")
    parser.add_argument("--peers", nargs="*", help="those to run; all found by default")
    parser.add_argument("--json", type=Path, help="a file of results to keep the times in")
    options = parser.parse_args()
    peers = found_peers(options.peers)
    results = []
    for name in options.graphs:
        graph = graph_of(name, options.scale)
        taken = compare(name, graph, options, peers)
        title = title_of(name, graph, options.scale)
        results += [result(times, graph=title, program=label) for label, times in taken.items()]
    keep(options.json, results)


if __name__ == "__main__":
    main()
