"""The kernel of `fused_paths`: a whole search for shortest paths in one launch on each rank's GPU.

It is a sequence of steps, each of which ends with a meeting of all ranks:

    LIST       vertices that wait and are within the bound go into the queue
    RELAX      the queue's lists, and those of vertices to which another rank found a shorter way
    COLLECT    if many are relaxed: the queue is made, and offers are sent, from bitmaps
    LEAVE      nothing

RELAX follows until no rank has found or sent anything; then the bound grows by `delta`. Where nothing that
waits is within it, it becomes the nearest distance and `delta`. All ranks decide alike.

An own vertex whose distance falls goes into the next step's queue, once, or waits behind the bound; another
rank's goes into the inbox that its owner reads in the next step: there is no step for what arrives. What has
no room in an inbox is noted, and sent in the next step. Where many are relaxed, a bit is set for each at
first: counting slots one by one would take longer, and so each place is offered once. That step ends with a
meeting of the own blocks.

There are two queues, by turns of steps, and for each a bitmap of what it holds. A step empties the bitmap of
the queue that it reads, while others set bits of the other one alone.

The last meeting is there for its failures alone, as in peer_kernel.py.
"""

from math import inf
from typing import Any, NamedTuple

import numpy as np

from ..algorithms.sssp.weights import weight_at
from ..atomics import atomic_add, atomic_exch, atomic_lower, atomic_max
from ..compiler import cuda, int32, int64
from ..intrinsics.access import add_bits, at, put, real_at
from ..intrinsics.number_bits import bits_of, number_of
from ..intrinsics.warp import WARP_SIZE, ballot, broadcast, broadcast_real, prefix_sum, size_of
from ..strategies.fused.cuda.push import owner_of
from .peer_meeting import meet
from .peer_push import cut_of
from .peer_queue import claim, enqueue, is_set
from .peer_state import (
    ASKED,
    FOUND,
    LAST,
    LAST_OWN,
    LOCAL,
    LOCAL_BITS,
    NOW_FOUND,
    PAIR,
    PIECE,
    TO_READER,
    lean_warp,
    slot_of,
)
from .peer_state import EDGES as NEAREST
from .peer_state import NOW_EDGES as NOW_NEAREST

LIST, RELAX, COLLECT, LEAVE, END = range(5)
INFINITE = 0x7FF0000000000000  # the bits of infinity
ROUNDED = 5  # bits by which a told distance is rounded up, so that those of all ranks can be summed up


class Paths(NamedTuple):
    """What a search for shortest paths works on, beside the lists and the shared memory."""

    weights: Any
    known: Any  # at all places: distances of own vertices; of others, the smallest that was offered
    queue: Any  # int64, two of so many `entries`: a local position, and above it which piece of its list
    queued: Any  # uint32, two bitmaps of own vertices, of so many `words`: which are in a queue
    waiting: Any  # uint32, a bitmap of own vertices: which wait behind the bound
    late: Any  # uint32, a bitmap of all places: who is to be offered a distance that is not sent yet
    inbox: Any  # int64: for each sender two inboxes, by turns of steps, one turn after the other
    inboxes: Any  # int64: of all ranks, as seen from this one
    starts: Any  # where each rank's begin, in words
    room: Any  # pairs of an inbox
    entries: Any
    words: Any
    delta: Any
    many: Any  # entries of all ranks' queues, beyond which bitmaps are used


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


def paths_over_peers(lists, own, everyone, plan, paths):
    """Distances of the rank's own vertices, and the smallest offered to the others."""
    warp, kind = lean_warp(), int64(LIST)
    now = Step(
        int64(0),
        int64(0),
        at(own.state, LAST),
        at(own.state, LAST_OWN),
        False,
        False,
        -1.0,
        float(paths.delta),
    )
    while kind != END:
        take_step(lists, own, everyone, plan, warp, paths, now, kind)
        is_own = kind == RELAX and now.is_dense
        told = meet(own, everyone, plan, warp, is_own, now.own_number + 1 if is_own else now.number + 1)
        now = met(plan, own, paths, now, told, is_own)
        if told.failed or kind == LEAVE:
            kind = int64(END)
        elif is_own:
            kind = int64(COLLECT)
        elif told.found + told.sent > 0:
            kind = int64(RELAX)
        elif kind != LIST:
            now, kind = bounded(now, now.bound + paths.delta), int64(LIST)
        else:
            least = nearest(own, plan, now.number)
            now, kind = bounded(now, least + paths.delta), int64(LIST if least < inf else LEAVE)
    if cuda.grid(1) == 0:
        put(own.state, LAST, now.number)
        put(own.state, LAST_OWN, now.own_number)


