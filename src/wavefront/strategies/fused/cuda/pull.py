"""Pull levels of the fused engine's kernel: unvisited vertices look for a visited in-neighbor.

A vertex that is unvisited has no in-neighbor from before the last level, or it would be visited; so any
visited one is a parent, and no bitmap of the frontier is needed.

levels.py calls `pull_level`, all warps of the grid together. A warp takes words of the bitmap in turn, copies
each from the old bitmap to the new one, then looks at the unvisited vertices in it (look.py says what may be
touched). No barrier is needed within the level: a word of the new bitmap is copied by the warp that changes
it, before it does, and nobody else reads it before the barrier that ends the level.

First in-neighbors are looked at of whole words where many vertices are unvisited, else of a list of them.
Where most are, a prepared graph's are read in order, one turn ahead.
"""

from typing import Any, NamedTuple

import numpy as np

from ....compiler import cuda, int32, uint32
from ....intrinsics.access import at, put
from ....intrinsics.warp import WARP_SIZE, ballot, broadcast_word, size_of, syncwarp, without_lowest
from .append import hold
from .bitmap import next_word, word_of
from .label import mark
from .look import Seen, hold_missed, look, settle_listed, settle_words, visited
from .rest import finish, look_on_while_full, nothing_left
from .search import FULL

DENSE = 12  # unvisited vertices of a word from which its lanes take them as they are
AT_ONCE = 4 * WARP_SIZE  # vertices that a warp looks at together
LEAST_SPANS = 16  # of words for each warp, where there are as many: so all warps end at about one time


class Span(NamedTuple):
    """Words of the bitmap that a warp works on, one per lane."""

    base: Any  # the first one's place
    word: Any  # this lane's


def pull_level(search, first, level, warp, visited):
    """Label the unvisited vertices that have a visited in-neighbor; `first` is the graph's, or None.

    Afterwards the first in-neighbors of all that are still unvisited are known, and of a graph that isn't
    prepared, levels and predecessors of vertices without edges are marked.
    """
    if first is None:
        pull(search, level, warp)
    elif 2 * visited < first.size:
        pull_most(search, level, warp)
    else:
        pull(search, level, warp)


def pull(search, level, warp):
    """As `pull_level`, wherever unvisited vertices are many or few."""
    width = span_size(warp, level.old)
    listed, rest = int32(0), nothing_left()
    base, stride, size = int32(warp.number * width), int32(warp.num_warps * width), int32(level.old.size)
    following = word_of(level.old, base, width)
    while base < size:
        span = Span(base, following)
        following = word_of(level.old, int32(base + stride), width)  # read while this word is worked on
        copy_word(search, level, warp, span, width)
        dense = ballot(size_of(span.word) <= WARP_SIZE - DENSE)
        live = np.uint32(ballot(span.word != FULL) & ~dense)
        syncwarp()
        while dense | live:
            if dense:
                rest = look_at_words(search, level, warp, span, dense, rest)
                for _ in range(4):
                    dense = without_lowest(dense)
            else:
                place, bits, live = next_word(span.word, live)
                wanted = bits & np.uint32(1 << warp.lane) == 0
                vertex = int32((base + place) * 32 + warp.lane)
                listed = hold(warp.waiting, warp.own, listed, vertex, wanted)
                if listed >= AT_ONCE:
                    listed = int32(listed - AT_ONCE)
                    rest = look_at_listed(search, level, warp, warp.own + listed, AT_ONCE, rest)
            rest = look_on_while_full(search, level, warp, rest)
        base = int32(base + stride)
    rest = look_at_listed(search, level, warp, warp.own, listed, rest)
    finish(search, level, warp, rest)


def pull_most(search, level, warp):
    """As `pull`, of a prepared graph most of which is unvisited: all first in-neighbors are read."""
    first, rest = search.graph.first, nothing_left()
    base, stride, size = int32(4 * warp.number), int32(4 * warp.num_warps), int32(level.old.size)
    following, next_firsts = word_of(level.old, base, 4), firsts_of(first, base)
    while base < size:
        span, firsts = Span(base, following), next_firsts
        following = word_of(level.old, int32(base + stride), 4)
        next_firsts = firsts_of(first, int32(base + stride))
        if warp.lane < 4 and base + warp.lane < size:
            put(level.new, int32(base + warp.lane), span.word)
        syncwarp()
        rest = look_at_firsts(search, level, warp, span, firsts, rest)
        rest = look_on_while_full(search, level, warp, rest)
        base = int32(base + stride)
    finish(search, level, warp, rest)


