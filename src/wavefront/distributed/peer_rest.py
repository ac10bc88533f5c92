"""The in-neighbors after the first: the rest of a pull of `fused_peers`, with one vertex per lane.

A warp holds vertices whose first in-neighbor isn't visited until there is one for every lane. A lane then
looks at the vertex's four next best, which lie in one sector. What these don't settle is held once more, and
lanes go through the lists, four in-neighbors at a time; one that is done takes the next vertex. A list that
is long is taken on by the whole warp. What a warp holds stays from one span of words to the next.

Several lanes may have vertices of one word: they set its bits by atomics, in the rank's own memory.
"""

from typing import Any, NamedTuple

from ..compiler import int32, int64
from ..intrinsics.access import at, four_at
from ..intrinsics.bits import add_bits
from ..intrinsics.warp import (
    WARP_SIZE,
    ballot,
    broadcast,
    lowest,
    rank,
    size_of,
    syncwarp,
    without_lowest,
)
from .peer_queue import is_set, mark
from .peer_state import MISSED

BY_LANE = 64  # edges of a list that one lane looks at; then the warp does


class Rest(NamedTuple):
    """The work that a warp and one of its lanes have left, and the lane's count of found vertices."""

    num_held: Any  # vertices that the warp holds, whose first in-neighbor missed
    num_walked: Any  # likewise, whose next best missed too
    vertex: Any  # the lane's; its bitwise complement if its list goes on behind `end`
    edge: Any  # the vertex's next in-edge to look at
    end: Any  # the lane is idle when `edge` is there
    found: Any


def nothing_left():
    """The state of a warp that begins: no work left."""
    return Rest(int32(0), int32(0), int32(0), int64(0), int64(0), int32(0))


def is_visited(bits, first, place, there):
    """Whether a place is in the bitmap that begins at word `first`; another's answer if not `there`."""
    place = place if there else 0
    word = int32(int64(at(bits, int32(first + (place >> 5)))) << (~int32(place) & 31))
    return word < 0  # the place's bit is the sign: instructions of 32 bits suffice


def hold(warp, first, held, vertex, wanted):
    """Put the vertices of the lanes with `wanted` into the warp's buffer. Returns how many it holds."""
    mask = ballot(wanted)
    if wanted:
        warp.missed[int32(warp.own_missed + first + held + rank(mask))] = vertex
    return int32(held + size_of(mask))


def hold_missed(warp, vertex, firsts, hits, rest, found):
    """Hold those of a lane's four vertices, 32 apart, that missed but have more in-neighbors."""
    held = rest.num_held
    for turn in range(4):
        missed = (firsts[turn] >= 0) & (not hits[turn])
        held = hold(warp, 0, held, int32(vertex + 32 * turn), missed)
    syncwarp()
    return Rest(held, rest.num_walked, rest.vertex, rest.edge, rest.end, int32(rest.found + found))


def look_on_while(lists, own, plan, warp, level, turns, rest, last):
    """Look on while the warp holds a vertex for every lane; if `last`, until no vertex is left."""
    while True:
        if rest.num_walked < WARP_SIZE and rest.num_held >= (1 if last else WARP_SIZE):
            rest = look_at_others(lists, own, plan, warp, level, turns, rest)
        elif rest.num_walked >= WARP_SIZE or (last and (rest.num_walked or ballot(rest.edge < rest.end))):
            rest = look_on(lists, own, plan, warp, level, turns, rest)
        else:
            return rest


def look_at_others(lists, own, plan, warp, level, turns, rest):
    """Each lane looks at the four next best in-neighbors of a held vertex; the warp holds those that miss."""
    number, vertex = int32(rest.num_held - 1 - warp.lane), int32(0)
    if number >= 0:
        vertex = warp.missed[int32(warp.own_missed + number)]
    hit, more, parent = best_of(lists.others, own.bits, turns[0], vertex, number >= 0)
    if hit:
        settle(lists, own, plan, level, turns[1], vertex, parent)
    walked = hold(warp, MISSED, rest.num_walked, vertex, (number >= 0) & more & (not hit))
    syncwarp()
    held = max(int32(rest.num_held - WARP_SIZE), int32(0))
    return Rest(held, walked, rest.vertex, rest.edge, rest.end, int32(rest.found + (1 if hit else 0)))