def take_step(lists, own, everyone, plan, warp, paths, now, kind):
    """Take a step of this kind, with all threads."""
    if kind == LIST:
        list_near(lists, own, plan, warp, paths, now)
    elif kind == RELAX:
        relax_queue(lists, own, plan, warp, paths, now)
        relax_arrived(lists, own, plan, warp, paths, now)
    elif kind == COLLECT:
        list_queued(lists, own, plan, warp, paths, now)
    if kind == COLLECT or (kind == RELAX and now.is_late and not now.is_dense):
        send_late(own, plan, warp, paths, now)


def met(plan, own, paths, now, told, is_own):
    """Where the search is behind a meeting: if it was of all ranks, the other queue is read next."""
    if is_own:
        return Step(
            now.turn,
            now.size,
            now.number,
            now.own_number + 1,
            now.is_late,
            now.is_dense,
            now.before,
            now.bound,
        )
    number = now.number + 1
    return Step(
        int64(1) - now.turn,
        at(own.words, slot_of(plan, number, plan.rank) + FOUND),
        number,
        now.own_number,
        told.overflows > 0,
        told.found + told.sent > paths.many,
        now.before,
        now.bound,
    )


def bounded(now, bound):
    """The step with this bound."""
    return Step(now.turn, now.size, now.number, now.own_number, now.is_late, now.is_dense, now.bound, bound)


def nearest(own, plan, number):
    """The smallest distance of what waits on any rank, as told at a meeting."""
    most, sender = int64(0), int64(0)
    while sender < plan.size:
        most = max(most, at(own.words, slot_of(plan, number, sender) + NEAREST))
        sender += 1
    return number_of(INFINITE - (most << ROUNDED))


def list_near(lists, own, plan, warp, paths, now):
    """Queue the waiting vertices up to the bound, and tell how near the others are.

    Those up to the last bound were queued as they came there.
    """
    first, base, least = plan.rank * plan.stride, int64(warp.number * WARP_SIZE), inf
    while base < paths.words:
        word = int64(0)
        if base + warp.lane < paths.words:
            word = at(paths.waiting, base + warp.lane)
        left, kept, near = word, word, int64(0)
        while left:
            bit = size_of((left & -left) - 1)
            distance = float(real_at(paths.known, first + (base + warp.lane) * WARP_SIZE + bit))
            if distance > now.bound:
                least = min(least, distance)
            else:
                kept &= ~(int64(1) << bit)
                near |= int64(distance > now.before) << bit
            left &= left - 1
        if kept != word:
            put(paths.waiting, base + warp.lane, kept)
        append_word(lists, paths, own, now, warp, (base + warp.lane) * WARP_SIZE, near)
        base += WARP_SIZE * warp.num_warps
    told = (INFINITE - bits_of(least)) >> ROUNDED  # so that the nearest is told by the largest number
    if told > at(own.state, NOW_NEAREST):
        atomic_max(own.state, NOW_NEAREST, told)


def append(paths, own, now, warp, vertex, degree):
    """Put the lanes' vertices, whose lists have so many edges, into the queue that is read next."""
    first = (int64(1) - now.turn) * paths.entries
    enqueue(paths.queue, first, own.state, NOW_FOUND, warp, vertex, degree)


def append_word(lists, paths, own, now, warp, first, word):
    """Likewise those of the lanes' bitmap words that begin at vertex `first`; each has an edge.

    All lists of one piece have their slots by one atomic.
    """
    left, long = word, int64(0)
    while left:
        bit = size_of((left & -left) - 1)
        degree = at(lists.ptr, first + bit + 1) - at(lists.ptr, first + bit)
        long |= int64(degree > PIECE) << bit
        left &= left - 1
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


def relax_queue(lists, own, plan, warp, paths, now):
    """Relax the lists of the queue's entries."""
    cut, first = cut_of(warp, now.size), plan.rank * plan.stride
    parts, most = now.size << cut, int64(PIECE) >> cut
    at_once = share_of(warp, parts)
    base = int64(warp.number * at_once)
    while base < parts:
        start, length, distance = int64(0), int64(0), paths.known.dtype.type(0)
        if warp.lane < at_once and base + warp.lane < parts:
            part = base + warp.lane
            entry = at(paths.queue, now.turn * paths.entries + (part >> cut))
            vertex = entry & LOCAL
            put(paths.queued, now.turn * paths.words + (vertex >> 5), 0)
            distance = real_at(paths.known, first + vertex)
            start = at(lists.ptr, vertex) + (entry >> LOCAL_BITS) * PIECE
            start += (part & ((int64(1) << cut) - 1)) * most
            length = max(int64(0), min(at(lists.ptr, vertex + 1) - start, most))
        relax(lists, own, plan, warp, paths, now, start, length, distance)
        base += at_once * warp.num_warps


