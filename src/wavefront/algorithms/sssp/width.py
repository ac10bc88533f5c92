"""How wide the CPU's buckets are while a search for shortest paths runs.

No one width suits all graphs, nor all parts of one. Wide buckets relax edges in vain: a vertex is relaxed,
and again when a shorter way comes within the same bucket. Narrow ones have few entries each, and cost steps
and looks at the far entries. The leader of the threads compares what was relaxed with what it was good for,
and changes the width; ranks agree on theirs (distributed/sssp_rounds.py).

Widths differ by powers of two, so that a bucket's lower bound is one of narrower buckets, too.
"""

import numpy as np

from .entries import (
    BASE,
    BEFORE,
    BUCKET,
    COMPARE,
    ENTRIES,
    FAR,
    LARGEST,
    LEAST,
    LINE,
    LOOKED_AT,
    MOST_PER_UNIT,
    RELAXED,
    RELAXED_BEFORE,
    SETTLED_BEFORE,
    SLOT,
    SLOTS,
    bucket_of,
    collect,
    lowest_far,
)

# Entries of a bucket, times the square of the threads, that are few: more threads take longer to meet, and
# less to do what there is. If the last SLOTS buckets had fewer, the next ones are twice as wide, up to WIDEST
# times the first ones. Without that limit they are WIDER times as wide where over LOOKS_PER_ENTRY far entries
# were looked at for one that was relaxed.
FEW_ENTRIES, WIDEST = 8, 4
LOOKS_PER_ENTRY, WIDER = 4, 16.0
# Buckets become a quarter as wide where over so many entries per vertex were relaxed. Vertices are estimated
# from a sample, whenever an eighth as many entries as the graph has vertices were relaxed.
ENTRIES_PER_VERTEX, NARROWER = 2, 4.0
SHARE, FEWEST = 8, 1024  # in a small graph, after so many
SAMPLE, SPREAD = 1024, 2654435761  # vertices; Knuth's multiplier, 2^32 over the golden ratio


def few_entries(threads: int) -> int:
    """`state[LEAST]` of a search by so many threads."""
    return FEW_ENTRIES * SLOTS * threads**2


def relaxed_before(search):
    """How many entries all threads have relaxed."""
    total = np.float64(0)
    for line in range(0, search.own.size, LINE):
        total += search.own[line + RELAXED]
    return np.int64(total)


def widening(search):
    """The factor for `scale[0]` where all entries are far ones: below 1 if the last buckets had few."""
    state, scale, factor = search.state, search.scale, 1.0
    relaxed = relaxed_before(search)
    if state[LEAST] and LOOKS_PER_ENTRY * (relaxed - state[BEFORE]) < state[LOOKED_AT]:
        factor = 1 / WIDER
    elif state[ENTRIES] < state[LEAST] and scale[0] > scale[2]:
        factor = 0.5
    state[ENTRIES], state[BEFORE] = 0, relaxed
    return factor


def settled(end, search):
    """How many vertices of the sample are in buckets before this one."""
    count, size = np.uint64(search.distances.size), 0
    for index in range(min(search.distances.size, SAMPLE)):
        vertex = np.uint64(index)
        if count > SAMPLE:  # multiples of the golden ratio are evenly spread, whatever the count
            vertex = (vertex * np.uint64(SPREAD) & np.uint64(0xFFFFFFFF)) * count >> np.uint64(32)
        distance = search.distances[vertex]
        size += distance < np.inf and bucket_of(distance, search) < end
    return size


def are_too_wide(search):
    """Whether too many entries were relaxed for the vertices that they belong to."""
    state, count, bucket = search.state, search.distances.size, search.state[BASE] + search.state[SLOT]
    if not state[LEAST]:
        return False
    relaxed = relaxed_before(search)
    begins, state[BUCKET] = bucket != state[BUCKET], bucket
    if relaxed < max(state[COMPARE], count // SHARE, FEWEST):
        return False
    state[COMPARE] = relaxed + count // SHARE
    # Of a bucket that has begun, all vertices reached so far count, relaxed or not.
    now = settled(bucket if begins else bucket + 1, search)
    vertices = (now - state[SETTLED_BEFORE]) * count / min(count, SAMPLE)
    is_in_vain = relaxed - state[RELAXED_BEFORE] > ENTRIES_PER_VERTEX * vertices
    if begins:
        state[RELAXED_BEFORE], state[SETTLED_BEFORE] = relaxed, now
    return is_in_vain and bucket < LARGEST / NARROWER and search.scale[0] <= MOST_PER_UNIT / NARROWER


def narrow(search):
    """Make buckets narrower, from the current one on; returns how many entries are to be put into them."""
    bucket = np.int64(NARROWER) * (search.state[BASE] + search.state[SLOT])
    search.scale[2] *= NARROWER
    return change_width(NARROWER, bucket, search)


def change_width(factor, bucket, search):
    """Multiply the buckets per unit of distance, and go on with the bucket of this number, of the new width.

    Returns how many entries are to be put into the new buckets.
    """
    state, scale, relaxed = search.state, search.scale, relaxed_before(search)
    scale[0] *= factor
    state[COMPARE] = relaxed + search.distances.size // SHARE
    state[RELAXED_BEFORE], state[SETTLED_BEFORE] = relaxed, settled(bucket, search)
    state[ENTRIES], state[BEFORE], state[LOOKED_AT] = 0, relaxed, 0
    state[BASE], state[SLOT], state[BUCKET] = bucket, 0, -1
    lowest_far(search)
    return collect(0, FAR, search)
