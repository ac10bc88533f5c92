"""The arrays of a wave, among them the levels noted of cells: eight bits per cell, in planes.

See wave.py for the notes' meaning.
"""

from typing import Any, NamedTuple

import numpy as np

from ..frontier import UNVISITED
from .words import ALL, BYTE, NONE, ONE, SIDE, corner_of, transposed

PLANES = 8  # bits of a noted number of steps
MOST_STEPS = 255
NO_BASE = -(1 << 30)  # of a word that the wave has not reached


class Board(NamedTuple):
    """The arrays of a wave; the frontier of an even level is in the first half of `queue` and `frontier`."""

    open_cells: Any  # words: the free cells that have no level yet
    bases: Any  # of each word: one less than the first level noted in its planes
    planes: Any  # eight words for each: steps from its base to the level of its cells; 0 is no level
    stored: Any  # of each word, uint8: whether levels of its cells are stored
    levels: Any  # of every cell
    queue: Any  # two halves: the words of a frontier
    frontier: Any  # two halves: for every word its cells in the frontier
    tails: Any  # words of the current frontier, of the previous one; the next level
    word_columns: int
    layer_words: int
    rows: int
    columns: int


def label(word, cells, board, level):
    """Note the level of these cells of a word."""
    first_plane = np.uint64(PLANES * word)
    base = board.bases[word]
    if level - base > MOST_STEPS:
        if base != NO_BASE:
            unfold(word, board)
            board.stored[word] = 1
        board.bases[word] = level - 1
        board.planes[first_plane] = cells  # a store without a read: no wait for the cache
        for plane in range(1, PLANES):
            board.planes[first_plane + np.uint64(plane)] = NONE
        return
    steps = np.uint64(level - base)
    for plane in range(PLANES):
        board.planes[first_plane + np.uint64(plane)] |= (steps >> np.uint64(plane) & ONE) * ALL & cells


def unfold(word, board):
    """Store the levels noted in the word's planes; its other cells keep theirs, or become UNVISITED."""
    layer, top, left = corner_of(word, board)
    if top < 0 or left < 0:
        return  # the border has no cells
    base, is_stored = board.bases[word], board.stored[word]
    for row in range(top, min(top + SIDE, board.rows)):
        row_steps = steps_in_row(word, row - top, board)
        first_cell = (layer * board.rows + row) * board.columns
        for column in range(left, min(left + SIDE, board.columns)):
            steps = np.int32(row_steps >> np.uint64(SIDE * (column - left)) & BYTE)
            level = board.levels[first_cell + column] if is_stored else UNVISITED
            board.levels[first_cell + column] = level if steps == 0 else base + steps


def steps_in_row(word, row, board):
    """The noted steps of the eight cells in a row of a word's square, one byte each."""
    square = NONE
    for plane in range(PLANES):
        bits = board.planes[PLANES * word + plane] >> np.uint64(SIDE * row) & BYTE
        square |= bits << np.uint64(SIDE * plane)
    return transposed(square)


def is_open(board: Board, word: int, bit: int) -> bool:
    """Whether the cell of this bit of a word is free and has no level yet."""
    return bool((board.open_cells[word] >> np.uint64(bit)) & ONE != NONE)
