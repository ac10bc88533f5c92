"""The vertices that one block's search has met: an open hash table, cleared by what is in it.

A table per vertex of the graph would have to be cleared for each search, and memory be as large as the graph
for each block. Linear probing (Knuth, The Art of Computer Programming 3, 6.4); a cell is claimed by a
compare-and-swap, and the cells in order of their claims are the list of vertices met.
"""

from typing import Any, NamedTuple

from ...atomics import atomic_add, atomic_cas
from ...compiler import cuda, int32, int64
from ...intrinsics.access import at, put
from ..table_cells import first_cell

NONE = -1  # in place of a cell, a vertex or a search

# Words that a block's threads share; those before STEP are 0 when a search begins.
SIZE, IS_LONG, NUM_NEAR, NUM_FAR, FAR_SIDE, STEP = range(6)
IS_OPEN, TAKEN, START, TARGET, NUM_LONG, STATE_SIZE = range(STEP + 1, STEP + 7)


class Cells(NamedTuple):
    """The tables of B blocks, each of 2**bits cells, and their lists."""

    keys: Any  # B << bits ids, plus 1: 0 in a free cell
    distances: Any  # B << bits: the largest number in a free cell
    parents: Any  # B << bits ids: V if there is none
    met: Any  # B lists of int32: cells, in the order in which they were claimed


class Place(NamedTuple):
    """Which cells and lists are this block's, and how many vertices it may meet."""

    bits: Any
    cell: Any  # its first one
    slot: Any  # of its lists the first
    room: Any
    length: Any  # of a list


def place_of(block, bits, threads):
    """The place of a block. Each thread may meet one vertex more than there is room for."""
    room = int64(1) << (bits - 1)
    length = room + threads
    return Place(int64(bits), int64(block) << bits, int64(block) * length, room, length)


def claim(vertex, place, cells):
    """The cell of a vertex, and whether it is claimed just now: then `enter` it."""
    mask, number = (int64(1) << place.bits) - 1, first_cell(vertex, place.bits)
    key = cells.keys.dtype.type(vertex + 1)
    free = cells.keys.dtype.type(0)
    while True:
        cell = place.cell + number
        held = cells.keys.dtype.type(at(cells.keys, cell))
        if held == free:
            held = atomic_cas(cells.keys, cell, free, key)
        if held in (free, key):
            return cell, held == free
        number = (number + 1) & mask


def cell_of(vertex, place, cells):
    """The cell of a vertex; NONE if it wasn't met."""
    mask, number = (int64(1) << place.bits) - 1, first_cell(vertex, place.bits)
    held = at(cells.keys, place.cell + number)
    while held != 0 and held != vertex + 1:
        number = (number + 1) & mask
        held = at(cells.keys, place.cell + number)
    return place.cell + number if held != 0 else int64(NONE)


def enter(cell, place, cells, state):
    """Put a claimed cell into the list; whether there was room."""
    size = int64(atomic_add(state, SIZE, int64(1)))
    put(cells.met, place.slot + size, int32(cell))
    return size < place.room


def begin(first, target, place, cells, state):
    """Meet the first vertex, at distance 0, on the way to a target, NONE for none. Ends with a barrier."""
    cuda.syncthreads()  # all are done with the search before
    if cuda.threadIdx.x == 0:
        for word in range(STEP):
            state[word] = 0
        state[TARGET] = target
        cell, _ = claim(first, place, cells)
        cells.distances[cell] = 0
        enter(cell, place, cells, state)
    cuda.syncthreads()  # the first vertex is met


def take(waiting, taken, state):
    """The next search of those that wait, the same for all threads; NONE if all are taken."""
    cuda.syncthreads()  # all have seen the one before
    if cuda.threadIdx.x == 0:
        state[TAKEN] = atomic_add(taken, 0, int64(1))
    cuda.syncthreads()  # it is known
    index = int64(state[TAKEN])
    return at(waiting, index) if index < waiting.size else int64(NONE)


def clear(size, far, none, place, cells):
    """Clear the cells of the vertices met, to the distance and the predecessor of free cells."""
    for index in range(int64(cuda.threadIdx.x), size, int64(cuda.blockDim.x)):
        cell = at(cells.met, place.slot + index)
        put(cells.keys, cell, 0)
        cells.distances[cell] = far
        put(cells.parents, cell, none)
