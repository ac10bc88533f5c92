"""Frontier queue split by degree: PMPP 4e, section 15.7; Merrill, Garland and Grimshaw, "Scalable GPU Graph
Traversal", PPoPP 2012.

With one thread per vertex, a warp waits for its longest neighbor list. So each level first sorts the frontier
into three queues by degree: a vertex of the first is expanded by one thread, of the second by a warp, of the
third by a block. Each lane of a group takes every lanes-th edge, so that a warp reads consecutive words.

On the CPU a group's lanes are pieces of the list, and any free thread takes the next one; a piece is
contiguous, so that two threads don't share cache lines.

No text prints these kernels. ``literal=True`` claims as the printed queues do (section 15.5): by an atomic
for every edge, with no read before it. On the CPU too, a lane then takes every lanes-th edge.

Work O(V + E). Prefer it to frontier_queue.py on a GPU where degrees are uneven.
"""

from typing import Any

import numpy as np

from ..accounting.arithmetic import TAIL, LevelWork, between, from_queue, limits, queue_written
from ..accounting.claims import claims_of
from ..accounting.roles import Roles
from ..accounting.sectors import sectors_of_first
from ..accounting.steps import Step, steps
from ..accounting.warps import (
    WARP_SIZE,
    Reads,
    ranks,
    reads_in_any_order,
    reads_of_slots,
    warp_steps_in_any_order,
)
from ..atomics import atomic_cas
from ..device import Cpu, Device
from ..enactor import Stop, enact
from ..errors import InputError, checked_counts
from ..frontier import UNVISITED, Queues, append, claim, initial_labels
from ..graph import Graph
from ..trace import Trace

WARP_DEGREE = 32  # edges from which a vertex gets a warp
BLOCK_DEGREE = 1024  # edges from which a vertex gets a block
LANES = (1, 32, 256)  # threads per vertex of each queue


def sort_by_degree(
    index,
    prev_frontier,
    src_ptr,
    warp_degree,
    block_degree,
    thread_bucket,
    warp_bucket,
    block_bucket,
    thread_tail,
    warp_tail,
    block_tail,
):
    """Put a vertex of the frontier into the bucket for its degree."""
    vertex = prev_frontier[index]
    degree = src_ptr[vertex + 1] - src_ptr[vertex]
    if degree >= block_degree:
        append(block_bucket, block_tail, vertex)
    elif degree >= warp_degree:
        append(warp_bucket, warp_tail, vertex)
    else:
        append(thread_bucket, thread_tail, vertex)


