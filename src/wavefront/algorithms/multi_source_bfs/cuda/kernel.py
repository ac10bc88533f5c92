"""Up to 64 searches in one launch, level by level; host.py launches it, one block per multiprocessor.

    list       the vertices found last are put into the queue, if they aren't there: after a pull
    push       they give their sources to their neighbors, by an atomic or       push.py
    settle     each vertex found takes note of its new sources
    or pull    every vertex that lacks sources asks its neighbors for them       pull.py

Where the vertices found last have many edges, sources are pulled that have reached a good part of the graph.
Others, which begin far from the hubs, are pushed at the same level: no list would end early for them. Behind
each part is a barrier. All blocks decide alike, by words written before it.

Levels of one vertex are far apart in memory. So each level is noted as bits in four planes, and the rows are
written from these at the end, neighboring vertices together; levels beyond LAST_IN_PLANES at once, vertex by
vertex (rows.py).
"""

from ....atomics import atomic_add, atomic_or
from ....compiler import cuda, int32, int64
from ....intrinsics.access import at, put
from ....intrinsics.grid_barrier import grid_barrier
from ....intrinsics.warp import WARP_SIZE, ballot, or_among, size_of
from ....strategies.fused.cuda.append import hold
from ...level_queue import (
    COUNTERS,
    HAS_LONG,
    HELD,
    SET,
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

WORD = 64  # sources
ALL = -1  # a word of all sources
DENSE = 8  # a source is dense that has reached the ends of one of so many edges
SPREAD = 0x9E3779B1  # the samples' distance, by Knuth's multiplicative hashing


def search_levels(graph, search, plan):
    """Write the levels from all sources; see above."""
    hits = cuda.shared.array(WORD, int32)
    team, num_vertices = own_team(cuda.gridDim.x), search.front.size
    goal, level, is_listed = int64(cuda.gridDim.x), int64(0), False
    counters = counters_of(queue_of(search, level), level)
    step = Step(level, num_vertices, int64(0), plan.sources, ALL, counters, plan.row)
    edges, found = int64(0), int64(1)
    while found:
        queue, dense = queue_of(search, level), int64(0)
        if edges >= plan.pulls:
            dense = dense_sources(graph, search, step, hits)
        if dense == 0 and not is_listed:
            list_found(graph, search, queue, step, team, True)
            goal = grid_barrier(search.state, goal)
            is_listed = True
        span, level = span_at(search, step.counters), level + 1
        following = counters_of(queue, level)
        if cuda.grid(1) == 0:
            clear_all(queue, counters_of(queue, level + 1))
        if level == LAST_IN_PLANES + 1:
            write_rows(search, plan)
            goal = grid_barrier(search.state, goal)
        if dense == 0:
            step = Step(level, step.old, step.new, step.open, ALL, following, plan.row)
            push(graph, search, queue, queue_of(search, level), span, step, team)
            goal = grid_barrier(search.state, goal)
            settle(search, queue_of(search, level), step, True)
        else:
            goal = find_by_both(graph, search, step, (level, following, dense), is_listed, team, goal)
            step = Step(level, step.new, step.old, dense, step.open & ~dense, following, plan.row)
            is_listed = False
        goal = grid_barrier(search.state, goal)
        pushed = at(search.state, following + TAIL)
        found = pushed | at(search.state, following + FOUND)
        edges = (pushed >> SLOT_BITS) + at(search.state, following + FOUND_EDGES)
        opened = at(search.state, following + OPEN)
        step = Step(level, step.old, step.new, opened, ALL, following, plan.row)
        if found and level > plan.last:
            put(search.state, TOO_DEEP, 1)
            return
    if level <= LAST_IN_PLANES:
        write_rows(search, plan)


def find_by_both(graph, search, before, now, is_listed, team, goal):
    """Pull the dense sources' level; push the others', if there are any. Returns the next barrier's goal."""
    level, following, dense = now
    sparse, queue = before.open & ~dense, queue_of(search, level - 1)
    few = Queue(search.entries, 2 * search.front.size, search.state, int64(0))
    counters = int64(COUNTERS + 3 * SET)
    if sparse != 0:
        listing = Step(level, before.old, before.new, before.open, sparse, counters, before.row)
        if is_listed:
            pick_found(graph, search, (queue, few), before.counters, listing, team)
        else:
            list_found(graph, search, few, listing, team, False)
        goal = grid_barrier(search.state, goal)
    step = Step(level, before.new, before.old, dense, sparse, following, before.row)
    pull(graph, search, step, team)
    goal = grid_barrier(search.state, goal)
    if at(search.state, following + NUM_HUBS):
        pull_pieces(graph, search, step, team)
        goal = grid_barrier(search.state, goal)
        settle_hubs(graph, search, step)
    if sparse != 0:
        push(graph, search, few, queue_of(search, level), span_at(search, counters), step, team)
        goal = grid_barrier(search.state, goal)
        settle(search, queue_of(search, level), step, False)
        if cuda.grid(1) == 0:
            clear_counters(few, counters)
    return goal


def dense_sources(graph, search, step, hits):
    """The sources that have reached the ends of a DENSE part of a sample of edges, at least.

    A pull for the others would follow nearly all lists to their ends. All blocks take the same sample.
    """
    lane = cuda.threadIdx.x % WARP_SIZE
    for source in range(cuda.threadIdx.x, WORD, cuda.blockDim.x):
        hits[source] = 0
    cuda.syncthreads()
    edge = (int64(cuda.threadIdx.x) + 1) * SPREAD % graph.dst.size
    word = at(search.words, step.new + at(graph.dst, edge)) & step.open
    for source in range(WORD):
        reached = size_of(ballot(word >> source & 1 != 0))
        if lane == source % WARP_SIZE:
            atomic_add(hits, source, int32(reached))
    cuda.syncthreads()
    low = int64(DENSE * hits[lane] >= cuda.blockDim.x)
    high = int64(DENSE * hits[lane + WARP_SIZE] >= cuda.blockDim.x)
    dense = or_among(low << lane | high << (lane + WARP_SIZE), WARP_SIZE)
    cuda.syncthreads()  # all have read before the next sample
    return dense & step.open


def span_at(search, counters):
    """The queue's vertices that are counted here, from its begin on."""
    return Span(int64(0), at(search.state, counters + TAIL), at(search.state, counters + HAS_LONG) != 0)


def queue_of(search, level):
    """The queue of the vertices found at this level."""
    return Queue(search.entries, level % 2 * search.front.size, search.state, int64(0))


def clear_all(queue, counters):
    """Set all counters at this place to 0."""
    clear_counters(queue, counters)
    for word in (FOUND_EDGES, FOUND, OPEN, NUM_HUBS, NUM_PIECES):
        put(queue.state, counters + word, 0)


def list_found(graph, search, queue, step, team, alike):
    """Put vertices whose sides differ, in sources to be pushed, into the queue; if `alike`, make them so."""
    vertex, held = int32(cuda.grid(1)), int32(0)
    while vertex - team.lane < search.front.size:
        fresh = int64(0)
        if vertex < search.front.size:
            reached = at(search.words, step.new + vertex)
            fresh = reached & ~at(search.words, step.old + vertex)
            if alike and fresh != 0:
                put(search.words, step.old + vertex, reached)
            fresh &= step.pushed
        if fresh != 0:
            put(search.front, vertex, fresh)
        held = hold(team.held, team.own, held, vertex, fresh != 0)
        if held > HELD - WARP_SIZE:
            append_held(queue, team, held, 0, step.counters, graph.src_ptr)
            held = int32(0)
        vertex = int32(vertex + cuda.gridsize(1))
    append_held(queue, team, held, 0, step.counters, graph.src_ptr)


def pick_found(graph, search, queues, counters, step, team):
    """Put the vertices of the first queue that have sources to be pushed into the second one."""
    queue, few = queues
    slot, held, count = int64(cuda.grid(1)), int32(0), at(search.state, counters + TAIL) & SLOTS
    while slot - team.lane < count:
        vertex, wanted = int64(0), False
        if slot < count:
            vertex = at(queue.entries, 2 * (queue.first + slot) + 1) & SLOTS
            wanted = at(search.front, vertex) & step.pushed != 0
        held = hold(team.held, team.own, held, int32(vertex), wanted)
        if held > HELD - WARP_SIZE:
            append_held(few, team, held, 0, step.counters, graph.src_ptr)
            held = int32(0)
        slot += cuda.gridsize(1)
    append_held(few, team, held, 0, step.counters, graph.src_ptr)


def settle(search, queue, step, alike):
    """Note the new sources that were pushed to each vertex in the queue; if `alike`, make its sides so."""
    slot, every, count = int64(cuda.grid(1)), int64(0), at(search.state, step.counters + TAIL) & SLOTS
    while slot < count:
        vertex = at(queue.entries, 2 * (queue.first + slot) + 1) & SLOTS
        reached = at(search.words, step.new + vertex)
        fresh = reached & ~at(search.words, step.old + vertex) & step.pushed
        if alike:
            put(search.words, step.old + vertex, reached)
            put(search.front, vertex, fresh)
        note(search, vertex, fresh, step.level, step.row)
        every |= fresh
        slot += cuda.gridsize(1)
    every = or_among(every, WARP_SIZE)
    if every != 0 and cuda.threadIdx.x % WARP_SIZE == 0:
        atomic_or(search.state, step.counters + OPEN, every)
