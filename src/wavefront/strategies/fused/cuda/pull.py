"""Pull levels of the fused search's kernel: unvisited vertices look for a visited in-neighbor.

Every visited in-neighbor of an unvisited vertex is in the frontier: all earlier levels were expanded, so an
in-neighbor from there would have made the vertex visited. Any visited in-neighbor is therefore a parent, and
no bitmap of the frontier is needed.

levels.py calls `pull_level`, all warps of the grid together. A warp takes spans of words of the bitmap in
turn, copies the words from the old bitmap to the new one, then looks at their unvisited vertices (look.py
says what is read and written). No barrier is needed within the level: one warp copies a word of the new
bitmap and then changes it, and no other warp reads the word before the barrier that ends the level.

A word with many unvisited vertices is looked at whole, one lane per vertex. Unvisited vertices of other words
are listed first, so that every lane has one. While most vertices are unvisited, the first in-neighbors of a
prepared graph are read in order, one turn ahead.
"""

from typing import Any, NamedTuple

import numpy as np

from ....compiler import cuda, int32, uint32
from ....intrinsics.access import at, put
from ....intrinsics.warp import WARP_SIZE, ballot, broadcast_word, size_of, syncwarp, without_lowest
from .append import hold
from .bitmap import next_word, word_of
from .label import mark, put_if_kept, record
from .look import hold_missed, look, seen_of, settle_listed, settle_words
from .rest import count_pulled, look_on_while, nothing_left
from .search import ALONE, FULL, TARGET_LEVEL

MOST = 2  # a graph is mostly unvisited if so many times its unvisited vertices are more than it has
ENOUGH = 8  # words of the bitmap per warp, two spans, from which vertices are looked at in order
DENSE = 12  # unvisited vertices from which a word is looked at whole
AT_ONCE = 4 * WARP_SIZE  # vertices that a warp looks at together
AT_MOST = 8  # words of the bitmap per warp, with which it is small
LEAST_SPANS = 16  # spans per warp, in a large enough bitmap: so all warps end at about the same time


class Span(NamedTuple):
    """Words of the bitmap that a warp works on, one per lane."""

    base: Any  # place of the first word
    step: Any  # from one word's place to the next one's
    word: Any  # this lane's word


def pull_level(search, level, warp, unvisited):
    """Label the unvisited vertices that have a visited in-neighbor.

    Afterwards levels and predecessors of the vertices without edges are -1 in an unprepared graph.
    """
    if level.old.size >= ENOUGH * warp.num_warps and MOST * unvisited > search.graph.able:
        pull_most(search, level, warp)
    else:
        pull(search, level, warp)


def pull(search, level, warp):
    """As `pull_level`, for any graph: takes dense words whole, and lists the vertices of other words."""
    width, step = span_size(warp, level.old)
    listed, rest = int32(0), nothing_left()
    base, stride, size = int32(warp.number * width), int32(warp.num_warps * width), int32(level.old.size)
    if step > 1:
        base = int32(warp.number)
    following = word_of(level.old, base, step, width)
    while base < size:
        span = Span(base, step, following)
        # Read while the warp works on this span:
        following = word_of(level.old, int32(base + stride), step, width)
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
                vertex = int32((span.base + place * step) * 32 + warp.lane)
                listed = hold(warp.waiting, warp.own, listed, vertex, wanted)
                if listed >= AT_ONCE:
                    listed = int32(listed - AT_ONCE)
                    rest = look_at_listed(search, level, warp, warp.own + listed, AT_ONCE, rest)
            rest = look_on_while(search, level, warp, rest, False)
        base = int32(base + stride)
    rest = look_at_listed(search, level, warp, warp.own, listed, rest)
    rest = look_on_while(search, level, warp, rest, True)
    count_pulled(search, level, warp, rest.found)


def pull_most(search, level, warp):
    """As `pull`, for a graph that is mostly unvisited: all first in-neighbors are read in order."""
    first, rest = search.graph.first, nothing_left()
    base, stride, size = int32(4 * warp.number), int32(4 * warp.num_warps), int32(level.old.size)
    following, next_firsts = word_of(level.old, base, int32(1), 4), firsts_of(first, base)
    while base < size:
        span, firsts = Span(base, int32(1), following), next_firsts
        base = int32(base + stride)
        following, next_firsts = word_of(level.old, base, int32(1), 4), firsts_of(first, base)
        rest = look_at_firsts(search, level, warp, span, firsts, rest)
        rest = look_on_while(search, level, warp, rest, base >= size)
    count_pulled(search, level, warp, rest.found)


