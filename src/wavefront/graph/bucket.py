"""The neighbor lists of one bucket: a contiguous range of vertices, whose edges fit in a core's cache.

The bucket's edges are sorted by neighbor with a radix sort, which is stable and whose time doesn't depend on
their order, then moved to the lists. If the neighbors of every vertex come in ascending order, as where the
input is sorted by either end, they are moved at once.

A hub makes its bucket larger than a cache. Without weights, such a bucket is first split in place by leading
bits ("American flag" sort: McIlroy, Bostic, McIlroy, "Engineering Radix Sort", Computing Systems 6, 1993), so
that the radix sort's memory is bounded.
"""

from typing import Any, NamedTuple

import numpy as np

DIGIT = 10  # most bits per pass of the radix sort: its write streams fit in the second cache
LARGE = 1 << 20  # edges of a bucket beyond which it is split in place
FLAG_BITS = 8  # bits by which it is split at once
PLACE_BITS = 16  # most bits of a vertex's number within its bucket


class Split(NamedTuple):
    """Edges in buckets; in the end, neighbors in lists."""

    place: Any  # uint16: of each edge, its vertex's number within the bucket
    value: Any  # the neighbors
    payload: Any  # integers that move with the neighbors; empty without weights


def build_bucket(first, last, low, high, bits, ptr, split):
    """Offsets and sorted lists of the vertices from `low` to below `high`, whose edges are first to last - 1.

    A neighbor's id has so many bits.
    """
    cursors = np.zeros(high - low, np.int64)
    ascends = count_degrees(first, last, cursors, split)
    start = first
    for place in range(high - low):
        ptr[low + place] = start
        degree = cursors[place]
        cursors[place] = start
        start += degree
    if ascends and not split.payload.size:
        values = split.value[first:last].copy()
        for edge in range(first, last):
            place = split.place[edge]
            split.value[cursors[place]] = values[edge - first]
            cursors[place] += 1
    elif last - first > LARGE and not split.payload.size:
        sort_large(first, last, bits, cursors, split)
    else:
        sort_small(first, last, bits, ascends, cursors, split)


def count_degrees(first, last, degrees, split):
    """Count the edges of each vertex; returns whether each vertex's neighbors ascend."""
    latest = np.zeros(degrees.size, split.value.dtype)
    ascends = True
    for edge in range(first, last):
        place, value = split.place[edge], split.value[edge]
        degrees[place] += 1
        ascends &= latest[place] <= value
        latest[place] = value
    return ascends


def sort_small(first, last, bits, ascends, cursors, split):
    """Move the edges to the slots at their vertices' cursors, in the order of their neighbors."""
    count = last - first
    low = np.uint64(64 - bits)  # bits for an edge's number in the bucket
    words = np.empty(count, np.uint64)
    for edge in range(count):
        words[edge] = np.uint64(split.value[first + edge]) << low | np.uint64(edge)
    if not ascends:
        words = sorted_by_radix(words, 64 - bits, bits)
    places = split.place[first:last]
    payload = split.payload[first:last].copy() if split.payload.size else split.payload
    for word in words:
        edge = word & ((np.uint64(1) << low) - np.uint64(1))
        place = places[edge]
        slot = cursors[place]
        cursors[place] = slot + 1
        split.value[slot] = word >> low
        if split.payload.size:
            split.payload[slot] = payload[edge]


def sorted_by_radix(words, low, bits):
    """The words in the order of their bits from `low` on; stable. The given words are overwritten."""
    passes = -(-bits // DIGIT)
    width = -(-bits // passes)
    mask = np.uint64((1 << width) - 1)
    spare = np.empty_like(words)
    slots = np.empty(1 << width, np.int64)
    for number in range(passes):
        drop = np.uint64(low + number * width)
        slots[:] = 0
        for word in words:
            slots[word >> drop & mask] += 1
        start = 0
        for digit in range(slots.size):
            count = slots[digit]
            slots[digit] = start
            start += count
        for word in words:
            digit = word >> drop & mask
            spare[slots[digit]] = word
            slots[digit] += 1
        words, spare = spare, words
    return words


def sort_large(first, last, bits, cursors, split):
    """As `sort_small`, by splitting the edges in place until each part is small. Equal edges lose their order.

    A part holds all edges of a range of vertices, or those of one vertex to a range of neighbors. So its
    edges keep its slots, and the parts of one vertex are moved in the order of their neighbors.
    """
    width = 1 << FLAG_BITS
    # Parts to do, the next one last: where each begins and ends, and by how many bits its edges may differ.
    todo = np.empty((8 * width, 3), np.int64)
    todo[0, 0], todo[0, 1], todo[0, 2] = first, last, bits + PLACE_BITS
    count = 1
    starts = np.empty(width + 1, np.int64)
    while count:
        count -= 1
        begin, end, differ = todo[count]
        if differ == 0:  # parallel edges
            cursors[split.place[begin]] += end - begin
            continue
        if end - begin <= LARGE:
            sort_small(begin, end, bits, False, cursors, split)
            continue
        differ = max(differ - FLAG_BITS, 0)
        split_in_place(begin, end, bits, differ, starts, split)
        for digit in range(width - 1, -1, -1):
            if starts[digit] < starts[digit + 1]:
                todo[count, 0], todo[count, 1], todo[count, 2] = starts[digit], starts[digit + 1], differ
                count += 1


def split_in_place(begin, end, bits, drop, starts, split):
    """Group the edges by FLAG_BITS bits of vertex and neighbor, above `drop` bits; `starts`: the groups' first."""
    digits = starts.size - 1
    ends = np.zeros(digits, np.int64)
    for edge in range(begin, end):
        ends[digit_of(edge, bits, drop, split)] += 1
    start = begin
    for digit in range(digits):
        starts[digit] = start
        start += ends[digit]
        ends[digit] = start
    starts[digits] = end
    heads = starts.copy()
    for digit in range(digits):
        while heads[digit] < ends[digit]:
            edge = heads[digit]
            wanted = digit_of(edge, bits, drop, split)
            other = heads[wanted]
            heads[wanted] = other + 1
            if wanted != digit:
                split.place[edge], split.place[other] = split.place[other], split.place[edge]
                split.value[edge], split.value[other] = split.value[other], split.value[edge]


def digit_of(edge, bits, drop, split):
    """FLAG_BITS bits, above `drop` bits, of the edge's vertex and neighbor, a number with the vertex in front."""
    word = np.uint64(split.place[edge]) << np.uint64(bits) | np.uint64(split.value[edge])
    return np.int64(word >> np.uint64(drop) & np.uint64((1 << FLAG_BITS) - 1))
