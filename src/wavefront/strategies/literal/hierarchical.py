"""hierarchical.py as printed: PMPP, Fig. 12.11 of an earlier edition with the steps of Fig. 12.8.

Fig. 12.11 is a drawing without code. So every queue is used as the one queue of Fig. 12.8. A thread claims at
every edge, and one that finds a queue full stores the capacity in its counter, which then needs no clamp. The
block's counter can be read only one barrier later, after those stores.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from ...accounting.roles import Roles
from ...atomics import atomic_add
from ...compiler import cuda, int64
from ...frontier import append


def offer_as_printed(slot, block_queue, block_size, capacity, curr_frontier, tails, vertex):
    """Put the vertex into its slot of the block's queue; past its capacity, into the current frontier."""
    if slot < capacity:
        block_queue[slot] = vertex
    else:
        block_size[0] = capacity  # by any of the threads that find the queue full: the counter stays there
        append(curr_frontier, tails, vertex)


@cache
def printed_kernel(
    num_warps: int, warp_size: int, warp_capacity: int, capacity: int, claim: Callable[..., bool]
) -> Callable[..., Any]:
    """The GPU's form for these sizes, all compile-time constants, and this kind of claim."""
    warp_slots = num_warps * warp_capacity

    def kernel_as_printed(
        prev_frontier, curr_frontier, tails, src_ptr, dst, marks, levels, predecessors, curr_level
    ):
        warp_queues = cuda.shared.array(warp_slots, int64)
        warp_sizes = cuda.shared.array(num_warps, int64)
        warp_starts = cuda.shared.array(num_warps, int64)
        block_queue = cuda.shared.array(capacity, int64)
        block_size = cuda.shared.array(1, int64)
        start = cuda.shared.array(1, int64)
        thread = cuda.threadIdx.x
        warp, lane = thread // warp_size, thread % warp_size
        first = warp * warp_capacity
        if lane == 0:
            warp_sizes[warp] = 0
        if thread == 0:
            block_size[0] = 0
        cuda.syncthreads()  # the counters are 0 before anyone adds to them
        index = cuda.grid(1)
        if index < tails[1]:
            vertex = prev_frontier[index]
            for edge in range(src_ptr[vertex], src_ptr[vertex + 1]):
                neighbor = dst[edge]
                if claim(marks, levels, vertex, neighbor, curr_level):
                    if predecessors.size:
                        predecessors[neighbor] = vertex
                    slot = atomic_add(warp_sizes, warp, 1)
                    if slot < warp_capacity:
                        warp_queues[first + slot] = neighbor
                    else:
                        warp_sizes[warp] = warp_capacity
                        slot = atomic_add(block_size, 0, 1)
                        offer_as_printed(
                            slot, block_queue, block_size, capacity, curr_frontier, tails, neighbor
                        )
        cuda.syncthreads()  # the warps' counters are at most their capacity, and no longer move
        if lane == 0:
            warp_starts[warp] = atomic_add(block_size, 0, warp_sizes[warp])
        cuda.syncthreads()  # every warp's place in the block's queue is known
        for slot in range(lane, warp_sizes[warp], warp_size):
            place, moved = warp_starts[warp] + slot, warp_queues[first + slot]
            offer_as_printed(place, block_queue, block_size, capacity, curr_frontier, tails, moved)
        cuda.syncthreads()  # the block's queue is complete, its counter at most the capacity
        if thread == 0:
            start[0] = atomic_add(tails, 0, block_size[0])
        cuda.syncthreads()  # the block's place in the frontier is known to all
        for slot in range(thread, block_size[0], cuda.blockDim.x):
            curr_frontier[start[0] + slot] = block_queue[slot]

    return kernel_as_printed


ROLES: Roles = {
    "offsets": {"src_ptr"},
    "edges": {"dst"},
    "queue": {"prev_frontier"},
    "labels": {"levels"},
    "next_queue": {"curr_frontier"},
    "marks": {"marks"},
    "other": {"tails", "predecessors"},
}
