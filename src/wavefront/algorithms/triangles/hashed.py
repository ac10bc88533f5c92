"""Triangles on a GPU where hubs stand out: neighbors are looked up in a hash table in shared memory.

Vertices are numbered by falling degree, and each edge leads up, to the lower number. A triangle is found at
its middle vertex: a block puts the neighbors above that vertex into a table, and looks up the neighbors above
each neighbor below it. That is fewer look-ups than from the lowest vertex, as hubs have many neighbors below
and few above. Source of the order: Chiba and Nishizeki, "Arboricity and Subgraph Listing Algorithms", SIAM
Journal on Computing 1985.

One pass splits each list: first the neighbors above, by the bits that their numbers have, then those below.
Looking up ends where numbers have more bits than the middle vertex's, which is after about half of a list.
The slots of a table count the triangles of their vertices, so that a hit is an atomic in shared memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...atomics import atomic_add, atomic_cas
from ...compiler import cuda, int32, int64
from ...intrinsics.access import at, put
from ...intrinsics.warp import (
    WARP_SIZE,
    ballot,
    broadcast,
    num_bits,
    prefix_sum,
    rank,
    size_of,
    syncwarp,
)

if TYPE_CHECKING:
    from ...device import Cuda, Python
    from ...graph import Graph

SPLIT_THREADS = 256  # per block that splits lists
SPLIT_BLOCKS = 8  # per multiprocessor
CURSORS = SPLIT_THREADS + WARP_SIZE  # a cursor per lane, and those of the block
BELOW = WARP_SIZE - 1  # the cursor of neighbors below; the others are of neighbors above, by their bits
HUB = 2048  # neighbors of a list from which a block splits it, not a warp
THREADS = 128  # per block that counts
PART = 256  # neighbors below a vertex that one block takes
SLOTS_BITS = 11
SLOTS = 1 << SLOTS_BITS  # of a block's table
MOST_KEYS = SLOTS // 2  # neighbors above a vertex that are in the table at a time
ROOM = 4  # slots per key, as long as the table has so many
LEAST_BITS = 6  # of a slot's number
SPREAD = 0x9E3779B1  # a multiplier that spreads numbers over the slots
LOW_32 = 0xFFFFFFFF
FREE = -1


class Lists(NamedTuple):
    """The graph's lists, and what they are split into: numbers, in the slots of the graph's lists."""

    src_ptr: Any
    dst: Any
    numbers: Any  # V int32: of each vertex
    split: Any  # int32: of each list the numbers above, then those below; and some slots more
    begins: Any  # V: of each number the first slot of its list; likewise the next two
    above: Any
    below: Any


class Units(NamedTuple):
    """What each block counts: the triangles in the middle of which is this vertex, in so many parts."""

    vertices: Any
    parts: Any


def counts_by_degree(graph: Graph, device: Cuda | Python) -> Any:
    """V int64: the triangles at each vertex."""
    xp, count = device.xp, graph.num_vertices
    numbers, counts = xp.empty(count, np.int32), xp.zeros(count, np.int64)
    numbers[xp.argsort(-graph.out_degrees, kind="stable")] = xp.arange(count, dtype=np.int32)
    sizes = graph.num_edges + 2 * WARP_SIZE, count, count  # warps read beyond a list's end
    split, above, below = (xp.empty(size, np.int32) for size in sizes)
    lists = Lists(*graph.csr[:2], numbers, split, xp.empty(count, graph.csr.src_ptr.dtype), above, below)
    blocks, threads = device.running_at_once(SPLIT_THREADS)
    hubs = xp.flatnonzero(graph.out_degrees >= HUB)
    device.launch(SPLIT_BLOCKS * blocks, threads, split_lists, lists, hubs)
    units = _units(lists, xp)
    if units.vertices.size:
        device.launch(units.vertices.size, min(threads, THREADS), count_unit, lists, units, counts)
    return counts.take(numbers)


def _units(lists: Lists, xp: Any) -> Units:
    """A unit per PART neighbors below each vertex that has neighbors above too; hubs' first."""
    middle = xp.flatnonzero((lists.above > 0) & (lists.below > 0))
    more = (lists.below.take(middle) - 1) // PART
    hubs = xp.flatnonzero(more)
    if not hubs.size:
        return Units(middle, xp.zeros_like(middle))
    ends = xp.cumsum(more.take(hubs))
    slots = xp.arange(int(ends[-1]))
    places = xp.searchsorted(ends, slots, side="right")
    parts = 1 + slots - (ends - more.take(hubs)).take(places)
    vertices = xp.concatenate([middle.take(hubs).take(places), middle])
    return Units(vertices, xp.concatenate([parts, xp.zeros_like(middle)]))


