"""Triangles on a GPU where a list is long: neighbors are looked up in a table in shared memory.

Each edge leads up, to its end of higher degree. A triangle is found at its middle vertex: a block puts the
neighbors above that vertex into a table, and looks up the neighbors above each neighbor below it. That is
fewer look-ups than from the lowest vertex, as hubs have many neighbors below and few above. Source of the
order: Chiba and Nishizeki, "Arboricity and Subgraph Listing Algorithms", SIAM Journal on Computing 1985.

The tables of vertices of high rank are bits (marked.py), which have nearly all look-ups; those of others are
hash tables, here. The slots of either count the triangles of their vertex, so that a hit is an atomic in
shared memory. Vertices of FEW neighbors have no table: a thread compares all with all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...atomics import atomic_add, atomic_cas
from ...compiler import cuda, int32, int64
from ...intrinsics.access import at
from ...intrinsics.warp import WARP_SIZE, broadcast, prefix_sum
from . import look_up, marked
from .look_up import FREE, SLOTS, SLOTS_BITS, look_up_below, slot_of
from .split import sides_of
from .units import add_units, next_unit, room_for, unit_of

if TYPE_CHECKING:
    from ...device import Cuda, Python
    from ...graph import Graph

FEW = 16  # neighbors of a vertex up to which one thread compares them: a block would clear a table for them
THREADS = 128  # per block that counts
RESIDENT = 12  # blocks that a multiprocessor holds: 17 KiB each of an H200's 228
LISTING = 256  # threads per block that lists units
BELOW = 256  # neighbors below a vertex that one block takes
MOST_KEYS = SLOTS // 2  # neighbors above a vertex that are in the table at a time
ROOM = 4  # slots per key, as long as the table has so many
LEAST_BITS = 6  # of a slot's number


class Found(NamedTuple):
    """Triangles: V int64 each."""

    counts: Any  # by vertex: where it is the lowest or in the middle; of all at the end
    by_rank: Any  # by rank: where it is the highest


def counts_by_degree(graph: Graph, device: Cuda | Python) -> Any:
    """V int64: the triangles at each vertex."""
    xp, count = device.xp, graph.num_vertices
    sides, order = sides_of(graph, device)
    found = Found(xp.zeros(count, np.int64), xp.zeros(count, np.int64))
    by_marks, by_hashes = (room_for(most, xp) for most in most_units(count, graph.num_edges))
    blocks, threads = device.running_at_once(LISTING)
    device.launch(8 * blocks, threads, list_units, order, sides, found, by_marks, by_hashes)
    for kernel, units, most, resident in (
        (marked.count_marked, by_marks, marked.THREADS, marked.RESIDENT),
        (count_hashed, by_hashes, THREADS, RESIDENT),
    ):
        blocks, threads = device.running_at_once(most)
        device.launch(resident * blocks, threads, kernel, sides, units, *found, resident=resident)
    device.for_each(count, add_by_rank, sides.ranks, *found)
    return found.counts


def most_units(count: int, edges: int) -> tuple[int, int]:
    """How many units with marks, and with hash tables, a graph of so many vertices and edges has at most."""
    middle, down = min(count, edges // (FEW + 1)), edges // 2  # half of all edges lead down
    return min(middle, look_up.REACH) + down // marked.BELOW, middle + down // BELOW


def list_units(order, sides, found, by_marks, by_hashes):
    """List the units of vertices with neighbors above and below, roughly by rank.

    Triangles with a vertex of few neighbors in the middle are counted at once.
    """
    lane = cuda.threadIdx.x % WARP_SIZE
    first = int64(cuda.grid(1) - lane)
    while first < order.size:
        place, vertex, marks, hashes = first + lane, int64(0), int64(0), int64(0)
        if place < order.size:
            vertex = at(order, place)
            above, below = at(sides.above, vertex), at(sides.below, vertex)
            if above > 0 and below > 0:
                if at(sides.src_ptr, vertex + 1) - at(sides.src_ptr, vertex) <= FEW:
                    compare(vertex, sides, found)
                elif place < look_up.REACH and above <= look_up.MOST_MARKED:
                    marks = (below + marked.BELOW - 1) // marked.BELOW
                else:
                    hashes = (below + BELOW - 1) // BELOW
        add_of_warp(by_marks, vertex, marks)
        add_of_warp(by_hashes, vertex, hashes)
        first += cuda.gridsize(1)


def add_of_warp(units, vertex, parts):
    """Add so many parts of each lane's vertex; the warp counts them by one atomic."""
    lane, through, first = cuda.threadIdx.x % WARP_SIZE, prefix_sum(parts), int64(0)
    total = broadcast(through, WARP_SIZE - 1)
    if total:
        if lane == 0:
            first = atomic_add(units, 0, total)
        add_units(units, broadcast(first, 0) + through - parts, vertex, parts)


def compare(vertex, sides, found):
    """Count the triangles with a vertex of few neighbors in the middle: those below it have no more."""
    begin, end, own = at(sides.src_ptr, vertex), at(sides.src_ptr, vertex + 1), int64(0)
    for edge in range(end - at(sides.below, vertex), end):
        lowest = at(sides.ids, edge)
        first = at(sides.src_ptr, lowest)
        for far in range(first, first + at(sides.above, lowest)):
            highest = at(sides.ids, far)
            for near in range(begin, begin + at(sides.above, vertex)):
                if at(sides.ids, near) == highest:
                    atomic_add(found.by_rank, highest, 1)
                    atomic_add(found.counts, lowest, 1)
                    own += 1
    if own:
        atomic_add(found.counts, vertex, own)


def count_hashed(sides, units, counts, by_rank):
    """Count the triangles of the units that this block takes, at all three of their vertices."""
    keys = cuda.shared.array(SLOTS, int32)
    hits = cuda.shared.array(SLOTS, int32)
    unit = next_unit(units)
    while unit >= 0:
        vertex, part = unit_of(unit)
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
            found += look_up_below(sides, vertex, (part, BELOW), (keys, keys, hits, bits), counts)
            cuda.syncthreads()  # all have counted their hits
            for slot in range(thread, 1 << bits, cuda.blockDim.x):
                if hits[slot]:
                    atomic_add(by_rank, keys[slot], int64(hits[slot]))
            cuda.syncthreads()  # all hits are told
        if found and thread % WARP_SIZE == 0:
            atomic_add(counts, vertex, found)
        unit = next_unit(units)


def insert(keys, key, bits):
    """Put a key into the table, which doesn't have it."""
    slot = slot_of(key, bits)
    while atomic_cas(keys, slot, int32(FREE), int32(key)) != FREE:
        slot = (slot + 1) & ((1 << bits) - 1)


def add_by_rank(vertex, ranks, counts, by_rank):
    """Add what was counted at the vertex's rank."""
    counts[vertex] += by_rank[ranks[vertex]]
