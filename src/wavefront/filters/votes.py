"""Bitmaps that a GPU's warps vote on: a lane asks about an item, and the warp's votes are a word.

A warp reads neighboring elements of an array then, where a thread per word would read far apart from its
neighbors. Each lane asks about an item of four words at once, so that its reads overlap.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..compiler import cuda, int64, uint32
from ..frontier import WORD_SIZE
from ..intrinsics.access import at
from ..intrinsics.warp import WARP_SIZE, ballot
from ..operators.functors import kept_with_functor

if TYPE_CHECKING:
    from ..device import Cuda, Python
    from ..operators.functors import Functor

BLOCK_SIZE = 512
AT_ONCE = 4  # words per warp and turn


class Bytes(NamedTuple):
    """The data of `in_bytes`."""

    mask: Any  # uint8


class Words(NamedTuple):
    """The data of `in_words`."""

    words: Any


def in_bytes(item, data):
    """Whether the array of bools keeps the item."""
    return at(data.mask, item) != 0


def in_words(item, data):
    """Whether the bitmap keeps the item."""
    return is_set(data.words, item)


def is_set(words, item):
    """As `contains`, by a read of a GPU that takes no negative indices."""
    return at(words, item >> 5) >> (item & 31) & 1 != 0


def vote(count: int, functor: Functor, data: Any, words: Any, device: Cuda | Python) -> None:
    """Write the bitmap of the items below `count` for which ``functor(item, data)`` holds.

    The functor may be called several times for one item.
    """
    if words.size:
        device.launch(*_sizes(words, device), _voting(functor), data, count, words)


class Ballot:
    """As `vote`, with its arguments bound for many votes."""

    def __init__(self, count: int, functor: Functor, data: Any, words: Any, device: Cuda | Python) -> None:
        self._kernel = device.bind(_voting(functor), data, count, words, threads=None)
        self._sizes = _sizes(words, device)

    def again(self, changed: dict[str, Any]) -> None:
        """Vote on the current stream; `changed` replaces bound arguments, named as by `bind`."""
        self._kernel.launch(*self._sizes, changed, cooperative=False)


def _sizes(words: Any, device: Cuda | Python) -> tuple[int, int]:
    if device.xp is np:  # in plain Python, a warp
        return 1, WARP_SIZE
    return -(-words.size * WORD_SIZE // (AT_ONCE * BLOCK_SIZE)), BLOCK_SIZE


@kept_with_functor
def _voting(functor: Functor) -> Functor:
    def asked(item, data, count):
        kept = bool(functor(min(item, count - 1), data))  # without a branch: so the reads overlap
        return kept & (item < count)

    def write(data, count, words):
        thread = cuda.grid(1)
        lane, base = thread % WARP_SIZE, int64(thread // WARP_SIZE * AT_ONCE)
        while base < words.size:
            item = base * WORD_SIZE + lane
            a, b = asked(item, data, count), asked(item + WORD_SIZE, data, count)
            item += 2 * WORD_SIZE
            c, d = asked(item, data, count), asked(item + WORD_SIZE, data, count)
            a, b, c, d = uint32(ballot(a)), uint32(ballot(b)), uint32(ballot(c)), uint32(ballot(d))
            if lane < AT_ONCE and base + lane < words.size:
                word = a if lane == 0 else (b if lane == 1 else (c if lane == 2 else d))
                words[base + lane] = word
            base += cuda.gridsize(1) // WARP_SIZE * AT_ONCE

    return write
