"""The balls of many sources on a GPU: a block finds one after the other, in memory as large as a ball.

Blocks are small at first, and many; balls for which there is no room are found anew by larger ones. A ball
larger than these hold is a search of the whole GPU, in memory for all vertices.
"""

from collections.abc import Callable
from math import inf
from typing import Any, NamedTuple

import numpy as np

from ...atomics import atomic_add
from ...compiler import cuda, int32, int64
from ...device import Device
from ...filters import Filters, extended, given, keeps_of
from ...graph import Graph
from ...graph.arrays import exclusive_scan
from ...graph.weight_types import search_type
from ...intrinsics.access import at, put
from ...operators.functors import kept_with_functor
from ..bfs import bfs
from ..block_search.cells import NONE, START, STATE_SIZE, begin, clear, place_of, take
from ..block_search.levels import levels_of
from ..block_search.nearest import nearest_of, settle
from ..block_search.tables import Shape, new_tables
from ..block_search.tree import tree_of
from ..sssp.api import automatic_delta, float_paths
from ..sssp.weights import require_no_negative, weights_of
from .ordering_on_gpu import in_order

SHAPES = Shape(10, 32, 16), Shape(13, 128, 8), Shape(16, 256, 2)  # benchmarks/within.py
FEWEST = 1, 4, 16  # balls that a shape is for, at least: a search of the whole GPU takes 1 to 2 ms for each
MOST_FOUND = 1 << 22  # vertices that a round takes, unless one ball may be larger


Columns = tuple[Any, ...]  # of the vertices found: the ball, the vertex, its distance and predecessor


class Request(NamedTuple):
    """The graph, what is asked for, and the balls that are still to be found."""

    src_ptr: Any
    dst: Any
    weights: Any  # E numbers, or none: then every weight is 1
    sources: Any  # S ids
    waiting: Any  # the balls, by the index of their source
    sizes: Any  # S int64: of the balls; -1 if it is still to be found
    taken: Any  # 1 int64: how many of `waiting` are taken
    radius: float


class Found(NamedTuple):
    """The balls that a round has found, one behind another."""

    balls: Any  # int32
    vertices: Any
    distances: Any
    predecessors: Any
    size: Any  # 1 int64; larger than there is room for where a block has stopped


class NoProblem(NamedTuple):
    """What a key is told besides the distance."""

    nothing: int = 0


def every_edge(source, neighbor, edge, request):
    """In place of filters, where there are none."""
    return True


def distance_alone(vertex, target, distance, request, problem):
    """The key of a vertex without a target."""
    return distance


def hand_out(ball, size, place, state, cells, request, found):
    """Copy a ball to what is found; whether there was room."""
    thread = int64(cuda.threadIdx.x)
    cuda.syncthreads()  # the ball is complete
    if thread == 0:
        state[START] = atomic_add(found.size, 0, size)
    cuda.syncthreads()  # it is known where it begins
    start = int64(state[START])
    if start + size > found.vertices.size:
        return False
    for index in range(thread, size, int64(cuda.blockDim.x)):
        cell = at(cells.met, place.slot + index)
        put(found.balls, start + index, ball)
        put(found.vertices, start + index, at(cells.keys, cell) - 1)
        found.distances[start + index] = cells.distances[cell]
        put(found.predecessors, start + index, at(cells.parents, cell) if index else -1)
    if thread == 0:
        put(request.sizes, ball, size)
    return True


def by_edges_of(keeps: Callable[..., Any]) -> Callable[..., None]:
    """The kernel that finds balls by levels."""
    search_levels = levels_of(keeps)

    def find_by_edges(bits, far, none, request, cells, found):
        state = cuda.shared.array(STATE_SIZE, int64)
        place = place_of(cuda.blockIdx.x, bits, int64(cuda.blockDim.x))
        ball, has_room = take(request.waiting, request.taken, state), True
        while ball >= 0:
            begin(at(request.sources, ball), NONE, place, cells, state)
            size = search_levels(request.radius, place, state, (cells, request))
            if size <= place.room:
                has_room = hand_out(ball, size, place, state, cells, request, found)
            cuda.syncthreads()  # the cells aren't read any more
            clear(size, int32(far), none, place, cells)
            ball = take(request.waiting, request.taken, state) if has_room else int64(NONE)

    return find_by_edges


