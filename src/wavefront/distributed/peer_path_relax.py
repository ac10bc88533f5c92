"""The lists that a step of peer_paths.py relaxes: its queue's, and those of vertices with smaller offers.

As in peer_push.py, a warp takes up to 32 entries, and its lanes edge after edge of these.
"""

from collections.abc import Callable

from ..algorithms.sssp.weights import weight_at
from ..compiler import int32, int64
from ..intrinsics.access import at, put
from ..intrinsics.number_bits import single_at
from ..intrinsics.warp import WARP_SIZE, ballot, broadcast, broadcast_real, prefix_sum
from ..strategies.fused.cuda.push import owner_of
from .peer_path_keys import PeerKeys
from .peer_path_queue import add_bit, count_edges, inbox_of, offer, settle
from .peer_push import cut_of, share_of
from .peer_state import LOCAL, LOCAL_BITS, PAIR, PIECE, TO_READER, slot_of


def relaxing_queue(keys: PeerKeys) -> Callable[..., None]:
    """How the lists of the queue's entries are relaxed."""
    relax = relaxing(keys)

    def relax_queue(lists, own, plan, warp, paths, now):
        """Relax the lists of the queue's entries."""
        cut, first = cut_of(warp, now.size), plan.rank * plan.stride
        parts, most = now.size << cut, int64(PIECE) >> cut
        at_once = share_of(warp, parts)
        base = int64(warp.number * at_once)
        while base < parts:
            vertex, start, length = int64(0), int64(0), int64(0)
            if warp.lane < at_once and base + warp.lane < parts:
                part = base + warp.lane
                entry = at(paths.queue, now.turn * paths.entries + (part >> cut))
                vertex = entry & LOCAL
                put(paths.queued, now.turn * paths.words + (vertex >> 5), 0)
                start = at(lists.ptr, vertex) + (entry >> LOCAL_BITS) * PIECE
                start += (part & ((int64(1) << cut) - 1)) * most
                length = max(int64(0), min(at(lists.ptr, vertex + 1) - start, most))
            distance = single_at(paths.keys, first + vertex)
            if length and float(distance) > now.bound:  # which has fallen since it was queued
                add_bit(paths.waiting, 0, vertex)
                length = int64(0)
            relax(lists, own, plan, warp, paths, now, vertex, start, length, distance)
            base += at_once * warp.num_warps

    return relax_queue


def relaxing_arrived(keys: PeerKeys) -> Callable[..., None]:
    """How the lists of vertices are relaxed of which other ranks have told."""
    relax, lower, heard, distance_of = relaxing(keys), keys.lower, keys.heard, keys.distance

    def relax_arrived(lists, own, plan, warp, paths, now):
        """Lower keys to what other ranks offered in the last step; relax the lists of what came nearer."""
        first, sender = plan.rank * plan.stride, int64(0)
        while sender < plan.size:
            pairs = min(at(own.words, slot_of(plan, now.number, sender) + TO_READER), int64(plan.room))
            at_once = share_of(warp, pairs)
            base = int64(warp.number * at_once)
            while base < pairs:
                vertex, start, length, waits = int64(0), int64(0), int64(0), False
                distance = single_at(paths.keys, first)
                if warp.lane < at_once and base + warp.lane < pairs:
                    pair = inbox_of(plan, now.number, sender) + PAIR * (base + warp.lane)
                    vertex = at(paths.inbox, pair)
                    key = heard(paths.keys, at(paths.inbox, pair + 1))
                    distance = distance_of(key)
                    if distance < distance_of(lower(paths.keys, first + vertex, key)):
                        start = at(lists.ptr, vertex)
                        length = at(lists.ptr, vertex + 1) - start
                        waits = float(distance) > now.bound or length > PIECE
                        length = int64(0) if waits else length
                settle(lists, own, warp, paths, now, vertex, distance, waits)
                count_edges(own, warp, length)
                relax(lists, own, plan, warp, paths, now, vertex, start, length, distance)
                base += at_once * warp.num_warps
            sender += 1

    return relax_arrived


def relaxing(keys: PeerKeys) -> Callable[..., None]:
    """How lists are relaxed, to keys of this kind."""
    key_at, key_of, add, lower, distance_of, told = *keys[:5], keys.told

    def relax(lists, own, plan, warp, paths, now, vertex, start, length, distance):
        """Relax the lanes' edges, so many of each vertex at this distance, edge after edge."""
        end, source = int32(prefix_sum(int32(length))), int64(at(paths.ids, vertex))
        edges, offset, first = int32(broadcast(end, WARP_SIZE - 1)), start - (end - length), int32(0)
        while first < edges:
            number = int32(first + warp.lane)
            owner = owner_of(end, number)
            edge, by = broadcast(offset, owner) + number, broadcast(source, owner)
            base = broadcast_real(distance, owner)
            place, reached, is_less, falls = int64(0), base, False, False
            key = key_of(reached, base, by)
            if number < edges:
                place = at(lists.places, edge)
                reached = add(base, weight_at(paths.weights, edge))
                key = key_of(reached, base, by)
                if key < key_at(paths.keys, place):
                    before = lower(paths.keys, place, key)
                    is_less, falls = key < before, reached < distance_of(before)
            if ballot(is_less):
                local = place - plan.rank * plan.stride
                is_own = 0 <= local < plan.stride
                settle(lists, own, warp, paths, now, local, reached, falls and is_own)
                offer(own, plan, warp, paths, now, place, told(key), is_less and not is_own)
            first = int32(first + WARP_SIZE)

    return relax
