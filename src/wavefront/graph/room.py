"""Memory for threads that build lists, allocated before they start: see bucket.py.

The threads of a compiled loop can't report that memory is short. The room of each has the size of one of the
largest buckets; the thread builds this bucket first, and smaller ones afterwards.
"""

from typing import Any, NamedTuple

import numpy as np

from ..device.memory import allocated

DIGIT = 11  # most bits per pass of the radix sort: its write streams fit in the second cache
LARGE = 1 << 19  # edges of a bucket beyond which it is split in place
FLAG_BITS = 8  # bits by which it is split at once
MOST_PARTS = 8 << FLAG_BITS  # of a bucket that is split in place, still to be sorted at any time


class Room(NamedTuple):
    """Memory to build a bucket's lists in, whose contents don't matter; of one thread, or of all in turn."""

    words: Any  # uint64, see `num_words`
    counters: Any  # int64: one per vertex of a bucket, then what is needed one after the other


def new_rooms(sizes: list[int], num_vertices: int, has_payload: bool) -> Room:
    """Rooms for threads that build buckets of these sizes in edges, and of so many vertices.

    Raises MemoryError, naming the bytes.
    """
    words, counters = room_sizes(sizes, num_vertices, has_payload)
    purpose = "sorting the edges of a graph"
    return Room(allocated(words, np.uint64, purpose), allocated(counters, np.int64, purpose))


def room_sizes(sizes: list[int], num_vertices: int, has_payload: bool) -> tuple[int, int]:
    """Words and counters, 8 bytes each, of these rooms."""
    parts = 0 if has_payload or max(sizes, default=0) <= LARGE else 3 * MOST_PARTS
    counters = num_vertices + max(num_vertices, (1 << DIGIT) + parts)
    return sum(num_words(size, has_payload) for size in sizes), counters * len(sizes)


def num_words(size: int, has_payload: bool) -> int:
    """Words of a room for a bucket of this size in edges.

    The radix sort takes two per edge; a large bucket is moved or split instead. A payload takes a third.
    """
    return 3 * size if has_payload else max(size, 2 * min(size, LARGE))
