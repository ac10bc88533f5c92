"""Pull levels of the fused search's kernel: unvisited vertices look for a visited in-neighbor.

Every visited in-neighbor of an unvisited vertex is in the frontier: all earlier levels were expanded, so an
in-neighbor from there would have made the vertex visited. Any visited in-neighbor is therefore a parent, and
no bitmap of the frontier is needed.

levels.py calls `pull_level`, all warps of the grid together. A warp takes spans of words of the bitmap in
turn, copies the words from the old bitmap to the new one, and looks at their unvisited vertices (look.py
says what is read and written). No barrier is needed within the level: one warp writes a word of the new
bitmap and then changes it, and no other warp reads the word before the barrier that ends the level.

While most vertices are unvisited, they are looked at in order, one lane per vertex, and their first
in-neighbors are read one turn ahead. Later they are listed first, so that every lane has one.
"""

from typing import Any, NamedTuple

import numpy as np

from ....compiler import cuda, int32, uint32
from ....intrinsics.access import at, put
from ....intrinsics.warp import WARP_SIZE, ballot, broadcast_word, syncwarp
from .append import hold
from .bitmap import next_word, word_of
from .keeping import edges_ahead, is_alone, settled_at
from .label import mark, put_if_kept, record
from .look import hold_missed, look, seen_of, settle_listed
from .rest import count_pulled, look_on_while, nothing_left
from .search import FULL, TARGET_LEVEL

MOST = 2  # a graph is mostly unvisited if so many times its unvisited vertices are more than it has
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
    if MOST * unvisited > search.graph.able:
        pull_in_order(search, level, warp)
    else:
        pull_listed(search, level, warp)


def pull_in_order(search, level, warp):
    """As `pull_level`, four words in turn, whatever their vertices."""
    first, size, rest = search.graph.first, int32(level.old.size), nothing_left()
    step = step_of(warp, level.old)
    base, stride = int32(warp.number * (4 if step == 1 else 1)), int32(4 * warp.num_warps)
    following, next_firsts = word_of(level.old, base, step, 4), firsts_of(first, base, step)
    next_edges = edges_ahead(search.graph, base, step)
    while base < size:
        span, firsts, edges = Span(base, step, following), next_firsts, next_edges
        base = int32(base + stride)
        following, next_firsts = word_of(level.old, base, step, 4), firsts_of(first, base, step)
        next_edges = edges_ahead(search.graph, base, step)
        rest = look_at_firsts(search, level, warp, span, (firsts, edges), rest)
        rest = look_on_while(search, level, warp, rest, base >= size)
    count_pulled(search, level, warp, rest.found)


def pull_listed(search, level, warp):
    """As `pull_level`, whatever of its span a warp lists first: one loop, so that all code is there once."""
    width, step = span_size(warp, level.old)
    listed, rest, live = int32(0), nothing_left(), np.uint32(0)
    base, stride, size = int32(warp.number * width), int32(warp.num_warps * width), int32(level.old.size)
    if step > 1:
        base = int32(warp.number)
    following = word_of(level.old, base, step, width)
    span, ended = Span(base, step, following), False
    while not ended:
        if live:
            place, bits, live = next_word(span.word, live)
            wanted = bits & np.uint32(1 << warp.lane) == 0
            vertex = int32((span.base + place * step) * 32 + warp.lane)
            listed = hold(warp.waiting, warp.own, listed, vertex, wanted)
        elif base < size:
            span = Span(base, step, following)
            base = int32(base + stride)
            following = word_of(level.old, base, step, width)  # read while the warp works on this span
            copy_word(search, level, warp, span, width)
            live = np.uint32(ballot(span.word != FULL))
        else:
            ended = True
        if listed >= AT_ONCE or ended:
            count = int32(min(listed, AT_ONCE))
            listed = int32(listed - count)
            rest = look_at_listed(search, level, warp, warp.own + listed, count, rest)
            rest = look_on_while(search, level, warp, rest, ended)
    count_pulled(search, level, warp, rest.found)


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