def look_at_words(search, level, warp, span, live, rest):
    """Look at the unvisited vertices of up to four words, the lowest in `live`."""
    base, lane = span.base, warp.lane
    word_a, bits_a, live = next_word(span.word, live)
    word_b, bits_b, live = next_word(span.word, live)
    word_c, bits_c, live = next_word(span.word, live)
    word_d, bits_d, live = next_word(span.word, live)
    word_a, word_b = base + word_a * span.step, base + word_b * span.step
    word_c, word_d = base + word_c * span.step, base + word_d * span.step
    mine = np.uint32(1 << lane)
    wanted = bits_a & mine == 0, bits_b & mine == 0, bits_c & mine == 0, bits_d & mine == 0
    vertices = (
        int32(word_a * 32 + lane) if wanted[0] else int32(0),
        int32(word_b * 32 + lane) if wanted[1] else int32(0),
        int32(word_c * 32 + lane) if wanted[2] else int32(0),
        int32(word_d * 32 + lane) if wanted[3] else int32(0),
    )
    seen = look(search, level, vertices, wanted)
    places = word_a, word_b, word_c, word_d
    found = settle_words(search, level, warp, places, seen)
    return hold_missed(warp, seen, rest, found)


def look_at_listed(search, level, warp, first, listed, rest):
    """Look at up to four listed vertices per lane, from place `first` of the buffer on."""
    lane, waiting = warp.lane, warp.waiting
    syncwarp()
    wanted = lane < listed, lane + 32 < listed, lane + 64 < listed, lane + 96 < listed
    a, b = waiting[uint32(first + lane)], waiting[uint32(first + lane + 32)]
    c, d = waiting[uint32(first + lane + 64)], waiting[uint32(first + lane + 96)]
    a, b = a if wanted[0] else int32(0), b if wanted[1] else int32(0)
    c, d = c if wanted[2] else int32(0), d if wanted[3] else int32(0)
    seen = look(search, level, (a, b, c, d), wanted)
    found = settle_listed(search, level, seen)
    return hold_missed(warp, seen, rest, found)


def look_at_firsts(search, level, warp, span, firsts, rest):
    """As `look_at_words`, for four words in a row whose first in-neighbors are already loaded."""
    base, word = span.base, span.word
    mine = np.uint32(1 << warp.lane)
    wanted = (
        broadcast_word(word, 0) & mine == 0,
        broadcast_word(word, 1) & mine == 0,
        broadcast_word(word, 2) & mine == 0,
        broadcast_word(word, 3) & mine == 0,
    )
    vertex = int32(base * 32 + warp.lane)
    vertices = vertex, int32(vertex + 32), int32(vertex + 64), int32(vertex + 96)
    seen = seen_of(level, vertices, wanted, firsts)
    found, hits = 0, np.uint32(0)
    for turn in range(4):
        hit = seen.hits[turn]
        settle_first(search, search.found.deep_levels, level, seen.vertices[turn], firsts[turn], hit)
        bits = np.uint32(ballot(hit))
        hits = bits if warp.lane == turn else hits
        found += 1 if hit else 0
    place = int32(base + warp.lane)
    if warp.lane < 4 and place < level.new.size:
        put(level.new, place, word | hits)
        if place == level.target >> 5 and hits >> np.uint32(level.target & 31) & np.uint32(1):
            search.state[TARGET_LEVEL] = level.number
    syncwarp()
    return hold_missed(warp, seen, rest, found)


def settle_first(search, deep_levels, level, vertex, first, hit):
    """Record a vertex that is hit; in an unprepared graph, mark one without edges."""
    if deep_levels is None:
        if hit | (first == ALONE):
            put(search.found.levels, vertex, level.number if hit else -1)
            put_if_kept(search.found.predecessors, vertex, max(first, -2 - first) if hit else -1)
    elif hit:
        record(search, vertex, level.number, max(first, -2 - first))


def firsts_of(first, base):
    """The first in-neighbors of this lane's vertices of four words."""
    # The base may be behind the last word in a warp's last turns.
    vertex = int32(min(base * 32, first.size - AT_ONCE) + cuda.threadIdx.x % WARP_SIZE)
    return at(first, vertex), at(first, vertex + 32), at(first, vertex + 64), at(first, vertex + 96)


def copy_word(search, level, warp, span, width):
    """Copy the span's words to the new bitmap; in the first pull, also mark their vertices without edges."""
    settled = np.uint32(0)
    place = span.base + warp.lane * span.step
    if warp.lane < width and place < level.old.size:
        put(level.new, int32(place), span.word)
        if not level.marked:
            settled = np.uint32(at(search.graph.settled, int32(place)))
    # No exception (-1): a single source has edges, or nothing pulls.
    mark(search, span.base, span.step, settled, -1)


def span_size(warp, words):
    """Words per span, and how far apart they are.

    In a small bitmap every warp gets one span, of words from all over the bitmap, since neighboring vertices
    are often alike in work. In a larger one spans are 4 words, or more if every warp then has LEAST_SPANS.
    """
    size = int32((words.size + warp.num_warps - 1) // warp.num_warps)
    if size <= AT_MOST:
        return size, int32(warp.num_warps)
    size = int32(4)
    while size < WARP_SIZE and LEAST_SPANS * size * warp.num_warps <= words.size:
        size = int32(2 * size)
    return size, int32(1)
