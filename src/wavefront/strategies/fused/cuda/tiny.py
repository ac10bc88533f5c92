"""The search of a tiny graph on a GPU: a kernel of its own, one block, no queue.

In a tiny graph the search's other kernel (kernel.py) takes most of its time to load its instructions, 160 KB
of them, and to wait at barriers. Here one block keeps the levels in shared memory, and looks at all edges in
each level: an edge whose source the level before found leads to its target (edge-centric, PMPP 4e,
section 15.4). The edges, 4 bytes each, stay in the multiprocessor's first-level cache.

A level has two phases, each of which ends with a barrier of the block. In the first one, threads only read
levels, and note their edges that lead from the level before to an unvisited vertex. In the second one they
store the levels of these vertices. Several threads may have found one vertex: their atomics store the same
level, and one of their predecessors remains.

Work O(levels * E), at about 10 edges per nanosecond. host.py chooses this kernel, and launches it.
"""

from collections.abc import Hashable
from typing import Any, NamedTuple

import numpy as np

from ....atomics import atomic_max
from ....compiler import cuda, int32, uint32
from ....device import Cuda, Python
from ....frontier import UNVISITED
from ....graph import Graph
from ....intrinsics.access import at, four_at, put
from ....intrinsics.warp import WARP_SIZE, lowest, without_lowest
from ..query import NO_LIMIT, Query
from .label import put_if_kept
from .search import BLOCK_SIZE, Answer, Plan

MOST_EDGES = 1 << 14  # of a tiny graph; they fit into the first-level cache
MOST_VERTICES = 8192  # levels in shared memory; an edge is two ids of 16 bits
NO_EDGE = MOST_VERTICES | MOST_VERTICES << 16  # from a place that no level finds
PLACES = MOST_VERTICES + 1
PER_THREAD = 4  # edges that a thread reads at once; it has 32 at most, one per bit of a mask


class Scratch(NamedTuple):
    """What the searches of one tiny graph share, but for the results."""

    edges: Any  # int32: source | target << 16; a multiple of PER_THREAD, the last ones NO_EDGE
    blocks: int
    threads: int
    nothing: Any  # an empty array of ids
    kernels: dict[Hashable, Any]  # bound to these edges; key: whether predecessors are wanted, and level type


def is_tiny(graph: Graph) -> bool:
    """Whether one block can search the graph in its cache and shared memory."""
    return graph.num_edges <= MOST_EDGES and graph.num_vertices <= MOST_VERTICES


def traverse_tiny(edges, plan, answer):
    """Levels and predecessors of all vertices; arguments as in kernel.py, of which this uses a few."""
    thread, threads = uint32(cuda.threadIdx.x), uint32(cuda.blockDim.x)
    levels, predecessors = answer.levels, answer.predecessors
    known = cuda.shared.array(PLACES, int32)
    found = cuda.shared.array(2, int32)  # whether a level found a vertex; two words take turns
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
    number, goes_on = int32(1), plan.last_level > 0
    while goes_on:
        leading = edges_on(known, edges, number)
        cuda.syncthreads()
        if leading:
            atomic_max(found, number & 1, 1)
            follow(known, predecessors, edges, leading, number)
        if thread == 0:
            found[(number + 1) & 1] = 0
            if number < plan.directions.size:
                plan.directions[number] = 0
        cuda.syncthreads()
        goes_on = found[number & 1] != 0 and number < plan.last_level
        if plan.target >= 0 and known[plan.target] >= 0:
            goes_on = False
        number = int32(number + 1)
    vertex = thread
    while vertex < levels.size:
        put(levels, vertex, known[vertex])
        vertex = uint32(vertex + threads)


def edges_on(known, edges, number):
    """This thread's edges, as bits, from the level before `number` to unvisited vertices."""
    before, leading, turn = int32(number - 1), uint32(0), uint32(0)
    first, step = int32(PER_THREAD * cuda.threadIdx.x), int32(PER_THREAD * cuda.blockDim.x)
    while first < edges.size:
        a, b, c, d = four_at(edges, first)
        # All four levels are read before the first one is used.
        from_a, from_b = known[uint32(a & 0xFFFF)] == before, known[uint32(b & 0xFFFF)] == before
        from_c, from_d = known[uint32(c & 0xFFFF)] == before, known[uint32(d & 0xFFFF)] == before
        if from_a | from_b | from_c | from_d:
            leads_a, leads_b = from_a and known[uint32(a >> 16)] < 0, from_b and known[uint32(b >> 16)] < 0
            leads_c, leads_d = from_c and known[uint32(c >> 16)] < 0, from_d and known[uint32(d >> 16)] < 0
            four = (1 if leads_a else 0) | (2 if leads_b else 0)
            four |= (4 if leads_c else 0) | (8 if leads_d else 0)
            leading |= uint32(four << turn)
        first, turn = int32(first + step), uint32(turn + PER_THREAD)
    return leading


def follow(known, predecessors, edges, leading, number):
    """Store level and predecessor of the vertices to which these edges lead."""
    while leading:
        bit = lowest(leading)
        four = cuda.threadIdx.x + bit // PER_THREAD * cuda.blockDim.x
        edge = at(edges, PER_THREAD * four + bit % PER_THREAD)
        atomic_max(known, edge >> 16, number)
        put_if_kept(predecessors, edge >> 16, edge & 0xFFFF)
        leading = without_lowest(leading)


def note_edges(vertex, src_ptr, dst, edges):
    """Write the edges from one vertex as a search reads them; with those of vertex 0, the last ones, NO_EDGE.

    One thread per vertex; each edge has one writer.
    """
    for edge in range(src_ptr[vertex], src_ptr[vertex + 1]):
        edges[edge] = vertex | dst[edge] << 16
    if vertex == 0:
        for edge in range(dst.size, edges.size):
            edges[edge] = NO_EDGE


def new_scratch(graph: Graph, device: Cuda | Python) -> Scratch:
    """Scratch for the graph."""
    xp, (src_ptr, dst, _) = device.xp, graph.csr
    edges = xp.empty(-(-dst.size // PER_THREAD) * PER_THREAD, np.int32)
    device.for_each(graph.num_vertices, note_edges, src_ptr, dst, edges)
    wanted = max(dst.size // PER_THREAD, graph.num_vertices // PER_THREAD, 1)
    threads = min(BLOCK_SIZE, -(-wanted // WARP_SIZE) * WARP_SIZE)
    return Scratch(edges, 1, threads, xp.empty(0, np.int32), {})


def new_kernel(scratch: Scratch, query: Query, device: Cuda | Python) -> Any:
    """Bind the kernel, with or without predecessors, to the scratch."""
    nothing = scratch.nothing
    directions = device.xp.empty(0, np.int8)
    plan = Plan(-1, nothing, NO_LIMIT, target=-1, alpha=1.0, beta=1.0, directions=directions)
    levels = device.xp.empty(0, query.level_dtype)
    answer = Answer(None, None, levels, nothing if query.predecessors else None)
    return device.bind(traverse_tiny, scratch.edges, plan, answer)
