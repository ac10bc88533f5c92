"""The account of the fused search: its own code for the CPU, compiled in a form that counts.

`count_levels` runs `search_levels` with some of its functions replaced by those of this file, which count
what they are called for and call what they replace. The counts of a level lie behind the slots of `state`:
whatever has something to count has `state` at hand. The calling thread does every step alone, the shares of
all threads one after another, as when another search has the team: so nothing races, and the figures are
those of one order of the threads. FILL and TRANSLATE, before the first level and after the last, are not
counted.

A search runs other compiled code than this, and pays nothing for the counting.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ....accounting.rebuilt import rebuilt
from ....atomics import atomic_add, atomic_max, atomic_min
from ....compiler import trailing_zeros
from ....compiler.registry import cpu_intrinsics
from ....device import Cpu
from ....device.team import take_lead
from ....graph import Graph
from ..query import Query
from .host import give_back, new_run
from .in_lists import look_further, popcount
from .levels import search_levels, take_step
from .pull import look_along, look_at_firsts
from .push import expand, push_alone
from .search import END, HEAD, LEVEL, ONE, STATE_SIZE, TAIL, GraphArrays, Teamwork, flush
from .serial import serial_levels
from .shares import find_neighbors, place, take_share
from .steps import FILL, TRANSLATE
from .trial import is_due

# Counts of a level, from state[STATE_SIZE + level * COUNTS] on.
EDGES, CLAIMS, APPENDS, ATOMICS, STEPS, COUNTS = range(6)


def note(state, level, what, amount):
    """Add to a count of the level."""
    state[STATE_SIZE + np.int64(level) * COUNTS + what] += amount


def stay_alone(threads, team):
    """In place of `take_lead`: the team doesn't help."""
    return False


def never_due(plan, state):
    """In place of `is_due`: no trial, whose outcome would depend on the clock."""
    return False


def counted_add(state, slot, value):
    """An atomic on a slot that the threads share."""
    note(state, state[LEVEL], ATOMICS, 1)
    return atomic_add(state, slot, value)


def counted_min(state, slot, value):
    """Another one."""
    note(state, state[LEVEL], ATOMICS, 1)
    return atomic_min(state, slot, value)


def counted_max(state, slot, value):
    """Another one."""
    note(state, state[LEVEL], ATOMICS, 1)
    return atomic_max(state, slot, value)


def counted_flush(thread, size, queues, state):
    """Vertices are appended to the queue."""
    note(state, state[LEVEL], APPENDS, size)
    flush(thread, size, queues, state)


def counted_expand(thread, size, edges, graph, queues, search):
    """A push inspects these edges."""
    note(search.state, search.state[LEVEL], EDGES, edges[2] - edges[1])
    return expand(thread, size, edges, graph, queues, search)


def counted_find_neighbors(edges, size, level, graph, queues, search):
    """The search from a share inspects these edges; each vertex that it finds was claimed."""
    end = find_neighbors(edges, size, level, graph, queues, search)
    note(search.state, level, EDGES, edges[2] - edges[1])
    note(search.state, level, CLAIMS, end - size)
    return end


def counted_take_share(turn, thread, done, queues, state):
    """A share that is taken costs a compare-and-swap."""
    share = take_share(turn, thread, done, queues, state)
    if share >= 0:
        note(state, state[LEVEL], ATOMICS, 1)
    return share


def counted_place(plan, queues, search):
    """The last level found from shares is appended to the queue."""
    state = search.state
    place(plan, queues, search)
    note(state, state[LEVEL], APPENDS, state[END] - state[TAIL])


def counted_firsts(word, wanted, level, seen, graph, search):
    """A pull inspects the first edge of each vertex."""
    note(search.state, level, EDGES, popcount(wanted))
    return look_at_firsts(word, wanted, level, seen, graph, search)


def counted_further(word, wanted, seen, graph, search):
    """A pull inspects each vertex's edges up to that of its predecessor, if it finds one.

    Each edge counts once, however often it is read: the first one counted in `counted_firsts`. Those behind
    the predecessor's that are read along with it don't count.
    """
    found = look_further(word, wanted, seen, graph, search)
    while wanted:
        slot = trailing_zeros(wanted)
        wanted &= wanted - ONE
        vertex = (word << 6) + np.int64(slot)
        begin = np.int64(graph.dst_ptr[vertex]) + 1
        end = np.int64(graph.dst_ptr[vertex + 1])
        if found >> slot & ONE:
            end = begin
            while graph.src[end] != search.predecessors[vertex]:
                end += 1
            end += 1
        note(search.state, search.state[LEVEL], EDGES, end - begin)
    return found


