"""The level loop of the fused search on the CPU: which step follows which, and the compiled call itself.

host.py calls `search_levels`, once per search. The calling thread leads: between two steps, while the team's
gate (device/team.py) is closed, it runs `next_step`, which ends the level that the last step completed, does
the levels that are too small to share (`next_level`), and chooses the next step. The functions that it calls
may write every slot of `state`. The other threads wait at the gate meanwhile, so nothing here races: the
leader's plain writes come before the fence in `open_gate`, the other threads' reads after the fence in
`enter`. If another search has the team, the leader does every step alone.

The steps are FILL; then, until the search ends, one of these rows; then TRANSLATE. Steps in brackets are left
out where they aren't needed:

    several small levels, by the leader, without a step; a lone leader does all that aren't pulled so
    [COUNT] SHARES SETTLE                several levels; none if a search from a share ends early
    [COUNT] PUSH [PUSH_PIECES]           one level
    [COUNT] MARK PULL [PULL ...] [LIST]  as many levels as there are PULLs, of which each may be followed
                                         by PULL_LONG [PULL_PIECES]
"""

import numpy as np

from ....device.team import close_gate, give_up_lead, lead_job, open_gate, take_lead
from ....frontier import UNVISITED
from ....intrinsics.jobs import describe, do
from .direction import most_to_push, try_luck
from .gates import is_shared_push, pays, rouse
from .pull import edges_of_long_lists, words_at_once
from .push import push_alone
from .search import (
    BEFORE,
    CHUNK,
    COMPLETE,
    CURSOR,
    CUT_AT,
    EDGES,
    EDGES_LEFT,
    END,
    ENOUGH,
    EXPECTED,
    FOUND,
    HEAD,
    LAST_SIZE,
    LEAST_PIECE,
    LEFT,
    LEVEL,
    LONE_UNTIL,
    LONGEST,
    NEXT_DEPTH,
    OPENED,
    PIECE,
    PIECES,
    REST,
    SEEN,
    STEP,
    TAIL,
    TAKEN,
    UNENTERED,
    leads_on,
    note_size,
    suits_shares,
)
from .serial import ANY_EDGES, FEW_EDGES, edges_from, few_edges, is_small, most_alone, serial_levels
from .shares import FIRST_REST, cut, go_deep, place
from .steps import (
    COUNT,
    FILL,
    LIST,
    MARK,
    PULL,
    PULL_LONG,
    PULL_PIECES,
    PUSH,
    PUSH_PIECES,
    SETTLE,
    SHARES,
    TRANSLATE,
    work,
)
from .trial import begin_shares, end_shares, is_due, keep, recall, try_alone

PUSH_CHUNK = 64  # vertices of a large frontier that a thread takes at once, at most
CHUNKS = 8  # of a large frontier, per thread, at least: lists differ in length
FIRST_DEPTH = 4  # levels that the first search from shares goes deep
LONE_LEVELS = 64  # small levels that the leader does alone after a level in which it waited too long
LONE_SERIAL_EDGES = 1 << 15  # of a frontier up to which a lone thread lists nothing; push.py
LONE_EDGES = 1 << 15  # edges per thread of a level that is not small even then


def goes_on(plan, search):
    """Whether the current level is to be labelled."""
    if plan.target >= 0 and search.levels[plan.target] != UNVISITED:
        return False
    return search.state[LEVEL] <= plan.last_level


def to_next_level(state):
    """The next level becomes the current one: its frontier is what was appended to the queue."""
    state[EDGES_LEFT] -= state[EDGES]
    note_size(state, state[TAIL] - state[HEAD])
    state[HEAD], state[TAIL] = state[TAIL], state[END]
    state[LEVEL] += 1


