"""Push levels of the fused engine's kernel: the frontier's lists, by groups of lanes.

A list goes to 4, 8, 16 or 32 lanes, by the mean length; one that is long for the level is cut into pieces,
which all warps share after a barrier. A vertex is claimed by its bit, which only one atomic sets. Each lane
has two neighbors under way at a time.
"""

import numpy as np

from ....atomics import atomic_add, atomic_or
from ....compiler import cuda, int32
from ....intrinsics.access import at, pair_at
from ....intrinsics.grid_barrier import grid_barrier
from ....intrinsics.warp import WARP_SIZE, ballot, broadcast
from .search import HELD, PIECES, SHORT, bit_of, count_edges, flush, hold, label, next_word

SHARE = 2  # binary logarithm of the pieces that a warp gets, about, if all edges are in long lists
EARLY = 2  # binary logarithm of the least lanes a list
# Lists, or edges a warp, from which a claim is preceded by a look: many neighbors are visited then.
CAREFUL, CAREFUL_EDGES = 4096, 64


def most_pieces(num_warps: int) -> int:
    """Pieces that lists are cut into, at most: one of each list may be short, and there are two at least."""
    return (3 * num_warps << SHARE) // 2


def cut(search, start, vertex, length, shift, counters, lane):
    """The warp cuts one list into pieces of 1 << shift edges."""
    piece = 1 << shift
    count = (length + piece - 1) >> shift
    slot = 0
    if lane == 0:
        slot = atomic_add(search.state, counters + PIECES, count)
    slot = broadcast(slot, 0)
    for index in range(lane, count, WARP_SIZE):
        place = 2 * (slot + index)
        search.pieces[place] = start + (index << shift)
        search.pieces[place + 1] = vertex | min(piece, length - (index << shift)) << 32


