"""Meetings of all blocks of all ranks' GPUs, or of one GPU's, that bring along what each has found.

The last block of a GPU to arrive writes the GPU's slot into every rank's memory, its number last, with
release order for all GPUs; every block polls the slots in its own GPU's memory, with acquire order. So what
any block of any rank wrote before, into whatever rank's memory, all see after. Two rows of slots are enough:
a rank writes a slot of the meeting after next only once all blocks have come to the next one, and so have
read.

A poll ends at a deadline, or when another rank's has: the blocks then leave, and `Told.failed` is set. Blocks
of one GPU may differ in that at one meeting, not beyond the next.
"""

from typing import Any, NamedTuple

from ..compiler import cuda, int64
from ..intrinsics.access import add_in_order_system, at, load_acquire_system, put, store_release_system
from ..intrinsics.timer import nanoseconds
from ..intrinsics.warp import WARP_SIZE, ballot, warp_sum
from .peer_state import (
    ARRIVED,
    ASKED,
    EDGES,
    FOUND,
    HAS_TARGET,
    NOW_EDGES,
    NOW_FOUND,
    NOW_TAIL,
    NOW_TARGET,
    NUMBER,
    OVERFLOWS,
    SENT,
    TAIL,
    TO_READER,
    slot_of,
)

LOOKS = 64  # at a slot, between two looks at the clock; a power of two


class Told(NamedTuple):
    """Sums of what all ranks told; of the last two, this rank's own."""

    found: Any
    edges: Any
    sent: Any
    has_target: Any
    overflows: Any
    failed: Any
    tail: Any
    received: Any  # pairs in this rank's inboxes


def meet(own, everyone, plan, warp, is_own, number):
    """The meeting of this number: of the rank's own blocks if `is_own`, else of all ranks'."""
    told = warp.told
    cuda.syncthreads()
    if cuda.threadIdx.x == 0 and add_in_order_system(own.state, ARRIVED, 1) == cuda.gridDim.x - 1:
        tell(own, everyone, plan, is_own, number)
    if cuda.threadIdx.x < WARP_SIZE:
        hear(own, everyone, plan, is_own, number, told)
    cuda.syncthreads()
    return Told(told[0], told[1], told[2], told[3], told[4], told[5], told[6], told[7])


def tell(own, everyone, plan, is_own, number):
    """Write this rank's slot, in all ranks' memory, and begin to count anew."""
    state = own.state
    sent, overflows = int64(0), int64(0)
    for rank in range(plan.size):
        asked = at(state, ASKED + rank)
        sent += asked
        overflows += asked > plan.room
    slot = slot_of(plan, number, plan.size if is_own else plan.rank)
    for rank in range(plan.size):
        if not is_own or rank == plan.rank:
            first = everyone.starts[rank] + slot
            put(everyone.words, first + FOUND, at(state, NOW_FOUND))
            put(everyone.words, first + EDGES, at(state, NOW_EDGES))
            put(everyone.words, first + SENT, sent)
            put(everyone.words, first + HAS_TARGET, at(state, NOW_TARGET))
            put(everyone.words, first + OVERFLOWS, overflows)
            put(everyone.words, first + TAIL, at(state, NOW_TAIL))
            put(everyone.words, first + TO_READER, at(state, ASKED + rank))
    put(state, ARRIVED, 0)
    put(state, NOW_FOUND, 0)
    put(state, NOW_EDGES, 0)
    for rank in range(plan.size):
        put(state, ASKED + rank, 0)
    for rank in range(plan.size):
        if not is_own or rank == plan.rank:
            store_release_system(everyone.words, everyone.starts[rank] + slot + NUMBER, number)


def hear(own, everyone, plan, is_own, number, told):
    """Wait for all slots, and sum them up; by one warp, a lane per rank."""
    lane = cuda.threadIdx.x
    count = int64(1) if is_own else plan.size
    listens = lane < count
    slot = slot_of(plan, number, plan.size if is_own else min(lane, plan.size - 1))
    late = ballot(listens and not comes(own, plan, slot, number))
    heard = int64(listens)
    found = warp_sum(heard * at(own.words, slot + FOUND))
    edges = warp_sum(heard * at(own.words, slot + EDGES))
    sent = warp_sum(heard * at(own.words, slot + SENT))
    has_target = warp_sum(heard * at(own.words, slot + HAS_TARGET))
    overflows = warp_sum(heard * at(own.words, slot + OVERFLOWS))
    received = warp_sum(heard * at(own.words, slot + TO_READER))
    if lane == 0:
        told[0], told[1], told[2], told[3] = found, edges, sent, has_target
        told[4], told[5], told[7] = overflows, int64(late), received
        if late:
            for rank in range(plan.size):
                store_release_system(everyone.words, everyone.starts[rank] + plan.failed, number)
    if lane == (0 if is_own else plan.rank):
        told[6] = at(own.words, slot + TAIL)


def comes(own, plan, slot, number):
    """Wait for a slot's number; whether it came before the deadline, and before any rank gave up."""
    began, looks = nanoseconds(), int64(0)
    while load_acquire_system(own.words, slot + NUMBER) < number:
        looks += 1
        if looks & (LOOKS - 1) == 0 and gives_up(own, plan, began):
            return False
    return True


def gives_up(own, plan, began):
    """Whether it is too late, or another block or rank has given up."""
    return nanoseconds() - began > plan.deadline or load_acquire_system(own.words, plan.failed) != 0
