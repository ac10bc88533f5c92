"""Sweeps of signatures.py over changed vertices alone, once few keys change.

After some sweeps over all edges left, the keys of few vertices still change, for hundreds of sweeps on a
mesh. Then each vertex's edges left are listed, those from it and those to it. The vertices that have not
given their keys to all neighbors enter a queue; level by level, vertices of the queue give their keys, and
those raised enter the next level. Now and then a sweep over all edges follows. It alone ends the round: the
levels don't tell the vertices that name a raised one.

A vertex is put into a level's queue by who raised it, so that stale reads do no harm; a claim, the number of
the level, keeps it from entering twice. Of the queue's sizes three words take turns: one is read, one grows,
one is cleared.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ...atomics import atomic_add, atomic_exch, atomic_max
from ...compiler import cuda, int64
from ...intrinsics.access import at, put
from ...intrinsics.grid_barrier import grid_barrier
from ...intrinsics.warp import WARP_SIZE, ballot, broadcast, prefix_sum, rank, size_of
from .edges_left import HALF, LOW
from .keys import vertex_of

SIDE = WARP_SIZE // 2  # lanes for the edges from a vertex, and for those to it
FEW = 32  # one of so many vertices at most may wait in the queue: else all edges are swept
LEVELS = 64  # until all edges are swept again
# Words of the state.
FROM, TO, SIZES = 17, 18, 21


class Changes(NamedTuple):
    """Scratch: each vertex's edges left, and the queue."""

    neighbors: Any  # 4E int32: the memory of the two lists of edges; the half not in use has the neighbors
    ends: Any  # 2V int64: where the list of the edges from each vertex ends, and that of the edges to it
    counts_from: Any  # V ids: how many these are
    counts_to: Any
    queue: Any  # 2V int32: two levels
    claims: Any  # V int32


def list_neighbors(signs, changes, begin, left, goal):
    """List each vertex's edges left."""
    count, first, stride = signs.labels.size, int64(cuda.grid(1)), int64(cuda.gridsize(1))
    if first == 0:
        put(signs.state, FROM, 0)
        put(signs.state, TO, 0)
    for vertex in range(first, count, stride):
        put(changes.counts_from, vertex, 0)
        put(changes.counts_to, vertex, 0)
    goal = grid_barrier(signs.state, goal)
    for index in range(begin + first, begin + left, stride):
        edge = at(signs.edges, index)
        atomic_add(changes.counts_from, edge & LOW, 1)
        atomic_add(changes.counts_to, edge >> HALF, 1)
    goal = grid_barrier(signs.state, goal)
    place = 2 * (signs.dst.size - begin)
    give_room(changes.counts_from, changes.ends, 0, signs.state, FROM, place)
    give_room(changes.counts_to, changes.ends, count, signs.state, TO, place + signs.dst.size)
    goal = grid_barrier(signs.state, goal)
    for index in range(begin + first, begin + left, stride):
        edge = at(signs.edges, index)
        put(changes.neighbors, atomic_add(changes.ends, edge & LOW, 1), edge >> HALF)
        put(changes.neighbors, atomic_add(changes.ends, count + (edge >> HALF), 1), edge & LOW)
    return grid_barrier(signs.state, goal)


def give_room(counts, ends, offset, state, word, place):
    """Give each vertex's list a place; the order of the lists is any."""
    lane = cuda.threadIdx.x % WARP_SIZE
    base = int64(cuda.grid(1) - lane)
    while base < counts.size:
        vertex, length, start = base + lane, int64(0), int64(0)
        if vertex < counts.size:
            length = at(counts, vertex)
        last = int64(prefix_sum(length))
        if lane == WARP_SIZE - 1:
            start = atomic_add(state, word, last)
        start = place + broadcast(start, WARP_SIZE - 1)
        if vertex < counts.size:
            put(ends, offset + vertex, start + last - length)
        base += cuda.gridsize(1)


