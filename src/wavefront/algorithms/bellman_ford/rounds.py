"""Distances lowered in rounds: the edges of the vertices whose distance fell in the round before.

Source: Bellman, "On a routing problem", Quarterly of Applied Mathematics 1958, and Moore, "The shortest path
through a maze", 1959, whose frontier it is. After V - 1 rounds every distance is the least, unless there is a
negative cycle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...atomics import atomic_exch, atomic_min
from ...filters import extended, keeps_of
from ..rounds import advance_in_rounds
from ..sssp.tree import in_step_along
from ..sssp.weights import edge_weight, weights_of
from .cycle import negative_cycle

if TYPE_CHECKING:
    from ...device import Device
    from ...filters import Filters
    from ...graph import Graph
    from ...trace import Trace

FIRST_LOOK = 16  # rounds before the first look for a negative cycle; the next is after twice as many


class Problem(NamedTuple):
    """What `relax` works on."""

    weights: Any
    distances: Any
    last_edges: Any  # V int64: the edge that lowered the vertex's distance last, or -1
    claims: Any  # V int32: the round in which the vertex was last put into the frontier
    step: int = 0


def relax(source, neighbor, edge, problem, step):
    """Lower the neighbor's distance; whether that puts it into the next frontier."""
    distance = problem.distances[source] + edge_weight(edge, problem.weights)
    if not distance < problem.distances[neighbor]:  # a plain read first: most edges improve nothing
        return False
    if not distance < atomic_min(problem.distances, neighbor, distance):
        return False
    problem.last_edges[neighbor] = edge
    return atomic_exch(problem.claims, neighbor, step) != step


def lower_distances(
    graph: Graph,
    sources: np.ndarray,
    device: Device,
    distances: Any,
    filters: Filters | None = None,
    trace: Trace | None = None,
    *,
    by_host: bool = False,
) -> list[int]:
    """Lower the V distances, which are infinite, to those from the nearest source, along edges that are kept.

    A trace gets a row per round. `by_host` as for `advance_in_rounds`.

    Returns the vertices of a negative cycle that a source reaches; then the distances mean nothing.
    """
    count, xp = graph.num_vertices, device.xp
    if trace is not None:
        device = trace.device
    vertices, step = xp.asarray(sources), 1
    distances[vertices] = 0
    claims, last_edges = xp.zeros(count, np.int32), xp.full(count, -1)
    problem: Any = Problem(weights_of(graph), distances, last_edges, claims)
    lower = relax
    if filters is not None:
        lower, problem = in_step_along(keeps_of(filters, len(problem)), relax), extended(problem, filters)
    cycle: list[int] = []
    sizes = [] if trace is None else [(vertices.size, _edges_from(graph, vertices))]
    while vertices.size and not cycle:
        look = _next_look(step, count)
        last = look if trace is None else step
        if trace is not None:
            trace.start()
        step, vertices = advance_in_rounds(
            graph, vertices, lower, problem, device, step, last, by_host=by_host
        )
        if trace is not None:
            trace.lap(last, ["push"])
            sizes.append((vertices.size, _edges_from(graph, vertices)))
        if vertices.size and last == look:
            cycle = negative_cycle(graph, last_edges, distances, device)
    if trace is not None:
        found, edges = np.array(sizes).T
        trace.record_sizes(found, edges, last=step - 1)
    return cycle


def _next_look(step: int, count: int) -> int:
    """The round, this one or a later one, behind which a negative cycle is looked for next."""
    return step if step > count else min(count, max(FIRST_LOOK, 1 << (step - 1).bit_length()))


def _edges_from(graph: Graph, vertices: Any) -> int:
    """How many edges leave these vertices."""
    return int(graph.out_degrees[vertices].sum(dtype=np.int64))
