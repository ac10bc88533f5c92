"""Topological levels on a GPU: Kahn's algorithm in one launch, by the peeling of core numbers.

A vertex goes once no in-edges are left. So a level is a round of core_number/one_launch.py, of which the
degrees are in-degrees, and the core number 0.
"""

from typing import Any

import numpy as np

from ...compiler import cuda, int64
from ...device import Cuda, Python
from ...graph import Graph
from ...intrinsics.access import at, put
from ...intrinsics.grid_barrier import grid_barrier
from ..core_number.one_block import ROUNDS, is_few, take_few
from ..core_number.one_launch import Peeling, scan, take
from ..level_queue import (
    SLOTS,
    STATE_SIZE,
    THREADS,
    Queue,
    Span,
    clear_counters,
    counters_of,
    next_span,
    own_team,
)


def settle_levels(graph: Graph, levels: Any, device: Cuda | Python) -> None:
    """Store the level of each vertex that is on no cycle, nor behind one."""
    xp, count = device.xp, graph.num_vertices
    peeling = Peeling(
        *graph.csr[:2],
        graph.in_degrees.astype(np.int32),
        xp.empty(2 * count, np.int32),
        xp.empty(2 * count, np.int64),
        xp.zeros(STATE_SIZE, np.int64),
    )
    blocks, threads = device.running_at_once(THREADS)
    kernel: Any = device.bind(settle_all, peeling, levels, threads=threads)
    device.relaunch(blocks, threads, kernel, {})


def settle_all(peeling, levels):
    """Level by level; see above."""
    team, state, step = own_team(cuda.gridDim.x), peeling.state, int64(0)
    queue, span = Queue(peeling.entries, int64(0), state, int64(0)), Span(int64(0), int64(0), False)
    scan(peeling, queue, team, levels.size, int64(0), step, int64(0), span)
    goal = grid_barrier(state, int64(cuda.gridDim.x))
    span, step, level = next_span(queue, span, step + 1), step + 1, int64(0)
    while span.begin != span.end:
        if cuda.grid(1) == 0:
            clear_counters(queue, counters_of(queue, step + 2))
        few = is_few(span)
        if few:
            take_few(peeling, queue, team, span, counters_of(queue, step + 1), int64(0), levels, level)
        else:
            settle(queue, span, levels, level)
            take(peeling, queue, team, span, step + 1, int64(0))
        goal = grid_barrier(state, goal)
        level += at(state, counters_of(queue, step + 1) + ROUNDS) if few else int64(1)
        span, step = next_span(queue, span, step + 1), step + 1


def settle(queue, span, levels, level):
    """The span's vertices are at this level."""
    slot = (span.begin & SLOTS) + cuda.grid(1)
    while slot < span.end & SLOTS:
        put(levels, at(queue.entries, 2 * slot + 1) & SLOTS, level)
        slot += cuda.gridsize(1)
