"""Breadth-first search written with the operators, on every core or on a GPU.

python examples/own_bfs.py [--device cuda]
"""

import sys
from typing import Any, NamedTuple

import numpy as np

import wavefront as wf
from wavefront.atomics import atomic_cas
from wavefront.operators import Frontier, advance, enact


class Search(NamedTuple):
    levels: Any
    level: int


def discover(source, neighbor, edge, problem):
    return atomic_cas(problem.levels, neighbor, -1, problem.level) == -1


def own_bfs(graph, source, device="auto"):
    frontier = Frontier(graph, device=device).load(source)
    levels = frontier.device.xp.full(graph.num_vertices, -1, np.int32)
    levels[source] = 0
    enact(lambda level: advance(graph, frontier, discover, Search(levels, level)), frontier)
    return levels


if __name__ == "__main__":
    device = sys.argv[2] if sys.argv[1:2] == ["--device"] else "auto"
    graph = wf.generators.kronecker(16)
    levels = own_bfs(graph, 5, device)
    assert (levels == wf.bfs(graph, 5, device=device).levels).all()
    print(f"{int((levels >= 0).sum()):,} vertices reached, in {int(levels.max()) + 1} levels")
