"""Every algorithm of wavefront.distributed on MPI ranks of one CPU thread, against one process of as many.

    python benchmarks/ranks_on_cpu.py --graphs DIR --rounds 2 --json FILE

Graphs are Kronecker and uniform ones of a scale, and road-FLA.mtx.gz from the folder, if one is given. Both
sides alternate, each time in new processes. A process takes the median of a few calls, after one that isn't
counted, from barrier to barrier, results in the caller's ids. The table's last column is the rate of the
ranks over that of the one process, each side's best round taken.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from device_rows import NUMBERS
from timing import keep, result

import wavefront as wf
from wavefront import distributed
from wavefront.graph.random_weights import with_random_weights

SEED = 1
SOURCES = 16  # of a search from several sources; other searches take them in turn
TITLES = {
    "bfs": "breadth-first search",
    "multi_source_bfs": "the same from 16 sources",
    "sssp": "shortest paths",
    "pagerank": "PageRank",
    "connected_components": "components",
}


def made(name: str, scale: int) -> wf.Graph:
    """The graph of this name, or in this file."""
    if name == "Kronecker":
        return wf.generators.kronecker(scale)
    return wf.generators.uniform(1 << scale, 16 << scale) if name == "uniform" else wf.read(name)


def times_of(given: argparse.Namespace) -> dict[str, float]:
    """Milliseconds of each algorithm on this side."""
    graph = made(given.graph, given.scale)
    drawn = np.random.default_rng(SEED).integers(graph.num_vertices, size=8 * SOURCES)
    sources = drawn[np.asarray(graph.out_degrees)[drawn] > 0][:SOURCES].tolist()
    weighted = with_random_weights(graph, seed=SEED) if graph.csr.weights is None else graph
    ranks: distributed.Communicator = distributed.Alone()
    module: Any = wf
    if given.side == "ranks":
        ranks = distributed.world()
        module = distributed
        dealt = distributed.from_graph(graph, ranks)
        weighted = dealt if weighted is graph else distributed.from_graph(weighted, ranks)  # type: ignore[assignment]
        graph = dealt  # type: ignore[assignment]
    searched = {"bfs": graph, "sssp": weighted}
    found = {}
    for name in given.algorithms:
        run = partial(getattr(module, name), searched.get(name, graph))
        each = [[source] for source in sources] if name in searched else [[]] * given.calls
        each = [[sources]] * given.calls if name == "multi_source_bfs" else each
        found[name] = median_of(run, each if name == "bfs" else each[: given.calls], ranks.barrier)
    return found


def median_of(run: Callable[..., object], each: list[list[Any]], barrier: Callable[[], None]) -> float:
    """Median milliseconds of calls with these arguments."""
    run(*each[0])
    times = []
    for arguments in each:
        barrier()
        began = time.perf_counter()
        run(*arguments)
        barrier()
        times.append(1e3 * (time.perf_counter() - began))
    return float(np.median(times))


def in_turns(given: argparse.Namespace, graph: str) -> dict[str, list[dict[str, float]]]:
    """Each side so many times."""
    from wavefront.distributed.launch import SETTINGS, launcher

    own = [
        sys.executable,
        __file__,
        "--graph",
        graph,
        "--scale",
        str(given.scale),
        "--calls",
        str(given.calls),
    ]
    own += ["--algorithms", *given.algorithms, "--side"]
    sides = {
        "one process": [*own, "one"],
        f"{NUMBERS.get(given.ranks, given.ranks)} ranks": [launcher(), "-n", str(given.ranks), *own, "ranks"],
    }
    found: dict[str, list[dict[str, float]]] = {name: [] for name in sides}
    for _ in range(given.rounds):
        for name, command in sides.items():
            done = subprocess.run(
                command, env=os.environ | SETTINGS, stdout=subprocess.PIPE, text=True, check=True
            )
            found[name].append(json.loads(done.stdout.splitlines()[-1]))
    return found


def main() -> None:
    """Measure on three graphs, or on one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--graphs", type=Path, help="a folder with road-FLA.mtx.gz")
    parser.add_argument("--graph", help="one graph alone: Kronecker, uniform or a file")
    parser.add_argument("--scale", type=int, default=20)
    parser.add_argument("--algorithms", nargs="+", choices=list(TITLES), default=list(TITLES))
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--calls", type=int, default=3)
    parser.add_argument("--json", type=Path, help="a file of results to keep the times in")
    parser.add_argument("--side", choices=["one", "ranks"])
    given = parser.parse_args()
    if given.side:
        found = times_of(given)
        if given.side == "one" or distributed.world().rank == 0:
            print(json.dumps(found))
        return
    names = [given.graph] if given.graph else ["Kronecker", "uniform"]
    names += [str(given.graphs / "road-FLA.mtx.gz")] if given.graphs else []
    rows = []
    for name in names:
        shown = Path(name).name.split(".")[0] + (
            f" {given.scale}" if name in ("Kronecker", "uniform") else ""
        )
        sides = in_turns(given, name)
        for algorithm in given.algorithms:
            times = {program: [run[algorithm] for run in runs] for program, runs in sides.items()}
            least = [min(values) for values in times.values()]
            values = "   ".join(" ".join(f"{value:8.2f}" for value in row) for row in times.values())
            print(f"{shown:14} {algorithm:22} {values} ms   rate {least[0] / least[1]:.2f}", flush=True)
            about = f"{TITLES[algorithm]}, {shown}"
            rows += [
                result(taken, graph=about, task=algorithm, program=program)
                for program, taken in times.items()
            ]
    keep(given.json, rows)


if __name__ == "__main__":
    main()