def visit(thread, lanes, bucket, curr_frontier, tails, src_ptr, dst, levels, predecessors, curr_level):
    """One lane of a vertex's group claims its share of the out-neighbors, every lanes-th one."""
    vertex = bucket[thread // lanes]
    for edge in range(src_ptr[vertex] + thread % lanes, src_ptr[vertex + 1], lanes):
        neighbor = dst[edge]
        if claim(levels, neighbor, curr_level):
            if predecessors.size:
                predecessors[neighbor] = vertex
            append(curr_frontier, tails, neighbor)


def visit_as_printed(
    thread, lanes, bucket, curr_frontier, tails, src_ptr, dst, levels, predecessors, curr_level
):
    """As `visit`, with an atomic for every edge."""
    vertex = bucket[thread // lanes]
    for edge in range(src_ptr[vertex] + thread % lanes, src_ptr[vertex + 1], lanes):
        neighbor = dst[edge]
        if atomic_cas(levels, neighbor, UNVISITED, curr_level) == UNVISITED:
            if predecessors.size:
                predecessors[neighbor] = vertex
            append(curr_frontier, tails, neighbor)


ROLES: Roles = {
    "offsets": {"src_ptr"},
    "edges": {"dst"},
    "queue": {"prev_frontier", "bucket"},
    "labels": {"levels"},
    "next_queue": {"curr_frontier", "thread_bucket", "warp_bucket", "block_bucket"},
    "other": {
        "tails",
        "thread_tail",
        "warp_tail",
        "block_tail",
        "predecessors",
    },
}


def visit_piece(thread, lanes, bucket, curr_frontier, tails, src_ptr, dst, levels, predecessors, curr_level):
    """As `visit`, with a contiguous share."""
    vertex = bucket[thread // lanes]
    first, degree = src_ptr[vertex], src_ptr[vertex + 1] - src_ptr[vertex]
    lane = thread % lanes
    for edge in range(first + degree * lane // lanes, first + degree * (lane + 1) // lanes):
        neighbor = dst[edge]
        if claim(levels, neighbor, curr_level):
            if predecessors.size:
                predecessors[neighbor] = vertex
            append(curr_frontier, tails, neighbor)


def _checked_degrees(**degrees: int) -> list[int]:
    """Degrees from which a warp and a block share a list, as ints."""
    warp_degree, block_degree = checked_counts(**degrees)
    if block_degree < warp_degree:
        raise InputError(f"block_degree {block_degree} is less than warp_degree {warp_degree}")
    return [warp_degree, block_degree]


def bfs(
    graph: Graph,
    sources: np.ndarray,
    device: Device,
    *,
    stop: Stop,
    trace: Trace | None,
    predecessors: bool,
    warp_degree: int = WARP_DEGREE,
    block_degree: int = BLOCK_DEGREE,
    literal: bool = False,
) -> tuple[np.ndarray, np.ndarray]:
    """Level and predecessor of every vertex, with one thread, warp or block per vertex by its degree."""
    warp_degree, block_degree = _checked_degrees(warp_degree=warp_degree, block_degree=block_degree)
    num_vertices = graph.num_vertices
    src_ptr, dst, _ = graph.csr
    levels, parents = initial_labels(graph, sources, device, predecessors)
    queues = Queues(graph, sources, device)
    buckets = device.xp.empty((len(LANES), num_vertices), dst.dtype)
    bucket_tails = device.xp.zeros((len(LANES), 1), np.int64)
    kernel = visit_as_printed if literal else visit_piece if isinstance(device, Cpu) else visit

    def step(curr_level: int) -> tuple[str, bool]:
        bucket_tails[:] = 0
        device.for_each(
            queues.size,
            sort_by_degree,
            queues.prev,
            src_ptr,
            warp_degree,
            block_degree,
            *buckets,
            *bucket_tails,
        )
        for lanes, bucket, size in zip(LANES, buckets, bucket_tails.ravel().tolist(), strict=True):
            frontier = bucket, queues.curr, queues.tails
            device.for_each(size * lanes, kernel, lanes, *frontier, src_ptr, dst, levels, parents, curr_level)
        return "push", queues.swap()

    enact(step, levels, stop, trace)
    return levels, parents


def account(
    graph: Graph,
    levels: np.ndarray,
    *,
    warp_degree: int = WARP_DEGREE,
    block_degree: int = BLOCK_DEGREE,
    literal: bool = False,
) -> list[LevelWork]:
    """What each thread of `sort_by_degree` and `visit`, or `visit_as_printed`, does, level by level.

    The sort inspects no edge and appends every vertex; an empty bucket isn't launched.
    """
    warp_degree, block_degree = _checked_degrees(warp_degree=warp_degree, block_degree=block_degree)
    rows = []
    for step in steps(graph, levels):
        bucket = (step.degrees >= warp_degree).astype(int) + (step.degrees >= block_degree)
        sizes = np.bincount(bucket, minlength=len(LANES))
        shared = sum(
            _group_steps(step.degrees[bucket == number], lanes)
            for number, lanes in enumerate(LANES)
            if number
        )
        alone = warp_steps_in_any_order(step.degrees[bucket == 0])
        longest = -(-step.degrees // np.array(LANES)[bucket])
        threads = step.frontier.size + int(sizes @ LANES)
        adds = max(step.vertices, int(sizes.max()))  # on one tail, at most
        claims: dict[str, Any] = {
            "claims": between(step.vertices, step.edges),
            "claim_contention": between(min(1, step.vertices), step.most_edges),
        }
        if literal:
            claims = claims_of(graph, step, "cas", literal)
        few, many = limits(claims["claim_contention"])
        rows.append(
            from_queue(
                graph,
                step,
                kernel_launches=2 + int((sizes > 0).sum()),
                threads_launched=threads,
                threads_active=threads,
                threads_labelling=between(step.sole_parents, step.vertices),
                longest_thread=int(longest.max()),
                warp_steps=between(*(count + shared for count in alone)),
                **claims,
                adds=step.frontier.size + step.vertices,
                global_contention=between(max(adds, few), max(adds, many)),
                appends=step.frontier.size + step.vertices,
                sectors_written=queue_written(graph, step.found)
                + sum(1 + sectors_of_first(graph.csr.dst, size) for size in sizes.tolist() if size),
                reads=_reads(graph, step, bucket),
                bytes_to_host=(len(LANES) + 1) * TAIL,
                bytes_from_host=TAIL,
            )
        )
    return rows


def _group_steps(degrees: np.ndarray, lanes: int) -> int:
    """Warp steps of groups of `lanes` threads: in each warp of a group the first lane has most edges."""
    first_lanes = np.arange(0, lanes, WARP_SIZE)
    return int((-(-(degrees[:, None] - first_lanes).clip(0) // lanes)).sum())


def _reads(graph: Graph, step: Step, bucket: np.ndarray) -> Reads:
    """The reads of lists by one thread each, in any order, and of lists by warps, 32 entries in a step."""
    src_ptr, dst, _ = graph.csr
    first = src_ptr.take(step.frontier)
    alone = bucket == 0
    lengths = step.degrees[~alone]
    turn = ranks(lengths)
    warps = -(-lengths // WARP_SIZE)  # as if each step were a warp of its own
    thread = np.repeat((np.cumsum(warps) - warps) * WARP_SIZE, lengths) + turn
    slots = np.repeat(first[~alone], lengths) + turn
    of_warps = reads_of_slots(thread, np.zeros_like(turn), slots, dst.itemsize)
    return reads_in_any_order(first[alone], step.degrees[alone], dst.itemsize).and_also(of_warps)
