"""Betweenness by weights on a GPU: all threads work on one wave of one source's shortest paths.

The edges on shortest paths are those whose weight is exactly what lies between the distances of their ends.
They have no cycles. A vertex is in the next wave once all its in-neighbors by such edges were in waves
before. Each vertex gathers, as in by_level.py: path counts from these in-neighbors, credits from the
out-neighbors when the waves are followed back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...atomics import atomic_add
from ...operators import Frontier, advance, compute, neighbor_reduce
from ...progress import each
from ..sssp import sssp
from .weights import too_many_paths, too_small

if TYPE_CHECKING:
    from ...device import Device
    from ...graph import Graph
    from ...progress import Report


class Waves(NamedTuple):
    """The problem: one source's shortest paths, and the scores from all sources so far."""

    weights: Any  # E float64, all above 0
    distances: Any  # V float64
    waiting: Any  # V int64: in-neighbors on shortest paths that were in no wave yet
    counts: Any  # V: shortest paths from the source
    sums: Any  # V: the credits of the out-neighbors on shortest paths
    credits: Any  # V: what a path to the vertex is worth to an in-neighbor
    is_target: Any  # V bools: where paths count
    scores: Any  # V: dependencies, over all sources
    edge_scores: Any  # E: dependencies, over all sources; empty if not asked for


def is_on_path(source, neighbor, edge, waves):
    """1 if the edge is on a shortest path, else 0."""
    length = waves.distances[source] + waves.weights[edge]
    if length < np.inf and length == waves.distances[neighbor]:
        return 1
    return 0


def release(source, neighbor, edge, waves):
    """The neighbor is in the next wave if this was the last in-neighbor that it waited for."""
    if is_on_path(source, neighbor, edge, waves) == 0:
        return False
    return atomic_add(waves.waiting, neighbor, -1) == 1


def count(source, neighbor, edge, waves):
    """The shortest paths to the neighbor that come through the source."""
    if is_on_path(source, neighbor, edge, waves) == 1:
        return waves.counts[source]
    return 0.0


def credit(source, neighbor, edge, waves):
    """What the neighbor is worth to a path to the source; adds to the edge's score if it is asked for."""
    if is_on_path(source, neighbor, edge, waves) == 0:
        return 0.0
    worth = waves.credits[neighbor]
    if waves.edge_scores.size > 0:
        waves.edge_scores[edge] += waves.counts[source] * worth
    return worth


def settle(vertex, waves):
    """The vertex's score and credit, now that the out-neighbors on its paths have credits."""
    waves.credits[vertex] = waves.sums[vertex]
    if waves.is_target[vertex]:
        waves.credits[vertex] += 1 / waves.counts[vertex]
    if waves.distances[vertex] > 0:  # the source scores nothing
        waves.scores[vertex] += waves.counts[vertex] * waves.sums[vertex]


def _require_longer(graph: Graph, distances: Any, source: Any) -> None:
    """Raise InputError if an edge makes no path longer."""
    starts = distances.take(graph.coo.src)
    if bool(((starts + graph.csr.weights == starts) & (starts < np.inf)).any()):
        raise too_small(graph, source)


def add_scores(
    graph: Graph,
    sources: np.ndarray,
    is_target: Any,
    device: Device,
    scores: Any,
    edge_scores: Any,
    report: Report | None,
) -> None:
    """Add the dependencies of each source, by the paths to targets; the graph has weights of float64."""
    xp, num_vertices = device.xp, graph.num_vertices
    counts, sums, credits = (xp.empty(num_vertices) for _ in range(3))
    waiting, weights = xp.empty(num_vertices, np.int64), graph.csr.weights
    every = Frontier(graph, device=device).load_all()
    frontier = Frontier(graph, device=device)
    for source in each(sources.tolist(), report):
        distances = sssp(graph, source, predecessors=False, device=device).distances
        _require_longer(graph, distances, source)
        waves = Waves(weights, distances, waiting, counts, sums, credits, is_target, scores, edge_scores)
        counts[:] = 0
        counts[source] = 1
        neighbor_reduce(graph, is_on_path, waves, waiting, over="in", frontier=every)
        layers = [frontier.load(source).items.copy()]
        while frontier.size:
            advance(graph, frontier, release, waves)
            neighbor_reduce(graph, count, waves, counts, over="in", frontier=frontier)
            layers.append(frontier.items.copy())
        if not bool(xp.isfinite(counts).all()):
            raise too_many_paths(graph, source)
        for layer in reversed(layers[:-1]):
            frontier.resize(layer.size)[: layer.size] = layer
            frontier.swap(layer.size, "vertices")
            neighbor_reduce(graph, credit, waves, sums, frontier=frontier)
            compute(frontier, settle, waves)
