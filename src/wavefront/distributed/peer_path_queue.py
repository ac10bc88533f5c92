"""What searches for shortest paths over peers work on; their queue, and what is offered to other ranks.

Functions here are called by whole warps, but for those of one item. peer_paths.py is the kernel.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ..atomics import atomic_add, atomic_exch
from ..compiler import int64
from ..intrinsics.access import at, put
from ..intrinsics.bits import add_bits
from ..intrinsics.warp import WARP_SIZE, ballot, broadcast, prefix_sum, size_of, warp_sum
from .peer_path_keys import PeerKeys
from .peer_queue import claim, enqueue, is_set
from .peer_state import ASKED, NOW_FOUND, NOW_TARGET, PAIR, PIECE

# The word that is told of a target, which these searches have not: edges that were to be relaxed so far. What
# ranks tell of it is summed up in `Told.has_target`.
SO_FAR = NOW_TARGET


class Paths(NamedTuple):
    """What a search for shortest paths works on, beside the lists and the shared memory."""

    weights: Any
    keys: Any  # at all places: of own vertices what is known of them; of others, the least that was offered
    ids: Any  # of own vertices
    queue: Any  # int64, two of so many `entries`: a local position, and above it which piece of its list
    queued: Any  # uint32, two bitmaps of own vertices, of so many `words`: which are in a queue
    waiting: Any  # uint32, a bitmap of own vertices: which wait behind the bound
    late: Any  # uint32, a bitmap of all places: who is to be offered a distance that is not sent yet
    inbox: Any  # int64: for each sender two inboxes, by turns of steps, one turn after the other
    inboxes: Any  # int64: of all ranks, as seen from this one
    starts: Any  # where each rank's begin, in words
    entries: Any
    words: Any
    many: Any  # entries of all ranks' queues, beyond which bitmaps are used
    delta: Any  # the first bucket's width
    few_edges: Any  # of a bucket, on all ranks, below which the next one is wider
    many_edges: Any  # of a step, above which a bucket is no wider than the first one
    most_edges: Any  # and above which it is narrower
    least: Any  # the least width


class Step(NamedTuple):
    """Where a search is."""

    turn: Any  # of the queue that is read
    size: Any  # entries in it
    number: Any  # of the last meeting of all ranks
    own_number: Any  # and of the own blocks
    is_late: Any  # whether an inbox of some rank had no room
    is_dense: Any  # whether many are relaxed
    before: Any  # the last bound: vertices up to it don't wait any more
    bound: Any


def inbox_of(plan, number, sender):
    """The first word of the inbox for what this sender sends before the meeting of this number."""
    return PAIR * ((number & 1) * plan.size + sender) * plan.room


def append(paths, own, now, warp, vertex, degree):
    """Put the lanes' vertices, whose lists have so many edges, into the queue that is read next."""
    first = (int64(1) - now.turn) * paths.entries
    enqueue(paths.queue, first, own.state, NOW_FOUND, warp, vertex, degree)
    count_edges(own, warp, degree)


def count_edges(own, warp, edges):
    """Count the lanes' edges, which are to be relaxed in the next step, or are in this one."""
    total = warp_sum(edges)
    if warp.lane == 0 and total:
        atomic_add(own.state, SO_FAR, total)


def append_word(lists, paths, own, now, warp, first, word):
    """Likewise those of the lanes' bitmap words that begin at vertex `first`; each has an edge.

    All lists of one piece have their slots by one atomic.
    """
    left, long, edges = word, int64(0), int64(0)
    while left:
        bit = size_of((left & -left) - 1)
        degree = at(lists.ptr, first + bit + 1) - at(lists.ptr, first + bit)
        long |= int64(degree > PIECE) << bit
        edges += degree if degree <= PIECE else int64(0)
        left &= left - 1
    count_edges(own, warp, edges)
    left = word & ~long
    slot = (int64(1) - now.turn) * paths.entries + slot_of_lane(
        own.state, NOW_FOUND, warp, int64(size_of(left))
    )
    while left:
        put(paths.queue, slot, first + size_of((left & -left) - 1))
        slot += 1
        left &= left - 1
    while ballot(long != 0):
        vertex, degree = first + size_of((long & -long) - 1), int64(0)
        if long:
            degree = at(lists.ptr, vertex + 1) - at(lists.ptr, vertex)
        append(paths, own, now, warp, vertex, degree)
        long &= long - 1


