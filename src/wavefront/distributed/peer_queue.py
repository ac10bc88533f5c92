"""How the warps of `fused_peers` note vertices that they found: claims, labels, queue and inboxes.

A vertex is claimed by the lane whose atomic sets its bit in the rank's own copy of the bitmap, but for narrow
levels (peer_narrow.py). The bit of another rank's vertex says that it has been sent, or that its owner had
visited it when the bitmap was last gathered. A lane writes the level and the predecessor of what it claimed;
nobody else does. Slots of the queue and of inboxes are claimed by one atomic per warp, so that a warp's pairs
travel as one store of neighboring words. Functions here are called by whole warps.
"""

from typing import Any, NamedTuple

import numpy as np

from ..atomics import atomic_add, atomic_or
from ..compiler import int64
from ..intrinsics.access import at, put
from ..intrinsics.warp import (
    WARP_SIZE,
    ballot,
    broadcast,
    lowest,
    prefix_sum,
    rank,
    size_of,
    warp_sum,
    without_lowest,
)
from .peer_state import (
    ASKED,
    LOCAL_BITS,
    NOW_EDGES,
    NOW_FOUND,
    NOW_TAIL,
    NOW_TARGET,
    PIECE,
    PIECE_BITS,
    inbox_of,
)


class Tally(NamedTuple):
    """What a lane has found in a level."""

    found: Any
    edges: Any


def is_set(bits, first, place):
    """Whether a place's bit is set in the bitmap that begins at word `first`."""
    return at(bits, first + (place >> 5)) >> (place & 31) & 1 != 0


def claim(bits, first, place):
    """Set a place's bit; whether it was this lane that did."""
    bit = int64(1) << (place & 31)
    return int64(atomic_or(bits, first + (place >> 5), np.uint32(bit))) & bit == 0


def put_parent(parents, ids, vertex, place):
    """Store a predecessor, if they are asked for."""
    if parents is not None:
        put(parents, vertex, at(ids, place))


def mark(lists, own, plan, level, vertex, parent):
    """Label an own vertex, whose parent has this place."""
    put(own.levels, vertex, level)
    put_parent(own.parents, lists.ids, vertex, parent)
    if vertex == plan.target:
        put(own.state, NOW_TARGET, 1)


def take_in(lists, own, plan, warp, tally, vertex, wanted):
    """Put the own vertices of the lanes with `wanted` into the queue."""
    degree = int64(0)
    if wanted:
        degree = at(lists.ptr, vertex + 1) - at(lists.ptr, vertex)
    enqueue(own.queue, 0, own.state, NOW_TAIL, warp, vertex, degree)
    return Tally(tally.found + int64(wanted), tally.edges + degree)


def enqueue(queue, first, state, counter, warp, vertex, degree):
    """Append an entry for every piece of a vertex's list of so many edges.

    The queue begins in slot `first`, and ends by what a word of the state counts.
    """
    pieces = (degree + (PIECE - 1)) >> PIECE_BITS
    end = prefix_sum(pieces)
    total, slot = broadcast(end, WARP_SIZE - 1), int64(0)
    if total == 0:
        return
    if warp.lane == 0:
        slot = int64(atomic_add(state, counter, total))
    slot = first + broadcast(slot, 0) + end - pieces
    if pieces > 0:
        put(queue, slot, vertex)
    many = ballot(pieces > 1)
    while many:
        lane = lowest(many)
        many = without_lowest(many)
        long, begin, count = broadcast(vertex, lane), broadcast(slot, lane), broadcast(pieces, lane)
        piece = int64(1 + warp.lane)
        while piece < count:
            put(queue, begin + piece, long | piece << LOCAL_BITS)
            piece += WARP_SIZE


def send(own, everyone, plan, warp, level, place, parent, wanted):
    """Store pairs for the places of other ranks into their owners' inboxes, as far as there is room."""
    for owner in range(plan.size):
        local = place - owner * plan.stride
        mine = wanted and 0 <= local < plan.stride
        mask = ballot(mine)
        if mask:
            slot = int64(0)
            if warp.lane == 0:
                slot = int64(atomic_add(own.state, ASKED + owner, int64(size_of(mask))))
            slot = broadcast(slot, 0) + rank(mask)
            if mine and slot < plan.room:
                first = everyone.starts[owner] + inbox_of(plan, level, plan.rank)
                put(everyone.words, first + slot, local | parent << LOCAL_BITS)


def count(own, warp, tally):
    """Add a warp's tally to what the rank tells at the next meeting."""
    found, edges = warp_sum(tally.found), warp_sum(tally.edges)
    if warp.lane == 0 and found:
        atomic_add(own.state, NOW_FOUND, found)
        atomic_add(own.state, NOW_EDGES, edges)


def add_found(own, warp, found):
    """Add what the lanes found to what the rank tells at the next meeting."""
    found = warp_sum(found)
    if warp.lane == 0 and found:
        atomic_add(own.state, NOW_FOUND, found)
