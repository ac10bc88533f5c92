"""The fused engine's kernel: a whole breadth-first search in one cooperative launch.

All blocks run at once, one a multiprocessor, and wait for one another after each level. Every thread keeps
the level, the direction and the queues' halves for itself: all come to the same decisions, because what they
decide by is written before a barrier and not changed before the next.
"""

import numpy as np

from ...atomics import atomic_or
from ...device import cuda, int32
from ...warp import WARP_SIZE, at, ballot, four_at, grid_barrier, load_acquire, put_four, syncwarp
from .cuda_pull import pull
from .cuda_push import collect, early_list, push_level
from .cuda_search import (
    ARRIVALS,
    BUFFERS,
    COUNTERS,
    EDGES,
    FOUND,
    HAS_LONG,
    NEVER,
    SET,
    TAIL,
    TARGET_LEVEL,
    count_edges,
    flush,
    hold,
    label,
)


def fill(array, thread, threads):
    """All elements become -1."""
    count = array.size
    for index in range(4 * thread, count - 3, 4 * threads):
        put_four(array, index, -1, -1, -1, -1)
    if thread < count % 4:
        array[count - 1 - thread] = -1


def begin(search, buffer, source):
    """Nothing is visited but the source and what has no edges."""
    thread, threads = cuda.grid(1), cuda.gridsize(1)
    if thread < WARP_SIZE:
        search.state[COUNTERS + thread] = 0
        search.state[TARGET_LEVEL] = NEVER
        syncwarp()
        held = hold(buffer, 0, 0, source, ballot((thread == 0) & (source >= 0)), thread)
        edges, has_long = flush(search, buffer, 0, held, 0, COUNTERS, thread)
        count_edges(search, edges, has_long, COUNTERS, thread)
    fill(search.levels, thread, threads)
    fill(search.predecessors, thread, threads)
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
            vertex = int(sources[base + lane])
            if search.new_id.size:
                vertex = int(search.new_id[vertex])
        if vertex >= 0:
            label(search, vertex, 0, -1, target)
            atomic_or(search.even, vertex >> 5, np.uint32(1 << (vertex & 31)))
        held = hold(buffer, 0, 0, vertex, ballot(vertex >= 0), lane)
        edges, has_long = flush(search, buffer, 0, held, 0, COUNTERS, lane)
        count_edges(search, edges, has_long, COUNTERS, lane)


def translate(search, source):
    """Levels and predecessors in the caller's ids."""
    thread, threads = cuda.grid(1), cuda.gridsize(1)
    count = search.new_id.size
    for index in range(4 * thread, count - 3, 4 * threads):
        a, b, c, d = four_at(search.new_id, index)
        level_a, parent_a = final(search, int(a), index == source)
        level_b, parent_b = final(search, int(b), index + 1 == source)
        level_c, parent_c = final(search, int(c), index + 2 == source)
        level_d, parent_d = final(search, int(d), index + 3 == source)
        put_four(search.final_levels, index, level_a, level_b, level_c, level_d)
        if search.final_predecessors.size:
            put_four(search.final_predecessors, index, parent_a, parent_b, parent_c, parent_d)
    if thread < count % 4:
        index = count - 1 - thread
        level, parent = final(search, int(search.new_id[index]), index == source)
        search.final_levels[index] = level
        if search.final_predecessors.size:
            search.final_predecessors[index] = parent


def final(search, vertex, is_source):
    """Level and predecessor of a vertex without edges, if its id is negative, or of another."""
    level = at(search.levels, max(vertex, 0))
    level = level if vertex >= 0 else -1
    parent = -1
    if search.predecessors.size:
        parent = at(search.predecessors, max(vertex, 0)) if level > 0 else -1
        parent = at(search.old_id, max(parent, 0)) if level > 0 else -1
    return 0 if is_source else level, parent


def traverse(search, source, sources, last_level, target, alpha, beta):
    """Levels, and predecessors, of all that is reached from the source, or from the nearest of several.

    None of them is the target.
    """
    buffer = cuda.shared.array(BUFFERS, int32)
    held = cuda.shared.array(BUFFERS, int32)
    blocks, state = cuda.gridDim.x, search.state
    goal = load_acquire(state, ARRIVALS) // blocks * blocks + blocks
    inner = source
    if search.new_id.size:
        inner = int(search.new_id[source]) if source >= 0 else -1
        target = int(search.new_id[target]) if target >= 0 else -1
    begin(search, buffer, inner)
    grid_barrier(state, goal)
    if sources.size:
        if cuda.grid(1) < WARP_SIZE:
            add_sources(search, buffer, sources, target)
        goal += blocks
        grid_barrier(state, goal)
    elif inner >= 0 and cuda.grid(1) == 0:
        search.levels[inner] = 0
    edges_left = search.dst.size
    level, pulling = 1, False
    old, new = search.odd, search.even
    inputs, counters, spare = COUNTERS, COUNTERS + SET, COUNTERS + 2 * SET
    half, other_half = search.queue.size // 2, 0
    while level <= last_level:
        early = early_list(search, other_half)
        entries, edges, has_long = state[inputs + TAIL], state[inputs + EDGES], state[inputs + HAS_LONG]
        found_last, target_level = state[inputs + FOUND], state[TARGET_LEVEL]
        if (entries + found_last == 0) | (target_level < level):
            break
        if cuda.blockIdx.x == 0 and cuda.threadIdx.x < SET:
            state[spare + cuda.threadIdx.x] = 0
        collected = pulling and found_last * beta < search.levels.size
        if collected:
            collect(search, old, new, buffer, other_half, inputs)
            goal += blocks
            grid_barrier(state, goal)
            pulling = False
            early = early_list(search, other_half)
            entries, edges, has_long = state[inputs + TAIL], state[inputs + EDGES], state[inputs + HAS_LONG]
        if not pulling:
            pulling = 4 * entries > search.queue.size or (not collected and edges * alpha > edges_left)
            edges_left -= edges
        if pulling:
            old, new = new, old
            pull(search, old, new, buffer, held, counters, level, target)
        else:
            goal = push_level(
                search, new, early, buffer, half, counters, level, entries, edges, has_long, target, goal
            )
        if level < search.directions.size and cuda.grid(1) == 0:
            search.directions[level] = pulling
        inputs, counters, spare = counters, spare, inputs
        half, other_half = other_half, half
        level += 1
        goal += blocks
        grid_barrier(state, goal)
    if search.new_id.size:
        translate(search, source)
