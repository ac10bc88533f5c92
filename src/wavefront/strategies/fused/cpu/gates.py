"""Which steps of a search the team shares: those whose work by one thread takes longer than the gate costs.

levels.py asks `pays`, with the step's data, before each step. Opening and closing the gate costs the leader
some hundred nanoseconds where the team looks at it, and several microseconds where it sleeps: the leader then
wakes it, and does much of the step before another thread has come. Both costs are measured on the machine
(device/distance.py). What a step's work takes is reckoned from its size, in nanoseconds of one core.

Where labels are cached, sharing a step also moves cache lines: from the core that wrote them last, and back
when that core comes to them again. A uniform graph of 2^16 vertices, on cores that see one another's writes
after 85 ns: filled by two threads, the levels that the leader does alone took 1.4 times as long.

SHARES comes only where frontiers have edges enough (levels.py), and is shared.
"""

import numpy as np

from ....device.distance import NEAR, turn_nanoseconds
from ....device.team import close_gate, is_asleep, open_gate
from .direction import CACHED
from .direction import SHARES as LUCKY
from .search import EXPECTED, FOUND, HEAD, LEFT, LUCK, MISSED, OPENED, STEP, TAIL
from .steps import COUNT, FILL, LIST, MARK, PULL, PULL_LONG, PUSH

# Nanoseconds of one core.
FILL_VERTEX = 0.2  # two labels, in a cache
COUNT_VERTEX = 0.5  # the ends of its list
MARK_VERTEX = 0.06  # a compared level
PULL_VERTEX, PULL_LEFT, PULL_LONG_LIST = 0.06, 1.5, 60.0  # a bit; a vertex looking for an in-neighbor
PULL_MISS = 0.3  # an edge of those that don't find one at once
LIST_VERTEX, LIST_FOUND = 0.03, 4.0
PUSH_EDGE = 2.5
ANY = 1e9  # of steps that are chosen by what they take
LABELS = 16  # levels, or predecessors, in a cache line
LINE = 4.5  # of a core that waits for a line of a near one, and for others meanwhile
NO_STEP = -1


def line_cost(threads: int, num_vertices: int) -> float:
    """Nanoseconds of a core for each cache line of labels that moves; 0 where they don't stay in a cache."""
    return LINE * turn_nanoseconds() / NEAR if threads > 1 and num_vertices <= CACHED else 0.0


def expected_nanoseconds(step, graph, search):
    """About what the step takes by one thread."""
    state, count = search.state, search.levels.size
    if step == FILL:
        return FILL_VERTEX * count
    if step == COUNT:
        return COUNT_VERTEX * (state[TAIL] - state[HEAD])
    if step == MARK:
        return MARK_VERTEX * count
    if step == PULL:
        missed = PULL_MISS * (1 - state[LUCK] / LUCKY) * (graph.src.size / count)
        return PULL_VERTEX * count + (PULL_LEFT + missed) * state[LEFT]
    if step == PULL_LONG:
        return PULL_LONG_LIST * graph.long.size
    if step == LIST:
        return LIST_VERTEX * count + LIST_FOUND * (state[FOUND] + state[LEFT])
    if step == PUSH:
        return PUSH_EDGE * state[EXPECTED]
    return ANY


def lines_moved(step, plan, search):
    """About how many cache lines of labels go to another core, or come back from one, if a step is shared."""
    state, lines = search.state, np.int64(search.levels.size // LABELS)
    if step == FILL:
        return min(2 * lines, plan.serial_edges)
    if step == MARK:
        return lines // 2
    if step == PULL:
        return 2 * min(lines, state[LEFT])
    if step == PUSH:
        edges, left = state[EXPECTED], max(plan.entered - state[TAIL], np.int64(1))
        found = np.int64(edges / (edges + left) * left)
        length = edges // (state[TAIL] - state[HEAD])  # of a list, which is in the order of ids
        together = LABELS * length // search.levels.size
        return 2 * found // min(max(together, np.int64(1)), np.int64(LABELS))
    return np.int64(0)


def gained(step, plan, graph, search):
    """Nanoseconds gained by sharing the step, but for the gate."""
    moved = lines_moved(step, plan, search) * plan.line
    return (1 - 1 / plan.threads) * (expected_nanoseconds(step, graph, search) - moved / plan.threads)


def pays(step, plan, graph, search, team):
    """Whether the team gains more by this step than the gate costs.

    A sleeping team is woken where it could have gained as much in this step and those before it.
    """
    state = search.state
    gain = gained(step, plan, graph, search)
    if step == FILL:
        state[MISSED] = 0
    if not is_asleep(team):
        return gain > plan.gate
    if gain > 0:
        state[MISSED] += np.int64(gain)
    return state[MISSED] > plan.waking


def is_shared_push(plan, graph, search):
    """Whether to push the level that comes next in steps, not by `push_alone`."""
    return plan.pushes and gained(PUSH, plan, graph, search) >= 0


def rouse(state, team):
    """Wake the team, if it sleeps and the last search with this state needed it: that takes a while."""
    if state[OPENED] and is_asleep(team):
        state[STEP] = NO_STEP
        open_gate(team)
        close_gate(team)