def counted_along(vertex, first, last, graph, search):
    """A pull inspects a part of a long list up to a visited in-neighbor, for which it claims the vertex."""
    state, end = search.state, last
    found = look_along(vertex, first, last, graph, search)
    if found:
        end = first
        while graph.src[end] != search.predecessors[vertex]:
            end += 1
        end += 1
    note(state, state[LEVEL], EDGES, end - first)
    note(state, state[LEVEL], CLAIMS, np.int64(found))
    note(state, state[LEVEL], ATOMICS, np.int64(found))  # on the bitmap, not on a slot
    return found


def note_expanded(head, tail, graph, queue, search):
    """The leader expanded the queue from `head` on, each vertex for the level after its own."""
    state = search.state
    for index in range(head, state[HEAD]):
        vertex = queue[index]
        edges = np.int64(graph.src_ptr[vertex + 1]) - np.int64(graph.src_ptr[vertex])
        note(state, search.levels[vertex] + 1, EDGES, edges)
    for index in range(tail, state[TAIL]):
        note(state, search.levels[queue[index]], APPENDS, 1)


def counted_serial_levels(limits, plan, graph, queues, search):
    """The leader does small levels."""
    head, tail = search.state[HEAD], search.state[TAIL]
    serial_levels(limits, plan, graph, queues, search)
    note_expanded(head, tail, graph, queues.queue, search)


def counted_push_alone(graph, queues, search):
    """A lone thread does a large level."""
    head, tail = search.state[HEAD], search.state[TAIL]
    push_alone(graph, queues, search)
    note_expanded(head, tail, graph, queues.queue, search)


def counted_step(step, leads, data, teamwork):
    """A step that threads share; what FILL and TRANSLATE do is forgotten."""
    state = data[2].state
    atomics = STATE_SIZE + state[LEVEL] * COUNTS + ATOMICS
    before = state[atomics]
    take_step(step, leads, data, teamwork)
    if step in (FILL, TRANSLATE):
        state[atomics] = before
    else:
        note(state, state[LEVEL], STEPS, 1)


@cache
def counting_form() -> Any:
    """`search_levels`, rebuilt so that it counts."""
    kept: dict[Any, Any] = {function: function for function in (*cpu_intrinsics, note)}
    atomics = kept | {atomic_add: counted_add, atomic_min: counted_min, atomic_max: counted_max}
    queued = atomics | {flush: rebuilt(counted_flush, atomics)}
    steps = {
        expand: counted_expand,
        find_neighbors: counted_find_neighbors,
        take_share: counted_take_share,
        place: counted_place,
        look_at_firsts: counted_firsts,
        look_further: counted_further,
        serial_levels: counted_serial_levels,
        push_alone: counted_push_alone,
    }
    within = queued | {plain: rebuilt(counting, queued) for plain, counting in steps.items()}
    within |= {look_along: rebuilt(counted_along, kept)}
    step = {take_step: rebuilt(counted_step, within), take_lead: stay_alone, is_due: never_due}
    return rebuilt(search_levels, within | step)


def as_before_searches(graph: GraphArrays) -> GraphArrays:
    """The graph as its first search sees it: pulls look first at the first entries of the lists."""
    first, begins = graph.first.copy(), graph.dst_ptr[:-1]
    filled = begins < graph.dst_ptr[1:]
    first[filled] = graph.src[begins[filled]]
    return graph._replace(first=first)


class Counted(NamedTuple):
    """What a search did."""

    counts: np.ndarray  # a row per level from level 1 on: EDGES, CLAIMS, APPENDS, ATOMICS, STEPS
    pulled: np.ndarray  # whether each level was pulled
    threads: int  # whose shares were done
    levels: np.ndarray


def count_levels(graph: Graph, query: Query, device: Cpu) -> Counted:
    """Count what the device's threads do in a search, which keeps the predecessors."""
    run = new_run(graph, query, device, keeps_directions=True)
    plan, scratch, search, answer, _ = run
    state = np.zeros(STATE_SIZE + (graph.num_vertices + 3) * COUNTS, np.int64)
    device.call(
        counting_form(),
        plan,
        as_before_searches(scratch.graph),
        scratch.queues,
        search._replace(state=state),
        answer,
        Teamwork(scratch.job, device.team(1)),
    )
    give_back(graph, run)
    answer.levels[query.sources] = 0  # also those without an edge, where the graph is prepared
    rows = slice(1, int(answer.levels.max()) + 2)  # the last, empty one included
    counts = state[STATE_SIZE:].reshape(-1, COUNTS)
    return Counted(counts[rows], plan.directions[rows], plan.threads, answer.levels)
