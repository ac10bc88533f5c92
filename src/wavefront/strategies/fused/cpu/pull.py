"""Bottom-up steps of the CPU's fused search: unvisited vertices look for a visited in-neighbor.

Vertices are taken by words of a bitmap, each by one thread, so that nothing is claimed.
"""

import numpy as np

from ....atomics import atomic_add
from ....compiler import trailing_zeros
from ....frontier import UNVISITED
from ....intrinsics.prefetch import prefetch
from .search import BUFFER, CURSOR, FOUND, LEVEL, ONE, SEEN, bit, flush, label

WORDS = 64  # words of the bitmaps that a thread takes at once
SPARSE_WORDS = 256  # the same where most words are done at a glance


def mark(search):
    """Set the bits of the visited vertices."""
    words, seen = search.has_in.size, search.bitmaps[search.state[SEEN]]
    first = atomic_add(search.state, CURSOR, WORDS)
    while first < words:
        for word in range(first, min(first + WORDS, words)):
            bits = np.uint64(0)
            for vertex in range(word << 6, min((word + 1) << 6, search.levels.size)):
                bits |= np.uint64(search.levels[vertex] != UNVISITED) << np.uint64(vertex & 63)
            seen[word] = bits
        first = atomic_add(search.state, CURSOR, WORDS)


def fetch_lists(word, wanted, search):
    """Have the first in-neighbors of the word's vertices in `wanted` in the cache."""
    while wanted:
        prefetch(search.src, search.dst_ptr[(word << 6) + np.int64(trailing_zeros(wanted))])
        wanted &= wanted - ONE


def pull_word(word, wanted, level, seen, search):
    """Label those of the word's vertices in `wanted` that have a visited in-neighbor; returns their bits."""
    found, left = np.uint64(0), wanted
    while left:  # the first in-neighbors, without a branch, so that many are read at once
        slot = trailing_zeros(left)
        left &= left - ONE
        vertex = (word << 6) + np.int64(slot)
        neighbor = search.src[search.dst_ptr[vertex]]
        hit = seen[neighbor >> 6] >> np.uint64(neighbor & 63) & ONE
        found |= hit << slot
        label(vertex, np.int64(neighbor) if hit else -1, level if hit else UNVISITED, search)
    left = wanted & ~found
    while left:
        slot = trailing_zeros(left)
        left &= left - ONE
        vertex = (word << 6) + np.int64(slot)
        for edge in range(search.dst_ptr[vertex] + 1, search.dst_ptr[vertex + 1]):
            neighbor = search.src[edge]
            if seen[neighbor >> 6] & bit(neighbor):
                label(vertex, neighbor, level, search)
                found |= ONE << slot
                break
    return found


def popcount(word):
    """How many bits are set."""
    size = 0
    while word:
        word &= word - ONE
        size += 1
    return size


def pull(search):
    """Label what is unvisited and has a visited in-neighbor.

    That one is in the frontier: the out-neighbors of the levels before are all visited.
    """
    level, words = search.state[LEVEL], search.has_in.size
    seen, later = search.bitmaps[search.state[SEEN]], search.bitmaps[1 - search.state[SEEN]]
    size = 0
    first = atomic_add(search.state, CURSOR, WORDS)
    while first < words:
        for word in range(first, min(first + WORDS, words)):
            if word + 1 < words:
                fetch_lists(word + 1, search.has_in[word + 1] & ~seen[word + 1], search)
            found = pull_word(word, search.has_in[word] & ~seen[word], level, seen, search)
            later[word] = seen[word] | found
            size += popcount(found)
        first = atomic_add(search.state, CURSOR, WORDS)
    atomic_add(search.state, FOUND, size)


def list_frontier(thread, search):
    """Append to the queue what the last pull labelled."""
    words = search.has_in.size
    seen, earlier = search.bitmaps[search.state[SEEN]], search.bitmaps[1 - search.state[SEEN]]
    vertices = search.buffers[2 * thread]
    size = 0
    first = atomic_add(search.state, CURSOR, SPARSE_WORDS)
    while first < words:
        for word in range(first, min(first + SPARSE_WORDS, words)):
            new = seen[word] & ~earlier[word]
            if size > BUFFER - 64:
                flush(thread, size, search)
                size = 0
            while new:
                vertices[size] = (word << 6) + np.int64(trailing_zeros(new))
                size += 1
                new &= new - ONE
        first = atomic_add(search.state, CURSOR, SPARSE_WORDS)
    flush(thread, size, search)
