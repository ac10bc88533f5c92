"""Pull levels of `fused_peers`: unvisited vertices look for a visited in-neighbor, and a bitmap is gathered.

A lane has a vertex, a warp the 32 of a word, four words at a time, so that their lookups overlap. A lane
reads the bitmap from before the level, which no rank writes; the warp alone has the words of its vertices,
and stores them into the other bitmap of every rank. Most vertices are settled by their first in-neighbor,
the greatest hub. A list that is long is taken on by the whole warp.
"""

import numpy as np

from ..compiler import int64
from ..intrinsics.access import at, put
from ..intrinsics.warp import WARP_SIZE, ballot, broadcast, broadcast_word, lowest, size_of, without_lowest
from .peer_queue import Tally, count, is_set, mark

GROUP = 4  # words at a time
SPANS = 4  # that every warp gets at least, before a span has more words than a group
FULL = 0xFFFFFFFF
BY_LANE = 64  # edges of a list that one lane looks at; then the warp does


def publish(own, everyone, plan, warp, bitmap):
    """Store the rank's own segment of the bitmap into all others' copies."""
    first, index = plan.rank * plan.stride >> 5, int64(warp.number * WARP_SIZE + warp.lane)
    while index < plan.linked:
        word = at(own.bits, bitmap + first + index)
        for rank in range(plan.size):
            if rank != plan.rank:
                put(everyone.bits, 2 * everyone.starts[rank] + bitmap + first + index, word)
        index += WARP_SIZE * warp.num_warps


def pull(lists, own, everyone, plan, warp, level, old, new):
    """Label the unvisited vertices that have a neighbor in the bitmap `old`, and store the bitmap `new`."""
    width, first, found = width_of(plan, warp), plan.rank * plan.stride >> 5, int64(0)
    base, lane = int64(warp.number) * width, warp.lane
    while base < plan.linked:
        has_word = lane < width and base + lane < plan.linked
        known = np.uint32(FULL)
        if has_word:
            known = np.uint32(at(own.bits, old + first + base + lane))
        word, live, group = int64(known), ballot(known != np.uint32(FULL)), int64(0)
        while group < width:
            if live >> group & (2**GROUP - 1):
                word |= look(lists, own, plan, warp, level, old, base, group, known)
            group += GROUP
        if has_word:
            for rank in range(plan.size):
                put(everyone.bits, 2 * everyone.starts[rank] + new + first + base + lane, word)
            found += size_of(word & ~int64(known))
        base += width * warp.num_warps
    count(own, warp, Tally(found, int64(0)))


def width_of(plan, warp):
    """Words per span: as many as a warp can store at once, if there are spans enough."""
    width = int64(GROUP)
    while width < WARP_SIZE and 2 * width * SPANS * warp.num_warps <= plan.linked:
        width *= 2
    return width


def look(lists, own, plan, warp, level, old, base, group, known):
    """Look at the vertices of four words; returns this lane's word's new bits, if it is one of the four."""
    vertex = (base + group) * WARP_SIZE + warp.lane
    a = first_of(lists.firsts, broadcast_word(known, group), warp.lane, vertex)
    b = first_of(lists.firsts, broadcast_word(known, group + 1), warp.lane, vertex + 32)
    c = first_of(lists.firsts, broadcast_word(known, group + 2), warp.lane, vertex + 64)
    d = first_of(lists.firsts, broadcast_word(known, group + 3), warp.lane, vertex + 96)
    in_a, in_b = hits(own.bits, old, a), hits(own.bits, old, b)
    in_c, in_d = hits(own.bits, old, c), hits(own.bits, old, d)
    mine, turn = int64(0), int64(0)
    while turn < GROUP:
        bits = settle(lists, own, plan, warp, level, old, vertex + turn * WARP_SIZE, a, in_a)
        mine = int64(bits) if warp.lane == group + turn else mine
        a, b, c, in_a, in_b, in_c = b, c, d, in_b, in_c, in_d
        turn += 1
    return mine


def first_of(firsts, word, lane, vertex):
    """What `Lists.firsts` holds for an unvisited vertex; -1 for others."""
    first = int64(-1)
    if int64(word) >> lane & 1 == 0 and vertex < firsts.size:
        first = at(firsts, vertex)
    return first


def hits(bits, old, first):
    """Whether the in-neighbor of `first_of` is visited."""
    hit = False
    if first != -1:
        hit = is_set(bits, old, max(first, -2 - first))
    return hit


def settle(lists, own, plan, warp, level, old, vertex, first, hit):
    """Label a vertex whose first in-neighbor is visited, or another; the mask of the lanes that labelled."""
    parent = max(first, -2 - first) if hit else int64(-1)
    wanted = first >= 0 and not hit
    if ballot(wanted):
        parent = look_further(lists, own, warp, old, vertex, wanted, parent)
    if parent >= 0:
        mark(lists, own, plan, level, vertex, parent)
    return ballot(parent >= 0)


def look_further(lists, own, warp, old, vertex, wanted, parent):
    """For the lanes with `wanted`, the place of another visited in-neighbor of the vertex; else `parent`."""
    edge, end = int64(0), int64(0)
    if wanted:
        edge, end = at(lists.in_ptr, vertex) + 1, at(lists.in_ptr, vertex + 1)
    last = min(end, edge + BY_LANE)
    while edge < last:
        a, b = at(lists.in_places, edge), at(lists.in_places, min(edge + 1, end - 1))
        in_a, in_b = is_set(own.bits, old, a), is_set(own.bits, old, b)
        edge += 2
        if in_a or in_b:
            parent = a if in_a else b
            edge = end
    rest = ballot(edge < end)
    while rest:
        lane = lowest(rest)
        rest = without_lowest(rest)
        place = look_together(lists, own, warp, old, broadcast(edge, lane), broadcast(end, lane))
        parent = place if warp.lane == lane else parent
    return parent


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
