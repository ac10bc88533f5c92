"""Pull levels of `fused_peers`: unvisited vertices look for a visited in-neighbor, and a bitmap is gathered.

A lane has a vertex, a warp the 32 of a word, four words at a time, so that their lookups overlap. A lane
reads the bitmap from before the level, which no rank writes; the warp alone has the words of its vertices,
and stores them into the other bitmap of every rank. Most vertices are settled by their first in-neighbor,
the greatest hub. Those that are not are held in shared memory, and looked on for 32 at a time. A list that is
long is taken on by the whole warp.
"""

import numpy as np

from ..atomics import atomic_or
from ..compiler import int64
from ..intrinsics.access import at, put
from ..intrinsics.warp import (
    WARP_SIZE,
    ballot,
    broadcast,
    broadcast_word,
    lowest,
    rank,
    size_of,
    syncwarp,
    without_lowest,
)
from .peer_queue import Tally, count, is_set, mark
from .peer_state import GROUP

SPANS = 4  # that every warp gets at least, before a span has more words than a group
FULL = 0xFFFFFFFF
BY_LANE = 64  # edges of a list that one lane looks at; then the warp does


def publish(own, everyone, plan, warp, bitmap):
    """Store the rank's own segment of the bitmap into all others' copies."""
    first, index = plan.rank * plan.stride >> 5, int64(warp.number * WARP_SIZE + warp.lane)
    while index < plan.linked:
        word = at(own.bits, bitmap + first + index)
        for other in range(plan.size):
            if other != plan.rank:
                put(everyone.bits, 2 * everyone.starts[other] + bitmap + first + index, word)
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
        live, group, held = ballot(known != np.uint32(FULL)), int64(0), int64(0)
        warp.news[warp.own_news + lane] = known
        syncwarp()
        while group < width:
            if live >> group & (2**GROUP - 1):
                held = look(lists, own, plan, warp, level, old, base, group, known, held)
            while held >= WARP_SIZE or (held > 0 and group + GROUP >= width):
                count_now = min(held, int64(WARP_SIZE))
                held -= count_now
                look_on(lists, own, plan, warp, level, old, base, held, count_now)
            group += GROUP
        syncwarp()
        word = int64(warp.news[warp.own_news + lane])
        if has_word:
            for other in range(plan.size):
                put(everyone.bits, 2 * everyone.starts[other] + new + first + base + lane, word)
            found += size_of(word & ~int64(known))
        base += width * warp.num_warps
    count(own, warp, Tally(found, int64(0)))


def width_of(plan, warp):
    """Words per span: as many as a warp can store at once, if there are spans enough."""
    width = int64(GROUP)
    while width < WARP_SIZE and 2 * width * SPANS * warp.num_warps <= plan.linked:
        width *= 2
    return width


def look(lists, own, plan, warp, level, old, base, group, known, held):
    """Look at the first in-neighbors of four words' vertices; returns how many the warp holds then."""
    vertex = (base + group) * WARP_SIZE + warp.lane
    a = first_of(lists.firsts, broadcast_word(known, group), warp.lane, vertex)
    b = first_of(lists.firsts, broadcast_word(known, group + 1), warp.lane, vertex + 32)
    c = first_of(lists.firsts, broadcast_word(known, group + 2), warp.lane, vertex + 64)
    d = first_of(lists.firsts, broadcast_word(known, group + 3), warp.lane, vertex + 96)
    in_a, in_b = hits(own.bits, old, a), hits(own.bits, old, b)
    in_c, in_d = hits(own.bits, old, c), hits(own.bits, old, d)
    turn = int64(0)
    while turn < GROUP:
        if in_a:
            mark(lists, own, plan, level, vertex, max(a, -2 - a))
        bits, place = np.uint32(ballot(in_a)), warp.own_news + group + turn
        if warp.lane == 0:
            warp.news[place] |= bits
        missed = a >= 0 and not in_a
        mask = ballot(missed)
        if missed:
            warp.missed[warp.own_missed + held + rank(mask)] = vertex
        held += size_of(mask)
        a, b, c, in_a, in_b, in_c = b, c, d, in_b, in_c, in_d
        vertex, turn = vertex + WARP_SIZE, turn + 1
    return held


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


def look_on(lists, own, plan, warp, level, old, base, first, held):
    """Look at the other in-neighbors of so many vertices that the warp holds, from number `first` on."""
    syncwarp()
    vertex, parent = int64(0), int64(-1)
    edge, end = int64(0), int64(0)
    if warp.lane < held:
        vertex = int64(warp.missed[warp.own_missed + first + warp.lane])
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
    if parent >= 0:
        mark(lists, own, plan, level, vertex, parent)
        word = warp.own_news + (vertex >> 5) - base
        atomic_or(warp.news, word, np.uint32(int64(1) << (vertex & 31)))
    syncwarp()


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
