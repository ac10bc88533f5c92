"""Shortest distances on a GPU, bucket by bucket, in one launch: a waiting vertex is near, or far.

Source: Davidson et al., "Work-Efficient Parallel GPU Methods for Single-Source Shortest Paths", IPDPS 2014,
after Meyer and Sanders, "Delta-stepping: a parallelizable shortest path algorithm", J. Algorithms 2003. The
near pile's edges are relaxed, step by step, until no vertex is near; then the bound rises to `delta` beyond
the nearest vertex of the far pile, and the far pile is split by the new bound. near_far.py is the same method
driven by the host, where edges are filtered.

All blocks work on one step after the other, with a barrier after each; warps share the near vertices' edges
equally. No pile overflows its V slots: a vertex enters the next step's near pile at most once, and is in the
far pile at most once, both claimed by atomics. A distance that is read while another thread lowers it costs a
relaxation in vain, no more: who lowers it puts the vertex into a pile again. Threads decide alike about the
next step, by words and distances that don't change between the barrier before and the next one; the piles'
sizes, and the far pile's least distance, have three places each that take turns.
"""

from math import inf
from typing import Any, NamedTuple

import numpy as np

from ...atomics import atomic_add, atomic_exch, atomic_min
from ...compiler import cuda, float64, int32, int64
from ...device import Cuda, Python
from ...graph import Graph
from ...intrinsics.access import at, put, real_at
from ...intrinsics.grid_barrier import grid_barrier
from ...intrinsics.warp import WARP_SIZE, ballot, broadcast, broadcast_real, rank, size_of
from ...strategies.fused.cuda.append import hold
from ...strategies.fused.cuda.push import owner_of
from ..level_queue import (
    COUNTERS,
    HAS_LONG,
    HELD,
    SET,
    STATE_SIZE,
    TAIL,
    THREADS,
    Queue,
    Span,
    append_held,
    clear_counters,
    counters_of,
    entry_at,
    numbered,
    own_team,
    share_of,
)
from .stop import Stop
from .weights import edge_weight, weights_of

FAR = COUNTERS + 3 * SET  # words of the state: vertices in the far pile; three take turns


class Problem(NamedTuple):
    """The graph, and what is known of its distances."""

    src_ptr: Any
    dst: Any
    weights: Any
    distances: Any
    claims: Any  # V int32: the step in which the vertex was last put into the near pile
    in_far: Any  # V int32: 1 for a vertex in the far pile
    far: Any  # 2V vertices: the two halves take turns
    lowest: Any  # 3 float64: a lower bound of the far pile's distances
    entries: Any  # 4V int64: near piles of even and of odd steps
    state: Any


class Limits(NamedTuple):
    """How the search goes on, and where it ends."""

    delta: float
    cutoff: float
    targets: Any  # int64; it ends once each has its distance


class Far(NamedTuple):
    """The far pile that a step adds to."""

    first: Any  # its place in `far`
    tail: Any  # where its size is in the state
    lowest: Any  # where its least distance is


def lower_distances(
    graph: Graph, sources: np.ndarray, delta: float, stop: Stop, device: Cuda | Python, distances: Any
) -> None:
    """Lower the V distances, which are infinite, to those from the nearest source; some beyond the stop."""
    count, xp = graph.num_vertices, device.xp
    blocks, threads = device.running_at_once(THREADS)
    starts = device.array(sources.astype(np.int64))
    distances[starts] = 0
    problem = Problem(
        *graph.csr[:2],
        weights_of(graph),
        distances,
        claims=xp.zeros(count, np.int32),
        in_far=xp.zeros(count, np.int32),
        far=xp.empty(2 * count, np.int32),
        lowest=xp.full(3, inf),
        entries=xp.empty(4 * count, np.int64),
        state=xp.zeros(STATE_SIZE, np.int64),
    )
    limits = Limits(float(delta), float(stop.cutoff), device.array(stop.targets))
    kernel: Any = device.bind(lower, problem, limits, starts, threads=threads)
    device.relaunch(blocks, threads, kernel, {})


def lower(problem, limits, sources):
    """Relax near vertices step by step, and raise the bound when there are none."""
    team, state = own_team(cuda.gridDim.x), problem.state
    goal, step, turn = int64(cuda.gridDim.x), int64(1), int64(0)
    bound = min(limits.delta, limits.cutoff)
    enter(problem, near_pile(problem, step), team, sources)
    goal = grid_barrier(state, goal)
    while True:
        queue, following = near_pile(problem, step), near_pile(problem, step + 1)
        counters = counters_of(queue, step)
        span = Span(int64(0), at(state, counters + TAIL), at(state, counters + HAS_LONG) != 0)
        if cuda.grid(1) == 0:
            clear_counters(queue, counters_of(queue, step + 2))
        if span.end:
            relax(problem, queue, following, team, span, step + 1, bound, far_pile(problem, turn))
        else:
            waiting, lowest = at(state, FAR + turn % 3), real_at(problem.lowest, turn % 3)
            if waiting == 0 or lowest > limits.cutoff or are_found(problem, limits.targets, bound):
                return
            if cuda.grid(1) == 0:
                put(state, FAR + (turn + 2) % 3, 0)
                problem.lowest[(turn + 2) % 3] = inf
            last_bound, bound = bound, min(lowest + limits.delta, limits.cutoff)
            split(problem, following, team, waiting, step + 1, turn, last_bound, bound)
            turn += 1
        goal = grid_barrier(state, goal)
        step += 1


def near_pile(problem, step):
    """The near pile of this step."""
    return Queue(problem.entries, (step & 1) * problem.distances.size, problem.state, int64(0))


