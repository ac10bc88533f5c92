"""A maximal independent set: vertices of which no two are neighbors, and to which none can be added.

    python examples/independent_set.py [--device cuda]

Luby, "A Simple Parallel Algorithm for the Maximal Independent Set Problem", SIAM Journal on Computing 1986.
Of the vertices left, those that drew a larger number than all neighbors left join the set; their neighbors
are out.
"""

import sys
from typing import Any, NamedTuple

import numpy as np

import wavefront as wf
from wavefront.operators import Frontier, compute, filter, neighbor_reduce

LEFT, INSIDE, OUTSIDE = 0, 1, 2


class Draw(NamedTuple):
    numbers: Any
    states: Any
    around: Any


def number_left(source, neighbor, edge, problem):
    return problem.numbers[neighbor] if problem.states[neighbor] == LEFT and neighbor != source else -1


def join(vertex, problem):
    if problem.numbers[vertex] > problem.around[vertex]:
        problem.states[vertex] = INSIDE


def is_inside(source, neighbor, edge, problem):
    return problem.states[neighbor] == INSIDE


def stays(vertex, problem):
    if problem.states[vertex] == LEFT and problem.around[vertex]:
        problem.states[vertex] = OUTSIDE
    return problem.states[vertex] == LEFT


def independent_set(graph, device="auto", seed=0):
    left = Frontier(graph, device=device).load_all()
    xp, count = left.device.xp, graph.num_vertices
    numbers = xp.asarray(np.random.default_rng(seed).permutation(count))
    problem = Draw(numbers, xp.full(count, LEFT, np.int8), xp.empty_like(numbers))
    while left.size:
        neighbor_reduce(graph, number_left, problem, problem.around, reduction="max", frontier=left)
        compute(left, join, problem)
        neighbor_reduce(graph, is_inside, problem, problem.around, reduction="any", frontier=left)
        filter(left, stays, problem)
    return xp.flatnonzero(problem.states == INSIDE)


if __name__ == "__main__":
    device = sys.argv[2] if sys.argv[1:2] == ["--device"] else "auto"
    found = independent_set(wf.generators.grid(300, 300), device)
    print(f"{len(found):,} of 90,000 cells, no two of them neighbors; a chessboard has 45,000")
