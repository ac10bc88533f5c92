"""Levels and predecessors: how a vertex that is found is written down.

Called by all parts of a level. A vertex is labelled once, by the lane that claimed its bit (push) or that
looks at it (pull), so that its words are written by one thread only. Nothing reads a level or a predecessor
before the barrier that ends the search, but the first in-neighbors that a pull keeps in the levels' places
(look.py), which the same level overwrites.
"""

import numpy as np

from ....compiler import cuda, int32
from ....intrinsics.access import put
from ....intrinsics.warp import WARP_SIZE, ballot
from .bitmap import next_word
from .search import DEEP, TARGET_LEVEL


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


def record(search, vertex, number, parent):
    """Store the vertex's level, of this number, and its parent."""
    put_level(search.found.levels, search.found.deep_levels, vertex, number)
    put_if_kept(search.found.predecessors, vertex, parent)


def label(search, level, vertex, parent):
    """Record a vertex that this level found, and whether it is the target."""
    record(search, vertex, level.number, parent)
    if vertex == level.target:
        search.state[TARGET_LEVEL] = level.number


def mark(search, base, missing, source):
    """Levels and predecessors of the vertices whose bits are set in the lanes' words of this span become -1.

    Not those of the source.
    """
    lane = cuda.threadIdx.x % WARP_SIZE
    live = ballot(missing != 0)
    while live:
        place, bits, live = next_word(missing, live)
        vertex = int32((base + place) * 32 + lane)
        if (bits & np.uint32(1 << lane) != 0) & (vertex < search.found.levels.size) & (vertex != source):
            put(search.found.levels, vertex, -1)
            put_if_kept(search.found.predecessors, vertex, -1)
