"""Vertices that are higher than all their neighbors.

python examples/local_peaks.py [--device cuda]
"""

import sys
from typing import Any, NamedTuple

import numpy as np

import wavefront as wf
from wavefront.operators import Frontier, filter, neighbor_reduce


class Heights(NamedTuple):
    heights: Any
    highest: Any


def height_of_neighbor(source, neighbor, edge, problem):
    return problem.heights[neighbor]


def is_peak(vertex, problem):
    return problem.heights[vertex] > problem.highest[vertex]


def local_peaks(graph, heights, device="auto"):
    frontier = Frontier(graph, device=device).load_all()
    heights = frontier.device.array(heights)
    problem = Heights(heights, frontier.device.xp.empty_like(heights))
    neighbor_reduce(graph, height_of_neighbor, problem, problem.highest, reduction="max", frontier=frontier)
    filter(frontier, is_peak, problem)
    return frontier.items


if __name__ == "__main__":
    device = sys.argv[2] if sys.argv[1:2] == ["--device"] else "auto"
    heights = np.random.default_rng(0).random(300 * 300)
    peaks = local_peaks(wf.generators.grid(300, 300), heights, device)
    print(f"{len(peaks):,} peaks on a map of 300 x 300; a fifth of the cells would be 18,000")
