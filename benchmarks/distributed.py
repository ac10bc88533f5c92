"""Breadth-first search on MPI ranks against one process with as many threads, and on GPUs by NCCL.

    python benchmarks/distributed.py --scale 20 --ranks 2
    python benchmarks/distributed.py --scale 26 --gpus 2
    mpirun -n 2 python benchmarks/distributed.py --scale 26 --gpus 2

On GPUs, ranks are threads of a process, or processes where mpirun has started them; --engine says how levels
travel: peers, one kernel per GPU that stores into the others' memory, or nccl, levels driven by the host.
Rounds of both sides alternate, so that a disturbance of the machine meets both. Times are medians over the
sources, levels and predecessors in the caller's ids, every search validated by the Graph 500 rules once. The
table's last column is the rate of the ranks over that of one process.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

import wavefront as wf
from wavefront import distributed
from wavefront.distributed.world import is_rank

SOURCES = 16
SEED = 1


def sources_of(graph: Any, degrees: np.ndarray, count: int = SOURCES) -> list[int]:
    """Vertices with edges, drawn at random, the same on every rank."""
    return np.random.default_rng(SEED).permutation(np.flatnonzero(degrees))[:count].tolist()


def measure_one(scale: int, prepared: bool) -> list[float]:
    graph = wf.generators.kronecker(scale)
    if prepared:
        graph.prepare()
    times = []
    for source in 2 * sources_of(graph, graph.out_degrees):
        began = time.perf_counter()
        wf.bfs(graph, source)
        times.append(time.perf_counter() - began)
    return times[SOURCES:]


def measure_ranks(
    ranks: distributed.Communicator, scale: int, predecessors: bool, alpha: float | None = None
) -> dict[str, Any]:
    from wavefront.distributed.graph import gathered

    began = time.perf_counter()
    graph = distributed.kronecker(scale, communicator=ranks)
    ranks.barrier()
    built = time.perf_counter() - began
    degrees = gathered(graph, graph.device.xp.diff(graph.out.ptr))
    times, edges = [], []
    for number, source in enumerate(2 * sources_of(graph, degrees)):
        ranks.barrier()
        began = time.perf_counter()
        segment = distributed.bfs(graph, source, predecessors=predecessors, alpha=alpha)
        ranks.barrier()
        times.append(time.perf_counter() - began)
        if number < SOURCES:
            distributed.validate_bfs(segment)
            edges.append(segment.traversed_edges())
    rates = np.array(edges) / np.array(times[SOURCES:])
    return {
        "build_s": built,
        "bytes": int(ranks.sum(np.array([graph.nbytes]))[0]),
        "times": times[SOURCES:],
        "gteps": float(np.median(rates) / 1e9),
    }


def measure_gpus(given: argparse.Namespace) -> dict[str, Any] | None:
    """On this process's ranks; None on all ranks of mpirun but the first."""

    def measured(ranks: distributed.Communicator) -> dict[str, Any]:
        joined = distributed.Nccl(ranks, peer_memory=given.engine == "peers") if given.gpus > 1 else ranks
        return measure_ranks(joined, given.scale, given.predecessors, given.alpha)

    if is_rank():
        ranks = distributed.world(gpu=True)
        found = measured(ranks.beside)
        return found if ranks.rank == 0 else None
    devices = [f"cuda:{index}" for index in range(given.gpus)]
    return distributed.together(given.gpus, measured, devices=devices)[0]


def in_turns(scale: int, ranks: int, rounds: int) -> dict[str, Any]:
    """Each side `rounds` times, each time in new processes."""
    from wavefront.distributed.launch import SETTINGS, launcher

    own = [sys.executable, __file__, "--scale", str(scale), "--side"]
    sides = {
        "one process": [*own, "one"],
        "one process, prepared": [*own, "prepared"],
        f"{ranks} ranks": [launcher(), "-n", str(ranks), *own, "ranks"],
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


def print_table(found: dict[str, Any]) -> None:
    base = min(found["one process"]["ms"])
    for name, row in found.items():
        times = " ".join(f"{value:6.2f}" for value in row["ms"])
        print(f"{name:24} {times} ms   rate over one process {base / min(row['ms']):.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--scale", type=int, default=20)
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--gpus", type=int)
    parser.add_argument("--engine", choices=["peers", "nccl"], default="peers")
    parser.add_argument("--predecessors", action="store_true", help="on GPUs too")
    parser.add_argument("--alpha", type=float, help="as of wf.distributed.bfs")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--output", type=Path)
    parser.add_argument("--side", choices=["one", "prepared", "ranks"])
    given = parser.parse_args()
    if given.side in ("one", "prepared"):
        print(json.dumps({"times": measure_one(given.scale, given.side == "prepared")}))
        return
    if given.side == "ranks":
        found = measure_ranks(distributed.world(), given.scale, True)
        if distributed.world().rank == 0:
            print(json.dumps(found))
        return
    if given.gpus:
        found = measure_gpus(given)
        if found is None:
            return
        ms = 1e3 * np.median(found["times"])
        name = f"{given.gpus} GPUs, {given.engine}, {'processes' if is_rank() else 'threads'}"
        print(f"{name}  {ms:.2f} ms  {found['gteps']:.0f} GTEPS  built in {found['build_s']:.1f} s")
    else:
        found = in_turns(given.scale, given.ranks, given.rounds)
        print_table(found)
    if given.output:
        given.output.write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
