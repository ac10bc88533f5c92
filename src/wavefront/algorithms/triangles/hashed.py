"""Triangles on a GPU where hubs stand out: neighbors are looked up in a hash table in shared memory.

Each edge leads up, to its end of higher degree. A triangle is found at its middle vertex: a block puts the
neighbors above that vertex into a table, and looks up the neighbors above each neighbor below it. That is
fewer look-ups than from the lowest vertex, as hubs have many neighbors below and few above. Source of the
order: Chiba and Nishizeki, "Arboricity and Subgraph Listing Algorithms", SIAM Journal on Computing 1985.

The split lists needn't be sorted for this. One pass splits each list: neighbors above at its front, those
below at its end. The slots of the table count the triangles of their vertex, so that a hit is an atomic in
shared memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...atomics import atomic_add, atomic_cas
from ...compiler import cuda, int32, int64
from ...intrinsics.access import at, put
from ...intrinsics.warp import WARP_SIZE, ballot, broadcast, rank, size_of, syncwarp

if TYPE_CHECKING:
    from ...device import Cuda, Python
    from ...graph import Graph

SPLIT_THREADS = 256  # per block that splits lists
CURSORS = 2 * (SPLIT_THREADS // WARP_SIZE + 1)  # two per warp, and two of the block's
HUB = 2048  # neighbors of a list from which a block splits it, not a warp
THREADS = 128  # per block that counts
BELOW = 256  # neighbors below a vertex that one block takes
SLOTS_BITS = 11
SLOTS = 1 << SLOTS_BITS  # of a block's table
MOST_KEYS = SLOTS // 2  # neighbors above a vertex that are in the table at a time
ROOM = 4  # slots per key, as long as the table has so many
LEAST_BITS = 6  # of a slot's number
SPREAD = 0x9E3779B1  # a multiplier that spreads ids over the slots
LOW_32 = 0xFFFFFFFF
FREE = -1


class Sides(NamedTuple):
    """Neighbor lists split: those above at the front of a list's slots, those below from the end on."""

    src_ptr: Any
    dst: Any
    degrees: Any
    ids: Any  # E: the split lists
    above: Any  # V: how many neighbors are above each vertex
    below: Any  # V: likewise


class Units(NamedTuple):
    """What each block counts: the triangles in the middle of which is this vertex, in so many parts."""

    vertices: Any
    parts: Any


def counts_by_degree(graph: Graph, device: Cuda | Python) -> Any:
    """V int64: the triangles at each vertex."""
    xp, count = device.xp, graph.num_vertices
    counts = xp.zeros(count, np.int64)
    sides = Sides(
        *graph.csr[:2],
        graph.out_degrees,
        xp.empty(graph.num_edges, np.int32),
        xp.empty(count, np.int32),
        xp.empty(count, np.int32),
    )
    blocks, threads = device.running_at_once(SPLIT_THREADS)
    hubs = xp.flatnonzero(sides.degrees >= HUB)
    device.launch(8 * blocks, threads, split_lists, sides, hubs)
    units = _units(sides, xp)
    if units.vertices.size:
        device.launch(units.vertices.size, min(threads, THREADS), count_unit, sides, units, counts)
    return counts


def _units(sides: Sides, xp: Any) -> Units:
    """A unit per BELOW neighbors below each vertex that has neighbors above too; hubs' first."""
    middle = xp.flatnonzero((sides.above > 0) & (sides.below > 0))
    more = (sides.below.take(middle) - 1) // BELOW
    hubs = xp.flatnonzero(more)
    if not hubs.size:
        return Units(middle, xp.zeros_like(middle))
    ends = xp.cumsum(more.take(hubs))
    numbers = xp.arange(int(ends[-1]))
    places = xp.searchsorted(ends, numbers, side="right")
    parts = 1 + numbers - (ends - more.take(hubs)).take(places)
    vertices = xp.concatenate([middle.take(hubs).take(places), middle])
    return Units(vertices, xp.concatenate([parts, xp.zeros_like(middle)]))


