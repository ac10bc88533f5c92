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

from typing import TYPE_CHECKING, Any

import numpy as np

from ...atomics import atomic_add, atomic_cas
from ...compiler import cuda, int32, int64
from ...intrinsics.access import at
from ...intrinsics.warp import WARP_SIZE
from . import look_up, marked
from .look_up import FREE, SLOTS, SLOTS_BITS, look_up_below, slot_of
from .split import sides_of, units_of

if TYPE_CHECKING:
    from ...device import Cuda, Python
    from ...graph import Graph

FEW = 16  # neighbors of a vertex up to which one thread compares them: a block would clear a table for them
THREADS = 128  # per block that counts
BELOW = 256  # neighbors below a vertex that one block takes
MOST_KEYS = SLOTS // 2  # neighbors above a vertex that are in the table at a time
ROOM = 4  # slots per key, as long as the table has so many
LEAST_BITS = 6  # of a slot's number


def counts_by_degree(graph: Graph, device: Cuda | Python) -> Any:
    """V int64: the triangles at each vertex."""
    xp, count = device.xp, graph.num_vertices
    sides, order = sides_of(graph, device)
    counts, by_rank = xp.zeros(count, np.int64), xp.zeros(count, np.int64)
    middle = (sides.above > 0) & (sides.below > 0)
    few = xp.flatnonzero(middle & (graph.out_degrees <= FEW))
    device.for_each(few.size, compare, few, sides, counts, by_rank)
    ranked = order.compress((middle & (graph.out_degrees > FEW)).take(order))
    can_mark = (sides.ranks.take(ranked) < look_up.REACH) & (sides.above.take(ranked) <= look_up.MOST_MARKED)
    for kernel, (most, resident), below, chosen in (
        (marked.count_marked, (marked.THREADS, marked.RESIDENT), marked.BELOW, can_mark),
        (count_unit, (THREADS, 0), BELOW, ~can_mark),
    ):
        units = units_of(ranked.compress(chosen), sides, below, xp)
        if units.vertices.size:
            _, threads = device.running_at_once(most)
            given = kernel, sides, units, counts, by_rank
            device.launch(units.vertices.size, threads, *given, resident=resident)
    return counts + by_rank.take(sides.ranks)


def compare(index, vertices, sides, counts, by_rank):
    """Count the triangles with a vertex of few neighbors in the middle: those below it have no more."""
    vertex, found = vertices[index], 0
    begin, end = sides.src_ptr[vertex], sides.src_ptr[vertex + 1]
    for edge in range(end - sides.below[vertex], end):
        lowest = sides.ids[edge]
        first = sides.src_ptr[lowest]
        for far in range(first, first + sides.above[lowest]):
            highest = sides.ids[far]
            for own in range(begin, begin + sides.above[vertex]):
                if sides.ids[own] == highest:
                    atomic_add(by_rank, highest, 1)
                    atomic_add(counts, lowest, 1)
                    found += 1
    if found:
        atomic_add(counts, vertex, found)


def count_unit(sides, units, counts, by_rank):
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
        found += look_up_below(sides, vertex, (part, BELOW), (keys, keys, hits, bits), counts)
        cuda.syncthreads()  # all have counted their hits
        for slot in range(thread, 1 << bits, cuda.blockDim.x):
            if hits[slot]:
                atomic_add(by_rank, keys[slot], int64(hits[slot]))
        cuda.syncthreads()  # all hits are told
    if found and thread % WARP_SIZE == 0:
        atomic_add(counts, vertex, found)


def insert(keys, key, bits):
    """Put a key into the table, which doesn't have it."""
    slot = slot_of(key, bits)
    while atomic_cas(keys, slot, int32(FREE), int32(key)) != FREE:
        slot = (slot + 1) & ((1 << bits) - 1)
