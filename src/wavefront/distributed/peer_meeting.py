"""Meetings of all blocks of all ranks' GPUs, or of one GPU's, that bring along what each has found.

The last block of a GPU to arrive writes the GPU's slot into every rank's memory, a lane for each rank, its
number last, with release order for all GPUs; every block polls the slots in its own GPU's memory, with
acquire order. So what any block of any rank wrote before, into whatever rank's memory, all see after. A
meeting of one GPU's blocks takes the same way, with order for this GPU alone, which costs less. Two rows of
slots are enough: a rank writes a slot of the meeting after next only once all blocks have come to the next
one, and so have read.

A poll ends at a deadline, or when another rank's has: the blocks then leave, and `Told.failed` is set. Blocks
of one GPU may differ in that at one meeting, not beyond the next.
"""

from typing import Any, NamedTuple

from ..compiler import cuda, int64
from ..intrinsics.access import (
    add_in_order,
    add_in_order_system,
    at,
    load_acquire,
    load_acquire_system,
    put,
    store_release,
    store_release_system,
)
from ..intrinsics.timer import nanoseconds
from ..intrinsics.warp import WARP_SIZE, ballot, broadcast, syncwarp
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
    SLOT,
    SPANS_TAKEN,
    TAIL,
    TO_READER,
    slot_of,
)

LOOKS = 64  # at a slot, between two looks at the clock; a power of two
FAILED = NUMBER  # of what a block hears: the word of a slot that isn't summed up


class Told(NamedTuple):
    """Sums of what all ranks told; `tail` is this rank's own."""

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
    if cuda.threadIdx.x < WARP_SIZE:
        is_last = int64(0)
        if cuda.threadIdx.x == 0:
            is_last = int64(arrive(own, is_own) == cuda.gridDim.x - 1)
        is_last = broadcast(is_last, 0)
        syncwarp()  # what the first lane has acquired all may read
        if is_last:
            tell(own, everyone, plan, is_own, number)
        hear(own, everyone, plan, is_own, number, told)
    cuda.syncthreads()
    return Told(
        told[FOUND],
        told[EDGES],
        told[SENT],
        told[HAS_TARGET],
        told[OVERFLOWS],
        told[FAILED],
        told[TAIL],
        told[TO_READER],
    )


def arrive(own, is_own):
    """Count this block; returns how many came before."""
    if is_own:
        return add_in_order(own.state, ARRIVED, 1)
    return add_in_order_system(own.state, ARRIVED, 1)


def tell(own, everyone, plan, is_own, number):
    """Write this rank's slot, in all ranks' memory, and begin to count anew; by one warp, a lane per rank."""
    state, lane = own.state, cuda.threadIdx.x
    reader = plan.rank if is_own else min(lane, plan.size - 1)
    writes = lane < (int64(1) if is_own else plan.size)
    slot = everyone.starts[reader] + slot_of(plan, number, plan.size if is_own else plan.rank)
    sent, overflows = int64(0), int64(0)
    for rank in range(plan.size):
        asked = at(state, ASKED + rank)
        sent += asked
        overflows += asked > plan.room
    if writes:
        put(everyone.words, slot + FOUND, at(state, NOW_FOUND))
        put(everyone.words, slot + EDGES, at(state, NOW_EDGES))
        put(everyone.words, slot + SENT, sent)
        put(everyone.words, slot + HAS_TARGET, at(state, NOW_TARGET))
        put(everyone.words, slot + OVERFLOWS, overflows)
        put(everyone.words, slot + TAIL, at(state, NOW_TAIL))
        put(everyone.words, slot + TO_READER, at(state, ASKED + reader))
    syncwarp()  # all have read
    if lane == 0:
        put(state, ARRIVED, 0)
        put(state, NOW_FOUND, 0)
        put(state, NOW_EDGES, 0)
        put(state, SPANS_TAKEN, 0)
    if lane < plan.size:
        put(state, ASKED + lane, 0)
    syncwarp()
    if writes and is_own:
        store_release(everyone.words, slot + NUMBER, number)
    elif writes:
        store_release_system(everyone.words, slot + NUMBER, number)


def hear(own, everyone, plan, is_own, number, told):
    """Wait for all slots, and sum them up; by one warp, a lane per rank, then one per word of a slot."""
    lane = cuda.threadIdx.x
    first = slot_of(plan, number, plan.size if is_own else int64(0))
    count = int64(1) if is_own else plan.size
    late = ballot(lane < count and not comes(own, plan, first + lane * SLOT, is_own, number))
    syncwarp()
    if lane < SLOT:
        total, index = int64(0), int64(0)
        while index < count:
            total += at(own.words, first + index * SLOT + lane)
            index += 1
        if lane == FAILED:
            total = int64(late)
        elif lane == TAIL:
            total = at(own.words, first + (int64(0) if is_own else plan.rank) * SLOT + TAIL)
        told[lane] = total
    if late and lane < plan.size:
        store_release_system(everyone.words, everyone.starts[lane] + plan.failed, number)


def comes(own, plan, slot, is_own, number):
    """Wait for a slot's number; whether it came before the deadline, and before any rank gave up."""
    began, looks = nanoseconds(), int64(0)
    while heard(own, slot, is_own) < number:
        looks += 1
        if looks & (LOOKS - 1) == 0 and gives_up(own, plan, began):
            return False
    return True


def heard(own, slot, is_own):
    """The number that a slot has."""
    if is_own:
        return load_acquire(own.words, slot + NUMBER)
    return load_acquire_system(own.words, slot + NUMBER)


def gives_up(own, plan, began):
    """Whether it is too late, or another block or rank has given up."""
    return nanoseconds() - began > plan.deadline or load_acquire_system(own.words, plan.failed) != 0
