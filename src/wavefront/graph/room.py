"""Memory for threads that build lists, allocated before they start: see bucket.py.

Compiled code can't report, from a thread, that memory is short. The room of each thread has the size of one of
the largest buckets; the thread builds this bucket first, and smaller ones afterwards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..device.memory import allocated

if TYPE_CHECKING:
    from .bucket import Split

DIGIT = 11  # most bits per pass of the radix sort: its write streams fit in the second cache
LARGE = 1 << 19  # edges of a bucket beyond which it is split in place
FLAG_BITS = 8  # bits by which it is split at once
MOST_PARTS = 8 << FLAG_BITS  # of a bucket that is split in place, still to be sorted at any time
WORD = 8  # bytes


class Room(NamedTuple):
    """Memory to build a bucket's lists in, whose contents don't matter; of one thread, or of all in turn."""

    degrees: Any  # int64, of each vertex of a bucket
    latest: Any  # as the neighbors, of each vertex of a bucket
    words: Any  # uint64: two per edge that is sorted
    values: Any  # the memory of `words`, in the neighbors' type: one per edge that is moved
    payload: Any  # one per edge, if edges have any
    digits: Any  # int64, of each value of a digit
    parts: Any  # 3 int64 for each part of a bucket that is split in place


def new_rooms(sizes: np.ndarray, num_vertices: int, split: Split) -> tuple[np.ndarray, Room]:
    """A room for each thread, and where its words begin; a thread builds buckets of up to its size in edges.

    Raises MemoryError, naming the bytes.
    """
    value, payload = split.value.dtype, split.payload.dtype
    each = 2 * sizes if split.payload.size else 2 * np.minimum(sizes, LARGE)
    each = np.maximum(each, -(-sizes * value.itemsize // WORD))
    ptr = np.zeros(sizes.size + 1, np.int64)
    np.cumsum(each, out=ptr[1:])
    split_in_place = not split.payload.size and sizes.max(initial=0) > LARGE

    def new(count: int, dtype: Any) -> np.ndarray:
        return allocated(count, dtype, "sorting edges")

    words = new(int(ptr[-1]), np.uint64)
    return ptr, Room(
        new(sizes.size * num_vertices, np.int64),
        new(sizes.size * num_vertices, value),
        words,
        words.view(value),
        new(int(sizes.sum()) if split.payload.size else 0, payload),
        new(sizes.size << DIGIT, np.int64),
        new(3 * MOST_PARTS * sizes.size if split_in_place else 0, np.int64),
    )


def own_room(thread, ptr, rooms):
    """The thread's part of the rooms."""
    threads, first, last = ptr.size - 1, ptr[thread], ptr[thread + 1]
    vertices, per_word = rooms.degrees.size // threads, WORD // rooms.values.itemsize
    parts, digits = rooms.parts.size // threads, 1 << DIGIT
    has_payload = 1 if rooms.payload.size else 0  # then there are two words per edge
    return Room(
        rooms.degrees[thread * vertices : (thread + 1) * vertices],
        rooms.latest[thread * vertices : (thread + 1) * vertices],
        rooms.words[first:last],
        rooms.values[first * per_word : last * per_word],
        rooms.payload[has_payload * first // 2 : has_payload * last // 2],
        rooms.digits[thread * digits : (thread + 1) * digits],
        rooms.parts[thread * parts : (thread + 1) * parts],
    )
