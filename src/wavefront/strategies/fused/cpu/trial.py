"""Whether searches from shares of a frontier pay: the leader's time per edge against the team's.

Each vertex found from a share (shares.py) costs a compare-and-swap, which the leader alone does without. What
two threads gain in return depends on how long a core waits for a vertex: in a road network most of the time,
in a grid whose levels lie in a cache hardly at all. Machines differ in that, and so do minutes, where other
programs run. So it is tried: the leader does some levels alone, the next ones are searched from shares, and
the faster way is taken until the next trial. If nothing changes, trials become rare, from one search of a
graph to the next as well. Without a clock (intrinsics/timer.py) shares always seem to pay.
"""

from ....intrinsics.timer import nanoseconds
from .search import (
    ALONE,
    BEGAN,
    EDGES,
    EDGES_LEFT,
    HEAD,
    LEVEL,
    NO_SHARES_UNTIL,
    PERIOD,
    ROUNDS,
    TAIL,
    TRIAL_AT,
    TRIED_BY,
    WITHOUT,
)
from .serial import ANY_EDGES, serial_levels

MOST_LEVELS = 16  # that the leader does alone in a trial, at most,
VERTICES = 4096  # and about so many vertices, but at least one level
LARGEST = 1 << 16  # level that is tried, vertices times threads: so many times as long the leader may take
TIMES = 3  # that SHARES comes in a trial; the last time counts: the team may have slept before
MARGIN = 8  # shares are left where they take longer by one part in so many, at least: one look may be wrong
FIRST_PERIOD = 64  # levels between trials; twice as many while the outcome is the same, up to one of these:
WITHOUT_PERIOD, LAST_PERIOD = 1024, 8192  # the longer one while shares pay: many threads wait in a trial


def recall(plan, state):
    """Before a search: go on from the last one of the same graph by as many threads.

    So does a trial: in some graphs a search has fewer levels from shares than a trial takes.
    """
    state[NO_SHARES_UNTIL] = plan.no_shares_until
    if plan.threads == 1:
        return
    if state[TRIED_BY] != plan.threads:
        state[TRIED_BY], state[TRIAL_AT] = plan.threads, 0
        state[PERIOD], state[WITHOUT], state[ROUNDS] = FIRST_PERIOD, 0, 0
    if state[WITHOUT] and not state[ROUNDS]:
        state[NO_SHARES_UNTIL] = max(state[NO_SHARES_UNTIL], state[TRIAL_AT])


def keep(plan, state):
    """After a search: the next one begins at level 0."""
    if plan.threads > 1:
        state[TRIAL_AT] -= state[LEVEL]


def is_due(plan, state):
    """Whether a trial begins with this level."""
    if state[ROUNDS] or state[LEVEL] < state[TRIAL_AT]:
        return False
    return (state[TAIL] - state[HEAD]) * plan.threads <= LARGEST


def try_alone(plan, graph, queues, search):
    """Begin a trial: some levels by the leader alone."""
    state = search.state
    edges, levels = state[EDGES_LEFT], VERTICES // (state[TAIL] - state[HEAD])
    last = min(state[LEVEL] + max(min(levels, MOST_LEVELS), 1), plan.last_level + 1)
    state[TRIAL_AT] = state[LEVEL] + state[PERIOD]  # also if this search has no more shares to try
    began = nanoseconds()
    serial_levels((ANY_EDGES, ANY_EDGES, last), plan, graph, queues, search)
    state[ALONE] = 1000 * (nanoseconds() - began) // max(edges - state[EDGES_LEFT], 1)
    state[ROUNDS] = TIMES


def begin_shares(state):
    """Before SHARES."""
    if state[ROUNDS]:
        state[BEGAN] = nanoseconds()


def end_shares(state):
    """After SETTLE; ends the trial if it was the last time."""
    if state[ROUNDS] == 0:
        return
    state[ROUNDS] -= 1
    if state[ROUNDS]:
        return
    took = 1000 * (nanoseconds() - state[BEGAN])
    before = state[WITHOUT]
    alone = state[ALONE] * state[EDGES]
    state[WITHOUT] = took > (alone if before else alone + alone // MARGIN)
    longest = WITHOUT_PERIOD if state[WITHOUT] else LAST_PERIOD
    state[PERIOD] = min(2 * state[PERIOD], longest) if state[WITHOUT] == before else FIRST_PERIOD
    state[TRIAL_AT] = state[LEVEL] + state[PERIOD]
    if state[WITHOUT]:
        state[NO_SHARES_UNTIL] = max(state[NO_SHARES_UNTIL], state[TRIAL_AT])
