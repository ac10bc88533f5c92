"""PageRank on a GPU: many iterations in one launch, or two launches an iteration; kernel.py has the kernel.

What a vertex contributes along its edges is gathered by every out-neighbor, in no order: that is most of an
iteration's traffic. Where the tolerance is far above what float32 rounds off, contributions are kept in
float32, unless weights are huge or tiny: twice as many fit into the cache. Sums and ranks are float64.
docs/decisions/0018-gpu-algorithms.md has the measurements.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...device import Cuda, Python
from ...progress import pieces
from .blocks import FLOAT32_TOLERANCE
from .gather import BEFORE, HUGE, PACE_SIZE, PIECE, Hubs, Lists, Walk
from .kernel import (
    CONVERGED,
    EXTRAPOLATES,
    ITERATIONS,
    METHOD,
    MOST_VALUES,
    PLAIN,
    STATE_SIZE,
    Plan,
    iterate_walk,
)
from .order import lists_of
from .rows import Rows, noted
from .sliced_kernel import QUAD, Gathered, gather_slices, shared_bytes
from .slices import sliced

if TYPE_CHECKING:
    from ...graph import Graph
    from ...progress import Report

THREADS = 1024  # per block; one block per multiprocessor
ROUNDED_OFF = 2.0**-23  # of the ranks' changes in all, at most, with contributions in float32
LARGEST_SUM = 2.0**60  # of a vertex's weights, for contributions in float32, whose least numbers are 2**-126
AT_ONCE = 8  # iterations of two launches each before the host asks whether the walk has converged
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
    is_rough = tolerance >= FLOAT32_TOLERANCE and (not weighted or _fits_float32(leaving))
    rounded_off = ROUNDED_OFF if is_rough else 0.0
    cut = sliced(graph, device, max_iterations) if is_rough and not weighted else None
    before = None if cut is None else xp.empty(cut.pieces)
    if cut is None:
        lists, order = lists_of(graph, weighted, device)
        ends = noted(graph, lists, device, max_iterations) if lists.weights is None else None
    else:
        lists, order, ends = Lists(cut.rest.first_piece, None, None), cut.order, cut.rest
    rows = None
    if ends is not None:
        rows = Rows(ends.src, ends.lanes, xp.empty(ends.number), before)
        lists = Lists(ends.first_piece, None, None, rows.sums)
    if order is not None:
        leaving = leaving.take(order)
        restart = restart.take(order) if restart.size > 1 else restart
    half = -(-num_vertices // QUAD) * QUAD
    walk = _walk(graph, ranks, half, np.float32 if is_rough else np.float64, restart, blocks, xp)
    joined = num_vertices if cut is None or restart.size > 1 else cut.joined
    scaled = max_iterations if is_rough and cut is None else 0
    plan = Plan(damping, tolerance - rounded_off, 0, 0, 0, scaled, joined)
    at_once = max(8, WORK_AT_ONCE // (graph.num_edges + num_vertices))
    runs = pieces(max_iterations, at_once if cut is None else AT_ONCE, report)
    hubs = _hubs((lists.src if rows is None else rows.sums).size, xp)
    if cut is not None:
        gathered = Gathered(walk.contributions.view(np.int64), before, walk.state)
        shared = shared_bytes(cut.slices)
        first = device.bind(gather_slices, cut.slices, gathered, 0, threads=threads, shared=shared)
    kernel: Any = device.bind(iterate_walk, lists, rows, leaving, hubs, walk, plan, threads=threads)
    if cut is None:
        state = _in_one_launch(kernel, walk, runs, (blocks, threads), device)
    else:
        state = _in_two_launches(first, kernel, walk, runs, (blocks, threads), device)
    ranks = _ranks_of(walk, half, state, joined, xp)
    if cut is not None or state[METHOD] != PLAIN:
        ranks /= ranks.sum()
    if order is not None:
        walk.shares[order] = ranks
        ranks = walk.shares
    return ranks, int(state[ITERATIONS]), bool(state[CONVERGED])


def _fits_float32(leaving: Any) -> bool:
    """Whether ranks over these sums of weights, but for the least ranks, keep the precision of float32."""
    sums = leaving[leaving > 0]
    return not sums.size or bool((sums.min() >= 1 / LARGEST_SUM) & (sums.max() <= LARGEST_SUM))


def _walk(graph: Graph, ranks: Any, half: int, dtype: Any, restart: Any, blocks: int, xp: Any) -> Walk:
    """A walk that is still to begin; `half` is the room for each half of the contributions."""
    return Walk(
        ranks,
        xp.empty(ranks.size),
        xp.empty(2 * half, dtype),
        restart,
        xp.empty(2 * blocks * MOST_VALUES),
        xp.zeros(STATE_SIZE, np.int64),
        None if graph.directed else xp.zeros(PACE_SIZE),
    )


def _ranks_of(walk: Walk, half: int, state: Any, joined: int, xp: Any) -> Any:
    """The ranks; those from which the last iteration started, if it extrapolated and they have converged."""
    ranks, shares, first = walk.ranks, walk.shares, (int(state[ITERATIONS]) - 1 & 1) * half
    if state[METHOD] == EXTRAPOLATES and state[CONVERGED]:
        some = walk.contributions[first : first + ranks.size] / xp.where(shares > 0, shares, 1.0)
        ranks = xp.where(shares > 0, some, walk.pace[BEFORE] * walk.restart)
    if state[METHOD] != PLAIN:
        ranks = xp.maximum(ranks, 0.0)
    ranks[joined:] = ranks[joined : joined + 1]
    return ranks


def _hubs(num_edges: int, xp: Any) -> Hubs:
    """Room for what the kernel notes of hubs."""
    most = num_edges // HUGE + 1
    pieces = num_edges // PIECE + most
    return Hubs(xp.empty(3 * most, np.int64), xp.empty(2 * pieces, np.int64), xp.empty(pieces))


def _in_one_launch(kernel: Any, walk: Walk, runs: Any, grid: tuple[int, int], device: Cuda | Python) -> Any:
    """Iterate; returns the state at the end."""
    for some in runs:
        changed = {"plan.begins": int(some.start == 0), "plan.first": some.start, "plan.last": some.stop}
        device.relaunch(*grid, kernel, changed)
        state = _told(walk, device)
        if state[CONVERGED]:
            break
    return state


def _in_two_launches(
    first: Any, kernel: Any, walk: Walk, runs: Any, grid: tuple[int, int], device: Cuda | Python
) -> Any:
    """As `_in_one_launch`, two launches an iteration; after convergence they do nothing."""
    device.relaunch(*grid, kernel, {"plan.begins": 1})
    for some in runs:
        for number in range(some.start, some.stop):
            device.relaunch(*grid, first, {"half": number & 1})
            device.relaunch(*grid, kernel, {"plan.first": number, "plan.last": number + 1})
        state = _told(walk, device)
        if state[CONVERGED]:
            break
    return state


def _told(walk: Walk, device: Cuda | Python) -> Any:
    return walk.state if device.xp is np else device.xp.asnumpy(walk.state)