def look_at_words(search, level, warp, span, live, rest):
    """Look at the unvisited vertices of up to four words, the lowest in `live`."""
    base, lane = span.base, warp.lane
    word_a, bits_a, live = next_word(span.word, live)
    word_b, bits_b, live = next_word(span.word, live)
    word_c, bits_c, live = next_word(span.word, live)
    word_d, bits_d, live = next_word(span.word, live)
    mine = np.uint32(1 << lane)
    wanted = bits_a & mine == 0, bits_b & mine == 0, bits_c & mine == 0, bits_d & mine == 0
    vertices = (
        int32((base + word_a) * 32 + lane) if wanted[0] else int32(0),
        int32((base + word_b) * 32 + lane) if wanted[1] else int32(0),
        int32((base + word_c) * 32 + lane) if wanted[2] else int32(0),
        int32((base + word_d) * 32 + lane) if wanted[3] else int32(0),
    )
    seen = look(search, level, vertices, wanted)
    places = base + word_a, base + word_b, base + word_c, base + word_d
    found = settle_words(search, level, warp, places, seen)
    return hold_missed(search, level, warp, seen, rest, found)


def look_at_listed(search, level, warp, first, listed, rest):
    """Look at up to four listed vertices per lane; `first` is the first one's place in the buffer."""
    lane, waiting = warp.lane, warp.waiting
    syncwarp()
    wanted = lane < listed, lane + 32 < listed, lane + 64 < listed, lane + 96 < listed
    a, b = waiting[uint32(first + lane)], waiting[uint32(first + lane + 32)]
    c, d = waiting[uint32(first + lane + 64)], waiting[uint32(first + lane + 96)]
    a, b = a if wanted[0] else int32(0), b if wanted[1] else int32(0)
    c, d = c if wanted[2] else int32(0), d if wanted[3] else int32(0)
    seen = look(search, level, (a, b, c, d), wanted)
    found = settle_listed(search, level, seen)
    return hold_missed(search, level, warp, seen, rest, found)


def look_at_firsts(search, level, warp, span, firsts, rest):
    """As `look_at_words`, of four words in a row whose first in-neighbors were asked for before."""
    base, word = span.base, span.word
    mine = np.uint32(1 << warp.lane)
    wanted = (
        broadcast_word(word, 0) & mine == 0,
        broadcast_word(word, 1) & mine == 0,
        broadcast_word(word, 2) & mine == 0,
        broadcast_word(word, 3) & mine == 0,
    )
    a, b, c, d = firsts
    some = wanted[0] & (a >= 0), wanted[1] & (b >= 0), wanted[2] & (c >= 0), wanted[3] & (d >= 0)
    hits = visited(level.old, firsts, some)
    vertex = int32(base * 32 + warp.lane)
    vertices = vertex, int32(vertex + 32), int32(vertex + 64), int32(vertex + 96)
    left = int32(search.graph.several - vertex)
    more = left > 0, left > 32, left > 64, left > 96
    seen = Seen(vertices, wanted, firsts, some, hits, more)
    places = base, int32(base + 1), int32(base + 2), int32(base + 3)
    found = settle_words(search, level, warp, places, seen)
    return hold_missed(search, level, warp, seen, rest, found)


def firsts_of(first, base):
    """The first in-neighbors of this lane's vertices of four words."""
    vertex = base * 32 + cuda.threadIdx.x % WARP_SIZE  # behind the last in the last turn
    last = first.size - 1
    return (
        at(first, min(vertex, last)),
        at(first, min(vertex + 32, last)),
        at(first, min(vertex + 64, last)),
        at(first, min(vertex + 96, last)),
    )


def copy_word(search, level, warp, span, width):
    """The span's words are visited after this level too; vertices without edges in them are marked."""
    settled = np.uint32(0)
    place = span.base + warp.lane
    if warp.lane < width and place < level.old.size:
        put(level.new, int32(place), span.word)
        if not level.known:
            settled = np.uint32(at(search.graph.settled, int32(place)))
    mark(search, span.base, settled, -1)  # a single source has edges, or nothing is pulled


def span_size(warp, words):
    """Words of a span: all lanes', or so few that each warp gets LEAST_SPANS spans."""
    size = int32(4)
    while size < WARP_SIZE and LEAST_SPANS * size * warp.num_warps <= words.size:
        size = int32(2 * size)
    return size
