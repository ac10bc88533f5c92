"""Shortest distances on a GPU, bucket by bucket, in one launch: a waiting vertex is near, or far.

Source: Davidson et al., "Work-Efficient Parallel GPU Methods for Single-Source Shortest Paths", IPDPS 2014,
after Meyer and Sanders, "Delta-stepping: a parallelizable shortest path algorithm", J. Algorithms 2003. The
near pile's edges are relaxed, step by step, until no vertex is near; then the bound rises to `delta` beyond
the nearest vertex of the far pile, and the far pile is split by the new bound. near_far.py is the same method
driven by the host, for a trace and for larger graphs.

Unless the caller gives `delta`, buckets are as wide as their work asks for, after Wang, Fussell and Lin, "A
Fast Work-Efficient SSSP Algorithm for GPUs", PPoPP 2021: a bucket of few edges makes the next one wider, and
a step of many narrows its bucket. Near vertices beyond the lower bound then go back to the far pile.

All blocks work on one step after the other, with a barrier after each; warps share the near vertices' edges
equally. No pile overflows its V slots: a vertex enters the next step's near pile at most once, and is in the
far pile at most once, both claimed by atomics. A distance that is read while another thread lowers it costs a
relaxation in vain, no more: who lowers it puts the vertex into a pile again. Threads decide alike about the
next step, by words and distances that don't change between the barrier before and the next one; the piles'
sizes, and the far pile's least distance, have three places each that take turns.
"""

from collections.abc import Callable
from math import inf
from typing import Any, NamedTuple

import numpy as np

