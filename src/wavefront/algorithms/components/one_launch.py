"""Weakly connected components on a GPU: Afforest in one launch; afforest.py has the method and its source.

All blocks do one step after the other, with a barrier between two. In an undirected graph the hub's component
is looked for first (around_hub.py). If that has most vertices that have edges, only the others are linked,
along all of their edges. Else every vertex points to its first neighbor if that is smaller, and then to its
root. Then one of FEWEST vertices links along its first edges. A sample of vertices shows the largest tree.
Where it has less than half of the sample, SPARSER times as many vertices link, and the sample is asked again:
on skewed graphs very few links join most vertices, and all others would wait for one another at few roots; on
other graphs few links join little. Then the vertices outside the largest tree link along their first edges,
and those that are outside still along their others: an edge that leaves the tree is seen from its other end,
except in a directed graph. A lane follows a short list, a warp a longer one. Lists of LONG edges or more are
cut into pieces, which all warps share behind one more barrier.

On the way to a root each vertex is made to point to its grandparent, so that long chains take few steps (path
splitting: Tarjan and van Leeuwen, "Worst-case Analysis of Set Union Algorithms", J. ACM 1984). Such a plain
write may put back an older ancestor. That is an ancestor still, but no root: in the end the roots are written
to an array of their own. Only vertices that aren't roots are written so: a root may be linked meanwhile. With
room for it, the launch also numbers the components (numbering.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakSet

import numpy as np

from ...atomics import atomic_add, atomic_max
from ...compiler import cuda, int64
from ...device import Cuda, Python
from ...intrinsics.access import at, put
from ...intrinsics.grid_barrier import grid_barrier
from ...intrinsics.warp import WARP_SIZE, ballot, broadcast, lowest, size_of, without_lowest
from .afforest import SAMPLED_EDGES, SPREAD, Forest, link
from .around_hub import IS_AROUND, NONE, gather_around, note_hub
from .numbering import STATE_SIZE, THREADS, TOTAL, Numbering, number_found, own_part

if TYPE_CHECKING:
    from ...graph import Graph

# Words of the state. Of LARGEST each round of links has its own.
ASKED, NUM_PIECES, LARGEST = 16, 17, 32
SAMPLE = 256  # vertices asked for their tree
SHORT = 16  # edges of the lists that a lane follows
FEWEST, LEAST = 512, 8  # one of so many vertices links before the others at first, and at last
SPARSER = 8  # times as many in the next round
LONG = 512  # edges from which a list is cut into pieces of so many
ROOT_BITS = 48  # of the word that has how often a root was drawn, and the root


_without_hub: WeakSet[Graph] = WeakSet()  # undirected graphs whose hub has too few vertices near it


class Join(NamedTuple):
    """Scratch, and the result."""

    roots: Any  # V ids: the smallest vertex of each vertex's component; then its number
    pieces: Any  # of lists of LONG edges or more that are left to link: vertex and first edge of each
    state: Any


def smallest_of_each(graph: Graph, device: Cuda | Python) -> Any:
    """V vertex ids: the smallest of each vertex's component."""
    join = _join(graph, device, numbered=False)
    _remember(graph, bool(join.state[IS_AROUND]))
    return join.roots


def numbered_components(graph: Graph, device: Cuda | Python) -> tuple[Any, int]:
    """Numbered weak components, and how many."""
    join = _join(graph, device, numbered=True)
    total, is_around = join.state[TOTAL : IS_AROUND + 1].tolist()
    _remember(graph, bool(is_around))
    return join.roots, total


def _remember(graph: Graph, is_around: bool) -> None:
    """Note an undirected graph that has no such component."""
    if not (is_around or graph.directed):
        _without_hub.add(graph)


