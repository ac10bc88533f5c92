"""Betweenness on the CPU where all threads work on one source: levels first, then sums along whole lists.

A search finds the levels, and the vertices are put in their order. Then each vertex adds up the path counts
of its in-neighbors one level back and, from the last level to the first, the credits of its out-neighbors one
level on. No edge is asked for the levels of its ends, so that a sum is one gather without branches:

- The numbers of even levels are in one array, those of odd levels in another, all 0 before. A vertex reads
  the array that it isn't in.
- No in-neighbor is more than one level back. Those at other levels of that array are later ones, which still
  have 0 there. The same holds for credits and out-neighbors, in the opposite direction.

So within a level nobody reads what others write, each number is written once, and scores don't depend on
timing. Between levels all threads meet; a level of few vertices is done by one of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...atomics import atomic_add
from ...compiler import int64
from ...device import Cpu
from ...device.cpu import SERIAL_SIZE
from ...device.team import close_gate, give_up_lead, lead_job, open_gate, take_lead
from ...intrinsics.gather import LANES, add_gathered
from ...intrinsics.jobs import JOB_SIZE, describe, do
from ...intrinsics.prefetch import prefetch
from ...progress import each
from ..bfs import bfs
from .by_source import LARGE_COUNT, LEAST_COUNT, SHRINK, out_of_range

if TYPE_CHECKING:
    from ...graph import Graph
    from ...progress import Report

ALONE = 1 << 10  # vertices and edges of a level, about, that one thread does by itself
TURNS = 8  # times that each thread takes vertices of a level, at least, if they are many
MOST_AT_ONCE = 256  # vertices that a thread takes
# Vertices of a level that waits for the level before, one number for the other; and edges of a list that are
# added up sooner one by one. In larger levels the processor would often guess wrong which lists are short.
TINY, SHORT = 2, 4
OFFSETS_AHEAD, LISTS_AHEAD = 16, 8  # vertices: how far ahead they are fetched
LINE = 16  # ids, about, of a cache line
SELDOM = 8  # where fewer than one in so many vertices are reached, those alone are cleared
# `Layers.state`: the step and its vertices, written by the leader; on a line of its own, those taken so far.
STEP, FIRST, LAST, LEVEL, AT_ONCE, TAKEN, STATE_SIZE = 0, 1, 2, 3, 4, 8, 16
COUNT, PLACE, FORTH, BACK, CLEAR = 0, 1, 2, 3, 4  # steps


class Layers(NamedTuple):
    """One source's shortest paths, and the scores from all sources so far."""

    src_ptr: Any
    dst: Any
    dst_ptr: Any
    src: Any
    levels: Any  # V
    order: Any  # V ids: those of each level, ascending
    starts: Any  # of each level in `order`, and the end
    shares: Any  # by share of the vertices and level: how many, then where the next one goes
    counts: Any  # 2 x V: shortest paths from the source, times a power of SHRINK
    credits: Any  # 2 x V: what a path to the vertex is worth to an in-neighbor
    shrinks: Any  # by level: its power of SHRINK against that of the level before
    scores: Any  # V
    edge_scores: Any  # E, or none
    state: Any


