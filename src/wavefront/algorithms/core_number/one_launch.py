"""Core numbers on a GPU: the whole peeling in one launch.

All blocks work on one level K after the other, with barriers in between:

    scan    of the vertices left, those with K neighbors left go into the queue, and those with more are left
    round   the queue's vertices go: each takes a neighbor from its neighbors, and those that this leaves
            with K go into the queue for the next round

In a round, warps share the lists' edges equally. Rounds of few edges are left to one block (one_block.py).
Where a scan finds none with K neighbors, K becomes the least number of neighbors that is left.

Degrees fall by atomics; the thread that makes a degree K puts the vertex into the queue. Threads decide about
the next round by words that are written before a barrier: three sets of counters take turns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...atomics import atomic_add, atomic_min
from ...compiler import cuda, int32, int64
from ...device import Cuda, Python
from ...intrinsics.access import at, put
from ...intrinsics.grid_barrier import grid_barrier
from ...intrinsics.warp import WARP_SIZE, ballot, broadcast, rank, size_of
from ...strategies.fused.cuda.append import hold
from ...strategies.fused.cuda.push import owner_of
from ..level_queue import (
    COUNTERS,
    HELD,
    SET,
    STATE_SIZE,
    THREADS,
    Queue,
    Span,
    append_held,
    clear_counters,
    counters_of,
    entry_at,
    next_span,
    numbered,
    own_team,
    share_of,
)
from .one_block import is_few, take_few
from .taking import take_two

if TYPE_CHECKING:
    from ...graph import Graph

MANY = 1 << 40  # more neighbors than any vertex has
# The words of a scan: how many vertices are left, and the least number of neighbors. Three pairs take turns.
LEFT, LEAST = COUNTERS + 3 * SET, COUNTERS + 3 * SET + 3


class Peeling(NamedTuple):
    """What is left of the graph, and scratch."""

    src_ptr: Any
    dst: Any
    degrees: Any  # V int32: neighbors left; of a vertex that was taken away, its core number
    left: Any  # 2V int32: vertices left; the two halves take turns
    entries: Any  # 2V int64: the queue
    state: Any


def peel(graph: Graph, degrees: Any, device: Cuda | Python) -> None:
    """Turn degrees into core numbers."""
    xp, count = device.xp, graph.num_vertices
    blocks, threads = device.running_at_once(THREADS)
    peeling = Peeling(
        *graph.csr[:2],
        degrees,
        xp.empty(2 * count, np.int32),
        xp.empty(2 * count, np.int64),
        xp.zeros(STATE_SIZE, np.int64),
    )
    kernel: Any = device.bind(peel_levels, peeling, threads=threads)
    device.relaunch(blocks, threads, kernel, {})


def peel_levels(peeling):
    """Level by level; see above."""
    team, state = own_team(cuda.gridDim.x), peeling.state
    queue = Queue(peeling.entries, int64(0), state, int64(0))
    goal, level, turn, step = int64(cuda.gridDim.x), int64(1), int64(0), int64(0)
    count, span = peeling.degrees.size, Span(int64(0), int64(0), False)
    if cuda.grid(1) == 0:
        put(state, LEAST, MANY)
    goal = grid_barrier(state, goal)
    while count:
        scan(peeling, queue, team, count, turn, step, level, span)
        goal = grid_barrier(state, goal)
        count, least = at(state, LEFT + turn % 3), at(state, LEAST + turn % 3)
        span, step, turn = next_span(queue, span, step + 1), step + 1, turn + 1
        if span.begin == span.end:
            level = least
            continue
        while span.begin != span.end:
            if cuda.grid(1) == 0:
                clear_counters(queue, counters_of(queue, step + 2))
            if is_few(span):
                take_few(peeling, queue, team, span, counters_of(queue, step + 1), level, None, 0)
            else:
                take(peeling, queue, team, span, step + 1, level)
            goal = grid_barrier(state, goal)
            span, step = next_span(queue, span, step + 1), step + 1
        level += 1


def scan(peeling, queue, team, count, turn, step, level, span):
    """Put the vertices with `level` neighbors into the queue; list those with more, and note the least."""
    state, size = peeling.state, peeling.degrees.size
    if cuda.grid(1) == 0:
        put(state, LEFT + (turn + 1) % 3, 0)
        put(state, LEAST + (turn + 1) % 3, MANY)
        clear_counters(queue, counters_of(queue, step + 2))
    read, written = (turn & 1) * size, size - (turn & 1) * size
    index, held, least = int64(cuda.grid(1)), int32(0), int64(MANY)
    while index - team.lane < count:
        vertex, degree = int64(index), int64(-1)
        if index < count:
            vertex = at(peeling.left, read + index) if turn else vertex
            degree = at(peeling.degrees, vertex)
        held = hold(team.held, team.own, held, vertex, degree == level)
        if held > HELD - WARP_SIZE:
            append_held(queue, team, held, span.end, counters_of(queue, step + 1), peeling.src_ptr)
            held = int32(0)
        more, slot = ballot(degree > level), int64(0)
        if more:
            if team.lane == 0:
                slot = atomic_add(state, LEFT + turn % 3, int(size_of(more)))
            slot = broadcast(slot, 0)
        if degree > level:
            put(peeling.left, written + slot + rank(more), vertex)
            least = min(least, degree)
        index += cuda.gridsize(1)
    append_held(queue, team, held, span.end, counters_of(queue, step + 1), peeling.src_ptr)
    if least < at(state, LEAST + turn % 3):
        atomic_min(state, LEAST + turn % 3, least)


def take(peeling, queue, team, span, step, level):
    """The span's vertices go; warps share their lists' edges."""
    share, held, counters = share_of(queue, span, team), int32(0), counters_of(queue, step)
    slot = share.slot
    while slot < share.last:
        mine, total = numbered(share, slot, entry_at(queue, share, slot, team.lane), team.lane)
        if total < 0:
            break
        number = int32(team.lane)
        while number - team.lane < total:
            owner_a, owner_b = owner_of(mine.end, number), owner_of(mine.end, int32(number + WARP_SIZE))
            edge_a, edge_b = broadcast(mine.offset, owner_a), broadcast(mine.offset, owner_b)
            a, b = int64(-1), int64(-1)
            if number < total:
                a = at(peeling.dst, edge_a + number)
            if number + WARP_SIZE < total:
                b = at(peeling.dst, edge_b + number + WARP_SIZE)
            goes_a, goes_b = take_two(peeling.degrees, a, b, level)
            held = hold(team.held, team.own, held, a, goes_a)
            held = hold(team.held, team.own, held, b, goes_b)
            if held > HELD - 2 * WARP_SIZE:
                append_held(queue, team, held, span.end, counters, peeling.src_ptr)
                held = int32(0)
            number = int32(number + 2 * WARP_SIZE)
        slot = int32(slot + share.stride)
    append_held(queue, team, held, span.end, counters, peeling.src_ptr)
