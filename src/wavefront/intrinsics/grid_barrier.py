"""Barriers and sums across the blocks of one launch. All blocks must run at once: a cooperative launch."""

import numpy as np

from ..compiler import cuda
from .access import add_release, load_acquire


def grid_barrier(arrivals, goal):
    """Wait until all blocks have arrived; each block's earlier writes are then visible to all.

    arrivals[0] counts the arrivals at all barriers so far; the wait ends when that count reaches `goal`.
    Returns the goal of the next barrier.
    """
    cuda.syncthreads()
    if cuda.gridDim.x == 1:
        return goal
    if cuda.threadIdx.x == 0:
        add_release(arrivals, 0, 1)
        while load_acquire(arrivals, 0) < goal:
            pass
    cuda.syncthreads()
    return goal + cuda.gridDim.x


def meet(sums, index, count, wish):
    """As `grid_barrier`, but called by one thread per block. Returns the sums of their counts and wishes.

    sums[index] must be 0 before the first block arrives. The counts must add up to less than 2^24; a wish is
    0 or 1.
    """
    add_release(sums, index, int(np.int64(wish) << 40 | np.int64(count) << 16 | 1))
    told = load_acquire(sums, index)
    while told & 0xFFFF < cuda.gridDim.x:
        told = load_acquire(sums, index)
    return told >> 16 & 0xFFFFFF, told >> 40
