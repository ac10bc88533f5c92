"""A step of one_launch.py: the edges of the near vertices are relaxed.

Warps share the edges equally. Where a warp's next WIDE edges are of one list, and there is no filter, it
takes four per lane, whose source all know; else two per lane, each of which looks for the list of its edges.
Most edges lower nothing, and cost no more than the reads. A vertex whose distance falls goes into the next
near pile, or into the far pile.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from ...atomics import atomic_exch
from ...compiler import int32
from ...filters.predicates import every_edge
from ...intrinsics.access import at
from ...intrinsics.number_bits import single_at
from ...intrinsics.warp import WARP_SIZE, ballot, broadcast, broadcast_real, size_of
from ...strategies.fused.cuda.append import hold
from ...strategies.fused.cuda.push import owner_of
from ..level_queue import HELD, append_held, counters_of, entry_at, numbered, share_of
from .far_pile import append_far, hold_far, put_back
from .weights import weight_at
from .words import Keys

WIDE = 4 * WARP_SIZE  # edges of one list that a warp takes at once


class Pile(NamedTuple):
    """Where a step puts the near vertices that it finds."""

    queue: Any
    counters: Any
    step: Any  # the next one
    bound: Any


class Edge(NamedTuple):
    """A lane's edge."""

    source: Any
    distance: Any  # of the source
    place: Any
    end: Any


class Offer(NamedTuple):
    """What an edge offers the vertex at its end."""

    end: Any
    to: Any  # the distance
    key: Any  # by `Keys.of`
    wanted: Any  # whether that is less than what the end has


def edge_of(problem, mine, number, from_start):
    """The edge of this number, whichever lane has its list. All lanes call this."""
    owner = owner_of(mine.end, number)
    place = broadcast(mine.offset, owner) + number
    source, distance = broadcast(mine.vertex, owner), broadcast_real(from_start, owner)
    return Edge(source, distance, place, at(problem.dst, place))


def hold_near(problem, team, held, a, b, wants_a, wants_b, step):
    """Claim vertices whose distances fell for the near pile of this step, and hold those not in there yet."""
    last_a, last_b = int32(step), int32(step)
    if wants_a:
        last_a = atomic_exch(problem.claims, a, int32(step))
    if wants_b:
        last_b = atomic_exch(problem.claims, b, int32(step))
    held = hold(team.held, team.own, held, a, last_a != step)
    return hold(team.held, team.own, held, b, last_b != step)


def offers_of(keys: Keys) -> Callable[..., Offer]:
    """What an edge offers, by keys of this kind."""
    add, key_of = keys.add, keys.of

    def offer_of(edge, weight, known, wanted):
        """What the edge offers, if that is less than the key that its end has."""
        to = add(edge.distance, weight)
        key = key_of(to, edge.distance, edge.source)
        return Offer(edge.end, to, key, wanted & (key < known))

    return offer_of


def taking(keys: Keys) -> Callable[..., Any]:
    """How offers are taken."""
    lower = keys.lower

    def take_offers(problem, pile, team, far, a, b, held, waiting):
        """Lower the keys of both edges' ends, and put these where they go. Returns how many the warp holds.

        Both atomics are under way together.
        """
        if not ballot(a.wanted | b.wanted):
            return held, waiting
        before_a, before_b = a.to, b.to
        if a.wanted:
            before_a = lower(problem.keys, a.end, a.key)
        if b.wanted:
            before_b = lower(problem.keys, b.end, b.key)
        fell_a, fell_b = a.to < before_a, b.to < before_b
        near_a, near_b = a.to <= pile.bound, b.to <= pile.bound
        held = hold_near(problem, team, held, a.end, b.end, fell_a & near_a, fell_b & near_b, pile.step)
        waiting = hold_far(problem, far, team, waiting, a.end, a.to, fell_a & (not near_a))
        waiting = hold_far(problem, far, team, waiting, b.end, b.to, fell_b & (not near_b))
        if held > HELD - 2 * WARP_SIZE:
            append_held(pile.queue, team, held, 0, pile.counters, problem.src_ptr)
            held = int32(0)
        return held, waiting

    return take_offers


