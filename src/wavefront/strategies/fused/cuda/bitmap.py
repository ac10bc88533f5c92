"""Bitmaps of what is visited: a bit per vertex, in words of 32.

Called by all parts of a level. While vertices push, a bit is set by an atomic, and whoever changes it has
claimed the vertex. While they pull, a word is changed by the warp that looks at its vertices, and what others
read is the bitmap from before the level.
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
    # Its bit becomes the sign: all in 32 bits.
    return int32(np.int64(at(words, int32(vertex >> 5))) << (~vertex & 31)) < 0


def claim_bit(words, vertex):
    """Whether this lane is the one that visits the vertex."""
    bit = 1 << (vertex & 31)
    return np.int64(atomic_or(words, vertex >> 5, np.uint32(bit))) & bit == 0


def word_of(words, base, span):
    """This lane's word of the span that begins at `base`; FULL if there is none."""
    lane = cuda.threadIdx.x % WARP_SIZE
    word = np.uint32(FULL)
    if lane < span and base + lane < words.size:
        word = np.uint32(at(words, int32(base + lane)))
    return word


def next_word(word, live):
    """The number and the bits of the lowest live word, FULL if there is none; the live words after it."""
    place = lowest(live)
    bits = broadcast_word(word, place)
    return place, bits if live else np.uint32(FULL), without_lowest(live)
