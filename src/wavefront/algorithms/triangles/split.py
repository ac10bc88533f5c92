"""Neighbor lists split by degree on a GPU: the neighbors above each vertex, and those below.

Each edge leads up, to its end of higher degree; ranks are numbers by falling degree. One pass splits each
list: the ranks of neighbors above at its front, the ids of those below at its end. Neither is sorted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...atomics import atomic_add
from ...compiler import cuda, int32, int64
from ...intrinsics.access import at, put
from ...intrinsics.warp import WARP_SIZE, ballot, broadcast, rank, size_of, syncwarp

if TYPE_CHECKING:
    from ...device import Cuda, Python
    from ...graph import Graph

SPLIT_THREADS = 256  # per block that splits lists
CURSORS = 2 * (SPLIT_THREADS // WARP_SIZE + 1)  # two per warp, and two of the block's
HUB = 2048  # neighbors of a list from which a block splits it, not a warp


class Sides(NamedTuple):
    """Neighbor lists split: those above at the front of a list's slots, those below from the end on."""

    src_ptr: Any
    dst: Any
    ranks: Any  # V: 0 for the vertex of highest degree, and so on
    ids: Any  # E: the split lists; ranks of neighbors above, ids of those below
    above: Any  # V: how many neighbors are above each vertex
    below: Any  # V: likewise


class Units(NamedTuple):
    """What each block counts: the triangles in the middle of which is this vertex, in so many parts."""

    vertices: Any
    parts: Any


def sides_of(graph: Graph, device: Cuda | Python) -> tuple[Sides, Any]:
    """The split lists, and the vertices by rank."""
    xp, count, degrees = device.xp, graph.num_vertices, graph.out_degrees
    order = xp.argsort(-degrees, kind="stable").astype(np.int32)
    ranks = xp.empty(count, np.int32)
    ranks[order] = xp.arange(count, dtype=np.int32)
    sides = Sides(
        *graph.csr[:2],
        ranks,
        xp.empty(graph.num_edges, np.int32),
        xp.empty(count, np.int32),
        xp.empty(count, np.int32),
    )
    blocks, threads = device.running_at_once(SPLIT_THREADS)
    device.launch(8 * blocks, threads, split_lists, sides, xp.flatnonzero(degrees >= HUB))
    return sides, order


def units_of(middle: Any, sides: Sides, most: int, xp: Any) -> Units:
    """A unit for so many neighbors below each of these vertices; those of hubs first."""
    more = (sides.below.take(middle) - 1) // most
    hubs = xp.flatnonzero(more)
    if not hubs.size:
        return Units(middle, xp.zeros(middle.size, np.int64))
    ends = xp.cumsum(more.take(hubs))
    numbers = xp.arange(int(ends[-1]))
    places = xp.searchsorted(ends, numbers, side="right")
    parts = 1 + numbers - (ends - more.take(hubs)).take(places)
    vertices = xp.concatenate([middle.take(hubs).take(places), middle])
    return Units(vertices, xp.concatenate([parts, xp.zeros(middle.size, np.int64)]))


def split_lists(sides, hubs):
    """Split all lists: each warp its share of the short ones, and each block its share of the long ones."""
    cursors = cuda.shared.array(CURSORS, int32)
    warp, lane = cuda.threadIdx.x // WARP_SIZE, cuda.threadIdx.x % WARP_SIZE
    vertex, own = int64(cuda.grid(1) // WARP_SIZE), 2 * warp + 2
    while vertex < sides.ranks.size:
        if at(sides.src_ptr, vertex + 1) - at(sides.src_ptr, vertex) < HUB:
            if lane == 0:
                cursors[own] = cursors[own + 1] = 0
            syncwarp()
            split(sides, vertex, lane, (0, WARP_SIZE), cursors, own)
            syncwarp()
            if lane == 0:
                put(sides.above, vertex, cursors[own])
                put(sides.below, vertex, cursors[own + 1])
        vertex += cuda.gridsize(1) // WARP_SIZE
    for index in range(cuda.blockIdx.x, hubs.size, cuda.gridDim.x):
        if cuda.threadIdx.x == 0:
            cursors[0] = cursors[1] = 0
        cuda.syncthreads()  # the cursors are 0
        split(sides, at(hubs, index), lane, (warp * WARP_SIZE, cuda.blockDim.x), cursors, 0)
        cuda.syncthreads()  # all have claimed their slots
        if cuda.threadIdx.x == 0:
            put(sides.above, at(hubs, index), cursors[0])
            put(sides.below, at(hubs, index), cursors[1])


def split(sides, vertex, lane, steps, cursors, own):
    """Split a vertex's list by one warp, or several: from which neighbor on, and how far to the next ones."""
    begin, end = at(sides.src_ptr, vertex), at(sides.src_ptr, vertex + 1)
    (first, stride), own_rank = steps, at(sides.ranks, vertex)
    edge = begin + first + lane
    while edge - lane < end:
        neighbor, its, is_above, is_below = int64(0), int64(0), False, False
        if edge < end:
            neighbor = at(sides.dst, edge)
            if edge == begin or at(sides.dst, edge - 1) != neighbor:
                its = at(sides.ranks, neighbor)
                is_above, is_below = its < own_rank, its > own_rank
        above, below, front, back = ballot(is_above), ballot(is_below), 0, 0
        if lane == 0:
            front = int64(atomic_add(cursors, own, int32(size_of(above))))
            back = int64(atomic_add(cursors, own + 1, int32(size_of(below))))
        front, back = broadcast(front, 0), broadcast(back, 0)
        if is_above:
            put(sides.ids, begin + front + rank(above), its)
        if is_below:
            put(sides.ids, end - 1 - back - rank(below), neighbor)
        edge += stride
