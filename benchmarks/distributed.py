"""Breadth-first search on MPI ranks against one process with as many threads, and on GPUs by NCCL.

    python benchmarks/distributed.py --scale 20 --ranks 2
    python benchmarks/distributed.py --scale 26 --gpus 2 --engines peers nccl
    mpirun -n 2 python benchmarks/distributed.py --scale 26 --gpus 2 --json FILE
    python benchmarks/distributed.py --scale 26 --gpus 2 --others

On GPUs, ranks are threads of a process, or processes where mpirun has started them; --engines says how levels
travel: peers, one kernel per GPU that stores into the others' memory, or nccl, levels driven by the host.
There, levels alone are measured, and with predecessors; --others measures PageRank and components instead,
on one GPU also those of wavefront.algorithms on the whole graph. --json keeps what the guide's tables show.
Rounds of both sides alternate, so that a disturbance of the machine meets both. Times are medians over the
sources, levels and predecessors in the caller's ids, every search validated by the Graph 500 rules once. The
table's last column is the rate of the ranks over that of one process.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from device_rows import NUMBERS, gpus_of, rows_of
from timing import keep, result

import wavefront as wf
from wavefront import distributed
from wavefront.distributed.world import is_rank

SOURCES = 16
SEED = 1
CALLS = 3  # of each of the other algorithms, after one
OTHERS: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    "pagerank": (distributed.pagerank, wf.pagerank),
    "components": (distributed.connected_components, wf.connected_components),
}


def sources_of(num_vertices: int, has_edges: Callable[[int], bool]) -> list[int]:
    """Vertices with edges, drawn at random, the same on every rank."""
    drawn = np.random.default_rng(SEED)
    candidates = iter(lambda: int(drawn.integers(num_vertices)), -1)
    return list(islice(filter(has_edges, candidates), SOURCES))


def measure_one(scale: int, prepared: bool) -> list[float]:
    graph = wf.generators.kronecker(scale)
    if prepared:
        graph.prepare()
    times = []
    degrees = graph.out_degrees
    for source in 2 * sources_of(graph.num_vertices, lambda vertex: bool(degrees[vertex])):
        began = time.perf_counter()
        wf.bfs(graph, source)
        times.append(time.perf_counter() - began)
    return times[SOURCES:]


def has_edges_on_any(graph: distributed.DistributedGraph, vertex: int) -> bool:
    """Whether the vertex's owner knows edges of it: every rank calls this."""
    local = graph.local(vertex)
    degree = 0 if local is None else int(graph.out.ptr[local + 1] - graph.out.ptr[local])
    return bool(graph.communicator.sum(np.array([degree], np.int64))[0])


def predicted_bytes(graph: distributed.DistributedGraph) -> int:
    """What a rank holds, by the guide's table of several devices."""
    place, part = graph.out.places.itemsize, graph.partition
    owned = graph.num_vertices // part.size
    return place * graph.num_edges // part.size + (graph.out.ptr.itemsize + place) * owned


def memory_of(graph: distributed.DistributedGraph) -> dict[str, int]:
    """Bytes on this rank: of its part, of all that was allocated so far on its GPU, and as predicted."""
    found = {"part": graph.nbytes, "predicted": predicted_bytes(graph)}
    if graph.device.xp is not np:
        found["allocated"] = graph.device.xp.get_default_memory_pool().total_bytes()
    return found


def made(what: str, scale: int, ranks: distributed.Communicator) -> distributed.DistributedGraph:
    """The graph to be searched."""
    if what == "grid":
        return distributed.from_graph(wf.generators.grid(scale, scale), ranks)
    return distributed.kronecker(scale, communicator=ranks)


def build(
    ranks: distributed.Communicator, given: argparse.Namespace
) -> tuple[distributed.DistributedGraph, dict[str, Any]]:
    """The graph to be searched, and what it took."""
    began = time.perf_counter()
    graph = made(given.graph, given.scale, ranks)
    ranks.barrier()
    found = {"build_s": time.perf_counter() - began, "memory": memory_of(graph)}
    if ranks.rank == 0:
        print(f"built in {found['build_s']:.1f} s; bytes {found['memory']}", file=sys.stderr, flush=True)
    return graph, found


