"""The search of a tiny graph on a GPU: a kernel of its own, one block, no queue.

In a tiny graph the search's other kernel (kernel.py) takes most of its time to load its instructions, 160 KB
of them, and to wait at barriers. Here one block keeps the levels in shared memory, and looks at all edges in
each level: an edge whose source the level before found leads to its target (edge-centric, PMPP 4e,
section 15.4). The edges, 4 bytes each, stay in the multiprocessor's first-level cache. A level takes one
barrier of the block.

Several threads may find one vertex: they store the same level, and one of their predecessors remains.
A thread may read a level that another thread stores in the same level: it sees either an unvisited vertex or
this level's number, and no edge is followed from either.

Work O(levels * E), at about 10 edges per nanosecond. host.py chooses this kernel, and launches it.
"""

from typing import Any, NamedTuple

import numpy as np

from ....compiler import cuda, int32, uint32
from ....device import Cuda
from ....frontier import UNVISITED
from ....graph import Graph
from ....intrinsics.access import four_at, put
from ....intrinsics.warp import WARP_SIZE
from ..query import NO_LIMIT
from .label import put_if_kept
from .search import BLOCK_SIZE, Answer, Plan

MOST_EDGES = 1 << 14  # of a tiny graph; they fit into the first-level cache
MOST_VERTICES = 8192  # levels in shared memory; an edge is two ids of 16 bits
NO_EDGE = MOST_VERTICES | MOST_VERTICES << 16  # from a place that no level finds
PLACES = MOST_VERTICES + 1
PER_THREAD = 4  # edges, as many as are read at once


class Scratch(NamedTuple):
    """What the searches of one tiny graph share, but for the results."""

    edges: Any  # int32: source | target << 16; a multiple of PER_THREAD, the last ones NO_EDGE
    blocks: int
    threads: int
    nothing: Any  # an empty array of ids
    kernels: dict[bool, Any]  # bound to these edges; key: whether predecessors are wanted


def is_tiny(graph: Graph) -> bool:
    """Whether one block can search the graph in its cache and shared memory."""
    return graph.num_edges <= MOST_EDGES and graph.num_vertices <= MOST_VERTICES


def traverse_tiny(edges, plan, answer):
    """Levels and predecessors of all vertices; arguments as in kernel.py, of which this uses a few."""
    thread, threads = uint32(cuda.threadIdx.x), uint32(cuda.blockDim.x)
    levels, predecessors = answer.levels, answer.predecessors
    known = cuda.shared.array(PLACES, int32)
    found = cuda.shared.array(3, int32)  # whether a level found a vertex; three words take turns
    vertex = thread
    while vertex < levels.size:
        known[vertex] = UNVISITED
        put_if_kept(predecessors, vertex, -1)
        vertex = uint32(vertex + threads)
    if thread == 0:
        known[MOST_VERTICES] = UNVISITED
        found[1] = 0
    cuda.syncthreads()
    if thread == 0 and plan.source >= 0:
        known[plan.source] = 0
    index = thread
    while index < plan.sources.size:
        known[plan.sources[index]] = 0
        index = uint32(index + threads)
    cuda.syncthreads()
    number, word, goes_on = int32(1), uint32(1), plan.last_level > 0
    while goes_on:
        if follow(known, predecessors, edges, number):
            found[word] = 1
        next_word = uint32(0 if word == 2 else word + 1)
        if thread == 0:
            found[next_word] = 0
            if number < plan.directions.size:
                plan.directions[number] = 0
        cuda.syncthreads()
        goes_on = found[word] != 0 and number < plan.last_level
        # A faster thread may store the next level's number meanwhile.
        if plan.target >= 0 and 0 <= known[plan.target] <= number:
            goes_on = False
        number, word = int32(number + 1), next_word
    vertex = thread
    while vertex < levels.size:
        put(levels, vertex, known[vertex])
        vertex = uint32(vertex + threads)


def follow(known, predecessors, edges, number):
    """Follow this thread's edges from vertices that the level before found. Returns whether one led on."""
    before, hit = int32(number - 1), False
    first, step = int32(PER_THREAD * cuda.threadIdx.x), int32(PER_THREAD * cuda.blockDim.x)
    while first < edges.size:
        a, b, c, d = four_at(edges, first)
        from_a, from_b = known[uint32(a & 0xFFFF)] == before, known[uint32(b & 0xFFFF)] == before
        from_c, from_d = known[uint32(c & 0xFFFF)] == before, known[uint32(d & 0xFFFF)] == before
        if from_a | from_b | from_c | from_d:
            hit |= reach(known, predecessors, a, from_a, number)
            hit |= reach(known, predecessors, b, from_b, number)
            hit |= reach(known, predecessors, c, from_c, number)
            hit |= reach(known, predecessors, d, from_d, number)
        first = int32(first + step)
    return hit


def reach(known, predecessors, edge, wanted, number):
    """Give the edge's target this level if it has none, and if `wanted`. Returns whether it got it."""
    target = uint32(edge >> 16)
    new = wanted and known[target] < 0
    if new:
        known[target] = number
        put_if_kept(predecessors, target, edge & 0xFFFF)
    return new


def new_scratch(graph: Graph, device: Cuda) -> Scratch:
    """Scratch for the graph."""
    xp, (src, dst, _) = device.xp, graph.coo
    edges = xp.full(-(-src.size // PER_THREAD) * PER_THREAD, NO_EDGE, np.int32)
    edges[: src.size] = src | dst << 16
    wanted = max(src.size // PER_THREAD, graph.num_vertices // PER_THREAD, 1)
    threads = WARP_SIZE if xp is np else min(BLOCK_SIZE, -(-wanted // WARP_SIZE) * WARP_SIZE)
    return Scratch(edges, 1, threads, xp.empty(0, np.int32), {})


def new_kernel(scratch: Scratch, predecessors: bool, device: Cuda) -> Any:
    """Bind the kernel, with or without predecessors, to the scratch, and keep it there."""
    nothing = scratch.nothing
    directions = device.xp.empty(0, np.int8)
    plan = Plan(-1, nothing, NO_LIMIT, target=-1, alpha=1.0, beta=1.0, directions=directions)
    answer = Answer(None, None, nothing, nothing if predecessors else None)
    kernel = scratch.kernels[predecessors] = device.bind(traverse_tiny, scratch.edges, plan, answer)
    return kernel
