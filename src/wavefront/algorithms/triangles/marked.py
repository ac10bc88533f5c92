"""Triangles in the middle of which is a vertex of high rank: the neighbors above it are marked by bits.

Ranks above a vertex are smaller than its own. So bits for the first REACH ranks, in shared memory, are exact
for its neighbors above: no slot is looked at in vain. A word has 16 bits, and in its upper half how many are
set in the words before: the number of a key's mark is the slot that counts its hits.
"""

from ...atomics import atomic_add, atomic_or
from ...compiler import cuda, int32, int64
from ...intrinsics.access import at
from ...intrinsics.warp import WARP_SIZE, broadcast, prefix_sum, size_of, warp_sum
from .look_up import BITS, MOST_MARKED, TABLE_WORDS, WORD_SHIFT, look_up_below, marked_slot
from .units import next_unit, unit_of

THREADS = 256  # per block
RESIDENT = 6  # blocks that a multiprocessor holds; 44 ms on Kronecker 22, with the 4 that fit unasked 50 ms
BELOW = 1024  # neighbors below a vertex that one block takes
WARPS = 32  # of a block, at most


def count_marked(sides, units, counts, by_rank):
    """Count the triangles of the units that this block takes, at all three of their vertices."""
    marks = cuda.shared.array(TABLE_WORDS, int32)
    hits = cuda.shared.array(MOST_MARKED, int32)
    in_warps = cuda.shared.array(WARPS, int32)
    unit = next_unit(units)
    while unit >= 0:
        vertex, part = unit_of(unit)
        begin, above, thread = at(sides.src_ptr, vertex), at(sides.above, vertex), cuda.threadIdx.x
        words = int32((at(sides.ranks, vertex) >> WORD_SHIFT) + 1)
        for word in range(thread, words + 1, cuda.blockDim.x):
            marks[word] = 0
        for slot in range(thread, above, cuda.blockDim.x):
            hits[slot] = 0
        cuda.syncthreads()  # nothing is marked
        for index in range(thread, above, cuda.blockDim.x):
            key = at(sides.ids, begin + index)
            atomic_or(marks, key >> WORD_SHIFT, int32(1 << (key & (BITS - 1))))
        cuda.syncthreads()  # all keys are marked
        number_marks(marks, words, in_warps)
        found = look_up_below(sides, vertex, (part, BELOW), (None, marks, hits, words), counts)
        cuda.syncthreads()  # all have counted their hits
        for index in range(thread, above, cuda.blockDim.x):
            key = at(sides.ids, begin + index)
            times = hits[marked_slot(key, marks, words)]
            if times:
                atomic_add(by_rank, key, int64(times))
        if found and thread % WARP_SIZE == 0:
            atomic_add(counts, vertex, found)
        unit = next_unit(units)


def number_marks(marks, words, in_warps):
    """Store in each word how many marks are before it; the block's warps take neighboring words."""
    warp, lane = cuda.threadIdx.x // WARP_SIZE, cuda.threadIdx.x % WARP_SIZE
    span = (words // cuda.blockDim.x + 1) * WARP_SIZE
    first, before = warp * span, 0
    for word in range(first + lane, min(first + span, words), WARP_SIZE):
        before += size_of(marks[word])
    before = warp_sum(before)
    if lane == 0:
        in_warps[warp] = before
    cuda.syncthreads()  # all warps have counted
    before = 0
    for other in range(warp):
        before += in_warps[other]
    for word in range(first + lane, first + span + lane, WARP_SIZE):
        own = size_of(marks[word]) if word < words else 0
        through = prefix_sum(own)
        if own:
            marks[word] |= (before + through - own) << BITS
        before += broadcast(through, WARP_SIZE - 1)
    cuda.syncthreads()  # all marks are numbered
