"""The kernel of `fused_sources`: 64 breadth-first searches in one launch on each rank's GPU.

A vertex has a word with a bit per search. Every rank has the words of all places twice, in memory that all
write: which searches reached the place in the last level, and which do in this one. The steps:

    PUBLISH    which searches begin at own vertices                    all ranks meet
    GATHER     the bits that long lists lead to, for each a word       own blocks meet
    PULL       each own vertex takes the bits of its in-neighbors      all ranks meet
    LEAVE      nothing                                                 all ranks meet

A level is GATHER, if there are long lists, and PULL. It stores a vertex's word on all ranks unless it is what
the copy of two levels ago has, so that few words cross the links where few change. So does PUBLISH, with what
searches before have left: no copy needs to be emptied. A vertex asks its in-neighbors only for searches that
reached a vertex in the last level, which ranks tell each other as they meet. The last meeting is there for
its failures alone, as in peer_kernel.py.
"""

from typing import Any, NamedTuple

import numpy as np

from ..atomics import atomic_or
from ..compiler import cuda, int64
from ..intrinsics.access import at, put
from ..intrinsics.warp import WARP_SIZE, first_bit, or_among
from .peer_meeting import meet
from .peer_queue import add_found
from .peer_state import (
    ASKED,
    EDGES,
    LAST,
    LAST_OWN,
    LOCAL,
    LOCAL_BITS,
    NOW_EDGES,
    PIECE,
    SENT,
    lean_warp,
    slot_of,
)

PUBLISH, GATHER, PULL, LEAVE, END = range(5)
LONG = 64  # edges; the lists of more are looked at by warps, a piece each
HALF_BITS = 32
HALF = (1 << HALF_BITS) - 1
# What a rank tells beside what it found: the searches that reached a vertex, in halves, since sums of whole
# words would pass 2^63. Nothing is sent to inboxes, so that the first of their counters is free.
NOW_LOW, LOW, NOW_HIGH, HIGH = ASKED, SENT, NOW_EDGES, EDGES


class Words(NamedTuple):
    """What the searches work on, beside the lists and the shared memory."""

    own: Any  # int64: this rank's copies of the words of all places, one after the other
    everyone: Any  # int64: the copies of all ranks, as seen from this one
    starts: Any  # where each rank's begin, in words
    seen: Any  # int64, of own vertices: the searches that have reached them
    gathered: Any  # int64, of the vertices up to the last with a long list, all 0 before and after a search
    pieces: Any  # int64: a vertex with a long list, and above it which piece
    levels: Any  # int32: a row of own vertices for each search
    every: Any  # the word with a bit for each search


def sources_over_peers(lists, own, everyone, plan, words):
    """The levels of the rank's own vertices in each search; all are -1, but 0 at sources, and seen there."""
    warp = lean_warp()
    number, own_number, level, step = at(own.state, LAST), at(own.state, LAST_OWN), int64(0), int64(PUBLISH)
    open = words.every  # the searches that reached a vertex in the last level
    while step != END:
        if step == PUBLISH:
            publish(plan, words)
        elif step == GATHER:
            gather(lists, plan, warp, words, level, open)
        elif step == PULL:
            pull(lists, own, plan, warp, words, level, open)
        is_own = step == GATHER
        number, own_number = number + int64(not is_own), own_number + int64(is_own)
        told = meet(own, everyone, plan, warp, is_own, own_number if is_own else number)
        if told.failed or step == LEAVE:
            step = int64(END)
        elif step == GATHER:
            step = int64(PULL)
        elif step == PULL and not told.found:
            step = int64(LEAVE)
        else:
            if step == PULL:
                open = open_searches(own, plan, number)
            level += 1
            step = int64(GATHER if words.pieces.size else PULL)
    if cuda.grid(1) == 0:
        put(own.state, LAST, number)
        put(own.state, LAST_OWN, own_number)


def publish(plan, words):
    """Tell all ranks which searches begin at own vertices: level 0."""
    vertex = int64(cuda.grid(1))
    while vertex < plan.owned:
        bits = at(words.seen, vertex)
        if bits != at(words.own, plan.rank * plan.stride + vertex):
            store(plan, words, 0, vertex, bits)
        vertex += cuda.gridsize(1)


def store(plan, words, copy, vertex, bits):
    """Store an own vertex's word in this copy, 0 or 1, of all ranks."""
    place = (copy * plan.size + plan.rank) * plan.stride + vertex
    for reader in range(plan.size):
        put(words.everyone, words.starts[reader] + place, bits)


