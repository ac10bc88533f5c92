"""The order of a ball's vertices: by distance, equally far ones by id.

A level of a ball by edges is dealt out to buckets and sorted by insertion (Knuth, The Art of Computer
Programming 3, 5.2.5 and 5.2.1), in work for its size where ids are spread evenly; a ball by weights, and a
level whose ids crowd, by Shell's method.
"""

from typing import Any

import numpy as np

BUCKET_BITS = 11  # most buckets, as a power of 2: their counts, 8 KiB, stay in the nearest cache
CROWDED = 32  # vertices of a bucket that are no longer sorted by insertion


def order_by_distance(first, size, vertices, distances, parents):
    """Sort `size` entries from `first` on: Shell, "A High-Speed Sorting Procedure", CACM 1959.

    Knuth's gaps. In place, since a lane by weights has no room to spare.
    """
    gap = 1
    while gap < size // 3:
        gap = 3 * gap + 1
    while gap > 0:
        least, step = np.uint64(first + gap), np.uint64(gap)
        for index in range(first + gap, first + size):
            slot: Any = np.uint64(index)  # unsigned: no test for negative indices
            vertex, distance, parent = vertices[slot], distances[slot], parents[slot]
            while slot >= least:
                before = slot - step
                if distances[before] < distance:
                    break
                if distances[before] == distance and vertices[before] < vertex:
                    break
                vertices[slot], distances[slot] = vertices[before], distances[before]
                parents[slot] = parents[before]
                slot = before
            vertices[slot], distances[slot], parents[slot] = vertex, distance, parent
        gap //= 3


def order_level(first, size, lane, lanes):
    """Sort `size` entries of one level from `first` on, all at the same distance, by id.

    They are dealt out to as many buckets as there are entries, at most, by the leading bits of their ids, and
    inserted in order as they are copied back.
    """
    if size < 2:
        return
    bits, shift, least = divided(first, size, lanes.vertices)
    fullest = deal(first, size, bits, shift, least, lane, lanes)
    vertices, parents = lanes.vertices, lanes.predecessors
    dealt, dealt_parents = lanes.dealt[lane], lanes.dealt_parents[lane]
    for index in range(size):
        vertex, parent = dealt[np.uint64(index)], dealt_parents[np.uint64(index)]
        slot: Any = np.uint64(first + index)
        while fullest <= CROWDED and slot > np.uint64(first):
            before = slot - np.uint64(1)
            if vertices[before] < vertex:
                break
            vertices[slot], parents[slot] = vertices[before], parents[before]
            slot = before
        vertices[slot], parents[slot] = vertex, parent
    if fullest > CROWDED:
        begin = np.int64(0)
        for bucket in range(np.int64(1) << bits):
            end = np.int64(lanes.counts[lane, bucket])
            order_by_distance(first + begin, end - begin, vertices, lanes.distances, parents)
            begin = end


def divided(first, size, vertices):
    """How many bits have the numbers of the buckets, how many the rest of an id less the least, and this."""
    least = most = np.int64(vertices[np.uint64(first)])
    for index in range(first + 1, first + size):
        vertex = np.int64(vertices[np.uint64(index)])
        least, most = min(least, vertex), max(most, vertex)
    bits, shift = np.int64(1), np.int64(0)
    while bits < BUCKET_BITS and np.int64(2) << bits <= size:
        bits += 1
    while (most - least) >> shift >= np.int64(1) << bits:
        shift += 1
    return bits, shift, least


def deal(first, size, bits, shift, least, lane, lanes):
    """Copy the entries, bucket by bucket. Writes where each ends, and returns how many are in the fullest."""
    vertices, parents, counts = lanes.vertices, lanes.predecessors, lanes.counts[lane]
    dealt, dealt_parents = lanes.dealt[lane], lanes.dealt_parents[lane]
    counts[: np.int64(1) << bits] = 0
    for index in range(first, first + size):
        counts[np.uint64((np.int64(vertices[np.uint64(index)]) - least) >> shift)] += 1
    total, fullest = np.int64(0), np.int64(0)
    for bucket in range(np.int64(1) << bits):
        count = np.int64(counts[np.uint64(bucket)])
        counts[np.uint64(bucket)] = total
        total += count
        fullest = max(fullest, count)
    for index in range(first, first + size):
        vertex = vertices[np.uint64(index)]
        cell: Any = np.uint64((np.int64(vertex) - least) >> shift)
        slot: Any = np.uint64(counts[cell])
        counts[cell] += 1
        dealt[slot], dealt_parents[slot] = vertex, parents[np.uint64(index)]
    return fullest
