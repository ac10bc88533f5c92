"""Pull levels of the fused engine's kernel: unvisited vertices look for a visited in-neighbor.

A vertex that is unvisited has no in-neighbor from before the last level, or it would be visited; so any
visited one is a parent, and no bitmap of the frontier is needed.

First in-neighbors are looked at four a lane at a time, so that their reads overlap: of whole words where many
vertices are unvisited, else of a list of them. Vertices with more in-neighbors are held until there is one
for every lane; a lane that is done with its own takes the next.
"""

import numpy as np

from ...atomics import atomic_add, atomic_or
from ...device import cuda
from ...warp import WARP_SIZE, at, ballot, four_at, syncwarp, warp_sum
from .cuda_search import FOUND, FULL, HELD, bit_of, hold, label, next_word

DENSE = 12  # unvisited vertices of a word from which its lanes take them as they are
AT_ONCE = 4 * WARP_SIZE  # vertices that a warp looks at together


def look(search, words, a, b, c, d):
    """The first in-neighbors of four vertices, whether they are visited, and whether there are more.

    Without branches, so that the four are read together. Where there is none, what is read isn't used.
    """
    if search.first.size:
        parents = at(search.first, a), at(search.first, b), at(search.first, c), at(search.first, d)
        some = parents[0] >= 0, parents[1] >= 0, parents[2] >= 0, parents[3] >= 0
        more = some
    else:
        start_a, end_a = at(search.dst_ptr, a), at(search.dst_ptr, a + 1)
        start_b, end_b = at(search.dst_ptr, b), at(search.dst_ptr, b + 1)
        start_c, end_c = at(search.dst_ptr, c), at(search.dst_ptr, c + 1)
        start_d, end_d = at(search.dst_ptr, d), at(search.dst_ptr, d + 1)
        some = start_a < end_a, start_b < end_b, start_c < end_c, start_d < end_d
        parents = (
            at(search.src, start_a if some[0] else 0),
            at(search.src, start_b if some[1] else 0),
            at(search.src, start_c if some[2] else 0),
            at(search.src, start_d if some[3] else 0),
        )
        more = start_a + 1 < end_a, start_b + 1 < end_b, start_c + 1 < end_c, start_d + 1 < end_d
    a, b = parents[0] if some[0] else 0, parents[1] if some[1] else 0
    c, d = parents[2] if some[2] else 0, parents[3] if some[3] else 0
    hit_a, hit_b = some[0] & bit_of(words, a), some[1] & bit_of(words, b)
    hit_c, hit_d = some[2] & bit_of(words, c), some[3] & bit_of(words, d)
    return parents, (hit_a, hit_b, hit_c, hit_d), more


def look_at_words(search, old, new, base, word, live, held, count, level, target):
    """Look at the unvisited vertices of up to four words, the lowest in `live`."""
    lane = cuda.threadIdx.x % WARP_SIZE
    own = cuda.threadIdx.x // WARP_SIZE * HELD
    word_a, bits_a, live = next_word(word, live)
    word_b, bits_b, live = next_word(word, live)
    word_c, bits_c, live = next_word(word, live)
    word_d, bits_d, live = next_word(word, live)
    wanted_a, wanted_b = ~bits_a >> lane & 1 != 0, ~bits_b >> lane & 1 != 0
    wanted_c, wanted_d = ~bits_c >> lane & 1 != 0, ~bits_d >> lane & 1 != 0
    a = (base + word_a) * 32 + lane if wanted_a else 0
    b = (base + word_b) * 32 + lane if wanted_b else 0
    c = (base + word_c) * 32 + lane if wanted_c else 0
    d = (base + word_d) * 32 + lane if wanted_d else 0
    parents, hit, more = look(search, old, a, b, c, d)
    hits = settle(search, new, base + word_a, a, wanted_a & hit[0], parents[0], level, target)
    hits += settle(search, new, base + word_b, b, wanted_b & hit[1], parents[1], level, target)
    hits += settle(search, new, base + word_c, c, wanted_c & hit[2], parents[2], level, target)
    hits += settle(search, new, base + word_d, d, wanted_d & hit[3], parents[3], level, target)
    count = hold(held, own, count, a, ballot(wanted_a & more[0] & ~hit[0]), lane)
    count = hold(held, own, count, b, ballot(wanted_b & more[1] & ~hit[1]), lane)
    count = hold(held, own, count, c, ballot(wanted_c & more[2] & ~hit[2]), lane)
    count = hold(held, own, count, d, ballot(wanted_d & more[3] & ~hit[3]), lane)
    syncwarp()
    return count, hits


def settle(search, new, place, vertex, hit, parent, level, target):
    """Label this lane's vertex of a word if it is hit. Returns 1, or 0."""
    hits = ballot(hit)
    if hit:
        label(search, vertex, level, parent, target)
    if hits and cuda.threadIdx.x % WARP_SIZE == 0:
        atomic_or(new, place, np.uint32(hits))
    return 1 if hit else 0


def settle_one(search, new, vertex, hit, parent, level, target):
    """Label the vertex if it has a parent in the frontier. Returns 1, or 0."""
    if hit:
        label(search, vertex, level, parent, target)
        atomic_or(new, vertex >> 5, np.uint32(1 << (vertex & 31)))
    return 1 if hit else 0


