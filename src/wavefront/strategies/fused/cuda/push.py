"""Push levels of the fused search's kernel: groups of lanes expand the frontier's lists.

levels.py calls `push_level`, all warps of the grid together. Each list gets 4, 8, 16 or 32 lanes, by the mean
length of the level's lists. A list that is long for the level is cut into pieces, which all warps share after
a barrier. Each lane has two neighbors in flight at a time.

Lanes read the frontier's half of the queue, which no thread writes now, and the pieces, behind the barrier
that follows their writing. They set bits of the new bitmap by atomics: the lane whose atomic changes a bit
claims the vertex. They write levels and predecessors of the vertices that they claimed. Warps write the
queue's other half and the pieces, in slots claimed by an atomic. A plain look before the claim may miss a bit
that is being set, which costs an atomic; a bit that it sees is never cleared again.
"""

from typing import Any, NamedTuple

import numpy as np

from ....atomics import atomic_add, atomic_or
from ....compiler import cuda
from ....intrinsics.access import at, pair_at
from ....intrinsics.grid_barrier import grid_barrier
from ....intrinsics.warp import WARP_SIZE, ballot, broadcast
from .append import flush, flush_last, hold_found, nothing_held
from .bitmap import bit_of
from .label import label
from .search import HELD, PIECES, SHORT

SHARE = 2  # binary logarithm of the pieces per warp, roughly, if all edges are in long lists
EARLY = 2  # binary logarithm of the fewest lanes per list
# Above so many lists, or edges per warp, lanes look at a bit before they claim it: many are set by then.
CAREFUL, CAREFUL_EDGES = 4096, 64


class Lists(NamedTuple):
    """Lists to push, and how."""

    entries: Any  # the array of entries, as in `Queues`
    first: Any  # place of the first list
    num_lists: Any
    width: Any  # binary logarithm of the lanes per list
    shift: Any  # binary logarithm of the edges per piece
    careful: Any  # whether to look at a neighbor's bit before claiming it


class List(NamedTuple):
    """The list that a lane works on, together with the other lanes of its group."""

    vertex: Any
    start: Any  # its first edge
    length: Any


def push_level(search, level, warp, size, early, goal):
    """Label the unvisited out-neighbors of the frontier. Returns the barrier's next goal."""
    width, shift = EARLY, SHORT
    while width < 5 and size.entries << width < size.edges:
        width += 1
    while warp.num_warps << (shift + SHARE) < size.edges:
        shift += 1
    careful = size.entries > CAREFUL or size.edges > warp.num_warps * CAREFUL_EDGES
    lists = Lists(search.queues.queue, level.frontier.start, size.entries, width, shift, careful)
    for phase in range(2 if size.has_long else 1):
        if phase:
            goal = grid_barrier(search.state, goal)
            num_pieces = search.state[level.next.counters + PIECES]
            lists = Lists(search.queues.pieces, 0, num_pieces, 5, shift, careful)
        push(search, level, warp, lists, early)
    return goal


def push(search, level, warp, lists, early):
    """Claim the neighbors in these lists; cut lists of two pieces or more instead."""
    at_once = WARP_SIZE >> lists.width
    tally = nothing_held()
    for base in range(warp.number * at_once, lists.num_lists, at_once * warp.num_warps):
        mine = cut_long(search, level, lists, list_at(warp, lists, base, early))
        rank = warp.lane & ((1 << lists.width) - 1)
        while ballot(rank < mine.length):
            other = rank + (1 << lists.width)
            a, claimed_a, b, claimed_b = claim_two(search, level, mine, rank, other, lists.careful)
            tally = hold_found(warp, tally, a, claimed_a)
            tally = hold_found(warp, tally, b, claimed_b)
            if tally.held > HELD - 2 * WARP_SIZE:
                tally = flush(search, warp, level.next, tally)
            rank += 2 << lists.width
    flush_last(search, warp, level.next, tally)


def list_at(warp, lists, base, early):
    """This lane's list; the warp's groups take the lists from number `base` on."""
    index = base + (warp.lane >> lists.width)
    start, pair = early
    if lists.width != EARLY or base != warp.number * (WARP_SIZE >> lists.width):
        start, pair = pair_at(lists.entries, lists.first + 2 * min(index, lists.num_lists - 1))
    return List(pair & 0x7FFFFFFF, start, pair >> 32 if index < lists.num_lists else 0)


def claim_two(search, level, mine, rank, other, careful):
    """Claim and label the neighbors of these two ranks in the lane's list.

    Returns each neighbor, and whether this lane claimed it. Both reads, and then both atomics, are issued
    before the lane waits for either.
    """
    words, dst = level.new, search.graph.dst
    a = at(dst, mine.start + rank) if rank < mine.length else 0
    b = at(dst, mine.start + other) if other < mine.length else 0
    wanted_a, wanted_b = rank < mine.length, other < mine.length
    if careful:
        seen_a, seen_b = bit_of(words, a), bit_of(words, b)
        wanted_a, wanted_b = wanted_a & (not seen_a), wanted_b & (not seen_b)
    bit_a, bit_b, old_a, old_b = 1 << (a & 31), 1 << (b & 31), np.int64(0), np.int64(0)
    if wanted_a:
        old_a = np.int64(atomic_or(words, a >> 5, np.uint32(bit_a)))
    if wanted_b:
        old_b = np.int64(atomic_or(words, b >> 5, np.uint32(bit_b)))
    claimed_a, claimed_b = wanted_a & (old_a & bit_a == 0), wanted_b & (old_b & bit_b == 0)
    if claimed_a:
        label(search, level, a, mine.vertex)
    if claimed_b:
        label(search, level, b, mine.vertex)
    return a, claimed_a, b, claimed_b


def cut_long(search, level, lists, mine):
    """The warp cuts its lists that make two pieces or more. Returns the lane's list, empty if it was cut."""
    vertex, length = mine.vertex, mine.length
    long = ballot(length >> lists.shift > 1)
    while long:
        leader = cuda.ffs(long) - 1
        hub = List(broadcast(vertex, leader), broadcast(mine.start, leader), broadcast(length, leader))
        cut(search, level.next.counters, hub, lists.shift)
        if vertex == hub.vertex:
            length = 0
        long = ballot(length >> lists.shift > 1)
    return List(vertex, mine.start, length)


def cut(search, counters, hub, shift):
    """The warp cuts one list into pieces of 1 << shift edges."""
    pieces, piece, lane = search.queues.pieces, 1 << shift, cuda.threadIdx.x % WARP_SIZE
    count = (hub.length + piece - 1) >> shift
    slot = 0
    if lane == 0:
        slot = atomic_add(search.state, counters + PIECES, count)
    slot = broadcast(slot, 0)
    for index in range(lane, count, WARP_SIZE):
        place = 2 * (slot + index)
        pieces[place] = hub.start + (index << shift)
        pieces[place + 1] = hub.vertex | min(piece, hub.length - (index << shift)) << 32


def early_list(search, warp, frontier):
    """The frontier's entry that this lane gets if each list has the fewest lanes, 1 << EARLY.

    Loaded before the size of the frontier is known, so that both waits overlap.
    """
    index = warp.number * (WARP_SIZE >> EARLY) + (warp.lane >> EARLY)
    return pair_at(search.queues.queue, frontier.start + 2 * index)


def most_pieces(num_warps: int) -> int:
    """The most pieces per level: a list that is cut has two pieces or more, and only one may be short."""
    return (3 * num_warps << SHARE) // 2
