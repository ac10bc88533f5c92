"""What the blocks of one launch on a GPU tell one another. All must run at once: a cooperative launch."""

import numpy as np

from ..compiler import cuda
from .access import add_release, load_acquire


def grid_barrier(arrivals, goal):
    """Wait until all blocks have come here; what each wrote before is visible to all afterwards.

    arrivals[0] counts the blocks that came to any barrier so far, `goal` those that must have. Returns the
    goal of the next barrier.
    """
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        add_release(arrivals, 0, 1)
        while load_acquire(arrivals, 0) < goal:
            pass
    cuda.syncthreads()
    return goal + cuda.gridDim.x


def meet(sums, index, count, wish):
    """As `grid_barrier`, called by one thread of each block. Returns the blocks' counts and wishes summed up.

    sums[index] is 0 when the first block comes; counts make less than 2^24 in all, wishes are 0 or 1.
    """
    add_release(sums, index, int(np.int64(wish) << 40 | np.int64(count) << 16 | 1))
    told = load_acquire(sums, index)
    while told & 0xFFFF < cuda.gridDim.x:
        told = load_acquire(sums, index)
    return told >> 16 & 0xFFFFFF, told >> 40
