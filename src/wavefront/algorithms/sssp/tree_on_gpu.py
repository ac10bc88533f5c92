"""The predecessors of a search for shortest paths in an undirected graph, on a GPU in one launch.

Every vertex looks at its own list for the smallest neighbor that is nearer and on a shortest path: the first
one, since lists ascend. That takes no atomics, and no list of the vertices reached. A lane looks at a short
list, 8 lanes at one of medium length; the pieces of longer ones are shared by all warps, behind a barrier.
"""

from math import inf
from typing import Any, NamedTuple

import numpy as np

from ...atomics import atomic_add, atomic_min
from ...compiler import cuda, int32, int64, uint32
from ...device import Cuda, Python
from ...graph import Graph
from ...intrinsics.access import at, put, real_at
from ...intrinsics.grid_barrier import grid_barrier
from ...intrinsics.warp import WARP_SIZE, ballot, broadcast, broadcast_real, lowest, without_lowest
from .weights import weight_at, weights_of

THREADS = 1024  # per block; one block per multiprocessor
SHORT, PIECE = 5, 2048  # edges of the lists from which 8 lanes look, and all warps
GROUP = 8  # lanes
ARRIVALS, NUM_PIECES, MISSING, STATE_SIZE = 0, 16, 17, 32  # words of the state


class Tree(NamedTuple):
    """The graph, its vertices' distances, and what is found."""

    src_ptr: Any
    dst: Any
    weights: Any  # E, or none: then every weight is 1
    distances: Any
    parents: Any  # V ids: -1 for sources, `none` for others; then -1 for unreached vertices too
    pieces: Any  # two int64 each: the vertex, and the first edge
    state: Any