def measure_searches(
    graph: distributed.DistributedGraph, given: argparse.Namespace, predecessors: bool
) -> dict[str, Any]:
    """From every source twice: the first search is validated, the second timed."""
    ranks = graph.communicator
    sources = sources_of(graph.num_vertices, lambda vertex: has_edges_on_any(graph, vertex))[: given.sources]
    times, edges, levels = [], [], []
    for number, source in enumerate(2 * sources):
        ranks.barrier()
        began = time.perf_counter()
        segment = distributed.bfs(graph, source, predecessors=predecessors, alpha=given.alpha)
        ranks.barrier()
        times.append(time.perf_counter() - began)
        if number < len(sources):
            distributed.validate_bfs(segment)
            edges.append(segment.traversed_edges())
            deepest = np.zeros(ranks.size, np.int64)
            deepest[ranks.rank] = int(segment.levels.max())
            levels.append(1 + int(ranks.sum(deepest).max()))
    rates = np.array(edges) / np.array(times[len(sources) :])
    return {"times": times[len(sources) :], "levels": levels, "gteps": (rates / 1e9).tolist()}


def measure_ranks(ranks: distributed.Communicator, given: argparse.Namespace) -> dict[str, Any]:
    """On CPU ranks."""
    graph, found = build(ranks, given)
    return found | measure_searches(graph, given, predecessors=True)


def measure_gpus(given: argparse.Namespace) -> dict[str, Any] | None:
    """On this process's ranks; None on all ranks of mpirun but the first."""

    def measured(ranks: distributed.Communicator) -> dict[str, Any]:
        joined = distributed.Nccl(ranks) if given.gpus > 1 else ranks
        graph, found = build(joined, given)
        found["kind"] = "processes" if is_rank() else "threads"
        if given.others:
            found["others"] = measure_others(graph, given)
            return found
        for engine in given.engines:
            searched = graph
            if engine == "nccl":
                searched = replace(graph, communicator=distributed.Nccl(ranks, peer_memory=False))
            for predecessors in (False, True):
                name = f"{engine}, predecessors" if predecessors else engine
                found[name] = measure_searches(searched, given, predecessors)
                if ranks.rank == 0:
                    print_search(given, f"{given.gpus} GPUs, {found['kind']}, {name}", found[name])
        return found

    if is_rank():
        ranks = distributed.world(gpu=True)
        found = measured(ranks.beside)
        return found if ranks.rank == 0 else None
    devices = [f"cuda:{index}" for index in range(given.gpus)]
    return distributed.together(given.gpus, measured, devices=devices)[0]


def print_search(given: argparse.Namespace, name: str, found: dict[str, Any]) -> None:
    ms = 1e3 * np.array(found["times"])
    per_level = 1e3 * np.median(ms / np.array(found["levels"]))
    print(
        f"{given.graph} {given.scale}, {name}: {np.median(ms):.3f} ms ({ms.min():.3f} to {ms.max():.3f}), "
        f"{np.median(found['gteps']):.0f} GTEPS, {per_level:.1f} us per level",
        flush=True,
    )


def measure_others(graph: distributed.DistributedGraph, given: argparse.Namespace) -> dict[str, list[float]]:
    """Milliseconds of the other algorithms, by name and program."""
    ranks = graph.communicator
    found = {}
    for name, (in_parts, _) in OTHERS.items():
        of_ranks = "one GPU, a rank" if ranks.size == 1 else gpus_of(ranks.size)
        found[f"{name}|{of_ranks}"] = repeated(partial(in_parts, graph), ranks.barrier)
        if ranks.rank == 0:
            print(f"{name}, {of_ranks}: {np.median(found[f'{name}|{of_ranks}']):.2f} ms", flush=True)
    if ranks.size == 1:
        whole = wf.generators.kronecker(given.scale, device=graph.device)
        for name, (_, run) in OTHERS.items():
            found[f"{name}|one GPU, not in parts"] = repeated(
                partial(run, whole, device=graph.device), ranks.barrier
            )
    return found


