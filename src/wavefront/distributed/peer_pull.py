"""Pull levels of `fused_peers`: unvisited vertices look for a visited in-neighbor, and a bitmap is gathered.

A lane has a vertex, a warp the 32 of a word, four words at a time, so that their lookups overlap. A lane
reads the bitmap from before the level, which no rank writes; the warp alone has the words of its vertices,
and stores them into the other bitmap of every rank. Warps take spans of words as they get done.

Most vertices are settled by their first in-neighbor, the greatest hub. Those that are not are held in shared
memory, and looked on for 64 at a time. A list that is long is taken on by the whole warp.
"""

import numpy as np

from ..atomics import atomic_add, atomic_or
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
from .peer_state import AT_ONCE, GROUP, SPANS_TAKEN

SPANS = 4  # that there are at least for every warp, before a span has more words than a group
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
    base, lane, ticket = int64(warp.number) * width, warp.lane, int64(0)
    while base < plan.linked:
        if lane == 0:  # whose span is next: asked for now, needed later
            ticket = int64(atomic_add(own.state, SPANS_TAKEN, 1))
        has_word = lane < width and base + lane < plan.linked
        known = np.uint32(FULL)
        if has_word:
            known = np.uint32(at(own.bits, old + first + base + lane))
        live, group, held = ballot(known != np.uint32(FULL)), int64(0), int64(0)
        warp.news[warp.own_news + lane] = known
        syncwarp()
        firsts = firsts_at(lists.firsts, warp, base, group, known)
        while group < width:
            read = firsts  # one group ahead
            firsts = firsts_at(lists.firsts, warp, base, min(group + GROUP, width - GROUP), known)
            if live >> group & (2**GROUP - 1):
                held = look(lists, own, plan, warp, level, old, base, group, read, held)
            while held >= AT_ONCE or (held > 0 and group + GROUP >= width):
                count_now = min(held, int64(AT_ONCE))
                held -= count_now
                look_on(lists, own, plan, warp, level, old, base, held, count_now)
            group += GROUP
        syncwarp()
        word = int64(warp.news[warp.own_news + lane])
        if has_word:
            for other in range(plan.size):
                put(everyone.bits, 2 * everyone.starts[other] + new + first + base + lane, word)
            found += size_of(word & ~int64(known))
        base = (broadcast(ticket, 0) + warp.num_warps) * width
    count(own, warp, Tally(found, int64(0)))


def width_of(plan, warp):
    """Words per span: as many as a warp can store at once, if there are spans enough."""
    width = int64(GROUP)
    while width < WARP_SIZE and 2 * width * SPANS * warp.num_warps <= plan.linked:
        width *= 2
    return width


def firsts_at(firsts, warp, base, group, known):
    """What `first_of` gives for this lane's vertices of four words."""
    vertex = (base + group) * WARP_SIZE + warp.lane
    return (
        first_of(firsts, broadcast_word(known, group), warp.lane, vertex),
        first_of(firsts, broadcast_word(known, group + 1), warp.lane, vertex + 32),
        first_of(firsts, broadcast_word(known, group + 2), warp.lane, vertex + 64),
        first_of(firsts, broadcast_word(known, group + 3), warp.lane, vertex + 96),
    )


def look(lists, own, plan, warp, level, old, base, group, firsts, held):
    """Look at the first in-neighbors of four words' vertices; returns how many the warp holds then."""
    vertex = (base + group) * WARP_SIZE + warp.lane
    a, b, c, d = firsts
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
    """Look at the other in-neighbors of so many vertices that the warp holds, from number `first` on.

    A lane has two vertices, and looks at two in-neighbors of each at a time, so that the waits overlap.
    """
    syncwarp()
    a, edge_a, end_a = held_at(lists, warp, first + warp.lane, warp.lane < held)
    b, edge_b, end_b = held_at(lists, warp, first + warp.lane + WARP_SIZE, warp.lane + WARP_SIZE < held)
    last_a, last_b = min(end_a, edge_a + BY_LANE), min(end_b, edge_b + BY_LANE)
    from_a, from_b = int64(-1), int64(-1)
    while edge_a < last_a or edge_b < last_b:
        has_a, has_b = edge_a < last_a, edge_b < last_b
        a_one, a_two = two_at(lists.in_places, edge_a, end_a, has_a)
        b_one, b_two = two_at(lists.in_places, edge_b, end_b, has_b)
        hit_a, other_a = is_set(own.bits, old, a_one) & has_a, is_set(own.bits, old, a_two) & has_a
        hit_b, other_b = is_set(own.bits, old, b_one) & has_b, is_set(own.bits, old, b_two) & has_b
        edge_a, edge_b = edge_a + 2, edge_b + 2
        if hit_a | other_a:
            from_a = a_one if hit_a else a_two
            edge_a = end_a
        if hit_b | other_b:
            from_b = b_one if hit_b else b_two
            edge_b = end_b
    settle(lists, own, plan, warp, level, old, base, a, edge_a, end_a, from_a)
    settle(lists, own, plan, warp, level, old, base, b, edge_b, end_b, from_b)
    syncwarp()


def held_at(lists, warp, number, there):
    """A vertex that the warp holds, and its edges from the second on; none if it isn't there."""
    vertex, edge, end = int64(0), int64(0), int64(0)
    if there:
        vertex = int64(warp.missed[warp.own_missed + number])
        edge, end = at(lists.in_ptr, vertex) + 1, at(lists.in_ptr, vertex + 1)
    return vertex, edge, end


def two_at(places, edge, end, there):
    """The places at this edge and at the next, or at the last again; any places if there is none."""
    first, second = edge if there else int64(0), min(edge + 1, end - 1) if there else int64(0)
    return at(places, first), at(places, second)


def settle(lists, own, plan, warp, level, old, base, vertex, edge, end, parent):
    """Label a vertex whose parent is found; if it has edges left, look for one with all lanes before."""
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
