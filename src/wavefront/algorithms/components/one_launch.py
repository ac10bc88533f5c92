"""Weakly connected components on a GPU: Afforest in one launch; afforest.py has the method and its source.

All blocks do one step after the other, with a barrier between two: every vertex points to a parent, links
along its first edges, and then points to its root. One of FEW vertices does so first, which joins most trees:
all at once contend for few roots. One block finds the largest tree in a sample; vertices outside that tree
link along their other edges. A lane follows a short list, a warp a longer one. Lists of HUGE edges or more
are shared by all warps, behind one more barrier.

On the way to a root each vertex is made to point to its grandparent, so that long chains take few steps (path
splitting: Tarjan and van Leeuwen, "Worst-case Analysis of Set Union Algorithms", J. ACM 1984). Such a plain
write may put back an older ancestor. That is an ancestor still, but no root: in the end the roots are written
to an array of their own. With room for it, the launch also numbers the components (numbering.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...atomics import atomic_add, atomic_max
from ...compiler import cuda, int64
from ...device import Cuda, Python
from ...intrinsics.access import at, put
from ...intrinsics.grid_barrier import grid_barrier
from ...intrinsics.warp import WARP_SIZE, ballot, broadcast, lowest, size_of, without_lowest
from .afforest import SAMPLED_EDGES, SPREAD, Forest, link
from .numbering import STATE_SIZE, THREADS, TOTAL, Numbering, new_numbering, number_found, own_part

if TYPE_CHECKING:
    from ...graph import Graph

LARGEST, NUM_HUGE = 16, 17  # words of the state
SAMPLE = 256  # vertices asked for their tree
SHORT = 16  # edges of the lists that a lane follows
FEW = 16  # one of so many vertices links before the others
HUGE = 4096  # edges from which all warps share a list
ROOT_BITS = 48  # of the word that has how often a root was drawn, and the root


class Join(NamedTuple):
    """Scratch, and the result."""

    roots: Any  # V ids: the smallest vertex of each vertex's component
    huge: Any  # vertices with HUGE edges or more that are left to link
    state: Any


def smallest_of_each(graph: Graph, device: Cuda | Python) -> Any:
    """V vertex ids: the smallest of each vertex's component."""
    return _join(graph, device, None).roots


def numbered_components(graph: Graph, device: Cuda | Python) -> tuple[Any, int]:
    """Numbered weak components, and how many."""
    numbering = new_numbering(graph.num_vertices, graph.csr.dst.dtype, device)
    join = _join(graph, device, numbering)
    return numbering.components, int(join.state[TOTAL])


