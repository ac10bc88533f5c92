"""Frontier queue with warps', blocks' and global queues: PMPP, Fig. 12.11 of an earlier edition.

As privatized.py, one level deeper. A warp's threads append to a queue of their own; the warps of a block then
move theirs into the block's queue, and the block moves its queue to the current frontier. So an atomic add is
contended by the threads of one warp, then by the warps of one block, then by the blocks of the grid, and a
queue is moved on with one add. A vertex that finds its queue full goes to the next queue up.

As printed: literal/hierarchical.py.

On the CPU a thread's hierarchy is a small buffer in its level-1 cache, a larger one for its chunk of the
frontier, and the current frontier; a full buffer is moved on at once.

Work O(V + E). Prefer it to privatized.py where a block's one counter is contended: many claims per thread. On
the GPU measured that never pays; on a CPU it does on a uniform graph of high degree and on a star
(docs/guide/performance.md).
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ..accounting.arithmetic import LevelWork, between, from_queue
from ..accounting.claims import claims_of
from ..accounting.roles import Roles
from ..accounting.steps import steps
from ..atomics import atomic_add
from ..compiler import cuda, int64
from ..device import Cpu, Device
from ..enactor import Stop, enact
from ..errors import InputError, checked_counts, require_one_of
from ..frontier import CLAIMS, Queues, append, claim_of, initial_labels, require_shared, visited_marks
from ..graph import Graph
from ..trace import Trace
from .literal.hierarchical import printed_kernel

WARP_SIZE = 32  # threads
WARP_CAPACITY = 128  # vertices of a warp's queue
CAPACITY = 1024  # vertices of a block's queue
BLOCK_SIZE = 256  # threads of a GPU block; on the CPU, frontier vertices of a chunk
LINE = 8  # counters of a CPU's cache line


def offer(slot, block_queue, capacity, curr_frontier, tails, vertex):
    """Put the vertex into its slot of the block's queue, or past its capacity into the current frontier."""
    if slot < capacity:
        block_queue[slot] = vertex
    else:
        append(curr_frontier, tails, vertex)


@cache
def _block_kernel(
    num_warps: int, warp_size: int, warp_capacity: int, capacity: int, claim: Callable[..., bool]
) -> Callable[..., Any]:
    """The GPU's form for these sizes, all compile-time constants, and this kind of claim."""
    warp_slots = num_warps * warp_capacity

    def kernel(prev_frontier, curr_frontier, tails, src_ptr, dst, marks, levels, predecessors, curr_level):
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
                        slot = atomic_add(block_size, 0, 1)
                        offer(slot, block_queue, capacity, curr_frontier, tails, neighbor)
        cuda.syncthreads()  # the warps' counters no longer move
        warp_count = min(warp_sizes[warp], warp_capacity)
        if lane == 0:
            warp_starts[warp] = atomic_add(block_size, 0, warp_count)
        cuda.syncthreads()  # every warp's place in the block's queue is known, and that queue's size
        for slot in range(lane, warp_count, warp_size):
            vertex = warp_queues[first + slot]
            offer(warp_starts[warp] + slot, block_queue, capacity, curr_frontier, tails, vertex)
        count = min(block_size[0], capacity)
        if thread == 0:
            start[0] = atomic_add(tails, 0, count)
        cuda.syncthreads()  # the block's queue is complete, its place in the frontier known to all
        for slot in range(thread, count, cuda.blockDim.x):
            curr_frontier[start[0] + slot] = block_queue[slot]

    return kernel


ROLES: Roles = {
    "offsets": {"src_ptr"},
    "edges": {"dst"},
    "queue": {"prev_frontier"},
    "labels": {"levels"},
    "next_queue": {"curr_frontier"},
    "marks": {"marks"},
    "other": {"tails", "predecessors"},
}


class Buffers(NamedTuple):
    """The CPU threads' own buffers, a row for each thread."""

    inner: Any  # warp_capacity vertices
    outer: Any  # capacity + warp_capacity vertices
    outer_tail: Any  # how many there are, with a cache line to itself


def move(buffer, count, target, tail):
    """Copy buffer[:count] to the place in target that one atomic add on its tail reserves."""
    start = atomic_add(tail, 0, count)
    for slot in range(count):
        target[start + slot] = buffer[slot]


@cache
def _chunk_kernel(claim: Callable[..., bool]) -> Callable[..., None]:
    """The CPU's form: a thread expands chunks of the previous frontier through two buffers of its own."""

    def expand_chunks(
        thread,
        cursor,
        buffers,
        chunk_size,
        prev_frontier,
        curr_frontier,
        tails,
        src_ptr,
        dst,
        marks,
        levels,
        predecessors,
        curr_level,
    ):
        inner, outer, outer_tail = buffers.inner[thread], buffers.outer[thread], buffers.outer_tail[thread]
        capacity = outer.size - inner.size
        first = atomic_add(cursor, 0, chunk_size)
        while first < tails[1]:
            inner_count = 0
            outer_tail[0] = 0
            for index in range(first, min(first + chunk_size, tails[1])):
                vertex = prev_frontier[index]
                for edge in range(src_ptr[vertex], src_ptr[vertex + 1]):
                    neighbor = dst[edge]
                    if claim(marks, levels, vertex, neighbor, curr_level):
                        if predecessors.size:
                            predecessors[neighbor] = vertex
                        inner[inner_count] = neighbor
                        inner_count += 1
                        if inner_count == inner.size:
                            move(inner, inner_count, outer, outer_tail)
                            inner_count = 0
                            if outer_tail[0] >= capacity:
                                move(outer, outer_tail[0], curr_frontier, tails)
                                outer_tail[0] = 0
            move(inner, inner_count, outer, outer_tail)
            move(outer, outer_tail[0], curr_frontier, tails)
            first = atomic_add(cursor, 0, chunk_size)

    return expand_chunks


