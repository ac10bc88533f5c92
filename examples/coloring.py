"""Greedy coloring: a color for each vertex that no neighbor has, the smallest that is free.

    python examples/coloring.py [--device cuda]

Jones and Plassmann, "A Parallel Graph Coloring Heuristic", SIAM Journal on Scientific Computing 1993. Of the
vertices left, those that drew a larger number than all neighbors left choose: no two of them are neighbors.
"""

import sys
from typing import Any, NamedTuple

import numpy as np

import wavefront as wf
from wavefront.operators import Frontier, filter, neighbor_reduce

NONE = -1


class Coloring(NamedTuple):
    numbers: Any
    colors: Any
    around: Any
    src_ptr: Any
    dst: Any


def number_left(source, neighbor, edge, problem):
    return problem.numbers[neighbor] if problem.colors[neighbor] == NONE and neighbor != source else -1


def waits(vertex, problem):
    if problem.numbers[vertex] < problem.around[vertex]:
        return True
    color, edge = 0, problem.src_ptr[vertex]
    while edge < problem.src_ptr[vertex + 1]:
        edge += 1
        if problem.colors[problem.dst[edge - 1]] == color:
            color, edge = color + 1, problem.src_ptr[vertex]
    problem.colors[vertex] = color
    return False


def coloring(graph, device="auto", seed=0):
    left = Frontier(graph, device=device).load_all()
    xp, count = left.device.xp, graph.num_vertices
    numbers = xp.asarray(np.random.default_rng(seed).permutation(count))
    lists = graph.to_device(left.device).csr[:2]
    problem = Coloring(numbers, xp.full(count, NONE, np.int32), xp.empty_like(numbers), *lists)
    while left.size:
        neighbor_reduce(graph, number_left, problem, problem.around, reduction="max", frontier=left)
        filter(left, waits, problem)
    return problem.colors


if __name__ == "__main__":
    device = sys.argv[2] if sys.argv[1:2] == ["--device"] else "auto"
    colors = coloring(wf.generators.grid(300, 300), device)
    print(f"{int(colors.max()) + 1} colors on a map of 300 x 300; a chessboard has 2")
