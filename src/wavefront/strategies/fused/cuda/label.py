"""Levels and predecessors: how they are stored for a vertex that is found.

All parts of a level call these functions. A vertex is labelled once, in a push by the lane that claimed its
bit, in a pull by the lane that looks at it; so only one thread writes its level and predecessor. No thread
reads a level or a predecessor before the barrier that ends the search.
"""

import numpy as np

from ....compiler import cuda, int32
from ....intrinsics.access import put
from ....intrinsics.warp import WARP_SIZE, ballot
from .bitmap import next_word
from .search import DEEP, TARGET_LEVEL


def is_given(array):
    """Whether the array isn't None: a constant when the kernel is compiled."""
    return array is not None


def inner_id(new_id, vertex):
    """The search's id of the caller's vertex; negative if it has none."""
    if new_id is None:
        return vertex
    return int(new_id[vertex]) if vertex >= 0 else -1


def put_if_kept(array, index, value):
    """Store the value unless the array is None."""
    if array is not None:
        put(array, index, value)


def put_level(levels, deep_levels, vertex, level):
    """Store a vertex's level: as int8 where levels from DEEP on have an array of their own."""
    if deep_levels is None:
        put(levels, vertex, level)
    else:
        put(levels, vertex, min(level, DEEP))
        if level >= DEEP:
            put(deep_levels, vertex, level)


def record(search, vertex, number, parent):
    """Store the level's number and the parent of a vertex."""
    put_level(search.found.levels, search.found.deep_levels, vertex, number)
    put_if_kept(search.found.predecessors, vertex, parent)


def label(search, level, vertex, parent):
    """Record a vertex that this level found; if it is the target, note that too."""
    record(search, vertex, level.number, parent)
    if vertex == level.target:
        search.state[TARGET_LEVEL] = level.number


def mark(search, base, step, missing, source):
    """Set levels and predecessors of the vertices in `missing` to -1, except the source's.

    Each lane has one word of `missing`, of a span of words, as in `Span`.
    """
    lane = cuda.threadIdx.x % WARP_SIZE
    live = ballot(missing != 0)
    while live:
        place, bits, live = next_word(missing, live)
        vertex = int32((base + place * step) * 32 + lane)
        if (bits & np.uint32(1 << lane) != 0) & (vertex < search.found.levels.size) & (vertex != source):
            put(search.found.levels, vertex, -1)
            put_if_kept(search.found.predecessors, vertex, -1)
