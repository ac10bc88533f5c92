"""The kernel of `fused_peers`: a whole search in one launch on each rank's GPU.

All blocks of a GPU run at once, and meet those of the other GPUs once per level, or twice:

    search_over_peers
        start                   the bitmap is emptied, the source listed
            own blocks meet
        search_levels           until all ranks found nothing
            push                into the queue and the others' inboxes          peer_push.py
                all ranks meet
            receive             if anything arrived
                own blocks meet
          or publish            the segments, if the last level was pushed      peer_pull.py
                all ranks meet
            pull                into every rank's other bitmap
                all ranks meet
            list_found          if the next level pushes
                own blocks meet
        mark_unreached

All threads of all ranks decide alike, by what all ranks told at the last common meeting. A fast rank that is
one meeting ahead touches nothing that a slow one still reads: it writes the other inbox, the other row of
slots, and, of a pull, the bitmap that no pull reads any more.
"""

from typing import Any, NamedTuple

from ..compiler import cuda, int64
from ..intrinsics.access import at, put
from ..intrinsics.warp import WARP_SIZE
from .peer_meeting import meet
from .peer_pull import publish, pull
from .peer_push import list_found, push, receive, undo
from .peer_queue import enqueue
from .peer_state import LAST, LAST_OWN, NOW_TAIL, NOW_TARGET, own_warp


class Frontier(NamedTuple):
    """The last level: where it is in the own queue, and what all ranks told of it."""

    head: Any
    tail: Any
    size: Any  # an upper bound: what two ranks sent counts twice
    edges: Any  # an estimate, likewise
    ends: Any  # whether nothing follows: a failed meeting, or the target found
    number: Any  # of the last meeting of all ranks
    own_number: Any  # and of the own blocks


def search_over_peers(lists, own, everyone, plan):
    """Levels and predecessors of the rank's own vertices."""
    warp = own_warp()
    number, own_number = at(own.state, LAST), at(own.state, LAST_OWN) + 1
    start(lists, own, plan, warp)
    told = meet(own, everyone, plan, warp, True, own_number)
    frontier = Frontier(int64(0), told.tail, int64(1), int64(0), told.failed != 0, number, own_number)
    bitmap, frontier = search_levels(lists, own, everyone, plan, warp, frontier)
    mark_unreached(own, plan, warp, bitmap)
    if cuda.grid(1) == 0:
        put(own.state, LAST, frontier.number)
        put(own.state, LAST_OWN, frontier.own_number)


def start(lists, own, plan, warp):
    """Empty the bitmap, but for the source, which is the first in its owner's queue."""
    source, index = plan.rank * plan.stride + plan.source, int64(cuda.grid(1))
    while index < plan.size * plan.stride >> 5:
        is_word = plan.source >= 0 and index == source >> 5
        put(own.bits, index, int64(1) << (source & 31) if is_word else int64(0))
        index += cuda.gridsize(1)
    if warp.number == 0:
        degree = int64(0)
        if warp.lane == 0:
            put(own.state, NOW_TARGET, 0)
            put(own.state, NOW_TAIL, 0)
            if plan.source >= 0:
                put(own.levels, plan.source, 0)
                degree = at(lists.ptr, plan.source + 1) - at(lists.ptr, plan.source)
        enqueue(own, warp, plan.source, degree)


def search_levels(lists, own, everyone, plan, warp, frontier):
    """Push and pull until nothing is left; returns where the last bitmap begins."""
    words = plan.size * plan.stride >> 5
    bitmap, level, pulls, is_current = int64(0), int64(0), False, False
    before, edges_left = plan.num_vertices, plan.num_edges
    while frontier.size > 0 and not frontier.ends and level < plan.last_level:
        level += 1
        grows, before = frontier.size > before, frontier.size
        if not pulls:
            pulls = grows and frontier.edges > edges_left / plan.alpha
        elif not grows and frontier.size < plan.num_vertices / plan.beta:
            pulls = False
            frontier = listed(lists, own, everyone, plan, warp, bitmap, words - bitmap, frontier)
        edges_left -= frontier.edges
        if not pulls:
            is_current = False
            pulls, frontier = pushed(lists, own, everyone, plan, warp, level, bitmap, frontier)
        if pulls and not frontier.ends:
            if not is_current:
                publish(own, everyone, plan, warp, bitmap)
                frontier = after(frontier, meet(own, everyone, plan, warp, False, frontier.number + 1))
            pull(lists, own, everyone, plan, warp, level, bitmap, words - bitmap)
            told = meet(own, everyone, plan, warp, False, frontier.number + 1)
            frontier = after(frontier, told)
            bitmap, is_current = words - bitmap, True
    return bitmap, frontier


