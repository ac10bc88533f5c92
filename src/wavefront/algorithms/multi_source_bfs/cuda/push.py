"""A level that is pushed: the listed vertices give their sources to their neighbors.

A plain look at what a neighbor has may be early: then an atomic brings it nothing new, which costs time only.
The lane whose atomic finds what the neighbor had before the level puts it into the next queue.
"""

from ....atomics import atomic_or
from ....compiler import int32, int64
from ....intrinsics.access import at
from ....intrinsics.warp import WARP_SIZE, broadcast
from ....strategies.fused.cuda.append import hold
from ...betweenness.cuda.push import neighbor_at
from ...level_queue import HELD, append_held, entry_at, numbered, share_of


def push(graph, search, queue, following, span, step, team):
    """Give the sources of the vertices of the span, in the queue, to their neighbors."""
    share, held = share_of(queue, span, team), int32(0)
    slot = share.slot
    while slot < share.last:
        mine, total = numbered(share, slot, entry_at(queue, share, slot, team.lane), team.lane)
        if total < 0:
            break
        word, number = at(search.front, mine.vertex), int32(team.lane)
        while number - team.lane < total:
            a, from_a = neighbor_at(graph.dst, mine, number, total)
            b, from_b = neighbor_at(graph.dst, mine, number + WARP_SIZE, total)
            place_a, place_b = max(a, int32(0)), max(b, int32(0))
            has_a, has_b = at(search.words, step.new + place_a), at(search.words, step.new + place_b)
            new_a, new_b = broadcast(word, from_a) & ~has_a, broadcast(word, from_b) & ~has_b
            first_a = a >= 0 and give(search.words, step, place_a, new_a)
            first_b = b >= 0 and give(search.words, step, place_b, new_b)
            held = hold(team.held, team.own, held, a, first_a)
            held = hold(team.held, team.own, held, b, first_b)
            if held > HELD - 2 * WARP_SIZE:
                append_held(following, team, held, 0, step.counters, graph.src_ptr)
                held = int32(0)
            number = int32(number + 2 * WARP_SIZE)
        slot = int32(slot + share.stride)
    append_held(following, team, held, 0, step.counters, graph.src_ptr)


def give(words, step, vertex, sources):
    """Give these sources to the vertex; returns whether it is the first to get any at this level."""
    if sources == 0:
        return False
    before = int64(atomic_or(words, step.new + vertex, sources))
    return before == at(words, step.old + vertex)
