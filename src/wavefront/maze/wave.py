"""Lee's wave: the level of every cell of a board, over an implicit grid and a frontier of bits.

A frontier is a queue of words (words.py) and, for each word of the board, the bits of the cells that the wave
has just reached. A diagonal wave crosses a word's square in 15 steps, so a word is visited 15 times, not 64.

One thread per word of the frontier. It labels the word's cells, takes them out of the open cells, and hands
the wave on to the cells around them with an atomic or; the thread that finds no bit in a word appends it to
the queue. Neighboring cells are never both an even number of steps from the start, nor both an odd number, so
no cell is handed on in the level in which it is labelled, and the open cells of a word are changed by its own
thread only.

A cell's level is noted as steps since the first level in its word, at most 255. Bit i of a cell's steps is in
the i-th of eight more words, so that one visit notes all its cells by eight ors, without a branch, on one
cache line. At the end levels are stored row by row. Cells reached more than 255 steps later, as in a maze,
start the notes of their word anew, after the levels noted so far are stored.

A GPU has another wave for boards of one layer: tiles.py. On boards of several, while the frontier is small,
one block runs level after level in one launch, as in strategies/single_block.py: its levels wait for no other
block, and a thread's reads overlap, and then its atomics. On the CPU that block is one thread, which needs no
atomics.

Work O(cells). Scratch is 13 bits per cell; levels take 32. See docs/decisions/0004-maze-words.md
and 0008-maze-wave.md.
Source: C. Y. Lee, "An Algorithm for Path Connections and Its Applications", IRE Transactions on Electronic
Computers EC-10, 1961.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..atomics import atomic_add, atomic_or
from ..device import Cpu, Device
from ..frontier import swap_tails
from ..graph.arrays import index_dtype
from .block import block_levels
from .notes import NO_BASE, PLANES, Board, is_open, label, unfold
from .words import (
    EIGHT,
    LAST_ROW,
    LEFT,
    NONE,
    ONE,
    RIGHT,
    SEVEN,
    Layout,
    word_of,
)

CAPACITY = 4096  # words of the frontier up to which one CPU thread, or one block, is enough
BLOCK_SIZE = 1024  # threads of the single block


def hand_on(word, cells, board, half, tail):
    """Put those of these cells of a word that are open into this half's frontier; for a lone thread.

    Returns the tail of the queue. There is no branch, which would be mispredicted at every other wall.
    """
    cells &= board.open_cells[word]
    before = board.frontier[half + word]
    board.frontier[half + word] = before | cells
    board.queue[half + tail] = word
    return tail + np.uint64((before == NONE) & (cells != NONE))


def hand_on_together(word, cells, board, half, tail):
    """As `hand_on`, for one of many threads, which share the tail on the board."""
    cells &= board.open_cells[word]
    if cells != NONE and atomic_or(board.frontier, half + word, cells) == NONE:
        board.queue[half + np.uint64(atomic_add(board.tails, 0, 1))] = word
    return tail


def _visit_with(hand_on: Callable[..., Any]) -> Callable[..., Any]:
    def visit(slot, board, level, tail):
        # Unsigned, so that Numba leaves out its handling of negative indices: a sixth of the time.
        num_words, layer_words = np.uint64(board.open_cells.size), np.uint64(board.layer_words)
        half, other_half = (NONE, num_words) if level % 2 == 0 else (num_words, NONE)
        word, word_columns = np.uint64(board.queue[half + np.uint64(slot)]), np.uint64(board.word_columns)
        cells = board.frontier[half + word]
        board.frontier[half + word] = NONE
        board.open_cells[word] &= ~cells
        label(np.int64(word), cells, board, level)
        inside = (cells << EIGHT) | (cells >> EIGHT) | ((cells & ~RIGHT) << ONE) | ((cells & ~LEFT) >> ONE)
        tail = hand_on(word, inside, board, other_half, tail)
        tail = hand_on(word - ONE, (cells & LEFT) << SEVEN, board, other_half, tail)
        tail = hand_on(word + ONE, (cells & RIGHT) >> SEVEN, board, other_half, tail)
        tail = hand_on(word - word_columns, cells << LAST_ROW, board, other_half, tail)
        tail = hand_on(word + word_columns, cells >> LAST_ROW, board, other_half, tail)
        if word >= layer_words:
            tail = hand_on(word - layer_words, cells, board, other_half, tail)
        if word + layer_words < num_words:
            tail = hand_on(word + layer_words, cells, board, other_half, tail)
        return tail

    return visit


visit = _visit_with(hand_on)
visit_together = _visit_with(hand_on_together)


def serial_levels(_, board, level, goal_word, goal_bit, capacity):
    """Levels from this one on, by one CPU thread; stores the first level left undone in tails[2]."""
    size = board.tails[1]
    while 0 < size <= capacity and is_open(board, goal_word, goal_bit):
        tail = NONE
        for slot in range(size):
            tail = visit(slot, board, level, tail)
        size = np.int64(tail)
        level += 1
    board.tails[1] = size
    board.tails[2] = level


def end_level(_, tails, level):
    """Swap the tails and count the level, after a level that ran on the whole device."""
    swap_tails(_, tails)
    tails[2] = level + 1


def flood(words: Any, layout: Layout, start: int, goal: int, device: Device) -> Any:
    """Steps from the start to each cell, int32, as one row; stops once the goal's level is complete.

    Parameters
    ----------
    words, layout
        The free cells, as `pack` gives them; overwritten.
    start, goal
        Numbers of two free cells.
    """
    xp = device.xp
    num_words = words.size
    num_cells = num_words // layout.layer_words * layout.rows * layout.columns
    board = Board(
        words,
        xp.full(num_words, NO_BASE, np.int32),
        xp.zeros(PLANES * num_words, np.uint64),
        xp.zeros(num_words, np.uint8),
        xp.empty(num_cells, np.int32),
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
            device.for_each(size, visit_together, board, level, NONE)
            device.for_each(1, end_level, board.tails, level)
        elif isinstance(device, Cpu):
            device.for_each(1, serial_levels, board, level, *end, CAPACITY)
        else:
            kernel: Any = device.bind(block_levels, board, level, *end, CAPACITY, threads=BLOCK_SIZE)
            device.relaunch(1, BLOCK_SIZE, kernel, {})
        _, size, level = (int(value) for value in Cpu().array(board.tails))
    # On a small board, the other threads would take longer to start than the work takes.
    on_one_thread = isinstance(device, Cpu) and num_words <= CAPACITY
    (Cpu(threads=1) if on_one_thread else device).for_each(num_words, unfold, board)
    return board.levels
