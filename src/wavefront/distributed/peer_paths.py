"""The kernel of `fused_paths`: a whole search for shortest paths in one launch on each rank's GPU.

It is a sequence of steps, each of which ends with a meeting of all ranks:

    LIST       vertices that wait and are within the bound go into the queue
    RELAX      the queue's lists, and those of vertices to which another rank found a shorter way
    COLLECT    if many are relaxed: the queue is made, and offers are sent, from bitmaps
    LEAVE      nothing

RELAX follows until no rank has found or sent anything; then the bound grows by the bucket's width. Where
nothing that waits is within it, it becomes the nearest distance and the width. All ranks decide alike.

Unless the caller gives `delta`, buckets are as wide as their work asks for, as those of one GPU: see
one_launch.py. What is in the queue and beyond a bound that was lowered waits again.

An own vertex whose distance falls goes into the next step's queue, once, or waits behind the bound; another
rank's goes into the inbox that its owner reads in the next step: there is no step for what arrives. What has
no room in an inbox is noted, and sent in the next step. Where many are relaxed, a bit is set for each at
first: counting slots one by one would take longer, and so each place is offered once. That step ends with a
meeting of the own blocks.

There are two queues, by turns of steps, and for each a bitmap of what it holds. A step empties the bitmap of
the queue that it reads, while others set bits of the other one alone.

The last meeting is there for its failures alone, as in peer_kernel.py.
"""

from collections.abc import Callable
from functools import cache
from math import inf

from ..algorithms.sssp.one_launch import GROWTH, narrowed
from ..atomics import atomic_max
from ..compiler import cuda, int64
from ..intrinsics.access import at, put
from ..intrinsics.number_bits import bits_of, number_of, single_at
from ..intrinsics.warp import WARP_SIZE, size_of
from .peer_meeting import meet
from .peer_path_keys import PeerKeys
from .peer_path_queue import Step, append_word, list_queued, sending_late
from .peer_path_relax import relaxing_arrived, relaxing_queue
from .peer_state import EDGES as NEAREST
from .peer_state import FOUND, LAST, LAST_OWN, lean_warp, slot_of
from .peer_state import NOW_EDGES as NOW_NEAREST

LIST, RELAX, COLLECT, LEAVE, END = range(5)
INFINITE = 0x7FF0000000000000  # the bits of infinity
ROUNDED = 5  # bits by which a told distance is rounded up, so that those of all ranks can be summed up


@cache
def search_of(keys: PeerKeys) -> Callable[..., None]:
    """The kernel by keys of this kind."""
    take_step = taking_steps(keys)

    def paths_over_peers(lists, own, everyone, plan, paths):
        """Lower the keys of the rank's own vertices, and note the least offered to the others."""
        warp, kind = lean_warp(), int64(LIST)
        delta, lowest = float(paths.delta), 0.0
        so_far, before_bucket = int64(0), int64(0)  # edges that were to be relaxed
        last, own_last = at(own.state, LAST), at(own.state, LAST_OWN)
        now = Step(int64(0), int64(0), last, own_last, False, False, -1.0, delta)
        while kind != END:
            take_step(lists, own, plan, warp, paths, now, kind)
            is_own = kind == RELAX and now.is_dense
            told = meet(own, everyone, plan, warp, is_own, now.own_number + 1 if is_own else now.number + 1)
            now = met(plan, own, paths, now, told, is_own)
            if told.failed or kind == LEAVE:
                kind = int64(END)
            elif is_own:
                kind = int64(COLLECT)
            elif told.found + told.sent > 0:
                kind = int64(RELAX)
                delta = narrowed(delta, told.has_target - so_far, paths)
                now = bounded(now, min(now.bound, lowest + delta))
                so_far = told.has_target
            elif kind != LIST:
                if told.has_target - before_bucket < paths.few_edges:
                    delta *= GROWTH
                so_far, before_bucket, lowest = told.has_target, told.has_target, now.bound
                now, kind = bounded(now, now.bound + delta), int64(LIST)
            else:
                told_nearest = most_told(own, plan, now.number)
                lowest = nearest(told_nearest)
                now = bounded(now, lowest + delta)
                kind = int64(LIST if told_nearest else LEAVE)
        if cuda.grid(1) == 0:
            put(own.state, LAST, now.number)
            put(own.state, LAST_OWN, now.own_number)

    return paths_over_peers


def taking_steps(keys: PeerKeys) -> Callable[..., None]:
    """How steps are taken by keys of this kind."""
    relax_queue, relax_arrived, send_late = relaxing_queue(keys), relaxing_arrived(keys), sending_late(keys)

    def take_step(lists, own, plan, warp, paths, now, kind):
        """Take a step of this kind, with all threads."""
        if kind == LIST:
            list_near(lists, own, plan, warp, paths, now)
        elif kind == RELAX:
            relax_queue(lists, own, plan, warp, paths, now)
            relax_arrived(lists, own, plan, warp, paths, now)
        elif kind == COLLECT:
            list_queued(lists, own, plan, warp, paths, now)
        if kind == COLLECT or (kind == RELAX and now.is_late and not now.is_dense):
            send_late(own, plan, warp, paths, now)

    return take_step


def met(plan, own, paths, now, told, is_own):
    """Where the search is behind a meeting: if it was of all ranks, the other queue is read next."""
    if is_own:
        return Step(
            now.turn,
            now.size,
            now.number,
            now.own_number + 1,
            now.is_late,
            now.is_dense,
            now.before,
            now.bound,
        )
    number = now.number + 1
    return Step(
        int64(1) - now.turn,
        at(own.words, slot_of(plan, number, plan.rank) + FOUND),
        number,
        now.own_number,
        told.overflows > 0,
        told.found + told.sent > paths.many,
        now.before,
        now.bound,
    )


def bounded(now, bound):
    """The step with this bound."""
    return Step(now.turn, now.size, now.number, now.own_number, now.is_late, now.is_dense, now.bound, bound)


def most_told(own, plan, number):
    """The largest of what ranks told at a meeting of how near what waits is; 0 if nothing waits."""
    most, sender = int64(0), int64(0)
    while sender < plan.size:
        most = max(most, at(own.words, slot_of(plan, number, sender) + NEAREST))
        sender += 1
    return most


def nearest(told):
    """The distance that was told by this number, rounded up."""
    return number_of(INFINITE - (told - 1 << ROUNDED))


def list_near(lists, own, plan, warp, paths, now):
    """Queue the waiting vertices up to the bound, and tell how near the others are.

    Those up to the last bound were queued as they came there.
    """
    first, base, least = plan.rank * plan.stride, int64(warp.number * WARP_SIZE), inf
    while base < paths.words:
        word = int64(0)
        if base + warp.lane < paths.words:
            word = at(paths.waiting, base + warp.lane)
        left, kept, near = word, word, int64(0)
        while left:
            bit = size_of((left & -left) - 1)
            distance = float(single_at(paths.keys, first + (base + warp.lane) * WARP_SIZE + bit))
            if distance > now.bound:
                least = min(least, distance)
            else:
                kept &= ~(int64(1) << bit)
                near |= int64(distance > now.before) << bit
            left &= left - 1
        if kept != word:
            put(paths.waiting, base + warp.lane, kept)
        append_word(lists, paths, own, now, warp, (base + warp.lane) * WARP_SIZE, near)
        base += WARP_SIZE * warp.num_warps
    if least < inf:  # the nearer, the larger
        told = 1 + ((INFINITE - bits_of(least)) >> ROUNDED)
        if told > at(own.state, NOW_NEAREST):
            atomic_max(own.state, NOW_NEAREST, told)
