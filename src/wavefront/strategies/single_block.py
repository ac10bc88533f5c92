"""Many small levels in one launch: PMPP 4e, section 15.7.

A launch for every level costs more than the level itself while the frontier is small. So a single block runs
level after level: its threads share the frontier, with a block barrier between levels, until the frontier is
empty or holds more than `capacity` vertices. Then the host takes over with one thread per frontier vertex
on the whole device, as in frontier_queue.py, and gives the search back once the frontier has shrunk.

Claims and appends are the same atomics either way, so a level may run either way. Every thread of the block
must leave the loop at the same level: all read the loop's condition between two barriers, while no thread
writes it.

On the CPU the single block is one thread in one compiled call.

Work O(V + E). Prefer it for graphs of many levels: roads, grids, meshes.
"""

from typing import Any

import numpy as np

from ..accounting.arithmetic import TAIL, LevelWork, Step, between, from_queue, steps
from ..accounting.roles import Roles
from ..compiler import cuda
from ..device import Cpu, Device
from ..enactor import Stop, reached
from ..errors import require_positive
from ..frontier import UNVISITED, Queues, append, claim, initial_labels
from ..graph import Graph
from ..trace import Trace

CAPACITY = 4096  # frontier vertices up to which one block, or one CPU thread, is enough
BLOCK_SIZE = 512  # threads of the single block
NO_LIMIT = np.iinfo(np.int32).max  # levels


def expand(vertex, curr_frontier, tails, src_ptr, dst, levels, predecessors, curr_level):
    """Claim the vertex's unvisited out-neighbors for the current frontier."""
    for edge in range(src_ptr[vertex], src_ptr[vertex + 1]):
        neighbor = dst[edge]
        if claim(levels, neighbor, curr_level):
            if predecessors.size:
                predecessors[neighbor] = vertex
            append(curr_frontier, tails, neighbor)


def visit(index, prev_frontier, curr_frontier, tails, src_ptr, dst, levels, predecessors, curr_level):
    """A level on the whole device: one thread per vertex of the previous frontier."""
    expand(prev_frontier[index], curr_frontier, tails, src_ptr, dst, levels, predecessors, curr_level)


def block_levels(
    prev, curr, tails, src_ptr, dst, levels, predecessors, curr_level, last_level, target, capacity
):
    """Levels from curr_level on, by one block; stores the first level left to the host in tails[2]."""
    thread = cuda.threadIdx.x
    size, done = tails[1], False
    cuda.syncthreads()  # all have read the size before a new one is written
    while 0 < size <= capacity and curr_level <= last_level and not done:
        for index in range(thread, size, cuda.blockDim.x):
            expand(prev[index], curr, tails, src_ptr, dst, levels, predecessors, curr_level)
        cuda.syncthreads()  # the current frontier is complete
        size = tails[0]
        done = target >= 0 and levels[target] != UNVISITED
        cuda.syncthreads()  # all have read size and target before the next level changes them
        if thread == 0:
            tails[0] = 0
        prev, curr = curr, prev
        curr_level += 1
        cuda.syncthreads()  # the tail is 0 before anyone appends
    if thread == 0:
        tails[1] = size
        tails[2] = curr_level


ROLES: Roles = {
    "offsets": {"src_ptr"},
    "edges": {"dst"},
    "queue": {"prev_frontier", "prev", "curr"},  # the last two take turns inside `block_levels`
    "labels": {"levels"},
    "next_queue": {"curr_frontier"},
    "other": {"tails", "predecessors"},
}


def serial_levels(
    _, prev, curr, tails, src_ptr, dst, levels, predecessors, curr_level, last_level, target, capacity
):
    """As `block_levels`, by one CPU thread."""
    done = False
    while 0 < tails[1] <= capacity and curr_level <= last_level and not done:
        for index in range(tails[1]):
            expand(prev[index], curr, tails, src_ptr, dst, levels, predecessors, curr_level)
        done = target >= 0 and levels[target] != UNVISITED
        tails[1] = tails[0]
        tails[0] = 0
        prev, curr = curr, prev
        curr_level += 1
    tails[2] = curr_level


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
) -> tuple[np.ndarray, np.ndarray]:
    """Level and predecessor of every vertex, small levels by one block, large ones by the whole device."""
    require_positive(capacity=capacity, block_size=block_size)
    levels, parents = initial_labels(graph, sources, device, predecessors)
    queues = Queues(graph, sources, device)
    tails = device.xp.array([0, sources.size, 0], np.int64)
    queues.tails = tails[:2]
    graph_arrays = (*graph.csr[:2], levels, parents)
    last_level = NO_LIMIT if stop.depth_limit is None else stop.depth_limit
    limits = (last_level, -1 if stop.target is None else stop.target, capacity)

    def small_levels(curr_level: int) -> int:
        arguments = (queues.prev, queues.curr, tails, *graph_arrays, curr_level, *limits)
        if isinstance(device, Cpu):
            device.for_each(1, serial_levels, *arguments)
        else:
            device.launch(1, block_size, block_levels, *arguments)
        queues.size, next_level = (int(value) for value in tails[1:])
        if (next_level - curr_level) % 2:
            queues.prev, queues.curr = queues.curr, queues.prev
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
        run = small_levels if queues.size <= capacity else large_level
        next_level = run(curr_level)
        if trace is not None:
            trace.record(levels, "push", curr_level, next_level)
        curr_level = next_level
    return levels, parents


def account(
    graph: Graph, levels: np.ndarray, *, capacity: int = CAPACITY, block_size: int = BLOCK_SIZE
) -> list[LevelWork]:
    """What each thread of `block_levels` or, for a large level, `visit` does, level by level.

    The launch of a run of small levels is counted in the first of them. A thread of the block takes every
    block_size-th vertex; the lanes of a warp step together and wait for the longest list each time.
    """
    require_positive(capacity=capacity, block_size=block_size)
    rows = []
    was_small = False
    for step in steps(graph, levels):
        small = step.frontier.size <= capacity
        if small:
            launch: dict[str, Any] = {
                "kernel_launches": int(not was_small),
                "block_barriers": 3 + (not was_small),
                "bytes_to_host": 0 if was_small else 2 * TAIL,  # the frontier's size, and the next level
            }
            rows.append(from_queue(graph, step, block_size, **_block_columns(step, block_size), **launch))
        else:
            rows.append(from_queue(graph, step))
        was_small = small
    return rows


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
