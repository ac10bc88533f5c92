"""The bitmap of the vertices that a vertex filter keeps, for filtered.py, and what it does to levels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numpy as np

from ....filters import vertex_in_arrays
from ....frontier import WORD_SIZE
from ....graph import Graph
from ....operators.functors import kept_with_functor

if TYPE_CHECKING:
    from ....device import Device
    from ....filters import Filters
    from ....operators.functors import Functor

FULL = 0xFFFFFFFF  # a word with all bits set
PADDED = 64  # bits of the words that steps read


def kept_words(graph: Graph, filters: Filters, device: Device) -> Any:
    """The bitmap of the vertices that are kept; bits behind the last vertex are set.

    The words are as many as words of 64 bits need.
    """
    count, xp = graph.num_vertices, device.xp
    words = xp.full(PADDED // WORD_SIZE * -(-count // PADDED), FULL, np.uint32)
    functor, data, _ = filters.vertices
    if functor is vertex_in_arrays and data.words.size:
        words[: data.words.size] = data.words
    else:
        mask = data.mask if functor is vertex_in_arrays else xp.empty(count, np.bool_)
        if functor is not vertex_in_arrays:
            device.for_each(count, _noter(functor), data, mask)
        words.view(np.uint8)[: -(-count // 8)] = xp.packbits(mask, bitorder="little")
    if count % WORD_SIZE:
        words[count // WORD_SIZE] |= np.uint32(FULL << count % WORD_SIZE & FULL)
    return words


@kept_with_functor
def _noter(functor: Functor) -> Functor:
    def note(vertex, data, mask):
        mask[vertex] = bool(functor(vertex, data))

    return note


_every_word: WeakKeyDictionary[Graph, Any] = WeakKeyDictionary()


def every_word(graph: Graph) -> Any:
    """As `kept_words`, if all are kept: made once for each graph."""
    if graph not in _every_word:
        _every_word[graph] = np.full(PADDED // WORD_SIZE * -(-graph.num_vertices // PADDED), FULL, np.uint32)
    return _every_word[graph]


def label_dropped(word, kept, levels, level):
    """Give the word's vertices that are dropped this level."""
    dropped = ~np.uint32(kept[word])
    if dropped != 0:
        for slot in range(WORD_SIZE):
            if (dropped >> np.uint32(slot)) & np.uint32(1) != 0:
                levels[word * WORD_SIZE + slot] = level
