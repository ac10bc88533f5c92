"""Narrow levels of `fused_peers`: those of few vertices, each of few edges, take one step and one meeting.

A vertex of another rank is claimed in its owner's bitmap, by an atomic across the link. So it is sent once,
by whoever set its bit, and its owner has not found it itself. In the next narrow level's step the owner
labels what arrived and follows its edges, beside those of the queue: no step, and no meeting, is there to
receive it alone. Such an atomic takes 0.9 us, an own one 0.3, a meeting of all ranks 3.2, and one of the own
blocks 2.2 (two H200).

Slots of an inbox are reserved before the places are claimed; one whose place was another's has GAP. Inboxes
can't overflow: a frontier has as many vertices as were found and slots reserved, at most, and `Plan.narrow`
vertices have no more edges than an inbox holds pairs.
"""

from ..atomics import atomic_add
from ..compiler import int32, int64
from ..intrinsics.access import at, put
from ..intrinsics.bits import add_bits, add_bits_system
from ..intrinsics.warp import WARP_SIZE, ballot, broadcast, prefix_sum, rank, size_of
from .peer_push import edge_of_lane, share_of
from .peer_queue import Tally, count, is_set, mark
from .peer_state import ASKED, GAP, LOCAL, LOCAL_BITS, NOW_TAIL, SLOT, inbox_of


def push_narrow(lists, own, everyone, plan, warp, now):
    """Claim the unvisited neighbors of what is in the queue and in the inboxes; label what is in these."""
    entries = now.tail - now.head
    items = entries + now.arrived
    at_once = share_of(warp, items)
    base, found, edges = int64(warp.number * at_once), int64(0), int64(0)
    while base < items:
        vertex, start, length, item = int64(0), int64(0), int64(0), base + warp.lane
        if warp.lane < at_once and item < items:
            if item < entries:
                vertex = at(own.queue, now.head + item)
            else:
                vertex = taken_in(lists, own, plan, warp, now, item - entries)
            if vertex != GAP:
                start = at(lists.ptr, vertex)
                length = at(lists.ptr, vertex + 1) - start
        end, first = int32(prefix_sum(int32(length))), int32(0)
        while first < broadcast(end, WARP_SIZE - 1):
            place, parent, is_edge = edge_of_lane(lists, warp, first, end, start - (end - length), vertex)
            fresh = is_edge and not is_set(own.bits, now.bitmap, place)
            if ballot(fresh):
                found += visit(lists, own, everyone, plan, warp, now, place, parent, fresh)
            first = int32(first + WARP_SIZE)
        edges += length
        base += at_once * warp.num_warps
    count(own, warp, Tally(found, edges))


def taken_in(lists, own, plan, warp, now, item):
    """Label the vertex that arrived as this item; returns it, or GAP if there is none."""
    sender = int64(0)
    while item >= warp.told[SLOT + sender]:
        item, sender = item - warp.told[SLOT + sender], sender + 1
    pair = at(own.words, inbox_of(plan, now.level - 1, sender) + item)
    if pair == GAP:
        return pair
    vertex, parent = pair & LOCAL, sender * plan.stride + (pair >> LOCAL_BITS)
    mark(lists, own, plan, now.level - 1, vertex, parent)
    add_bits(own.bits, now.bitmap + (parent >> 5), int64(1) << (parent & 31))  # not to be sent back
    return vertex


def visit(lists, own, everyone, plan, warp, now, place, parent, fresh):
    """Claim a place: label and queue the own vertex, or send another rank's. Returns 1 for an own one."""
    owner, end = int64(0), plan.stride
    while fresh and place >= end:
        owner, end = owner + 1, end + plan.stride
    vertex, is_own = place - (end - plan.stride), owner == plan.rank
    sends = fresh and not is_own
    slot, group = reserved(own, plan, warp, owner, sends)  # before it is claimed: neither waits for the other
    word, bit, claimed = now.bitmap + (place >> 5), int64(1) << (place & 31), False
    if fresh:
        claimed = add_bits_system(everyone.bits, 2 * everyone.starts[owner] + word, bit) & bit == 0
    slot = broadcast(slot, owner) + rank(group)
    if sends:
        add_bits(own.bits, word, bit)  # known here, whoever claimed it
        inbox = everyone.starts[owner] + inbox_of(plan, now.level, plan.rank)
        put(everyone.words, inbox + slot, vertex | parent << LOCAL_BITS if claimed else int64(GAP))
    claimed = claimed and is_own
    if claimed:
        mark(lists, own, plan, now.level, vertex, plan.rank * plan.stride + parent)
    enqueue_one(own, warp, vertex, claimed)
    return int64(claimed)


def reserved(own, plan, warp, owner, wanted):
    """Reserve slots in inboxes: the first of the rank with the lane's number; and the lanes of one owner."""
    asked, group, slot = int64(0), 0, int64(0)
    for other in range(plan.size):
        mask = ballot(wanted and owner == other)
        if warp.lane == other:
            asked = int64(size_of(mask))
        if owner == other:
            group = mask
    if asked:
        slot = int64(atomic_add(own.state, ASKED + warp.lane, asked))
    return slot, group


def enqueue_one(own, warp, vertex, wanted):
    """Append the vertices of the lanes with `wanted` to the queue: an entry each."""
    mask = ballot(wanted)
    if mask:
        slot = int64(0)
        if warp.lane == 0:
            slot = int64(atomic_add(own.state, NOW_TAIL, int64(size_of(mask))))
        slot = broadcast(slot, 0) + rank(mask)
        if wanted:
            put(own.queue, slot, vertex)
