"""Colors of the greedy algorithm: networkx.algorithms.coloring.greedy_coloring."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..device import Cpu
from .convert import BackendGraph
from .degree import degrees_of


def greedy_color(
    G: BackendGraph, strategy: str = "largest_first", interchange: bool = False
) -> dict[Any, int]:
    """As ``networkx.greedy_color`` by its default strategy, of a graph without parallel edges."""
    order, colors = largest_first(G)
    return dict(zip(G.names(order), colors[order].tolist(), strict=True))


def largest_first(graph: BackendGraph) -> tuple[np.ndarray, np.ndarray]:
    """The vertices from the highest degree on, in which order they take colors, and each vertex's color."""
    sides = (graph.successors, graph.predecessors) if graph.is_directed() else (graph.successors,)
    order = np.argsort(-degrees_of(graph, *sides), kind="stable")
    colors = np.full(len(graph), -1, np.int64)
    Cpu().call(take_colors, *graph.successors[:2], order, colors, np.full(len(graph) + 1, -1, np.int64))
    return order, colors


def take_colors(ptr, neighbors, order, colors, taken):
    """Give each vertex in order the first color that no neighbor has; `taken[color]` is who looked last."""
    for place in range(order.size):
        vertex = order[place]
        for edge in range(ptr[vertex], ptr[vertex + 1]):
            color = colors[neighbors[edge]]
            if color >= 0:
                taken[color] = vertex
        color = 0
        while taken[color] == vertex:
            color += 1
        colors[vertex] = color


def can_color(strategy: Any = "largest_first", interchange: bool = False, **_: Any) -> bool | str:
    """Other strategies stay with NetworkX."""
    return (strategy == "largest_first" and not interchange) or "only largest_first runs here"
