"""Four rows of a tile and of the cells around it, which a lane of a warp has in registers: tiles.py."""

from typing import Any, NamedTuple

import numpy as np

from ..intrinsics.access import pair_at
from ..intrinsics.warp import WARP_SIZE, broadcast_bits
from .words import ONE

HALF, LAST = np.uint64(32), np.uint64(63)  # bits of half a word; the number of a word's last bit


class Rows(NamedTuple):
    """Four rows of 128 cells: `a` has the left halves, `b` the right ones."""

    a0: Any
    b0: Any
    a1: Any
    b1: Any
    a2: Any
    b2: Any
    a3: Any
    b3: Any


def rows_at(words, word, strip_words):
    """Four rows of a strip from this word on, and half a strip at both sides."""
    left0, left1 = pair_at(words, word - strip_words)
    left2, left3 = pair_at(words, word - strip_words + 2)
    own0, own1 = pair_at(words, word)
    own2, own3 = pair_at(words, word + 2)
    right0, right1 = pair_at(words, word + strip_words)
    right2, right3 = pair_at(words, word + strip_words + 2)
    return Rows(
        joined(left0, own0),
        joined(own0, right0),
        joined(left1, own1),
        joined(own1, right1),
        joined(left2, own2),
        joined(own2, right2),
        joined(left3, own3),
        joined(own3, right3),
    )


def joined(left, right):
    """The right half of a word of cells and the left half of the next one."""
    return np.uint64(left) >> HALF | np.uint64(right) << HALF


def middle(left, right):
    """The tile's own cells of a row."""
    return left >> HALF | right << HALF


def bits_of(rows):
    """All cells together."""
    return rows.a0 | rows.b0 | rows.a1 | rows.b1 | rows.a2 | rows.b2 | rows.a3 | rows.b3


def next_level(now, before, free, lane):
    """The free cells beside this level's that are not in the level before."""
    upper, lower = (lane - 1) % WARP_SIZE, (lane + 1) % WARP_SIZE  # what comes around is wrong, as all there
    above_a, above_b = broadcast_bits(now.a3, upper), broadcast_bits(now.b3, upper)
    below_a, below_b = broadcast_bits(now.a0, lower), broadcast_bits(now.b0, lower)
    return Rows(
        left_beside(now.a0, now.b0, above_a | now.a1) & free.a0 & ~before.a0,
        right_beside(now.a0, now.b0, above_b | now.b1) & free.b0 & ~before.b0,
        left_beside(now.a1, now.b1, now.a0 | now.a2) & free.a1 & ~before.a1,
        right_beside(now.a1, now.b1, now.b0 | now.b2) & free.b1 & ~before.b1,
        left_beside(now.a2, now.b2, now.a1 | now.a3) & free.a2 & ~before.a2,
        right_beside(now.a2, now.b2, now.b1 | now.b3) & free.b2 & ~before.b2,
        left_beside(now.a3, now.b3, now.a2 | below_a) & free.a3 & ~before.a3,
        right_beside(now.a3, now.b3, now.b2 | below_b) & free.b3 & ~before.b3,
    )


def left_beside(a, b, vertical):
    """The cells beside a row's, in its left half; `vertical` are the rows above and below."""
    return a << ONE | a >> ONE | b << LAST | vertical


def right_beside(a, b, vertical):
    """As `left_beside`, in the right half."""
    return b << ONE | b >> ONE | a >> LAST | vertical


def store(words, word, rows):
    """Store the tile's own cells in four rows."""
    words[word] = middle(rows.a0, rows.b0)
    words[word + 1] = middle(rows.a1, rows.b1)
    words[word + 2] = middle(rows.a2, rows.b2)
    words[word + 3] = middle(rows.a3, rows.b3)