def after(frontier, told):
    """The frontier of which all ranks told after a pull, which has listed nothing."""
    ends = told.failed != 0 or told.has_target != 0
    tail, number = frontier.tail, frontier.number + 1
    return Frontier(tail, tail, told.found, int64(0), ends, number, frontier.own_number)


def pushed(lists, own, everyone, plan, warp, level, bitmap, frontier):
    """Push a level. Returns whether it overflowed and is to be pulled, and the next frontier."""
    head, tail, number = frontier.head, frontier.tail, frontier.number + 1
    own_number = frontier.own_number
    push(lists, own, everyone, plan, warp, level, bitmap, head, tail)
    told = meet(own, everyone, plan, warp, False, number)
    failed, has_target, overflows = told.failed != 0, told.has_target != 0, told.overflows > 0
    size, edges = told.found + told.sent, told.edges
    if told.found > 0:  # what was sent has as many edges, nearly: vertices are dealt like cards
        edges = told.edges * size // told.found
    end = told.tail
    if failed:
        return False, Frontier(tail, end, size, edges, True, number, own_number)
    if overflows:
        undo(own, plan, warp, bitmap, level)
        if cuda.grid(1) == 0:
            put(own.state, NOW_TAIL, tail)
        own_number += 1
        told = meet(own, everyone, plan, warp, True, own_number)
        return True, Frontier(tail, tail, size, int64(0), told.failed != 0, number, own_number)
    if plan.has_target:  # which may have arrived: all ranks must know
        receive(lists, own, plan, warp, level, bitmap, number)
        number += 1
        told = meet(own, everyone, plan, warp, False, number)
        failed, has_target, end = told.failed != 0, told.has_target != 0, told.tail
    elif told.received > 0:
        receive(lists, own, plan, warp, level, bitmap, number)
        own_number += 1
        told = meet(own, everyone, plan, warp, True, own_number)
        failed, end = told.failed != 0, told.tail
    return False, Frontier(tail, end, size, edges, failed or has_target, number, own_number)


def listed(lists, own, everyone, plan, warp, bitmap, other, frontier):
    """The frontier that a pull left in the bitmap, listed in the queue."""
    list_found(lists, own, plan, warp, bitmap, other)
    own_number = frontier.own_number + 1
    told = meet(own, everyone, plan, warp, True, own_number)
    ends = frontier.ends or told.failed != 0
    return Frontier(
        frontier.tail, told.tail, frontier.size, frontier.edges, ends, frontier.number, own_number
    )


def mark_unreached(own, plan, warp, bitmap):
    """Store -1 as level and predecessor of own vertices outside the bitmap, and as the source's parent."""
    first, word = plan.rank * plan.stride >> 5, int64(warp.number)
    while word * WARP_SIZE < plan.owned:
        known, vertex = int64(0), word * WARP_SIZE + warp.lane
        if word < plan.linked:
            known = at(own.bits, bitmap + first + word)
        if vertex < plan.owned:
            if known >> warp.lane & 1 == 0 and vertex != plan.source:
                put(own.levels, vertex, -1)
                put_none(own.parents, vertex)
            elif vertex == plan.source:
                put_none(own.parents, vertex)
        word += warp.num_warps


def put_none(parents, vertex):
    """Store that there is no predecessor, if they are asked for."""
    if parents is not None:
        put(parents, vertex, -1)
