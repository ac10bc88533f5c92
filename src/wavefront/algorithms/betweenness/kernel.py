"""Betweenness of many sources in one launch: the kernel, level by level with a barrier of a group of blocks.

one_launch.py launches it. A group follows a source at a time:

    search      forward: each level's vertices push their path counts     a barrier a level
    settle      back: each level's vertices gather their neighbors' credits        likewise
    collect     scores; levels and counts are cleared for the next source         a barrier

Forward, a path count grows by atomics; the lane that finds it 0 claims the vertex, labels it and appends it.
A plain look at the level may be early, which costs nothing: the vertex is then labelled by another lane with
the same level. Counts are whole numbers, and exact up to 2^53. Back, lanes that follow one list add up their
credits, and the first of them adds the sum by an atomic, as several warps may share a long list: sums depend
on their order by rounding. All threads of a group decide alike, by words written before a barrier.
"""

import math
from typing import Any, NamedTuple

from ...atomics import atomic_add, atomic_max, atomic_min
from ...compiler import cuda, float64, int32, int64
from ...frontier import UNVISITED
from ...intrinsics.access import at, put, real_at
from ...intrinsics.grid_barrier import group_barrier
from ...intrinsics.warp import WARP_SIZE, broadcast, broadcast_real, sum_through
from ...strategies.fused.cuda.append import hold
from ...strategies.fused.cuda.push import owner_of
from ..level_queue import (
    ARRIVALS,
    HELD,
    SLOTS,
    STATE_SIZE,
    Queue,
    Span,
    append_held,
    clear_counters,
    entry_at,
    next_span,
    numbered,
    own_team,
    share_of,
    start_queue,
)
from .by_source import LARGE_COUNT, LEAST_COUNT, SHRINK

INFINITE = math.inf
# Of a level: its counts were multiplied by SHRINK; it has a long list.
WAS_SHRUNK, WAS_LONG = 1, 2


class Paths(NamedTuple):
    """Scratch and results; each group has a part of its own, in order of the groups, of all but the last."""

    levels: Any  # V int32: UNVISITED between sources
    pairs: Any  # 2V: each vertex's shortest paths, times a power of SHRINK, and its credits' sum; 0 between
    entries: Any  # 2V int64: the queue
    starts: Any  # V int64: by level its packed place in the queue
    forms: Any  # V int8: by level bits: WAS_SHRUNK, WAS_LONG
    extremes: Any  # 4: largest and least count of a level, in turns
    scores: Any  # V: dependencies, over the group's sources
    state: Any  # STATE_SIZE int64
    edge_scores: Any  # E: dependencies, over all sources; empty if not asked for
    too_far: Any  # 1 int64: a source from which path counts differ by too much


class Limits(NamedTuple):
    """How large path counts may be."""

    growth: Any  # bits that they may grow by in a level
    large: Any  # bits from which a level's largest is looked for


class Group(NamedTuple):
    """A group of blocks, as one thread sees it."""

    team: Any
    queue: Any
    blocks: Any
    first: Any  # the group's first vertex in arrays of V elements
    number: Any  # of the group
    thread: Any  # in the group
    threads: Any


