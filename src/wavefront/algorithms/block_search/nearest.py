"""Shortest paths of one block: near and far vertices, as in ../sssp, towards a target by A*, or all around.

A vertex waits with a key: its distance and, towards a target, what is left at least (Hart, Nilsson and
Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost Paths", IEEE Transactions on Systems
Science and Cybernetics 4, 1968). Vertices whose key is below a bound are near, and all threads relax their
edges, step by step; then the bound rises beyond the least key of those that are far (Davidson et al.,
"Work-Efficient Parallel GPU Methods for Single-Source Shortest Paths", IPDPS 2014). No vertex beyond the
limit is entered. Where the search ends, as at the target, the limit falls to that key, and a little more for
rounding: so which vertices on shortest paths are met doesn't depend on the timing.
"""

from collections.abc import Callable
from math import inf
from typing import Any, NamedTuple

from ...atomics import atomic_add, atomic_exch, atomic_lower
from ...compiler import cuda, float64, int32, int64
from ...intrinsics.access import at, put, real_at
from ..sssp.weights import weight_at
from .cells import FAR_SIDE, NUM_FAR, NUM_NEAR, SIZE, STEP, TARGET, claim, enter
from .walk import walk_of

ROUNDING = 1e-12  # share by which a limit is raised: sums in other orders differ by less
FEW, MANY = 8, 2  # threads over near vertices, and the other way: beyond, bounds rise by more or by less
LIMIT, BOUND, LOWEST, NUM_REALS = 0, 1, 2, 4  # of a block's reals
ENDED = 2


class Waiting(NamedTuple):
    """What B blocks know of the vertices that wait; their lists are as long as those of the vertices met."""

    near: Any  # two lists of int32 for each block: cells
    far: Any  # likewise
    steps: Any  # per cell int32: the step in which it was last put into a list of the near
    is_far: Any  # per cell int32: 1 if it is in the list of the far, ENDED where the search ends
    reals: Any  # NUM_REALS float64 for each block: the limit, the bound, the least key of the far
    delta: float  # by how much the bound rises beyond the least key at first


def at_target(vertex, target, place, tables):
    """Where a search towards a target ends."""
    return vertex == target


def relax_of(
    key_of: Callable[..., Any], keeps: Callable[..., Any], ends: Callable[..., Any]
) -> Callable[..., Any]:
    """What visits an edge; see `nearest_of`."""

    def relax(cell, vertex, edge, place, state, tables):
        """Lower the distance of the edge's end; whether there was room for it."""
        cells, search, waiting, problem = tables
        reals = int64(cuda.blockIdx.x) * NUM_REALS
        kind = cells.distances.dtype.type
        distance = kind(real_at(cells.distances, cell) + weight_at(search.weights, edge))
        limit = real_at(waiting.reals, reals + LIMIT)
        if not (distance <= limit and distance < inf):
            return True
        neighbor = at(search.dst, edge)
        if not keeps(vertex, neighbor, edge, search):
            return True
        target = int64(state[TARGET])
        key = float64(key_of(neighbor, target, distance, search, problem))
        if not (key <= limit and key < inf):
            return True
        found, is_new = claim(neighbor, place, cells)
        has_room = enter(found, place, cells, state) if is_new else True
        if not (has_room and distance < real_at(cells.distances, found)):
            return has_room
        if not distance < atomic_lower(cells.distances, found, distance):
            return True
        if ends(neighbor, target, place, tables):
            put(waiting.is_far, found, ENDED)
            atomic_lower(waiting.reals, reals + LIMIT, key * (1 + ROUNDING))
        elif key <= real_at(waiting.reals, reals + BOUND):
            step = int32(state[STEP])
            if atomic_exch(waiting.steps, found, step) != step:
                append(found, waiting.near, state[STEP] + 1, NUM_NEAR, place, state)
        elif atomic_exch(waiting.is_far, found, int32(1)) == 0:
            append(found, waiting.far, state[FAR_SIDE], NUM_FAR, place, state)
        return True

    return relax


