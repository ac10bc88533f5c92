"""Frontier queue with private queues: PMPP 4e, section 15.6.

One thread per vertex of the previous frontier, as in frontier_queue.py, but a block of threads collects the
vertices that it claims in a queue of its own, in shared memory, and moves them to the current frontier
together: one atomic add on the frontier's tail per block instead of one per vertex, and stores to consecutive
slots. A vertex that finds the private queue full goes straight to the current frontier.

The book sets the private counter back to the capacity with a plain store when the queue is full. That store
races with other threads' atomic adds and can undo them, but no vertex is lost: a thread stores only after its
own add found the queue full, so the counter never falls below the capacity again, and the last store leaves
it at the capacity. docs/guide/race-laboratory.md runs all orders of a small search. Here the counter runs on,
and is clamped once, after the barrier that ends the appends: as right, and a store per overflow less.

As printed (``literal=True``, literal/privatized.py) the counter is stored, and a thread claims at every edge;
with ``claim="exch"`` that is the kernel of Fig. 12.8 of an earlier edition.

On the CPU a block is a chunk of the frontier that one thread works through, and its queue an array of the
thread's own.

Work O(V + E). Prefer it to frontier_queue.py on a CPU where levels are wide. On the GPU measured the plain
queue is as fast on a grid, and faster on a graph with hubs (docs/guide/performance.md).
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from ..accounting.arithmetic import LevelWork, between, from_queue
from ..accounting.claims import claims_of
from ..accounting.roles import Roles
from ..accounting.steps import steps
from ..atomics import atomic_add
from ..compiler import cuda, int64
from ..device import Cpu, Device
from ..enactor import Stop, enact
from ..errors import checked_counts, require_one_of
from ..frontier import CLAIMS, Queues, append, claim_of, initial_labels, require_shared, visited_marks
from ..graph import Graph
from ..trace import Trace
from .literal.privatized import printed_kernel

CAPACITY = 1024  # vertices of a private queue; the chapter's example has 4
BLOCK_SIZE = 256  # threads of a GPU block; on the CPU, frontier vertices of a chunk


@cache
def _block_kernel(capacity: int, claim: Callable[..., bool]) -> Callable[..., Any]:
    """The GPU's form, for private queues of this capacity, a compile-time constant, with this claim."""

    def kernel(prev_frontier, curr_frontier, tails, src_ptr, dst, marks, levels, predecessors, curr_level):
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
                        append(curr_frontier, tails, neighbor)
        cuda.syncthreads()  # all appends are done: the counter no longer moves
        count = min(size[0], capacity)
        if thread == 0:
            start[0] = atomic_add(tails, 0, count)
        cuda.syncthreads()  # the block's place in the frontier is known to all
        for slot in range(thread, count, cuda.blockDim.x):
            curr_frontier[start[0] + slot] = queue[slot]

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


@cache
def _chunk_kernel(claim: Callable[..., bool]) -> Callable[..., None]:
    """The CPU's form: a thread expands chunks of the previous frontier, through a queue of its own."""

    def expand_chunks(
        thread,
        cursor,
        queues,
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
        queue = queues[thread]
        first = atomic_add(cursor, 0, chunk_size)
        while first < tails[1]:
            size = 0
            for index in range(first, min(first + chunk_size, tails[1])):
                vertex = prev_frontier[index]
                for edge in range(src_ptr[vertex], src_ptr[vertex + 1]):
                    neighbor = dst[edge]
                    if claim(marks, levels, vertex, neighbor, curr_level):
                        if predecessors.size:
                            predecessors[neighbor] = vertex
                        if size < queue.size:
                            queue[size] = neighbor
                            size += 1
                        else:
                            append(curr_frontier, tails, neighbor)
            start = atomic_add(tails, 0, size)
            for slot in range(size):
                curr_frontier[start + slot] = queue[slot]
            first = atomic_add(cursor, 0, chunk_size)

    return expand_chunks


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
    """Level and predecessor of every vertex, top down through private queues."""
    capacity, block_size = checked_counts(capacity=capacity, block_size=block_size)
    claiming = claim_of(claim, literal)
    levels, parents = initial_labels(graph, sources, device, predecessors)
    queues = Queues(graph, sources, device)
    graph_arrays = (*graph.csr[:2], visited_marks(claim, levels, device), levels, parents)
    mean_degree = 1 + graph.num_edges // graph.num_vertices
    if isinstance(device, Cpu):  # no queue gets longer than the frontier
        capacity, block_size = (min(size, graph.num_vertices) for size in (capacity, block_size))
        private = np.empty((device.threads, capacity), parents.dtype)
    else:
        require_shared(capacity)

    def step(curr_level: int) -> tuple[str, bool]:
        blocks = -(-queues.size // block_size)
        arguments = (queues.prev, queues.curr, queues.tails, *graph_arrays, curr_level)
        if isinstance(device, Cpu):
            threads, cursor = min(device.threads, blocks), np.zeros(1, np.int64)
            size = queues.size * mean_degree
            kernel = _chunk_kernel(claiming)
            device.for_each(threads, kernel, cursor, private, block_size, *arguments, size=size)
        else:
            kernel = (printed_kernel if literal else _block_kernel)(capacity, claiming)
            device.launch(blocks, block_size, kernel, *arguments)
        return "push", queues.swap()

    enact(step, levels, stop, trace)
    return levels, parents


def account(
    graph: Graph,
    levels: np.ndarray,
    *,
    capacity: int = CAPACITY,
    block_size: int = BLOCK_SIZE,
    claim: str = "cas",
    literal: bool = False,
) -> list[LevelWork]:
    """What each thread of the GPU's form does, level by level.

    A claimed vertex costs an add on the block's counter, and one on the frontier's tail if the block's queue
    is full. Fewest vertices overflow where claims spread evenly over the blocks, most where one block makes
    all claims.
    """
    capacity, block_size = checked_counts(capacity=capacity, block_size=block_size)
    require_one_of("claim", claim, CLAIMS)
    require_shared(capacity)
    rows = []
    for step in steps(graph, levels):
        blocks = -(-step.frontier.size // block_size)
        least, most = (max(0, step.vertices - queues * capacity) for queues in (blocks, 1))
        adds = between(least + blocks, most + blocks)
        in_blocks: dict[str, Any] = {
            "block_atomics": step.vertices,
            "block_contention": between(-(-step.vertices // blocks), step.vertices),
            "block_barriers": 3 * blocks,
        }
        claims = claims_of(graph, step, claim, literal)
        rows.append(from_queue(graph, step, block_size, **claims, adds=adds, **in_blocks))
    return rows
