"""Lists whose vertices gather: path counts from the level before, or credits from the next one.

Lanes that follow one list add up what they found, and the first of them adds the sum by an atomic, as several
warps may share a long list. Of those that gather counts, the lane that found 0 claims the vertex.
"""

from ....atomics import atomic_add
from ....compiler import float64, int32
from ....frontier import UNVISITED
from ....intrinsics.access import at, put, real_at
from ....intrinsics.warp import WARP_SIZE, broadcast, sum_through
from ....strategies.fused.cuda.append import hold
from ...level_queue import (
    COUNTERS,
    HELD,
    SET,
    Queue,
    append_held,
    counters_of,
    entry_at,
    numbered,
    share_of,
)
from .push import credit_of, neighbor_at


def unvisited_queue(group, paths, level):
    """The group's queue of vertices that are unvisited before this level, and the place of its counters.

    Two sets of counters take turns: while a level's is in use, that of the level before is cleared.
    """
    queue = Queue(paths.unvisited, group.first, group.queue.state, group.queue.words)
    return queue, group.queue.words + COUNTERS + (3 + level % 2) * SET


def list_unvisited(src_ptr, group, paths, num_vertices, step):
    """Put the unvisited vertices that have neighbors into their queue; a barrier must follow.

    If the step is dense, also write the path counts of the vertices near, and 0 for all others.
    """
    queue, counters = unvisited_queue(group, paths, step.level)
    vertex, held = int32(group.thread), int32(0)
    while vertex - group.team.lane < num_vertices:
        wanted = False
        if vertex < num_vertices:
            place = group.first + vertex
            found = at(paths.levels, place)
            wanted = found == UNVISITED
            if step.dense:
                paths.dense[place] = real_at(paths.pairs, 2 * place) if found == step.near else 0.0
        if wanted:
            wanted = at(src_ptr, vertex) < at(src_ptr, vertex + 1)
        held = hold(group.team.held, group.team.own, held, vertex, wanted)
        if held > HELD - WARP_SIZE:
            append_held(queue, group.team, held, 0, counters, src_ptr)
            held = int32(0)
        vertex = int32(vertex + group.threads)
    append_held(queue, group.team, held, 0, counters, src_ptr)


def gather(graph, group, paths, queue, span, step, further):
    """Add to each vertex of the span, in this queue, what its neighbors near it give.

    Vertices that are new go to the group's queue, behind the span `further`.
    """
    team, held = group.team, int32(0)
    counters = counters_of(group.queue, step.level)
    share = share_of(queue, span, team)
    slot = share.slot
    while slot < share.last:
        mine, total = numbered(share, slot, entry_at(queue, share, slot, team.lane), team.lane)
        if total < 0:
            break
        running, kept, number = int32(-1), float64(0.0), int32(team.lane)
        while number - team.lane < total:
            a, from_a = neighbor_at(graph.dst, mine, number, total)
            b, from_b = neighbor_at(graph.dst, mine, number + WARP_SIZE, total)
            place_a, place_b = group.first + max(a, int32(0)), group.first + max(b, int32(0))
            value_a, value_b = values_of(paths, place_a, place_b, a >= 0, b >= 0, step)
            if paths.edge_scores.size and not step.counts:
                note_edge(group, paths, mine, number, from_a, value_a)
                note_edge(group, paths, mine, number + WARP_SIZE, from_b, value_b)
            first, last = broadcast(from_a, 0), broadcast(from_b, WARP_SIZE - 1)
            if running >= 0 and (first != last or first != running):
                vertex = broadcast(mine.vertex, running)
                held = add_sum(group, paths, vertex, kept, WARP_SIZE - 1, team.lane == 0, step, held)
                running, kept = int32(-1), float64(0.0)
            if first == last:
                running, kept = int32(first), kept + value_a + value_b
            else:
                held = add_runs(group, paths, mine, number, from_a, value_a, step, held)
                held = add_runs(group, paths, mine, number + WARP_SIZE, from_b, value_b, step, held)
            if held >= HELD - 2 * WARP_SIZE:
                append_held(group.queue, team, held, further.end, counters, graph.src_ptr)
                held = int32(0)
            number = int32(number + 2 * WARP_SIZE)
        if running >= 0:
            vertex = broadcast(mine.vertex, running)
            held = add_sum(group, paths, vertex, kept, WARP_SIZE - 1, team.lane == 0, step, held)
        slot = int32(slot + share.stride)
    append_held(group.queue, team, held, further.end, counters, graph.src_ptr)


def values_of(paths, place_a, place_b, wants_a, wants_b, step):
    """What two neighbors give; both are read together."""
    if step.dense:
        value_a, value_b = real_at(paths.dense, place_a), real_at(paths.dense, place_b)
        return value_a if wants_a else float64(0.0), value_b if wants_b else float64(0.0)
    level_a, level_b = at(paths.levels, place_a), at(paths.levels, place_b)
    value_a = value_of(paths.pairs, place_a, wants_a & (level_a == step.near), step)
    return value_a, value_of(paths.pairs, place_b, wants_b & (level_b == step.near), step)


def value_of(pairs, place, wanted, step):
    """What the neighbor gives; 0 unless `wanted`."""
    if not wanted:
        return float64(0.0)
    return real_at(pairs, 2 * place) if step.counts else credit_of(pairs, place, True, step.factor)


def note_edge(group, paths, mine, number, owner, credit):
    """Add to the score of the edge of this number; other groups may add to it too."""
    edge = broadcast(mine.offset, owner) + number
    vertex = broadcast(mine.vertex, owner)
    if credit != 0.0:
        count = real_at(paths.pairs, 2 * (group.first + vertex))
        atomic_add(paths.edge_scores, edge, count * credit)


def add_runs(group, paths, mine, number, owner, value, step, held):
    """Add the lanes' values to the vertices whose lists they follow: neighboring lanes follow one list."""
    vertex, end = broadcast(mine.vertex, owner), broadcast(mine.end, owner)
    before = broadcast(owner, max(group.team.lane - 1, 0))
    last = min(WARP_SIZE - 1, int32(end - 1 - (number - group.team.lane)))
    return add_sum(group, paths, vertex, value, last, (group.team.lane == 0) | (before != owner), step, held)


def add_sum(group, paths, vertex, value, last, is_first, step, held):
    """Add the values of the lanes from the first of a run to its last one to what the vertex has.

    Returns how many vertices the warp holds to be appended, with those that are new.
    """
    total, place, old = sum_through(value, last), group.first + vertex, float64(1.0)
    wanted = is_first and total != 0.0
    if not step.counts:
        if wanted:
            atomic_add(paths.pairs, 2 * place + 1, total)
        return held
    if wanted:
        old = atomic_add(paths.pairs, 2 * place, total)
    if old == 0.0:
        put(paths.levels, place, step.level)
    return hold(group.team.held, group.team.own, held, vertex, old == 0.0)
