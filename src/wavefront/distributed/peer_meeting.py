"""Meetings of all blocks of all ranks' GPUs, or of one GPU's, that bring along what each has found.

Blocks arrive with order for their GPU. The last one writes the GPU's slot into every rank's memory, its
number last, with release order for all GPUs; every block polls the slots in its own GPU's memory, with
acquire order. So what any block of any rank wrote before, into whatever rank's memory, all see after:
causality passes from one order to the next (PTX ISA, "Memory Consistency Model"). A meeting of one GPU's
blocks has order for this GPU alone, which costs less. Two rows of slots are enough: a rank writes a slot of
the meeting after next only once all blocks have come to the next one, and so have read.

A poll ends at a deadline, or when another rank's has: the blocks then leave, and `Told.failed` is set. Blocks
of one GPU may differ in that at one meeting, not beyond the next.
"""

from typing import Any, NamedTuple

from ..compiler import cuda, int64
from ..intrinsics.access import (
    add_in_order,
    at,
    load_acquire,
    load_acquire_system,
    put,
    store_release,
    store_release_system,
)
from ..intrinsics.timer import nanoseconds
from ..intrinsics.warp import WARP_SIZE, ballot, broadcast, size_of, syncwarp, warp_sum
from .peer_state import (
    ARRIVED,
    ASKED,
    EDGES,
    FOUND,
    HAS_TARGET,
    NOW_FOUND,
    NOW_TARGET,
    NUMBER,
    OVERFLOWS,
    SENT,
    SLOT,
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
            is_last = int64(add_in_order(own.state, ARRIVED, 1) == cuda.gridDim.x - 1)
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


def tell(own, everyone, plan, is_own, number):
    """Write this rank's slot, in all ranks' memory, and begin to count anew; by one warp, a lane per word."""
    state, lane, asked, word = own.state, cuda.threadIdx.x, int64(0), int64(0)
    start = everyone.starts[min(lane, plan.size - 1)]
    if lane < plan.size:
        asked = at(state, ASKED + lane)
    if NUMBER < lane < SENT:  # in the order of the state
        word = at(state, NOW_TARGET + lane - HAS_TARGET)
    sent, overflows = warp_sum(asked), size_of(ballot(asked > plan.room))
    word = sent if lane == SENT else (overflows if lane == OVERFLOWS else word)
    sender = slot_of(plan, number, plan.size if is_own else plan.rank)
    for reader in range(plan.size):
        slot, to_reader = broadcast(start, reader) + sender, broadcast(asked, reader)
        if NUMBER < lane < SLOT and (reader == plan.rank or not is_own):
            put(everyone.words, slot + lane, to_reader if lane == TO_READER else word)
    syncwarp()  # all have read
    if lane == 0:
        put(state, ARRIVED, 0)
    if NOW_FOUND <= lane < ASKED:
        put(state, lane, 0)
    if lane < plan.size:
        put(state, ASKED + lane, 0)
    syncwarp()
    if lane == plan.rank and is_own:
        store_release(everyone.words, start + sender + NUMBER, number)
    elif lane < plan.size and not is_own:
        store_release_system(everyone.words, start + sender + NUMBER, number)


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
    if lane < plan.size and not is_own:
        told[SLOT + lane] = at(own.words, first + lane * SLOT + TO_READER)
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