from ...atomics import atomic_exch, atomic_lower
from ...compiler import cuda, float64, int32, int64
from ...device import Cuda, Python
from ...filters import Filters, extended, keeps_of
from ...filters.predicates import every_edge
from ...graph import Graph
from ...intrinsics.access import at, put, real_at
from ...intrinsics.grid_barrier import grid_barrier
from ...intrinsics.warp import WARP_SIZE, broadcast, broadcast_real
from ...operators.functors import kept_with_functor
from ...strategies.fused.cuda.append import hold
from ...strategies.fused.cuda.push import owner_of
from ..level_queue import (
    ALL_HELD,
    HAS_LONG,
    HELD,
    SLOT_BITS,
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
from .far_pile import FAR, append_far, far_pile, hold_far, put_back, split
from .stop import Stop
from .weights import weight_at, weights_of

# Edges of a bucket below which the next one is wider: relaxing them takes no longer than some barriers.
FEW_EDGES, GROWTH = 1 << 19, 4.0
MANY_EDGES = 1 << 21  # of a step, above which a bucket is narrowed
NARROWED = 64  # times as wide the first bucket may be as the narrowest


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
    few_edges: int  # of a bucket below which the next one is wider
    growth: float  # times as wide
    many_edges: int  # of a step, above which a bucket is narrowed, to delta at first
    least: float  # the least width
    cutoff: float
    targets: Any  # int64; it ends once each has its distance


def lower_distances(
    graph: Graph,
    sources: np.ndarray,
    delta: float,
    adapts: bool,
    stop: Stop,
    device: Cuda | Python,
    distances: Any,
    filters: Filters | None = None,
) -> None:
    """Lower the V distances, which are infinite, to those from the nearest source; some beyond the stop."""
    count, xp = graph.num_vertices, device.xp
    blocks, threads = device.running_at_once(THREADS)
    starts = device.array(sources.astype(np.int64))
    distances[starts] = 0
    problem: Any = Problem(
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
    few_edges = FEW_EDGES if adapts else 0
    least = float(delta) / NARROWED if adapts else inf
    wanted = float(stop.cutoff), device.array(stop.targets)
    limits = Limits(float(delta), few_edges, GROWTH, MANY_EDGES, least, *wanted)
    body = lower
    if filters is not None:
        body = search_of(keeps_of(filters, len(problem)))
        problem = extended(problem, filters)
    kernel: Any = device.bind(body, problem, limits, starts, threads=threads)
    device.relaunch(blocks, threads, kernel, {})


def near_pile(problem, step):
    """The near pile of this step."""
    return Queue(problem.entries, (step & 1) * problem.distances.size, problem.state, int64(0))


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


def reached(problem, mine, number, from_start):
    """The neighbor at the edge of this number, the distance of its list's vertex, and the edge's weight.

    Without branches, so that a thread asks for two edges before it waits for the first.
    """
    owner = owner_of(mine.end, number)
    edge, distance = broadcast(mine.offset, owner) + number, broadcast_real(from_start, owner)
    return at(problem.dst, edge), distance, weight_at(problem.weights, edge)


def hold_near(problem, team, held, a, b, wants_a, wants_b, step):
    """Claim vertices whose distances fell for the near pile of this step, and hold those not in there yet."""
    last_a, last_b = int32(step), int32(step)
    if wants_a:
        last_a = atomic_exch(problem.claims, a, int32(step))
    if wants_b:
        last_b = atomic_exch(problem.claims, b, int32(step))
    held = hold(team.held, team.own, held, a, last_a != step)
    return hold(team.held, team.own, held, b, last_b != step)


def relax_of(keeps: Callable[..., Any]) -> Callable[..., None]:
    """A step along the edges that are kept."""
    asks = keeps is not every_edge

    def is_kept(problem, mine, number, neighbor, wanted):
        """Whether the edge of this number is wanted, and kept. All lanes call this."""
        owner = owner_of(mine.end, number)
        source, edge = broadcast(mine.vertex, owner), broadcast(mine.offset, owner) + number
        return wanted and keeps(source, neighbor, edge, problem)

    def relax(problem, queue, following, team, span, step, bound, far):
        """Lower distances along the near vertices' edges; warps share the edges."""
        share, held, waiting = share_of(queue, span, team), int32(0), int32(0)
        slot, counters = share.slot, counters_of(queue, step)
        while slot < share.last:
            entry = entry_at(queue, share, slot, team.lane)
            mine, total = numbered(share, slot, entry, team.lane)
            if total < 0:
                break
            from_start, number = real_at(problem.distances, mine.vertex), int32(team.lane)
            waiting = put_back(problem, far, team, mine, from_start, bound, waiting)
            while number - team.lane < total:
                also = int32(number + WARP_SIZE)
                a, from_a, by_a = reached(problem, mine, int32(min(number, total - 1)), from_start)
                b, from_b, by_b = reached(problem, mine, int32(min(also, total - 1)), from_start)
                known_a, known_b = real_at(problem.distances, a), real_at(problem.distances, b)
                to_a, to_b = from_a + by_a, from_b + by_b
                # A plain read first: most edges improve nothing. Both edges' reads are under way together,
                # and then their atomics, whose answers are looked at behind the second one.
                lower_a = (to_a < known_a) & (number < total) & (from_a <= bound)
                lower_b = (to_b < known_b) & (also < total) & (from_b <= bound)
                if asks:
                    lower_a = is_kept(problem, mine, int32(min(number, total - 1)), a, lower_a)
                    lower_b = is_kept(problem, mine, int32(min(also, total - 1)), b, lower_b)
                known_a, known_b = to_a, to_b
                if lower_a:
                    known_a = atomic_lower(problem.distances, a, to_a)
                if lower_b:
                    known_b = atomic_lower(problem.distances, b, to_b)
                lower_a, lower_b = to_a < known_a, to_b < known_b
                held = hold_near(
                    problem, team, held, a, b, lower_a & (to_a <= bound), lower_b & (to_b <= bound), step
                )
                waiting = hold_far(problem, far, team, waiting, a, to_a, lower_a & (to_a > bound))
                waiting = hold_far(problem, far, team, waiting, b, to_b, lower_b & (to_b > bound))
                if held > HELD - 2 * WARP_SIZE:
                    append_held(following, team, held, 0, counters, problem.src_ptr)
                    held = int32(0)
                number = int32(number + 2 * WARP_SIZE)
            slot = int32(slot + share.stride)
        append_held(following, team, held, 0, counters, problem.src_ptr)
        append_far(problem, far, team, waiting)

    return relax


@kept_with_functor
def search_of(keeps: Callable[..., Any]) -> Callable[..., None]:
    """The kernel, whose steps are those of `relax_of`."""
    relax = relax_of(keeps)

    def lower(problem, limits, sources):
        """Relax near vertices step by step, and raise the bound when there are none."""
        team, state, far_held = own_team(cuda.gridDim.x), problem.state, cuda.shared.array(ALL_HELD, int32)
        goal, step, turn = int64(cuda.gridDim.x), int64(1), int64(0)
        delta, lowest, edges = limits.delta, float64(0.0), int64(0)
        bound = min(delta, limits.cutoff)
        enter(problem, near_pile(problem, step), team, sources)
        goal = grid_barrier(state, goal)
        while True:
            queue, following = near_pile(problem, step), near_pile(problem, step + 1)
            counters = counters_of(queue, step)
            span = Span(int64(0), at(state, counters + TAIL), at(state, counters + HAS_LONG) != 0)
            if cuda.grid(1) == 0:
                clear_counters(queue, counters_of(queue, step + 2))
            if span.end:
                edges += span.end >> SLOT_BITS
                if span.end >> SLOT_BITS > limits.many_edges and delta > limits.least:
                    delta = limits.delta if delta > limits.delta else delta / limits.growth
                    bound = min(bound, lowest + delta)
                far = far_pile(problem, turn, far_held)
                relax(problem, queue, following, team, span, step + 1, bound, far)
            else:
                count, lowest = at(state, FAR + turn % 3), real_at(problem.lowest, turn % 3)
                if count == 0 or lowest > limits.cutoff or are_found(problem, limits.targets, bound):
                    return
                if cuda.grid(1) == 0:
                    put(state, FAR + (turn + 2) % 3, 0)
                    problem.lowest[(turn + 2) % 3] = inf
                if edges < limits.few_edges:
                    delta *= limits.growth
                last_bound, bound = bound, min(lowest + delta, limits.cutoff)
                split(problem, following, team, far_held, count, step + 1, turn, last_bound, bound)
                turn, edges = turn + 1, int64(0)
            goal = grid_barrier(state, goal)
            step += 1

    return lower


lower = search_of(every_edge)
