"""Barriers and sums across the blocks of one launch. All blocks must run at once: a cooperative launch."""

import numpy as np

from ..compiler import cuda
from .access import add_relaxed, add_release, load_acquire, load_relaxed


def grid_barrier(arrivals, goal):
    """Wait until all blocks have arrived; each block's earlier writes are then visible to all.

    arrivals[0] counts the arrivals at all barriers so far; the wait ends when that count reaches `goal`.
    Returns the goal of the next barrier.
    """
    return group_barrier(arrivals, 0, cuda.gridDim.x, goal)


def group_barrier(arrivals, index, blocks, goal):
    """As `grid_barrier`, of a group of so many blocks, whose arrivals are counted in arrivals[index]."""
    cuda.syncthreads()
    if blocks == 1:
        return goal
    if cuda.threadIdx.x == 0:
        add_release(arrivals, index, 1)
        while load_acquire(arrivals, index) < goal:
            pass
    cuda.syncthreads()
    return goal + blocks


def meet(sums, index, before, count, wish):
    """The sums of all blocks' counts and wishes, once all have called this; one thread per block calls it.

    sums[index] only grows; `before` is its value after the last meeting there. Returns the sums, and the new
    value. Between two meetings in one place, all blocks must meet in another. The counts must add up to
    less than 2^24; a wish is 0 or 1.

    Unlike `grid_barrier`, this doesn't make earlier writes visible. A block may rely on atomics alone: what
    they returned before another block's count or wish was made is in their order before what follows here.
    """
    add_relaxed(sums, index, int(np.int64(wish) << 40 | np.int64(count) << 16 | 1))
    now = load_relaxed(sums, index)
    while (now - before) & 0xFFFF < cuda.gridDim.x:
        now = load_relaxed(sums, index)
    told = now - before
    return told >> 16 & 0xFFFFFF, told >> 40, now