def follow_changes(signs, changes, keys, begin, left, mark, listed, goal):
    """Give changed keys on, level by level, if they are few.

    Returns the next mark, the levels, whether the edges left are listed, and the goal.
    """
    levels = int64(0)
    if cuda.grid(1) == 0:
        put(signs.state, SIZES + (mark + 1) % 3, 0)
    find_changed(signs, changes, begin, left, mark)
    goal = grid_barrier(signs.state, goal)
    waiting = at(signs.state, SIZES + mark % 3)
    if waiting and waiting * FEW < signs.labels.size and not listed:
        goal, listed = list_neighbors(signs, changes, begin, left, goal), True
    while waiting and waiting * FEW < signs.labels.size and levels < LEVELS:
        if cuda.grid(1) == 0:
            put(signs.state, SIZES + (mark + 2) % 3, 0)
        give_keys(signs, changes, keys, mark, waiting)
        goal = grid_barrier(signs.state, goal)
        mark, levels = mark + 1, levels + 1
        waiting = at(signs.state, SIZES + mark % 3)
    return mark + 1, levels, listed, goal


def enter(signs, changes, mark, vertex, wanted):
    """Put the lanes' vertices into the queue of this mark, if they are `wanted` and not in there."""
    if wanted:
        wanted = atomic_exch(changes.claims, vertex, mark) != mark
    mask, place = ballot(wanted), int64(0)
    if mask:
        if cuda.threadIdx.x % WARP_SIZE == 0:
            place = atomic_add(signs.state, SIZES + mark % 3, size_of(mask))
        place = broadcast(place, 0) + (mark & 1) * signs.labels.size
        if wanted:
            put(changes.queue, place + rank(mask), vertex)


def find_changed(signs, changes, begin, left, mark):
    """Put the vertices into the queue that have keys to give."""
    lane = cuda.threadIdx.x % WARP_SIZE
    base = int64(cuda.grid(1) - lane)
    while base < left:
        source, neighbor, forth, back = int64(0), int64(0), False, False
        if base + lane < left:
            edge = at(signs.edges, begin + base + lane)
            source, neighbor = edge & LOW, edge >> HALF
            of_source, of_neighbor = at(signs.pairs, source), at(signs.pairs, neighbor)
            forth, back = of_source & LOW > of_neighbor & LOW, of_neighbor >> HALF > of_source >> HALF
        enter(signs, changes, mark, source, forth)
        enter(signs, changes, mark, neighbor, back)
        base += cuda.gridsize(1)


def give_keys(signs, changes, keys, mark, waiting):
    """Give on the keys of the queue's vertices, a warp each: half of its lanes forth, the others back."""
    lane, warps = cuda.threadIdx.x % WARP_SIZE, cuda.gridsize(1) // WARP_SIZE
    # Neighboring items go to different multiprocessors.
    item = int64(cuda.blockIdx.x + cuda.gridDim.x * (cuda.threadIdx.x // WARP_SIZE))
    while item < waiting:
        vertex = at(changes.queue, (mark & 1) * signs.labels.size + item)
        back = lane >= SIDE
        pair = at(signs.pairs, vertex)
        before, behind = vertex_of(pair & LOW, keys), vertex_of(pair >> HALF, keys)
        above = max(pair & LOW, at(signs.pairs, before) & LOW)
        below = max(pair >> HALF, at(signs.pairs, behind) >> HALF)
        key = below if back else above
        other, which = (before, 1) if back else (behind, 0)
        wanted = lane % SIDE == 0 and raises(signs, other, which, key)
        enter(signs, changes, mark + 1, other, wanted)
        number_from, number_to = at(changes.counts_from, vertex), at(changes.counts_to, vertex)
        number = number_to if back else number_from
        first = at(changes.ends, vertex + (signs.labels.size if back else 0)) - number
        for index in range(lane % SIDE, max(number_from, number_to) + lane % SIDE, SIDE):
            neighbor, named, wanted, also = int64(0), int64(0), False, False
            if index < number:
                neighbor = at(changes.neighbors, first + index)
                pair = at(signs.pairs, neighbor)
                named = vertex_of(pair & LOW if back else pair >> HALF, keys)
                wanted = raises(signs, neighbor, which, key)
                also = wanted and raises(signs, named, which, key)
            enter(signs, changes, mark + 1, neighbor, wanted)
            enter(signs, changes, mark + 1, named, also)
        item += warps


def raises(signs, vertex, which, key):
    """Raise one of a vertex's keys; returns whether it had to be."""
    if at(signs.keys, 2 * vertex + which) >= key:
        return False
    return atomic_max(signs.keys, 2 * vertex + which, key) < key
