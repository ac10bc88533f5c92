"""A board's free cells as 64-bit words: a square of 8 x 8 cells each, row r in byte r, column c in its bit c.

So four shifts move all the cells of a word one step in the four directions; cells that leave the square
belong to one of the words around it. Each layer has a border of words without a free cell, so that every word
has neighbors.
"""

from typing import Any, NamedTuple

import numpy as np

from ..device import Device

SIDE = 8  # cells along a word's square

NONE, ONE, SEVEN, EIGHT = (np.uint64(number) for number in (0, 1, 7, 8))
LAST_ROW = np.uint64(56)  # bits of the square before its last row
LEFT = np.uint64(0x0101010101010101)  # the square's first column
RIGHT = np.uint64(0x8080808080808080)
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
BYTE = np.uint64(0xFF)

# To transpose a square: bits that change places with those so many places higher.
SWAPS = tuple(
    (np.uint64(places), np.uint64(bits))
    for places, bits in ((7, 0x00AA00AA00AA00AA), (14, 0x0000CCCC0000CCCC), (28, 0x00000000F0F0F0F0))
)


class Layout(NamedTuple):
    """How words and cells are numbered: layer by layer, row by row."""

    word_columns: int  # with the border
    layer_words: int  # with the border
    rows: int  # of cells
    columns: int


def pack(blocked: Any, device: Device) -> tuple[Any, Layout]:
    """The free cells of a board as uint64 words, numbered as the layout says."""
    xp = device.xp
    rows, columns = blocked.shape[-2:]
    walls = blocked.reshape(-1, rows, columns)
    word_rows, word_columns = -(-rows // SIDE), -(-columns // SIDE)
    if rows % SIDE or columns % SIDE:
        padding = ((0, 0), (0, word_rows * SIDE - rows), (0, word_columns * SIDE - columns))
        walls = xp.pad(walls, padding, constant_values=True)
    bits = ~xp.packbits(walls.ravel(), bitorder="little")
    squares = bits.reshape(-1, word_rows, SIDE, word_columns).swapaxes(2, 3)
    words = xp.ascontiguousarray(squares).view(np.uint64)[..., 0]
    words = xp.pad(words, ((0, 0), (1, 1), (1, 1)))
    return words.ravel(), Layout(word_columns + 2, words[0].size, rows, columns)


def word_of(cell: int, layout: Layout) -> tuple[int, int]:
    """The word of a cell, and the number of its bit."""
    row, column = divmod(cell, layout.columns)
    layer, row = divmod(row, layout.rows)
    place = (row // SIDE + 1) * layout.word_columns + column // SIDE + 1
    return layer * layout.layer_words + place, row % SIDE * SIDE + column % SIDE


def corner_of(word, layout):
    """Layer, row and column of a word's first cell, in the upper left corner; below 0 in the border."""
    layer = word // layout.layer_words
    place = word - layer * layout.layer_words
    word_row = place // layout.word_columns
    word_column = place - word_row * layout.word_columns
    return layer, SIDE * (word_row - 1), SIDE * (word_column - 1)


def transposed(square):
    """The square with rows and columns exchanged: H. S. Warren, "Hacker's Delight" (2012), section 7-3."""
    for places, bits in SWAPS:
        change = (square ^ square >> places) & bits
        square ^= change ^ change << places
    return square