def best_of(others, bits, old, vertex, there):
    """Whether one of a vertex's next best in-neighbors is visited; whether it may have more; and which is."""
    if others is None:
        return False, True, 0
    a, b, c, d = four_at(others, 4 * int64(vertex))
    more, d = d >= 0, max(d, int32(-2 - d))
    hit_a = there & (a >= 0) & is_visited(bits, old, a, there & (a >= 0))
    hit_b = there & (b >= 0) & is_visited(bits, old, b, there & (b >= 0))
    hit_c = there & (c >= 0) & is_visited(bits, old, c, there & (c >= 0))
    hit_d = there & (d >= 0) & is_visited(bits, old, d, there & (d >= 0))
    return hit_a | hit_b | hit_c | hit_d, more, a if hit_a else (b if hit_b else (c if hit_c else d))


def look_on(lists, own, plan, warp, level, turns, rest):
    """An idle lane takes a vertex; then each lane looks at up to four in-neighbors of its vertex."""
    vertex, edge, end, found = rest.vertex, rest.edge, rest.end, rest.found
    idle = ballot(edge >= end)
    number = int32(rest.num_walked - 1 - rank(idle))
    if edge >= end and number >= 0:
        vertex = warp.missed[int32(warp.own_missed + MISSED + number)]
        edge, end = at(lists.in_ptr, vertex) + 1, at(lists.in_ptr, vertex + 1)
        if end - edge > 2 * BY_LANE:
            vertex, end = int32(~vertex), edge + BY_LANE
    hit, is_long = False, False
    if edge < end:
        hit, parent = look_at_four(lists.in_places, own.bits, turns[0], edge, end)
        if hit:
            settle(lists, own, plan, level, turns[1], max(vertex, ~vertex), parent)
        edge = end if hit else edge + 4
        is_long = (not hit) & (edge >= end) & (vertex < 0)
    found = int32(found + (1 if hit else 0))
    long = ballot(is_long)
    while long:
        lane = lowest(long)
        long = without_lowest(long)
        whole, begin = int32(~broadcast(vertex, lane)), broadcast(end, lane)
        place = look_together(lists, own, warp, turns[0], begin, at(lists.in_ptr, whole + 1))
        if place >= 0 and warp.lane == 0:
            settle(lists, own, plan, level, turns[1], whole, place)
            found = int32(found + 1)
    syncwarp()
    walked = max(int32(rest.num_walked - size_of(idle)), int32(0))
    return Rest(rest.num_held, walked, vertex, edge, end, found)


def look_at_four(places, bits, old, edge, end):
    """Whether one of four in-edges, or those up to `end`, has a visited source, and which."""
    last = end - 1
    a, b = at(places, edge), at(places, min(edge + 1, last))
    c, d = at(places, min(edge + 2, last)), at(places, min(edge + 3, last))
    hit_a, hit_b = is_visited(bits, old, a, True), is_visited(bits, old, b, True)
    hit_c, hit_d = is_visited(bits, old, c, True), is_visited(bits, old, d, True)
    return hit_a | hit_b | hit_c | hit_d, a if hit_a else (b if hit_b else (c if hit_c else d))


def look_together(lists, own, warp, old, edge, end):
    """The place of a visited in-neighbor at these edges, each lane looking at one of 32; -1 if none is."""
    while edge < end:
        place, hit = int64(-1), False
        if edge + warp.lane < end:
            place = at(lists.in_places, edge + warp.lane)
            hit = is_set(own.bits, old, place)
        found = ballot(hit)
        if found:
            return broadcast(place, lowest(found))
        edge += WARP_SIZE
    return int64(-1)


def settle(lists, own, plan, level, new, vertex, parent):
    """Label one vertex, and set its bit in the new bitmap, whose own segment begins at word `new`."""
    mark(lists, own, plan, level, vertex, parent)
    add_bits(own.bits, int32(new + (vertex >> 5)), 1 << (vertex & 31))
