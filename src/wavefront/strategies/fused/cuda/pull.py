"""Pull levels of the fused engine's kernel: unvisited vertices look for a visited in-neighbor.

A vertex that is unvisited has no in-neighbor from before the last level, or it would be visited; so any
visited one is a parent, and no bitmap of the frontier is needed.

First in-neighbors are looked at of whole words where many vertices are unvisited, else of a list of them.
Where most are, a prepared graph's are read in order, one turn ahead. What goes on is told in look.py.
"""

import numpy as np

from ....compiler import cuda, int32, uint32
from ....intrinsics.access import at, put
from ....intrinsics.warp import WARP_SIZE, ballot, broadcast_word, size_of, syncwarp, without_lowest
from .look import finish, hold_missed, keep_firsts, look, look_on, settle, settle_one
from .search import FULL, HELD, bit_of, hold, mark, next_word, word_of

DENSE = 12  # unvisited vertices of a word from which its lanes take them as they are
AT_ONCE = 4 * WARP_SIZE  # vertices that a warp looks at together
LEAST_SPANS = 16  # of words for each warp, where there are as many: so all warps end at about one time


def look_at_words(search, old, new, base, word, live, known, held, count, level, target):
    """Look at the unvisited vertices of up to four words, the lowest in `live`."""
    lane = cuda.threadIdx.x % WARP_SIZE
    word_a, bits_a, live = next_word(word, live)
    word_b, bits_b, live = next_word(word, live)
    word_c, bits_c, live = next_word(word, live)
    word_d, bits_d, live = next_word(word, live)
    mine = np.uint32(1 << lane)
    wanted_a, wanted_b = bits_a & mine == 0, bits_b & mine == 0
    wanted_c, wanted_d = bits_c & mine == 0, bits_d & mine == 0
    a = int32((base + word_a) * 32 + lane) if wanted_a else int32(0)
    b = int32((base + word_b) * 32 + lane) if wanted_b else int32(0)
    c = int32((base + word_c) * 32 + lane) if wanted_c else int32(0)
    d = int32((base + word_d) * 32 + lane) if wanted_d else int32(0)
    parents, hit, some, more = look(search, old, a, b, c, d, known)
    hits = settle(search, new, base + word_a, a, wanted_a & hit[0], parents[0], level, target)
    hits += settle(search, new, base + word_b, b, wanted_b & hit[1], parents[1], level, target)
    hits += settle(search, new, base + word_c, c, wanted_c & hit[2], parents[2], level, target)
    hits += settle(search, new, base + word_d, d, wanted_d & hit[3], parents[3], level, target)
    missed_a, missed_b = wanted_a & (not hit[0]), wanted_b & (not hit[1])
    missed = missed_a, missed_b, wanted_c & (not hit[2]), wanted_d & (not hit[3])
    if not known:
        keep_firsts(search, (a, b, c, d), parents, some, missed)
    return hold_missed(held, count, (a, b, c, d), missed, more), hits


def look_at_listed(search, old, new, waiting, first, listed, known, held, count, level, target):
    """Look at up to four listed vertices a lane; those with more to look at are held. Returns their count."""
    lane = cuda.threadIdx.x % WARP_SIZE
    syncwarp()
    wanted_a, wanted_b, wanted_c, wanted_d = (
        lane < listed,
        lane + 32 < listed,
        lane + 64 < listed,
        lane + 96 < listed,
    )
    a, b = waiting[uint32(first + lane)], waiting[uint32(first + lane + 32)]
    c, d = waiting[uint32(first + lane + 64)], waiting[uint32(first + lane + 96)]
    a, b = a if wanted_a else int32(0), b if wanted_b else int32(0)
    c, d = c if wanted_c else int32(0), d if wanted_d else int32(0)
    parents, hit, some, more = look(search, old, a, b, c, d, known)
    hits = settle_one(search, new, a, wanted_a & hit[0], parents[0], level, target)
    hits += settle_one(search, new, b, wanted_b & hit[1], parents[1], level, target)
    hits += settle_one(search, new, c, wanted_c & hit[2], parents[2], level, target)
    hits += settle_one(search, new, d, wanted_d & hit[3], parents[3], level, target)
    missed_a, missed_b = wanted_a & (not hit[0]), wanted_b & (not hit[1])
    missed = missed_a, missed_b, wanted_c & (not hit[2]), wanted_d & (not hit[3])
    if not known:
        keep_firsts(search, (a, b, c, d), parents, some, missed)
    return hold_missed(held, count, (a, b, c, d), missed, more), hits


