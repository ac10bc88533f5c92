"""PageRank over ranks: each gathers all contributions, then adds up those of its vertices' in-neighbors.

An iteration has one gather of 8 bytes per vertex and a sum or two; its work O(V + E) is shared by the ranks.
GPUs that reach one another's memory store contributions there, and take all iterations in one launch:
fused_ranks.py. Ranks on CPUs need fewer iterations: pagerank_on_cpu.py. Both send 4 bytes per vertex, unless
the tolerance is small.
The definition and its sources are those of ``wavefront.pagerank``.
"""

from dataclasses import dataclass
from sys import float_info
from typing import Any

import numpy as np

from ..algorithms.pagerank.semi_iteration import GIVEN_UP, grows, is_slow, next_weight
from ..device import Cpu, working_on
from ..errors import checked_integer, checked_number
from . import fused_ranks, pagerank_on_cpu
from .graph import DistributedGraph, gathered, gathered_places, lane_of, tiers_of

DAMPING, TOLERANCE, MAX_ITERATIONS = 0.85, 1e-6, 100  # those of wavefront.pagerank


@dataclass(frozen=True, eq=False)
class RankSegment:
    """One rank's part of the result of `pagerank`.

    Attributes
    ----------
    ranks
        float64, of the vertices ``graph.ids``; over all ranks their sum is 1.
    iterations, converged
        How many were run, and whether the last changed the ranks by less than the tolerance; on CPUs, and
        where ranks were extrapolated, whether one more step of the walk would.
    """

    graph: DistributedGraph
    ranks: Any
    iterations: int
    converged: bool

    def gather(self) -> np.ndarray:
        """The ranks of all vertices in order of id, on every rank, in NumPy's memory."""
        return gathered(self.graph, self.ranks)


def pagerank(
    graph: DistributedGraph,
    damping: float = DAMPING,
    tolerance: float = TOLERANCE,
    max_iterations: int = MAX_ITERATIONS,
) -> RankSegment:
    """PageRank of every vertex; every rank calls this, and gets the part of its own vertices.

    Parameters
    ----------
    damping
        The chance to follow an edge, 0 to 1.
    tolerance
        Stop when an iteration changes the ranks by less in all: the sum of the absolute differences.
    max_iterations
        Iterations at most.

    Raises
    ------
    InputError
        For an argument that isn't as above.
    DeviceError
        On every rank, if GPUs that share their memory waited for one of them too long.
    """
    damping = checked_number("damping", damping, "a chance from 0 to 1", 0, 1)
    tolerance = checked_number("tolerance", tolerance, "a number, 0 or more", 0, float_info.max)
    limit = checked_integer("max_iterations", max_iterations, 1)
    iterate = pagerank_on_cpu.iterate if isinstance(graph.device, Cpu) else _iterate_on_gpu
    with working_on(graph.device):
        return RankSegment(graph, *iterate(graph, damping, tolerance, limit))


def _iterate_on_gpu(
    graph: DistributedGraph, damping: float, tolerance: float, limit: int
) -> tuple[Any, int, bool]:
    found = fused_ranks.iterate(graph, damping, tolerance, limit)
    return _iterate(graph, damping, tolerance, limit) if found is None else found


def _iterate(graph: DistributedGraph, damping: float, tolerance: float, limit: int) -> tuple[Any, int, bool]:
    """Iterations driven by the host."""
    xp, part, count = graph.device.xp, graph.partition, graph.num_vertices
    degrees = xp.diff(graph.out.ptr)
    ranks, sums = xp.full(part.owned, 1 / max(1, count)), xp.empty(part.owned)
    iterations, converged, weight, earlier = 0, not count, 0.0, ranks
    last, before = 0.0, 0.0  # changes, until the first extrapolation
    while iterations < limit and not converged:
        contributions = gathered_places(graph, ranks / xp.maximum(degrees, 1))
        at_ends = float(graph.communicator.sum(_total(ranks[degrees == 0]))[0])
        _add_up_all(graph, contributions, sums)
        after = damping * sums + (1 - damping + damping * at_ends) / max(1, count)
        change = float(graph.communicator.sum(_total(abs(after - ranks)))[0])
        iterations, converged = iterations + 1, change < tolerance
        if weight > 0 and converged:
            break  # the ranks from which the step started are the result
        if weight > 0 and grows(change, last):
            weight = GIVEN_UP
        elif weight > 0:
            weight = next_weight(weight, damping)
            after = weight * (after - earlier) + earlier
        elif not (weight or graph.directed):
            weight = float(is_slow(change, last, before, tolerance, damping))
            last, before = change, last
        earlier, ranks = ranks, after
    if weight:
        ranks = fused_ranks.normalized(graph, ranks)
    return ranks, iterations, bool(converged)


def _total(values: Any) -> np.ndarray:
    return np.array([float(values.sum())])


def _add_up_all(graph: DistributedGraph, contributions: Any, sums: Any) -> None:
    xp = graph.device.xp
    for begin, end, lanes in tiers_of(graph):
        partial = sums[begin:end] if lanes == 1 else xp.empty((end - begin) * lanes)
        graph.device.for_each(partial.size, add_up, begin, lanes, graph.into, contributions, partial)
        if lanes > 1:
            sums[begin:end] = partial.reshape(-1, lanes).sum(axis=1)


def add_up(item, begin, lanes, into, contributions, partial):
    """Add up the contributions of a lane's share of a vertex's in-neighbors."""
    (local, lane), total = lane_of(item, begin, lanes), 0.0
    for edge in range(into.ptr[local] + lane, into.ptr[local + 1], lanes):
        total += contributions[into.places[edge]]
    partial[item] = total
