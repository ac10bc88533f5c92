"""How warps put vertices into the next frontier's half of the queue.

A warp holds what it finds in its part of a buffer in shared memory, which no other warp touches. When that is
nearly full, and at the end of its part of the level, it appends all of it: one atomic claims the slots, so
that nobody else writes to them, and nobody reads them before the barrier that ends the level. Called by
start.py for the sources, by push.py, and, for what a pull has found, by levels.py through `collect`.
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
    """What a warp holds, and what it appended: of the latter each lane knows its own part."""

    held: Any  # vertices in the warp's buffer
    edges: Any  # of the vertices that the lane appended
    has_long: Any  # whether one of them has many
    appended: Any  # whether the warp appended any


def own_warp():
    """This thread's warp, and its buffers. To be called in one place only: there the memory is."""
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
    """The tally of a warp that begins."""
    return Tally(int32(0), int64(0), False, False)


def hold(buffer, first, held, vertex, wanted):
    """Put the vertices of the lanes that want it into the warp's buffer. Returns how many it holds."""
    mask = ballot(wanted)
    if wanted:
        put(buffer, int32(first + held + rank(mask)), vertex)
    return int32(held + size_of(mask))


def hold_found(warp, tally, vertex, wanted):
    """Hold the vertices of the lanes that want it, to be appended."""
    held = hold(warp.waiting, warp.own, tally.held, vertex, wanted)
    return Tally(held, tally.edges, tally.has_long, tally.appended)


def flush(search, warp, half, tally):
    """Append the vertices that the warp holds to the frontier in this half of the queue.

    What doesn't fit the queue is lost: the next level then pulls.
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
        if index == 0:  # the offsets are on their way while the slot is waited for
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
    """Append what the warp still holds, and add up the edges of all that it appended, if there is any."""
    if tally.held:
        tally = flush(search, warp, half, tally)
    if tally.appended:
        count_edges(search, half, tally.edges, tally.has_long, warp.lane)


def count_edges(search, half, edges, has_long, lane):
    """Add up the edges of the vertices that the lanes appended, and say whether one has many."""
    edges = warp_sum(edges)
    has_long = ballot(has_long)
    if edges and lane == 0:
        atomic_add(search.state, half.counters + EDGES, edges)
        if has_long:
            search.state[half.counters + HAS_LONG] = 1


def collect(search, warp, old, new, frontier):
    """Put what a pull level has found, the difference of the bitmaps, into the queue.

    A warp reads words of its own, which nobody writes now. Its counters are those of the level that ended:
    nobody looks at them again before the next barrier.
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
