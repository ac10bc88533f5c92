"""Bitmaps of the visited vertices: one bit per vertex, in words of 32.

All parts of a level call these functions. In a push, an atomic sets a bit, and the lane that changes the bit
has claimed the vertex. In a pull, only the warp that looks at a word's vertices changes the word, in the new
bitmap; every lane reads the old bitmap, from before the level.
"""

import numpy as np

from ....atomics import atomic_or
from ....compiler import cuda, int32
from ....intrinsics.access import at
from ....intrinsics.warp import WARP_SIZE, broadcast_word, lowest, without_lowest
from .search import FULL


def bit_of(words, vertex):
    """Whether the vertex is in the bitmap."""
    vertex = int32(vertex)
    # The shift moves the vertex's bit to the sign of an int32, so that 32-bit instructions suffice.
    return int32(np.int64(at(words, int32(vertex >> 5))) << (~vertex & 31)) < 0


def claim_bit(words, vertex):
    """Set the vertex's bit. Returns whether this lane changed it, and so claimed the vertex."""
    bit = 1 << (vertex & 31)
    return np.int64(atomic_or(words, vertex >> 5, np.uint32(bit))) & bit == 0


def set_bit(words, vertex, wanted):
    """Set the vertex's bit if `wanted`. Returns whether it was set before.

    Unlike `claim_bit`, this doesn't wait for the atomic within a branch: two calls in a row overlap.
    """
    old = np.uint32(0)
    if wanted:
        old = np.uint32(atomic_or(words, int32(vertex >> 5), np.uint32(1 << (vertex & 31))))
    return old & np.uint32(1 << (vertex & 31)) != 0


def word_of(words, base, step, span):
    """This lane's word of a span of so many words, from `base` on; FULL if the lane has none."""
    lane = cuda.threadIdx.x % WARP_SIZE
    word, place = np.uint32(FULL), int32(base + lane * step)
    if lane < span and place < words.size:
        word = np.uint32(at(words, place))
    return word


def next_word(word, live):
    """The lowest live word's number and bits (FULL if no word is live), and the words that stay live."""
    place = lowest(live)
    bits = broadcast_word(word, place)
    return place, bits if live else np.uint32(FULL), without_lowest(live)
