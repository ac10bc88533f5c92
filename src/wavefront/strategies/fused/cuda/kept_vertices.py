"""The bitmaps of a vertex filter, for filtered.py: a kernel of its own before the search.

Each lane asks about one vertex of each of four words, so that a warp reads neighboring elements of an array,
and four reads of a lane overlap. A vote of the warp is a word. A warp alone writes its words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ....compiler import cuda, int64, uint32
from ....filters import Predicate, vertex_in_arrays
from ....intrinsics.access import at
from ....intrinsics.warp import WARP_SIZE, ballot
from ....operators.functors import kept_with_functor

if TYPE_CHECKING:
    from ....device import Cuda, Python
    from ....operators.functors import Functor

BLOCK_SIZE, BLOCKS = 512, 4  # threads per block, and blocks per multiprocessor, which it runs at once
AT_ONCE = 4  # words per warp and turn


class Bytes(NamedTuple):
    """The data of `vertex_in_bytes`."""

    mask: Any  # uint8


class Words(NamedTuple):
    """The data of `vertex_in_words`."""

    words: Any


def vertex_in_bytes(vertex, data):
    """Whether the array keeps the vertex."""
    return at(data.mask, vertex) != 0


def vertex_in_words(vertex, data):
    """Whether the bitmap keeps the vertex."""
    return at(data.words, vertex >> 5) >> (vertex & 31) & 1 != 0


def kept_vertices(
    count: int, vertices: Predicate, settled: Any, blocks: int, device: Cuda | Python
) -> tuple[Any, Any]:
    """Bitmaps of the vertices that are settled or dropped, and of those that are kept.

    The latter has a word more, with all bits.
    """
    functor, data, _ = vertices
    if functor is vertex_in_arrays and data.mask.size:
        functor, data = vertex_in_bytes, Bytes(data.mask.view(np.uint8))
    elif functor is vertex_in_arrays:
        functor, data = vertex_in_words, Words(data.words)
    xp = device.xp
    closed, kept = xp.ndarray(settled.size, np.uint32), xp.ndarray(settled.size + 1, np.uint32)
    threads = WARP_SIZE if xp is np else BLOCK_SIZE
    arguments = data, count, settled, closed, kept
    device.launch(1 if xp is np else BLOCKS * blocks, threads, _noter(functor), *arguments)
    return closed, kept


@kept_with_functor
def _noter(functor: Functor) -> Functor:
    def is_kept(vertex, data, count):
        return bool(functor(min(vertex, count - 1), data)) | (vertex >= count)

    def note(data, count, settled, closed, kept):
        thread = cuda.grid(1)
        lane, base = thread % WARP_SIZE, int64(thread // WARP_SIZE * AT_ONCE)
        while base < kept.size:
            vertex = base * WARP_SIZE + lane
            a, b = is_kept(vertex, data, count), is_kept(vertex + WARP_SIZE, data, count)
            c, d = is_kept(vertex + 2 * WARP_SIZE, data, count), is_kept(vertex + 3 * WARP_SIZE, data, count)
            a, b, c, d = uint32(ballot(a)), uint32(ballot(b)), uint32(ballot(c)), uint32(ballot(d))
            word = base + lane
            if lane < AT_ONCE and word < kept.size:
                bits = a if lane == 0 else (b if lane == 1 else (c if lane == 2 else d))
                kept[word] = bits
                if word < settled.size:
                    closed[word] = uint32(settled[word] | ~bits)
            base += cuda.gridsize(1) // WARP_SIZE * AT_ONCE

    return note