def enter_nearer(graph: Graph, parents: Any, distances: Any, device: Cuda | Python) -> bool:
    """Replace each V among the parents by the vertex's smallest nearer predecessor, by -1 if it is unreached.

    Returns whether every vertex that was reached has one; if not, V is left for those that haven't.
    """
    xp, (src_ptr, dst, _) = device.xp, graph.csr
    blocks, threads = device.running_at_once(THREADS)
    pieces, state = xp.empty(2 * (2 * dst.size // PIECE + 1), np.int64), xp.zeros(STATE_SIZE, np.int64)
    problem = Tree(src_ptr, dst, weights_of(graph), distances, parents, pieces, state)
    kernel: Any = device.bind(find_parents, problem, threads=threads)
    device.relaunch(blocks, threads, kernel, {})
    return not int(state[MISSING])


def find_parents(tree):
    """Look at all lists; see above."""
    lane = int32(cuda.threadIdx.x % WARP_SIZE)
    count, goal = tree.parents.size, int64(cuda.gridDim.x)
    base = int64(cuda.grid(1) - lane)
    while base < count:
        vertex, start, length, own = base + lane, int64(0), int64(0), real_at(tree.distances, 0)
        if vertex < count:
            own = real_at(tree.distances, vertex)
            if at(tree.parents, vertex) >= 0:
                if own < inf:
                    start = at(tree.src_ptr, vertex)
                    length = at(tree.src_ptr, vertex + 1) - start
                    if length == 0:
                        atomic_add(tree.state, MISSING, 1)
                else:
                    put(tree.parents, vertex, -1)
        if length >= PIECE:
            share_list(tree, vertex, start, length)
        if (length > 0) & (length < SHORT):
            enter(tree, vertex, alone(tree, start, length, own))
        take_medium(tree, lane, base, start, length, own)
        base += cuda.gridsize(1)
    goal = grid_barrier(tree.state, goal)
    if at(tree.state, NUM_PIECES):
        take_pieces(tree, lane)
        goal = grid_barrier(tree.state, goal)
        count_missing(tree)


def share_list(tree, vertex, start, length):
    """Note the pieces of a long list."""
    num_pieces = (length + PIECE - 1) // PIECE
    place = atomic_add(tree.state, NUM_PIECES, num_pieces)
    for number in range(num_pieces):
        put(tree.pieces, 2 * (place + number), vertex)
        put(tree.pieces, 2 * (place + number) + 1, start + number * PIECE)


def take_medium(tree, lane, base, start, length, own):
    """Look at the lanes' lists of medium length: four at a time, 8 lanes each."""
    left = uint32(ballot((length >= SHORT) & (length < PIECE)))
    while left:
        owner = int32(lowest(left))
        for group in range(1, WARP_SIZE // GROUP):
            left = uint32(without_lowest(left))
            if lane >= group * GROUP:
                owner = int32(lowest(left)) if left else int32(-1)
        left = uint32(without_lowest(left))
        first, distance = broadcast(start, max(owner, int32(0))), broadcast_real(own, max(owner, int32(0)))
        count = int32(broadcast(length, max(owner, int32(0))))
        if owner < 0:
            count = int32(0)
        found = first_nearer(tree, lane, first, count, distance, GROUP)
        if (owner >= 0) & (lane % GROUP == 0):
            enter(tree, base + owner, found)


def take_pieces(tree, lane):
    """Look at the pieces of long lists, a warp each."""
    piece = int64(cuda.blockIdx.x + cuda.gridDim.x * (cuda.threadIdx.x // WARP_SIZE))
    while piece < at(tree.state, NUM_PIECES):
        vertex, first = at(tree.pieces, 2 * piece), at(tree.pieces, 2 * piece + 1)
        count = int32(min(at(tree.src_ptr, vertex + 1) - first, int64(PIECE)))
        found = first_nearer(tree, lane, first, count, real_at(tree.distances, vertex), WARP_SIZE)
        if lane == 0 and found < tree.parents.size:
            atomic_min(tree.parents, vertex, tree.parents.dtype.type(found))
        piece += cuda.gridsize(1) // WARP_SIZE


def count_missing(tree):
    """Count the vertices of long lists that have no predecessor: once for each of their pieces."""
    piece = int64(cuda.grid(1))
    while piece < at(tree.state, NUM_PIECES):
        if at(tree.parents, at(tree.pieces, 2 * piece)) == tree.parents.size:
            atomic_add(tree.state, MISSING, 1)
        piece += cuda.gridsize(1)


def enter(tree, vertex, found):
    """Store what was found, or count the vertex if that is nothing."""
    if found < tree.parents.size:
        put(tree.parents, vertex, found)
    else:
        atomic_add(tree.state, MISSING, 1)


def alone(tree, first, count, own):
    """The first neighbor that is nearer and on a shortest path; V if there is none. A lane looks alone."""
    found, edge = int64(tree.parents.size), first
    while edge < first + count and found == tree.parents.size:
        found = nearer_at(tree, edge, own)
        edge += 1
    return found


def first_nearer(tree, lane, first, count, own, lanes):
    """As `alone`, of a group of so many lanes. All lanes of the warp call this.

    Two edges per lane at a time, so that reads overlap. Behind the end, the last edge is looked at again.
    """
    none, last, place = int64(tree.parents.size), int32(count - 1), int32(lane % lanes)
    found = none
    while ballot(place < count):
        if place < count:
            edge, also = first + place, first + min(int32(place + lanes), last)
            found = min(nearer_at(tree, edge, own), nearer_at(tree, also, own))
        for step in (1, 2, 4, 8, 16):
            if step < lanes:
                found = min(found, broadcast(found, int32(lane ^ step)))
        place = int32(place + 2 * lanes)
        if found < none:
            place = count
    return found


def nearer_at(tree, edge, own):
    """The neighbor at this edge if it is nearer and on a shortest path to a vertex so far away, else V."""
    neighbor, weight = at(tree.dst, edge), weight_at(tree.weights, edge)
    distance = real_at(tree.distances, neighbor)
    return neighbor if (distance < own) & (distance + weight == own) else int64(tree.parents.size)
