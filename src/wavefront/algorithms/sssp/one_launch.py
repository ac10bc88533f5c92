"""Shortest distances on a GPU, bucket by bucket, in one launch: a waiting vertex is near, or far.

Source: Davidson et al., "Work-Efficient Parallel GPU Methods for Single-Source Shortest Paths", IPDPS 2014,
after Meyer and Sanders, "Delta-stepping: a parallelizable shortest path algorithm", J. Algorithms 2003. The
near pile's edges are relaxed, step by step, until no vertex is near; then the bound rises to `delta` beyond
the nearest vertex of the far pile, and the far pile is split by the new bound. near_far.py is the same method
driven by the host, for a trace and for larger graphs.

Unless the caller gives `delta`, buckets are as wide as their work asks for, after Wang, Fussell and Lin, "A
Fast Work-Efficient SSSP Algorithm for GPUs", PPoPP 2021: a bucket of few edges makes the next one wider, a
step of many makes its bucket as wide as the first one again, and one of most of the graph's edges narrower.
Near vertices beyond the lower bound then go back to the far pile.

All blocks work on one step after the other, with a barrier after each; warps share the near vertices' edges
equally. No near pile overflows its V slots: a vertex enters the next step's at most once, claimed by an
atomic, as is its place in the far pile (far_pile.py). A distance that is read while another thread lowers it
costs a relaxation in vain, no more: who lowers it puts the vertex into a pile again. Threads decide alike
about the next step, by words and distances that don't change between the barrier before and the next one; the
piles' sizes, and the far pile's least distance, have three places each that take turns.
"""

from collections.abc import Callable
from math import inf
from typing import Any, NamedTuple

import numpy as np

from ...compiler import cuda, float64, int32, int64
from ...device import Cuda, Python
from ...filters import Filters, extended, keeps_of
from ...filters.predicates import every_edge
from ...graph import Graph
from ...graph.weight_types import search_type
from ...intrinsics.access import at, put, real_at
from ...intrinsics.grid_barrier import grid_barrier
from ...intrinsics.number_bits import single_at
from ...operators.functors import kept_with_functor
from ...strategies.fused.cuda.append import hold
from ..level_queue import (
    ALL_HELD,
    HAS_LONG,
    SLOT_BITS,
    STATE_SIZE,
    TAIL,
    Queue,
    Span,
    append_held,
    clear_counters,
    counters_of,
    own_team,
)
from . import words
from .far_pile import FAR, ROOM, far_pile, split
from .relax import relax_of
from .stop import Stop
from .tree import complete
from .weights import weights_of

# Edges of a bucket below which the next one is wider: relaxing them takes no longer than some barriers.
FEW_EDGES, GROWTH = 1 << 19, 4.0
MANY_EDGES = 1 << 22  # of a step, above which a bucket is no wider than the first one
MOST_SHARE = 2  # and one of so many of the graph's edges: above that, narrower
THREADS = 768  # per block; one block per multiprocessor
NARROWED = 64  # times as wide the first bucket may be as the narrowest


class Problem(NamedTuple):
    """The graph, and what is known of its distances."""

    src_ptr: Any
    dst: Any
    weights: Any
    keys: Any  # distances, or words
    claims: Any  # V int32: the step in which the vertex was last put into the near pile
    in_far: Any  # V int32: 1 for a vertex in the far pile
    far: Any  # vertices and holes: two halves of 2V or a few more take turns
    lowest: Any  # 3 float64: a lower bound of the far pile's distances
    entries: Any  # 4V int64: near piles of even and of odd steps
    state: Any


class Limits(NamedTuple):
    """How the search goes on, and where it ends."""

    delta: float
    few_edges: int  # of a bucket below which the next one is wider
    many_edges: int  # of a step, above which a bucket is no wider than delta
    most_edges: int  # and above which it is narrower
    least: float  # the least width
    cutoff: float
    targets: Any  # int64; it ends once each has its distance


class Search(NamedTuple):
    """What is searched from where, and how far."""

    graph: Graph
    sources: np.ndarray
    delta: float
    adapts: bool  # whether later buckets are as wide as their work asks for
    stop: Stop
    filters: Filters | None = None


def paths(search: Search, device: Cuda | Python, predecessors: bool, whole: bool) -> tuple[Any, Any]:
    """V distances from the nearest source, and V predecessors, or None if they are still to be found.

    Some distances may be beyond the stop where there are no predecessors. By integer weights they are int64
    if they may be `whole` and there are predecessors, -1 where there is no path.
    """
    graph, stop = search.graph, search.stop
    if predecessors and words.fits(graph):
        found = device.xp.full(graph.num_vertices, words.UNREACHED, np.int64)
        _lower(search._replace(stop=words.within(graph, stop)), device, found, words.WORDS)
        unpacked = words.unpacked(graph, found, stop, whole, device)
        del found  # what follows needs its memory
        if unpacked is not None:
            distances, parents, is_complete = unpacked
            if not is_complete:
                complete(graph, distances, parents, device, search.filters)
            return distances, parents
    distances = device.xp.full(graph.num_vertices, inf, search_type(graph.csr.weights))
    lower_distances(search, device, distances)
    return distances, None


def lower_distances(search: Search, device: Cuda | Python, distances: Any) -> None:
    """Lower the V distances, which are infinite, to those from the nearest source; some beyond the stop."""
    _lower(search, device, distances, words.DISTANCES)


