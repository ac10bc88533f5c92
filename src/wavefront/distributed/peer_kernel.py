"""The kernel of `fused_peers`: a whole search in one launch on each rank's GPU.

A search is a sequence of steps. Each ends with a meeting of all ranks, or of the rank's own blocks; what that
tells decides which step is next:

    START       the bitmap is emptied, the source listed                     own blocks meet; all, if a level
                                                                             may be narrow
    PUSH        into the queue and the others' inboxes; peer_push.py         all ranks meet
    RECEIVE     if anything arrived                                          own blocks meet; all, if the next
                                                                             level may be narrow
    NARROW      a level of few edges, and what the last one sent;            all ranks meet
                peer_narrow.py
    LABEL       what arrived, if the next level isn't narrow                 own blocks meet
    UNDO        if an inbox had no room: the level is to be pulled           own blocks meet
    PUBLISH     the segments of the bitmap, if the last level was pushed     all ranks meet
    PULL        into the other bitmap; peer_pull.py                          own blocks meet
    SHARE       the segments of that bitmap, if there are other ranks        all ranks meet
    LIST        what a pull found, if the next level pushes                  own blocks meet
    LEAVE       unreached vertices are labelled                              all ranks meet

All threads of a rank decide alike, and all ranks when a level begins, by what all ranks told at the last
common meeting. A fast rank that is one meeting ahead touches nothing that a slow one still reads: it writes
the other inbox, the other row of slots, and, of a pull, the bitmap that no pull reads any more. In a narrow
level it sets bits of the slow one's bitmap: so all meet before the first such level.

The meeting that ends the search is there for its failures alone: a rank that came to the one before in the
very last moment can't tell whether another had given up by then. Who gave up doesn't come here.

Where GPUs don't reach one another's memory, each step is a launch, and hosts meet: host_driven.py.
"""

from typing import Any, NamedTuple

from ..compiler import cuda, int64
from ..intrinsics.access import at, put
from ..intrinsics.warp import WARP_SIZE, broadcast
from .peer_meeting import meet
from .peer_narrow import push_narrow
from .peer_pull import publish, pull
from .peer_push import list_found, push, receive, undo
from .peer_queue import enqueue
from .peer_state import LAST, LAST_OWN, NOW_FOUND, NOW_TAIL, NOW_TARGET, own_warp
from .search import PULLED_FOR

START, PUSH, RECEIVE, NARROW, LABEL, UNDO, PUBLISH, PULL, SHARE, LIST, LEAVE, END = range(12)


class Now(NamedTuple):
    """Where a search is: the step, and the frontier, which is the last complete level."""

    step: Any
    level: Any
    bitmap: Any  # the first word of the current one of two
    head: Any  # the frontier in the own queue, from here
    tail: Any  # to here
    # Of all ranks' frontier, at most: what two ranks sent counts twice. After PULL, of the rank's own.
    size: Any
    edges: Any  # likewise, an estimate
    before: Any  # the size of the frontier before
    edges_left: Any  # not looked at yet, as estimated
    number: Any  # of the last meeting of all ranks
    own_number: Any  # and of the own blocks
    arrived: Any  # pairs of a narrow level in this rank's inboxes, for the next one


def search_over_peers(lists, own, everyone, plan):
    """Levels and predecessors of the rank's own vertices."""
    warp = own_warp()
    if cuda.threadIdx.x == 0:
        keep(warp, first_step(plan, at(own.state, LAST), at(own.state, LAST_OWN)))
    cuda.syncthreads()
    now = kept(warp)
    while now.step != END:
        take_step(lists, own, everyone, plan, warp, now)
        now = kept(warp)
        is_own = meets_alone(plan, now)
        told = meet(own, everyone, plan, warp, is_own, (now.own_number if is_own else now.number) + 1)
        if cuda.threadIdx.x == 0:  # of 24 warps that do so, each delays the others
            keep(warp, decided(plan, now, told, is_own))
        cuda.syncthreads()
        now = kept(warp)
    if cuda.grid(1) == 0:
        put(own.state, LAST, now.number)
        put(own.state, LAST_OWN, now.own_number)


def take_one_step(lists, own, everyone, plan, now):
    """A kernel of this step alone: host_driven.py."""
    take_step(lists, own, everyone, plan, own_warp(), now)


def first_step(plan: Any, number: Any, own_number: Any) -> Now:
    """The beginning of a search; numbers of the last meetings."""
    zero, size, edges = int64(0), int64(plan.num_vertices), int64(plan.num_edges)
    return Now(int64(START), zero, zero, zero, zero, int64(1), zero, size, edges, number, own_number, zero)


def meets_alone(plan: Any, now: Any) -> bool:
    """Whether a step ends with a meeting of the rank's own blocks."""
    is_own = now.step in (LABEL, UNDO, PULL, LIST) or (now.step == START and not plan.narrow)
    return is_own or (now.step == RECEIVE and not all_receive(plan, now.size))


def all_receive(plan: Any, size: Any) -> bool:
    """Whether no rank may begin the next level, of so many vertices, until all have what was sent to them.

    Else one in a narrow level could claim what is still in its owner's inbox.
    """
    return bool(plan.has_target or size <= plan.narrow)  # what arrives may be the target


def keep(warp, now):
    """Keep where the search is in the block's shared memory; one thread does."""
    for field in range(len(now)):
        warp.now[field] = now[field]


def kept(warp):
    """What `keep` has kept."""
    now = warp.now
    frontier = now[2], now[3], now[4], now[5], now[6], now[7], now[8]
    return Now(now[0], now[1], *frontier, now[9], now[10], now[11])


