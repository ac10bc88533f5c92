"""Claims: which of the threads that reach a vertex labels it, and appends it to a queue.

Three kinds: a compare-and-swap on the vertex's level (PMPP 4e, section 15.5), an exchange on its visited mark
(Fig. 12.8 of an earlier edition), and an atomic OR on its bit of a bitmap. Of the threads that claim a
vertex, exactly one succeeds, whichever kind it is: no vertex enters a queue twice.

The book's form makes an atomic for every edge. Ours reads first, and most edges then need no atomic, because
their end was visited before.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..atomics import atomic_cas, atomic_exch, atomic_or
from ..device import Device
from ..errors import require_one_of
from .bitmap import WORD_SIZE, contains
from .labels import UNVISITED, claim


def swap_level(marks, levels, vertex, neighbor, curr_level):
    """As printed: the thread whose compare-and-swap finds the neighbor unvisited has labelled it."""
    return atomic_cas(levels, neighbor, UNVISITED, curr_level) == UNVISITED


def exchange_mark(marks, levels, vertex, neighbor, curr_level):
    """As printed: the thread whose exchange finds the mark 0 labels the neighbor: one more than its own."""
    if atomic_exch(marks, neighbor, 1) != 0:
        return False
    levels[neighbor] = levels[vertex] + 1
    return True


def set_bit(marks, levels, vertex, neighbor, curr_level):
    """As `exchange_mark`, on a bit: the thread whose OR finds it clear labels the neighbor."""
    bit = np.uint32(1) << np.uint32(neighbor & 31)
    if atomic_or(marks, neighbor >> 5, bit) & bit != 0:
        return False
    levels[neighbor] = levels[vertex] + 1
    return True


def claim_level(marks, levels, vertex, neighbor, curr_level):
    """Our form: `claim` reads the level first."""
    return claim(levels, neighbor, curr_level)


def claim_mark(marks, levels, vertex, neighbor, curr_level):
    """Our form: reads the mark first, and is told the level."""
    if marks[neighbor] or atomic_exch(marks, neighbor, 1) != 0:
        return False
    levels[neighbor] = curr_level
    return True


def claim_bit(marks, levels, vertex, neighbor, curr_level):
    """Our form: reads the word first, and is told the level."""
    bit = np.uint32(1) << np.uint32(neighbor & 31)
    if contains(marks, neighbor) or atomic_or(marks, neighbor >> 5, bit) & bit != 0:
        return False
    levels[neighbor] = curr_level
    return True


PRINTED = {"cas": swap_level, "exch": exchange_mark, "or": set_bit}
CLAIMS = {"cas": claim_level, "exch": claim_mark, "or": claim_bit}


def claim_of(kind: str, literal: bool) -> Callable[..., bool]:
    """The function by which a kernel claims a neighbor. Raises InputError unless `kind` is one of CLAIMS."""
    require_one_of("claim", kind, CLAIMS)
    return (PRINTED if literal else CLAIMS)[kind]


def visited_marks(kind: str, levels: Any, device: Device) -> Any:
    """The marks that this kind of claim works on, those of labelled vertices set.

    "exch": V int32; "or": the bits of uint32 words; "cas", which works on the levels: nothing.
    """
    if kind == "cas":
        return device.xp.empty(0, np.int32)
    visited = levels != UNVISITED
    if kind == "exch":
        return visited.astype(np.int32)
    words = device.xp.zeros(-(-levels.size // WORD_SIZE), np.uint32)
    bits = device.xp.packbits(visited, bitorder="little")
    words.view(np.uint8)[: bits.size] = bits
    return words
