"""Meetings of as many ranks as there may be: what each tells is heard by all, and counted anew."""

import numpy as np
import pytest
from graphs import SIMULATED
from meeting_ranks import LeanRanks

from wavefront import generators
from wavefront.compiler import cuda
from wavefront.distributed.peer_meeting import meet
from wavefront.distributed.peer_memory import MOST_RANKS, arguments_in
from wavefront.distributed.peer_state import (
    ASKED,
    NOW_EDGES,
    NOW_FOUND,
    NOW_TAIL,
    SLOT,
    SPANS_TAKEN,
    lean_warp,
)

pytestmark = pytest.mark.skipif(SIMULATED, reason="runs in plain Python")


def meet_twice(lists, own, everyone, plan, heard):
    """Tell the rank's number, and send each rank one pair more than the rank before; then tell nothing."""
    warp = lean_warp()
    if cuda.threadIdx.x < plan.size:
        own.state[ASKED + cuda.threadIdx.x] = plan.rank + cuda.threadIdx.x
    if cuda.threadIdx.x == 0:
        own.state[NOW_FOUND], own.state[NOW_EDGES], own.state[NOW_TAIL] = plan.rank, 100, 7 + plan.rank
        own.state[SPANS_TAKEN] = 3  # starts anew, too
    for meeting in range(2):
        told = meet(own, everyone, plan, warp, False, meeting + 1)
        if cuda.threadIdx.x == 0:
            heard[5 * meeting : 5 * meeting + 5] = told.found, told.edges, told.sent, told.tail, told.received
            heard[10 + meeting] = warp.told[SLOT + plan.size - 1]
            heard[12] += own.state[SPANS_TAKEN]


def test_what_each_rank_tells_all_hear_once():
    class Meeting(LeanRanks):
        def arrays_of(self, part):
            return np.zeros(13, np.int64)

    size = MOST_RANKS
    ranks = Meeting(generators.path(2 * size), size)
    started = []
    for rank, (part, shared, heard) in enumerate(ranks.parts):
        *others, plan = arguments_in(part, shared)
        started.append((rank, (*others, plan._replace(deadline=10**12), heard)))
    ranks.run_kernel(meet_twice, started, [])
    numbers = sum(range(size))
    for rank, (_, _, heard) in enumerate(ranks.parts):
        received = numbers + size * rank
        assert heard[:5].tolist() == [numbers, 100 * size, 2 * size * numbers, 7 + rank, received]
        assert heard[5:10].tolist() == [0, 0, 0, 7 + rank, 0]
        assert heard[10:].tolist() == [size - 1 + rank, 0, 0]
