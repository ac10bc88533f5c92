"""Shortest paths on the CPU: delta-stepping with buckets of each thread's own, in one compiled call.

Meyer and Sanders, "Delta-stepping: a parallelizable shortest path algorithm", Journal of Algorithms 2003. A
thread puts the vertices that it improves into buckets of its own, as in the GAP Benchmark Suite (Beamer,
Asanovic, Patterson, arXiv 1508.03619). The leader of the threads (device/team.py) hands out the nearest
bucket's entries, of all threads, until the bucket stays empty; then it goes on with the next bucket. It
relaxes a few entries by itself, since to let the others in would take longer. Within a step, a thread goes
on at once with what it put into the current bucket, as long as that is little ("bucket fusion": Zhang et
al., "Optimizing Ordered Graph Algorithms with GraphIt", CGO 2020).

entries.py has what waits in the buckets, and width.py how wide these are.

Race: threads lower distances by atomics, and read them without. An outdated read is too high. It costs an
atomic that lowers nothing, or finds the entry current that another thread has just made stale. All else is
written by one thread: lists by their owner, or by the leader while the gate is closed.
"""

from math import inf
from typing import Any

import numpy as np

from ...accounting.rebuilt import rebuilt
from ...atomics import atomic_add, atomic_min
from ...compiler.registry import cpu_intrinsics
from ...device import Cpu
from ...device.cpu import SERIAL_SIZE
from ...device.team import close_gate, give_up_lead, lead_job, open_gate, take_lead
from ...filters import Filters, extended, keeps_of
from ...graph import Graph
from ...graph.arrays import unsigned
from ...intrinsics.jobs import JOB_SIZE, describe, do
from ...operators.functors import Functor, kept_with_functor
from ...strategies.fused.pool import pool_of
from .entries import (
    BASE,
    BLOCK,
    CURSOR,
    CUT,
    ENTRIES,
    FAR,
    FEW,
    FOLLOWED,
    FOUND,
    IS_SHARED,
    KEPT,
    LEAST,
    LINE,
    LOOKED_AT,
    LOST,
    RELAXED,
    ROW,
    SLOT,
    STATE_SIZE,
    STEP,
    WORK,
    WRONG,
    Search,
    bucket_of,
    collect,
    empty_lists,
    fetch_entries,
    fill,
    first_filled,
    lowest_far,
    new_room,
    num_blocks,
    put,
    put_all,
    release,
    scale_of,
    sort_entries,
)
from .stop import Stop
from .weights import edge_weight, require_no_negative, weights_of
from .width import WIDEST, are_too_wide, few_entries, narrow, widening

SERIAL_EDGES = 256  # about so many edges of a step are left to the leader
FOLLOWED_EDGES = 4096  # about so many edges of the current bucket's own entries a thread relaxes at once
RELAX, SPLIT, FILL = range(3)  # steps


def keeps(source, neighbor, edge, search):
    """Whether this edge may be relaxed: any without filters, which `kept_form` puts in place of this."""
    return True


def relax(thread, vertex, base, search):
    """Relax the edges of a vertex at this distance."""
    is_shared, last_distance = search.state[IS_SHARED], search.scale[1]
    for place in range(np.int64(search.src_ptr[vertex]), np.int64(search.src_ptr[vertex + 1])):
        edge = np.uint64(place)  # unsigned: no test for negative indices
        neighbor = search.dst[edge]
        distance = base + edge_weight(edge, search.weights)
        if distance >= search.distances[neighbor]:  # a plain read first: most edges improve nothing
            continue
        if not distance >= base:  # a weight that is negative or no number, set since the graph was checked
            search.state[WRONG] = 1
            continue
        if distance > last_distance:
            if not search.state[CUT]:  # a plain read first: all threads have this line
                search.state[CUT] = 1
            continue
        if not keeps(vertex, neighbor, edge, search):
            continue
        if not is_shared:
            search.distances[neighbor] = distance
        elif not distance < atomic_min(search.distances, neighbor, distance):
            continue
        put(thread, neighbor, distance, search)


def relax_block(thread, first, end, search):
    """Relax what these entries, of one block, say."""
    relaxed = 0
    for entry in range(first, end):
        fetch_entries(entry, end - 1, search)
        vertex = search.vertices[entry]
        if search.distances[vertex] == search.given[entry]:
            relaxed += 1
            relax(thread, vertex, search.given[entry], search)
    search.own[thread * LINE + RELAXED] += relaxed


def do_block(thread, block, count, search):
    """Relax a block's entries, or put them into their buckets; then the thread may use the block."""
    first = block * BLOCK
    if search.state[STEP] == RELAX:
        relax_block(thread, first, first + count, search)
    else:
        sort_entries(thread, first, first + count, search)
    release(thread, block, search)


def follow(thread, search):
    """Relax what this thread put into the current bucket, as long as that is little."""
    lists, after, place = search.lists, search.after, thread * ROW + 2 * search.state[SLOT]
    while lists[place] >= 0:
        block, size = np.int64(lists[place]), 0
        while block >= 0 and size <= search.state[FOLLOWED]:
            block, size = np.int64(after[block]), size + 1
        if size > search.state[FOLLOWED]:
            return
        block, count = np.int64(lists[place]), np.int64(lists[place + 1])
        lists[place], lists[place + 1] = -1, BLOCK
        while block >= 0:
            following = np.int64(after[block])
            do_block(thread, block, count, search)
            block, count = following, np.int64(BLOCK)


