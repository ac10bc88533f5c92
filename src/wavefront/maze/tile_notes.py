"""In which step each cell of a tile's row is reached, as bits: tiles.py has the steps."""

from typing import Any, NamedTuple

import numpy as np

from ..compiler import cuda
from ..intrinsics.access import put
from ..intrinsics.warp import WARP_SIZE, broadcast_bits
from .words import NONE, ONE

WIDTH = 64  # cells of a row
TWO, THREE, FOUR = (np.uint64(number) for number in (2, 3, 4))


class Notes(NamedTuple):
    """Of a tile's row, the cells reached in a visit, and in which step: a word for each of its bits."""

    seen: Any
    bit0: Any
    bit1: Any
    bit2: Any
    bit3: Any
    bit4: Any


def no_notes():
    """Notes of a row of which no cell is reached yet."""
    return Notes(NONE, NONE, NONE, NONE, NONE, NONE)


def note(notes, cells, step):
    """The notes of a row with these cells, which are reached in this step."""
    return Notes(
        notes.seen | cells,
        notes.bit0 | (cells if step & 1 else NONE),
        notes.bit1 | (cells if step & 2 else NONE),
        notes.bit2 | (cells if step & 4 else NONE),
        notes.bit3 | (cells if step & 8 else NONE),
        notes.bit4 | (cells if step & 16 else NONE),
    )


def unfold(levels, cell, notes, owner, level):
    """Store the levels of a row that the lane `owner` has notes of; all lanes of the warp together.

    The row begins at `cell`, and its first step leads to `level`.
    """
    seen = broadcast_bits(notes.seen, owner)
    if seen == NONE:
        return
    bit0, bit1 = broadcast_bits(notes.bit0, owner), broadcast_bits(notes.bit1, owner)
    bit2, bit3 = broadcast_bits(notes.bit2, owner), broadcast_bits(notes.bit3, owner)
    bit4 = broadcast_bits(notes.bit4, owner)
    for column in range(cuda.threadIdx.x % WARP_SIZE, WIDTH, WARP_SIZE):
        place = np.uint64(column)
        if seen >> place & ONE != NONE:
            step = bit0 >> place & ONE
            step |= (bit1 >> place & ONE) << ONE
            step |= (bit2 >> place & ONE) << TWO
            step |= (bit3 >> place & ONE) << THREE
            step |= (bit4 >> place & ONE) << FOUR
            put(levels, cell + column, level + np.int64(step))
