"""How much longer calls take while another process spins on every core: the rules that they break.

    python benchmarks/busy.py [--exponents 1 2 3 4 5 6] [--calls bfs ...] [--gapbs PATH] [--json FILE]

The graphs are uniform ones, with 8 edges per vertex, and square grids, of 10 to 10**6 vertices. A call is
timed on the quiet machine and beside the other processes, in turns, and its medians are compared. Other
processes on every core take half the machine away, so 2 is what to expect of long calls, and 1 of calls that
end before the operating system changes processes.

A rule is broken, if a second run repeats it, where the busy median is over 3 times the quiet one. At the most
vertices and with --gapbs, the `bfs` of the GAP Benchmark Suite with as many threads is timed likewise, and a
search may be slowed by at most 1.2 times as much.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import cycle
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from typing import Any

import numpy as np
from timing import print_table

import wavefront as wf
from wavefront import generators
from wavefront.device import Cpu

RATIO, GAPBS_RATIO = 3.0, 1.2  # what a break is over
ROUNDS = 2
SECONDS, LEAST, MOST = 0.3, 5, 2000  # of a round: time, and the calls at least and at most
SETTLING = 0.3  # seconds until other processes have started
SOURCES, TRIALS = 8, 12


@contextmanager
def other_processes() -> Iterator[None]:
    """Context in which another process spins on every core."""
    command = [sys.executable, "-c", "while True: pass"]
    spinning = [subprocess.Popen(command) for _ in range(os.cpu_count() or 1)]
    try:
        sleep(SETTLING)
        yield
    finally:
        for process in spinning:
            process.kill()
            process.wait()


def calls_on(graph: wf.Graph) -> dict[str, Callable[[], object]]:
    """What is timed on a graph; searches begin at one of a few vertices after the other."""
    rng = np.random.default_rng(1)
    sources = cycle(rng.choice(np.flatnonzero(graph.out_degrees), SOURCES).tolist())
    weights = rng.random(graph.num_edges, np.float32)
    weighted = wf.Graph.from_csr(*graph.csr[:2], weights=weights)
    return {
        "bfs": lambda: wf.bfs(graph, next(sources)),
        "sssp": lambda: wf.sssp(weighted, next(sources)),
        "pagerank": lambda: wf.pagerank(graph),
        "components": lambda: wf.connected_components(graph),
    }


def milliseconds(call: Callable[[], object]) -> list[float]:
    """The times of a round of calls."""
    times: list[float] = []
    end = perf_counter() + SECONDS
    while len(times) < LEAST or (perf_counter() < end and len(times) < MOST):
        began = perf_counter()
        call()
        times.append(1e3 * (perf_counter() - began))
    return times


def compared(calls: dict[str, Callable[[], list[float]]]) -> dict[str, tuple[list[float], list[float]]]:
    """The quiet and the busy times of each call."""
    times: dict[str, tuple[list[float], list[float]]] = {name: ([], []) for name in calls}
    for _ in range(ROUNDS):
        for name, call in calls.items():
            times[name][0].extend(call())
        with other_processes():
            for name, call in calls.items():
                times[name][1].extend(call())
    return times


def gapbs_times(binary: str, file: Path) -> list[float]:
    """Milliseconds of GAPBS's trials from random sources, without the first, which starts the threads."""
    command = [binary, "-f", str(file), "-n", str(TRIALS)]
    environment = os.environ | {"OMP_NUM_THREADS": str(Cpu().threads)}
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    return [1e3 * float(time) for time in re.findall(r"Trial Time:\s*([\d.]+)", done.stdout)[1:]]


def record_of(name: str, quiet: list[float], busy: list[float]) -> dict[str, Any]:
    return {
        "name": name,
        "quiet": median(quiet),
        "busy": median(busy),
        "busy, 90 %": float(np.quantile(busy, 0.9)),
        "ratio": median(busy) / median(quiet),
    }


def records_of(exponent: int, wanted: list[str], binary: str | None) -> list[dict[str, Any]]:
    """What was measured on graphs of 10**exponent vertices, with the breaks that a second run repeats."""
    count, side = 10**exponent, int(10 ** (exponent / 2))
    graphs = {"uniform": generators.uniform(count, 8 * count, seed=1), "grid": generators.grid(side, side)}
    calls: dict[str, Callable[[], list[float]]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for title, graph in graphs.items():
            for name, call in calls_on(graph).items():
                if name in wanted:
                    call()  # compiles, and warms caches
                    calls[f"{name}, {title} 10^{exponent}"] = partial(milliseconds, call)
            if binary is not None:
                file = Path(folder) / f"{title}.sg"
                wf.write(graph, file)
                calls[f"GAPBS, {title} 10^{exponent}"] = partial(gapbs_times, binary, file)
        records = [record_of(name, *times) for name, times in compared(calls).items()]
        suspects = broken(records)
        if suspects:
            peers = [name for name in calls if name.startswith("GAPBS")]
            again = compared({name: calls[name] for name in [*suspects, *peers]})
            second = broken([record_of(name, *times) for name, times in again.items()])
            for record in records:
                name = record["name"]
                record["breaks"] = [rule for rule in suspects.get(name, []) if rule in second.get(name, [])]
    return records


def broken(records: list[dict[str, Any]]) -> dict[str, list[str]]:
    """The rules that each call breaks."""
    ratios = {record["name"]: record["ratio"] for record in records}
    found: dict[str, list[str]] = {}
    for name, ratio in ratios.items():
        call, graph = name.split(", ")
        if call != "GAPBS" and ratio > RATIO:
            found.setdefault(name, []).append(f"over {RATIO} times as long")
        peer = ratios.get(f"GAPBS, {graph}")
        if call == "bfs" and peer is not None and ratio > GAPBS_RATIO * peer:
            found.setdefault(name, []).append(f"slowed over {GAPBS_RATIO} times as much as GAPBS")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--exponents", type=int, nargs="*", default=[1, 2, 3, 4, 5, 6])
    parser.add_argument("--calls", nargs="*", default=["bfs", "sssp", "pagerank", "components"])
    parser.add_argument("--gapbs", metavar="PATH", help="the GAP Benchmark Suite's program bfs")
    parser.add_argument("--json", type=Path, help="where all that is measured goes")
    options = parser.parse_args()
    records: list[dict[str, Any]] = []
    for exponent in options.exponents:
        binary = options.gapbs if exponent == max(options.exponents) else None
        records += records_of(exponent, options.calls, binary)
        if options.json is not None:
            options.json.write_text(json.dumps(records, indent=1))
    columns = ["quiet", "busy", "busy, 90 %", "ratio"]
    rows = [[record["name"], *(f"{record[column]:.4g}" for column in columns)] for record in records]
    print_table(f"Milliseconds, {Cpu().threads} threads", ["call", *columns], rows)
    for record in records:
        for rule in record.get("breaks", []):
            print(f"  BREAK {record['name']}: {rule}")


if __name__ == "__main__":
    main()
