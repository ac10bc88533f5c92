"""A set of vertices or edges as the bits of 32-bit words, item i in word i // 32."""

import numpy as np

from ..atomics import atomic_or

WORD_SIZE = 32  # bits of a word


def contains(words, item):
    """Whether the item's bit is set."""
    return words[item >> 5] >> (item & 31) & 1 != 0


def insert(words, item):
    """Set the item's bit."""
    atomic_or(words, item >> 5, np.uint32(1) << np.uint32(item & 31))


def insert_item(slot, items, words):
    """Set the bit of the item in this slot of a queue."""
    insert(words, items[slot])
