"""Shortest distances bucket by bucket: a waiting vertex is near, at most the bucket's bound away, or far.

Source: Davidson et al., "Work-Efficient Parallel GPU Methods for Single-Source Shortest Paths", IPDPS 2014,
after Meyer and Sanders, "Delta-stepping: a parallelizable shortest path algorithm", J. Algorithms 2003. The
near pile's edges are relaxed, step by step, until no vertex is near; then the bound rises to `delta` beyond
the nearest vertex of the far pile, and the far pile is split by the new bound.

Here a step is an `advance`, for a trace, and for a GPU's graphs that are too large for one_launch.py;
buckets.py has the CPU's form. No pile overflows its V slots: a vertex enters the near pile, which is the
frontier, at most once per step, and is in the far pile at most once, both claimed by atomics.
"""

from math import inf
from typing import Any, NamedTuple

import numpy as np

from ...atomics import atomic_add, atomic_exch, atomic_min
from ...device import Device
from ...filters import Filters, extended, keeps_of
from ...frontier import Frontier
from ...graph import Graph
from ...operators import advance, enact
from ...operators.functors import Functor, kept_with_functor
from ...trace import Trace
from .stop import Stop
from .weights import edge_weight, weights_of


class Problem(NamedTuple):
    """What `relax` works on."""

    weights: Any
    distances: Any
    claims: Any  # V int32: the step in which the vertex was last put into the frontier
    in_far: Any  # V int32: 1 for a vertex in the far pile
    far: Any  # V vertices
    far_size: Any  # 1 int64
    lowest: Any  # 1 float64: a lower bound of the far pile's distances
    bound: float
    step: int


def relax(source, neighbor, edge, problem):
    """Lower the neighbor's distance; whether that puts it into the next frontier."""
    distance = problem.distances[source] + edge_weight(edge, problem.weights)
    if not distance < problem.distances[neighbor]:  # a plain read first: most edges improve nothing
        return False
    if not distance < atomic_min(problem.distances, neighbor, distance):
        return False
    if distance > problem.bound:
        if distance < problem.lowest[0]:
            atomic_min(problem.lowest, 0, distance)
        if problem.in_far[neighbor] == 0 and atomic_exch(problem.in_far, neighbor, 1) == 0:
            problem.far[atomic_add(problem.far_size, 0, 1)] = neighbor
        return False
    return atomic_exch(problem.claims, neighbor, problem.step) != problem.step


@kept_with_functor
def relax_along(keeps: Functor) -> Functor:
    """`relax`, but only along edges that are kept."""

    def relax_kept(source, neighbor, edge, problem):
        if not problem.distances[source] + edge_weight(edge, problem.weights) < problem.distances[neighbor]:
            return False
        return keeps(source, neighbor, edge, problem) and relax(source, neighbor, edge, problem)

    return relax_kept


def split(index, far, last_bound, queue, size, problem):
    """Move a vertex that was far to the next frontier, or back to the far pile; drop it if it is done."""
    vertex = far[index]
    distance = problem.distances[vertex]
    if distance > problem.bound:
        if distance < problem.lowest[0]:
            atomic_min(problem.lowest, 0, distance)
        problem.far[atomic_add(problem.far_size, 0, 1)] = vertex
        return
    problem.in_far[vertex] = 0
    if distance > last_bound:  # else it has been in the frontier since
        queue[atomic_add(size, 0, 1)] = vertex


def lower_distances(
    graph: Graph,
    sources: np.ndarray,
    delta: float,
    stop: Stop,
    device: Device,
    distances: Any,
    filters: Filters | None = None,
    trace: Trace | None = None,
) -> list[float]:
    """Lower the V distances, which are infinite, to those from the nearest source; some beyond the stop.

    Returns the bounds of the buckets, if there is a trace, which notes how they ran.
    """
    buckets: list[float] = []
    if trace is not None:
        device = trace.device
        trace.start()
    count, xp = graph.num_vertices, device.xp
    near = Frontier(graph, device=device, queue_sizing=0).load(sources)
    distances[xp.asarray(sources)] = 0
    targets = xp.asarray(stop.targets)
    problem: Any = Problem(
        weights_of(graph),
        distances,
        claims=xp.zeros(count, np.int32),
        in_far=xp.zeros(count, np.int32),
        far=xp.empty(count, graph.csr.dst.dtype),
        far_size=xp.zeros(1, np.int64),
        lowest=xp.full(1, inf),
        bound=min(delta, stop.cutoff),
        step=0,
    )
    functor = relax
    if filters is not None:
        functor, problem = relax_along(keeps_of(filters, len(problem))), extended(problem, filters)
    other_far = xp.empty_like(problem.far)

    def step(iteration: int) -> None:
        nonlocal problem, other_far
        problem = problem._replace(step=iteration)
        advance(graph, near, functor, problem)
        if trace is not None and not near.size:
            end_bucket(trace, problem.bound, buckets)
        while not near.size and (waiting := int(problem.far_size[0])):
            far, last_bound, lowest = problem.far, problem.bound, float(problem.lowest[0])
            found = targets.size and bool((distances[targets] <= last_bound).all())
            if found or lowest > stop.cutoff:
                break
            problem = problem._replace(
                far=other_far,
                far_size=xp.zeros(1, np.int64),
                lowest=xp.full(1, inf),
                bound=min(lowest + delta, stop.cutoff),
            )
            size = xp.zeros(1, np.int64)
            queue = near.resize(waiting)
            device.for_each(waiting, split, far, last_bound, queue, size, problem)
            near.swap(int(size[0]), "vertices")
            other_far = far

    enact(step, near)
    return buckets


def end_bucket(trace: Trace, bound: float, bounds: list[float]) -> None:
    """Note that the bucket up to this bound is done."""
    bounds.append(bound)
    trace.lap(len(bounds), ["push"])
    trace.start()