def share_of(warp, parts):
    """How many parts a warp takes at once, so that all warps have some."""
    return max(int64(1), min(int64(WARP_SIZE), (parts + warp.num_warps - 1) // warp.num_warps))


def relax_arrived(lists, own, plan, warp, paths, now):
    """Lower distances to what other ranks offered in the last step, and relax these vertices' lists."""
    first, sender = plan.rank * plan.stride, int64(0)
    while sender < plan.size:
        pairs = min(at(own.words, slot_of(plan, now.number, sender) + TO_READER), int64(paths.room))
        at_once = share_of(warp, pairs)
        base = int64(warp.number * at_once)
        while base < pairs:
            vertex, start, length, waits = int64(0), int64(0), int64(0), False
            distance = paths.known.dtype.type(0)
            if warp.lane < at_once and base + warp.lane < pairs:
                pair = inbox_of(plan, paths, now.number, sender) + PAIR * (base + warp.lane)
                vertex = at(paths.inbox, pair)
                distance = paths.known.dtype.type(number_of(at(paths.inbox, pair + 1)))
                if distance < atomic_lower(paths.known, first + vertex, distance):
                    start = at(lists.ptr, vertex)
                    length = at(lists.ptr, vertex + 1) - start
                    waits = float(distance) > now.bound or length > PIECE
                    length = int64(0) if waits else length
            settle(lists, own, warp, paths, now, vertex, distance, waits)
            relax(lists, own, plan, warp, paths, now, start, length, distance)
            base += at_once * warp.num_warps
        sender += 1


def inbox_of(plan, paths, number, sender):
    """The first word of the inbox for what this sender sends before the meeting of this number."""
    return PAIR * ((number & 1) * plan.size + sender) * paths.room


def relax(lists, own, plan, warp, paths, now, start, length, distance):
    """Relax the lanes' edges, so many of each, edge after edge."""
    end = int32(prefix_sum(int32(length)))
    edges, offset, first = int32(broadcast(end, WARP_SIZE - 1)), start - (end - length), int32(0)
    while first < edges:
        number = int32(first + warp.lane)
        owner = owner_of(end, number)
        edge, base = broadcast(offset, owner) + number, broadcast_real(distance, owner)
        place, reached, is_shorter = int64(0), paths.known.dtype.type(base), False
        if number < edges:
            place = at(lists.places, edge)
            reached = paths.known.dtype.type(base + weight_at(paths.weights, edge))
            is_shorter = reached < real_at(paths.known, place)
            if is_shorter:
                is_shorter = reached < atomic_lower(paths.known, place, reached)
        if ballot(is_shorter):
            vertex = place - plan.rank * plan.stride
            is_own = is_shorter and 0 <= vertex < plan.stride
            settle(lists, own, warp, paths, now, vertex, reached, is_own)
            offer(own, plan, warp, paths, now, place, reached, is_shorter and not is_own)
        first = int32(first + WARP_SIZE)


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


def offer(own, plan, warp, paths, now, place, distance, wanted):
    """Offer the places of other ranks their distances: into their owners' inboxes, or later."""
    if now.is_dense:
        if wanted:
            add_bit(paths.late, 0, place)
    else:
        send(own, plan, warp, paths, now, place, distance, wanted)


def send(own, plan, warp, paths, now, place, distance, wanted):
    """Store the places of other ranks, and their distances, into their owners' inboxes."""
    for owner in range(plan.size):
        local = place - owner * plan.stride
        mine = wanted and 0 <= local < plan.stride
        if ballot(mine):
            slot = slot_of_lane(own.state, ASKED + owner, warp, int64(mine))
            if mine:
                store_offer(plan, paths, now, owner, slot, local, distance)


def store_offer(plan, paths, now, owner, slot, local, distance):
    """Store a pair into this slot of an owner's inbox, or note that it has no room."""
    if slot < paths.room:
        pair = paths.starts[owner] + inbox_of(plan, paths, now.number + 1, plan.rank) + PAIR * slot
        put(paths.inboxes, pair, local)
        put(paths.inboxes, pair + 1, bits_of(float(distance)))
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


def send_late(own, plan, warp, paths, now):
    """Send what is to be offered and wasn't sent. Meanwhile others may note what has no room in this step."""
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
                    # By an atomic, since a lower one may have come in this step.
                    distance = atomic_lower(paths.known, first + bit, paths.known.dtype.type(inf))
                    store_offer(plan, paths, now, owner, slot, local + bit, distance)
                    slot += 1
                    left &= left - 1
        base += WARP_SIZE * warp.num_warps