def gather(lists, plan, warp, words, level, open):
    """Gather the bits of the in-neighbors in pieces of long lists, a warp for each."""
    old, number = (level - 1 & 1) * plan.size * plan.stride, int64(warp.number)
    while number < words.pieces.size:
        piece = at(words.pieces, number)
        vertex = piece & LOCAL
        wanted = open & ~at(words.seen, vertex)
        if wanted:
            start = at(lists.in_ptr, vertex) + (piece >> LOCAL_BITS) * PIECE
            bits = bits_of_lane(lists, words, old, start + warp.lane, end_of_piece(lists, vertex, start))
            bits = or_among(bits, WARP_SIZE) & wanted
            if bits and warp.lane == 0:
                atomic_or(words.gathered, vertex, np.int64(bits))
        number += warp.num_warps


def end_of_piece(lists, vertex, start):
    """Where a piece of a vertex's list ends."""
    return min(start + PIECE, at(lists.in_ptr, vertex + 1))


def bits_of_lane(lists, words, old, edge, end):
    """The bits of every 32nd in-neighbor."""
    bits = int64(0)
    while edge < end:
        bits |= at(words.own, old + at(lists.in_places, edge))
        edge += WARP_SIZE
    return bits


def pull(lists, own, plan, warp, words, level, open):
    """Label the own vertices that are reached in this level, and tell all ranks."""
    copy, vertex, found, reached = level & 1, int64(cuda.grid(1)), int64(0), int64(0)
    first = (copy * plan.size + plan.rank) * plan.stride
    while vertex < plan.owned:
        known, bits = at(words.seen, vertex), int64(0)
        if open & ~known:
            bits = reaching(lists, plan, words, level, vertex, open & ~known)
        if bits:
            reached |= bits
            put(words.seen, vertex, known | bits)
            label(words, vertex, bits, level)
            found += 1
        if bits != at(words.own, first + vertex):
            store(plan, words, copy, vertex, bits)
        vertex += cuda.gridsize(1)
    add_found(own, warp, found)
    tell_open(own, warp, or_among(reached, WARP_SIZE))


def tell_open(own, warp, reached):
    """Add the searches that reached a vertex of this warp to what the rank tells at the next meeting."""
    low, high = reached & HALF, reached >> HALF_BITS & HALF
    if warp.lane == 0 and low & ~at(own.state, NOW_LOW):
        atomic_or(own.state, NOW_LOW, np.int64(low))
    if warp.lane == 0 and high & ~at(own.state, NOW_HIGH):
        atomic_or(own.state, NOW_HIGH, np.int64(high))


def open_searches(own, plan, number):
    """The searches that reached a vertex of any rank, as told at a meeting."""
    low, high, sender = int64(0), int64(0), int64(0)
    while sender < plan.size:
        slot = slot_of(plan, number, sender)
        low |= at(own.words, slot + LOW)
        high |= at(own.words, slot + HIGH)
        sender += 1
    return low | high << HALF_BITS


def reaching(lists, plan, words, level, vertex, wanted):
    """Which of these searches reach a vertex in this level."""
    edge, end, bits = at(lists.in_ptr, vertex), at(lists.in_ptr, vertex + 1), int64(0)
    if end - edge > LONG:
        bits = at(words.gathered, vertex)
        if bits:
            put(words.gathered, vertex, 0)
        return bits
    old = (level - 1 & 1) * plan.size * plan.stride
    while edge < end and wanted & ~bits:
        bits |= bits_of_four(lists, words, old, edge, end - 1)
        edge += 4
    return bits & wanted


def bits_of_four(lists, words, old, edge, last):
    """The bits of four in-neighbors, or those up to the last: four reads at a time."""
    a, b = at(lists.in_places, edge), at(lists.in_places, min(edge + 1, last))
    c, d = at(lists.in_places, min(edge + 2, last)), at(lists.in_places, min(edge + 3, last))
    return at(words.own, old + a) | at(words.own, old + b) | at(words.own, old + c) | at(words.own, old + d)


def label(words, vertex, bits, level):
    """Store the level in the rows of these searches."""
    left = np.uint64(np.int64(bits))
    while left:
        search = int64(first_bit(left))
        words.levels[search * words.seen.size + vertex] = level
        left &= left - np.uint64(1)