def take_step(lists, own, everyone, plan, warp, now):
    """Take the step, with all threads."""
    bitmap, other = now.bitmap, (plan.size * plan.stride >> 5) - now.bitmap
    if now.step == START:
        start(lists, own, plan, warp)
    elif now.step == PUSH:
        push(lists, own, everyone, plan, warp, now.level, bitmap, now.head, now.tail)
    elif now.step in (RECEIVE, LABEL):
        receive(lists, own, plan, warp, now.level, bitmap, now.number, now.step == LABEL)
    elif now.step == NARROW:
        push_narrow(lists, own, everyone, plan, warp, now)
    elif now.step == UNDO:
        undo(own, plan, warp, bitmap, now.level)
        if cuda.grid(1) == 0:
            put(own.state, NOW_TAIL, now.tail)
    elif now.step == PUBLISH:
        publish(own, everyone, plan, warp, bitmap)
    elif now.step == PULL:
        pull(lists, own, plan, warp, now.level, bitmap, other)
    elif now.step == SHARE:
        publish(own, everyone, plan, warp, other)
        if cuda.grid(1) == 0:
            put(own.state, NOW_FOUND, now.size)  # of this rank; all are told now
    elif now.step == LIST:
        list_found(lists, own, plan, warp, bitmap, other)
    else:
        mark_unreached(own, plan, warp, bitmap)


def decided(plan: Any, now: Any, told: Any, is_own: Any) -> Now:
    """What comes after a step, of whose meeting this was told."""
    step, begins, bitmap = now.step, False, now.bitmap
    head, tail, size, edges = now.head, now.tail, now.size, now.edges
    if step == PUSH:
        size, edges = told.found + told.sent, told.edges
        if told.found > 0:  # what was sent has as many edges, nearly: vertices are dealt like cards
            edges += int64(told.edges * (told.sent / told.found))
    elif step == NARROW:
        size = told.found + told.sent
        edges = told.edges * size // now.size  # those of the vertices before were counted
    if told.failed or step == LEAVE:
        step = int64(END)
    elif step == PUSH and told.overflows:
        step = int64(UNDO)
    elif step == PUSH and (told.received or (told.sent and all_receive(plan, size))):
        step = int64(RECEIVE)
    elif step == UNDO:
        step = int64(PUBLISH)
    elif step == PUBLISH:
        step = int64(PULL)
    elif step == PULL and plan.size > 1:
        size, step = told.found, int64(SHARE)
    elif step in (PULL, SHARE):
        size, edges, begins, step = told.found, int64(0), True, int64(PULL)
        bitmap = (plan.size * plan.stride >> 5) - bitmap
    else:
        begins, head, tail = step != LIST, tail, told.tail
        step = int64(PUSH)
    number, own_number = now.number + int64(not is_own), now.own_number + int64(is_own)
    before, left, arrived = now.before, now.edges_left, told.received if now.step == NARROW else int64(0)
    after = Now(step, now.level, bitmap, head, tail, size, edges, before, left, number, own_number, arrived)
    if not begins:
        return after
    ends = told.has_target or not size or now.level == plan.last_level
    following = begun(plan, after, ends)
    if following.step == NARROW or not arrived:
        return following
    step, head, tail = int64(LABEL), now.head, now.tail  # what arrived is to be in the queue first
    return Now(step, now.level, bitmap, head, tail, size, edges, before, left, number, own_number, int64(0))


def begun(plan: Any, now: Any, ends: Any) -> Now:
    """The first step of the next level, which pushes or pulls; LEAVE if there is none."""
    grows, few = now.size > now.before, now.size * plan.beta < plan.num_vertices
    many = now.edges * plan.alpha > now.edges_left and now.edges * PULLED_FOR > plan.num_vertices
    step = now.step  # PUSH or PULL, as the last level
    if ends:
        step = int64(LEAVE)
    elif step == PUSH and grows and many:
        step = int64(PUBLISH)
    elif step == PULL and few and not grows:
        step = int64(LIST)
    elif step == PUSH and now.size <= plan.narrow and not plan.has_target:
        step = int64(NARROW)
    return Now(
        step,
        now.level + 1,
        now.bitmap,
        now.head,
        now.tail,
        now.size,
        now.edges,
        now.size,
        now.edges_left - now.edges,
        now.number,
        now.own_number,
        now.arrived,
    )


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
        enqueue(own.queue, 0, own.state, NOW_TAIL, warp, plan.source, degree)


def mark_unreached(own, plan, warp, bitmap):
    """Store -1 as level and predecessor of own vertices outside the bitmap, and as the source's parent."""
    first, base = plan.rank * plan.stride >> 5, int64(warp.number * WARP_SIZE)
    while base * WARP_SIZE < plan.owned:
        words = int64(0)
        if base + warp.lane < plan.linked:
            words = at(own.bits, bitmap + first + base + warp.lane)
        turn = int64(0)
        while turn < WARP_SIZE:
            vertex = (base + turn) * WARP_SIZE + warp.lane
            known = broadcast(words, turn)
            if vertex < plan.owned and known >> warp.lane & 1 == 0 and vertex != plan.source:
                put(own.levels, vertex, -1)
                put_none(own.parents, vertex)
            turn += 1
        base += WARP_SIZE * warp.num_warps
    if cuda.grid(1) == 0 and plan.source >= 0:
        put_none(own.parents, plan.source)


def put_none(parents, vertex):
    """Store that there is no predecessor, if they are asked for."""
    if parents is not None:
        put(parents, vertex, -1)
