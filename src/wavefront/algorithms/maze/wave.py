"""Lee's wave: the level of every cell of a board, over an implicit grid and a frontier of bits.

A frontier is a queue of words (words.py) and, for each word of the board, the bits of the cells that the wave
has just reached. A diagonal wave crosses a word's square in 15 steps, so a word is visited 15 times, not 64.

One thread a word of the frontier. It labels the word's cells, takes them out of the open ones, and hands the
wave on to the cells around them with an atomic or; the thread that finds no bit in a word appends it to the
queue. Neighboring cells are never both an even number of steps from the start, nor both an odd one, so no
cell is handed on in the level in which it is labelled, and the open cells of a word are changed by its own
thread only.

A level is noted as the steps since the first one in its word, in one byte a cell, so that a word's notes are
one cache line; levels are stored row by row at the end. What is reached over 254 steps after the first cell
of its word, as in a maze, is stored at once.

While the frontier is small, one block runs level after level in one launch, as in strategies/single_block.py;
on the CPU that block is one thread, which needs no atomics.

Work O(cells). Scratch is 13 bits a cell; levels take 32. See docs/decisions/0004-maze-words.md.
Source: C. Y. Lee, "An Algorithm for Path Connections and Its Applications", IRE Transactions on Electronic
Computers EC-10, 1961.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ...atomics import atomic_add, atomic_or
from ...device import Cpu, Device, cuda
from ...frontier import UNVISITED, swap_tails
from ...scan import index_dtype
from .words import (
    EIGHT,
    LAST_ROW,
    LEFT,
    NONE,
    ONE,
    RIGHT,
    SEVEN,
    SIDE,
    Layout,
    bit_number,
    first_cell,
    word_of,
)

CAPACITY = 4096  # words of the frontier up to which one CPU thread, or one block, is enough
BLOCK_SIZE = 512  # threads of the single block
NEVER = 255  # instead of steps: not reached, or later than a uint8 can say


class Board(NamedTuple):
    """What a wave works on; the frontier of an even level is in the first half of its arrays."""

    open_cells: Any  # words: the free cells that have no level yet
    first_levels: Any  # of the cell of each word that was reached first
    steps: Any  # uint8, 64 a word: how much later than that each of its cells was reached
    levels: Any  # of every cell
    queue: Any  # two halves: the words of a frontier
    frontier: Any  # two halves: for every word its cells in the frontier
    tails: Any  # words of the current frontier, of the previous one; the next level
    word_columns: int
    layer_words: int
    rows: int
    columns: int


def hand_on(word, cells, board, half):
    """Put the open ones of these cells of a word into the frontier of this half; for a lone thread."""
    cells &= board.open_cells[word]
    if cells != NONE:
        if board.frontier[half + word] == NONE:
            board.queue[half + board.tails[0]] = word
            board.tails[0] += 1
        board.frontier[half + word] |= cells


def hand_on_together(word, cells, board, half):
    """As `hand_on`, for one of many threads."""
    cells &= board.open_cells[word]
    if cells != NONE and atomic_or(board.frontier, half + word, cells) == NONE:
        board.queue[half + atomic_add(board.tails, 0, 1)] = word


def label(word, cells, board, level):
    """Note the level of these cells of a word, or store it if it comes too late for a note."""
    if board.first_levels[word] == UNVISITED:
        board.first_levels[word] = level
    step = level - board.first_levels[word]
    corner = first_cell(word, board) if step >= NEVER else 0
    while cells != NONE:
        rest = cells & (cells - ONE)
        bit = bit_number(cells ^ rest)
        if step < NEVER:
            board.steps[64 * word + bit] = step
        else:
            board.levels[corner + (bit >> 3) * board.columns + (bit & 7)] = level
        cells = rest


def unfold(word, board):
    """Store the levels of the word's cells that were noted as steps."""
    first_level = board.first_levels[word]
    if first_level == UNVISITED:
        return
    corner = first_cell(word, board)
    rows = min(SIDE, board.rows - corner // board.columns % board.rows)
    columns = min(SIDE, board.columns - corner % board.columns)
    for row in range(rows):
        cell, slot = corner + row * board.columns, 64 * word + SIDE * row
        for column in range(columns):
            step = board.steps[slot + column]
            level = board.levels[cell + column]
            # Without a branch, which would be mispredicted at every other wall.
            board.levels[cell + column] = level if step == NEVER else first_level + step


def is_open(board, word, bit):
    """Whether the cell of this bit of a word is free and has no level yet."""
    return (board.open_cells[word] >> np.uint64(bit)) & ONE != NONE


def _visit_with(hand_on: Callable[..., None]) -> Callable[..., None]:
    def visit(slot, board, level):
        num_words = board.open_cells.size
        half, other_half = (0, num_words) if level % 2 == 0 else (num_words, 0)
        word = board.queue[half + slot]
        cells = board.frontier[half + word]
        board.frontier[half + word] = NONE
        board.open_cells[word] &= ~cells
        label(word, cells, board, level)
        inside = (cells << EIGHT) | (cells >> EIGHT) | ((cells & ~RIGHT) << ONE) | ((cells & ~LEFT) >> ONE)
        hand_on(word, inside, board, other_half)
        hand_on(word - 1, (cells & LEFT) << SEVEN, board, other_half)
        hand_on(word + 1, (cells & RIGHT) >> SEVEN, board, other_half)
        hand_on(word - board.word_columns, cells << LAST_ROW, board, other_half)
        hand_on(word + board.word_columns, cells >> LAST_ROW, board, other_half)
        if word >= board.layer_words:
            hand_on(word - board.layer_words, cells, board, other_half)
        if word + board.layer_words < num_words:
            hand_on(word + board.layer_words, cells, board, other_half)

    return visit


visit = _visit_with(hand_on)
visit_together = _visit_with(hand_on_together)


def serial_levels(_, board, level, goal_word, goal_bit, capacity):
    """Levels from this one on, by one CPU thread; tails[2] is the first one that it left to others."""
    while 0 < board.tails[1] <= capacity and is_open(board, goal_word, goal_bit):
        for slot in range(board.tails[1]):
            visit(slot, board, level)
        swap_tails(_, board.tails)
        level += 1
    board.tails[2] = level


def block_levels(board, level, goal_word, goal_bit, capacity):
    """As `serial_levels`, by one block."""
    thread = cuda.threadIdx.x
    size, ends = board.tails[1], not is_open(board, goal_word, goal_bit)
    cuda.syncthreads()  # all have read both before anyone changes them
    while 0 < size <= capacity and not ends:
        for slot in range(thread, size, cuda.blockDim.x):
            visit_together(slot, board, level)
        cuda.syncthreads()  # the current frontier is complete
        size, ends = board.tails[0], not is_open(board, goal_word, goal_bit)
        cuda.syncthreads()  # all have read both before the next level changes them
        if thread == 0:
            board.tails[0] = 0
        level += 1
        cuda.syncthreads()  # the tail is 0 before anyone appends
    if thread == 0:
        board.tails[1] = size
        board.tails[2] = level


def end_level(_, tails, level):
    """After a level that ran on the whole device."""
    swap_tails(_, tails)
    tails[2] = level + 1


def flood(words: Any, layout: Layout, start: int, goal: int, device: Device) -> Any:
    """Steps from the start to each cell, int32, as one row; stops once the goal's level is complete.

    Parameters
    ----------
    words, layout
        The free cells, as `pack` gives them; used up.
    start, goal
        Numbers of two free cells.
    """
    xp = device.xp
    num_words = words.size
    num_cells = num_words // layout.layer_words * layout.rows * layout.columns
    board = Board(
        words,
        xp.full(num_words, UNVISITED, np.int32),
        xp.full(64 * num_words, NEVER, np.uint8),
        xp.full(num_cells, UNVISITED, np.int32),
        xp.empty(2 * num_words, index_dtype(num_words)),
        xp.zeros(2 * num_words, np.uint64),
        xp.array([0, 1, 0], np.int64),
        *layout,
    )
    word, bit = word_of(start, layout)
    board.queue[0], board.frontier[word] = word, np.uint64(1 << bit)
    end = word_of(goal, layout)
    size, level = 1, 0
    while size and is_open(board, *end):
        if size > CAPACITY:
            device.for_each(size, visit_together, board, level)
            device.for_each(1, end_level, board.tails, level)
        elif isinstance(device, Cpu):
            device.for_each(1, serial_levels, board, level, *end, CAPACITY)
        else:
            device.launch(1, BLOCK_SIZE, block_levels, board, level, *end, CAPACITY)
        _, size, level = (int(value) for value in Cpu().array(board.tails))
    # On a small board, the other threads would take longer to start than the work takes.
    on_one_thread = isinstance(device, Cpu) and num_words <= CAPACITY
    (Cpu(threads=1) if on_one_thread else device).for_each(num_words, unfold, board)
    return board.levels
