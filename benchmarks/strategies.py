"""Every method on graphs of different shape, and what "auto" picks.

    python benchmarks/strategies.py [--device cpu] [--scale 18] [--rounds 5] [--graphs kronecker grid]

Times are of one search, levels and predecessors included, median over the rounds and 4 sources: wall time
on the CPU; on a GPU the time between two CUDA events around `wf.bfs`, the result left there. Every method's
first result is validated. A method whose first search takes over 10 s is timed in that one alone; one
that the graph does not suit has no time.
"""

import argparse
from collections.abc import Callable
from statistics import median

from timing import print_table

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.compare import random_sources, search_times
from wavefront.device import get_device

SOURCES = 4
METHODS: dict[str, dict[str, object]] = {
    **{name: {} for name in wf.STRATEGIES},
    "push jds": {"layout": "jds"},
    "push ell": {"layout": "ell"},
    "spmv csc": {"layout": "csc"},
    "spmv coo": {"layout": "coo"},
    "spmv library": {"library": True},
    "frontier_queue exch": {"claim": "exch"},
}


def shapes(scale: int) -> dict[str, Callable[[], wf.Graph]]:
    size, side = 1 << scale, 1000 if scale == 20 else 1 << scale // 2
    return {
        "kronecker": lambda: generators.kronecker(scale),
        "uniform32": lambda: generators.uniform(size, 16 * size),
        "uniform8": lambda: generators.uniform(size, 4 * size),
        "uniform4": lambda: generators.uniform(size, 2 * size),
        "smallworld": lambda: generators.small_world(size, 10, 0.05),
        "grid": lambda: generators.grid(side, side),
        "star": lambda: generators.star(size),
    }


def times_of(graph: wf.Graph, device: str, rounds: int) -> dict[str, float | None]:
    """Median milliseconds of a search by each method; None where the graph doesn't fit."""
    methods = {label: {"strategy": label.split()[0], **options} for label, options in METHODS.items()}
    sources = random_sources(graph, SOURCES, seed=1)
    taken = search_times(graph, sources, get_device(device), methods, rounds)
    return {label: median(taken[label]) if label in taken else None for label in METHODS}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", default="cpu", help="cpu or cuda")
    parser.add_argument("--scale", type=int, default=18, help="log2 of the number of vertices")
    parser.add_argument("--rounds", type=int, default=5, help="rounds over the methods")
    parser.add_argument("--graphs", nargs="*", help="graphs to take; all by default")
    chosen = parser.parse_args()
    columns: dict[str, dict[str, float | None]] = {}
    verdicts = []
    for name, make in shapes(chosen.scale).items():
        if chosen.graphs and name not in chosen.graphs:
            continue
        graph = make()
        columns[name] = times = times_of(graph, chosen.device, chosen.rounds)
        source = int(graph.out_degrees.argmax())
        picked = wf.bfs(graph, source, device=chosen.device).strategy
        best = min((time, label) for label, time in times.items() if time is not None)
        cost = f"{times[picked] / best[0]:.2f}"
        verdicts.append([name, f"{graph.num_vertices:,}", f"{graph.num_edges:,}", picked, best[1], cost])
    rows = [
        [label, *("-" if times[label] is None else f"{times[label]:.2f}" for times in columns.values())]
        for label in METHODS
    ]
    print_table(f"Milliseconds a search on {chosen.device}", ["method", *columns], rows)
    print_table("What auto picks", ["graph", "vertices", "edges", "auto", "best", "auto / best"], verdicts)


if __name__ == "__main__":
    main()
