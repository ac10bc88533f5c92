"""The entries of the CPU's search for shortest paths: what vertices are still to be relaxed, and when.

An entry is a vertex and the distance that it was given. Whoever lowers a distance makes one entry; an entry
with another distance than the vertex's is stale, and passed over. Entries are in blocks, and a bucket is a
list of blocks per thread. There are lists for SLOTS buckets, from `state[BASE]` on, and one for all further
ones, which are looked at again when the SLOTS buckets are empty. If blocks run out, because many entries are
stale, entries are lost. Then all entries are made anew, from the distances: those before the current bucket
are final.

Lists are written by the thread that they belong to, or by the leader while the gate is closed (buckets.py).
A rank of one thread has such entries of its own vertices (distributed/sssp_rounds.py).
"""

from math import inf
from typing import Any, NamedTuple

import numpy as np

from ...atomics import atomic_add
from ...graph.arrays import unsigned
from ...intrinsics.prefetch import prefetch

BLOCK = 64  # entries of a block
SLOTS = 64  # buckets that have lists of their own
FAR = SLOTS  # the list of all further ones
LARGEST = 2.0**52  # number of a bucket; all further distances are in it, too
# Bytes of the entries' distances from which entries' memory is used again: to clear it takes long.
KEPT = 1 << 23
MOST_PER_UNIT = 1e300  # buckets: finite, so that there is a number of distance 0
FILL_CHUNK = 16384  # distances that a thread makes infinite at once
AHEAD = 4  # entries; how far ahead of its turn a vertex's list is fetched
ROOM = 2  # entries per vertex, beside a block for each list; one would do if none were stale

# A thread's row of `lists`: for each slot its newest block, and the entries in that block, all older ones
# being full; then the blocks that the thread may use again.
UNUSED = 2 * (SLOTS + 1)
ROW = UNUSED + 14  # words: whole cache lines
LINE = 8  # words
LOWEST, RELAXED = range(2)  # of `own`: a lower bound of the far entries' distances; entries relaxed
# `state`: words that the leader writes between steps; then, on lines of their own, what threads add to.
STEP, SLOT, BASE, WORK, FOUND, IS_SHARED, FEW, FOLLOWED = range(8)
CURSOR, USED, LOST, WRONG, CUT = 8, 16, 24, 25, 26
# The leader's again: entries taken since buckets were last filled or their width changed, and how many are
# few (0: the width stays); how many far ones were looked at then, and how many entries were relaxed before.
ENTRIES, LEAST, LOOKED_AT, BEFORE = range(32, 36)
# width.py's: the bucket relaxed last, and after how many entries they are compared with vertices again; where
# the comparison begins, entries relaxed before, and vertices of the sample in buckets before.
BUCKET, COMPARE, RELAXED_BEFORE, SETTLED_BEFORE, STATE_SIZE = range(36, 41)
SCALE_SIZE = 3  # numbers of `scale`


class Search(NamedTuple):
    """The graph, the distances so far, and the entries."""

    src_ptr: Any
    dst: Any
    weights: Any  # E numbers, or none: then every weight is 1
    distances: Any
    vertices: Any  # of each entry, BLOCK entries per block
    given: Any  # the entry's distance
    after: Any  # of each block, the next one of its list, or -1
    lists: Any  # a row per thread
    own: Any  # LINE per thread
    work: Any  # the step's blocks, times 2 BLOCK, plus the number of their entries
    state: Any
    # Buckets per unit of distance, the last distance to find, and how many per unit there are at least where
    # few entries widen them.
    scale: Any
    targets: Any  # int64 vertices: the search ends once all of them have their distance; none: at the end


def fill(search):
    """Make distances infinite: one thread's part."""
    count = search.distances.size
    first = atomic_add(search.state, CURSOR, FILL_CHUNK)
    while first < count:
        for vertex in range(np.uint64(first), np.uint64(min(first + FILL_CHUNK, count))):
            search.distances[vertex] = inf
        first = atomic_add(search.state, CURSOR, FILL_CHUNK)


def bucket_of(distance, search):
    """The number of the bucket with this distance, which is finite."""
    return np.int64(min(distance * search.scale[0], LARGEST))


def new_block(thread, search):
    """A block that no list has; -1 if there is none."""
    row = thread * ROW
    block = search.lists[row + UNUSED]
    if block >= 0:
        search.lists[row + UNUSED] = search.after[block]
        return np.int64(block)
    block = atomic_add(search.state, USED, 1)
    return block if block < search.after.size else np.int64(-1)


