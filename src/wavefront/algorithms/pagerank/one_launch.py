"""PageRank on a GPU: many iterations in one launch; kernel.py has the kernel.

What a vertex contributes along its edges is gathered by every out-neighbor, in no order: that is most of an
iteration's traffic. Where the tolerance is far above what float32 rounds off, contributions are kept in
float32: twice as many fit into the cache. Sums and ranks are float64. docs/decisions/0018-gpu-algorithms.md
has the measurements.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...device import Cuda, Python
from ...progress import pieces
from .blocks import FLOAT32_TOLERANCE
from .gather import HUGE, PIECE, Hubs, Walk
from .kernel import CONVERGED, ITERATIONS, MOST_VALUES, STATE_SIZE, Plan, iterate_walk
from .order import lists_of

if TYPE_CHECKING:
    from ...graph import Graph
    from ...progress import Report

THREADS = 1024  # per block; one block per multiprocessor
ROUNDED_OFF = 2.0**-23  # of the ranks' changes in all, at most, with contributions in float32
WORK_AT_ONCE = 1 << 36  # edges and vertices that a launch looks at, at most: about a second, as Ctrl-C waits


def iterate(
    graph: Graph,
    leaving: Any,
    weighted: bool,
    restart: Any,
    damping: float,
    tolerance: float,
    max_iterations: int,
    device: Cuda | Python,
    report: Report | None,
) -> tuple[Any, int, bool]:
    """Ranks, iterations, and whether they converged. `leaving` and `restart` as in api.py."""
    xp, num_vertices = device.xp, graph.num_vertices
    ranks = xp.empty(num_vertices)
    if not num_vertices:
        return ranks, 0, True
    blocks, threads = device.running_at_once(THREADS)
    is_rough = tolerance >= FLOAT32_TOLERANCE
    rounded_off = ROUNDED_OFF if is_rough else 0.0
    most_hubs = graph.num_edges // HUGE + 1
    hubs = Hubs(
        xp.empty(3 * most_hubs, np.int64),
        xp.empty(2 * (graph.num_edges // PIECE + most_hubs), np.int64),
        xp.empty(graph.num_edges // PIECE + most_hubs),
    )
    lists, order = lists_of(graph, weighted, device)
    if order is not None:
        leaving = leaving.take(order)
        restart = restart.take(order) if restart.size > 1 else restart
    walk = Walk(
        ranks,
        xp.empty(num_vertices),
        xp.empty(2 * num_vertices, np.float32 if is_rough else np.float64),
        restart,
        xp.empty(2 * blocks * MOST_VALUES),
        xp.zeros(STATE_SIZE, np.int64),
    )
    plan = Plan(damping, tolerance - rounded_off, 0, 0, rounded_off)
    kernel: Any = device.bind(iterate_walk, lists, leaving, hubs, walk, plan, threads=threads)
    at_once = max(8, WORK_AT_ONCE // (graph.num_edges + num_vertices))
    for some in pieces(max_iterations, at_once, report):
        device.relaunch(blocks, threads, kernel, {"plan.first": some.start, "plan.last": some.stop})
        state = device.xp.asnumpy(walk.state) if device.xp is not np else walk.state
        if state[CONVERGED]:
            break
    if order is not None:
        walk.shares[order] = ranks
        ranks = walk.shares
    return ranks, int(state[ITERATIONS]), bool(state[CONVERGED])
