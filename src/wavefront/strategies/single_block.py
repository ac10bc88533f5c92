"""Many small levels in one launch: PMPP 4e, section 15.7.

A launch for every level costs more than the level itself while the frontier is small. So a single block runs
level after level with the frontier in its shared memory, and a block barrier between levels. The frontier
moves three times. A level's vertices go to a queue of `capacity` vertices in shared memory ("shared"). Those
that find the queue full go to the global queue; then the block copies the others behind them ("global"), and
returns to the host. The host runs a level on the whole device ("host"), with one thread per frontier vertex
as in frontier_queue.py, and gives the search back once the frontier fits a block again.

Claims are the same atomics either way, so a level may run either way. Every thread of the block must leave
the loop at the same level: all read the loop's condition between two barriers, while no thread writes it.

On the CPU the single block is one thread in one compiled call, and its shared memory an array of its own.

No text prints this kernel; as printed (``literal=True``) its claims are those of section 15.5.

Work O(V + E). Prefer it for graphs of many levels: roads, grids, meshes.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from ..accounting.arithmetic import LABELS, TAIL, LevelWork, between, from_queue, queue_written
from ..accounting.claims import claims_of
from ..accounting.roles import Roles
from ..accounting.sectors import sectors_of_slots
from ..accounting.steps import Step, steps
from ..atomics import atomic_add
from ..compiler import cuda, int32, int64
from ..device import Cpu, Device
from ..enactor import Stop, reached
from ..errors import checked_counts, require_one_of
from ..frontier import (
    CLAIMS,
    SHARED_SIZE,
    UNVISITED,
    Queues,
    claim_of,
    initial_labels,
    take,
    visited_marks,
)
from ..graph import Graph
from ..trace import Trace
from .frontier_queue import level_kernel

CAPACITY = 4096  # frontier vertices up to which one block, or one CPU thread, is enough
BLOCK_SIZE = 512  # threads of the single block
NO_LIMIT = np.iinfo(np.int32).max  # levels


@cache
def _block_kernel(capacity: int, is_wide: bool, claim: Callable[..., bool]) -> Callable[..., Any]:
    """Levels by one block: queues of this capacity, of 64-bit ids if `is_wide`, and this kind of claim."""
    id_type = int64 if is_wide else int32
    both = 2 * capacity

    def block_levels(
        frontier, tails, src_ptr, dst, marks, levels, predecessors, curr_level, last_level, target
    ):
        queues = cuda.shared.array(both, id_type)  # the previous and the current one, which take turns
        count = cuda.shared.array(1, int64)
        thread = cuda.threadIdx.x
        prev, size, done = 0, tails[1], False
        for slot in range(thread, size, cuda.blockDim.x):
            queues[slot] = frontier[slot]
        if thread == 0:
            count[0] = 0
        cuda.syncthreads()  # the frontier is in shared memory, and the count is 0
        while 0 < size <= capacity and curr_level <= last_level and not done:
            curr = capacity - prev
            for index in range(thread, size, cuda.blockDim.x):
                vertex = take(queues, prev + index)
                for edge in range(src_ptr[vertex], src_ptr[vertex + 1]):
                    neighbor = dst[edge]
                    if claim(marks, levels, vertex, neighbor, curr_level):
                        if predecessors.size:
                            predecessors[neighbor] = vertex
                        slot = atomic_add(count, 0, 1)
                        if slot < capacity:
                            queues[curr + slot] = neighbor
                        else:
                            frontier[slot - capacity] = neighbor
            cuda.syncthreads()  # the current frontier is complete
            size = count[0]
            done = target >= 0 and levels[target] != UNVISITED
            cuda.syncthreads()  # all have read size and target before the next level changes them
            if thread == 0:
                count[0] = 0
            prev = curr
            curr_level += 1
            cuda.syncthreads()  # the count is 0 before anyone appends
        kept = min(size, capacity)
        for slot in range(thread, kept, cuda.blockDim.x):
            frontier[size - kept + slot] = queues[prev + slot]
        if thread == 0:
            tails[1] = size
            tails[2] = curr_level

    return block_levels


ROLES: Roles = {
    "offsets": {"src_ptr"},
    "edges": {"dst"},
    "labels": {"levels"},
    "next_queue": {"frontier"},
    "marks": {"marks"},
    "other": {"tails", "predecessors"},
}


@cache
def _serial_kernel(claim: Callable[..., bool]) -> Callable[..., Any]:
    """As `_block_kernel`, for one CPU thread."""

    def serial_levels(
        _, queues, frontier, tails, src_ptr, dst, marks, levels, predecessors, curr_level, last_level, target
    ):
        prev, curr = queues[0], queues[1]
        size, done = tails[1], False
        for slot in range(size):
            prev[slot] = frontier[slot]
        while 0 < size <= prev.size and curr_level <= last_level and not done:
            count = 0
            for index in range(size):
                vertex = prev[index]
                for edge in range(src_ptr[vertex], src_ptr[vertex + 1]):
                    neighbor = dst[edge]
                    if claim(marks, levels, vertex, neighbor, curr_level):
                        if predecessors.size:
                            predecessors[neighbor] = vertex
                        if count < curr.size:
                            curr[count] = neighbor
                        else:
                            frontier[count - curr.size] = neighbor
                        count += 1
            done = target >= 0 and levels[target] != UNVISITED
            size = count
            prev, curr = curr, prev
            curr_level += 1
        kept = min(size, prev.size)
        for slot in range(kept):
            frontier[size - kept + slot] = prev[slot]
        tails[1] = size
        tails[2] = curr_level

    return serial_levels


def bfs(
    graph: Graph,
    sources: np.ndarray,
    device: Device,
    *,
    stop: Stop,
    trace: Trace | None,
    predecessors: bool,
    capacity: int = CAPACITY,
    block_size: int = BLOCK_SIZE,
    claim: str = "cas",
    literal: bool = False,
) -> tuple[np.ndarray, np.ndarray]:
    """Level and predecessor of every vertex, small levels by one block, large ones by the whole device.

    On a GPU a capacity of more than the block's shared memory holds is lowered to that.
    """
    capacity, block_size = checked_counts(capacity=capacity, block_size=block_size)
    claiming = claim_of(claim, literal)
    visit = level_kernel(claiming)
    levels, parents = initial_labels(graph, sources, device, predecessors)
    queues = Queues(graph, sources, device)
    tails = device.xp.array([0, sources.size, 0], np.int64)
    queues.tails = tails[:2]
    graph_arrays = (*graph.csr[:2], visited_marks(claim, levels, device), levels, parents)
    last_level = NO_LIMIT if stop.depth_limit is None else stop.depth_limit
    limits = (last_level, -1 if stop.target is None else stop.target)
    if isinstance(device, Cpu):  # no queue gets longer than the frontier
        capacity = min(capacity, graph.num_vertices)
        private = np.empty((2, capacity), queues.prev.dtype)
    else:
        capacity = _shared_capacity(graph, capacity)

    def small_levels(curr_level: int) -> int:
        arguments = (queues.prev, tails, *graph_arrays, curr_level, *limits)
        if isinstance(device, Cpu):
            device.for_each(1, _serial_kernel(claiming), private, *arguments)
        else:
            is_wide = queues.prev.dtype.itemsize > 4
            device.launch(1, block_size, _block_kernel(capacity, is_wide, claiming), *arguments)
        queues.size, next_level = (int(value) for value in tails[1:])
        return next_level

    def large_level(curr_level: int) -> int:
        frontiers = queues.prev, queues.curr, queues.tails
        device.for_each(queues.size, visit, *frontiers, *graph_arrays, curr_level)
        queues.swap()
        return curr_level + 1

    curr_level = 1
    while queues.size and not reached(stop, levels, curr_level):
        if trace is not None:
            trace.start()
        small = queues.size <= capacity
        next_level = (small_levels if small else large_level)(curr_level)
        if trace is not None:
            where = ["shared"] * (next_level - curr_level)
            if not small or queues.size > capacity:
                where[-1] = "global" if small else "host"
            trace.record(levels, "push", curr_level, next_level, where)
        curr_level = next_level
    return levels, parents


def _shared_capacity(graph: Graph, capacity: int) -> int:
    """As many vertices of each queue as a block's shared memory holds, at most `capacity`."""
    return min(capacity, SHARED_SIZE // (2 * graph.csr.dst.itemsize))


def account(
    graph: Graph,
    levels: np.ndarray,
    *,
    capacity: int = CAPACITY,
    block_size: int = BLOCK_SIZE,
    claim: str = "cas",
    literal: bool = False,
) -> list[LevelWork]:
    """What each thread of `block_levels` or, for a large level, `visit` does, level by level.

    The launch of a run of small levels is counted in the first of them. A thread of the block takes every
    block_size-th vertex; the lanes of a warp step together and wait for the longest list each time. The block
    appends with an add on its own counter, whether the vertex stays in shared memory or not.
    """
    capacity, block_size = checked_counts(capacity=capacity, block_size=block_size)
    require_one_of("claim", claim, CLAIMS)
    capacity = _shared_capacity(graph, capacity)
    rows = []
    was_small = False
    for step in steps(graph, levels):
        claims = claims_of(graph, step, claim, literal)
        if step.frontier.size > capacity:
            rows.append(from_queue(graph, step, **claims, where="host"))
            was_small = False
            continue
        columns = _block_columns(step, block_size) | _launch_columns(graph, step, capacity, not was_small)
        rows.append(from_queue(graph, step, block_size, **claims, adds=0, **columns))
        was_small = True
    return rows


def _launch_columns(graph: Graph, step: Step, capacity: int, begins: bool) -> dict[str, Any]:
    """What a level costs that the block labels, whose launch begins with this level or not."""
    overflows = step.vertices > capacity
    labels = sectors_of_slots(LABELS, step.found) or 1  # the search ends: what the host reads
    return {
        "kernel_launches": int(begins),
        "where": "global" if overflows else "shared",
        "appends": step.vertices if overflows else 0,
        "block_atomics": step.vertices,
        "block_contention": step.vertices,
        "block_barriers": 3 + begins,
        "sectors_written": queue_written(graph, step.found) if overflows else labels,
        "bytes_to_host": 2 * TAIL if begins else 0,  # the frontier's size, and the next level
    }


def _block_columns(step: Step, block_size: int) -> dict[str, Any]:
    """Threads of the block that have a vertex, and the edges of the thread that has most."""
    size = step.frontier.size
    threads, rounds = min(size, block_size), -(-size // block_size)
    falling = np.sort(step.degrees)[::-1]
    mean = -(-int(falling.sum(dtype=np.int64)) // threads)
    longest = between(max(int(falling[0]), mean), falling[:rounds].sum(dtype=np.int64))
    labelling = between(-(-step.sole_parents // rounds), min(step.parents, step.vertices, threads))
    return {
        "threads_launched": threads,
        "threads_active": threads,
        "threads_labelling": labelling,
        "longest_thread": longest,
    }
