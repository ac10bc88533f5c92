"""What is gathered from a GPU's shared memory in an iteration of PageRank: see slices.py.

A block takes a share of all chunks that takes as long as the others'. For each slice that they are of, it
reads the slice's contributions into shared memory. A warp adds up a chunk: a lane LANE_EDGES neighboring
edges of it. What a lane has left behind its last piece's end belongs to the first piece that ends in a later
lane.
"""

from typing import Any, NamedTuple

from ...compiler import cuda, float32, float64, int32, int64
from ...intrinsics.access import at, pair_at, streamed_at
from ...intrinsics.warp import WARP_SIZE, ballot, broadcast, sum_through
from .cutting import IDS, WORDS
from .kernel import CONVERGED
from .segments import along_edge, over_lanes

NEAR_ID = 0xFFFF  # the bits of an id in a word
QUAD = 4  # contributions that are read together
LAST_LANE = 1 << 31


class Gathered(NamedTuple):
    """What is gathered from, and what was gathered."""

    pairs: Any  # the contributions, two to an int64
    pieces: Any  # the sum of each
    state: Any


def shared_bytes(slices: Any) -> int:
    """Bytes of shared memory: a slice's contributions, and the one that is 0."""
    return 4 * (int(slices.near) + QUAD)


def gather_slices(slices, gathered, half):
    """Add up all pieces, from this half of the contributions."""
    near = cuda.shared.array(0, float32)
    pairs = cuda.shared.array(0, int64)
    chunk, last, index = at(slices.firsts, cuda.blockIdx.x), at(slices.firsts, cuda.blockIdx.x + 1), int64(0)
    if at(gathered.state, CONVERGED):
        last = chunk
    size = gathered.pairs.size // 2
    while chunk < last:
        while at(slices.ends, index) <= chunk:
            index += 1
        stop = min(last, at(slices.ends, index))
        cuda.syncthreads()
        first = half * size + (index * slices.near >> 1)
        fetch(pairs, near, gathered.pairs, first, half * size + size, slices.near)
        cuda.syncthreads()
        add_chunks(slices, near, gathered.pieces, chunk, stop, index)
        chunk = stop


def add_chunks(slices, near, pieces, chunk, stop, index):
    """Add up the pieces of the chunks up to this one, of the slice of this index, by all warps.

    Chunks of many pieces lie side by side, and take longer. So the numbers go through the slice in steps.
    """
    begin = at(slices.ends, index - 1) if index else int64(0)
    size, step = at(slices.ends, index) - begin, at(slices.steps, index)
    warps = cuda.blockDim.x // WARP_SIZE
    chunk += cuda.threadIdx.x // WARP_SIZE
    place, far = (chunk - begin) * step % size, warps * step % size
    while chunk < stop:
        add_chunk(slices, near, pieces, begin + place)
        chunk += warps
        place += far
        if place >= size:
            place -= size


def fetch(pairs, near, contributions, first, end, count):
    """Read a slice's contributions into shared memory, and a 0 behind them."""
    place, last, far = 2 * int32(cuda.threadIdx.x), end - 2, 2 * int32(cuda.blockDim.x)
    size = int32(count >> 1)
    while place < size:
        b, c, d = place + far, place + 2 * far, place + 3 * far
        a0, a1 = pair_at(contributions, min(first + place, last))
        b0, b1 = pair_at(contributions, min(first + b, last))
        c0, c1 = pair_at(contributions, min(first + c, last))
        d0, d1 = pair_at(contributions, min(first + d, last))
        pairs[place], pairs[place + 1] = a0, a1
        if b < size:
            pairs[b], pairs[b + 1] = b0, b1
        if c < size:
            pairs[c], pairs[c + 1] = c0, c1
        if d < size:
            pairs[d], pairs[d + 1] = d0, d1
        place = d + far
    if cuda.threadIdx.x == 0:
        near[count] = 0.0


def add_chunk(slices, near, pieces, chunk):
    """Add up the pieces of a chunk, by all lanes of a warp."""
    lane = int64(cuda.threadIdx.x % WARP_SIZE)
    place = chunk * (WARP_SIZE * WORDS) + lane
    told = at(slices.lanes, chunk * WARP_SIZE + lane)
    a, b = streamed_at(slices.words, place), streamed_at(slices.words, place + WARP_SIZE)
    c, d = streamed_at(slices.words, place + 2 * WARP_SIZE), streamed_at(slices.words, place + 3 * WARP_SIZE)
    e, f = streamed_at(slices.words, place + 4 * WARP_SIZE), streamed_at(slices.words, place + 5 * WARP_SIZE)
    g, h = streamed_at(slices.words, place + 6 * WARP_SIZE), streamed_at(slices.words, place + 7 * WARP_SIZE)
    ends, base = told & 0xFFFFFFFF, told >> 32
    enders = int64(ballot(ends != 0))
    if enders == LAST_LANE and int64(ballot(ends == LAST_LANE)) == LAST_LANE:
        total = ((of_word(near, a) + of_word(near, b)) + (of_word(near, c) + of_word(near, d))) + (
            (of_word(near, e) + of_word(near, f)) + (of_word(near, g) + of_word(near, h))
        )
        total = sum_through(total, WARP_SIZE - 1)
        base = broadcast(base, WARP_SIZE - 1)
        if lane == 0:
            pieces[base] = total
        return
    state = float64(0.0), float64(0.0), int32(0)
    state = along_word(near, pieces, a, ends, base, state)
    state = along_word(near, pieces, b, ends >> IDS, base, state)
    state = along_word(near, pieces, c, ends >> 2 * IDS, base, state)
    state = along_word(near, pieces, d, ends >> 3 * IDS, base, state)
    state = along_word(near, pieces, e, ends >> 4 * IDS, base, state)
    state = along_word(near, pieces, f, ends >> 5 * IDS, base, state)
    state = along_word(near, pieces, g, ends >> 6 * IDS, base, state)
    state = along_word(near, pieces, h, ends >> 7 * IDS, base, state)
    over_lanes(pieces, lane, ends, base, enders, state)


def of_word(near, word):
    """The sum of a word's four contributions."""
    a, b = float64(near[word & NEAR_ID]), float64(near[word >> 16 & NEAR_ID])
    c, d = float64(near[word >> 32 & NEAR_ID]), float64(near[word >> 48 & NEAR_ID])
    return (a + b) + (c + d)


def along_word(near, pieces, word, ends, base, state):
    """The state after a word's edges: what is left of the sum, the first piece, how many."""
    state = along_edge(near[word & NEAR_ID], pieces, ends & 1, base, state)
    state = along_edge(near[word >> 16 & NEAR_ID], pieces, ends & 2, base, state)
    state = along_edge(near[word >> 32 & NEAR_ID], pieces, ends & 4, base, state)
    return along_edge(near[word >> 48 & NEAR_ID], pieces, ends & 8, base, state)
