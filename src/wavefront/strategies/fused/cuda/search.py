"""What the fused engine's kernel works on, and what all its parts do to it.

Warps work on their own: a warp holds vertices back in its part of a buffer in shared memory, and claims slots
of the frontier for all of them by one atomic.
"""

from typing import Any, NamedTuple

import numpy as np

from ....atomics import atomic_add, atomic_or
from ....compiler import cuda, int32
from ....device.cuda import RESIDENT_THREADS
from ....intrinsics.access import at, put
from ....intrinsics.warp import (
    WARP_SIZE,
    ballot,
    broadcast,
    broadcast_word,
    lowest,
    rank,
    size_of,
    syncwarp,
    warp_sum,
    without_lowest,
)

BLOCK_SIZE = RESIDENT_THREADS  # at most
HELD = 256  # vertices that a warp holds back, at most
BUFFERS = BLOCK_SIZE // WARP_SIZE * HELD
SHORT = 7  # binary logarithm of the edges of the least piece that a list is cut into
FULL = 0xFFFFFFFF  # a bitmap's word in which all is visited
NEVER = 1 << 40  # a level
DEEP = 127  # the first level that is too large for int8

# In `state`, int64, in cache lines of their own: blocks that came to a barrier; the level that the target is
# in; three sets of counters that take turns, of the last level, of this one and of the next; and three sums
# over blocks that do.
ARRIVALS, TARGET_LEVEL, COUNTERS, SET = 0, 16, 32, 16
SUMS = COUNTERS + 3 * SET
STATE_SIZE = SUMS + 3 * SET
TAIL, EDGES, HAS_LONG, FOUND, PIECES, LAST = 0, 1, 2, 3, 4, 5  # in a set


class Search(NamedTuple):
    """A graph, what is found of it, and the scratch of one search.

    What is None is known when the kernel is compiled: there are forms for prepared graphs and for others,
    each with and without predecessors. A function that isn't to be compiled for None takes the field as an
    argument of its own: that is where Numba looks.
    """

    src_ptr: Any
    dst: Any
    dst_ptr: Any
    src: Any
    first: Any  # first in-neighbor of a prepared graph's vertices, or None
    several: int  # of those, no vertex from here on has several in-neighbors; else V
    levels: Any  # int32; of what a pull left unvisited also its first in-neighbor: cuda_look.keep_firsts
    deep_levels: Any  # those from DEEP on of a prepared graph, in which `levels` are int8; or None
    predecessors: Any  # or None
    settled: Any  # bitmap of the vertices without edges
    even: Any  # bitmap of what is visited; it and the next take turns while pulling
    odd: Any
    queue: Any  # two frontiers that take turns: first edge, and vertex | edges << 32
    pieces: Any  # likewise, of the lists that are too long for one warp
    new_id: Any  # V ids of a prepared graph, or None
    old_id: Any  # its vertices' ids in the caller's graph, or None
    final_levels: Any  # in the caller's ids: `levels` unless the graph is prepared
    final_predecessors: Any  # likewise, but None unless the graph is prepared
    state: Any
    directions: Any  # 1 for a level that pulled, or empty


def bit_of(words, vertex):
    """Whether the vertex is in the bitmap."""
    vertex = int32(vertex)
    # Its bit becomes the sign: all in 32 bits.
    return int32(np.int64(at(words, int32(vertex >> 5))) << (~vertex & 31)) < 0


def claim_bit(words, vertex):
    """Whether this lane is the one that visits the vertex."""
    bit = 1 << (vertex & 31)
    return np.int64(atomic_or(words, vertex >> 5, np.uint32(bit))) & bit == 0


def word_of(words, base, span):
    """This lane's word of the span that begins at `base`; FULL if there is none."""
    lane = cuda.threadIdx.x % WARP_SIZE
    word = np.uint32(FULL)
    if lane < span and base + lane < words.size:
        word = np.uint32(at(words, int32(base + lane)))
    return word


def next_word(word, live):
    """The number and the bits of the lowest live word, FULL if there is none; the live words after it."""
    place = lowest(live)
    bits = broadcast_word(word, place)
    return place, bits if live else np.uint32(FULL), without_lowest(live)


def is_given(array):
    """Whether the array isn't None, which the compiler knows."""
    return array is not None


def inner_id(new_id, vertex):
    """The id that the search has for the caller's vertex; negative if there is none."""
    if new_id is None:
        return vertex
    return int(new_id[vertex]) if vertex >= 0 else -1


def put_if_kept(array, index, value):
    """Store the value unless the array is None."""
    if array is not None:
        put(array, index, value)


def put_level(levels, deep_levels, vertex, level):
    """Store a vertex's level."""
    if deep_levels is None:
        put(levels, vertex, level)
    else:
        put(levels, vertex, min(level, DEEP))
        if level >= DEEP:
            put(deep_levels, vertex, level)


def label(search, vertex, level, parent, target):
    """Record the vertex's level and parent."""
    put_level(search.levels, search.deep_levels, vertex, level)
    put_if_kept(search.predecessors, vertex, parent)
    if vertex == target:
        search.state[TARGET_LEVEL] = level


def mark(search, base, missing, source):
    """Levels and predecessors of the vertices whose bits are set in the lanes' words of this span become -1.

    Not those of the source.
    """
    lane = cuda.threadIdx.x % WARP_SIZE
    live = ballot(missing != 0)
    while live:
        place, bits, live = next_word(missing, live)
        vertex = int32((base + place) * 32 + lane)
        if (bits & np.uint32(1 << lane) != 0) & (vertex < search.levels.size) & (vertex != source):
            put(search.levels, vertex, -1)
            put_if_kept(search.predecessors, vertex, -1)


def hold(buffer, first, held, vertex, wanted):
    """Put the vertices of the lanes that want it into the warp's buffer. Returns how many it holds."""
    mask = ballot(wanted)
    if wanted:
        put(buffer, int32(first + held + rank(mask)), vertex)
    return int32(held + size_of(mask))


def flush(search, buffer, first, held, half, counters, lane):
    """Append the warp's vertices to the frontier in this half of the queue.

    Returns the edges of those that this lane appended, and whether one has many. What doesn't fit the queue
    is lost: the next level then pulls.
    """
    size, edges, has_long = search.queue.size // 2, 0, False
    slot = 0
    if lane == 0:
        slot = atomic_add(search.state, counters + TAIL, held)
    syncwarp()
    for index in range(0, held, WARP_SIZE):
        mine = index + lane < held
        vertex = int(buffer[first + index + lane]) if mine else 0
        start = at(search.src_ptr, vertex)
        end = at(search.src_ptr, vertex + 1)
        if index == 0:  # the offsets are on their way while the slot is waited for
            slot = broadcast(slot, 0)
        degree = end - start if mine else 0
        place = 2 * (slot + index + lane)
        if mine and place < size:
            search.queue[half + place] = start
            search.queue[half + place + 1] = vertex | degree << 32
        edges += degree
        has_long |= degree >> SHORT > 1
    syncwarp()
    return edges, has_long


def count_edges(search, edges, has_long, counters, lane):
    """Add up what `flush` returned to the lanes."""
    edges = warp_sum(edges)
    has_long = ballot(has_long)
    if edges and lane == 0:
        atomic_add(search.state, counters + EDGES, edges)
        if has_long:
            search.state[counters + HAS_LONG] = 1