def taking_wide(keys: Keys) -> Callable[..., Any]:
    """How WIDE edges of one list are taken."""
    key_at, offer_of, take_offers = keys.at, offers_of(keys), taking(keys)

    def take_wide(problem, pile, team, far, source, distance, place, held, waiting):
        """Relax these edges, from this lane's first place on."""
        # No branches before the keys are read, so that all reads are under way together.
        a = Edge(source, distance, place, at(problem.dst, place))
        b = Edge(source, distance, place + WARP_SIZE, at(problem.dst, place + WARP_SIZE))
        c = Edge(source, distance, place + 2 * WARP_SIZE, at(problem.dst, place + 2 * WARP_SIZE))
        d = Edge(source, distance, place + 3 * WARP_SIZE, at(problem.dst, place + 3 * WARP_SIZE))
        by_a, by_b = weight_at(problem.weights, a.place), weight_at(problem.weights, b.place)
        by_c, by_d = weight_at(problem.weights, c.place), weight_at(problem.weights, d.place)
        known_a, known_b = key_at(problem.keys, a.end), key_at(problem.keys, b.end)
        known_c, known_d = key_at(problem.keys, c.end), key_at(problem.keys, d.end)
        one, two = offer_of(a, by_a, known_a, True), offer_of(b, by_b, known_b, True)
        held, waiting = take_offers(problem, pile, team, far, one, two, held, waiting)
        one, two = offer_of(c, by_c, known_c, True), offer_of(d, by_d, known_d, True)
        return take_offers(problem, pile, team, far, one, two, held, waiting)

    return take_wide


def taking_any(keeps: Callable[..., Any], keys: Keys) -> Callable[..., Any]:
    """How any two edges per lane are taken, if they are kept."""
    asks, key_at, offer_of, take_offers = keeps is not every_edge, keys.at, offers_of(keys), taking(keys)

    def take_any(problem, pile, team, far, mine, total, base, from_start, held, waiting):
        """Relax the edge of number `base` plus the lane, and the one 32 further on."""
        number, also = int32(base + team.lane), int32(base + team.lane + WARP_SIZE)
        a = edge_of(problem, mine, int32(min(number, total - 1)), from_start)
        b = edge_of(problem, mine, int32(min(also, total - 1)), from_start)
        by_a, by_b = weight_at(problem.weights, a.place), weight_at(problem.weights, b.place)
        known_a, known_b = key_at(problem.keys, a.end), key_at(problem.keys, b.end)
        one = offer_of(a, by_a, known_a, (number < total) & (a.distance <= pile.bound))
        two = offer_of(b, by_b, known_b, (also < total) & (b.distance <= pile.bound))
        if asks:
            kept_one = one.wanted and keeps(a.source, a.end, a.place, problem)
            kept_two = two.wanted and keeps(b.source, b.end, b.place, problem)
            one, two = Offer(one.end, one.to, one.key, kept_one), Offer(two.end, two.to, two.key, kept_two)
        return take_offers(problem, pile, team, far, one, two, held, waiting)

    return take_any


def relax_of(keeps: Callable[..., Any], keys: Keys) -> Callable[..., None]:
    """A step along the edges that are kept, which lowers keys of this kind."""
    asks, take_wide, take_any = keeps is not every_edge, taking_wide(keys), taking_any(keeps, keys)

    def relax(problem, queue, following, team, span, step, bound, far):
        """Lower keys along the near vertices' edges; warps share the edges."""
        share, held, waiting = share_of(queue, span, team), int32(0), int32(0)
        slot, pile = share.slot, Pile(following, counters_of(queue, step), step, bound)
        while slot < share.last:
            entry = entry_at(queue, share, slot, team.lane)
            mine, total = numbered(share, slot, entry, team.lane)
            if total < 0:
                break
            from_start, base = single_at(problem.keys, mine.vertex), int32(0)
            waiting = put_back(problem, far, team, mine, from_start, bound, waiting)
            while base < total:
                owner = int32(size_of(ballot(mine.end <= base)))
                end = int32(broadcast(mine.end, owner))
                if asks or end - base < WIDE:
                    held, waiting = take_any(
                        problem, pile, team, far, mine, total, base, from_start, held, waiting
                    )
                    base = int32(base + 2 * WARP_SIZE)
                    continue
                source, distance = broadcast(mine.vertex, owner), broadcast_real(from_start, owner)
                place = broadcast(mine.offset, owner) + base + team.lane
                if distance <= bound:
                    held, waiting = take_wide(
                        problem, pile, team, far, source, distance, place, held, waiting
                    )
                    base = int32(base + WIDE)
                else:  # it was put back, with all of its edges
                    base = end
            slot = int32(slot + share.stride)
        append_held(following, team, held, 0, pile.counters, problem.src_ptr)
        append_far(problem, far, team, waiting)

    return relax