def _checked_sizes(**sizes: int) -> list[int]:
    """Capacity of a warp's and of a block's queue, threads per block and per warp, as ints."""
    *_, block_size, warp_size = checked = checked_counts(**sizes)
    if block_size % warp_size:
        raise InputError(f"a block of {block_size} threads is not made of whole warps of {warp_size}")
    return checked


def _shared_slots(num_warps: int, warp_capacity: int, capacity: int) -> int:
    """Slots of a block's queues: the warps', each with two counters, and the block's."""
    return num_warps * (warp_capacity + 2) + capacity


def bfs(
    graph: Graph,
    sources: np.ndarray,
    device: Device,
    *,
    stop: Stop,
    trace: Trace | None,
    predecessors: bool,
    warp_capacity: int = WARP_CAPACITY,
    capacity: int = CAPACITY,
    block_size: int = BLOCK_SIZE,
    warp_size: int = WARP_SIZE,
    claim: str = "cas",
    literal: bool = False,
) -> tuple[np.ndarray, np.ndarray]:
    """Level and predecessor of every vertex, top down through warps' and blocks' queues."""
    warp_capacity, capacity, block_size, warp_size = _checked_sizes(
        warp_capacity=warp_capacity, capacity=capacity, block_size=block_size, warp_size=warp_size
    )
    claiming = claim_of(claim, literal)
    levels, parents = initial_labels(graph, sources, device, predecessors)
    queues = Queues(graph, sources, device)
    graph_arrays = (*graph.csr[:2], visited_marks(claim, levels, device), levels, parents)
    mean_degree = 1 + graph.num_edges // graph.num_vertices
    if isinstance(device, Cpu):  # no buffer gets longer than the frontier
        sizes = (warp_capacity, capacity, block_size)
        warp_capacity, capacity, block_size = (min(size, graph.num_vertices) for size in sizes)
        buffers = _new_buffers(device.threads, warp_capacity, capacity, parents.dtype)
    else:
        require_shared(_shared_slots(block_size // warp_size, warp_capacity, capacity))

    def step(curr_level: int) -> tuple[str, bool]:
        blocks = -(-queues.size // block_size)
        arguments = (queues.prev, queues.curr, queues.tails, *graph_arrays, curr_level)
        if isinstance(device, Cpu):
            threads, cursor = min(device.threads, blocks), np.zeros(1, np.int64)
            size = queues.size * mean_degree
            kernel = _chunk_kernel(claiming)
            device.for_each(threads, kernel, cursor, buffers, block_size, *arguments, size=size)
        else:
            new_kernel = printed_kernel if literal else _block_kernel
            kernel = new_kernel(block_size // warp_size, warp_size, warp_capacity, capacity, claiming)
            device.launch(blocks, block_size, kernel, *arguments)
        return "push", queues.swap()

    enact(step, levels, stop, trace)
    return levels, parents


def _new_buffers(threads: int, warp_capacity: int, capacity: int, dtype: np.dtype) -> Buffers:
    inner, outer = (np.empty((threads, size), dtype) for size in (warp_capacity, capacity + warp_capacity))
    return Buffers(inner, outer, np.zeros((threads, LINE), np.int64))


def account(
    graph: Graph,
    levels: np.ndarray,
    *,
    warp_capacity: int = WARP_CAPACITY,
    capacity: int = CAPACITY,
    block_size: int = BLOCK_SIZE,
    warp_size: int = WARP_SIZE,
    claim: str = "cas",
    literal: bool = False,
) -> list[LevelWork]:
    """What each thread of the GPU's form does, level by level.

    A claimed vertex costs an add on its warp's counter, another on the block's if the warp's queue is full,
    and another on the frontier's tail if the block's queue is full too. Then each warp and each block moves
    its queue on with one add. Least and most are as in privatized.py.
    """
    warp_capacity, capacity, block_size, warp_size = _checked_sizes(
        warp_capacity=warp_capacity, capacity=capacity, block_size=block_size, warp_size=warp_size
    )
    require_one_of("claim", claim, CLAIMS)
    require_shared(_shared_slots(block_size // warp_size, warp_capacity, capacity))
    rows = []
    for step in steps(graph, levels):
        size, claimed = step.frontier.size, step.vertices
        blocks, warps = -(-size // block_size), -(-size // warp_size)
        past_warps = [max(0, claimed - queues * warp_capacity) for queues in (warps, 1)]
        past_blocks = [max(0, claimed - queues * capacity) for queues in (blocks, 1)]
        moves = blocks * (block_size // warp_size)
        block_adds = between(*(claimed + past + moves for past in past_warps))
        in_blocks: dict[str, Any] = {
            "block_atomics": block_adds,
            "block_contention": between(
                max(-(-claimed // warps), -(-past_warps[0] // blocks) + block_size // warp_size),
                max(claimed, past_warps[1] + block_size // warp_size),
            ),
            "block_barriers": (5 if literal else 4) * blocks,
        }
        adds = between(past_blocks[0] + blocks, past_blocks[1] + blocks)
        claims = claims_of(graph, step, claim, literal)
        rows.append(from_queue(graph, step, block_size, **claims, adds=adds, **in_blocks))
    return rows