def look_at_firsts(search, level, warp, span, loaded, rest):
    """Look at the vertices of four words whose first in-neighbors, and edges from there, are loaded."""
    firsts, edges = loaded
    base, step, word = span.base, span.step, span.word
    mine = np.uint32(1 << warp.lane)
    wanted = (
        broadcast_word(word, 0) & mine == 0,
        broadcast_word(word, 1) & mine == 0,
        broadcast_word(word, 2) & mine == 0,
        broadcast_word(word, 3) & mine == 0,
    )
    vertex, apart = int32(base * 32 + warp.lane), int32(step * 32)
    vertices = vertex, int32(vertex + apart), int32(vertex + 2 * apart), int32(vertex + 3 * apart)
    seen = seen_of(search.graph, level, vertices, wanted, firsts, edges)
    found, hits = 0, np.uint32(0)
    for turn in range(4):
        hit = seen.hits[turn]
        settle_first(search, search.found.deep_levels, level, seen.vertices[turn], firsts[turn], hit)
        bits = np.uint32(ballot(hit))
        hits = bits if warp.lane == turn else hits
        found += 1 if hit else 0
    place = int32(base + warp.lane * step)
    if warp.lane < 4 and place < level.new.size:
        put(level.new, place, word | hits)
        if place == level.target >> 5 and hits >> np.uint32(level.target & 31) & np.uint32(1):
            search.state[TARGET_LEVEL] = level.number
    syncwarp()
    return hold_missed(warp, seen, rest, found)


def settle_first(search, deep_levels, level, vertex, first, hit):
    """Record a vertex that is hit; in an unprepared graph, mark one without edges."""
    if deep_levels is None:
        if hit | is_alone(search.graph, vertex, first):
            put(search.found.levels, vertex, level.number if hit else -1)
            put_if_kept(search.found.predecessors, vertex, max(first, -2 - first) if hit else -1)
    elif hit:
        record(search, vertex, level.number, max(first, -2 - first))


def firsts_of(first, base, step):
    """The first in-neighbors of this lane's vertices of four words; any where a word is behind the last."""
    lane, last = cuda.threadIdx.x % WARP_SIZE, int32(first.size // WARP_SIZE - 1)
    return (
        at(first, int32(min(base, last) * 32 + lane)),
        at(first, int32(min(base + step, last) * 32 + lane)),
        at(first, int32(min(base + 2 * step, last) * 32 + lane)),
        at(first, int32(min(base + 3 * step, last) * 32 + lane)),
    )


def copy_word(search, level, warp, span, width):
    """Copy the span's words to the new bitmap; in the first pull, also mark their vertices without edges."""
    settled = np.uint32(0)
    place = span.base + warp.lane * span.step
    if warp.lane < width and place < level.old.size:
        put(level.new, int32(place), span.word)
        if not level.marked:
            settled = np.uint32(settled_at(search.graph, int32(place)))
    # No exception (-1): a single source has edges, or nothing pulls.
    mark(search, span.base, span.step, settled, -1)


def step_of(warp, words):
    """From one word of a span to the next: in a small bitmap they are from all over it.

    Neighboring vertices are often alike in work.
    """
    return int32(warp.num_warps) if words.size <= AT_MOST * warp.num_warps else int32(1)


def span_size(warp, words):
    """Words per span, and how far apart they are.

    In a small bitmap every warp gets one span. In a larger one spans are 4 words, or more if every warp then
    has LEAST_SPANS.
    """
    step = step_of(warp, words)
    if step > 1:
        return int32(int32(words.size + warp.num_warps - 1) // int32(warp.num_warps)), step
    size = int32(4)
    while size < WARP_SIZE and LEAST_SPANS * size * warp.num_warps <= words.size:
        size = int32(2 * size)
    return size, step
