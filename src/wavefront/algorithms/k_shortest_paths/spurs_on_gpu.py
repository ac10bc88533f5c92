"""The shortest path of each of several parts of all paths, on a GPU: a block searches a part.

It searches from the vertex that the part's paths leave, by A* with the distances to the target, only until it
comes to a vertex whose own shortest path to the target meets none of the vertices before: from there on that
is the shortest way (Feng, "Finding k shortest simple paths in directed graphs: A node classification
algorithm", Networks 2014). Whether it does is seen from the next vertices on that way, as long as they are
no nearer to the target than the nearest of those before.
"""

from math import inf
from typing import Any, NamedTuple

from ...atomics import atomic_lower, atomic_min
from ...compiler import cuda, float64, int64
from ...frontier import contains
from ...intrinsics.access import at, put, real_at
from ..block_search.cells import NONE, START, STATE_SIZE, begin, cell_of, clear, place_of, take
from ..block_search.nearest import ENDED, LOWEST, NUM_REALS, nearest_of, settle
from ..block_search.path import hand_out
from ..block_search.tree import tree_of

NO_VERTEX = (1 << 62) - 1


class NoProblem(NamedTuple):
    """What a key is told besides the parts."""

    nothing: int = 0


class Parts(NamedTuple):
    """The graph, the path that others leave, P parts, and what is found for each."""

    src_ptr: Any
    dst: Any
    weights: Any  # E numbers, or none: then every weight is 1
    kept: Any  # bitmap of the edges that a filter keeps; empty for all
    distances: Any  # V float64: to the target
    following: Any  # V ids: the next vertex on the way there
    slots: Any  # V int32: 1 for the first vertex of the path, 2 for the second, ...; 0 for others
    path: Any  # L ids
    nearest: Any  # L float64: the least distance to the target from one of the path's vertices up to here
    limits: Any  # L float64: how long the way from here to the target may be
    leaves: Any  # P int64: the part's paths leave at this index of `path`
    firsts: Any  # P + 1 int64: where the part's forbidden neighbors begin
    forbidden: Any  # ids: neighbors to which the part's paths don't go from that vertex
    now: Any  # per block int64: the part that it is at
    waiting: Any  # the parts that are to be searched
    taken: Any  # 1 int64: how many of `waiting` are taken
    lengths: Any  # P float64: from the vertex left to the target; infinite without a path
    starts: Any  # P int64: where the way to the vertex of known distance begins in `ids`
    sizes: Any  # P int64: vertices on it, 0 without a path; LEFT while it isn't known
    ids: Any
    used: Any  # 1 int64: of `ids`; larger than there is room for where a block has stopped


def whole_length(vertex, target, distance, parts, problem):
    """How long a path through the vertex is at least."""
    return distance + real_at(parts.distances, vertex)


def may_follow(vertex, neighbor, edge, parts):
    """Whether the block's part has paths along this edge."""
    part = at(parts.now, cuda.blockIdx.x)
    leave = at(parts.leaves, part)
    slot = at(parts.slots, neighbor)
    if 0 < slot <= leave + 1:
        return False
    if at(parts.slots, vertex) == leave + 1:
        for index in range(at(parts.firsts, part), at(parts.firsts, part + 1)):
            if at(parts.forbidden, index) == neighbor:
                return False
    return parts.kept.size == 0 or contains(parts.kept, edge)


def is_clear(vertex, target, place, tables):
    """Whether the vertex's own way to the target meets none of the vertices that the part's paths share.

    Of a vertex that is marked as waiting, or as having waited, it is known that its way does, and of one
    where the search ends that it doesn't.
    """
    cells, parts, waiting, _ = tables
    leave = at(parts.leaves, at(parts.now, cuda.blockIdx.x))
    nearest, own = real_at(parts.nearest, leave), int64(vertex)
    while own >= 0 and real_at(parts.distances, own) >= nearest:
        if 0 < at(parts.slots, own) <= leave + 1:
            return False
        cell = cell_of(own, place, cells)
        if cell != NONE:
            is_far = at(waiting.is_far, cell)
            if is_far == ENDED:
                return True
            if is_far == 1 or at(waiting.steps, cell) != 0:
                return False
        own = int64(at(parts.following, own))
    return True


search_nearest, find_tree = nearest_of(whole_length, may_follow, is_clear), tree_of(may_follow)


def find_spurs(bits, far, none, parts, cells, waiting, problem):
    """Search one part after the other."""
    state = cuda.shared.array(STATE_SIZE, int64)
    place = place_of(cuda.blockIdx.x, bits, int64(cuda.blockDim.x))
    tables, thread = (cells, parts, waiting, problem), int64(cuda.threadIdx.x)
    part, has_room = take(parts.waiting, parts.taken, state), True
    while part >= 0:
        if thread == 0:
            put(parts.now, cuda.blockIdx.x, part)
        leave = at(parts.leaves, part)
        source, limit = at(parts.path, leave), real_at(parts.limits, leave)
        begin(source, NONE, place, cells, state)
        size = search_nearest(real_at(parts.distances, source), limit, place, state, tables)
        if size <= place.room:
            end = best_end(size, place, state, tables)
            if end != NO_VERTEX:
                find_tree(size, place, state, tables)
            if thread == 0:
                state[START] = 1
                if end == NO_VERTEX:
                    put(parts.sizes, part, 0)
                else:
                    length = real_at(cells.distances, cell_of(end, place, cells))
                    parts.lengths[part] = length + real_at(parts.distances, end)
                    state[START] = hand_out(part, end, place, cells, parts)
            cuda.syncthreads()  # the path is written
            has_room = state[START] != 0
        cuda.syncthreads()  # the cells aren't read any more
        settle(size, place, cells, waiting)
        clear(size, far, none, place, cells)
        part = take(parts.waiting, parts.taken, state) if has_room else int64(NONE)


def best_end(size, place, state, tables):
    """Of the vertices where the search ended the one on the shortest path, the smallest; else NO_VERTEX."""
    cells, parts, waiting, _ = tables
    thread, threads = int64(cuda.threadIdx.x), int64(cuda.blockDim.x)
    slot, least = int64(cuda.blockIdx.x) * NUM_REALS + LOWEST, float64(inf)
    cuda.syncthreads()  # the search is over
    if thread == 0:
        waiting.reals[slot] = inf
        state[START] = NO_VERTEX
    cuda.syncthreads()  # nothing is found yet
    for index in range(thread, size, threads):
        cell = at(cells.met, place.slot + index)
        if at(waiting.is_far, cell) == ENDED:
            least = min(least, length_at(cell, cells, parts))
    if least < inf:
        atomic_lower(waiting.reals, slot, least)
    cuda.syncthreads()  # the shortest length is known
    least = real_at(waiting.reals, slot)
    for index in range(thread, size, threads):
        cell = at(cells.met, place.slot + index)
        if at(waiting.is_far, cell) == ENDED and length_at(cell, cells, parts) == least:
            atomic_min(state, START, int64(at(cells.keys, cell) - 1))
    cuda.syncthreads()  # the vertex is known
    end = int64(state[START])
    cuda.syncthreads()  # all know it
    return end


def length_at(cell, cells, parts):
    """How long the path is that ends its search at this cell."""
    return float64(real_at(cells.distances, cell) + real_at(parts.distances, at(cells.keys, cell) - 1))
