"""Betweenness level by level: all threads work on one level of one source's search.

Each vertex gathers: path counts from in-neighbors one level back, credits from out-neighbors one level on, so
that no sum is written by two threads.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...frontier import UNVISITED, Frontier, claim
from ...operators import advance, compute, enact, filter, neighbor_reduce
from ...progress import each
from .by_source import LARGE_COUNT, LEAST_COUNT, SHRINK, out_of_range

if TYPE_CHECKING:
    from ...device import Device
    from ...graph import Graph
    from ...progress import Report

LARGE_BITS = math.log2(LARGE_COUNT)


class Paths(NamedTuple):
    """The problem: one source's shortest paths, and the scores from all sources so far."""

    levels: Any  # V int32
    counts: Any  # V: shortest paths from the source, divided by the level's power of two
    sums: Any  # V: the credits of the out-neighbors one level on
    credits: Any  # V: what a path to the vertex is worth to an in-neighbor
    scores: Any  # V: dependencies, over all sources
    edge_scores: Any  # E: dependencies, over all sources; empty if not asked for
    level: int = 0  # the level being worked on
    shrink: float = 1.0  # the next level's power of two relative to this level's


def label(source, neighbor, edge, paths):
    """A pull: the neighbor, which no other thread looks at, is one level on."""
    paths.levels[neighbor] = paths.level
    return True


def discover(source, neighbor, edge, paths):
    """A push: the neighbor is one level on, if it wasn't reached before."""
    return claim(paths.levels, neighbor, paths.level)


def is_unvisited(vertex, paths):
    """Whether the vertex has no level."""
    return paths.levels[vertex] == UNVISITED


def count(source, neighbor, edge, paths):
    """The shortest paths to the neighbor that come through the source."""
    if paths.levels[source] == paths.level - 1:
        return paths.counts[source]
    return 0.0


def credit(source, neighbor, edge, paths):
    """What the neighbor is worth to a path to the source, if it is one level on."""
    if paths.levels[neighbor] == paths.level + 1:
        return paths.credits[neighbor] * paths.shrink
    return 0.0


def credit_along(source, neighbor, edge, paths):
    """As `credit`, and adds to the edge's score. No other thread looks at this edge."""
    worth = credit(source, neighbor, edge, paths)
    paths.edge_scores[edge] += paths.counts[source] * worth
    return worth


def settle(vertex, paths):
    """The vertex's score and credit, now that the level after its own has credits."""
    paths.scores[vertex] += paths.counts[vertex] * paths.sums[vertex]
    paths.credits[vertex] = 1 / paths.counts[vertex] + paths.sums[vertex]


def add_scores(
    graph: Graph,
    sources: np.ndarray,
    device: Device,
    scores: Any,
    edge_scores: Any,
    report: Report | None,
) -> None:
    """Add the dependencies of each source; all threads work on one level."""
    xp, num_vertices = device.xp, graph.num_vertices
    levels = xp.empty(num_vertices, np.int32)
    counts, sums, credits = (xp.empty(num_vertices) for _ in range(3))
    paths = Paths(levels, counts, sums, credits, scores, edge_scores)
    frontier = Frontier(graph, device=device)
    for source in each(sources.tolist(), report):
        levels[:] = UNVISITED
        levels[source], counts[source] = 0, 1
        layers, shrinks = _search(graph, source, frontier, paths)
        credit_of = credit_along if edge_scores.size else credit
        for level in range(len(layers) - 1, 0, -1):
            _show(frontier, layers[level])
            step = paths._replace(level=level, shrink=shrinks[level])
            neighbor_reduce(graph, credit_of, step, sums, frontier=frontier)
            compute(frontier, settle, step)
        if edge_scores.size:
            _show(frontier, layers[0])
            step = paths._replace(level=0, shrink=shrinks[0])
            neighbor_reduce(graph, credit_of, step, sums, frontier=frontier)


def _search(graph: Graph, source: int, frontier: Frontier, paths: Paths) -> tuple[list[Any], list[float]]:
    """Label and count; returns each level's vertices, and its power of two relative to the level before."""
    unvisited = Frontier(graph, device=frontier.device, queue_sizing=0).load_all()
    layers, shrinks = [frontier.load(source).items.copy()], []
    growth = math.log2(max(2, int(graph.in_degrees.max())))
    bits = 0.0  # the counts of the last level are at most 2**bits

    def count_paths(step: Paths) -> None:
        nonlocal bits
        neighbor_reduce(graph, count, step, paths.counts, over="in", frontier=frontier)
        layer = frontier.items.copy()
        bits += growth
        shrinks.append(1.0)
        if bits > LARGE_BITS and layer.size:
            bits, shrinks[-1] = _shrunk(graph, paths.counts, layer, source)
        layers.append(layer)

    def push(level: int) -> None:
        step = paths._replace(level=level)
        advance(graph, frontier, discover, step)
        count_paths(step)

    def pull(level: int) -> None:
        step = paths._replace(level=level)
        filter(unvisited, is_unvisited, step)
        advance(graph, frontier, label, step, direction="pull", unvisited=unvisited)
        count_paths(step)

    enact(push, frontier, pull=pull, unvisited=unvisited)
    return layers, [*shrinks, 1.0]


def _shrunk(graph: Graph, counts: Any, layer: Any, source: int) -> tuple[float, float]:
    """Shrink a level's counts if they are large: the bits of the largest, and the factor."""
    here = counts.take(layer)
    top, least = float(here.max()), float(here.min())
    if top <= LARGE_COUNT:
        return math.log2(top), 1.0
    if least * SHRINK < LEAST_COUNT:
        raise out_of_range(graph, source)
    counts[layer] = here * SHRINK
    return math.log2(top * SHRINK), SHRINK


def _show(frontier: Frontier, layer: Any) -> None:
    """Make the layer the frontier."""
    frontier.resize(layer.size)[: layer.size] = layer
    frontier.swap(layer.size, "vertices")