def split_lists(sides, hubs):
    """Split all lists: each warp its share of the short ones, and each block its share of the long ones."""
    cursors = cuda.shared.array(CURSORS, int32)
    warp, lane = cuda.threadIdx.x // WARP_SIZE, cuda.threadIdx.x % WARP_SIZE
    vertex, own = int64(cuda.grid(1) // WARP_SIZE), 2 * warp + 2
    while vertex < sides.degrees.size:
        if at(sides.degrees, vertex) < HUB:
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
    (first, stride), degree = steps, at(sides.degrees, vertex)
    edge = begin + first + lane
    while edge - lane < end:
        neighbor, is_above, is_below = int64(0), False, False
        if edge < end:
            neighbor = at(sides.dst, edge)
            if edge == begin or at(sides.dst, edge - 1) != neighbor:
                its = at(sides.degrees, neighbor)
                is_above = its > degree or (its == degree and neighbor > vertex)
                is_below = neighbor != vertex and not is_above
        above, below, front, back = ballot(is_above), ballot(is_below), 0, 0
        if lane == 0:
            front = int64(atomic_add(cursors, own, int32(size_of(above))))
            back = int64(atomic_add(cursors, own + 1, int32(size_of(below))))
        front, back = broadcast(front, 0), broadcast(back, 0)
        if is_above:
            put(sides.ids, begin + front + rank(above), neighbor)
        if is_below:
            put(sides.ids, end - 1 - back - rank(below), neighbor)
        edge += stride


def count_unit(sides, units, counts):
    """Count the triangles of a block's unit, at all three of their vertices."""
    keys = cuda.shared.array(SLOTS, int32)
    hits = cuda.shared.array(SLOTS, int32)
    vertex, part = at(units.vertices, cuda.blockIdx.x), at(units.parts, cuda.blockIdx.x)
    begin, above, thread = at(sides.src_ptr, vertex), at(sides.above, vertex), cuda.threadIdx.x
    found = 0
    for offset in range(0, above, MOST_KEYS):
        size, bits = min(above - offset, MOST_KEYS), LEAST_BITS
        while 1 << bits < ROOM * size and bits < SLOTS_BITS:
            bits += 1
        for slot in range(thread, 1 << bits, cuda.blockDim.x):
            keys[slot], hits[slot] = FREE, 0
        cuda.syncthreads()  # the table is empty
        for index in range(thread, size, cuda.blockDim.x):
            insert(keys, at(sides.ids, begin + offset + index), bits)
        cuda.syncthreads()  # the table is complete
        found += look_up_below(sides, vertex, part, (keys, hits, bits), counts)
        cuda.syncthreads()  # all have counted their hits
        for slot in range(thread, 1 << bits, cuda.blockDim.x):
            if hits[slot]:
                atomic_add(counts, keys[slot], int64(hits[slot]))
        cuda.syncthreads()  # all hits are told
    if found and thread % WARP_SIZE == 0:
        atomic_add(counts, vertex, found)


def insert(keys, key, bits):
    """Put a key into the table, which doesn't have it."""
    slot = slot_of(key, bits)
    while atomic_cas(keys, slot, int32(FREE), int32(key)) != FREE:
        slot = (slot + 1) & ((1 << bits) - 1)


def slot_of(key, bits):
    """The slot of a key, unless others have taken it."""
    return (key * SPREAD & LOW_32) >> (32 - bits)


def look_up_below(sides, vertex, part, table, counts):
    """Look up the neighbors above each neighbor below the vertex; returns the hits of this warp."""
    warp, lane = cuda.threadIdx.x // WARP_SIZE, cuda.threadIdx.x % WARP_SIZE
    warps, end, total = cuda.blockDim.x // WARP_SIZE, at(sides.src_ptr, vertex + 1), 0
    index, last = part * BELOW + warp, min((part + 1) * BELOW, at(sides.below, vertex))
    while index < last:
        place, neighbor, begin, above = index + lane * warps, int64(0), int64(0), int64(0)
        if place < last:
            neighbor = at(sides.ids, end - 1 - place)
            begin, above = at(sides.src_ptr, neighbor), at(sides.above, neighbor)
        for turn in range(min(WARP_SIZE, (last - index + warps - 1) // warps)):
            hits = look_up(sides.ids, broadcast(begin, turn), broadcast(above, turn), table, lane)
            if hits and lane == turn:
                atomic_add(counts, neighbor, hits)
            total += hits
        index += warps * WARP_SIZE
    return total


def look_up(ids, begin, count, table, lane):
    """Count hits of a list's ids in the table, in their slots; returns how many the warp has found.

    Each lane reads four ids before it looks one up: the reads take most of the time, and so overlap.
    """
    total, left, lane = int32(0), int32(count), int32(lane)  # 32 bits: half the instructions
    while left > 0:
        last = int32(left - 1)
        a, b = at(ids, begin + min(lane, last)), at(ids, begin + min(int32(lane + WARP_SIZE), last))
        c = at(ids, begin + min(int32(lane + 2 * WARP_SIZE), last))
        d = at(ids, begin + min(int32(lane + 3 * WARP_SIZE), last))
        total = int32(total + look_up_one(a, lane < left, table))
        if left > WARP_SIZE:
            total = int32(total + look_up_one(b, lane + WARP_SIZE < left, table))
        if left > 2 * WARP_SIZE:
            total = int32(total + look_up_one(c, lane + 2 * WARP_SIZE < left, table))
            total = int32(total + look_up_one(d, lane + 3 * WARP_SIZE < left, table))
        begin, left = begin + 4 * WARP_SIZE, int32(left - 4 * WARP_SIZE)
    return int64(total)


def look_up_one(wanted, is_there, table):
    """Count the hits of the lanes' ids, of those that are there; returns how many the warp has found."""
    keys, hits, bits = table
    slot, mask = slot_of(wanted, bits), (1 << bits) - 1
    key = keys[slot]
    while key != wanted and key != FREE:
        slot = (slot + 1) & mask & (SLOTS - 1)
        key = keys[slot]
    is_hit = is_there and key == wanted
    if is_hit:
        atomic_add(hits, slot, int32(1))
    return size_of(ballot(is_hit))