def far_pile(problem, turn):
    """The far pile after so many splits."""
    return Far((turn & 1) * problem.distances.size, FAR + turn % 3, turn % 3)


def enter(problem, queue, team, sources):
    """Put the sources into the first near pile."""
    index, held = int64(cuda.grid(1)), int32(0)
    while index - team.lane < sources.size:
        vertex = at(sources, index) if index < sources.size else int64(0)
        held = hold(team.held, team.own, held, vertex, index < sources.size)
        append_held(queue, team, held, 0, counters_of(queue, 1), problem.src_ptr)
        held = int32(0)
        index += cuda.gridsize(1)


def are_found(problem, targets, bound):
    """Whether there are targets, and no shorter path to any can come."""
    found = targets.size > 0
    for index in range(targets.size):
        found = found and real_at(problem.distances, at(targets, index)) <= bound
    return found


def relax(problem, queue, following, team, span, step, bound, far):
    """Lower distances along the near vertices' edges; warps share the edges."""
    share, held, counters = share_of(queue, span, team), int32(0), counters_of(queue, step)
    slot = share.slot
    while slot < share.last:
        mine, total = numbered(share, slot, entry_at(queue, share, slot, team.lane), team.lane)
        if total < 0:
            break
        from_start, number = real_at(problem.distances, mine.vertex), int32(team.lane)
        while number - team.lane < total:
            a, to_a = reached(problem, mine, number, total, from_start)
            b, to_b = reached(problem, mine, int32(number + WARP_SIZE), total, from_start)
            known_a = real_at(problem.distances, max(a, int64(0)))
            known_b = real_at(problem.distances, max(b, int64(0)))
            # A plain read first: most edges improve nothing. Both edges' reads overlap, and then the atomics.
            lower_a, lower_b = (a >= 0) & (to_a < known_a), (b >= 0) & (to_b < known_b)
            if lower_a:
                lower_a = to_a < atomic_min(problem.distances, a, to_a)
            if lower_b:
                lower_b = to_b < atomic_min(problem.distances, b, to_b)
            held = hold(team.held, team.own, held, a, is_near(problem, a, step, lower_a & (to_a <= bound)))
            held = hold(team.held, team.own, held, b, is_near(problem, b, step, lower_b & (to_b <= bound)))
            put_far(problem, far, a, to_a, lower_a & (to_a > bound))
            put_far(problem, far, b, to_b, lower_b & (to_b > bound))
            if held > HELD - 2 * WARP_SIZE:
                append_held(following, team, held, 0, counters, problem.src_ptr)
                held = int32(0)
            number = int32(number + 2 * WARP_SIZE)
        slot = int32(slot + share.stride)
    append_held(following, team, held, 0, counters, problem.src_ptr)


def reached(problem, mine, number, total, from_start):
    """The neighbor at the edge of this number, -1 if there is none, and its distance along the edge."""
    owner = owner_of(mine.end, number)
    edge, distance = broadcast(mine.offset, owner) + number, broadcast_real(from_start, owner)
    neighbor = int64(-1)
    if number < total:
        neighbor = at(problem.dst, edge)
        distance = distance + edge_weight(edge, problem.weights)
    return neighbor, distance


def is_near(problem, vertex, step, wanted):
    """Claim a vertex whose distance fell for the near pile of this step; whether it wasn't in there yet."""
    return wanted and atomic_exch(problem.claims, vertex, int32(step)) != step


def put_far(problem, far, vertex, distance, wanted):
    """Put the vertices of the lanes with `wanted` into the far pile, unless they are in there."""
    is_new = False
    if wanted:
        if distance < real_at(problem.lowest, far.lowest):
            atomic_min(problem.lowest, far.lowest, float64(distance))
        is_new = at(problem.in_far, vertex) == 0 and atomic_exch(problem.in_far, vertex, int32(1)) == 0
    append_far(problem, far, vertex, is_new)


def append_far(problem, far, vertex, wanted):
    """Append the vertices of the lanes with `wanted` to the far pile."""
    mask, slot = ballot(wanted), int64(0)
    if mask:
        if cuda.threadIdx.x % WARP_SIZE == 0:
            slot = atomic_add(problem.state, far.tail, int(size_of(mask)))
        slot = broadcast(slot, 0)
        if wanted:
            put(problem.far, far.first + slot + rank(mask), vertex)


def split(problem, following, team, waiting, step, turn, last_bound, bound):
    """Move far vertices to the next near pile, or to the other half of the far pile; drop those done."""
    read, far = far_pile(problem, turn).first, far_pile(problem, turn + 1)
    index, held, counters = int64(cuda.grid(1)), int32(0), counters_of(following, step)
    while index - team.lane < waiting:
        vertex, distance, stays = int64(0), float64(0.0), False
        if index < waiting:
            vertex = at(problem.far, read + index)
            distance = float64(real_at(problem.distances, vertex))
            stays = distance > bound
            if stays and distance < real_at(problem.lowest, far.lowest):
                atomic_min(problem.lowest, far.lowest, distance)
            if not stays:
                put(problem.in_far, vertex, 0)
        append_far(problem, far, vertex, stays)
        # If it isn't beyond the last bound, it has been near since.
        is_near = (index < waiting) & (not stays) & (distance > last_bound)
        held = hold(team.held, team.own, held, vertex, is_near)
        if held > HELD - WARP_SIZE:
            append_held(following, team, held, 0, counters, problem.src_ptr)
            held = int32(0)
        index += cuda.gridsize(1)
    append_held(following, team, held, 0, counters, problem.src_ptr)