def count_share(share, layers):
    """Count a share's vertices by level."""
    size = -(-layers.levels.size // layers.shares.shape[0])
    for vertex in range(share * size, min((share + 1) * size, layers.levels.size)):
        level = layers.levels[vertex]
        if level >= 0:
            layers.shares[share, level] += 1


def clear_share(share, layers):
    """Clear the numbers of a share's vertices."""
    size = -(-layers.levels.size // layers.shares.shape[0])
    for vertex in range(share * size, min((share + 1) * size, layers.levels.size)):
        for parity in range(2):
            layers.counts[parity, vertex] = 0.0
            layers.credits[parity, vertex] = 0.0


def place_share(share, layers):
    """Put a share's vertices into the order of the levels."""
    size = -(-layers.levels.size // layers.shares.shape[0])
    for vertex in range(share * size, min((share + 1) * size, layers.levels.size)):
        level = layers.levels[vertex]
        if level >= 0:
            layers.order[np.int64(layers.shares[share, level])] = vertex
            layers.shares[share, level] += 1


def find_starts(layers):
    """Where each level starts in the order, and each share's part of it."""
    place = np.int64(0)
    for level in range(layers.shares.shape[1]):
        layers.starts[level] = place
        for share in range(layers.shares.shape[0]):
            count = layers.shares[share, level]
            layers.shares[share, level] = place
            place += count
    layers.starts[layers.shares.shape[1]] = place


def sum_of(values, ptr, neighbors, vertex, one_by_one):
    """What the vertex's neighbors have in all; of a short list, if asked for, without the lanes' detour."""
    begin, end = int64(ptr[vertex]), int64(ptr[vertex + 1])
    if end + LANES <= neighbors.size and not (one_by_one and end - begin <= SHORT):
        return add_gathered(values, neighbors, begin, end)
    total = 0.0
    for edge in range(begin, end):
        total += values[neighbors[edge]]
    return total


def fetch_ahead(place, ptr, neighbors, layers):
    """Start fetching the lists of vertices that follow in the order."""
    last = layers.starts[layers.shares.shape[1]] - 1
    prefetch(ptr, layers.order[min(place + OFFSETS_AHEAD, last)])
    begin = ptr[layers.order[min(place + LISTS_AHEAD, last)]]
    prefetch(neighbors, begin)
    prefetch(neighbors, begin + LINE)


def count_paths(first, last, level, layers):
    """Path counts of these vertices of the level."""
    before, here = layers.counts[(level + 1) % 2], layers.counts[level % 2]
    is_tiny = last - first <= TINY
    for place in range(first, last):
        fetch_ahead(place, layers.dst_ptr, layers.src, layers)
        vertex = layers.order[place]
        here[vertex] = sum_of(before, layers.dst_ptr, layers.src, vertex, is_tiny)


def give_credit(first, last, level, layers):
    """Credits and scores of these vertices of the level; the source scores nothing."""
    behind, here = layers.credits[(level + 1) % 2], layers.credits[level % 2]
    factor, is_tiny = layers.shrinks[level + 1], last - first <= TINY
    for place in range(first, last):
        fetch_ahead(place, layers.src_ptr, layers.dst, layers)
        vertex = layers.order[place]
        paths = layers.counts[level % 2, vertex]
        worth = factor * sum_of(behind, layers.src_ptr, layers.dst, vertex, is_tiny)
        here[vertex] = 1 / paths + worth
        if level:
            layers.scores[vertex] += paths * worth
        if layers.edge_scores.size:
            for edge in range(layers.src_ptr[vertex], layers.src_ptr[vertex + 1]):
                layers.edge_scores[edge] += paths * factor * behind[layers.dst[edge]]


def work(thread, layers):
    """One thread's part of a step."""
    state = layers.state
    step, last, level, at_once = state[STEP], state[LAST], state[LEVEL], state[AT_ONCE]
    first = state[FIRST] + atomic_add(state, TAKEN, at_once)
    while first < last:
        if step == COUNT:
            count_share(first, layers)
        elif step == PLACE:
            place_share(first, layers)
        elif step == FORTH:
            count_paths(first, min(first + at_once, last), level, layers)
        elif step == CLEAR:
            clear_share(first, layers)
        else:
            give_credit(first, min(first + at_once, last), level, layers)
        first = state[FIRST] + atomic_add(state, TAKEN, at_once)


def do_step(step, first, last, level, at_once, leads, layers, job, team):
    """Have all threads do the step, if this one leads them."""
    state = layers.state
    state[STEP], state[FIRST], state[LAST], state[LEVEL] = step, first, last, level
    state[AT_ONCE], state[TAKEN] = at_once, 0
    if leads:
        open_gate(team)
    do(work, (layers,), 0, job)
    if leads:
        close_gate(team)


def do_level(step, level, alone, threads, leads, layers, job, team):
    """Counts or credits of a level; of few vertices by this thread alone."""
    first, last = np.int64(layers.starts[level]), np.int64(layers.starts[level + 1])
    if leads and last - first > alone:
        at_once = min(MOST_AT_ONCE, max(1, (last - first) // (threads * TURNS)))
        do_step(step, first, last, level, at_once, leads, layers, job, team)
    elif step == FORTH:
        count_paths(first, last, level, layers)
    else:
        give_credit(first, last, level, layers)


def shrink(level, layers):
    """Shrink a level's counts if they are large; returns the largest, 0 if they differ too much."""
    counts, top, least = layers.counts[level % 2], 0.0, np.inf
    for place in range(layers.starts[level], layers.starts[level + 1]):
        top = max(top, counts[layers.order[place]])
        least = min(least, counts[layers.order[place]])
    if top <= LARGE_COUNT:
        return top
    layers.shrinks[level] = SHRINK
    for place in range(layers.starts[level], layers.starts[level + 1]):
        counts[layers.order[place]] *= SHRINK
    return top * SHRINK if least * SHRINK >= LEAST_COUNT else 0.0


def follow(source, growth, alone, threads, layers, job, team):
    """Add one source's dependencies. False if the path counts of a level differ too much.

    `growth`: a level's largest count against that of the level before, at most.
    """
    describe(work, (layers,), job)
    leads = take_lead(threads, team)
    if leads:
        lead_job(job, threads, team)
    shares, num_levels = layers.shares.shape
    do_step(COUNT, 0, shares, 0, 1, leads, layers, job, team)
    find_starts(layers)
    do_step(PLACE, 0, shares, 0, 1, leads, layers, job, team)
    layers.counts[0, source] = 1.0
    top, fits, level = 1.0, True, 1
    while fits and level < num_levels:
        do_level(FORTH, level, alone, threads, leads, layers, job, team)
        top *= growth
        if top > LARGE_COUNT:
            top = shrink(level, layers)
            fits = top > 0
        level += 1
    level = num_levels - 1
    while fits and level >= 0:
        do_level(BACK, level, alone, threads, leads, layers, job, team)
        level -= 1
    if layers.starts[num_levels] * SELDOM > layers.levels.size:
        do_step(CLEAR, 0, shares, 0, 1, leads, layers, job, team)
    else:
        for place in range(layers.starts[num_levels]):
            vertex, parity = layers.order[place], layers.levels[layers.order[place]] % 2
            layers.counts[parity, vertex] = layers.credits[parity, vertex] = 0.0
    if leads:
        give_up_lead(team)
    return fits


def most_alone(graph: Graph) -> int:
    """Vertices of a level, at most, that one thread does by itself."""
    return ALONE * graph.num_vertices // (graph.num_vertices + graph.num_edges)


def add_scores(
    graph: Graph,
    sources: np.ndarray,
    device: Cpu,
    scores: np.ndarray,
    edge_scores: np.ndarray,
    report: Report | None,
) -> None:
    """Add the dependencies of each source. Raises InputError where path counts differ by too much."""
    if not sources.size:
        return
    count, edges = graph.num_vertices, graph.num_edges
    threads = device.threads if count + edges > SERIAL_SIZE else 1
    counts, credits = np.zeros((2, count)), np.zeros((2, count))
    order, state = np.empty(count, graph.csr.dst.dtype), np.zeros(STATE_SIZE, np.int64)
    job, team = np.empty(JOB_SIZE, np.int64), device.team(threads)
    growth = float(max(2, int(graph.in_degrees.max())))
    alone = most_alone(graph)
    for source in each(sources.tolist(), report):
        levels = bfs(graph, source, predecessors=False, device=device).levels
        num_levels = int(levels.max()) + 1
        shares = max(1, min(threads, count // num_levels))
        layers = Layers(
            *graph.csr[:2],
            *graph.csc[:2],
            levels,
            order,
            starts=np.empty(num_levels + 1, order.dtype),
            shares=np.zeros((shares, num_levels), order.dtype),
            counts=counts,
            credits=credits,
            shrinks=np.ones(num_levels + 1),
            scores=scores,
            edge_scores=edge_scores,
            state=state,
        )
        if not device.call(follow, source, growth, alone, threads, layers, job, team):
            raise out_of_range(graph, source)
        del layers, levels  # the next source's take their memory
