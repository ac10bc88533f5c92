"""The neighbor lists of one bucket: a contiguous range of vertices, whose edges fit in a core's cache.

The bucket's edges are sorted by neighbor with a radix sort, which is stable and whose time doesn't depend on
their order, then moved to the lists. If the neighbors of every vertex come in ascending order, as where the
input is sorted by either end, they are moved at once; so are those of short lists, which insertion sorts. If
the neighbors of every vertex descend, the edges are reversed first.

A hub makes its bucket larger than a cache. Without weights, such a bucket is first split in place by leading
bits ("American flag" sort: McIlroy, Bostic, McIlroy, "Engineering Radix Sort", Computing Systems 6, 1993), so
that the radix sort stays in the cache and its memory is bounded.
"""

from typing import Any, NamedTuple

import numpy as np

from ..intrinsics.copying import copy_over, viewed_as
from .room import DIGIT, FLAG_BITS, LARGE, MOST_PARTS, Room

PLACE_BITS = 16  # most bits of a vertex's number within its bucket
SHORT = 16  # edges of a list up to which insertion takes less time than the radix sort


class Split(NamedTuple):
    """Edges in buckets; in the end, neighbors in lists."""

    value: Any  # uint32 or uint64: the neighbors; without `place`, the vertex's number is in the bits above
    place: Any  # uint16: of each edge, its vertex's number within the bucket; may be empty without weights
    payload: Any  # integers that move with the neighbors; empty without weights


class Bucket(NamedTuple):
    """The edges from number `first` to below `last`, of the vertices from `low` to below `high`."""

    first: int
    last: int
    low: int
    high: int
    bits: int  # of a neighbor's id


def place_of(edge, bits, split):
    """The number, within the bucket, of the edge's vertex."""
    if split.place.size:
        return np.uint64(split.place[edge])
    return np.uint64(split.value[edge]) >> np.uint64(bits)


def neighbor_of(edge, bits, split):
    """The edge's neighbor."""
    if split.place.size:
        return np.uint64(split.value[edge])
    return np.uint64(split.value[edge]) & ((np.uint64(1) << np.uint64(bits)) - np.uint64(1))


def build_bucket(bucket, ptr, split, room, sort):
    """Offsets and sorted lists of the bucket's vertices; `sort` is `sort_bucket` or `sort_large`."""
    first, low, high = bucket.first, bucket.low, bucket.high
    cursors, room = room.counters[: high - low], Room(room.words, room.counters[high - low :])
    latest = viewed_as(split.value, room.counters)
    ascends = count_degrees(bucket, cursors, latest, split)
    start, longest = first, 0
    for place in range(high - low):
        ptr[low + place] = start
        degree = cursors[place]
        cursors[place] = start
        start += degree
        longest = max(longest, degree)
    if not ascends and longest > SHORT and descends(bucket, latest, split):
        reverse(bucket, split)
        ascends = True
    if ascends or longest <= SHORT:
        move_to_lists(bucket, cursors, split, room)
        if not ascends:
            start = first
            for place in range(high - low):
                sort_by_insertion(start, cursors[place], split)
                start = cursors[place]
    else:
        sort(bucket, cursors, split, room)


def count_degrees(bucket, degrees, latest, split):
    """Count the edges of each vertex; returns whether each vertex's neighbors ascend."""
    for place in range(np.uint64(bucket.high - bucket.low)):
        degrees[place] = 0
        latest[place] = 0
    falls = 0
    for edge in range(bucket.first, bucket.last):
        place, neighbor = place_of(edge, bucket.bits, split), neighbor_of(edge, bucket.bits, split)
        degrees[place] += 1
        falls += latest[place] > neighbor
        latest[place] = neighbor
    return falls == 0


def descends(bucket, latest, split):
    """Whether each vertex's neighbors descend, and are all different: parallel edges keep their order."""
    for place in range(np.uint64(bucket.high - bucket.low)):
        latest[place] = 0
    for edge in range(bucket.last - 1, bucket.first - 1, -1):
        place, neighbor = place_of(edge, bucket.bits, split), neighbor_of(edge, bucket.bits, split)
        if latest[place] > neighbor:
            return False
        latest[place] = neighbor + np.uint64(1)
    return True


def reverse(bucket, split):
    """Reverse the order of the edges."""
    first, last = bucket.first, bucket.last - 1
    while first < last:
        split.value[first], split.value[last] = split.value[last], split.value[first]
        if split.place.size:
            split.place[first], split.place[last] = split.place[last], split.place[first]
        if split.payload.size:
            split.payload[first], split.payload[last] = split.payload[last], split.payload[first]
        first += 1
        last -= 1


