"""Widest paths: how much fits through the narrowest edge of the best path to each vertex.

    python examples/widest_path.py [--device cuda]

A vertex whose width grew is visited again, so a vertex may be in the output of a step several times. With
`unique=True` the operator keeps it once.
"""

import sys
from typing import Any, NamedTuple

import numpy as np

import wavefront as wf
from wavefront.atomics import atomic_max
from wavefront.operators import Frontier, advance, enact


class Widths(NamedTuple):
    widths: Any
    weights: Any


def widen(source, neighbor, edge, problem):
    through = min(problem.widths[source], problem.weights[edge])
    return atomic_max(problem.widths, neighbor, through) < through


def widest_paths(graph, source, device="auto"):
    frontier = Frontier(graph, device=device).load(source)
    widths = frontier.device.xp.zeros(graph.num_vertices)
    widths[source] = np.inf
    problem = Widths(widths, graph.to_device(frontier.device).csr.weights)
    enact(lambda _: advance(graph, frontier, widen, problem, unique=True), frontier)
    return widths


if __name__ == "__main__":
    device = sys.argv[2] if sys.argv[1:2] == ["--device"] else "auto"
    plain = wf.generators.grid(100, 100)
    weights = np.random.default_rng(0).integers(1, 100, plain.num_edges).astype(float)
    graph = wf.Graph.from_csr(plain.csr.src_ptr, plain.csr.dst, weights)
    widths = widest_paths(graph, 0, device)
    print(f"the narrowest vertex gets {float(widths.min()):g}, the far corner {float(widths[-1]):g}")