def split_lists(lists, hubs):
    """Split all lists: each warp its share of the short ones, and each block its share of the long ones."""
    cursors = cuda.shared.array(CURSORS, int32)
    warp, lane = cuda.threadIdx.x // WARP_SIZE, cuda.threadIdx.x % WARP_SIZE
    vertex, own = int64(cuda.grid(1) // WARP_SIZE), (warp + 1) * WARP_SIZE
    while vertex < lists.numbers.size:
        if at(lists.src_ptr, vertex + 1) - at(lists.src_ptr, vertex) < HUB:
            cursors[own + lane] = 0
            syncwarp()
            count_sides(lists, vertex, lane, (0, WARP_SIZE), cursors, own)
            syncwarp()
            set_cursors(lists, vertex, lane, cursors, own)
            syncwarp()
            fill_sides(lists, vertex, lane, (0, WARP_SIZE), cursors, own)
            syncwarp()
        vertex += cuda.gridsize(1) // WARP_SIZE
    for index in range(cuda.blockIdx.x, hubs.size, cuda.gridDim.x):
        steps = warp * WARP_SIZE, cuda.blockDim.x
        if warp == 0:
            cursors[lane] = 0
        cuda.syncthreads()  # the cursors are 0
        count_sides(lists, at(hubs, index), lane, steps, cursors, 0)
        cuda.syncthreads()  # all is counted
        if warp == 0:
            set_cursors(lists, at(hubs, index), lane, cursors, 0)
        cuda.syncthreads()  # the cursors are set
        fill_sides(lists, at(hubs, index), lane, steps, cursors, 0)
        cuda.syncthreads()  # the cursors are free


def side_of(lists, edge, begin, end, own):
    """A neighbor's number and its cursor, which is negative for none, and for one that was there before."""
    if edge >= end:
        return int64(0), -1
    neighbor = at(lists.dst, edge)
    number = at(lists.numbers, neighbor)
    if number == own or (edge > begin and at(lists.dst, edge - 1) == neighbor):
        return number, -1
    return number, num_bits(number) if number < own else BELOW


def count_sides(lists, vertex, lane, steps, cursors, place):
    """Count a vertex's neighbors per cursor. One warp or several: where to start, and how far to go on."""
    begin, end = at(lists.src_ptr, vertex), at(lists.src_ptr, vertex + 1)
    (first, stride), own = steps, at(lists.numbers, vertex)
    edge = begin + first + lane
    while edge - lane < end:
        _, cursor = side_of(lists, edge, begin, end, own)
        below = ballot(cursor == BELOW)
        if lane == 0 and below:
            atomic_add(cursors, place + BELOW, int32(size_of(below)))
        if 0 <= cursor < BELOW:
            atomic_add(cursors, place + cursor, int32(1))
        edge += stride


def set_cursors(lists, vertex, lane, cursors, place):
    """Make the counts first slots, and store what the vertex's list is split into."""
    number, count = at(lists.numbers, vertex), int64(cursors[place + lane])
    first = prefix_sum(count) - count
    cursors[place + lane] = first
    if lane == BELOW:
        put(lists.begins, number, at(lists.src_ptr, vertex))
        put(lists.above, number, first)
        put(lists.below, number, count)


def fill_sides(lists, vertex, lane, steps, cursors, place):
    """Store the numbers of a vertex's neighbors; arguments as of `count_sides`."""
    begin, end = at(lists.src_ptr, vertex), at(lists.src_ptr, vertex + 1)
    (first, stride), own = steps, at(lists.numbers, vertex)
    edge = begin + first + lane
    while edge - lane < end:
        number, cursor = side_of(lists, edge, begin, end, own)
        below, slot = ballot(cursor == BELOW), int64(0)
        if lane == 0 and below:
            slot = int64(atomic_add(cursors, place + BELOW, int32(size_of(below))))
        slot = broadcast(slot, 0) + rank(below)
        if 0 <= cursor < BELOW:
            slot = int64(atomic_add(cursors, place + cursor, int32(1)))
        if cursor >= 0:
            put(lists.split, begin + slot, number)
        edge += stride


def count_unit(lists, units, counts):
    """Count the triangles of a block's unit, at all three of their vertices."""
    keys = cuda.shared.array(SLOTS, int32)
    hits = cuda.shared.array(SLOTS, int32)
    vertex, part = at(units.vertices, cuda.blockIdx.x), at(units.parts, cuda.blockIdx.x)
    begin, above, thread = at(lists.begins, vertex), at(lists.above, vertex), cuda.threadIdx.x
    found = 0
    for offset in range(0, above, MOST_KEYS):
        size, bits = min(above - offset, MOST_KEYS), LEAST_BITS
        while 1 << bits < ROOM * size and bits < SLOTS_BITS:
            bits += 1
        for slot in range(thread, 1 << bits, cuda.blockDim.x):
            keys[slot], hits[slot] = FREE, 0
        cuda.syncthreads()  # the table is empty
        for index in range(thread, size, cuda.blockDim.x):
            insert(keys, at(lists.split, begin + offset + index), bits)
        cuda.syncthreads()  # the table is complete
        found += look_up_below(lists, vertex, part, (keys, hits, bits), counts)
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


def look_up_below(lists, vertex, part, table, counts):
    """Look up the neighbors above each neighbor below the vertex; returns the hits of this warp."""
    warp, lane = cuda.threadIdx.x // WARP_SIZE, cuda.threadIdx.x % WARP_SIZE
    warps, total = cuda.blockDim.x // WARP_SIZE, 0
    start = at(lists.begins, vertex) + at(lists.above, vertex)
    index, last = part * PART + warp, min((part + 1) * PART, at(lists.below, vertex))
    while index < last:
        place, neighbor, begin, above = index + lane * warps, int64(0), int64(0), int64(0)
        if place < last:
            neighbor = at(lists.split, start + place)
            begin, above = at(lists.begins, neighbor), at(lists.above, neighbor)
        soon = at(lists.split, broadcast(begin, 0) + lane)
        for turn in range(min(WARP_SIZE, (last - index + warps - 1) // warps)):
            wanted, place = soon, broadcast(begin, turn) + lane
            soon = at(lists.split, broadcast(begin, (turn + 1) % WARP_SIZE) + lane)  # of the next list
            hits = look_up(lists.split, wanted, place, broadcast(above, turn), vertex, table)
            if hits and lane == turn:
                atomic_add(counts, neighbor, hits)
            total += hits
        index += warps * WARP_SIZE
    return total


def look_up(split, wanted, place, count, vertex, table):
    """Count hits in the table of a list's numbers, in their slots; returns how many the warp has found.

    A lane's first number is there already, and its place in the list: the next reads are always under way.
    """
    keys, hits, bits = table
    mask, total, left = (1 << bits) - 1, int32(0), int32(count)  # 32 bits: half the instructions
    lane, more_bits = int32(cuda.threadIdx.x % WARP_SIZE), 1 << num_bits(vertex)
    while left > 0:
        place += WARP_SIZE
        soon, is_hit = at(split, place), False
        is_behind = lane < left and wanted >= more_bits
        if lane < left and wanted < vertex:
            slot = slot_of(wanted, bits)
            key = keys[slot]
            while key != wanted and key != FREE:
                slot = (slot + 1) & mask & (SLOTS - 1)
                key = keys[slot]
            is_hit = key == wanted
            if is_hit:
                atomic_add(hits, slot, int32(1))
        total = int32(total + size_of(ballot(is_hit)))
        wanted, left = soon, int32(left - WARP_SIZE)
        if ballot(is_behind):
            left = int32(0)
    return int64(total)
