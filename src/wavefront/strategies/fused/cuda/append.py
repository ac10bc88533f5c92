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
from ....compiler import cuda, int32, int64
from ....intrinsics.access import at, put
from ....intrinsics.warp import WARP_SIZE, ballot, broadcast, rank, size_of, syncwarp, warp_sum
from .bitmap import next_word
from .search import BUFFERS, EDGES, HAS_LONG, HELD, SHORT, TAIL, Warp


class Tally(NamedTuple):
    """The vertices that a warp holds, and counts of those that it appended."""

    held: Any  # vertices in the warp's buffer
    edges: Any  # edges of the vertices that this lane appended
    has_long: Any  # whether one of these vertices has a long list
    appended: Any  # whether the warp appended any vertex


def own_warp():
    """This thread's warp and its buffers. Call in one place only: each call site reserves shared memory."""
    waiting = cuda.shared.array(BUFFERS, int32)
    held = cuda.shared.array(BUFFERS, int32)
    in_block = cuda.threadIdx.x // WARP_SIZE
    return Warp(
        cuda.threadIdx.x % WARP_SIZE,
        cuda.blockIdx.x + cuda.gridDim.x * in_block,
        cuda.gridDim.x * (cuda.blockDim.x // WARP_SIZE),
        in_block * HELD,
        waiting,
        held,
    )


def nothing_held():
    """The tally of a warp that has found nothing yet."""
    return Tally(int32(0), int64(0), False, False)


def hold(buffer, first, held, vertex, wanted):
    """Put the vertices of the lanes with `wanted` into the warp's buffer. Returns how many it holds."""
    mask = ballot(wanted)
    if wanted:
        put(buffer, int32(first + held + rank(mask)), vertex)
    return int32(held + size_of(mask))


def hold_found(warp, tally, vertex, wanted):
    """Hold the vertices of the lanes with `wanted`, to be appended."""
    held = hold(warp.waiting, warp.own, tally.held, vertex, wanted)
    return Tally(held, tally.edges, tally.has_long, tally.appended)


def flush(search, warp, half, tally):
    """Append the vertices that the warp holds to the frontier in this half of the queue.

    Vertices that don't fit into the queue are counted but not written: the next level then pulls.
    """
    queue, edges, has_long = search.queues.queue, 0, False
    size = queue.size // 2
    slot = 0
    if warp.lane == 0:
        slot = atomic_add(search.state, half.counters + TAIL, tally.held)
    syncwarp()
    for index in range(0, tally.held, WARP_SIZE):
        mine = index + warp.lane < tally.held
        vertex = int(warp.waiting[warp.own + index + warp.lane]) if mine else 0
        start = at(search.graph.src_ptr, vertex)
        end = at(search.graph.src_ptr, vertex + 1)
        if index == 0:  # only now, so that the waits for the offsets and for the slot overlap
            slot = broadcast(slot, 0)
        degree = end - start if mine else 0
        place = 2 * (slot + index + warp.lane)
        if mine and place < size:
            queue[half.start + place] = start
            queue[half.start + place + 1] = vertex | degree << 32
        edges += degree
        has_long |= degree >> SHORT > 1
    syncwarp()
    return Tally(int32(0), tally.edges + edges, tally.has_long | has_long, True)


def flush_last(search, warp, half, tally):
    """Append the vertices still held, and count the edges of all vertices that the warp appended."""
    if tally.held:
        tally = flush(search, warp, half, tally)
    if tally.appended:
        count_edges(search, half, tally.edges, tally.has_long, warp.lane)


def count_edges(search, half, edges, has_long, lane):
    """Add the edges of the lanes' appended vertices to the counters, and note whether a list is long."""
    edges = warp_sum(edges)
    has_long = ballot(has_long)
    if edges and lane == 0:
        atomic_add(search.state, half.counters + EDGES, edges)
        if has_long:
            search.state[half.counters + HAS_LONG] = 1


def collect(search, warp, old, new, frontier):
    """Put the vertices that a pull level found, the difference of the two bitmaps, into the queue.

    No thread writes the bitmaps now. The counters that this adds to belong to the level that ended: no
    decision depends on them before the next barrier.
    """
    tally = nothing_held()
    for base in range(warp.number * WARP_SIZE, new.size, warp.num_warps * WARP_SIZE):
        word = np.uint32(0)
        if base + warp.lane < new.size:
            word = np.uint32(at(new, base + warp.lane) & ~at(old, base + warp.lane))
        live = ballot(word != 0)
        while live:
            place, bits, live = next_word(word, live)
            vertex = int32((base + place) * 32 + warp.lane)
            tally = hold_found(warp, tally, vertex, bits & np.uint32(1 << warp.lane) != 0)
            if tally.held > HELD - WARP_SIZE:
                tally = flush(search, warp, frontier, tally)
    flush_last(search, warp, frontier, tally)
