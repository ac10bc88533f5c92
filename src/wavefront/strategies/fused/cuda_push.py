"""Push levels of the fused engine's kernel: the frontier's lists, by groups of lanes.

A list goes to 4, 8, 16 or 32 lanes, by the mean length; one that is long for the level is cut into pieces,
which all warps share after a barrier. A vertex is claimed by its bit, which only one atomic sets.
"""

import numpy as np

from ...atomics import atomic_add
from ...device import cuda, int32
from ...warp import WARP_SIZE, at, ballot, broadcast, grid_barrier, pair_at
from .cuda_search import HELD, PIECES, SHORT, claim_bit, count_edges, flush, hold, label, next_word

EARLY = 2  # binary logarithm of the least lanes a list
CAREFUL = 4096  # lists from which a claim is preceded by a look: many neighbors are visited then


def cut(search, start, vertex, length, shift, counters, lane):
    """The warp cuts one list into pieces."""
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


def push(
    search, words, lists, first_list, count, width, early, longest, buffer, half, counters, level, target
):
    """Claim the neighbors in these lists, 1 << width lanes a list; cut lists longer than 1 << longest."""
    lane = cuda.threadIdx.x % WARP_SIZE
    own = cuda.threadIdx.x // WARP_SIZE * HELD
    warp = cuda.blockIdx.x + cuda.gridDim.x * (cuda.threadIdx.x // WARP_SIZE)
    at_once = WARP_SIZE >> width
    careful = longest > SHORT or count > CAREFUL
    held, edges, has_long, appended = int32(0), 0, False, False
    for base in range(warp * at_once, count, at_once * cuda.gridDim.x * (cuda.blockDim.x // WARP_SIZE)):
        index = base + (lane >> width)
        start, pair = early
        if width != EARLY or base != warp * at_once:
            start, pair = pair_at(lists, first_list + 2 * min(index, count - 1))
        vertex, length = pair & 0x7FFFFFFF, pair >> 32
        length = length if index < count else 0
        long = ballot(length >> longest > 1)
        while long:
            leader = cuda.ffs(long) - 1
            hub = broadcast(vertex, leader)
            cut(search, broadcast(start, leader), hub, broadcast(length, leader), longest, counters, lane)
            if vertex == hub:
                length = 0
            long = ballot(length >> longest > 1)
        rank = lane & ((1 << width) - 1)
        while ballot(rank < length):
            claimed, neighbor = False, 0
            if rank < length:
                neighbor = at(search.dst, start + rank)
                claimed = claim_bit(words, neighbor, careful)
                if claimed:
                    label(search, neighbor, level, vertex, target)
            held = hold(buffer, own, held, neighbor, claimed)
            if held > HELD - WARP_SIZE:
                more, any_long = flush(search, buffer, own, held, half, counters, lane)
                held, edges, has_long, appended = int32(0), edges + more, has_long | any_long, True
            rank += 1 << width
    if held:
        more, any_long = flush(search, buffer, own, held, half, counters, lane)
        edges, has_long, appended = edges + more, has_long | any_long, True
    if appended:
        count_edges(search, edges, has_long, counters, lane)


def push_level(search, words, early, buffer, half, counters, level, entries, edges, has_long, target, goal):
    """Label the unvisited out-neighbors of the frontier. Returns the barrier's next goal."""
    num_warps = cuda.gridDim.x * (cuda.blockDim.x // WARP_SIZE)
    width, longest = EARLY, SHORT
    while width < 5 and entries << width < edges:
        width += 1
    while num_warps << longest < edges:
        longest += 1
    lists, first = search.queue, search.queue.size // 2 - half
    push(search, words, lists, first, entries, width, early, longest, buffer, half, counters, level, target)
    if has_long:
        grid_barrier(search.state, goal)
        goal += cuda.gridDim.x
        lists, count = search.pieces, search.state[counters + PIECES]
        push(search, words, lists, 0, count, 5, early, longest, buffer, half, counters, level, target)
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
    if held:
        more, any_long = flush(search, buffer, own, held, half, counters, lane)
        edges, has_long, appended = edges + more, has_long | any_long, True
    if appended:
        count_edges(search, edges, has_long, counters, lane)
