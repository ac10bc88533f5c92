"""The fused engine's kernel: a whole breadth-first search in one cooperative launch.

All blocks run at once, one a multiprocessor, and wait for one another after each level. Every thread keeps
the level, the direction and the queues' halves for itself: all come to the same decisions, because what they
decide by is written before a barrier and not changed before the next. Two exceptions: `collect` adds to the
last level's counters, which after a pull are not looked at before the barrier behind it; and a fast block may
find the target in this level, which is not below it, as the test asks.
"""

import numpy as np

from ....atomics import atomic_or
from ....compiler import cuda, int32, int64
from ....intrinsics.access import at, load_acquire
from ....intrinsics.grid_barrier import grid_barrier
from ....intrinsics.warp import WARP_SIZE, syncwarp
from .pull import pull_level
from .push import collect, early_list, push_level
from .search import (
    ARRIVALS,
    BUFFERS,
    COUNTERS,
    EDGES,
    FOUND,
    FULL,
    HAS_LONG,
    LAST,
    NEVER,
    SET,
    STATE_SIZE,
    TAIL,
    TARGET_LEVEL,
    count_edges,
    flush,
    hold,
    inner_id,
    is_given,
    label,
    mark,
)
from .small import COUNTS, OWN_QUEUE, is_small, push_small_levels
from .translate import translate


def begin(search, buffer, source):
    """Nothing is visited but the source and what has no edges."""
    thread, threads = cuda.grid(1), cuda.gridsize(1)
    if thread < WARP_SIZE:
        for index in range(COUNTERS + thread, STATE_SIZE, WARP_SIZE):
            search.state[index] = 0
        search.state[TARGET_LEVEL] = NEVER
        syncwarp()
        held = hold(buffer, 0, 0, source, (thread == 0) & (source >= 0))
        edges, has_long = flush(search, buffer, 0, held, 0, COUNTERS, thread)
        count_edges(search, edges, has_long, COUNTERS, thread)
    for word in range(thread, search.settled.size, threads):
        visited = at(search.settled, word)
        if source >> 5 == word:
            visited |= 1 << (source & 31)
        search.even[word] = np.uint32(visited)


def add_sources(search, buffer, sources, target):
    """The first warp makes the sources the frontier."""
    lane = cuda.threadIdx.x
    for base in range(0, sources.size, WARP_SIZE):
        vertex = -1
        if base + lane < sources.size:
            vertex = inner_id(search.new_id, int(sources[base + lane]))
        if vertex >= 0:
            label(search, vertex, 0, -1, target)
            atomic_or(search.even, vertex >> 5, np.uint32(1 << (vertex & 31)))
        held = hold(buffer, 0, 0, vertex, vertex >= 0)
        edges, has_long = flush(search, buffer, 0, held, 0, COUNTERS, lane)
        count_edges(search, edges, has_long, COUNTERS, lane)


def start(search, buffer, source, sources, target, goal):
    """The sources are found, and are the frontier. Returns the barrier's next goal."""
    begin(search, buffer, source)
    grid_barrier(search.state, goal)
    if sources.size:
        if cuda.grid(1) < WARP_SIZE:
            add_sources(search, buffer, sources, target)
        goal += cuda.gridDim.x
        grid_barrier(search.state, goal)
    elif source >= 0 and cuda.grid(1) == 0:
        label(search, source, 0, -1, -1)
    return goal + cuda.gridDim.x


def set_of(step):
    """Where the counters are that the levels use in turns."""
    return COUNTERS + step % 3 * SET


def frontier_size(state, counters):
    """A level's vertices in the queue, their edges, whether one has many; and how many were pulled."""
    size, edges = state[counters + TAIL], state[counters + EDGES]
    return size, edges, state[counters + HAS_LONG], state[counters + FOUND]