def look_at_listed(search, old, new, waiting, first, listed, held, count, level, target):
    """Look at up to four listed vertices a lane; those with more to look at are held. Returns their count."""
    lane = cuda.threadIdx.x % WARP_SIZE
    own = cuda.threadIdx.x // WARP_SIZE * HELD
    syncwarp()
    wanted_a, wanted_b, wanted_c, wanted_d = (
        lane < listed,
        lane + 32 < listed,
        lane + 64 < listed,
        lane + 96 < listed,
    )
    a, b = int(waiting[first + lane]), int(waiting[first + 32 + lane])
    c, d = int(waiting[first + 64 + lane]), int(waiting[first + 96 + lane])
    a, b, c, d = a if wanted_a else 0, b if wanted_b else 0, c if wanted_c else 0, d if wanted_d else 0
    parents, hit, more = look(search, old, a, b, c, d)
    hits = settle_one(search, new, a, wanted_a & hit[0], parents[0], level, target)
    hits += settle_one(search, new, b, wanted_b & hit[1], parents[1], level, target)
    hits += settle_one(search, new, c, wanted_c & hit[2], parents[2], level, target)
    hits += settle_one(search, new, d, wanted_d & hit[3], parents[3], level, target)
    count = hold(held, own, count, a, ballot(wanted_a & more[0] & ~hit[0]), lane)
    count = hold(held, own, count, b, ballot(wanted_b & more[1] & ~hit[1]), lane)
    count = hold(held, own, count, c, ballot(wanted_c & more[2] & ~hit[2]), lane)
    count = hold(held, own, count, d, ballot(wanted_d & more[3] & ~hit[3]), lane)
    syncwarp()
    return count, hits


def look_on(search, old, new, held, count, vertex, index, end, level, target):
    """Each lane looks at four more in-neighbors of its vertex; one that is done takes another vertex."""
    lane = cuda.threadIdx.x % WARP_SIZE
    own = cuda.threadIdx.x // WARP_SIZE * HELD
    idle = ballot(index >= end)
    rank = cuda.popc(idle & ((1 << lane) - 1))
    if index >= end and rank < count:
        vertex = int(held[own + count - 1 - rank])
        index = at(search.dst_ptr, vertex) + 1
        end = at(search.dst_ptr, vertex + 1)
    count -= min(cuda.popc(idle), count)
    hit = False
    if index < end:
        block = index & -4
        last = search.src.size - 1
        if block + 3 <= last:
            a, b, c, d = four_at(search.src, block)
        else:
            a, b = at(search.src, block), at(search.src, min(block + 1, last))
            c, d = at(search.src, min(block + 2, last)), at(search.src, last)
        skip, size = index - block, end - block
        hit_a = (skip < 1) & bit_of(old, a if skip < 1 else 0)
        hit_b = (skip < 2) & (size > 1) & bit_of(old, b if (skip < 2) & (size > 1) else 0)
        hit_c = (skip < 3) & (size > 2) & bit_of(old, c if (skip < 3) & (size > 2) else 0)
        hit_d = (size > 3) & bit_of(old, d if size > 3 else 0)
        index = block + 4
        hit = hit_a | hit_b | hit_c | hit_d
        parent = a if hit_a else (b if hit_b else (c if hit_c else d))
        settle_one(search, new, vertex, hit, parent, level, target)
        index = end if hit else index
    syncwarp()
    return count, vertex, index, end, 1 if hit else 0


def pull(search, old, new, waiting, held, counters, level, target):
    """Label the unvisited vertices that have a visited in-neighbor."""
    lane = cuda.threadIdx.x % WARP_SIZE
    own = cuda.threadIdx.x // WARP_SIZE * HELD
    num_warps = cuda.gridDim.x * (cuda.blockDim.x // WARP_SIZE)
    listed, count, total = 0, 0, 0
    vertex, index, end = 0, 0, 0
    span = 4
    while span < WARP_SIZE and 2 * span * num_warps <= old.size:
        span *= 2
    warp = cuda.blockIdx.x + cuda.gridDim.x * (cuda.threadIdx.x // WARP_SIZE)
    for base in range(warp * span, old.size, num_warps * span):
        word = FULL
        if lane < span and base + lane < old.size:
            word = at(old, base + lane)
            new[base + lane] = np.uint32(word)
        dense = ballot(cuda.popc(FULL & ~word) >= DENSE)
        live = ballot(word != FULL) & ~dense
        syncwarp()
        while dense | live:
            hits = 0
            if dense:
                count, hits = look_at_words(search, old, new, base, word, dense, held, count, level, target)
                dense &= dense - 1
                dense &= dense - 1
                dense &= dense - 1
                dense &= dense - 1
            else:
                place, bits, live = next_word(word, live)
                listed = hold(waiting, own, listed, (base + place) * 32 + lane, FULL & ~bits, lane)
                if listed >= AT_ONCE:
                    listed -= AT_ONCE
                    count, hits = look_at_listed(
                        search, old, new, waiting, own + listed, AT_ONCE, held, count, level, target
                    )
            total += hits
            while count >= WARP_SIZE:
                count, vertex, index, end, hits = look_on(
                    search, old, new, held, count, vertex, index, end, level, target
                )
                total += hits
    count, hits = look_at_listed(search, old, new, waiting, own, listed, held, count, level, target)
    total += hits
    while count or ballot(index < end):
        count, vertex, index, end, hits = look_on(
            search, old, new, held, count, vertex, index, end, level, target
        )
        total += hits
    total = warp_sum(total)
    if total and lane == 0:
        atomic_add(search.state, counters + FOUND, total)