def move_to_lists(bucket, cursors, split, room):
    """Move the edges, in their order, to the slots at their vertices' cursors."""
    first, last, bits = bucket.first, bucket.last, bucket.bits
    count = min(last - first, room.words.size // 2)
    payload = viewed_as(split.payload, room.words[2 * count :])
    copy = Split(viewed_as(split.value, room.words), split.place[first:last], payload)
    copy_over(split.value[first:last], copy.value)
    copy_over(split.payload[first:last], copy.payload)
    for edge in range(last - first):
        place = place_of(edge, bits, copy)
        slot = cursors[place]
        cursors[place] = slot + 1
        split.value[slot] = neighbor_of(edge, bits, copy)
        if split.payload.size:
            split.payload[slot] = copy.payload[edge]


def sort_by_insertion(first, last, split):
    """Sort the list in these slots, by moving each neighbor past the larger ones before it."""
    for slot in range(first + 1, last):
        neighbor = split.value[slot]
        if split.value[slot - 1] <= neighbor:
            continue
        payload = split.payload[slot] if split.payload.size else 0
        place = slot
        while place > first and split.value[place - 1] > neighbor:
            split.value[place] = split.value[place - 1]
            if split.payload.size:
                split.payload[place] = split.payload[place - 1]
            place -= 1
        split.value[place] = neighbor
        if split.payload.size:
            split.payload[place] = payload


def sort_bucket(bucket, cursors, split, room):
    """As `sort_small`, the whole bucket."""
    sort_small(bucket.first, bucket.last, bucket.bits, cursors, split, room)


def sort_small(first, last, bits, cursors, split, room):
    """Move the edges to the slots at their vertices' cursors, in the order of their neighbors."""
    low = np.uint64(64 - bits)  # bits below the neighbor: the edge's number with weights, else the vertex's
    count = last - first
    words, spare = room.words[:count], room.words[count : 2 * count]
    payload = viewed_as(split.payload, room.words[2 * count :])
    for edge in range(first, last):
        tag = np.uint64(edge - first) if split.payload.size else place_of(edge, bits, split)
        words[edge - first] = neighbor_of(edge, bits, split) << low | tag
    if sort_by_radix(words, spare, room.counters, 64 - bits, bits):
        words = spare
    copy_over(split.payload[first:last], payload)
    for word in words:
        place = tag = word & ((np.uint64(1) << low) - np.uint64(1))
        if split.payload.size:
            place = np.uint64(split.place[np.uint64(first) + tag])
        slot = cursors[place]
        cursors[place] = slot + 1
        split.value[slot] = word >> low
        if split.payload.size:
            split.payload[slot] = payload[tag]


def sort_by_radix(words, spare, digits, low, bits):
    """Sort the words by their bits from `low` on, stably; returns whether they are in `spare` in the end."""
    passes = -(-bits // DIGIT)
    width = -(-bits // passes)
    mask = np.uint64((1 << width) - 1)
    slots = digits[: 1 << width]
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
    return passes % 2 == 1


def sort_large(bucket, cursors, split, room):
    """As `sort_small`, by splitting the edges in place until each part is small; not stable.

    A part holds all edges of a range of vertices, or those of one vertex to a range of neighbors. So its
    edges keep its slots, and the parts of one vertex are moved in the order of their neighbors.
    """
    bits = bucket.bits
    width = 1 << FLAG_BITS
    # Parts left, the next one last: where each begins and ends, and by how many low bits its edges differ.
    left = room.counters[1 << DIGIT :][: 3 * MOST_PARTS].reshape(MOST_PARTS, 3)
    left[0, 0], left[0, 1], left[0, 2] = bucket.first, bucket.last, bits + PLACE_BITS
    count = 1
    starts = room.counters[: width + 1]  # not needed any more when a part's digits are counted
    while count:
        count -= 1
        begin, end, differ = left[count]
        if end - begin <= LARGE:
            sort_small(begin, end, bits, cursors, split, room)
        elif differ == 0:  # parallel edges, which are in place
            place, neighbor = place_of(begin, bits, split), neighbor_of(begin, bits, split)
            split.value[begin:end] = neighbor
            cursors[place] += end - begin
        else:
            differ = max(differ - FLAG_BITS, 0)
            split_in_place(begin, end, bits, differ, room.counters, split)
            for digit in range(width - 1, -1, -1):
                if starts[digit] < starts[digit + 1]:
                    left[count, 0], left[count, 1], left[count, 2] = starts[digit], starts[digit + 1], differ
                    count += 1


def split_in_place(begin, end, bits, drop, counters, split):
    """Group the edges by `digit_of`; `counters` then begins with each group's first edge, and the end."""
    digits = 1 << FLAG_BITS
    starts, ends, heads = (
        counters[: digits + 1],
        counters[digits + 1 : 2 * digits + 1],
        counters[2 * digits + 1 : 3 * digits + 1],
    )
    for digit in range(digits):
        ends[digit] = 0
    for edge in range(begin, end):
        ends[digit_of(edge, bits, drop, split)] += 1
    start = begin
    for digit in range(digits):
        starts[digit] = heads[digit] = start
        start += ends[digit]
        ends[digit] = start
    starts[digits] = end
    for digit in range(digits):
        while heads[digit] < ends[digit]:
            edge = heads[digit]
            wanted = digit_of(edge, bits, drop, split)
            other = heads[wanted]
            heads[wanted] = other + 1
            if wanted != digit:
                split.value[edge], split.value[other] = split.value[other], split.value[edge]
                if split.place.size:
                    split.place[edge], split.place[other] = split.place[other], split.place[edge]


def digit_of(edge, bits, drop, split):
    """FLAG_BITS bits, above the lowest `drop`, of a word that holds the edge's vertex above its neighbor."""
    word = place_of(edge, bits, split) << np.uint64(bits) | neighbor_of(edge, bits, split)
    return np.int64(word >> np.uint64(drop) & np.uint64((1 << FLAG_BITS) - 1))