def search_levels(search, last_level, target, alpha, beta, goal):
    """Search from the frontier on.

    Returns the bitmap of what is visited; whether first in-neighbors are known, and so the vertices without
    edges, which only a graph as it is has, marked by a pull; and the barrier's next goal.
    """
    waiting = cuda.shared.array(BUFFERS, int32)
    held = cuda.shared.array(BUFFERS, int32)
    mine = cuda.shared.array(OWN_QUEUE, int64)
    counts = cuda.shared.array(COUNTS, int32)  # of which shared memory has an atomic addition
    state, blocks = search.state, cuda.gridDim.x
    edges_left, visited = search.dst.size, 0
    level, pulling, turn = 1, False, int32(0)
    known = is_given(search.first)
    old, new = search.odd, search.even
    step = int32(0)
    while True:
        inputs, counters, spare = set_of(step), set_of(step + 1), set_of(step + 2)
        last_half = search.queue.size // 2 * (step & 1)
        half = search.queue.size // 2 - last_half
        early = early_list(search, last_half)
        entries, edges, has_long, found = frontier_size(state, inputs)
        target_level = state[TARGET_LEVEL]
        level = max(level, state[inputs + LAST] + 1)
        if (entries + found == 0) | (target_level < level) | (level > last_level):
            return new, known, goal
        visited += found if pulling else entries  # small levels' are left out
        if cuda.blockIdx.x == 0 and cuda.threadIdx.x < SET:
            state[spare + cuda.threadIdx.x] = 0
        collected = pulling and found * beta < search.levels.size
        if collected:
            collect(search, old, new, waiting, last_half, inputs)
            grid_barrier(state, goal)
            goal += blocks
            pulling = False
            early = early_list(search, last_half)
            entries, edges, has_long, found = frontier_size(state, inputs)
        if not pulling and is_small(entries, edges, has_long):
            turn = push_small_levels(
                search, new, entries, mine, counts, level, last_level, target, half, last_half, counters, turn
            )
        else:
            pulling |= 4 * entries > search.queue.size or (not collected and edges * alpha > edges_left)
            edges_left -= edges
            if pulling:
                old, new = new, old
                pull_level(
                    search, search.first, old, new, visited, known, waiting, held, counters, level, target
                )
                known = True
            else:
                goal = push_level(
                    search, new, early, waiting, half, counters, level, entries, edges, has_long, target, goal
                )
        if level < search.directions.size and cuda.grid(1) == 0:
            search.directions[level] = pulling
        level += 1
        step = int32(step + 1)
        grid_barrier(state, goal)
        goal += blocks


def mark_unreached(search, visited, known, source):
    """Levels and predecessors of what was not reached.

    Filling them before would write most of them twice, and all wait for it.
    """
    lane = cuda.threadIdx.x % WARP_SIZE
    warp = cuda.blockIdx.x + cuda.gridDim.x * (cuda.threadIdx.x // WARP_SIZE)
    num_warps = cuda.gridDim.x * (cuda.blockDim.x // WARP_SIZE)
    for base in range(warp * WARP_SIZE, visited.size, num_warps * WARP_SIZE):
        missing = np.uint32(0)
        if base + lane < visited.size:
            missing = np.uint32(~at(visited, base + lane) & FULL)
            if not known:
                missing |= np.uint32(at(search.settled, base + lane))
        mark(search, base, missing, source)


def put_sources(levels, sources):
    """Sources are at level 0, also those without edges."""
    for index in range(cuda.grid(1), sources.size, cuda.gridsize(1)):
        levels[sources[index]] = 0


def traverse(search, source, sources, last_level, target, alpha, beta):
    """Levels, and predecessors, of all that is reached from the source, or from the nearest of several.

    A target that is one of them has no level to be found in; the host then asks for level 0 only.
    """
    buffer = cuda.shared.array(WARP_SIZE, int32)
    blocks = cuda.gridDim.x
    goal = load_acquire(search.state, ARRIVALS) // blocks * blocks + blocks
    inner, target = inner_id(search.new_id, source), inner_id(search.new_id, target)
    goal = start(search, buffer, inner, sources, target, goal)
    visited, known, goal = search_levels(search, last_level, target, alpha, beta, goal)
    mark_unreached(search, visited, known, inner)
    goal = translate(search, search.new_id, source, goal)
    if sources.size:
        grid_barrier(search.state, goal)
        put_sources(search.final_levels, sources)
