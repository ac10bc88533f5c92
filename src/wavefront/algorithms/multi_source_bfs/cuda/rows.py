"""Levels from the bits that a GPU's searches note: see kernel.py."""

from ....compiler import cuda, int64
from ....frontier import UNVISITED
from ....intrinsics.access import at, put
from ....intrinsics.warp import first_bit
from .data import LAST_IN_PLANES, PLANES


def note(search, vertex, sources, level, row):
    """Note that these sources reach the vertex at this level; one thread does so for a vertex."""
    count = search.front.size
    if level <= LAST_IN_PLANES:
        for plane in range(PLANES):
            if (level + 1) >> plane & 1:
                place = plane * count + vertex
                put(search.planes, place, at(search.planes, place) | sources)
    else:
        place = id_in(search.old_id, vertex)
        level = search.levels.dtype.type(int64(level))  # too deep at most once, before the error
        while sources != 0:
            source = first_bit(sources)
            put(search.levels, place + source * row, level)
            sources ^= int64(1) << source


def id_in(ids, vertex):
    """The vertex in the caller's ids or in new ones, by this array; itself if there is none."""
    if ids is None:
        return vertex
    return at(ids, vertex)


def write_rows(search, plan):
    """Write all levels that the planes hold; -1 where they hold none."""
    count, vertex = search.front.size, int64(cuda.grid(1))
    while vertex < plan.row:
        known, a, b, c, d = id_in(search.new_id, vertex), int64(0), int64(0), int64(0), int64(0)
        if known >= 0:
            a, b = at(search.planes, known), at(search.planes, count + known)
            c, d = at(search.planes, 2 * count + known), at(search.planes, 3 * count + known)
        place = vertex
        for _ in range(plan.rows):
            number = (a & 1) | (b & 1) << 1 | (c & 1) << 2 | (d & 1) << 3
            put(search.levels, place, number + UNVISITED)
            a, b, c, d = a >> 1, b >> 1, c >> 1, d >> 1
            place += plan.row
        vertex += cuda.gridsize(1)