def pull(search, old, new, known, waiting, held, counters, level, target):
    """As `pull_level`, wherever unvisited vertices are many or few."""
    lane = cuda.threadIdx.x % WARP_SIZE
    own = cuda.threadIdx.x // WARP_SIZE * HELD
    num_warps = cuda.gridDim.x * (cuda.blockDim.x // WARP_SIZE)
    listed, count, total = int32(0), int32(0), int32(0)
    vertex, index, end = int32(0), 0, 0
    span = int32(4)
    while span < WARP_SIZE and LEAST_SPANS * span * num_warps <= old.size:
        span = int32(2 * span)
    warp = cuda.blockIdx.x + cuda.gridDim.x * (cuda.threadIdx.x // WARP_SIZE)
    base, stride, size = int32(warp * span), int32(num_warps * span), int32(old.size)
    following = word_of(old, base, span)
    while base < size:
        word = following
        following = word_of(old, int32(base + stride), span)  # read while this word is worked on
        settled = np.uint32(0)
        if lane < span and base + lane < size:
            put(new, int32(base + lane), word)
            if not known:
                settled = np.uint32(at(search.settled, int32(base + lane)))
        mark(search, base, settled, -1)  # a single source has edges, or nothing is pulled
        dense = ballot(size_of(word) <= WARP_SIZE - DENSE)
        live = np.uint32(ballot(word != FULL) & ~dense)
        syncwarp()
        while dense | live:
            hits = 0
            if dense:
                count, hits = look_at_words(
                    search, old, new, base, word, dense, known, held, count, level, target
                )
                for _ in range(4):
                    dense = without_lowest(dense)
            else:
                place, bits, live = next_word(word, live)
                wanted = bits & np.uint32(1 << lane) == 0
                listed = hold(waiting, own, listed, int32((base + place) * 32 + lane), wanted)
                if listed >= AT_ONCE:
                    listed = int32(listed - AT_ONCE)
                    count, hits = look_at_listed(
                        search, old, new, waiting, own + listed, AT_ONCE, known, held, count, level, target
                    )
            total += hits
            while count >= WARP_SIZE:
                count, vertex, index, end, hits = look_on(
                    search, old, new, held, count, vertex, index, end, level, target
                )
                total += hits
        base = int32(base + stride)
    count, hits = look_at_listed(search, old, new, waiting, own, listed, known, held, count, level, target)
    total += hits
    finish(search, old, new, held, count, vertex, index, end, total, counters, level, target)


def firsts_of(search, base):
    """The first in-neighbors of this lane's vertices of four words."""
    vertex = base * 32 + cuda.threadIdx.x % WARP_SIZE  # behind the last in the last turn
    last = search.first.size - 1
    return (
        at(search.first, min(vertex, last)),
        at(search.first, min(vertex + 32, last)),
        at(search.first, min(vertex + 64, last)),
        at(search.first, min(vertex + 96, last)),
    )


def look_at_firsts(search, old, new, base, word, firsts, held, count, level, target):
    """As `look_at_words`, of four words in a row whose first in-neighbors were asked for before."""
    lane = cuda.threadIdx.x % WARP_SIZE
    mine = np.uint32(1 << lane)
    wanted_a, wanted_b = broadcast_word(word, 0) & mine == 0, broadcast_word(word, 1) & mine == 0
    wanted_c, wanted_d = broadcast_word(word, 2) & mine == 0, broadcast_word(word, 3) & mine == 0
    a, b, c, d = firsts
    hit_a = (wanted_a & (a >= 0)) & bit_of(old, a if wanted_a & (a >= 0) else 0)
    hit_b = (wanted_b & (b >= 0)) & bit_of(old, b if wanted_b & (b >= 0) else 0)
    hit_c = (wanted_c & (c >= 0)) & bit_of(old, c if wanted_c & (c >= 0) else 0)
    hit_d = (wanted_d & (d >= 0)) & bit_of(old, d if wanted_d & (d >= 0) else 0)
    vertex = int32(base * 32 + lane)
    hits = settle(search, new, base, vertex, hit_a, a, level, target)
    hits += settle(search, new, base + 1, vertex + 32, hit_b, b, level, target)
    hits += settle(search, new, base + 2, vertex + 64, hit_c, c, level, target)
    hits += settle(search, new, base + 3, vertex + 96, hit_d, d, level, target)
    left = int32(search.several - vertex)
    more = left > 0, left > 32, left > 64, left > 96
    missed_a, missed_b = wanted_a & (not hit_a), wanted_b & (not hit_b)
    missed = missed_a, missed_b, wanted_c & (not hit_c), wanted_d & (not hit_d)
    vertices = vertex, vertex + 32, vertex + 64, vertex + 96
    return hold_missed(held, count, vertices, missed, more), hits


def pull_most(search, old, new, held, counters, level, target):
    """As `pull`, of a prepared graph most of which is unvisited: all first in-neighbors are read."""
    lane = cuda.threadIdx.x % WARP_SIZE
    count, total = int32(0), int32(0)
    vertex, index, end = int32(0), 0, 0
    base = int32(4 * (cuda.blockIdx.x + cuda.gridDim.x * (cuda.threadIdx.x // WARP_SIZE)))
    stride, size = int32(4 * cuda.gridDim.x * (cuda.blockDim.x // WARP_SIZE)), int32(old.size)
    following, next_firsts = word_of(old, base, 4), firsts_of(search, base)
    while base < size:
        word, firsts = following, next_firsts
        following = word_of(old, int32(base + stride), 4)
        next_firsts = firsts_of(search, int32(base + stride))
        if lane < 4 and base + lane < size:
            put(new, int32(base + lane), word)
        syncwarp()
        count, hits = look_at_firsts(search, old, new, base, word, firsts, held, count, level, target)
        total += hits
        while count >= WARP_SIZE:
            count, vertex, index, end, hits = look_on(
                search, old, new, held, count, vertex, index, end, level, target
            )
            total += hits
        base = int32(base + stride)
    finish(search, old, new, held, count, vertex, index, end, total, counters, level, target)


def pull_level(search, first, old, new, visited, known, waiting, held, counters, level, target):
    """Label the unvisited vertices that have a visited in-neighbor; `first` is the graph's, or None.

    Afterwards the first in-neighbors of all that are still unvisited are known, and of a graph that isn't
    prepared, levels and predecessors of vertices without edges are marked.
    """
    if first is None:
        pull(search, old, new, known, waiting, held, counters, level, target)
    elif 2 * visited < first.size:
        pull_most(search, old, new, held, counters, level, target)
    else:
        pull(search, old, new, known, waiting, held, counters, level, target)
