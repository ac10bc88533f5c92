"""Numbers of components, in the order of their smallest vertices, on a GPU: in one launch.

Every warp counts the smallest vertices among neighboring ones. Behind a barrier it knows how many come before
these, and numbers them; behind another one all vertices take their components' numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...compiler import cuda, int64
from ...device import Cuda, Python
from ...intrinsics.access import at, put
from ...intrinsics.grid_barrier import grid_barrier
from ...intrinsics.warp import WARP_SIZE, ballot, broadcast, rank, size_of, warp_sum

THREADS = 1024  # per block; one block per multiprocessor
WARPS = THREADS // WARP_SIZE
ARRIVALS, TOTAL, STATE_SIZE = 0, 16, 32  # words of the state


def numbered_on_gpu(smallest: Any, device: Cuda | Python) -> tuple[Any, int]:
    """Numbered components, and how many, from V ids of the smallest vertex of each vertex's component."""
    xp = device.xp
    blocks, threads = device.running_at_once(THREADS)
    components, state = xp.empty_like(smallest), xp.zeros(STATE_SIZE, np.int64)
    scratch = xp.empty_like(smallest), xp.empty(blocks, np.int64)
    kernel: Any = device.bind(number, smallest, *scratch, components, state, threads=threads)
    device.relaunch(blocks, threads, kernel, {})
    return components, int(state[TOTAL])


def number(smallest, numbers, counts, components, state):
    """Count, number and take numbers; see above."""
    in_warps = cuda.shared.array(WARPS, int64)
    lane, warp = cuda.threadIdx.x % WARP_SIZE, cuda.threadIdx.x // WARP_SIZE
    warps = cuda.blockDim.x // WARP_SIZE
    each = (smallest.size + cuda.gridsize(1) - 1) // cuda.gridsize(1) * WARP_SIZE
    begin = (cuda.blockIdx.x * warps + warp) * each
    end, found = min(begin + each, smallest.size), int64(0)
    for base in range(begin, end, WARP_SIZE):
        found += size_of(ballot(is_smallest(smallest, base + lane, end)))
    if lane == 0:
        in_warps[warp] = found
    cuda.syncthreads()
    if warp == 0:
        total = warp_sum(in_warps[lane] if lane < warps else 0)
        if lane == 0:
            put(counts, cuda.blockIdx.x, total)
    goal = grid_barrier(state, int64(cuda.gridDim.x))
    before = int64(0)
    for block in range(lane, cuda.blockIdx.x, WARP_SIZE):
        before += at(counts, block)
    before += in_warps[lane] if lane < warp else 0
    place = broadcast(warp_sum(before), 0)
    for base in range(begin, end, WARP_SIZE):
        is_first = is_smallest(smallest, base + lane, end)
        mask = ballot(is_first)
        if is_first:
            put(numbers, base + lane, place + rank(mask))
        place += size_of(mask)
    if cuda.threadIdx.x == cuda.blockDim.x - 1 and cuda.blockIdx.x == cuda.gridDim.x - 1:
        put(state, TOTAL, place)
    grid_barrier(state, goal)
    for vertex in range(cuda.grid(1), smallest.size, cuda.gridsize(1)):
        put(components, vertex, at(numbers, at(smallest, vertex)))


def is_smallest(smallest, vertex, end):
    """Whether the vertex is its component's smallest, if it is before the end."""
    return vertex < end and at(smallest, vertex) == vertex
