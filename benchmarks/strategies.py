"""Every method on eight graphs of different shape, and "auto" beside the best other method.

    python benchmarks/strategies.py [--device cpu] [--scale 18] [--rounds 5] [--graphs kronecker grid]
                                    [--json FILE]

Times are of one search, levels and predecessors included, median over the rounds and 4 sources: wall time
on the CPU; on a GPU the time between two CUDA events around `wf.bfs`, the result left there. Every method's
first result is validated. A method whose first search takes over 2 s is not run again; that time is marked
"once". A method that the graph does not suit has no time.
"""

import argparse
from collections.abc import Callable
from pathlib import Path
from statistics import median

from timing import keep, print_table, result

import wavefront as wf
from wavefront import generators
from wavefront.device import Device, get_device
from wavefront.measure.searches import random_sources, search_times

SOURCES = 4
TOO_LONG = 2_000.0  # milliseconds of a first search after which a method is not run again
FORMS: dict[str, dict[str, dict[str, object]]] = {  # of a strategy, beside its usual one
    "push": {"push, JDS": {"layout": "jds"}, "push, ELL": {"layout": "ell"}},
    "spmv": {
        "spmv, columns scatter": {"layout": "csc"},
        "spmv, elements": {"layout": "coo"},
        "spmv, library": {"library": True},
    },
    "frontier_queue": {"frontier_queue, exchange": {"claim": "exch"}},
}
METHODS = {
    label: {"strategy": name} | options
    for name in wf.STRATEGIES
    for label, options in {name: {}, **FORMS.get(name, {})}.items()
}


def shapes(scale: int) -> dict[str, tuple[str, Callable[[], wf.Graph]]]:
    """Titles and graphs: most have 2**scale vertices; those of many edges or many levels have fewer."""
    size, side = 1 << scale, 1000 if scale == 20 else 1 << scale // 2
    return {
        "kronecker": (f"Kronecker {scale}", lambda: generators.kronecker(scale)),
        "uniform32": ("uniform, degree 32", lambda: generators.uniform(size, 16 * size)),
        "uniform8": ("uniform, degree 8", lambda: generators.uniform(size, 4 * size)),
        "smallworld": ("small world", lambda: generators.small_world(size, 10, 0.05)),
        "grid": (f"grid {side}x{side}", lambda: generators.grid(side, side)),
        "star": ("star", lambda: generators.star(size)),
        "complete": ("complete", lambda: generators.complete(4 << scale // 2)),
        "cycle": ("cycle", lambda: generators.cycle(max(3, size >> 5))),
    }


def times_of(graph: wf.Graph, device: Device, rounds: int) -> dict[str, list[float]]:
    """Milliseconds of the searches by each method that the graph suits."""
    sources = random_sources(graph, SOURCES, seed=1)
    return search_times(graph, sources, device, METHODS, rounds, TOO_LONG)


def cell(times: list[float] | None) -> str:
    """The median; the one time of a method that was too slow to be repeated is marked."""
    if times is None:
        return "-"
    return f"{median(times):.2f}{' once' if len(times) == 1 else ''}"


def verdict(name: str, graph: wf.Graph, device: Device, taken: dict[str, list[float]]) -> list[str]:
    """The method that auto took on this graph, the best other method, and auto's time over that one's."""
    auto = wf.bfs(graph, 0, device=device).strategy
    medians = {label: median(times) for label, times in taken.items()}
    best = min(medians.keys() - {auto}, key=medians.__getitem__)
    size = [f"{graph.num_vertices:,}", f"{graph.num_edges:,}"]
    return [name, *size, auto, best, f"{medians[auto] / medians[best]:.2f}"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", default="cpu", help="cpu or cuda")
    parser.add_argument("--scale", type=int, default=18, help="log2 of the number of vertices")
    parser.add_argument("--rounds", type=int, default=5, help="rounds over the methods")
    parser.add_argument("--graphs", nargs="*", help="graphs to take; all by default")
    parser.add_argument("--json", type=Path, help="a file of results to keep the times in")
    chosen = parser.parse_args()
    device = get_device(chosen.device)
    columns: dict[str, dict[str, list[float]]] = {}
    verdicts, results = [], []
    for name, (title, make) in shapes(chosen.scale).items():
        if chosen.graphs and name not in chosen.graphs:
            continue
        graph = make()
        columns[name] = taken = times_of(graph, device, chosen.rounds)
        verdicts.append(verdict(name, graph, device, taken))
        results += [result(times, graph=title, program=label) for label, times in taken.items()]
    keep(chosen.json, results)
    rows = [[label, *(cell(taken.get(label)) for taken in columns.values())] for label in METHODS]
    print_table(f"Milliseconds per search on {chosen.device}", ["method", *columns], rows)
    header = ["graph", "vertices", "stored edges", "auto", "best other", "auto / best other"]
    print_table("What auto takes", header, verdicts)


if __name__ == "__main__":
    main()
