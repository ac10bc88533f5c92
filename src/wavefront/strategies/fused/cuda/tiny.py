"""The search of a tiny graph on a GPU: a kernel of its own, one block, no queue.

In a graph of a few thousand edges the search's kernel (kernel.py) takes most of its time to load its
instructions, 160 KB of them. Here each thread keeps up to 16 edges in registers, and the block keeps the
levels in shared memory. In each level a thread looks at those edges that it hasn't followed yet: an edge
whose source the level before found is followed, once, to its other end (edge-centric, PMPP 4e, section 15.4).
A level takes one barrier, and reads no global memory.

Several threads may find one vertex: they store the same level, and one of their predecessors remains.
A thread may read a level that another one stores in the same level: it is either unvisited or this level's
number, and an edge is followed from neither.

Work O(levels * E), of which a thread that is done with its edges does next to nothing. host.py calls `bfs`.
"""

from typing import Any, NamedTuple

import numpy as np

from ....compiler import cuda, int32
from ....device import Cuda
from ....frontier import UNVISITED
from ....graph import Graph
from ....intrinsics.access import at, put
from ....intrinsics.warp import WARP_SIZE
from ..query import NO_LIMIT
from .label import put_if_kept
from .search import BLOCK_SIZE, Answer, Plan

PER_THREAD = 16  # edges that a thread keeps
MOST_VERTICES = 8192  # levels in shared memory; an edge is two ids of 16 bits
NO_EDGE = -1


class Scratch(NamedTuple):
    """What the searches of one tiny graph share, but for the results."""

    edges: Any  # E int32: source | target << 16
    blocks: int
    threads: int
    nothing: Any  # an empty array of ids
    kernels: dict[bool, Any]  # bound to these edges; key: whether predecessors are wanted


def is_tiny(graph: Graph, most_threads: int) -> bool:
    """Whether a block of so many threads can keep the graph."""
    return graph.num_edges <= PER_THREAD * most_threads and graph.num_vertices <= MOST_VERTICES


def traverse_tiny(edges, plan, answer):
    """Levels and predecessors of all vertices; arguments as in kernel.py, of which this uses a few."""
    thread, threads = cuda.threadIdx.x, cuda.blockDim.x
    levels, predecessors = answer.levels, answer.predecessors
    known = cuda.shared.array(MOST_VERTICES, int32)
    found = cuda.shared.array(3, int32)  # whether a level found a vertex; three words take turns
    rounds = (edges.size + threads - 1) // threads  # edges per thread
    a, b = four_edges(edges, thread), four_edges(edges, thread + 4 * threads)
    c, d = four_edges(edges, thread + 8 * threads), four_edges(edges, thread + 12 * threads)
    for vertex in range(thread, levels.size, threads):
        known[vertex] = UNVISITED
        put_if_kept(predecessors, vertex, -1)
    if thread < 3:
        found[thread] = 0
    cuda.syncthreads()
    if thread == 0 and plan.source >= 0:
        known[plan.source] = 0
    for index in range(thread, plan.sources.size, threads):
        known[plan.sources[index]] = 0
    cuda.syncthreads()
    number, goes_on = int32(1), plan.last_level > 0
    while goes_on:
        hit, a = follow_four(known, predecessors, a, number)
        if rounds > 4:
            more, b = follow_four(known, predecessors, b, number)
            hit |= more
        if rounds > 8:
            more, c = follow_four(known, predecessors, c, number)
            also, d = follow_four(known, predecessors, d, number)
            hit |= more | also
        if hit:
            found[number % 3] = 1
        if thread == 0:
            found[(number + 1) % 3] = 0
            if number < plan.directions.size:
                plan.directions[number] = 0
        cuda.syncthreads()
        goes_on = found[number % 3] != 0 and number < plan.last_level
        # A faster thread may store the next level's number meanwhile.
        if plan.target >= 0 and 0 <= known[plan.target] <= number:
            goes_on = False
        number = int32(number + 1)
    for vertex in range(thread, levels.size, threads):
        put(levels, vertex, known[vertex])


def four_edges(edges, first):
    """Every so many edges, as there are threads, from the first one on; NO_EDGE for those behind the last."""
    threads = cuda.blockDim.x
    return (
        edge_at(edges, first),
        edge_at(edges, first + threads),
        edge_at(edges, first + 2 * threads),
        edge_at(edges, first + 3 * threads),
    )


def edge_at(edges, index):
    """The edge of this number, or NO_EDGE."""
    return int32(at(edges, index)) if index < edges.size else int32(NO_EDGE)


def follow_four(known, predecessors, edges, number):
    """Follow those of four edges whose sources the level before found.

    Returns whether this found a vertex, and the edges that remain.
    """
    a, b, c, d = edges
    hit_a, a = follow(known, predecessors, a, number)
    hit_b, b = follow(known, predecessors, b, number)
    hit_c, c = follow(known, predecessors, c, number)
    hit_d, d = follow(known, predecessors, d, number)
    return hit_a | hit_b | hit_c | hit_d, (a, b, c, d)


def follow(known, predecessors, edge, number):
    """As `follow_four`, for one edge."""
    hit = False
    if edge >= 0:
        source, target = edge & 0xFFFF, edge >> 16
        if known[source] == number - 1:
            edge = int32(NO_EDGE)
            if known[target] < 0:
                known[target] = number
                put_if_kept(predecessors, target, source)
                hit = True
    return hit, edge


def new_scratch(graph: Graph, device: Cuda, most_threads: int) -> Scratch:
    """Scratch for the graph."""
    src, dst, _ = graph.coo
    edges = (src | dst << 16).astype(np.int32)
    wanted = max(edges.size // 2, graph.num_vertices // 4, 1)
    threads = min(most_threads, -(-wanted // WARP_SIZE) * WARP_SIZE)
    return Scratch(edges, 1, threads, device.xp.empty(0, np.int32), {})


def new_kernel(scratch: Scratch, predecessors: bool, device: Cuda) -> Any:
    """Bind the kernel, with or without predecessors, to the scratch, and keep it there."""
    nothing = scratch.nothing
    directions = device.xp.empty(0, np.int8)
    plan = Plan(-1, nothing, NO_LIMIT, target=-1, alpha=1.0, beta=1.0, directions=directions)
    answer = Answer(None, None, nothing, nothing if predecessors else None)
    kernel = scratch.kernels[predecessors] = device.bind(traverse_tiny, scratch.edges, plan, answer)
    return kernel
