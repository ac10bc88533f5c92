"""The lists that a step of peer_paths.py relaxes: its queue's, and those of vertices with smaller offers.

As in peer_push.py, a warp takes up to 32 entries, and its lanes edge after edge of these.
"""

from ..algorithms.sssp.weights import weight_at
from ..atomics import atomic_lower
from ..compiler import int32, int64
from ..intrinsics.access import at, put, real_at
from ..intrinsics.number_bits import number_of
from ..intrinsics.warp import WARP_SIZE, ballot, broadcast, broadcast_real, prefix_sum
from ..strategies.fused.cuda.push import owner_of
from .peer_path_queue import inbox_of, offer, settle
from .peer_push import cut_of, share_of
from .peer_state import LOCAL, LOCAL_BITS, PAIR, PIECE, TO_READER, slot_of


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


def relax_arrived(lists, own, plan, warp, paths, now):
    """Lower distances to what other ranks offered in the last step, and relax these vertices' lists."""
    first, sender = plan.rank * plan.stride, int64(0)
    while sender < plan.size:
        pairs = min(at(own.words, slot_of(plan, now.number, sender) + TO_READER), int64(plan.room))
        at_once = share_of(warp, pairs)
        base = int64(warp.number * at_once)
        while base < pairs:
            vertex, start, length, waits = int64(0), int64(0), int64(0), False
            distance = paths.known.dtype.type(0)
            if warp.lane < at_once and base + warp.lane < pairs:
                pair = inbox_of(plan, now.number, sender) + PAIR * (base + warp.lane)
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
