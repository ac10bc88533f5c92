"""A* on a GPU: a block answers one pair after the other, many pairs at once, in memory for what is met.

The blocks' vertices wait as near and far ones, not in a heap: all near ones are settled at once, and again
where they are met nearer later (../block_search). A pair whose search meets more vertices than the largest
blocks have room for is left to a search of the whole GPU.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...atomics import atomic_max
from ...compiler import cuda, float64, int64
from ...device import Cpu
from ...errors import InputError
from ...graph.vertices import named
from ...intrinsics.access import at, put
from ...operators.functors import Functor, kept_with_functor, place
from ..block_search.cells import NONE, START, STATE_SIZE, begin, cell_of, clear, place_of, take
from ..block_search.nearest import nearest_of, settle
from ..block_search.path import LEFT, hand_out
from ..block_search.tables import Shape, new_tables
from ..block_search.tree import tree_of
from ..sssp.weights import means_of, require_no_negative
from .toward_target import NoProblem

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...device import Cuda
    from ...graph import Graph
    from .toward_target import Guide

FEW = 4  # pairs for which a block's search isn't tried
SHAPES = Shape(15, 256, 2), Shape(18, 512, 1)  # with room for up to 131,072 vertices
DELTA_WEIGHTS = 1.0  # mean weights by which the bound rises at first
MOST_IDS = 1 << 22  # of the paths of a round, unless one may be longer


class Query(NamedTuple):
    """The graph, and what is asked for and found of P pairs."""

    src_ptr: Any
    dst: Any
    weights: Any  # E numbers, or none: then every weight is 1
    ends: Any  # 2P int64: a source and a target for each pair
    waiting: Any  # the pairs, by their numbers
    taken: Any  # 1 int64: how many of `waiting` are taken
    starts: Any  # P int64: where the path begins in `ids`
    sizes: Any  # P int64: vertices on the path, 0 without one; LEFT while it isn't known
    ids: Any
    used: Any  # 1 int64: of `ids`; larger than there is room for where a block has stopped
    refused: Any  # 1 int64: 1 + vertex * V + target where the heuristic is negative or no number, else 0


def every_edge(source, neighbor, edge, query):
    """All edges may be followed."""
    return True


@kept_with_functor
def kernel_of(functor: Functor, takes_problem: bool) -> Callable[..., None]:
    """The kernel that answers pairs by this heuristic."""
    if takes_problem:

        def least_distance(vertex, target, problem):
            return float64(functor(vertex, target, problem))

    else:

        def least_distance(vertex, target, problem):
            return float64(functor(vertex, target))

    def key_of(vertex, target, distance, query, problem):
        if vertex == target:
            return distance
        least = least_distance(vertex, target, problem)
        if not least >= 0:
            atomic_max(query.refused, 0, int64(1 + vertex * (query.src_ptr.size - 1) + target))
        return distance + least

    search_nearest, find_tree = nearest_of(key_of, every_edge), tree_of(every_edge)

    def find_paths(bits, far, none, query, cells, waiting, problem):
        state = cuda.shared.array(STATE_SIZE, int64)
        place = place_of(cuda.blockIdx.x, bits, int64(cuda.blockDim.x))
        tables, thread = (cells, query, waiting, problem), int64(cuda.threadIdx.x)
        pair, has_room = take(query.waiting, query.taken, state), True
        while pair >= 0:
            source, target = at(query.ends, 2 * pair), at(query.ends, 2 * pair + 1)
            begin(source, target, place, cells, state)
            size = search_nearest(0.0, 0.0 if source == target else far, place, state, tables)
            if size <= place.room:
                is_met = cell_of(target, place, cells) != NONE
                if is_met:
                    find_tree(size, place, state, tables)
                if thread == 0:
                    state[START] = 1
                    if is_met:
                        state[START] = hand_out(pair, target, place, cells, query)
                    else:
                        put(query.sizes, pair, 0)
                cuda.syncthreads()  # the path is written
                has_room = state[START] != 0
            cuda.syncthreads()  # the cells aren't read any more
            settle(size, place, cells, waiting)
            clear(size, far, none, place, cells)
            pair = take(query.waiting, query.taken, state) if has_room else int64(NONE)

    return find_paths


def answered(
    graph: Graph, pairs: np.ndarray, weighted: bool, device: Cuda, guide: Guide
) -> tuple[list[np.ndarray | None], np.ndarray]:
    """The paths, and the numbers of the pairs that are left."""
    xp, count = device.xp, len(pairs)
    if weighted:
        require_no_negative(graph)
    paths: list[np.ndarray | None] = [None] * count
    weights = graph.csr.weights if weighted else xp.empty(0)
    delta = DELTA_WEIGHTS * (means_of(graph)[0] if weighted else 1.0)
    delta = delta if 0 < delta < np.inf else np.inf
    problem = NoProblem() if guide.problem is None else guide.problem
    kernel = kernel_of(guide.functor, guide.problem is not None)
    left = np.arange(count)
    for shape in SHAPES if count > FEW else ():
        room = min(graph.num_vertices, 1 << shape.bits - 1)
        is_full = True
        while left.size and is_full:
            blocks, threads, tables = new_tables(graph, left.size, shape, np.dtype(np.float64), device, delta)
            query = Query(
                *graph.csr[:2],
                weights,
                device.array(pairs.astype(np.int64).ravel()),
                device.array(left),
                xp.zeros(1, np.int64),
                xp.zeros(count, np.int64),
                xp.full(count, LEFT, np.int64),
                xp.empty(max(room, min(left.size * room, MOST_IDS)), graph.csr.dst.dtype),
                xp.zeros(1, np.int64),
                xp.zeros(1, np.int64),
            )
            none = int(np.iinfo(graph.csr.dst.dtype).max)
            device.launch(
                blocks,
                threads,
                kernel,
                shape.bits,
                np.inf,
                none,
                query,
                *tables,
                problem,
                resident=shape.resident,
            )
            _require_none_refused(graph, int(query.refused[0]), guide)
            is_full = int(query.used[0]) > query.ids.size
            left = _collect(query, paths, left)
    return paths, left


def _collect(query: Query, paths: list[np.ndarray | None], left: np.ndarray) -> np.ndarray:
    """Copy the paths found; the numbers of the pairs that are still left."""
    to_host = Cpu().array
    sizes, starts = to_host(query.sizes), to_host(query.starts)
    ids = to_host(query.ids[: int(sizes.clip(0).sum())])
    for pair in left[sizes[left] > 0].tolist():
        paths[pair] = ids[starts[pair] : starts[pair] + sizes[pair]].copy()
    still: np.ndarray = left[sizes[left] == LEFT]
    return still


def _require_none_refused(graph: Graph, refused: int, guide: Guide) -> None:
    if refused:
        vertex, target = divmod(refused - 1, graph.num_vertices)
        ends = f"vertex {named(graph, vertex)} to {named(graph, target)}"
        raise InputError(f"{place(guide.functor)} must be 0 or more; from {ends} it is not")