def _join(graph: Graph, device: Cuda | Python, numbering: Numbering | None) -> Join:
    """The roots; numbered if there is room for it."""
    xp, count = device.xp, graph.num_vertices
    blocks, threads = device.running_at_once(THREADS)
    forest = Forest(*graph.csr[:2], xp.empty(count, graph.csr.dst.dtype))
    join = Join(
        xp.empty(count, graph.csr.dst.dtype),
        xp.empty(graph.num_edges // HUGE + 1, np.int64),
        xp.zeros(STATE_SIZE, np.int64),
    )
    kernel: Any = device.bind(join_trees, forest, join, numbering, int(graph.directed), threads=threads)
    device.relaunch(blocks, threads, kernel, {})
    return join


def join_trees(forest, join, numbering, directed):
    """Step by step; see above."""
    drawn = cuda.shared.array(SAMPLE, int64)
    count, goal = join.roots.size, int64(cuda.gridDim.x)
    first, stride = int64(cuda.grid(1)), int64(cuda.gridsize(1))
    for vertex in range(first, count, stride):
        point_to_first(vertex, forest)
    goal = grid_barrier(join.state, goal)
    for vertex in range(first, count, stride):
        put(forest.parents, vertex, root_of(vertex, forest.parents))
    goal = grid_barrier(join.state, goal)
    for begin, step in ((first * FEW, stride * FEW), (first, stride)):
        for vertex in range(begin, count, step):
            link_first(vertex, forest)
        goal = grid_barrier(join.state, goal)
        for vertex in range(first, count, stride):
            put(forest.parents, vertex, root_of(vertex, forest.parents))
        goal = grid_barrier(join.state, goal)
    if cuda.blockIdx.x == 0:
        vote(forest.parents, drawn, join.state)
    goal = grid_barrier(join.state, goal)
    largest = int64(-1) if directed else at(join.state, LARGEST) & ((1 << ROOT_BITS) - 1)
    link_outside(forest, join, largest)
    goal = grid_barrier(join.state, goal)
    if at(join.state, NUM_HUGE):
        link_huge(forest, join, at(join.state, NUM_HUGE))
        goal = grid_barrier(join.state, goal)
    begin, end = own_part(count)
    found = find_roots(forest.parents, join.roots, begin, end)
    number_roots(join, numbering, (begin, end, found), goal)


def find_roots(parents, roots, begin, end):
    """Write the roots of a warp's vertices; returns how many are roots themselves."""
    found, lane = int64(0), cuda.threadIdx.x % WARP_SIZE
    for base in range(begin, end, WARP_SIZE):
        vertex, is_root = base + lane, False
        if vertex < end:
            root = root_of(vertex, parents)
            put(roots, vertex, root)
            is_root = root == vertex
        found += size_of(ballot(is_root))
    return found


def number_roots(join, numbering, part, goal):
    """Number the components, if that is wanted."""
    if numbering is not None:
        number_found(join.roots, numbering, join.state, part, goal)


def point_to_first(vertex, forest):
    """Have the vertex point to its first neighbor, or to itself if that neighbor is not smaller."""
    first, parent = at(forest.src_ptr, vertex), vertex
    if first < at(forest.src_ptr, vertex + 1):
        parent = min(vertex, at(forest.dst, first))
    put(forest.parents, vertex, parent)


def root_of(vertex, parents):
    """The vertex's root; vertices on the way are made to point to their grandparents."""
    parent = at(parents, vertex)
    grandparent = at(parents, parent)
    while grandparent != parent:
        put(parents, vertex, grandparent)
        vertex, parent = parent, grandparent
        grandparent = at(parents, parent)
    return parent


def link_first(vertex, forest):
    """Link the vertex along its first edges, except a first edge that leads to its parent."""
    first, end = at(forest.src_ptr, vertex), at(forest.src_ptr, vertex + 1)
    for edge in range(first, min(first + SAMPLED_EDGES, end)):
        neighbor = at(forest.dst, edge)
        if edge > first or neighbor > vertex:
            link(vertex, neighbor, forest.parents)


def vote(parents, drawn, state):
    """Store the root that most of the sampled vertices have. One block calls this."""
    index = int64(cuda.threadIdx.x)
    while index < SAMPLE:
        drawn[index] = at(parents, (index + 1) * SPREAD % parents.size) if parents.size else 0
        index += cuda.blockDim.x
    cuda.syncthreads()
    index = int64(cuda.threadIdx.x)
    while index < SAMPLE:
        votes = int64(0)
        for other in range(SAMPLE):
            votes += drawn[other] == drawn[index]
        atomic_max(state, LARGEST, votes << ROOT_BITS | drawn[index])
        index += cuda.blockDim.x


def link_outside(forest, join, largest):
    """Link the vertices outside the largest tree along the edges that aren't linked yet."""
    lane = cuda.threadIdx.x % WARP_SIZE
    base, count = int64(cuda.grid(1) - lane), join.roots.size
    while base < count:
        vertex, edge, end = base + lane, int64(0), int64(0)
        if vertex < count and at(forest.parents, vertex) != largest:
            edge = at(forest.src_ptr, vertex) + SAMPLED_EDGES
            end = at(forest.src_ptr, vertex + 1)
        if end - edge >= HUGE:
            put(join.huge, atomic_add(join.state, NUM_HUGE, 1), vertex)
            end = edge
        left = ballot(end - edge >= SHORT)
        if end - edge < SHORT:
            for near in range(edge, end):
                link(vertex, at(forest.dst, near), forest.parents)
        while left:
            owner = lowest(left)
            left = without_lowest(left)
            for near in range(broadcast(edge, owner) + lane, broadcast(end, owner), WARP_SIZE):
                link(base + owner, at(forest.dst, near), forest.parents)
        base += cuda.gridsize(1)


def link_huge(forest, join, count):
    """Link the vertices with huge lists along all edges: as many warps to each list as there are."""
    lane, warps = cuda.threadIdx.x % WARP_SIZE, cuda.gridsize(1) // WARP_SIZE
    parts = max(1, warps // count)
    item = int64(cuda.blockIdx.x + cuda.gridDim.x * (cuda.threadIdx.x // WARP_SIZE))
    while item < count * parts:
        vertex = at(join.huge, item % count)
        edge, end = at(forest.src_ptr, vertex) + item // count * WARP_SIZE, at(forest.src_ptr, vertex + 1)
        for near in range(edge + lane, end, parts * WARP_SIZE):
            link(vertex, at(forest.dst, near), forest.parents)
        item += warps
