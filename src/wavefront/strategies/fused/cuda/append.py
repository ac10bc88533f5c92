"""How warps put vertices into the next frontier's half of the queue.

A warp holds the vertices that it finds in its own part of a buffer in shared memory, which no other warp
touches. When this part is nearly full, and at the end of the warp's work on the level, the warp appends all
held vertices to the queue. One atomic claims the slots, so that no other warp writes to them. No thread reads
the slots before the barrier that ends the level. start.py appends the sources, push.py the vertices that it
claims, and levels.py, by `collect`, the vertices that a pull found.
"""

from typing import Any, NamedTuple

import numpy as np

from ....atomics import atomic_add
from ....compiler import cuda, float32, int32, int64
from ....intrinsics.access import at, put
from ....intrinsics.warp import WARP_SIZE, ballot, broadcast, rank, size_of, syncwarp, warp_sum
from .bitmap import next_word
from .search import (
    ALL_HELD,
    ALL_MISSED,
    DONE,
    EDGES,
    HAS_LONG,
    HAS_MEDIUM,
    HELD,
    MEDIUM,
    OWN_MISSED,
    SHORT,
    TAIL,
    Warp,
)


class Tally(NamedTuple):
    """The vertices that a warp holds, and counts of those that it appended."""

    held: Any  # vertices in the warp's buffer
    ended: Any  # vertices that it found and didn't hold: they lead nowhere
    edges: Any  # edges of the vertices that this lane appended
    lengths: Any  # bitwise or of the lengths of their lists
    appended: Any  # whether the warp appended any vertex
    full: Any  # whether it found the queue full


def own_warp():
    """This thread's warp and its buffers. Call in one place only: each call site reserves shared memory."""
    waiting = cuda.shared.array(ALL_HELD, int32)
    missed = cuda.shared.array(ALL_MISSED, int32)
    in_block = cuda.threadIdx.x // WARP_SIZE
    return Warp(
        cuda.threadIdx.x % WARP_SIZE,
        cuda.blockIdx.x + cuda.gridDim.x * in_block,
        cuda.gridDim.x * (cuda.blockDim.x // WARP_SIZE),
        in_block * HELD,
        waiting,
        in_block * OWN_MISSED,
        missed,
    )


def nothing_held():
    """The tally of a warp that has found nothing yet."""
    return Tally(int32(0), int32(0), int64(0), int64(0), False, False)


def hold(buffer, first, held, vertex, wanted):
    """Put the vertices of the lanes with `wanted` into the warp's buffer. Returns how many it holds."""
    mask = ballot(wanted)
    if wanted:
        put(buffer, int32(first + held + rank(mask)), vertex)
    return int32(held + size_of(mask))


def hold_found(warp, tally, vertex, found, leads_on):
    """Hold the vertices of the lanes with `found`, to be appended; count those that don't lead on."""
    held = hold(warp.waiting, warp.own, tally.held, vertex, found & leads_on)
    ended = int32(tally.ended + size_of(ballot(found & (not leads_on))))
    return Tally(held, ended, tally.edges, tally.lengths, tally.appended, tally.full)


def flush(search, warp, half, tally):
    """Append the vertices that the warp holds to the frontier in this half of the queue.

    Vertices that don't fit into the queue are counted but not written: the next level then pulls. A warp that
    found the queue full doesn't read their offsets: they count as having the graph's mean number of edges.
    """
    src_ptr, edges, lengths = search.graph.src_ptr, tally.edges, tally.lengths
    slot = 0
    if warp.lane == 0:
        slot = atomic_add(search.state, half.counters + TAIL, tally.held)
    syncwarp()
    if tally.full:
        mean = float32(search.graph.dst.size) / float32(search.graph.able)
        edges += int64(float32(tally.held) * mean) if warp.lane == 0 else int64(0)
        return Tally(int32(0), tally.ended, edges, lengths, True, True)
    for index in range(warp.lane, tally.held + warp.lane, 2 * WARP_SIZE):
        other = index + WARP_SIZE
        mine, also = index < tally.held, other < tally.held
        a = int(warp.waiting[warp.own + index]) if mine else 0
        b = int(warp.waiting[warp.own + other]) if also else 0
        start_a, end_a, start_b, end_b = (
            at(src_ptr, a),
            at(src_ptr, a + 1),
            at(src_ptr, b),
            at(src_ptr, b + 1),
        )
        if index == warp.lane:  # only now, so that the waits for the offsets and for the slot overlap
            slot = broadcast(slot, 0)
        if mine:
            put_entry(search, half, slot + index, (a, start_a, end_a - start_a))
        if also:
            put_entry(search, half, slot + other, (b, start_b, end_b - start_b))
        degree_a, degree_b = end_a - start_a if mine else 0, end_b - start_b if also else 0
        edges += degree_a + degree_b
        lengths |= degree_a | degree_b
    syncwarp()
    full = 4 * (slot + tally.held) > search.queues.queue.size
    return Tally(int32(0), tally.ended, edges, lengths, True, full)


def put_entry(search, half, slot, entry):
    """Put a vertex, the first edge and the length of its list, into a slot of this half, if it fits."""
    vertex, start, length = entry
    queue, place = search.queues.queue, 2 * slot
    if place < queue.size // 2:
        put(queue, half.start + place, start)
        put(queue, half.start + place + 1, vertex | length << 32)


def count_found(search, warp, half, tally):
    """Count the vertices that the warp found but didn't append, and the edges of those that it appended."""
    if tally.ended and warp.lane == 0:
        atomic_add(search.state, half.counters + DONE, tally.ended)
    if tally.appended:
        count_edges(search, half, tally.edges, tally.lengths, warp.lane)


def count_edges(search, half, edges, lengths, lane):
    """Add the edges of the lanes' appended vertices to the counters, and note how long their lists are.

    `lengths` is the bitwise or of the lengths: it has a bit of `MEDIUM` or above if one of them has.
    """
    edges = warp_sum(edges)
    if edges and lane == 0:
        atomic_add(search.state, half.counters + EDGES, edges)
    note_lengths(search, half, lengths)


def note_lengths(search, half, lengths):
    """Note whether there is a bit of a long list's length, and of one of MEDIUM edges or more."""
    if lengths >> SHORT > 1:
        search.state[half.counters + HAS_LONG] = 1
    if lengths >= MEDIUM:
        search.state[half.counters + HAS_MEDIUM] = 1


def collect(search, warp, old, new, frontier):
    """Put the vertices that a pull level found, the difference of the two bitmaps, into the queue.

    Those that lead nowhere are left out.

    No thread writes the bitmaps now. The counters that this adds to belong to the level that ended: no
    decision depends on them before the next barrier.
    """
    tally = nothing_held()
    base, stride = int32(warp.number * WARP_SIZE), int32(warp.num_warps * WARP_SIZE)
    while base < new.size:
        word = np.uint32(0)
        if base + warp.lane < new.size:
            found = at(new, base + warp.lane) & ~at(old, base + warp.lane)
            word = np.uint32(found & ~at(search.graph.ends, base + warp.lane))
        live = ballot(word != 0)
        last = base + stride >= new.size
        while live or (last and tally.held):
            if live:
                place, bits, live = next_word(word, live)
                vertex = int32((base + place) * 32 + warp.lane)
                tally = hold_found(warp, tally, vertex, bits & np.uint32(1 << warp.lane) != 0, True)
            if tally.held > (HELD - WARP_SIZE if live or not last else 0):
                tally = flush(search, warp, frontier, tally)
        base = int32(base + stride)
    count_found(search, warp, frontier, tally)