def rise_of(key_of: Callable[..., Any]) -> Callable[..., Any]:
    """What looks for near vertices among the far when there are none left."""

    def rise(delta, place, state, tables):
        """Raise the bound beyond the least key of the far, and share these out; how many are near then."""
        cells, search, waiting, problem = tables
        reals = int64(cuda.blockIdx.x) * NUM_REALS
        thread, threads, target = int64(cuda.threadIdx.x), int64(cuda.blockDim.x), int64(state[TARGET])
        count, side = int64(state[NUM_FAR]), int64(state[FAR_SIDE])
        cuda.syncthreads()  # all know the far
        if thread == 0:
            state[NUM_FAR], state[FAR_SIDE] = 0, 1 - side
            waiting.reals[reals + LOWEST] = inf
        cuda.syncthreads()  # the other list of the far is empty
        bound, limit = real_at(waiting.reals, reals + BOUND), real_at(waiting.reals, reals + LIMIT)
        begin, lowest = list_of(side, place), float64(inf)
        for index in range(begin + thread, begin + count, threads):
            cell = at(waiting.far, index)
            vertex = at(cells.keys, cell) - 1
            key = float64(key_of(vertex, target, real_at(cells.distances, cell), search, problem))
            if key > bound and key < lowest:  # others have been near since they were put here
                lowest = key
        if lowest < inf:
            atomic_lower(waiting.reals, reals + LOWEST, lowest)
        cuda.syncthreads()  # the least key is known
        least = real_at(waiting.reals, reals + LOWEST)
        beyond = least + delta
        for index in range(begin + thread, begin + count, threads):
            cell = at(waiting.far, index)
            vertex = at(cells.keys, cell) - 1
            key = float64(key_of(vertex, target, real_at(cells.distances, cell), search, problem))
            if key > beyond and key <= limit:
                append(cell, waiting.far, state[FAR_SIDE], NUM_FAR, place, state)
            else:
                put(waiting.is_far, cell, 0)
                if key > bound and key <= limit:
                    append(cell, waiting.near, state[STEP], NUM_NEAR, place, state)
        cuda.syncthreads()  # all are near or far
        near = int64(state[NUM_NEAR])
        if thread == 0:
            waiting.reals[reals + BOUND] = beyond
        cuda.syncthreads()  # all know how many are near
        return near

    return rise


def nearest_of(
    key_of: Callable[..., Any], keeps: Callable[..., Any], ends: Callable[..., Any] = at_target
) -> Callable[..., Any]:
    """A search that finds the distances of all vertices that are near enough to the first one met.

    ``key_of(vertex, target, distance, search, problem)`` is a vertex's key, and
    ``keeps(source, neighbor, edge, search)`` tells which edges may be followed. From a vertex of which
    ``ends(vertex, target, place, tables)`` holds the search doesn't go on: its key is how long a path is.
    """

    walk, rise = walk_of(relax_of(key_of, keeps, ends)), rise_of(key_of)

    def search_nearest(bound, limit, place, state, tables):
        """Find the distances up to the limit; how many vertices are met: all, or more than there is room.

        Keys up to the first bound are near at once; the others are shared out by the least of theirs.
        """
        cells, _, waiting, _ = tables
        reals = int64(cuda.blockIdx.x) * NUM_REALS
        thread, threads = int64(cuda.threadIdx.x), int64(cuda.blockDim.x)
        near, step, delta, has_room = int64(1), int64(1), float64(waiting.delta), True
        if thread == 0:
            state[STEP] = step
            waiting.near[list_of(step, place)] = cells.met[place.slot]
            waiting.reals[reals + LIMIT], waiting.reals[reals + BOUND] = limit, bound
        cuda.syncthreads()  # the first vertex is near
        while near > 0 and has_room:
            if thread == 0:
                state[NUM_NEAR] = 0
            cuda.syncthreads()  # the next list of the near is empty
            begin = list_of(step, place)
            walk(waiting.near, begin, begin + near, place, state, tables)
            near, has_room = int64(state[NUM_NEAR]), state[SIZE] <= place.room
            step += 1
            cuda.syncthreads()  # all know how many are near
            if thread == 0:
                state[STEP] = step
            cuda.syncthreads()  # all know the step
            if near == 0 and has_room:
                near = rise(delta, place, state, tables)
                if near * FEW < threads:
                    delta *= 2
                elif near > MANY * threads:
                    delta /= 2
        return int64(state[SIZE])

    return search_nearest


def list_of(side, place):
    """Where one of the block's two lists begins; sides alternate with the steps."""
    return 2 * place.slot + (side & 1) * place.length


def append(cell, lists, side, counter, place, state):
    """Put a cell at the end of a list."""
    index = int64(atomic_add(state, counter, int64(1)))
    put(lists, list_of(side, place) + index, int32(cell))


def settle(size, place, cells, waiting):
    """Clear what is known of the vertices that waited."""
    for index in range(int64(cuda.threadIdx.x), size, int64(cuda.blockDim.x)):
        cell = at(cells.met, place.slot + index)
        put(waiting.steps, cell, 0)
        put(waiting.is_far, cell, 0)