def early_list(search, half):
    """Of the frontier in this half of the queue the list that the lane gets if there are EARLY lanes a list.

    Asked for before the size of the frontier is known, so that the two are waited for together.
    """
    warp = cuda.blockIdx.x + cuda.gridDim.x * (cuda.threadIdx.x // WARP_SIZE)
    index = warp * (WARP_SIZE >> EARLY) + (cuda.threadIdx.x % WARP_SIZE >> EARLY)
    return pair_at(search.queue, half + 2 * index)


def flush_last(search, buffer, own, held, edges, has_long, appended, half, counters, lane):
    """Append what the warp still holds, and add up the edges of all that it appended, if there is any."""
    if held:
        more, any_long = flush(search, buffer, own, held, half, counters, lane)
        edges, has_long, appended = edges + more, has_long | any_long, True
    if appended:
        count_edges(search, edges, has_long, counters, lane)


def claim_two(words, a, wanted_a, b, wanted_b):
    """For each of two vertices, whether this lane wants it and is the one that visits it.

    Both are asked for before either is waited for.
    """
    bit_a, bit_b, old_a, old_b = 1 << (a & 31), 1 << (b & 31), np.int64(0), np.int64(0)
    if wanted_a:
        old_a = np.int64(atomic_or(words, a >> 5, np.uint32(bit_a)))
    if wanted_b:
        old_b = np.int64(atomic_or(words, b >> 5, np.uint32(bit_b)))
    return wanted_a & (old_a & bit_a == 0), wanted_b & (old_b & bit_b == 0)


def push(
    search, words, lists, first, count, width, early, shift, careful, buffer, half, counters, level, target
):
    """Claim the neighbors in these lists, 1 << width lanes a list; cut those of two pieces or more."""
    lane = cuda.threadIdx.x % WARP_SIZE
    own = cuda.threadIdx.x // WARP_SIZE * HELD
    warp = cuda.blockIdx.x + cuda.gridDim.x * (cuda.threadIdx.x // WARP_SIZE)
    at_once = WARP_SIZE >> width
    held, edges, has_long, appended = int32(0), 0, False, False
    for base in range(warp * at_once, count, at_once * cuda.gridDim.x * (cuda.blockDim.x // WARP_SIZE)):
        index = base + (lane >> width)
        start, pair = early
        if width != EARLY or base != warp * at_once:
            start, pair = pair_at(lists, first + 2 * min(index, count - 1))
        vertex, length = pair & 0x7FFFFFFF, pair >> 32
        length = length if index < count else 0
        long = ballot(length >> shift > 1)
        while long:
            leader = cuda.ffs(long) - 1
            hub = broadcast(vertex, leader)
            cut(search, broadcast(start, leader), hub, broadcast(length, leader), shift, counters, lane)
            if vertex == hub:
                length = 0
            long = ballot(length >> shift > 1)
        rank = lane & ((1 << width) - 1)
        while ballot(rank < length):
            other = rank + (1 << width)
            a = at(search.dst, start + rank) if rank < length else 0
            b = at(search.dst, start + other) if other < length else 0
            wanted_a, wanted_b = rank < length, other < length
            if careful:
                seen_a, seen_b = bit_of(words, a), bit_of(words, b)
                wanted_a, wanted_b = wanted_a & (not seen_a), wanted_b & (not seen_b)
            claimed_a, claimed_b = claim_two(words, a, wanted_a, b, wanted_b)
            if claimed_a:
                label(search, a, level, vertex, target)
            if claimed_b:
                label(search, b, level, vertex, target)
            held = hold(buffer, own, held, a, claimed_a)
            held = hold(buffer, own, held, b, claimed_b)
            if held > HELD - 2 * WARP_SIZE:
                more, any_long = flush(search, buffer, own, held, half, counters, lane)
                held, edges, has_long, appended = int32(0), edges + more, has_long | any_long, True
            rank += 2 << width
    flush_last(search, buffer, own, held, edges, has_long, appended, half, counters, lane)


def push_level(search, words, early, buffer, half, counters, level, entries, edges, has_long, target, goal):
    """Label the unvisited out-neighbors of the frontier. Returns the barrier's next goal."""
    num_warps = cuda.gridDim.x * (cuda.blockDim.x // WARP_SIZE)
    width, shift = EARLY, SHORT
    while width < 5 and entries << width < edges:
        width += 1
    while num_warps << (shift + SHARE) < edges:
        shift += 1
    careful = entries > CAREFUL or edges > num_warps * CAREFUL_EDGES
    lists, first, count = search.queue, search.queue.size // 2 - half, entries
    for phase in range(2 if has_long else 1):
        if phase:
            grid_barrier(search.state, goal)
            goal += cuda.gridDim.x
            lists, first, count, width = search.pieces, 0, search.state[counters + PIECES], 5
        push(
            search,
            words,
            lists,
            first,
            count,
            width,
            early,
            shift,
            careful,
            buffer,
            half,
            counters,
            level,
            target,
        )
    return goal


def collect(search, old, new, buffer, half, counters):
    """Put what a pull level has found into the queue."""
    lane = cuda.threadIdx.x % WARP_SIZE
    own = cuda.threadIdx.x // WARP_SIZE * HELD
    warp = cuda.blockIdx.x + cuda.gridDim.x * (cuda.threadIdx.x // WARP_SIZE)
    num_warps = cuda.gridDim.x * (cuda.blockDim.x // WARP_SIZE)
    held, edges, has_long, appended = int32(0), 0, False, False
    for base in range(warp * WARP_SIZE, new.size, num_warps * WARP_SIZE):
        word = np.uint32(0)
        if base + lane < new.size:
            word = np.uint32(at(new, base + lane) & ~at(old, base + lane))
        live = ballot(word != 0)
        while live:
            place, bits, live = next_word(word, live)
            held = hold(
                buffer, own, held, int32((base + place) * 32 + lane), bits & np.uint32(1 << lane) != 0
            )
            if held > HELD - WARP_SIZE:
                more, any_long = flush(search, buffer, own, held, half, counters, lane)
                held, edges, has_long, appended = int32(0), edges + more, has_long | any_long, True
    flush_last(search, buffer, own, held, edges, has_long, appended, half, counters, lane)
