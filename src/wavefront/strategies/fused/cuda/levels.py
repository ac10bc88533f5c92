"""The level loop of the fused search's kernel: how each level is done, and the barriers between levels.

kernel.py calls `search_levels`, all threads of the grid together. Every thread keeps the level, the direction
and the queue's halves for itself. All threads decide alike, because the words of `state` that they decide by
are written before a barrier and don't change before the next one. There are two exceptions, both harmless.
`collect` adds to counters while slow blocks may still read them; after a pull, no decision before the barrier
behind `collect` depends on these counters. And a fast block may note that this level found the target while
slow blocks still test for it; the test looks for a target of an earlier level only.

A level is done by `push_small_levels` (small.py), `push_level` (push.py) or `pull_level` (pull.py).
"""

from typing import Any, NamedTuple

from ....compiler import cuda, int32
from ....intrinsics.grid_barrier import grid_barrier
from .append import collect
from .label import is_given
from .pull import pull_level
from .push import early_list, push_level
from .search import COUNTERS, EDGES, FOUND, HAS_LONG, LAST, SET, TAIL, TARGET_LEVEL, Half, Level
from .small import is_small, own_block, push_small_levels


class Size(NamedTuple):
    """How large a frontier is."""

    entries: Any  # vertices in the queue
    edges: Any  # edges of these vertices
    has_long: Any  # whether one of them has a long list
    pulled: Any  # vertices that a pull found, which are in the bitmap only


def search_levels(search, plan, warp, target, goal):
    """Search level by level from the first frontier on.

    Returns the bitmap of visited vertices; whether first in-neighbors are known; and the barrier's next goal.
    If they are known, no vertex without edges is left to mark: a prepared graph has none, and in an
    unprepared graph a pull has marked them.
    """
    block, state, queue = own_block(), search.state, search.queues.queue
    edges_left, visited = search.graph.dst.size, 0
    number, pulling, turn, step = 1, False, int32(0), int32(0)
    known, old, new = is_given(search.graph.first), search.found.odd, search.found.even
    while True:
        last = Half(queue.size // 2 * (step & 1), counters_of(step))
        half = Half(queue.size // 2 - last.start, counters_of(step + 1))
        early, size = early_list(search, warp, last), size_of(state, last)
        target_level = state[TARGET_LEVEL]
        number = max(number, state[last.counters + LAST] + 1)
        if (size.entries + size.pulled == 0) | (target_level < number) | (number > plan.last_level):
            return new, known, goal
        visited += size.pulled if pulling else size.entries  # vertices of small levels are left out
        clear(state, counters_of(step + 2))
        collected = pulling and size.pulled * plan.beta < search.found.levels.size
        if collected:
            collect(search, warp, old, new, last)
            goal = grid_barrier(state, goal)
            pulling = False
            early, size = early_list(search, warp, last), size_of(state, last)
        level = Level(number, target, old, new, known, last, half)
        if not pulling and is_small(size):
            turn = push_small_levels(search, level, block, plan, size.entries, turn)
        else:
            overflown = 4 * size.entries > queue.size
            pulling |= overflown or (not collected and size.edges * plan.alpha > edges_left)
            edges_left -= size.edges
            if pulling:
                old, new = new, old
                level = Level(number, target, old, new, known, last, half)
                pull_level(search, search.graph.first, level, warp, visited)
                known = True
            else:
                goal = push_level(search, level, warp, size, early, goal)
        note_direction(plan, number, pulling)
        number += 1
        step = int32(step + 1)
        goal = grid_barrier(state, goal)


def counters_of(step):
    """The place in `state` of this step's counters: three sets take turns."""
    return COUNTERS + step % 3 * SET


def size_of(state, half):
    """The size of the frontier in this half of the queue."""
    entries, edges = state[half.counters + TAIL], state[half.counters + EDGES]
    return Size(entries, edges, state[half.counters + HAS_LONG], state[half.counters + FOUND])


def clear(state, counters):
    """Block 0 sets a set of counters to 0, which was last read before the last barrier."""
    if cuda.blockIdx.x == 0 and cuda.threadIdx.x < SET:
        state[counters + cuda.threadIdx.x] = 0


def note_direction(plan, number, pulling):
    """Note for the trace, if there is one, whether this level pulled."""
    if number < plan.directions.size and cuda.grid(1) == 0:
        plan.directions[number] = pulling
