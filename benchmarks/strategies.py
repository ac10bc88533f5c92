"""Every method on graphs of different shape, and what "auto" picks.

    python benchmarks/strategies.py [--device cpu] [--scale 18] [--rounds 5] [--graphs kronecker grid]

Times are of one search, levels and predecessors included, median over the rounds and 4 sources: wall time
on the CPU; on a GPU the time between two CUDA events around `wf.bfs`, the result left there. Every method's
first result is validated. A method whose first search takes over 10 s is timed in that one alone.
"""

import argparse
from collections.abc import Callable
from statistics import median
from time import perf_counter

import numpy as np
from timing import print_table

import wavefront as wf
from wavefront import generators

TOO_LONG = 10.0  # seconds
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


def clock_of(device: str) -> Callable[[Callable[[], object]], float]:
    """The function that runs a program and returns its seconds on this device."""
    if device == "cpu":

        def wall_time(program: Callable[[], object]) -> float:
            began = perf_counter()
            program()
            return perf_counter() - began

        return wall_time
    import cupy

    def event_time(program: Callable[[], object]) -> float:
        start, end = cupy.cuda.Event(), cupy.cuda.Event()
        start.record()
        program()
        end.record()
        end.synchronize()
        return 1e-3 * cupy.cuda.get_elapsed_time(start, end)

    return event_time


def times_of(graph: wf.Graph, device: str, rounds: int) -> dict[str, float | None]:
    """Median seconds of a search by each method, all taken in turns; None where the graph doesn't fit."""
    sources = np.random.default_rng(1).choice(np.flatnonzero(graph.out_degrees), 4).tolist()
    clock = clock_of(device)
    seconds: dict[str, list[float]] = {}
    for label, options in METHODS.items():
        strategy = label.split()[0]
        wf.bfs(generators.grid(3, 3), 0, strategy=strategy, device=device, **options)  # compiles
        began = perf_counter()
        try:
            result = wf.bfs(graph, sources[0], strategy=strategy, device=device, **options).to_numpy()
        except wf.InputError:  # ELL, where degrees are uneven
            continue
        took = perf_counter() - began
        wf.validate_bfs(graph, sources[0], result.levels, result.predecessors)
        seconds[label] = [took] if took > TOO_LONG else []
    slow = {label for label, taken in seconds.items() if taken}
    for _ in range(rounds):
        for label in seconds.keys() - slow:
            options = {"strategy": label.split()[0], "device": device, **METHODS[label]}
            for source in sources:
                took = clock(lambda source=source, options=options: wf.bfs(graph, source, **options))
                seconds[label].append(took)
    return {label: median(seconds[label]) if label in seconds else None for label in METHODS}


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
        [label, *("-" if times[label] is None else f"{1e3 * times[label]:.2f}" for times in columns.values())]
        for label in METHODS
    ]
    print_table(f"Milliseconds a search on {chosen.device}", ["method", *columns], rows)
    print_table("What auto picks", ["graph", "vertices", "edges", "auto", "best", "auto / best"], verdicts)


if __name__ == "__main__":
    main()
