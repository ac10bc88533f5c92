"""The vertices within a number of edges of the first one met, level by level, by one block."""

from collections.abc import Callable
from typing import Any

from ...atomics import atomic_min
from ...compiler import cuda, int32, int64
from ...intrinsics.access import at, put
from .cells import SIZE, claim, enter
from .walk import walk_of


def levels_of(keeps: Callable[..., Any]) -> Callable[..., Any]:
    """A search along the edges of which ``keeps(source, neighbor, edge, search)`` holds."""

    def meet(cell, vertex, edge, place, state, tables):
        """Meet an edge's end; whether there was room. Of its predecessors it gets the smallest."""
        cells, search = tables
        neighbor = at(search.dst, edge)
        if not keeps(vertex, neighbor, edge, search):
            return True
        found, is_new = claim(neighbor, place, cells)
        level = int32(at(cells.distances, cell) + 1)
        has_room = True
        if is_new:
            put(cells.distances, found, level)
            has_room = enter(found, place, cells, state)
        # A vertex that another thread has claimed just now may have no distance yet.
        if is_new or at(cells.distances, found) >= level:
            atomic_min(cells.parents, found, cells.parents.dtype.type(vertex))
        return has_room

    walk = walk_of(meet)

    def search_levels(radius, place, state, tables):
        """Find the levels up to the radius; how many vertices are met: all, or more than there is room."""
        met = tables[0].met
        first, end, level = int64(0), int64(1), int64(0)
        while first < end and end <= place.room and level < radius:
            walk(met, place.slot + first, place.slot + end, place, state, tables)
            level += 1
            first, end = end, int64(state[SIZE])
            cuda.syncthreads()  # all know how many there are
        return end

    return search_levels
