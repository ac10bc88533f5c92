"""How fast the operators walk edges: an advance over every vertex, whose functor accepts nothing.

    python benchmarks/advance.py [--device cuda] [--scale 22] [--rounds 20] [--json FILE]

TB/s count 4 bytes per edge: the neighbor's id, which the functor looks at. "all of it": the functor looks at
the source and the edge's number too. "to a frontier": it accepts 1 edge in 32, and the next frontier is made
of their neighbors; the time includes loading every vertex again. Median milliseconds over the rounds after
one that compiles; wall time on the CPU, on a GPU between two events.
"""

import argparse
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import numpy as np
from timing import keep, print_table, result

from wavefront import Graph, generators, operators
from wavefront.device import get_device
from wavefront.device.clock import stopwatch


class Marks(NamedTuple):
    """Functors mark neighbors below `least`. There are none, but every neighbor has to be looked at."""

    marks: Any
    least: int


def is_below(source, neighbor, edge, problem):
    if neighbor < problem.least:
        problem.marks[0] = 1
    return False


def is_below_all(source, neighbor, edge, problem):
    if neighbor + source < problem.least and edge >= problem.least:
        problem.marks[0] = 1
    return False


def is_one_of_32(source, neighbor, edge, problem):
    return neighbor & 31 == problem.least


def advance_to_a_frontier(graph: Graph, frontier: operators.Frontier, problem: Marks) -> None:
    operators.advance(
        graph, frontier.load_all(), is_one_of_32, problem, load_balance="edges", idempotent=True
    )


def value(source, neighbor, edge, problem):
    return neighbor & 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", default="cpu", help="cpu or cuda")
    parser.add_argument("--scale", type=int, default=18, help="log2 of the number of vertices")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--json", type=Path, help="a file of results to keep the times in")
    chosen = parser.parse_args()
    device = get_device(chosen.device)
    device.use()
    side = 1 << chosen.scale // 2
    shapes = {
        "kronecker": generators.kronecker(chosen.scale, device=device),
        "uniform": generators.uniform(1 << chosen.scale, 16 << chosen.scale, device=device),
        "grid": generators.grid(side, side).to_device(device),
    }
    rows, results = [], []
    for name, graph in shapes.items():
        frontier, other = (operators.Frontier(graph, device=device).load_all() for _ in range(2))
        out = device.xp.zeros(graph.num_vertices, np.int64)
        programs = {
            f"advance, {balance}": lambda balance=balance, graph=graph, frontier=frontier, out=out: (
                operators.advance(graph, frontier, is_below, Marks(out, 0), load_balance=balance, output=None)
            )
            for balance in ("thread", "buckets", "edges")
        }
        programs["advance, edges, all of it"] = lambda graph=graph, frontier=frontier, out=out: (
            operators.advance(graph, frontier, is_below_all, Marks(out, 0), load_balance="edges", output=None)
        )
        programs["advance, edges, to a frontier"] = lambda graph=graph, frontier=other, out=out: (
            advance_to_a_frontier(graph, frontier, Marks(out, 0))
        )
        programs["neighbor_reduce"] = lambda graph=graph, frontier=frontier, out=out: (
            operators.neighbor_reduce(graph, value, Marks(out, 0), out, frontier=frontier)
        )
        taken: dict[str, list[float]] = {program: [] for program in programs}
        for _ in range(chosen.rounds + 1):
            for program, run in programs.items():
                elapsed = stopwatch(device)
                run()
                taken[program].append(elapsed())
        for program, times in taken.items():
            milliseconds = median(times[1:])
            results.append(result(times[1:], graph=f"{name} {chosen.scale}", program=program))
            rates = [4e-9 * graph.num_edges / time for time in times[1:]]
            results.append(result(rates, "TB/s", graph=f"{name} {chosen.scale}", program=program))
            rows.append(
                [name, program, f"{milliseconds:.3f}", f"{4e-9 * graph.num_edges / milliseconds:.3f}"]
            )
    print_table(f"All edges on {device}", ["graph", "operator", "ms", "TB/s"], rows)
    keep(chosen.json, results)


if __name__ == "__main__":
    main()
