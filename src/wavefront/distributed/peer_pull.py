"""Pull levels of `fused_peers`: unvisited vertices look for a visited in-neighbor; the bitmap is published.

A lane has a vertex, a warp the 32 of a word, four words at a time, so that their lookups overlap; their first
in-neighbors are read a turn ahead. Lanes read the bitmap from before the level, which no rank writes, and
write the rank's own segment of the other one; `publish` stores that into the others' memory, once all of this
rank's blocks are done. Warps take spans of words as they get done.

Most vertices are settled by their first in-neighbor, the greatest hub. peer_rest.py looks on for the others.
"""

import numpy as np

from ..atomics import atomic_add
from ..compiler import int32, int64
from ..intrinsics.access import at, put
from ..intrinsics.warp import WARP_SIZE, ballot, broadcast, broadcast_word, syncwarp
from .peer_queue import Tally, count, mark
from .peer_rest import hold_missed, is_visited, look_on_while, nothing_left
from .peer_state import GROUP, SPANS_TAKEN

SPANS = 4  # that there are at least for every warp, before a span has more words than a group
FULL = 0xFFFFFFFF


def publish(own, everyone, plan, warp, bitmap):
    """Store the rank's own segment of the bitmap into all others' copies."""
    first, index = plan.rank * plan.stride >> 5, int64(warp.number * WARP_SIZE + warp.lane)
    while index < plan.linked:
        word = at(own.bits, bitmap + first + index)
        for other in range(plan.size):
            if other != plan.rank:
                put(everyone.bits, 2 * everyone.starts[other] + bitmap + first + index, word)
        index += WARP_SIZE * warp.num_warps


def pull(lists, own, plan, warp, level, old, new):
    """Label the unvisited vertices with a neighbor in the bitmap `old`, and add them to the bitmap `new`."""
    width, first, rest = width_of(plan, warp), int32(plan.rank * plan.stride >> 5), nothing_left()
    turns = int32(old), int32(new + first)
    base, group, ticket = int32(warp.number * width), int32(0), int64(0)
    known = words_at(own, plan, warp, int32(old + first), base, width)
    firsts = firsts_at(lists.firsts, warp, base, words_of(known, group))
    next_base, next_known = base, known
    while base < plan.linked:
        if group == 0:
            if warp.lane == 0:  # whose span is next: asked for now, needed later
                ticket = int64(atomic_add(own.state, SPANS_TAKEN, 1))
            if warp.lane < width and base + warp.lane < plan.linked:
                put(own.bits, int32(turns[1] + base + warp.lane), known)
            syncwarp()
        if group == min(GROUP, width - GROUP):
            next_base = int32((broadcast(ticket, 0) + warp.num_warps) * width)
            next_known = words_at(own, plan, warp, int32(old + first), next_base, width)
        read, words = firsts, words_of(known, group)
        place = int32(base + group)
        group = int32(group + GROUP)
        if group == width:
            base, group, known = next_base, int32(0), next_known
        firsts = firsts_at(lists.firsts, warp, int32(base + group), words_of(known, group))
        if ballot((words[0] & words[1] & words[2] & words[3]) != np.uint32(FULL)):
            rest = look(lists, own, plan, warp, level, turns, place, words, read, rest)
        rest = look_on_while(lists, own, plan, warp, level, turns, rest, base >= plan.linked)
    count(own, warp, Tally(int64(rest.found), int64(0)))


def width_of(plan, warp):
    """Words per span: as many as a warp can store at once, if there are spans enough."""
    width = int32(GROUP)
    while width < WARP_SIZE and 2 * width * SPANS * warp.num_warps <= plan.linked:
        width = int32(2 * width)
    return width


def words_at(own, plan, warp, first, base, width):
    """This lane's word of a span; FULL if it has none. The rank's segment of the bitmap begins at `first`."""
    known, place = np.uint32(FULL), int32(base + warp.lane)
    if warp.lane < width and place < plan.linked:
        known = np.uint32(at(own.bits, int32(first + place)))
    return known


def words_of(known, group):
    """Four words of the span, all lanes'."""
    return (
        broadcast_word(known, group),
        broadcast_word(known, int32(group + 1)),
        broadcast_word(known, int32(group + 2)),
        broadcast_word(known, int32(group + 3)),
    )


def firsts_at(firsts, warp, place, words):
    """What `Lists.firsts` has for this lane's vertices of four words from `place` on; -1 for visited ones."""
    mine, vertex = np.uint32(1 << warp.lane), int32(place * WARP_SIZE + warp.lane)
    a = at(firsts, vertex) if words[0] & mine == 0 else -1
    b = at(firsts, int32(vertex + 32)) if words[1] & mine == 0 else -1
    c = at(firsts, int32(vertex + 64)) if words[2] & mine == 0 else -1
    d = at(firsts, int32(vertex + 96)) if words[3] & mine == 0 else -1
    return a, b, c, d


def look(lists, own, plan, warp, level, turns, place, words, firsts, rest):
    """Look at the first in-neighbors of four words' vertices, from word `place` of the rank's segment on."""
    old, new = turns
    a, b, c, d = firsts
    hits = (
        (a != -1) & is_visited(own.bits, old, max(a, -2 - a), a != -1),
        (b != -1) & is_visited(own.bits, old, max(b, -2 - b), b != -1),
        (c != -1) & is_visited(own.bits, old, max(c, -2 - c), c != -1),
        (d != -1) & is_visited(own.bits, old, max(d, -2 - d), d != -1),
    )
    vertex, found, mine = int32(place * WARP_SIZE + warp.lane), int32(0), np.uint32(0)
    for turn in range(4):
        if hits[turn]:
            mark(lists, own, plan, level, int32(vertex + 32 * turn), max(firsts[turn], -2 - firsts[turn]))
        bits = np.uint32(ballot(hits[turn]))
        mine = np.uint32(bits | words[turn]) if warp.lane == turn else mine
        found = int32(found + (1 if hits[turn] else 0))
    if warp.lane < GROUP and place + warp.lane < plan.linked:
        put(own.bits, int32(new + place + warp.lane), int64(mine))
    return hold_missed(warp, vertex, firsts, hits, rest, found)
