"""A wave's levels by one block of a GPU, while the frontier is small: wave.py has the method.

A level takes as long as its reads and atomics wait, so a thread has those for a word and for all words around
it under way together. Warps append together, in slots from a tail in shared memory. Only the planes that
change are read.
"""

import numpy as np

from ..atomics import atomic_add, atomic_or
from ..compiler import cuda, int64
from ..intrinsics.warp import WARP_SIZE, broadcast, prefix_sum
from .notes import MOST_STEPS, PLANES, is_open, label
from .words import EIGHT, LAST_ROW, LEFT, NONE, ONE, RIGHT, SEVEN


def block_levels(board, level, goal_word, goal_bit, capacity):
    """As `wave.serial_levels`, by one block. The tail of its queue is in shared memory: two take turns."""
    tails = cuda.shared.array(2, int64)
    thread, size, ends = cuda.threadIdx.x, board.tails[1], not is_open(board, goal_word, goal_bit)
    if thread < 2:
        tails[thread] = 0
    cuda.syncthreads()  # all have read both before anyone changes them
    while 0 < size <= capacity and not ends:
        turn = level & 1
        for first in range(0, size, cuda.blockDim.x):
            visit(first + thread, size, board, level, tails, turn)
        cuda.syncthreads()  # the current frontier is complete
        size, ends = int64(tails[turn]), not is_open(board, goal_word, goal_bit)
        if thread == 0:
            tails[1 - turn] = 0  # all have read it, before the last barrier
        level += 1
        cuda.syncthreads()  # the tail is 0 before anyone appends, and all have seen whether the goal is open
    if thread == 0:
        board.tails[1] = size
        board.tails[2] = level


def visit(slot, size, board, level, tails, turn):
    """As `wave.visit_together`, of all threads of a block, also those without a slot."""
    num_words, layer_words = np.uint64(board.open_cells.size), np.uint64(board.layer_words)
    half, other_half = (NONE, num_words) if level % 2 == 0 else (num_words, NONE)
    up, cells = np.uint64(board.word_columns), NONE
    word = up + ONE  # idle threads have a word too, but no cells
    if slot < size:
        word = np.uint64(board.queue[half + np.uint64(slot)])
        cells = board.frontier[half + word]
        board.frontier[half + word] = NONE
    has_above, has_below = word >= layer_words, word + layer_words < num_words
    words = (
        word,
        word - ONE,
        word + ONE,
        word - up,
        word + up,
        word - layer_words if has_above else word,
        word + layer_words if has_below else word,
    )
    own, left, right = board.open_cells[word], board.open_cells[words[1]], board.open_cells[words[2]]
    upper, lower = board.open_cells[words[3]], board.open_cells[words[4]]
    above, below = board.open_cells[words[5]], board.open_cells[words[6]]
    inside = (cells << EIGHT) | (cells >> EIGHT) | ((cells & ~RIGHT) << ONE) | ((cells & ~LEFT) >> ONE)
    news = (
        is_new(board, other_half + word, inside & own),
        is_new(board, other_half + words[1], (cells & LEFT) << SEVEN & left),
        is_new(board, other_half + words[2], (cells & RIGHT) >> SEVEN & right),
        is_new(board, other_half + words[3], cells << LAST_ROW & upper),
        is_new(board, other_half + words[4], cells >> LAST_ROW & lower),
        is_new(board, other_half + words[5], cells & above if has_above else NONE),
        is_new(board, other_half + words[6], cells & below if has_below else NONE),
    )
    if slot < size:
        board.open_cells[word] = own & ~cells
        note(np.int64(word), cells, board, level)
    append(board, other_half, words, news, tails, turn)


def is_new(board, place, cells):
    """Hand on these cells, which are open; whether their word had none in the frontier before."""
    return cells != NONE and atomic_or(board.frontier, place, cells) == NONE


def append(board, half, words, news, tails, turn):
    """Append the words that are new; all lanes of a warp together."""
    count = 0
    for index in range(7):
        count += 1 if news[index] else 0
    last, place = prefix_sum(count), 0
    if cuda.threadIdx.x % WARP_SIZE == WARP_SIZE - 1:
        place = atomic_add(tails, turn, int64(last))
    place = broadcast(place, WARP_SIZE - 1) + last - count
    for index in range(7):
        if news[index]:
            board.queue[half + np.uint64(place)] = words[index]
            place += 1


def note(word, cells, board, level):
    """As `label`, but only the planes that change are read."""
    base = board.bases[word]
    if level - base > MOST_STEPS:
        label(word, cells, board, level)
        return
    steps, first_plane = np.uint64(level - base), np.uint64(PLANES * word)
    for plane in range(PLANES):
        if steps >> np.uint64(plane) & ONE != NONE:
            board.planes[first_plane + np.uint64(plane)] |= cells
