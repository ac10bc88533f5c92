"""The level loop of the fused search's kernel: how each level is done, and the barriers between levels.

kernel.py calls `search_levels`, all threads of the grid together. Every thread keeps the level, the
direction and the queue's halves for itself. All threads decide alike, because the words of `state` that
they decide by are written before a barrier and don't change before the next one. There are two exceptions,
both harmless. `collect` adds to counters while slow blocks may still read them; after a pull, no decision
before the barrier behind `collect` depends on these counters. And a fast block may note that this level
found the target while slow blocks still test for it; the test looks for a target of an earlier level only.

A level is done by `push_small_levels` (small.py), `push_level` (push.py) or `pull_level` (pull.py), and
after the last of these by `look_at_pieces` (rest.py) if lists were cut. A level pulls where that costs
less: see `cost_of_pull`. After a pull the frontier's edges are an estimate. Counts that are estimates are
kept in 32 bits, since every register counts here.
"""

from typing import Any, NamedTuple

import numpy as np

from ....compiler import cuda, float32, int32
from ....intrinsics.access import at
from ....intrinsics.grid_barrier import grid_barrier
from .append import collect
from .label import is_given
from .pull import pull_level
from .push import early_list, push_level
from .rest import look_at_pieces
from .search import (
    COUNTERS,
    DONE,
    EDGES,
    FOUND,
    HAS_LONG,
    HAS_MEDIUM,
    LAST,
    PIECES,
    SET,
    TAIL,
    TARGET_LEVEL,
    Half,
    Level,
)
from .small import is_small, own_block, push_small_levels

# What a pull costs, in edges that a push does in the same time; docs/decisions/0009-fused-gpu.md
# In 32 bits, as all that is reckoned here: a division of 64 bits is a hundred instructions.
PER_PULL, PER_VERTEX, PER_LOOK = np.float32(100_000), np.float32(1.5), np.float32(0.2)
# In-neighbors that a lane looks at: so many at least, so many times the mean number until a hit at most.
LEAST_PATIENCE, HOPE = np.float32(8), np.float32(5)
BLOCK = 4  # in-neighbors that a lane looks at together: fewer would be none


class Size(NamedTuple):
    """How large a frontier is."""

    entries: Any  # vertices in the queue
    edges: Any  # edges of these vertices
    has_medium: Any  # whether one of them has a list of MEDIUM edges or more
    has_long: Any  # whether one of them has a long list
    pulled: Any  # vertices that a pull found, which are in the bitmap only


def search_levels(search, plan, warp, target, goal):
    """Search level by level from the first frontier on.

    Returns the bitmap of visited vertices; whether vertices without edges are marked (a prepared graph has
    none); and the barrier's next goal.
    """
    block, state, queue = own_block(warp), search.state, search.queues.queue
    edges_left, unvisited = float32(search.graph.dst.size), float32(search.graph.able)
    number, pulling, turn, step = 1, False, int32(0), int32(0)
    marked, old, new = is_given(search.found.deep_levels), search.found.odd, search.found.even
    while True:
        last = Half(queue.size // 2 * (step & 1), counters_of(step))
        half = Half(queue.size // 2 - last.start, counters_of(step + 1))
        early, size = early_list(search, warp, last), size_of(state, last)
        target_level = state[TARGET_LEVEL]
        number = max(number, state[last.counters + LAST] + 1)
        if (size.entries + size.pulled == 0) | (target_level < number) | (number > plan.last_level):
            return new, marked, goal
        found = size.pulled if pulling else size.entries
        unvisited = max(float32(unvisited - at(state, last.counters + DONE) - found), float32(0))
        clear(state, counters_of(step + 2))
        edges = float32(size.edges)
        if pulling:  # a pull doesn't count edges: as many as other unvisited vertices have on average
            pulled = float32(size.pulled)
            edges = float32(edges_left * pulled / max(float32(unvisited + pulled), float32(1)))
        pull_cost = cost_of_pull(unvisited, edges, edges_left)
        edges_left = max(edges_left - edges, float32(0))
        collected = pulling and edges * plan.beta < pull_cost
        if collected:
            collect(search, warp, old, new, last)
            goal = grid_barrier(state, goal)
            pulling = False
            early, size = early_list(search, warp, last), size_of(state, last)
        if not pulling and is_small(size):
            level = Level(number, target, old, new, marked, 0, last, half)
            turn = push_small_levels(search, level, block, plan, size, turn)
        else:
            overflown = 4 * size.entries > queue.size
            pulling |= overflown or (not collected and edges * plan.alpha > pull_cost)
            if pulling:
                old, new = new, old
                patience = patience_of(unvisited, edges, edges_left)
                level = Level(number, target, old, new, marked, patience, last, half)
                pull_level(search, level, warp, unvisited)
                marked = True
                goal = grid_barrier(state, goal)
                pieces = state[half.counters + PIECES]
                if pieces:
                    look_at_pieces(search, level, warp, pieces)
                    goal = grid_barrier(state, goal)
            else:
                level = Level(number, target, old, new, marked, 0, last, half)
                goal = push_level(search, level, warp, size, early, goal)
        note_direction(plan, number, pulling)
        number += 1
        step = int32(step + 1)
        if not pulling:
            goal = grid_barrier(state, goal)


def cost_of_pull(unvisited, edges, edges_left):
    """About what a pull costs, in edges of the frontier that are pushed in the same time.

    `edges_left` are the frontier's edges and those of unvisited vertices. A list of in-neighbors is looked at
    until one is in the frontier: each is with the probability edges / edges_left.
    """
    looks = min(edges_left, unvisited * edges_left / max(edges, float32(1)))
    return PER_PULL + PER_VERTEX * unvisited + PER_LOOK * looks


def patience_of(unvisited, edges, edges_left):
    """In-neighbors that a lane looks at before it leaves a long list to all warps.

    Few where the lanes have few vertices each, so that the level is over soon otherwise.
    """
    until_hit = HOPE * (edges_left + edges) / max(edges, float32(1))
    return int32(max(BLOCK, min(until_hit, LEAST_PATIENCE + unvisited / float32(cuda.gridsize(1)))))


def counters_of(step):
    """The place in `state` of this step's counters: three sets take turns."""
    return COUNTERS + step % 3 * SET


def size_of(state, half):
    """The size of the frontier in this half of the queue."""
    entries, edges = at(state, half.counters + TAIL), at(state, half.counters + EDGES)
    has_medium, has_long = at(state, half.counters + HAS_MEDIUM), at(state, half.counters + HAS_LONG)
    return Size(entries, edges, has_medium, has_long, at(state, half.counters + FOUND))


def clear(state, counters):
    """Block 0 sets a set of counters to 0, which was last read before the last barrier."""
    if cuda.blockIdx.x == 0 and cuda.threadIdx.x < SET:
        state[counters + cuda.threadIdx.x] = 0


def note_direction(plan, number, pulling):
    """Note for the trace, if there is one, whether this level pulled."""
    if number < plan.directions.size and cuda.grid(1) == 0:
        plan.directions[number] = pulling