def put(thread, vertex, distance, search):
    """Make an entry in the thread's list of the distance's bucket, which isn't before `BASE`."""
    slot = min(bucket_of(distance, search) - search.state[BASE], FAR)
    lists, place = search.lists, thread * ROW + 2 * slot
    if lists[place + 1] == BLOCK:
        block = new_block(thread, search)
        if block < 0:
            search.state[LOST] = 1
            return
        search.after[block] = lists[place]
        lists[place], lists[place + 1] = block, 0
    entry = np.uint64(lists[place] * BLOCK + lists[place + 1])
    search.vertices[entry], search.given[entry] = vertex, distance
    lists[place + 1] += 1
    if slot == FAR:
        search.own[thread * LINE + LOWEST] = min(search.own[thread * LINE + LOWEST], distance)


def fetch_entries(entry, last, search):
    """Start fetching what the entries behind this one lead to, up to the last one of its block."""
    ahead = min(entry + 2 * AHEAD, last)
    prefetch(search.src_ptr, search.vertices[ahead])
    prefetch(search.distances, search.vertices[ahead])
    begin = search.src_ptr[search.vertices[min(entry + AHEAD, last)]]
    prefetch(search.dst, begin)
    prefetch(search.weights, begin)


def sort_entries(thread, first, end, search):
    """Put these entries of the far list, of one block, into their buckets."""
    for entry in range(first, end):
        vertex = search.vertices[entry]
        if search.distances[vertex] == search.given[entry]:
            put(thread, vertex, search.given[entry], search)


def release(thread, block, search):
    """Have the thread use this block again."""
    search.after[block] = search.lists[thread * ROW + UNUSED]
    search.lists[thread * ROW + UNUSED] = block


def first_filled(slot, search):
    """The first slot from this one on in which a thread has an entry; FAR if there is none."""
    while slot < FAR:
        for place in range(2 * slot, search.lists.size, ROW):
            if search.lists[place] >= 0:
                return slot
        slot += 1
    return slot


def collect(first, last, search):
    """Make the blocks of all threads' lists of these buckets the next step's work; returns their entries."""
    entries, size = np.int64(0), 0
    for slot in range(first, last + 1):
        for place in range(2 * slot, search.lists.size, ROW):
            block, count = np.int64(search.lists[place]), np.int64(search.lists[place + 1])
            search.lists[place], search.lists[place + 1] = -1, BLOCK
            while block >= 0:
                search.work[size] = 2 * BLOCK * block + count
                block, entries, size = np.int64(search.after[block]), entries + count, size + 1
                count = np.int64(BLOCK)
    search.state[WORK] = size
    return entries


def empty_lists(search):
    """Make all lists empty, and all blocks unused."""
    for place in range(search.lists.size):
        search.lists[place] = BLOCK if place % ROW < UNUSED and place % ROW % 2 else -1
    for line in range(0, search.own.size, LINE):
        search.own[line + LOWEST] = inf
    search.state[USED] = search.state[LOST] = 0


def lowest_far(search):
    """A lower bound of the distances in the lists of the far ones; then forgets it, for a new one."""
    lowest = inf
    for line in range(0, search.own.size, LINE):
        lowest = min(lowest, search.own[line + LOWEST])
        search.own[line + LOWEST] = inf
    return lowest


def put_all(search):
    """Make the entries of all distances anew that may not be final."""
    empty_lists(search)
    for vertex in range(search.distances.size):
        distance = search.distances[vertex]
        if distance < inf and bucket_of(distance, search) >= search.state[BASE] + search.state[SLOT]:
            put(0, vertex, distance, search)


def num_blocks(num_vertices: int, threads: int) -> int:
    """How many blocks there are, for so many threads: enough for an entry per vertex, whoever makes it."""
    return ROOM * num_vertices // BLOCK + 1 + threads * (SLOTS + 1)


def new_room(blocks: int, ids: np.dtype[Any], numbers: np.dtype[Any]) -> dict[str, Any]:
    """Memory for so many blocks of entries, by the names of `Search`."""
    return {
        "vertices": unsigned(np.empty(blocks * BLOCK, ids)),
        "given": np.empty(blocks * BLOCK, numbers),
        "after": np.empty(blocks, np.int64),
        "work": np.empty(blocks, np.int64),
    }


def scale_of(delta: float, cutoff: float, widest: int = 1) -> np.ndarray:
    """`Search.scale` for buckets as wide as delta, which is positive, `widest` times if entries are few."""
    scale = min(1 / delta, MOST_PER_UNIT)
    return np.array([scale, cutoff, scale / widest])
