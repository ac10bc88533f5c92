"""Betweenness of many sources in one launch: the kernel, level by level with a barrier of a group of blocks.

host.py launches it. A group follows a source at a time:

    search      forward: the path counts of each level                     a barrier a level
      push        the level's vertices give them to their neighbors          push.py
      or gather   the unvisited vertices gather them, if these have          gather.py
                  fewer edges; another barrier when they are listed
    settle      back: the sums of credits of each level                    a barrier a level
      gather      the level's vertices gather them                           gather.py
      or scatter  the next level's give them, if these have fewer edges      push.py
    collect     scores; levels and counts are cleared                      a barrier

On a directed graph, whose lists of in-neighbors aren't here, levels push forward and gather back. Counts are
whole numbers, and exact up to 2^53; sums depend on their order by rounding. All threads of a group decide
alike, by words written before a barrier.
"""

import math

from ....compiler import cuda, float64, int32, int64
from ....frontier import UNVISITED
from ....intrinsics.access import at, put, real_at
from ...level_queue import (
    HAS_LONG,
    SLOT_BITS,
    STATE_SIZE,
    TAIL,
    Queue,
    Span,
    clear_counters,
    counters_of,
    next_span,
    own_team,
    start_queue,
)
from ..by_source import LARGE_COUNT, LEAST_COUNT, SHRINK
from .data import WAS_LONG, WAS_SHRUNK, Group, Step, meet_group
from .dense import clear_given, fill_credits, give_all, is_dense, keep_sums, list_found
from .gather import gather, list_unvisited, unvisited_queue
from .push import push, scatter
from .shrinking import INFINITE, extremes_of, shrink


def follow_sources(graph, sources, blocks, limits, paths):
    """Each group's sources: every so many-th one."""
    number, num_vertices = int64(cuda.blockIdx.x // blocks), graph.src_ptr.size - 1
    team = own_team(blocks)
    first = number * num_vertices
    queue = Queue(paths.entries, first, paths.state, number * STATE_SIZE)
    thread = cuda.blockIdx.x % blocks * cuda.blockDim.x + cuda.threadIdx.x
    group = Group(team, queue, blocks, first, number, int32(thread), int32(blocks * cuda.blockDim.x))
    goal, index, dirty = int64(blocks), number, True
    while index < sources.size:
        source = at(sources, index)
        span, depth, goal, dirty = search(graph, source, group, limits, paths, goal, dirty)
        if depth < 0:
            paths.too_far[0] = source
            return
        goal, dirty = settle(graph, group, paths, span, depth, goal, dirty)
        collect(group, paths, num_vertices, source)
        goal = meet_group(group, goal)
        index += cuda.gridDim.x // blocks


def search(graph, source, group, limits, paths, goal, dirty):
    """Label and count level by level. Returns the last level and its number, -1 if counts differ too much.

    `dirty` says, before and after, whether the array of all vertices has to be cleared before sums.
    """
    span, level, bits = start_queue(group.queue, group.team, source, graph.src_ptr), int64(0), float64(0.0)
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
                return span, int64(-1), goal, dirty
            bits = math.log2(top)
            if shrunk:
                bits += math.log2(SHRINK)
                shrink(group, paths, span)
                goal = meet_group(group, goal)
        if group.thread == 0:
            clear_counters(group.queue, counters_of(group.queue, level + 2))
            clear_counters(group.queue, unvisited_queue(group, paths, level)[1])
            put(paths.starts, group.first + level, span.begin)
            form = (WAS_SHRUNK if shrunk else 0) | (WAS_LONG if span.has_long else 0)
            put(paths.forms, group.first + level, form)
        goal, dirty = count_paths(graph, group, paths, span, level + 1, goal, dirty)
        further = next_span(group.queue, span, level + 1)
        if further.begin == further.end:
            return span, level, goal, dirty
        span, level, bits = further, level + 1, bits + limits.growth


def count_paths(graph, group, paths, span, level, goal, dirty):
    """Count the paths to the vertices of this level, which follows the span. Ends with a barrier."""
    num_vertices = graph.src_ptr.size - 1
    left = graph.dst.size - (span.end >> SLOT_BITS)
    if paths.unvisited.size == 0 or 2 * edges_of(span) < left + num_vertices:
        if is_dense(paths, edges_of(span), num_vertices):
            step = Step(level, level - 1, True, 1.0, True)
            goal = give_to_all(graph, group, paths, span, step, goal, dirty)
            list_found(graph.src_ptr, group, paths, num_vertices, level, span)
            return meet_group(group, goal), False
        push(graph.src_ptr, graph.dst, group, paths, span, level)
        return meet_group(group, goal), dirty
    step = Step(level, level - 1, True, 1.0, is_dense(paths, left, num_vertices))
    list_unvisited(graph.src_ptr, group, paths, num_vertices, step)
    goal = meet_group(group, goal)
    queue, counters = unvisited_queue(group, paths, level)
    unvisited = Span(int64(0), at(queue.state, counters + TAIL), at(queue.state, counters + HAS_LONG) != 0)
    gather(graph, group, paths, queue, unvisited, step, span)
    return meet_group(group, goal), dirty or step.dense


def give_to_all(graph, group, paths, span, step, goal, dirty):
    """Add what the span's vertices give to all their neighbors' sums. Ends with a barrier."""
    if dirty:
        clear_given(group, paths, graph.src_ptr.size - 1)
        goal = meet_group(group, goal)
    give_all(graph.dst, group, paths, span, step)
    return meet_group(group, goal)


def edges_of(span):
    """The edges of the span's vertices."""
    return (span.end >> SLOT_BITS) - (span.begin >> SLOT_BITS)


def settle(graph, group, paths, further, depth, goal, dirty):
    """Sum up credits from the level before the last one, `further`, back to the first, or to the source."""
    shrunk, level = at(paths.forms, group.first + depth) & WAS_SHRUNK, depth - 1
    num_vertices = graph.src_ptr.size - 1
    while level >= (0 if paths.edge_scores.size else 1):
        begin, form = at(paths.starts, group.first + level), at(paths.forms, group.first + level)
        span = Span(begin, further.begin, form & WAS_LONG != 0)
        factor = SHRINK if shrunk else 1.0
        scatters = paths.unvisited.size > 0 and 2 * edges_of(further) < edges_of(span)
        scatters = scatters and not paths.edge_scores.size
        edges = edges_of(further) if scatters else edges_of(span)
        dense = is_dense(paths, edges, num_vertices) and not paths.edge_scores.size
        step = Step(level, level + 1, False, factor, dense)
        if scatters and dense:
            goal, dirty = give_to_all(graph, group, paths, further, step, goal, dirty), False
            keep_sums(group, paths, num_vertices, step)
        elif scatters:
            scatter(graph.dst, group, paths, further, step)
        else:
            if dense:
                fill_credits(group, paths, num_vertices, step)
                goal, dirty = meet_group(group, goal), True
            gather(graph, group, paths, group.queue, span, step, span)
        goal = meet_group(group, goal)
        further, shrunk, level = span, form & WAS_SHRUNK, level - 1
    return goal, dirty


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
