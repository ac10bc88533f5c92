"""Up to 64 searches in one launch, level by level; host.py launches it, one block per multiprocessor.

    list       the vertices found last are put into the queue, if they aren't there: after a pull
    push       they give their sources to their neighbors, by an atomic or       push.py
    settle     each vertex found takes note of its new sources
    or pull    every vertex that lacks sources asks its neighbors for them       pull.py

A level is pulled where the vertices found last have many edges. Behind each part is a barrier. All blocks
decide alike, by words written before it.

Levels of one vertex are far apart in memory. So each level is noted as bits in four planes, and the rows are
written from these at the end, neighboring vertices together; levels beyond LAST_IN_PLANES at once, vertex by
vertex (rows.py).
"""

from ....atomics import atomic_or
from ....compiler import cuda, int32, int64
from ....intrinsics.access import at, put
from ....intrinsics.grid_barrier import grid_barrier
from ....intrinsics.warp import WARP_SIZE, or_among
from ....strategies.fused.cuda.append import hold
from ...level_queue import (
    HAS_LONG,
    HELD,
    SLOT_BITS,
    SLOTS,
    TAIL,
    Queue,
    Span,
    append_held,
    clear_counters,
    counters_of,
    own_team,
)
from .data import FOUND, FOUND_EDGES, LAST_IN_PLANES, NUM_HUBS, NUM_PIECES, OPEN, TOO_DEEP, Step
from .pull import pull, pull_pieces, settle_hubs
from .push import push
from .rows import note, write_rows


def search_levels(graph, search, plan):
    """Write the levels from all sources; see above."""
    team, num_vertices = own_team(cuda.gridDim.x), search.front.size
    goal, level, is_listed = int64(cuda.gridDim.x), int64(0), False
    step = Step(
        level, num_vertices, int64(0), plan.sources, counters_of(queue_of(search, level), level), plan.row
    )
    edges, found = int64(0), int64(1)
    while found:
        queue = queue_of(search, level)
        if not is_listed and (level == 0 or edges < plan.pulls):
            list_found(graph, search, queue, step, team)
            goal = grid_barrier(search.state, goal)
            is_listed, edges = True, at(search.state, step.counters + TAIL) >> SLOT_BITS
        span = Span(
            int64(0), at(search.state, step.counters + TAIL), at(search.state, step.counters + HAS_LONG) != 0
        )
        level += 1
        following = counters_of(queue, level)
        if cuda.grid(1) == 0:
            clear_all(queue, counters_of(queue, level + 1))
        if level == LAST_IN_PLANES + 1:
            write_rows(search, plan)
            goal = grid_barrier(search.state, goal)
        if edges < plan.pulls:
            step = Step(level, step.old, step.new, step.open, following, plan.row)
            push(graph, search, queue, queue_of(search, level), span, step, team)
            goal = grid_barrier(search.state, goal)
            found = at(search.state, following + TAIL)
            edges = found >> SLOT_BITS
            settle(search, queue_of(search, level), step, found & SLOTS)
        else:
            is_listed = False
            step = Step(level, step.new, step.old, step.open, following, plan.row)
            pull(graph, search, step, team)
            goal = grid_barrier(search.state, goal)
            if at(search.state, following + NUM_HUBS):
                pull_pieces(graph, search, step, team)
                goal = grid_barrier(search.state, goal)
                settle_hubs(graph, search, step)
        goal = grid_barrier(search.state, goal)
        if not is_listed:
            found, edges = at(search.state, following + FOUND), at(search.state, following + FOUND_EDGES)
        step = Step(level, step.old, step.new, at(search.state, following + OPEN), following, plan.row)
        if found and level > plan.last:
            put(search.state, TOO_DEEP, 1)
            return
    if level <= LAST_IN_PLANES:
        write_rows(search, plan)


def queue_of(search, level):
    """The queue of the vertices found at this level."""
    return Queue(search.entries, level % 2 * search.front.size, search.state, int64(0))


def clear_all(queue, counters):
    """Set all counters at this place to 0."""
    clear_counters(queue, counters)
    for word in (FOUND_EDGES, FOUND, OPEN, NUM_HUBS, NUM_PIECES):
        put(queue.state, counters + word, 0)


def list_found(graph, search, queue, step, team):
    """Put the vertices whose sides differ into the queue, and make the sides alike."""
    vertex, held = int32(cuda.grid(1)), int32(0)
    while vertex - team.lane < search.front.size:
        fresh = int64(0)
        if vertex < search.front.size:
            reached = at(search.words, step.new + vertex)
            fresh = reached & ~at(search.words, step.old + vertex)
        if fresh != 0:
            put(search.words, step.old + vertex, reached)
            put(search.front, vertex, fresh)
        held = hold(team.held, team.own, held, vertex, fresh != 0)
        if held > HELD - WARP_SIZE:
            append_held(queue, team, held, 0, step.counters, graph.src_ptr)
            held = int32(0)
        vertex = int32(vertex + cuda.gridsize(1))
    append_held(queue, team, held, 0, step.counters, graph.src_ptr)


def settle(search, queue, step, count):
    """Note the new sources of each vertex in the queue, and make its sides alike."""
    slot, every = int64(cuda.grid(1)), int64(0)
    while slot < count:
        vertex = at(queue.entries, 2 * (queue.first + slot) + 1) & SLOTS
        reached = at(search.words, step.new + vertex)
        fresh = reached & ~at(search.words, step.old + vertex)
        put(search.words, step.old + vertex, reached)
        put(search.front, vertex, fresh)
        note(search, vertex, fresh, step.level, step.row)
        every |= fresh
        slot += cuda.gridsize(1)
    every = or_among(every, WARP_SIZE)
    if every != 0 and cuda.threadIdx.x % WARP_SIZE == 0:
        atomic_or(search.state, step.counters + OPEN, every)
