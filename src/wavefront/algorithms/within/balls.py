"""The balls of many sources on the CPU: threads take one source after the other.

A thread (a lane) writes its balls one behind another into its own part of four arrays. Where its part is full
it stops; the host takes away what is found, and goes on with larger parts. Parts are kept from call to call.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ...accounting.rebuilt import rebuilt
from ...atomics import atomic_add
from ...compiler.registry import cpu_intrinsics
from ...device import Cpu, Device
from ...errors import InputError
from ...filters import Filters, extended, keeps_of
from ...graph import Graph
from ...graph.arrays import exclusive_scan
from ...graph.vertices import named
from ...graph.weight_types import search_type
from ...intrinsics.prefetch import prefetch
from ...operators.functors import Functor, kept_with_functor
from ...strategies.fused.pool import pool_of
from ..sssp.weights import weights_of
from .by_edges import ball_by_edges
from .by_weights import WRONG_EDGE, ball_by_weights
from .keeping import keeps
from .ordering import BUCKET_BITS

ROOM = 1 << 10  # entries of a lane's part, at first
GROWTH = 4  # times as many in the next round; what is done again then adds up to a third
MOST_TAKEN = 64  # balls that a lane takes at once
MOST_ASKED = 32  # neighbors of a source whose lists are asked for ahead
KEPT_ROOM = 1 << 21  # entries of a part that is kept for the next call
EVERY_EDGE = 1 << 62
STEPS = 1 << 20  # said of each lane, so that every lane has a thread


class Lanes(NamedTuple):
    """Where each lane finds its balls: L parts of `room` entries, tables of twice as many cells."""

    vertices: Any
    distances: Any
    predecessors: Any
    table: Any  # see table.py: int32 places by weights, else ids; all 0 between balls
    heap: Any  # by weights, else empty: places of the vertices that wait
    heap_places: Any  # by weights, else empty: where a place stands in the heap, -1 if it no longer waits
    counts: Any  # L x buckets int32, see ordering.py
    dealt: Any  # L x room ids, unless by weights: a level while it is sorted
    dealt_parents: Any


class Request(NamedTuple):
    """The graph, what is asked for, and which ball is where."""

    src_ptr: Any
    dst: Any
    weights: Any  # E numbers, or none: then every weight is 1
    sources: Any  # S ids
    radius: float
    waiting: Any  # the balls to be found in this round, by the index of their source
    starts: Any  # S int64: where the ball begins in the lanes' arrays
    sizes: Any  # S int64: of the ball; -1 if it is still to be found
    state: Any  # int64: how many of `waiting` are taken; an edge of wrong weight, or -1; see by_weights.py
    targets: Any = np.empty(0, np.int64)  # by weights: where the ball may end
    most: int = EVERY_EDGE  # edges that a ball by weights looks at


TAKEN = 0  # in `state`


def ask_ahead(index, end, request):
    """Ask for what the next balls before `end` read first, a part of each while each other ball is found.

    What is asked for is found by what was asked for earlier: a source's place in `src_ptr`, then its list,
    then the places of its neighbors, then their lists.
    """
    src_ptr, dst = request.src_ptr, request.dst
    if index + 6 < end:
        later: Any = np.int64(request.sources[request.waiting[index + 6]])
        prefetch(src_ptr, later)
    if index + 4 < end:
        source = np.int64(request.sources[request.waiting[index + 4]])
        prefetch(dst, src_ptr[source])
        prefetch(dst, src_ptr[source + 1] - 1)
    if not request.radius >= 2:
        return
    if index + 2 < end:
        source = np.int64(request.sources[request.waiting[index + 2]])
        for edge in range(src_ptr[source], min(src_ptr[source + 1], src_ptr[source] + MOST_ASKED)):
            near: Any = np.int64(dst[edge])
            prefetch(src_ptr, near)
    if index + 1 < end:
        source = np.int64(request.sources[request.waiting[index + 1]])
        for edge in range(src_ptr[source], min(src_ptr[source + 1], src_ptr[source] + MOST_ASKED)):
            neighbor = np.int64(dst[edge])
            prefetch(dst, src_ptr[neighbor])
            prefetch(dst, src_ptr[neighbor + 1] - 1)


def lane_of(find_ball: Callable[..., int]) -> Callable[..., None]:
    """The body of a lane that finds its balls by this function."""

    def take_balls(lane, room, lanes, request):
        """Find balls until none waits, or one has no room, or an edge has a wrong weight."""
        first, end = lane * room, (lane + 1) * room
        share = max(1, min(MOST_TAKEN, request.waiting.size // (8 * lanes.counts.shape[0])))
        index = atomic_add(request.state, TAKEN, share)
        while index < request.waiting.size:
            last = min(index + share, request.waiting.size)
            for taken in range(index, last):
                ask_ahead(taken, last, request)
                ball = request.waiting[taken]
                size = find_ball(request.sources[ball], first, end, lane, 2 * lane * room, lanes, request)
                if size < 0:
                    return
                request.starts[ball], request.sizes[ball] = first, size
                first += size
            index = atomic_add(request.state, TAKEN, share)

    return take_balls


by_edges, by_weights = lane_of(ball_by_edges), lane_of(ball_by_weights)


@kept_with_functor
def kept_form(edge_kept: Functor, body: Functor) -> Any:
    """The body, rebuilt so that it follows only edges that are kept."""
    same: dict[Any, Any] = {function: function for function in cpu_intrinsics}
    return rebuilt(body, same | {keeps: edge_kept})


def copy_ball(ball, starts, offsets, found, copies):
    """Copy a ball to where it belongs."""
    shift = starts[ball] - offsets[ball]
    for entry in range(offsets[ball], offsets[ball + 1]):
        copies.vertices[entry] = found.vertices[shift + entry]
        copies.distances[entry] = found.distances[shift + entry]
        copies.predecessors[entry] = found.predecessors[shift + entry]


def new_state() -> np.ndarray:
    """The state of a request before its search."""
    return np.array([0, -1, 0, 0])


class Entries(NamedTuple):
    """What is known of the vertices found."""

    vertices: Any
    distances: Any
    predecessors: Any


def balls(
    graph: Graph,
    sources: np.ndarray,
    radius: float,
    weighted: bool,
    device: Device,
    filters: Filters | None = None,
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """The offsets of the balls of all sources, and their vertices, distances and predecessors.

    Raises InputError, naming the edge, for a negative weight or one that is no number, if a ball meets any.
    """
    count = sources.size
    weights = weights_of(graph)
    request: Any = Request(
        *graph.csr[:2],
        weights,
        sources,
        radius,
        waiting=np.arange(count),
        starts=np.empty(count, np.int64),
        sizes=np.full(count, -1, np.int64),
        state=new_state(),
    )
    body = by_weights if weighted else by_edges
    if filters is not None:
        body = kept_form(keeps_of(filters, len(request)), body)
        request = extended(request, filters)
    dtype = search_type(weights) if weighted else np.dtype(np.int32)
    num_lanes = min(count, device.threads) if isinstance(device, Cpu) else 1
    pool, form = pool_of(graph, "within"), (num_lanes, dtype.char, weighted)
    room, lanes = pool.take(form) or (ROOM, new_lanes(num_lanes, ROOM, graph, dtype, weighted))
    rounds: list[Entries] = []
    order: list[np.ndarray] = []
    while True:
        device.for_each(num_lanes, body, room, lanes, request, size=num_lanes * STEPS)
        if (edge := int(request.state[WRONG_EDGE])) >= 0:
            raise _wrong_weight(graph, edge)
        done = request.waiting[request.sizes[request.waiting] >= 0]
        if done.size:
            rounds.append(
                _gathered(Entries(*lanes[:3]), request.starts[done], request.sizes[done], device)[1]
            )
            order.append(done)
        if done.size == request.waiting.size:
            break
        request = request._replace(waiting=np.flatnonzero(request.sizes < 0))
        request.state[TAKEN] = 0
        room *= GROWTH
        lanes = new_lanes(num_lanes, room, graph, dtype, weighted)
    if room <= KEPT_ROOM:
        pool.give_back(form, (room, lanes))
    if len(rounds) == 1:
        return exclusive_scan(request.sizes, np.int64), *rounds[0]
    found = Entries(*map(np.concatenate, zip(*rounds, strict=True)))
    ordered = np.concatenate(order)
    request.starts[ordered] = exclusive_scan(request.sizes[ordered], np.int64)[:-1]
    offsets, entries = _gathered(found, request.starts, request.sizes, device)
    return offsets, *entries


def new_lanes(count: int, room: int, graph: Graph, dtype: np.dtype, weighted: bool) -> Lanes:
    """Parts for so many lanes. Memory that no ball comes to is never touched."""
    ids, waits, deals = graph.csr.dst.dtype, room if weighted else 0, 0 if weighted else room
    return Lanes(
        np.empty(count * room, ids),
        np.empty(count * room, dtype),
        np.empty(count * room, ids),
        table=np.zeros(2 * count * room, np.int32 if weighted else ids),
        heap=np.empty(count * waits, np.int32),
        heap_places=np.empty(count * waits, np.int32),
        counts=np.empty((count, 1 << BUCKET_BITS), np.int32),
        dealt=np.empty((count, deals), ids),
        dealt_parents=np.empty((count, deals), ids),
    )


def _gathered(
    found: Entries, starts: np.ndarray, sizes: np.ndarray, device: Device
) -> tuple[np.ndarray, Entries]:
    """The balls that begin at `starts`, one behind another: their offsets, and what is known of them."""
    offsets = exclusive_scan(sizes, np.int64)
    total = int(offsets[-1])
    copies = Entries(*(np.empty(total, array.dtype) for array in found))
    device.for_each(starts.size, copy_ball, starts, offsets, found, copies, size=total)
    return offsets, copies


def _wrong_weight(graph: Graph, edge: int) -> InputError:
    """As `sssp` says it, without a look at all weights."""
    src_ptr, dst, _ = graph.csr
    source = int(np.searchsorted(src_ptr, edge, "right")) - 1
    ends = f"{named(graph, source)} -> {named(graph, dst[edge])}"
    return InputError(f"shortest paths need weights of 0 or more; edge {ends} has {weights_of(graph)[edge]}")
