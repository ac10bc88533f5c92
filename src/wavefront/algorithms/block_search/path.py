"""The path to a vertex that a block's search has met, written behind the others by one thread."""

from ...atomics import atomic_add
from ...compiler import int64
from ...intrinsics.access import at, put
from .cells import NONE, cell_of

LEFT = -1  # in place of the size of a path


def hand_out(number, target, place, cells, query):
    """Write the path to the target, which is met; false if there is no room for it.

    The query has `ids`, of which `used` are written, and per number `starts` and `sizes`. Where a vertex has
    no predecessor, since the heuristic says too much, the size stays LEFT.
    """
    first, found = at(cells.met, place.slot), cell_of(target, place, cells)
    count, cell = int64(1), found
    while cell != first and cell != NONE:
        parent = at(cells.parents, cell)
        cell = cell_of(parent, place, cells) if parent < query.src_ptr.size else int64(NONE)
        count += 1
    if cell == NONE:
        return True
    start = int64(atomic_add(query.used, 0, count))
    if start + count > query.ids.size:
        return False
    slot, cell = start + count - 1, found
    while slot > start:
        put(query.ids, slot, at(cells.keys, cell) - 1)
        cell = cell_of(at(cells.parents, cell), place, cells)
        slot -= 1
    put(query.ids, start, at(cells.keys, first) - 1)
    put(query.starts, number, start)
    put(query.sizes, number, count)
    return True
