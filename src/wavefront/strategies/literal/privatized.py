"""privatized.py as printed: PMPP 4e, section 15.6, and Fig. 12.8 of an earlier edition.

A thread claims at every edge, and one that finds the queue full stores the capacity in its counter, which
then needs no clamp. privatized.py says why the race of that store with the adds does no harm.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from ...accounting.roles import Roles
from ...atomics import atomic_add
from ...compiler import cuda, int64
from ...frontier import append


@cache
def printed_kernel(capacity: int, claim: Callable[..., bool]) -> Callable[..., Any]:
    """The GPU's form for private queues of this capacity, a compile-time constant, with this claim."""

    def kernel_as_printed(
        prev_frontier, curr_frontier, tails, src_ptr, dst, marks, levels, predecessors, curr_level
    ):
        queue = cuda.shared.array(capacity, int64)
        size = cuda.shared.array(1, int64)
        start = cuda.shared.array(1, int64)
        thread = cuda.threadIdx.x
        if thread == 0:
            size[0] = 0
        cuda.syncthreads()  # the counter is 0 before anyone adds to it
        index = cuda.grid(1)
        if index < tails[1]:
            vertex = prev_frontier[index]
            for edge in range(src_ptr[vertex], src_ptr[vertex + 1]):
                neighbor = dst[edge]
                if claim(marks, levels, vertex, neighbor, curr_level):
                    if predecessors.size:
                        predecessors[neighbor] = vertex
                    slot = atomic_add(size, 0, 1)
                    if slot < capacity:
                        queue[slot] = neighbor
                    else:
                        size[0] = capacity  # races with adds, and harms none
                        append(curr_frontier, tails, neighbor)
        cuda.syncthreads()  # all appends are done: the counter is at most the capacity
        if thread == 0:
            start[0] = atomic_add(tails, 0, size[0])
        cuda.syncthreads()  # the block's place in the frontier is known to all
        for slot in range(thread, size[0], cuda.blockDim.x):
            curr_frontier[start[0] + slot] = queue[slot]

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
