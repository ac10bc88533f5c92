"""Betweenness by weights on a GPU: all threads work on one wave of one source's shortest paths.

The edges on shortest paths are those whose weight is exactly what lies between the distances of their ends.
They have no cycles. A vertex is in the next wave once all its in-neighbors by such edges were in waves
before, and each has added its path counts. On the way back it waits for its out-neighbors, and what paths
are worth is added up. All waves of a source take one launch, and all on the way back another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...atomics import atomic_add
from ...operators import Frontier, neighbor_reduce
from ...progress import each
from ..rounds import advance_in_rounds
from ..sssp import sssp
from .weights import too_many_paths, too_small

if TYPE_CHECKING:
    from ...device import Device
    from ...graph import Graph
    from ...progress import Report


class Waves(NamedTuple):
    """The problem: one source's shortest paths."""

    weights: Any  # E float64, all above 0: of the edges that the waves follow
    distances: Any  # V float64
    waiting: Any  # V int64: neighbors on shortest paths that were in no wave yet
    counts: Any  # V: shortest paths from the source
    sums: Any  # V: what the out-neighbors on shortest paths are worth
    is_target: Any  # V bools: where paths count
    edge_scores: Any  # E: dependencies, over all sources; empty if not asked for
    slots: Any  # where an edge that is followed backwards is in `edge_scores`
    step: int = 0


def is_on_path(source, neighbor, edge, waves):
    """1 if the edge is on a shortest path, else 0."""
    return 1 if leads_to(waves.distances[source] + waves.weights[edge], neighbor, waves) else 0


def leads_to(length, vertex, waves):
    """Whether this is the length of a shortest path to the vertex."""
    return length < np.inf and length == waves.distances[vertex]


def count(source, neighbor, edge, waves, step):
    """Add the paths through the source; the neighbor is in the next wave if it waited for no other."""
    if not leads_to(waves.distances[source] + waves.weights[edge], neighbor, waves):
        return False
    atomic_add(waves.counts, neighbor, waves.counts[source])
    return atomic_add(waves.waiting, neighbor, -1) == 1


def credit(source, neighbor, edge, waves, step):
    """As `count`, on the way back: add what the source is worth to a path to the neighbor."""
    if not leads_to(waves.distances[neighbor] + waves.weights[edge], source, waves):
        return False
    worth = waves.sums[source]
    if waves.is_target[source]:
        worth += 1 / waves.counts[source]
    if waves.edge_scores.size > 0:
        waves.edge_scores[waves.slots[edge]] += waves.counts[neighbor] * worth
    atomic_add(waves.sums, neighbor, worth)
    return atomic_add(waves.waiting, neighbor, -1) == 1


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
    back, waiting = graph.reversed, xp.empty(num_vertices, np.int64)
    slots = graph.csc_slots if edge_scores.size else xp.empty(0, np.int64)
    every = Frontier(graph, device=device).load_all()
    for source in each(sources.tolist(), report):
        distances = sssp(graph, source, predecessors=False, device=device).distances
        _require_longer(graph, distances, source)
        counts, sums = xp.zeros(num_vertices), xp.zeros(num_vertices)
        counts[source] = 1
        waves = Waves(graph.csr.weights, distances, waiting, counts, sums, is_target, edge_scores, slots)
        neighbor_reduce(graph, is_on_path, waves, waiting, over="in", frontier=every)
        advance_in_rounds(graph, np.array([source]), count, waves, device)
        if not bool(xp.isfinite(counts).all()):
            raise too_many_paths(graph, source)
        neighbor_reduce(graph, is_on_path, waves, waiting, frontier=every)
        ends = xp.flatnonzero((distances < np.inf) & (waiting == 0))
        advance_in_rounds(back, ends, credit, waves._replace(weights=back.csr.weights), device)
        sums *= counts
        sums[source] = 0
        scores += sums
