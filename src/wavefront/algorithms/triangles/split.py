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
from .units import add_units, next_unit, room_for, unit_of

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


def sides_of(graph: Graph, device: Cuda | Python) -> tuple[Sides, Any]:
    """The split lists, and the vertices by rank."""
    xp, count, edges = device.xp, graph.num_vertices, graph.num_edges
    rising = xp.argsort(graph.out_degrees)
    order, ranks, above, below = (xp.empty(count, np.int32) for _ in range(4))
    sides = Sides(*graph.csr[:2], ranks, xp.empty(edges, np.int32), above, below)
    pieces = room_for(2 * edges // HUB, xp)  # as edges // HUB, rounded up, is at most twice that
    device.for_each(count, rank_vertex, rising, order, sides, pieces)
    blocks, threads = device.running_at_once(SPLIT_THREADS)
    device.launch(8 * blocks, threads, split_lists, sides, pieces)
    return sides, order


def rank_vertex(place, rising, order, sides, pieces):
    """Give the vertex at this place by rising degree its rank; a hub's list is cut into pieces."""
    vertex, own_rank = int64(rising[place]), rising.size - 1 - place
    order[own_rank], sides.ranks[vertex] = vertex, own_rank
    degree = at(sides.src_ptr, vertex + 1) - at(sides.src_ptr, vertex)
    if degree >= HUB:
        sides.above[vertex] = sides.below[vertex] = 0
        parts = (degree + HUB - 1) // HUB
        add_units(pieces, atomic_add(pieces, 0, parts), vertex, parts)


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
    piece = next_unit(pieces)
    while piece >= 0:
        hub, part = unit_of(piece)
        begin = at(sides.src_ptr, hub) + HUB * part
        end = min(begin + HUB, at(sides.src_ptr, hub + 1))
        split(
            sides,
            hub,
            (begin + cuda.threadIdx.x, end, cuda.blockDim.x),
            (sides.above, hub),
            (sides.below, hub),
        )
        piece = next_unit(pieces)


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