def make_room(graph, queues, search):
    """Leave room behind the frontier for every vertex, after a push that may have queued some twice."""
    state, queue, count = search.state, queues.queue, search.levels.size
    size = state[TAIL] - state[HEAD]
    if state[TAIL] <= count:
        return
    if state[TAIL] <= queue.size and size <= count:
        for index in range(size):
            queue[index] = queue[state[HEAD] + index]
    else:  # some were not appended
        size = np.int64(0)
        for vertex in range(count):
            if search.levels[vertex] == state[LEVEL] - 1:
                queue[size] = vertex
                size += np.int64(leads_on(vertex, graph))
    state[HEAD], state[TAIL] = 0, size


def push_or_mark(edges, plan, queues, search):
    """The next step for a frontier of so many edges: a push, or the marking before a pull."""
    state = search.state
    if edges > most_to_push(plan, search):
        state[SEEN] = state[FOUND] = 0
        return MARK
    if cut(plan, queues, state):
        return SHARES
    state[END], state[EDGES], state[PIECES], state[EXPECTED] = state[TAIL], 0, 0, edges
    size = state[TAIL] - state[HEAD]
    state[CHUNK] = max(min(size // (CHUNKS * plan.threads), PUSH_CHUNK), 1)
    return PUSH


def is_for_leader(plan, graph, queues, search):
    """Whether the leader of several threads does the frontier's level alone although it isn't small."""
    state = search.state
    head, tail = state[HEAD], state[TAIL]
    most = min(plan.serial_edges, np.int64(most_to_push(plan, search)))
    if not plan.pushes or most <= LONE_SERIAL_EDGES or suits_shares(tail - head, state[LEVEL], state):
        return False
    if (tail - head) * graph.dst.size > most * graph.src_ptr.size:
        return False  # probably not small: counting alone would take longer than the team gains
    return is_small(head, tail, most, plan, graph, queues.queue)


def does_alone(step, plan, graph, queues, search):
    """Do the frontier's level in this thread, if that is quicker than the step, or is to be tried."""
    if step == SHARES:
        if is_due(plan, search.state):
            try_alone(plan, graph, queues, search)
            return True
        begin_shares(search.state)
    elif step == PUSH and not is_shared_push(plan, graph, search):
        push_alone(graph, queues, search)
        return True
    return False


def next_level(plan, graph, queues, search):
    """Do small levels in this thread; returns the first step of the first large level.

    A lone thread does all levels here that are not pulled.
    """
    state = search.state
    last = plan.last_level + 1
    most, small = LONE_EDGES * plan.threads, min(plan.serial_edges, LONE_SERIAL_EDGES)
    while True:
        if state[LEVEL] < state[LONE_UNTIL]:
            serial_levels((most, most, min(state[LONE_UNTIL], last)), plan, graph, queues, search)
        serial_levels((small, few_edges(plan), last), plan, graph, queues, search)
        if state[HEAD] == state[TAIL] or not goes_on(plan, search):
            return TRANSLATE
        size = state[TAIL] - state[HEAD]
        edges = size * plan.max_degree  # a bound: counting takes time
        try_luck(edges, plan, graph, search)
        if is_for_leader(plan, graph, queues, search):
            push_alone(graph, queues, search)
            continue
        if edges > most_to_push(plan, search):
            if size > FEW_EDGES:
                state[EDGES] = 0
                state[ENOUGH] = np.int64(most_to_push(plan, search))
                return COUNT
            edges = edges_from(state[HEAD], state[TAIL], ANY_EDGES, graph, queues.queue)
        step = push_or_mark(edges, plan, queues, search)
        if not does_alone(step, plan, graph, queues, search):
            return step


def next_pull(step, plan, search):
    """The step after marking or pulling: pull, until the search ends or the frontier has shrunk."""
    state = search.state
    if step == MARK:
        state[LEFT] = plan.entered + state[UNENTERED] - state[FOUND]
        state[BEFORE], state[FOUND] = 0, state[TAIL] - state[HEAD]
    else:
        state[SEEN] = 1 - state[SEEN]
        if plan.directions.size:
            plan.directions[state[LEVEL]] = 1
        state[LEVEL] += 1
        state[LEFT] -= state[FOUND]
    found = state[FOUND]
    if not found or not state[LEFT] or not goes_on(plan, search):
        return TRANSLATE
    if found >= state[BEFORE] or found > search.levels.size / plan.beta:
        state[BEFORE], state[FOUND], state[PIECES] = found, 0, 0
        state[CHUNK] = words_at_once(search.bitmaps.shape[1], plan.threads)
        return PULL
    state[LEVEL] -= 1  # the last level that was pulled
    state[END], state[EDGES] = state[TAIL], 0
    return LIST


def next_step(step, plan, graph, queues, search):
    """Returns the step after this one; first does the work between the two that takes one thread."""
    state = search.state
    if step == COUNT and state[EDGES] > min(most_alone(plan, state), np.int64(most_to_push(plan, search))):
        chosen = push_or_mark(state[EDGES], plan, queues, search)
        alone = does_alone(chosen, plan, graph, queues, search)
        return next_level(plan, graph, queues, search) if alone else chosen
    if step == PUSH and state[PIECES]:
        return PUSH_PIECES
    if step == PULL and graph.long.size:
        return PULL_LONG
    if step == PULL_LONG and state[PIECES]:
        return PULL_PIECES
    if step in (MARK, PULL, PULL_LONG, PULL_PIECES):
        return next_pull(step, plan, search)
    if step == SHARES:
        place(plan, queues, search)
        return SETTLE
    if step == SETTLE:
        if go_deep(state):
            state[LEVEL] += state[COMPLETE] - 1
            to_next_level(state)
        end_shares(state)
    elif step == FILL:
        state[LONE_UNTIL] = state[LAST_SIZE] = state[UNENTERED] = 0
        for index in range(plan.num_sources):
            source = queues.queue[index]
            search.levels[source] = 0
            state[UNENTERED] += graph.dst_ptr[source] == graph.dst_ptr[source + 1]
        state[EDGES_LEFT] = graph.dst.size
        state[CUT_AT] = min(max(2 * PIECE // plan.threads, LEAST_PIECE), PIECE)
        recall(plan, state)
        state[NEXT_DEPTH], state[REST] = FIRST_DEPTH, FIRST_REST
        state[LEVEL], state[HEAD], state[TAIL] = 1, 0, plan.num_sources
    elif step == LIST:
        state[EDGES_LEFT], state[EDGES] = state[EDGES] + edges_of_long_lists(graph, search), 0
        to_next_level(state)
    elif step == COUNT:
        serial_levels((ANY_EDGES, ANY_EDGES, state[LEVEL] + 1), plan, graph, queues, search)
    else:
        to_next_level(state)
        make_room(graph, queues, search)
    return next_level(plan, graph, queues, search)


def take_step(step, leads, data, teamwork):
    """Do a step on the search's data, with the team if this thread leads it."""
    state, team = data[2].state, teamwork.team
    state[STEP], state[CURSOR] = step, 0
    state[TAKEN + step] += 1
    if leads:
        open_gate(team)
    do(work, data, 0, teamwork.job)
    if leads and close_gate(team) and step == SHARES:
        state[LONE_UNTIL] = state[LEVEL] + LONE_LEVELS


def search_levels(plan, graph, queues, search, answer, teamwork):
    """Label every vertex; the queue begins with the sources."""
    state, data = search.state, (graph, queues, search, answer)
    state[TAKEN:], state[LONGEST] = 0, 0
    describe(work, data, teamwork.job)
    leads = take_lead(plan.threads, teamwork.team)
    if leads:
        lead_job(teamwork.job, plan.threads, teamwork.team)
        rouse(state, teamwork.team)
    step, opened = np.int64(FILL), np.int64(0)  # as of ANY_EDGES in serial.py
    while step != TRANSLATE:
        is_shared = leads and pays(step, plan, graph, search, teamwork.team)
        opened += is_shared and step != FILL
        take_step(step, is_shared, data, teamwork)
        step = next_step(step, plan, graph, queues, search)
    keep(plan, state)
    if answer.new_id.size:
        take_step(step, leads, data, teamwork)
    if leads:
        state[OPENED] = opened
        give_up_lead(teamwork.team)
