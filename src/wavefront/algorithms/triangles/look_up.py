"""Looking up the neighbors above each neighbor below a vertex, in a block's table of those above it.

The table has slots, and counts the hits of each. Either keys are hashed (hashed.py): `keys` has the key of
each slot, and so has `marks`, which has no other use then. Or a key is marked by a bit, and `keys` is None
(marked.py).
"""

from ...atomics import atomic_add
from ...compiler import cuda, int32, int64
from ...intrinsics.access import at
from ...intrinsics.warp import WARP_SIZE, ballot, broadcast, size_of

SLOTS_BITS = 11
SLOTS = 1 << SLOTS_BITS  # of a block's table of keys that are hashed
FREE = -1
SPREAD = 0x9E3779B1  # a multiplier that spreads keys over the slots
LOW_32 = 0xFFFFFFFF
REACH = 1 << 16  # keys that can be marked
WORD_SHIFT = 4
BITS = 1 << WORD_SHIFT  # keys per word of marks; its upper half is the number of marks before
WORDS = REACH // BITS
TABLE_WORDS = WORDS + 1  # and one that is 0
MOST_MARKED = 2048  # keys that a block marks


def look_up_below(sides, vertex, parts, table, counts):
    """Look up the neighbors above each neighbor below the vertex; returns the hits of this warp."""
    part, most = parts
    warp, lane = cuda.threadIdx.x // WARP_SIZE, cuda.threadIdx.x % WARP_SIZE
    warps, end, total = cuda.blockDim.x // WARP_SIZE, at(sides.src_ptr, vertex + 1), 0
    index, last = part * most + warp, min((part + 1) * most, at(sides.below, vertex))
    while index < last:
        place, neighbor, begin, above = index + lane * warps, int64(0), int64(0), int64(0)
        if place < last:
            neighbor = at(sides.ids, end - 1 - place)
            begin, above = at(sides.src_ptr, neighbor), at(sides.above, neighbor)
        for turn in range(min(WARP_SIZE, (last - index + warps - 1) // warps)):
            hits = look_up(sides.ids, broadcast(begin, turn), broadcast(above, turn), table, lane)
            if hits and lane == turn:
                atomic_add(counts, neighbor, hits)
            total += hits
        index += warps * WARP_SIZE
    return total


def look_up(ids, begin, count, table, lane):
    """Count hits of a list's ids in the table, in their slots; returns how many the warp has found.

    Each lane reads four ids before it looks one up: the reads take most of the time, and so overlap.
    """
    total, left, lane = int32(0), int32(count), int32(lane)  # 32 bits: half the instructions
    while left > 0:
        last = int32(left - 1)
        a, b = at(ids, begin + min(lane, last)), at(ids, begin + min(int32(lane + WARP_SIZE), last))
        c = at(ids, begin + min(int32(lane + 2 * WARP_SIZE), last))
        d = at(ids, begin + min(int32(lane + 3 * WARP_SIZE), last))
        total = int32(total + look_up_one(a, lane < left, table))
        if left > WARP_SIZE:
            total = int32(total + look_up_one(b, lane + WARP_SIZE < left, table))
        if left > 2 * WARP_SIZE:
            total = int32(total + look_up_one(c, lane + 2 * WARP_SIZE < left, table))
            total = int32(total + look_up_one(d, lane + 3 * WARP_SIZE < left, table))
        begin, left = begin + 4 * WARP_SIZE, int32(left - 4 * WARP_SIZE)
    return int64(total)


def look_up_one(wanted, is_there, table):
    """Count the hits of the lanes' ids, of those that are there; returns how many the warp has found."""
    keys, marks, hits, size = table
    slot = slot_in(wanted, keys, marks, size)
    is_hit = is_there and slot >= 0
    if is_hit:
        atomic_add(hits, slot, int32(1))
    return size_of(ballot(is_hit))


def slot_in(key, keys, marks, size):
    """The slot that has the key, -1 if there is none; Numba decides about None by an argument only."""
    if keys is None:
        return marked_slot(key, marks, size)
    return hashed_slot(key, keys, size)


def hashed_slot(wanted, keys, bits):
    """The slot of a key in a table of so many bits, or -1."""
    slot, mask = slot_of(wanted, bits), (1 << bits) - 1
    key = keys[slot]
    while key != wanted and key != FREE:
        slot = (slot + 1) & mask & (SLOTS - 1)
        key = keys[slot]
    return int32(slot if key == wanted else -1)


def slot_of(key, bits):
    """The slot of a key, unless others have taken it."""
    return (key * SPREAD & LOW_32) >> (32 - bits)


def marked_slot(key, marks, words):
    """The slot of a key, -1 if it isn't marked. The word behind the words is 0."""
    key = int32(key)
    word = marks[min(int32(key >> WORD_SHIFT), int32(words)) & (2 * WORDS - 1)]
    mark = int32(1) << (key & (BITS - 1))
    if word & mark:
        return int32((word >> BITS) + size_of(word & (mark - 1))) & (MOST_MARKED - 1)
    return int32(-1)