def repeated(run: Callable[[], object], barrier: Callable[[], None]) -> list[float]:
    """Milliseconds from barrier to barrier, after a call that isn't counted."""
    times = []
    for _ in range(1 + CALLS):
        barrier()
        began = time.perf_counter()
        run()
        barrier()
        times.append(1e3 * (time.perf_counter() - began))
    return times[1:]


def in_turns(scale: int, ranks: int, rounds: int) -> dict[str, Any]:
    """Each side `rounds` times, each time in new processes."""
    from wavefront.distributed.launch import SETTINGS, launcher

    own = [sys.executable, __file__, "--scale", str(scale), "--side"]
    sides = {
        "one process": [*own, "one"],
        "one process, prepared": [*own, "prepared"],
        f"{NUMBERS.get(ranks, ranks)} ranks": [launcher(), "-n", str(ranks), *own, "ranks"],
    }
    found: dict[str, list[dict[str, Any]]] = {name: [] for name in sides}
    for _ in range(rounds):
        for name, command in sides.items():
            done = subprocess.run(
                command, env=os.environ | SETTINGS, capture_output=True, text=True, check=True
            )
            found[name].append(json.loads(done.stdout.splitlines()[-1]))
    return {
        name: {"ms": [1e3 * float(np.median(run["times"])) for run in runs]} for name, runs in found.items()
    }


def mpi_version() -> dict[str, str]:
    """Of Open MPI, if mpirun is its."""
    from wavefront.distributed.launch import launcher

    said = subprocess.run([launcher(), "--version"], capture_output=True, text=True, check=True).stdout
    return {"Open MPI": found[1]} if (found := re.search(r"Open MPI\) ([\d.]+)", said)) else {}


def print_table(found: dict[str, Any]) -> None:
    base = min(found["one process"]["ms"])
    for name, row in found.items():
        times = " ".join(f"{value:6.2f}" for value in row["ms"])
        print(f"{name:24} {times} ms   rate over one process {base / min(row['ms']):.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--graph", choices=["kronecker", "grid"], default="kronecker")
    parser.add_argument("--scale", type=int, default=20, help="of a grid, the vertices of a side")
    parser.add_argument("--sources", type=int, default=SOURCES)
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--gpus", type=int)
    parser.add_argument("--engines", choices=["peers", "nccl"], nargs="+", default=["peers"])
    parser.add_argument("--alpha", type=float, help="as of wf.distributed.bfs")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--others", action="store_true", help="PageRank and components, on GPUs")
    parser.add_argument("--json", type=Path, help="a file of results to keep the times in")
    parser.add_argument("--side", choices=["one", "prepared", "ranks"])
    given = parser.parse_args()
    if given.others and given.graph != "kronecker":
        parser.error("--others measures Kronecker graphs")
    if given.side in ("one", "prepared"):
        print(json.dumps({"times": measure_one(given.scale, given.side == "prepared")}))
        return
    if given.side == "ranks":
        found = measure_ranks(distributed.world(), given)
        if distributed.world().rank == 0:
            print(json.dumps(found))
        return
    if given.gpus:
        versions = mpi_version() if is_rank() else {}  # first: it may be missing
        found = measure_gpus(given)
        if found is not None:
            keep(given.json, rows_of(given, found), versions)
    else:
        found = in_turns(given.scale, given.ranks, given.rounds)
        print_table(found)
        graph = f"Kronecker {given.scale}"
        rows = [result(row["ms"], graph=graph, program=program) for program, row in found.items()]
        keep(given.json, rows, mpi_version())


if __name__ == "__main__":
    main()