def follow_sources(src_ptr, dst, sources, blocks, limits, paths):
    """Each group's sources: every so many-th one."""
    number, num_vertices = int64(cuda.blockIdx.x // blocks), src_ptr.size - 1
    team = own_team(blocks)
    first = number * num_vertices
    queue = Queue(paths.entries, first, paths.state, number * STATE_SIZE)
    thread = cuda.blockIdx.x % blocks * cuda.blockDim.x + cuda.threadIdx.x
    group = Group(team, queue, blocks, first, number, int32(thread), int32(blocks * cuda.blockDim.x))
    goal, index = int64(blocks), number
    while index < sources.size:
        source = at(sources, index)
        span, depth, goal = search(src_ptr, dst, source, group, limits, paths, goal)
        if depth < 0:
            paths.too_far[0] = source
            return
        goal = settle(dst, group, paths, span, depth, goal)
        collect(group, paths, num_vertices, source)
        goal = meet_group(group, goal)
        index += cuda.gridDim.x // blocks


def meet_group(group, goal):
    """A barrier of the group."""
    return group_barrier(group.queue.state, group.queue.words + ARRIVALS, group.blocks, goal)


def search(src_ptr, dst, source, group, limits, paths, goal):
    """Label and count level by level. Returns the last level, and its number, -1 if counts differ too much."""
    span, level, bits = start_queue(group.queue, group.team, source, src_ptr), int64(0), float64(0.0)
    if group.thread == 0:
        put(paths.levels, group.first + source, 0)
        paths.pairs[2 * (group.first + source)] = 1.0
        paths.extremes[4 * group.number] = 0.0
        paths.extremes[4 * group.number + 1] = INFINITE
    goal = meet_group(group, goal)
    turn = int64(0)
    while True:
        shrunk = False
        if bits > limits.large:
            top, least, goal = extremes_of(group, paths, span, turn, goal)
            turn += 1
            shrunk = top > LARGE_COUNT
            if shrunk and least * SHRINK < LEAST_COUNT:
                return span, int64(-1), goal
            bits = math.log2(top)
            if shrunk:
                bits += math.log2(SHRINK)
                shrink(group, paths, span)
                goal = meet_group(group, goal)
        if group.thread == 0:
            clear_counters(group.queue, level + 2)
            put(paths.starts, group.first + level, span.begin)
            form = (WAS_SHRUNK if shrunk else 0) | (WAS_LONG if span.has_long else 0)
            put(paths.forms, group.first + level, form)
        push(src_ptr, dst, group, paths, span, level + 1)
        goal = meet_group(group, goal)
        further = next_span(group.queue, span, level + 1)
        if further.begin == further.end:
            return span, level, goal
        span, level, bits = further, level + 1, bits + limits.growth


def push(src_ptr, dst, group, paths, span, level):
    """Add each vertex's path count to its neighbors on this level, which may be new."""
    team, queue, levels, pairs = group.team, group.queue, paths.levels, paths.pairs
    share, held = share_of(queue, span, team), int32(0)
    slot = share.slot
    while slot < share.last:
        mine, total = numbered(share, slot, entry_at(queue, share, slot, team.lane), team.lane)
        if total < 0:
            break
        paths_to = real_at(pairs, 2 * (group.first + mine.vertex))
        number = int32(team.lane)
        while number - team.lane < total:
            a, from_a = neighbor_at(dst, mine, number, total)
            b, from_b = neighbor_at(dst, mine, number + WARP_SIZE, total)
            in_a, in_b = a >= 0, b >= 0
            place_a, place_b = group.first + max(a, int32(0)), group.first + max(b, int32(0))
            level_a, level_b = at(levels, place_a), at(levels, place_b)
            count_a, count_b = broadcast_real(paths_to, from_a), broadcast_real(paths_to, from_b)
            in_a, in_b = in_a & is_on(level_a, level), in_b & is_on(level_b, level)
            old_a, old_b = float64(1.0), float64(1.0)
            if in_a:
                old_a = atomic_add(pairs, 2 * place_a, count_a)
            if in_b:
                old_b = atomic_add(pairs, 2 * place_b, count_b)
            if old_a == 0.0:
                put(levels, place_a, level)
            if old_b == 0.0:
                put(levels, place_b, level)
            held = hold(team.held, team.own, held, a, old_a == 0.0)
            held = hold(team.held, team.own, held, b, old_b == 0.0)
            if held > HELD - 2 * WARP_SIZE:
                append_held(queue, team, held, span, level, src_ptr)
                held = int32(0)
            number = int32(number + 2 * WARP_SIZE)
        slot = int32(slot + share.stride)
    append_held(queue, team, held, span, level, src_ptr)


def is_on(found, level):
    """Whether a vertex labelled so is on this level, or new."""
    return (found == UNVISITED) | (found == level)


def neighbor_at(dst, mine, number, total):
    """The neighbor at the edge of this number, -1 if there is none; and the lane that has the list."""
    owner = owner_of(mine.end, int32(number))
    edge = broadcast(mine.offset, owner) + number
    return int32(at(dst, edge) if number < total else -1), owner


def settle(dst, group, paths, span, depth, goal):
    """Sum up credits from the level before the last one back to the first, or to the source for edges."""
    end, level = span.begin, depth - 1
    further = at(paths.forms, group.first + depth)
    while level >= (0 if paths.edge_scores.size else 1):
        begin, form = at(paths.starts, group.first + level), at(paths.forms, group.first + level)
        factor = SHRINK if further & WAS_SHRUNK else 1.0
        gather(dst, group, paths, Span(begin, end, form & WAS_LONG != 0), level, factor)
        goal = meet_group(group, goal)
        end, further, level = begin, form, level - 1
    return goal


def gather(dst, group, paths, span, level, factor):
    """Add to each vertex's sum the credits of its neighbors on the next level."""
    team, pairs = group.team, paths.pairs
    share = share_of(group.queue, span, team)
    slot = share.slot
    while slot < share.last:
        mine, total = numbered(share, slot, entry_at(group.queue, share, slot, team.lane), team.lane)
        if total < 0:
            break
        running, kept, number = int32(-1), float64(0.0), int32(team.lane)
        while number - team.lane < total:
            a, from_a = neighbor_at(dst, mine, number, total)
            b, from_b = neighbor_at(dst, mine, number + WARP_SIZE, total)
            place_a, place_b = group.first + max(a, int32(0)), group.first + max(b, int32(0))
            level_a, level_b = at(paths.levels, place_a), at(paths.levels, place_b)
            credit_a = credit_of(pairs, place_a, (a >= 0) & (level_a == level + 1), factor)
            credit_b = credit_of(pairs, place_b, (b >= 0) & (level_b == level + 1), factor)
            if paths.edge_scores.size:
                note_edge(group, paths, mine, number, from_a, credit_a)
                note_edge(group, paths, mine, number + WARP_SIZE, from_b, credit_b)
            first, last = broadcast(from_a, 0), broadcast(from_b, WARP_SIZE - 1)
            if first != last or first != running:
                if running >= 0:
                    add_sum(group, pairs, broadcast(mine.vertex, running), kept, WARP_SIZE - 1, team.lane == 0)
                running, kept = int32(-1), float64(0.0)
            if first == last:
                running, kept = int32(first), kept + credit_a + credit_b
            else:
                add_runs(group, pairs, mine, number, from_a, credit_a)
                add_runs(group, pairs, mine, number + WARP_SIZE, from_b, credit_b)
            number = int32(number + 2 * WARP_SIZE)
        if running >= 0:
            add_sum(group, pairs, broadcast(mine.vertex, running), kept, WARP_SIZE - 1, team.lane == 0)
        slot = int32(slot + share.stride)


def credit_of(pairs, place, wanted, factor):
    """What a path to the vertex is worth to an in-neighbor; 0 unless `wanted`."""
    if not wanted:
        return float64(0.0)
    return (1.0 / real_at(pairs, 2 * place) + real_at(pairs, 2 * place + 1)) * factor


def note_edge(group, paths, mine, number, owner, credit):
    """Add to the score of the edge of this number; other groups may add to it too."""
    edge = broadcast(mine.offset, owner) + number
    vertex = broadcast(mine.vertex, owner)
    if credit != 0.0:
        count = real_at(paths.pairs, 2 * (group.first + vertex))
        atomic_add(paths.edge_scores, edge, count * credit)


def add_runs(group, pairs, mine, number, owner, credit):
    """Add the lanes' credits to the vertices whose lists they follow: neighboring lanes follow one list."""
    vertex, end = broadcast(mine.vertex, owner), broadcast(mine.end, owner)
    before = broadcast(owner, max(group.team.lane - 1, 0))
    last = min(WARP_SIZE - 1, int32(end - 1 - (number - group.team.lane)))
    add_sum(group, pairs, vertex, credit, last, (group.team.lane == 0) | (before != owner))


def add_sum(group, pairs, vertex, credit, last, is_first):
    """Add the credits of the lanes from the first of a run to its last one to the vertex's sum."""
    total = sum_through(credit, last)
    if is_first and total != 0.0:
        atomic_add(pairs, 2 * (group.first + vertex) + 1, total)


def collect(group, paths, num_vertices, source):
    """Add the dependencies to the scores, and clear what the next search needs cleared."""
    vertex = group.thread
    while vertex < num_vertices:
        place = group.first + vertex
        if at(paths.levels, place) != UNVISITED:
            count, credits = real_at(paths.pairs, 2 * place), real_at(paths.pairs, 2 * place + 1)
            if vertex != source and credits != 0.0:
                paths.scores[place] += count * credits
            put(paths.levels, place, UNVISITED)
            paths.pairs[2 * place] = 0.0
            paths.pairs[2 * place + 1] = 0.0
        vertex += group.threads


def extremes_of(group, paths, span, turn, goal):
    """The largest and the least path count on a level. Two places take turns."""
    first = 4 * group.number + 2 * (turn & 1)
    top, least = float64(0.0), float64(INFINITE)
    slot = (span.begin & SLOTS) + group.thread
    while slot < span.end & SLOTS:
        count = real_at(paths.pairs, 2 * (group.first + vertex_in(group, paths, slot)))
        top, least = max(top, count), min(least, count)
        slot += group.threads
    if top > 0.0:
        atomic_max(paths.extremes, first, top)
        atomic_min(paths.extremes, first + 1, least)
    goal = meet_group(group, goal)
    if group.thread == 0:  # for the next turn, which comes after another barrier
        other = 4 * group.number + 2 * (turn + 1 & 1)
        paths.extremes[other] = 0.0
        paths.extremes[other + 1] = INFINITE
    return real_at(paths.extremes, first), real_at(paths.extremes, first + 1), goal


def vertex_in(group, paths, slot):
    """The vertex in this slot of the queue."""
    return at(paths.entries, 2 * (group.first + slot) + 1) & SLOTS


def shrink(group, paths, span):
    """Multiply the level's path counts by SHRINK."""
    slot = (span.begin & SLOTS) + group.thread
    while slot < span.end & SLOTS:
        paths.pairs[2 * (group.first + vertex_in(group, paths, slot))] *= SHRINK
        slot += group.threads