def max_pieces(num_edges: int) -> int:
    """The most pieces that lists of so many edges are cut into: less than two for LONG edges."""
    return 2 * (num_edges // LONG)


def _join(graph: Graph, device: Cuda | Python, *, numbered: bool) -> Join:
    """The roots, or the components' numbers in their place."""
    xp, count = device.xp, graph.num_vertices
    blocks, threads = device.running_at_once(THREADS)
    forest = Forest(*graph.csr[:2], xp.empty(count, graph.csr.dst.dtype))
    join = Join(
        xp.empty(count, graph.csr.dst.dtype),
        xp.empty(2 * max_pieces(graph.num_edges), np.int64),
        xp.zeros(STATE_SIZE, np.int64),
    )
    numbering = None
    if numbered:  # once the roots are found, the parents' memory has their numbers
        numbering = Numbering(join.roots, forest.parents, xp.empty(blocks, np.int64))
    if count:  # the kernel takes some tree for the largest
        tries_hub = not graph.directed and graph not in _without_hub
        flags = int(graph.directed), int(tries_hub)
        kernel: Any = device.bind(join_trees, forest, join, numbering, *flags, threads=threads)
        device.relaunch(blocks, threads, kernel, {})
    return join


def join_trees(forest, join, numbering, directed, tries_hub):
    """Step by step; see above."""
    count, goal = join.roots.size, int64(cuda.gridDim.x)
    largest, linked = int64(NONE), int64(0)
    if tries_hub:
        note_hub(forest, join.state)
        goal = grid_barrier(join.state, goal)
        largest, goal = gather_around(forest, join.state, goal)
    if largest == NONE:
        largest, goal = sample_edges(forest, join, directed, goal)
        linked = int64(SAMPLED_EDGES)
    link_outside(forest, join, largest, linked)
    goal = grid_barrier(join.state, goal)
    if at(join.state, NUM_PIECES):
        link_pieces(forest, join, at(join.state, NUM_PIECES))
        goal = grid_barrier(join.state, goal)
    begin, end = own_part(count)
    found = find_roots(forest.parents, join.roots, begin, end)
    number_roots(join, numbering, (begin, end, found), goal)


def sample_edges(forest, join, directed, goal):
    """Link along first edges; returns the root of the largest tree, NONE if directed, and the goal."""
    count, first, stride = join.roots.size, int64(cuda.grid(1)), int64(cuda.gridsize(1))
    for vertex in range(first, count, stride):
        point_to_first(vertex, forest)
    goal = grid_barrier(join.state, goal)
    for vertex in range(first, count, stride):
        root_of(vertex, NONE, forest.parents)
    goal = grid_barrier(join.state, goal)
    largest, goal = join_most(forest, join, goal)
    if directed:
        largest = int64(NONE)
    for vertex in range(first, count, stride):
        if root_of(vertex, largest, forest.parents) != largest:
            link_first(vertex, forest)
    goal = grid_barrier(join.state, goal)
    if not directed:
        largest = root_of(largest, NONE, forest.parents)
    return largest, goal


def join_most(forest, join, goal):
    """Link few vertices, and then more, until one tree has most; returns the largest, and the goal."""
    # Neighboring items go to different multiprocessors.
    item = int64(cuda.threadIdx.x) * cuda.gridDim.x + cuda.blockIdx.x
    few, word, found, is_joined = int64(FEWEST), int64(LARGEST), int64(0), False
    while few >= LEAST and not is_joined:
        for vertex in range(item * few, join.roots.size, cuda.gridsize(1) * few):
            link_first(vertex, forest)
        goal = grid_barrier(join.state, goal)
        if cuda.blockIdx.x == 0:
            vote(forest, join.state, word)
        goal = grid_barrier(join.state, goal)
        found = at(join.state, word)
        is_joined = 2 * (found >> ROOT_BITS) >= at(join.state, ASKED)
        few, word = few // SPARSER, word + 1
    return found & ((1 << ROOT_BITS) - 1), goal


def find_roots(parents, roots, begin, end):
    """Write the roots of a warp's vertices; returns how many are roots themselves."""
    found, lane = int64(0), cuda.threadIdx.x % WARP_SIZE
    for base in range(begin, end, WARP_SIZE):
        vertex, is_root = base + lane, False
        if vertex < end:
            root = root_of(vertex, NONE, parents)
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


def root_of(vertex, largest, parents):
    """The vertex's root, or `largest` if the way leads there.

    The vertex is made to point to it, and vertices on the way to their grandparents.
    """
    start, parent = vertex, at(parents, vertex)
    before, grandparent = parent, at(parents, parent)
    while grandparent != parent and parent != largest:
        put(parents, vertex, grandparent)
        vertex, parent = parent, grandparent
        grandparent = at(parents, parent)
    if parent != before:
        put(parents, start, parent)
    return parent


def link_first(vertex, forest):
    """Link the vertex along its first edges, except a first edge that leads to its parent."""
    first, end = at(forest.src_ptr, vertex), at(forest.src_ptr, vertex + 1)
    for edge in range(first, min(first + SAMPLED_EDGES, end)):
        neighbor = at(forest.dst, edge)
        if edge > first or neighbor > vertex:
            link(vertex, neighbor, forest.parents)


def vote(forest, state, word):
    """Store the root that most of the sampled vertices with edges have, and how many these are.

    One block calls this.
    """
    drawn, size = cuda.shared.array(SAMPLE, int64), min(SAMPLE, forest.parents.size)
    for index in range(cuda.threadIdx.x, size, cuda.blockDim.x):
        vertex = (index + 1) * SPREAD % forest.parents.size
        has_edges = at(forest.src_ptr, vertex) < at(forest.src_ptr, vertex + 1)
        drawn[index] = root_of(vertex, NONE, forest.parents) if has_edges else NONE
    cuda.syncthreads()
    for index in range(cuda.threadIdx.x, size, cuda.blockDim.x):
        votes, asked = int64(0), int64(0)
        for other in range(size):
            votes += drawn[other] == drawn[index]
            asked += drawn[other] != NONE
        if drawn[index] != NONE:
            atomic_max(state, word, votes << ROOT_BITS | drawn[index])
            put(state, ASKED, asked)


def link_outside(forest, join, largest, linked):
    """Link the vertices outside the largest tree along their edges, but for the first so many `linked`."""
    lane = cuda.threadIdx.x % WARP_SIZE
    base, count = int64(cuda.grid(1) - lane), join.roots.size
    while base < count:
        vertex, edge, end = base + lane, int64(0), int64(0)
        if vertex < count and root_of(vertex, largest, forest.parents) != largest:
            edge = at(forest.src_ptr, vertex) + linked
            end = at(forest.src_ptr, vertex + 1)
        if end - edge >= LONG:
            cut(join, vertex, edge, end)
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


def cut(join, vertex, edge, end):
    """Note the pieces of a list."""
    number = (end - edge + LONG - 1) // LONG
    place = 2 * atomic_add(join.state, NUM_PIECES, number)
    for begin in range(edge, end, LONG):
        put(join.pieces, place, vertex)
        put(join.pieces, place + 1, begin)
        place += 2


def link_pieces(forest, join, count):
    """Link along the pieces, each by a warp."""
    lane, warps = cuda.threadIdx.x % WARP_SIZE, cuda.gridsize(1) // WARP_SIZE
    item = int64(cuda.blockIdx.x + cuda.gridDim.x * (cuda.threadIdx.x // WARP_SIZE))
    while item < count:
        vertex, begin = at(join.pieces, 2 * item), at(join.pieces, 2 * item + 1)
        for near in range(begin + lane, min(begin + LONG, at(forest.src_ptr, vertex + 1)), WARP_SIZE):
            link(vertex, at(forest.dst, near), forest.parents)
        item += warps
