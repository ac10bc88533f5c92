"""Push levels of `fused_peers`: the frontier's lists, what arrives from other ranks, and a level undone.

A warp takes up to 32 entries of the queue, one per lane, and numbers their edges through, so that its lanes
take edge after edge. No entry has more than PIECE edges: hubs are shared by all warps. `receive` and
`list_found` run after the meeting that ends the level, and write the same queue; `undo` takes back a level
for which an inbox had no room.
"""

from ..compiler import int32, int64
from ..intrinsics.access import at, put
from ..intrinsics.warp import WARP_SIZE, ballot, broadcast, prefix_sum, size_of
from ..strategies.fused.cuda.push import owner_of
from .peer_queue import Tally, claim, count, is_set, mark, send, take_in
from .peer_state import GAP, LOCAL, LOCAL_BITS, PIECE, TO_READER, inbox_of, slot_of

MOST_CUT = 3  # bits: an entry is cut into so many parts at most, of a warp's width then
SHARES = 8  # parts per warp, up to which entries are cut


def push(lists, own, everyone, plan, warp, level, bitmap, head, tail):
    """Claim the unvisited neighbors of the queue's entries from `head` to `tail`."""
    cut = cut_of(warp, tail - head)
    parts, most = (tail - head) << cut, int64(PIECE) >> cut
    at_once = share_of(warp, parts)
    base, tally = int64(warp.number * at_once), Tally(int64(0), int64(0))
    while base < parts:
        vertex, start, length = int64(0), int64(0), int64(0)
        if warp.lane < at_once and base + warp.lane < parts:
            part = base + warp.lane
            entry = at(own.queue, head + (part >> cut))
            vertex = entry & LOCAL
            start = at(lists.ptr, vertex) + (entry >> LOCAL_BITS) * PIECE
            start += (part & ((int64(1) << cut) - 1)) * most
            length = max(int64(0), min(at(lists.ptr, vertex + 1) - start, most))
        end = int32(prefix_sum(int32(length)))
        first, edges = int32(0), int32(broadcast(end, WARP_SIZE - 1))
        while first < edges:
            place, parent, is_edge = edge_of_lane(lists, warp, first, end, start - (end - length), vertex)
            tally = visit(lists, own, everyone, plan, warp, level, bitmap, place, parent, is_edge, tally)
            first = int32(first + WARP_SIZE)
        base += at_once * warp.num_warps
    count(own, warp, tally)


def edge_of_lane(lists, warp, first, end, offset, vertex):
    """The lane's of 32 edges of a warp's vertices, from number `first` on: place, vertex, whether it is one.

    The lane's vertex has those up to number `end`; a number and `offset` make an edge's.
    """
    number = int32(first + warp.lane)
    owner, is_edge = owner_of(end, number), number < broadcast(end, WARP_SIZE - 1)
    edge, parent, place = broadcast(offset, owner) + number, broadcast(vertex, owner), int64(0)
    if is_edge:
        place = at(lists.places, edge)
    return place, parent, is_edge


def cut_of(warp, entries):
    """By how many bits entries are cut, so that a few give work to all warps."""
    cut = int64(0)
    while cut < MOST_CUT and entries << cut < SHARES * warp.num_warps:
        cut += 1
    return cut


def share_of(warp, parts):
    """How many parts a warp takes at once, so that all warps have some."""
    return max(int64(1), min(int64(WARP_SIZE), (parts + warp.num_warps - 1) // warp.num_warps))


def visit(lists, own, everyone, plan, warp, level, bitmap, place, parent, wanted, tally):
    """Claim a place: label the own vertex, or send another rank's."""
    fresh = wanted and not is_set(own.bits, bitmap, place)
    if fresh:
        fresh = claim(own.bits, bitmap, place)
    if ballot(fresh):
        first = plan.rank * plan.stride
        vertex = place - first
        is_own = fresh and 0 <= vertex < plan.stride
        if is_own:
            mark(lists, own, plan, level, vertex, first + parent)
        tally = take_in(lists, own, plan, warp, tally, vertex, is_own)
        send(own, everyone, plan, warp, level, place, parent, fresh and not is_own)
    return tally


def receive(lists, own, plan, warp, level, bitmap, number, is_claimed):
    """Claim, if nobody has, and label what the others sent in the level that this meeting ended."""
    first, tally = plan.rank * plan.stride, Tally(int64(0), int64(0))
    for sender in range(plan.size):
        pairs = at(own.words, slot_of(plan, number, sender) + TO_READER)
        inbox = inbox_of(plan, level, sender)
        base = int64(warp.number * WARP_SIZE)
        while base < pairs:
            vertex, fresh, pair = int64(0), False, int64(GAP)
            if base + warp.lane < pairs:
                pair = at(own.words, inbox + base + warp.lane)
            if pair != GAP:
                vertex = pair & LOCAL
                fresh = is_claimed or claim(own.bits, bitmap, first + vertex)
                if fresh:
                    mark(lists, own, plan, level, vertex, sender * plan.stride + (pair >> LOCAL_BITS))
            tally = take_in(lists, own, plan, warp, tally, vertex, fresh)
            base += WARP_SIZE * warp.num_warps
    count(own, warp, tally)


def list_found(lists, own, plan, warp, bitmap, other):
    """Put into the queue what the last pull found: the own vertices in one bitmap and not in the other."""
    first, base = plan.rank * plan.stride >> 5, int64(warp.number * WARP_SIZE)
    tally = Tally(int64(0), int64(0))
    while base < plan.linked:
        word = int64(0)
        if base + warp.lane < plan.linked:
            place = first + base + warp.lane
            word = at(own.bits, bitmap + place) & ~at(own.bits, other + place)
        while ballot(word != 0):  # each lane the next vertex of its word: few rounds where words have few
            bit = size_of((word & -word) - 1)
            vertex = (base + warp.lane) * WARP_SIZE + bit
            tally = take_in(lists, own, plan, warp, tally, vertex, word != 0)
            word &= word - 1
        base += WARP_SIZE * warp.num_warps
    count(own, warp, tally)


def undo(own, plan, warp, bitmap, level):
    """Take back the bits of the own vertices that this level labelled, a warp per word."""
    first, word = plan.rank * plan.stride >> 5, int64(warp.number)
    while word < plan.linked:
        known, vertex = at(own.bits, bitmap + first + word), word * WARP_SIZE + warp.lane
        stays = False
        if known >> warp.lane & 1:
            stays = at(own.levels, vertex) != level
        kept = ballot(stays)
        if warp.lane == 0 and int64(kept) != known:
            put(own.bits, bitmap + first + word, int64(kept))
        word += warp.num_warps
