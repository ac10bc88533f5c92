"""How many vertices are within two steps of each of a few vertices: friends, and friends of friends.

python examples/two_hops.py [--device cuda]
"""

import sys
from typing import Any, NamedTuple

import numpy as np

import wavefront as wf
from wavefront.operators import Frontier, advance


class Reached(NamedTuple):
    marks: Any


def is_new(source, neighbor, edge, problem):
    return problem.marks[neighbor] == 0


def mark(source, neighbor, edge, problem):  # returns nothing: accepts what is_new accepts
    problem.marks[neighbor] = 1  # every thread that gets here stores the same value


def within_two(graph, vertex, device="auto"):
    frontier = Frontier(graph, device=device).load(vertex)
    marks = frontier.device.xp.zeros(graph.num_vertices, np.int32)
    marks[vertex] = 1
    for _ in range(2):
        advance(graph, frontier, cond=is_new, apply=mark, problem=Reached(marks), unique=True)
    return int(marks.sum()) - 1


if __name__ == "__main__":
    device = sys.argv[2] if sys.argv[1:2] == ["--device"] else "auto"
    graph = wf.generators.small_world(10_000, 10, 0.1)
    print([within_two(graph, vertex, device) for vertex in (0, 1, 2)])