def work(thread, search):
    """One thread's part of a step."""
    state = search.state
    if state[STEP] == FILL:
        fill(search)
        return
    index = atomic_add(state, CURSOR, 1)
    while index < state[WORK]:
        do_block(thread, search.work[index] // (2 * BLOCK), search.work[index] % (2 * BLOCK), search)
        index = atomic_add(state, CURSOR, 1)
    if state[STEP] == RELAX:
        follow(thread, search)


def work_alone(search):
    """The leader does a step by itself."""
    for index in range(search.state[WORK]):
        do_block(0, search.work[index] // (2 * BLOCK), search.work[index] % (2 * BLOCK), search)


def is_over(search):
    """Whether the targets, if there are any, are all before the current bucket."""
    state, targets = search.state, search.targets
    while state[FOUND] < targets.size:
        distance = search.distances[targets[state[FOUND]]]
        if not distance < inf or bucket_of(distance, search) >= state[BASE] + state[SLOT]:
            return False
        state[FOUND] += 1
    return targets.size > 0


def next_step(search):
    """Choose the next step, and collect its entries; returns their number, -1 at the end."""
    state = search.state
    if state[LOST]:
        put_all(search)
    state[STEP], state[SLOT] = RELAX, first_filled(state[SLOT], search)
    if is_over(search):
        return np.int64(-1)
    if state[SLOT] < FAR:
        if are_too_wide(search):
            state[STEP] = SPLIT
            return narrow(search)
        entries = collect(state[SLOT], state[SLOT], search)
        state[ENTRIES] += entries
        return entries
    lowest = lowest_far(search)
    if not lowest < inf:
        return np.int64(-1)
    search.scale[0] *= widening(search)
    state[STEP], state[SLOT], state[BASE] = SPLIT, 0, bucket_of(lowest, search)
    state[LOOKED_AT] = collect(FAR, FAR, search)
    return state[LOOKED_AT]


def begin(sources, search):
    """Give the sources their distance, and make the first entries."""
    empty_lists(search)
    for index in range(sources.size):
        search.distances[sources[index]] = 0
        put(0, sources[index], search.distances[sources[index]], search)


def search_together(threads, sources, search, job, team):
    """Lower the distances by the team, if it is free."""
    state = search.state
    describe(work, (search,), job)
    leads = take_lead(threads, team)
    state[STEP], state[CURSOR] = FILL, 0
    if leads:
        lead_job(job, threads, team)
        open_gate(team)
    do(work, (search,), 0, job)
    if leads:
        close_gate(team)
    begin(sources, search)
    entries = next_step(search)
    while entries >= 0:
        state[IS_SHARED] = leads and entries > state[FEW]
        if state[IS_SHARED]:
            state[CURSOR] = 0
            open_gate(team)
            do(work, (search,), 0, job)
            close_gate(team)
        else:
            work_alone(search)
        entries = next_step(search)
    if leads:
        give_up_lead(team)


@kept_with_functor
def kept_form(edge_kept: Functor) -> Any:
    """`search_together`, rebuilt so that it relaxes only edges that are kept."""
    same: dict[Any, Any] = {function: function for function in cpu_intrinsics}
    return rebuilt(search_together, same | {keeps: edge_kept})


def lower_distances(
    graph: Graph,
    sources: np.ndarray,
    delta: float,
    adapts: bool,
    stop: Stop,
    device: Cpu,
    distances: np.ndarray,
    filters: Filters | None = None,
) -> bool:
    """Store the V distances from the nearest source, none beyond the cutoff, and infinity elsewhere.

    Buckets are as wide as delta. With `adapts` later ones are wider or narrower, as width.py says. Returns
    whether a path that was looked at led beyond the cutoff.
    """
    count, threads = graph.num_vertices, device.threads
    if graph.num_edges + count <= SERIAL_SIZE:
        threads = 1
    pool, form = pool_of(graph, "sssp", kept=1), (threads, distances.dtype.char)
    room = pool.take(form) or new_room(num_blocks(count, threads), graph.csr.dst.dtype, distances.dtype)
    mean_degree = 1 + graph.num_edges // count
    search: Any = Search(
        unsigned(graph.csr.src_ptr),
        unsigned(graph.csr.dst),
        weights_of(graph),
        distances,
        **room,
        lists=np.empty(threads * ROW, np.int64),
        own=np.zeros(threads * LINE),
        state=np.zeros(STATE_SIZE, np.int64),
        scale=scale_of(delta, stop.cutoff, WIDEST),
        targets=stop.targets,
    )
    search.state[LEAST] = few_entries(threads) if adapts else 0
    search.state[FEW] = SERIAL_EDGES // mean_degree
    search.state[FOLLOWED] = max(1, FOLLOWED_EDGES // (mean_degree * BLOCK))
    body = search_together
    if filters is not None:
        body = kept_form(keeps_of(filters, len(search)))
        search = extended(search, filters)
    job, team = np.empty(JOB_SIZE, np.int64), device.team(threads)
    device.call(body, threads, sources, search, job, team)
    if search.state[WRONG]:
        require_no_negative(graph)
    if room["given"].nbytes >= KEPT:
        pool.give_back(form, room)
    return bool(search.state[CUT])
