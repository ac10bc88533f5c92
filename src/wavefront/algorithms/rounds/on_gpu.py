"""Rounds on a GPU, in one launch: all blocks work on one round after the other, with a barrier after each.

Warps share the edges of the round's vertices equally. Rounds take turns with two halves of a queue, so that
a vertex can come again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...compiler import cuda, int32, int64
from ...device import Cpu
from ...intrinsics.access import at, put
from ...intrinsics.grid_barrier import grid_barrier
from ...intrinsics.warp import WARP_SIZE, broadcast
from ...operators.functors import kept_with_functor
from ...strategies.fused.cuda.append import hold
from ...strategies.fused.cuda.push import owner_of
from ..level_queue import (
    COUNTERS,
    HAS_LONG,
    HELD,
    SET,
    SLOTS,
    STATE_SIZE,
    TAIL,
    THREADS,
    Queue,
    Span,
    append_held,
    clear_counters,
    counters_of,
    entry_at,
    numbered,
    own_team,
    share_of,
)

if TYPE_CHECKING:
    from ...device import Cuda, Python
    from ...graph import Graph
    from ...operators.functors import Functor

NEXT = COUNTERS + 3 * SET  # word of the state, in the set that has no turn: the number of the next round


class Rounds(NamedTuple):
    """The graph, and its vertices by rounds."""

    src_ptr: Any
    dst: Any
    entries: Any  # 4V int64: the queue of even rounds, then that of odd ones
    state: Any


def run(
    graph: Graph,
    vertices: Any,
    functor: Functor,
    problem: Any,
    device: Cuda | Python,
    first: int,
    last: int,
) -> tuple[int, Any]:
    """As `advance_in_rounds`."""
    xp, count = device.xp, graph.num_vertices
    entries, state = xp.empty(4 * count, np.int64), xp.zeros(STATE_SIZE, np.int64)
    rounds, starts = Rounds(*graph.csr[:2], entries, state), xp.asarray(vertices)
    blocks, threads = device.running_at_once(THREADS)
    kernel: Any = device.bind(_kernel(functor), rounds, problem, starts, first, last, threads=threads)
    device.relaunch(blocks, threads, kernel, {})
    words = Cpu().array(state)
    step = int(words[NEXT])
    size = int(words[COUNTERS + step % 3 * SET + TAIL]) & SLOTS
    begin = 2 * (step & 1) * count
    return step, entries[begin + 1 : begin + 2 * size : 2] & SLOTS


def pile(rounds, step):
    """The queue of this round."""
    return Queue(rounds.entries, (step & 1) * (rounds.entries.size // 4), rounds.state, int64(0))


def enter(rounds, team, vertices, first):
    """Put the vertices into the first round's queue."""
    queue, index = pile(rounds, first), int64(cuda.grid(1))
    counters = counters_of(queue, first)
    while index - team.lane < vertices.size:
        vertex = at(vertices, index) if index < vertices.size else int64(0)
        held = hold(team.held, team.own, int32(0), vertex, index < vertices.size)
        append_held(queue, team, held, 0, counters, rounds.src_ptr)
        index += cuda.gridsize(1)


@kept_with_functor
def _kernel(functor: Functor) -> Callable[..., None]:
    def visit(rounds, team, span, problem, step):
        """Ask the functor about the edges of a round, and put the vertices it accepts into the next one."""
        queue, following = pile(rounds, step), pile(rounds, step + 1)
        share, held, counters = share_of(queue, span, team), int32(0), counters_of(queue, step + 1)
        slot = share.slot
        while slot < share.last:
            mine, total = numbered(share, slot, entry_at(queue, share, slot, team.lane), team.lane)
            if total < 0:
                break
            number = int32(team.lane)
            while number - team.lane < total:
                owner = owner_of(mine.end, int32(min(number, total - 1)))
                source, edge = broadcast(mine.vertex, owner), broadcast(mine.offset, owner) + number
                neighbor, accepted = int64(0), False
                if number < total:
                    neighbor = at(rounds.dst, edge)
                    accepted = functor(source, neighbor, edge, problem, step)
                held = hold(team.held, team.own, held, neighbor, accepted)
                if held > HELD - WARP_SIZE:
                    append_held(following, team, held, 0, counters, rounds.src_ptr)
                    held = int32(0)
                number = int32(number + WARP_SIZE)
            slot = int32(slot + share.stride)
        append_held(following, team, held, 0, counters, rounds.src_ptr)

    def run_rounds(rounds, problem, vertices, first, last):
        """Round by round; see above."""
        team, state, step = own_team(cuda.gridDim.x), rounds.state, int64(first)
        enter(rounds, team, vertices, step)
        goal = grid_barrier(state, int64(cuda.gridDim.x))
        while True:
            queue = pile(rounds, step)
            counters = counters_of(queue, step)
            span = Span(int64(0), at(state, counters + TAIL), at(state, counters + HAS_LONG) != 0)
            if span.end == 0 or step > last:
                break
            if cuda.grid(1) == 0:
                clear_counters(queue, counters_of(queue, step + 2))
            visit(rounds, team, span, problem, step)
            goal = grid_barrier(state, goal)
            step += 1
        if cuda.grid(1) == 0:
            put(state, NEXT, step)

    return run_rounds
