"""Numbers of components, in the order of their smallest vertices, on a GPU: in one launch.

Every warp counts the smallest vertices among neighboring ones. Behind a barrier it knows how many come before
these, and numbers them; behind another one all vertices take their components' numbers. one_launch.py and
signatures.py do this in the launch that finds the components.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...compiler import cuda, int64
from ...device import Cuda, Python
from ...intrinsics.access import at, put
from ...intrinsics.grid_barrier import grid_barrier
from ...intrinsics.warp import WARP_SIZE, ballot, broadcast, rank, size_of, warp_sum

THREADS = 1024  # per block; one block per multiprocessor
WARPS = THREADS // WARP_SIZE
# Words of the state; the first has a cache line of its own. one_launch.py and signatures.py have others.
ARRIVALS, TOTAL, STATE_SIZE = 0, 20, 40


class Numbering(NamedTuple):
    """The result, and scratch."""

    components: Any  # V
    numbers: Any  # V, of smallest vertices
    counts: Any  # of each block


def new_numbering(count: int, dtype: Any, device: Cuda | Python) -> Numbering:
    """Room to number the components of so many vertices."""
    xp, (blocks, _) = device.xp, device.running_at_once(THREADS)
    return Numbering(xp.empty(count, dtype), xp.empty(count, dtype), xp.empty(blocks, np.int64))


def own_part(count):
    """Where this warp's vertices begin and end."""
    each = (count + cuda.gridsize(1) - 1) // cuda.gridsize(1) * WARP_SIZE
    begin = (cuda.blockIdx.x * (cuda.blockDim.x // WARP_SIZE) + cuda.threadIdx.x // WARP_SIZE) * each
    return begin, min(begin + each, count)


def number_found(smallest, numbering, state, part, goal):
    """Number and take numbers, once each warp has found so many smallest vertices in its part."""
    in_warps = cuda.shared.array(WARPS, int64)
    lane, warp = cuda.threadIdx.x % WARP_SIZE, cuda.threadIdx.x // WARP_SIZE
    begin, end, found = part
    if lane == 0:
        in_warps[warp] = found
    cuda.syncthreads()
    if warp == 0:
        total = warp_sum(in_warps[lane] if lane < cuda.blockDim.x // WARP_SIZE else 0)
        if lane == 0:
            put(numbering.counts, cuda.blockIdx.x, total)
    goal = grid_barrier(state, goal)
    before = int64(0)
    for block in range(lane, cuda.blockIdx.x, WARP_SIZE):
        before += at(numbering.counts, block)
    before += in_warps[lane] if lane < warp else 0
    place = broadcast(warp_sum(before), 0)
    for base in range(begin, end, WARP_SIZE):
        is_first = base + lane < end and at(smallest, base + lane) == base + lane
        mask = ballot(is_first)
        if is_first:
            put(numbering.numbers, base + lane, place + rank(mask))
        place += size_of(mask)
    if cuda.threadIdx.x == cuda.blockDim.x - 1 and cuda.blockIdx.x == cuda.gridDim.x - 1:
        put(state, TOTAL, place)
    grid_barrier(state, goal)
    for vertex in range(cuda.grid(1), smallest.size, cuda.gridsize(1)):
        put(numbering.components, vertex, at(numbering.numbers, at(smallest, vertex)))