def by_weights_of(keeps: Callable[..., Any]) -> Callable[..., None]:
    """The kernel that finds balls by sums of weights."""
    search_nearest, find_tree = nearest_of(distance_alone, keeps), tree_of(keeps)

    def find_by_weights(bits, far, none, request, cells, waiting, problem, found):
        state = cuda.shared.array(STATE_SIZE, int64)
        place = place_of(cuda.blockIdx.x, bits, int64(cuda.blockDim.x))
        tables = cells, request, waiting, problem
        ball, has_room = take(request.waiting, request.taken, state), True
        while ball >= 0:
            begin(at(request.sources, ball), NONE, place, cells, state)
            size = search_nearest(waiting.delta, request.radius, place, state, tables)
            if size <= place.room:
                find_tree(size, place, state, tables)
                has_room = hand_out(ball, size, place, state, cells, request, found)
            cuda.syncthreads()  # the cells aren't read any more
            settle(size, place, cells, waiting)
            clear(size, far, none, place, cells)
            ball = take(request.waiting, request.taken, state) if has_room else int64(NONE)

    return find_by_weights


find_by_edges, find_by_weights = by_edges_of(every_edge), by_weights_of(every_edge)


@kept_with_functor
def kept_forms(keeps: Callable[..., Any]) -> tuple[Callable[..., None], Callable[..., None]]:
    """The kernels that follow only edges that are kept."""
    return by_edges_of(keeps), by_weights_of(keeps)


def balls(
    graph: Graph,
    sources: np.ndarray,
    radius: float,
    weighted: bool,
    device: Device,
    filters: Filters | None = None,
) -> tuple[Any, Any, Any, Any]:
    """As `balls.balls`. The weights of the whole graph are looked at, once."""
    xp, count = device.xp, sources.size
    if weighted:
        require_no_negative(graph)
    request: Any = Request(
        *graph.csr[:2],
        weights_of(graph),
        device.array(sources),
        xp.arange(count, dtype=np.int32),
        xp.full(count, -1, np.int64),
        xp.zeros(1, np.int64),
        float(radius),
    )
    kernels = find_by_edges, find_by_weights
    if filters is not None:
        kernels = kept_forms(keeps_of(filters, len(request)))
        request = extended(request, filters)
    parts: list[Columns] = []
    for shape, fewest in zip(SHAPES, FEWEST, strict=True):
        if request.waiting.size >= fewest:
            request = _found_in_blocks(graph, request, kernels[weighted], shape, weighted, device, parts)
    for ball in request.waiting.tolist():
        columns = _whole_ball(graph, int(sources[ball]), radius, weighted, device, given(filters))
        parts.append((xp.full(columns[0].size, ball, np.int32), *columns))
        request.sizes[ball] = columns[0].size
    whole = parts[0] if len(parts) == 1 else tuple(map(xp.concatenate, zip(*parts, strict=True)))
    ordered = in_order(whole, request.sources, graph.num_vertices, xp)
    return exclusive_scan(request.sizes, np.int64), *ordered


def _found_in_blocks(
    graph: Graph,
    request: Any,
    kernel: Callable[..., None],
    shape: Shape,
    weighted: bool,
    device: Any,
    parts: list[Columns],
) -> Any:
    """Find balls in blocks of this shape, until those left have no room there; the request for these."""
    xp, ids, room = device.xp, graph.csr.dst.dtype, min(graph.num_vertices, 1 << shape.bits - 1)
    dtype = search_type(graph.csr.weights) if weighted else np.dtype(np.int32)
    delta = automatic_delta(graph, device) if weighted else None
    far: Any = inf if weighted else np.iinfo(dtype).max
    size = most = 1
    while request.waiting.size and size >= most:
        blocks, threads, tables = new_tables(graph, request.waiting.size, shape, dtype, device, delta)
        most = max(room, min(request.waiting.size * room, MOST_FOUND)) + 1
        columns = [xp.empty(most, kind) for kind in (np.int32, ids, dtype, ids)]
        found: Any = Found._make([*columns, xp.zeros(1, np.int64)])
        request.taken[:] = 0
        problem = (NoProblem(),) if weighted else ()
        empty = shape.bits, far, int(np.iinfo(ids).max)
        device.launch(blocks, threads, kernel, *empty, request, *tables, *problem, found)
        sizes = request.sizes[request.waiting]
        is_found, size = sizes >= 0, int(found.size[0])
        total = int(sizes[is_found].sum())
        parts.append(tuple(column[:total] for column in columns))
        request = request._replace(waiting=request.waiting[~is_found])
    return request


def _whole_ball(
    graph: Graph, source: int, radius: float, weighted: bool, device: Device, filters: dict[str, Any]
) -> Columns:
    """The vertices, distances and predecessors of one ball, by a search of all threads."""
    if weighted:
        paths = float_paths(graph, source, cutoff=radius, device=device, **filters)
        distances, predecessors = paths.distances, paths.predecessors
        near = distances < inf  # none is beyond the radius
    else:
        options = {"depth_limit": int(radius), "deterministic": True, **filters}
        search = bfs(graph, source, device=device, **options)
        distances, predecessors = search.levels, search.predecessors
        near = distances >= 0
    assert predecessors is not None
    vertices = device.xp.flatnonzero(near)
    return vertices.astype(graph.csr.dst.dtype), distances[vertices], predecessors[vertices]