def _lower(search: Search, device: Cuda | Python, found: Any, keys: words.Keys) -> None:
    """Lower the V keys of vertices, none of which is reached yet; the kernel sets the sources'."""
    graph, xp, count = search.graph, device.xp, search.graph.num_vertices
    blocks, threads = device.running_at_once(THREADS)
    problem: Any = Problem(
        *graph.csr[:2],
        weights_of(graph),
        found,
        claims=xp.zeros(count, np.int32),
        in_far=xp.zeros(count, np.int32),
        far=xp.empty(8 * (count // 2 + 1), np.int32),
        lowest=xp.full(3, inf),
        entries=xp.empty(4 * count, np.int64),
        state=xp.zeros(STATE_SIZE, np.int64),
    )
    delta, stop = float(search.delta), search.stop
    few_edges, least = (FEW_EDGES, delta / NARROWED) if search.adapts else (0, inf)
    targets = device.array(stop.targets)
    most = most_edges(graph.num_edges)
    limits = Limits(delta, few_edges, MANY_EDGES, most, least, float(stop.cutoff), targets)
    keeps = every_edge
    if search.filters is not None:
        keeps = keeps_of(search.filters, len(problem))
        problem = extended(problem, search.filters)
    starts = device.array(search.sources.astype(np.int64))
    kernel: Any = device.bind(search_of(keeps, keys), problem, limits, starts, threads=threads)
    device.relaunch(blocks, threads, kernel, {})


def near_pile(problem, step):
    """The near pile of this step."""
    return Queue(problem.entries, (step & 1) * problem.claims.size, problem.state, int64(0))


def enter(problem, queue, team, sources):
    """Put the sources, whose keys become 0, into the first near pile."""
    index, held = int64(cuda.grid(1)), int32(0)
    while index - team.lane < sources.size:
        vertex = at(sources, index) if index < sources.size else int64(0)
        if index < sources.size:
            problem.keys[vertex] = 0  # of either kind, a word or a distance
        held = hold(team.held, team.own, held, vertex, index < sources.size)
        append_held(queue, team, held, 0, counters_of(queue, 1), problem.src_ptr)
        held = int32(0)
        index += cuda.gridsize(1)


def are_found(problem, targets, bound):
    """Whether there are targets, and no shorter path to any can come."""
    found = targets.size > 0
    for index in range(targets.size):
        vertex = at(targets, index)
        found = found and single_at(problem.keys, vertex) <= bound
    return found


def most_edges(num_edges: int, devices: int = 1) -> int:
    """`Limits.most_edges` of a graph of so many edges on so many GPUs."""
    return max(MANY_EDGES * devices, num_edges // MOST_SHARE)


def narrowed(delta, edges, limits):
    """The width of a bucket with a step of so many edges: `limits` has `Limits`' fields of that."""
    if edges > limits.many_edges and delta > limits.delta:
        return float(limits.delta)
    if edges > limits.most_edges and delta > limits.least:
        return delta / GROWTH
    return delta


@kept_with_functor
def search_of(keeps: Callable[..., Any], keys: words.Keys) -> Callable[..., None]:
    """The kernel, whose steps are those of `relax_of`."""
    relax = relax_of(keeps, keys)

    def lower(problem, limits, sources):
        """Relax near vertices step by step, and raise the bound when there are none."""
        team, state, far_held = own_team(cuda.gridDim.x), problem.state, cuda.shared.array(ALL_HELD, int32)
        goal, step, copies, splits = int64(cuda.gridDim.x), int64(1), int64(0), int64(0)
        delta, lowest, edges = limits.delta, float64(0.0), int64(0)
        bound = min(delta, limits.cutoff)
        enter(problem, near_pile(problem, step), team, sources)
        goal = grid_barrier(state, goal)
        while True:
            queue, following = near_pile(problem, step), near_pile(problem, step + 1)
            counters = counters_of(queue, step)
            span = Span(int64(0), at(state, counters + TAIL), at(state, counters + HAS_LONG) != 0)
            far = far_pile(problem, copies, splits, far_held)
            if cuda.grid(1) == 0:
                clear_counters(queue, counters_of(queue, step + 2))
            if span.end:
                edges += span.end >> SLOT_BITS
                delta = narrowed(delta, span.end >> SLOT_BITS, limits)
                bound = min(bound, lowest + delta)
                relax(problem, queue, following, team, span, step + 1, bound, far)
            else:
                count, lowest = at(state, far.tail), real_at(problem.lowest, far.lowest)
                if lowest == inf or lowest > limits.cutoff or are_found(problem, limits.targets, bound):
                    return
                if count > ROOM * problem.claims.size:
                    copies += 1
                splits += 1
                if cuda.grid(1) == 0:
                    put(state, FAR + (copies + 1) % 3, 0)
                    problem.lowest[(splits + 1) % 3] = inf
                if edges < limits.few_edges:
                    delta *= GROWTH
                last_bound, bound = bound, min(lowest + delta, limits.cutoff)
                other = far_pile(problem, copies, splits, far_held)
                split(problem, following, team, far, other, count, step + 1, last_bound, bound)
                edges = int64(0)
            goal = grid_barrier(state, goal)
            step += 1

    return lower
