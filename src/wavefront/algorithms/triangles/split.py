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
CURSORS = 2 * (SPLIT_THREADS // WARP_SIZE)  # two per warp
HUB = 2048  # neighbors of a list from which blocks split it, so many at a time, not a warp


class Sides(NamedTuple):
    """Neighbor lists split: those above at the front of a list's slots, those below from the end on."""

    src_ptr: Any
    dst: Any
    ranks: Any  # V: 0 for the vertex of highest degree, and so on
    ids: Any  # E: the split lists; ranks of neighbors above, ids of those below
    above: Any  # V: how many neighbors are above each vertex
    below: Any  # V: likewise


class Units(NamedTuple):
    """Parts of vertices' lists, a part for each block: the vertex, and the part's number."""

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
    hubs = xp.flatnonzero(degrees >= HUB)
    sides.above[hubs], sides.below[hubs] = 0, 0
    places, parts = parts_of(-(-degrees.take(hubs) // HUB), xp)
    blocks, threads = device.running_at_once(SPLIT_THREADS)
    device.launch(8 * blocks, threads, split_lists, sides, Units(hubs.take(places), parts))
    return sides, order


def parts_of(counts: Any, xp: Any) -> tuple[Any, Any]:
    """For each of all parts, of which something has so many: the number of that thing, and its own number."""
    ends = xp.cumsum(counts)
    numbers = xp.arange(int(counts.sum()))
    places = xp.searchsorted(ends, numbers, side="right")
    return places, numbers - (ends - counts).take(places)


def units_of(middle: Any, sides: Sides, most: int, xp: Any) -> Units:
    """A unit for so many neighbors below each of these vertices; those of hubs first."""
    more = (sides.below.take(middle) - 1) // most
    hubs = xp.flatnonzero(more)
    if not hubs.size:
        return Units(middle, xp.zeros(middle.size, np.int64))
    places, parts = parts_of(more.take(hubs), xp)
    vertices = xp.concatenate([middle.take(hubs).take(places), middle])
    return Units(vertices, xp.concatenate([parts + 1, xp.zeros(middle.size, np.int64)]))


def split_lists(sides, pieces):
    """Split all lists: each warp its share of the short ones, and each block pieces of the long ones."""
    cursors = cuda.shared.array(CURSORS, int32)
    warp, lane = cuda.threadIdx.x // WARP_SIZE, cuda.threadIdx.x % WARP_SIZE
    vertex, own = int64(cuda.grid(1) // WARP_SIZE), 2 * warp
    while vertex < sides.ranks.size:
        begin, end = at(sides.src_ptr, vertex), at(sides.src_ptr, vertex + 1)
        if end - begin < HUB:
            if lane == 0:
                cursors[own] = cursors[own + 1] = 0
            syncwarp()
            split(sides, vertex, (begin + lane, end, WARP_SIZE), (cursors, own), (cursors, own + 1))
            syncwarp()
            if lane == 0:
                put(sides.above, vertex, cursors[own])
                put(sides.below, vertex, cursors[own + 1])
        vertex += cuda.gridsize(1) // WARP_SIZE
    for index in range(cuda.blockIdx.x, pieces.vertices.size, cuda.gridDim.x):
        hub = int64(at(pieces.vertices, index))
        begin = at(sides.src_ptr, hub) + HUB * at(pieces.parts, index)
        end = min(begin + HUB, at(sides.src_ptr, hub + 1))
        split(
            sides,
            hub,
            (begin + cuda.threadIdx.x, end, cuda.blockDim.x),
            (sides.above, hub),
            (sides.below, hub),
        )


def split(sides, vertex, edges, front, back):
    """Split some of the edges of a vertex's list by one warp: from which on, up to which, and how far apart.

    Two counters say how many neighbors above and below have their slots.
    """
    (edge, last, stride), lane = edges, cuda.threadIdx.x % WARP_SIZE
    begin, end, own_rank = at(sides.src_ptr, vertex), at(sides.src_ptr, vertex + 1), at(sides.ranks, vertex)
    while edge - lane < last:
        neighbor, its, is_above, is_below = int64(0), int64(0), False, False
        if edge < last:
            neighbor = at(sides.dst, edge)
            if edge == begin or at(sides.dst, edge - 1) != neighbor:
                its = at(sides.ranks, neighbor)
                is_above, is_below = its < own_rank, its > own_rank
        above, below, first, behind = ballot(is_above), ballot(is_below), 0, 0
        if lane == 0:
            first = int64(atomic_add(front[0], front[1], int32(size_of(above))))
            behind = int64(atomic_add(back[0], back[1], int32(size_of(below))))
        first, behind = broadcast(first, 0), broadcast(behind, 0)
        if is_above:
            put(sides.ids, begin + first + rank(above), its)
        if is_below:
            put(sides.ids, end - 1 - behind - rank(below), neighbor)
        edge += stride