def slot_of_lane(state, counter, warp, wanted):
    """The first of so many slots that this lane gets, counted by a word of the state."""
    end, slot = prefix_sum(wanted), int64(0)
    total = broadcast(end, WARP_SIZE - 1)
    if warp.lane == 0 and total:
        slot = int64(atomic_add(state, counter, total))
    return broadcast(slot, 0) + end - wanted


def settle(lists, own, warp, paths, now, vertex, distance, wanted):
    """Queue the own vertices of the lanes with `wanted`, whose distances fell, or have them wait."""
    degree, other = int64(0), (int64(1) - now.turn) * paths.words
    if wanted:
        degree = at(lists.ptr, vertex + 1) - at(lists.ptr, vertex)
        if degree and float(distance) > now.bound:
            add_bit(paths.waiting, 0, vertex)
            degree = int64(0)
        elif degree and now.is_dense:
            add_bit(paths.queued, other, vertex)
        elif degree and not claim(paths.queued, other, vertex):
            degree = int64(0)
    if not now.is_dense:
        append(paths, own, now, warp, vertex, degree)


def add_bit(bits, first, item):
    """Set the item's bit in a bitmap that begins at word `first`, unless it is set."""
    if not is_set(bits, first, item):
        add_bits(bits, first + (item >> 5), int64(1) << (item & 31))


def offer(own, plan, warp, paths, now, place, told, wanted):
    """Offer the places of other ranks what is told: into their owners' inboxes, or later."""
    if now.is_dense:
        if wanted:
            add_bit(paths.late, 0, place)
    else:
        send(own, plan, warp, paths, now, place, told, wanted)


def send(own, plan, warp, paths, now, place, told, wanted):
    """Store the places of other ranks, and what is told of them, into their owners' inboxes."""
    for owner in range(plan.size):
        local = place - owner * plan.stride
        mine = wanted and 0 <= local < plan.stride
        if ballot(mine):
            slot = slot_of_lane(own.state, ASKED + owner, warp, int64(mine))
            if mine:
                store_offer(plan, paths, now, owner, slot, local, told)


def store_offer(plan, paths, now, owner, slot, local, told):
    """Store a pair into this slot of an owner's inbox, or note that it has no room."""
    if slot < plan.room:
        pair = paths.starts[owner] + inbox_of(plan, now.number + 1, plan.rank) + PAIR * slot
        put(paths.inboxes, pair, local)
        put(paths.inboxes, pair + 1, told)
    else:  # whatever the bit was: `send_late` may take it just now
        place = owner * plan.stride + local
        add_bits(paths.late, place >> 5, int64(1) << (place & 31))


def list_queued(lists, own, plan, warp, paths, now):
    """Queue the vertices in the bitmap that the last step has made."""
    first, base = (int64(1) - now.turn) * paths.words, int64(warp.number * WARP_SIZE)
    while base < paths.words:
        word = int64(0)
        if base + warp.lane < paths.words:
            word = at(paths.queued, first + base + warp.lane)
        append_word(lists, paths, own, now, warp, (base + warp.lane) * WARP_SIZE, word)
        base += WARP_SIZE * warp.num_warps


def sending_late(keys: PeerKeys) -> Callable[..., None]:
    """How keys of this kind are sent that were to be offered and weren't sent."""
    lower, told, heard, unreached = keys.lower, keys.told, keys.heard, int64(keys.unreached)

    def send_late(own, plan, warp, paths, now):
        """Send what is to be offered and wasn't sent.

        Meanwhile others may note what has no room in this step.
        """
        words, base = plan.size * plan.stride >> 5, int64(warp.number * WARP_SIZE)
        while base < words:
            word = int64(0)
            if base + warp.lane < words and at(paths.late, base + warp.lane):
                word = int64(atomic_exch(paths.late, base + warp.lane, np.uint32(0)))
            first = (base + warp.lane) * WARP_SIZE
            for owner in range(plan.size):
                local = first - owner * plan.stride
                left = word if 0 <= local < plan.stride else int64(0)
                if ballot(left != 0):
                    slot = slot_of_lane(own.state, ASKED + owner, warp, int64(size_of(left)))
                    while left:
                        bit = size_of((left & -left) - 1)
                        # By an atomic: a plain read may give an older one than who set the bit has written.
                        key = lower(paths.keys, first + bit, heard(paths.keys, unreached))
                        store_offer(plan, paths, now, owner, slot, local + bit, told(key))
                        slot += 1
                        left &= left - 1
            base += WARP_SIZE * warp.num_warps

    return send_late
