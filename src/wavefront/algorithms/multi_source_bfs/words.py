"""Up to 64 searches of the CPU in words, one bit per source: a level is one pass over all vertices, or three.

The frontier of each level is an array of V words: the sources that reach a vertex at this level. A pull
writes the word of every vertex, and needs no atomics; some in-neighbors at a time, it goes on until all
sources that the vertex lacks are found. A push needs the words cleared first, adds to those of neighbors by
an atomic or, and a third pass counts what was found. There are no queues, so a level costs O(V) at least: for
graphs of many levels there is by_source.py.

The bits of each source are counted in slices: word k of a chunk's counters holds bit k of 64 counts, so that
adding 64 bits takes a few operations.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...atomics import atomic_add, atomic_or
from ...device import Cpu
from ...graph import Graph
from ...intrinsics.prefetch import prefetch

if TYPE_CHECKING:
    from ...trace import Trace

WORD_SIZE = 64  # sources that share a word
CHUNK = 4096  # vertices of a chunk at most
CHUNKS = 16  # chunks per thread at least, if there are enough vertices
SLICES = 13  # bits of a chunk's counts
PULL_SHARE = 1 / 16  # of the edges: a frontier with more of them pulls
AT_ONCE = np.uint64(8)  # in-neighbors that a pull reads between two looks at what a vertex lacks still
ONE = np.uint64(1)
AHEAD, LINE = 16, 16  # vertices: how far ahead of its turn a list is fetched; ids, about, of a cache line
EDGES = WORD_SIZE  # in `counts`, after the number of each source's vertices: the frontier's out-edges


class Search(NamedTuple):
    """The searches of a batch at one level."""

    src_ptr: Any
    dst: Any
    dst_ptr: Any  # the CSC view
    src: Any
    prev: Any  # V: the sources whose last level each vertex is in
    curr: Any  # V: the sources whose current level it is in
    seen: Any  # V: the sources that reached it
    open_sources: int  # those that reached a vertex at the last level
    counts: Any  # int64: the vertices that each source reaches at this level, and their out-edges
    slices: Any  # SLICES words per chunk, all 0 between chunks


def each_level(
    graph: Graph,
    sources: np.ndarray,
    device: Cpu,
    fronts: np.ndarray,
    trace: Trace | None = None,
    dropped: np.ndarray | None = None,
) -> Iterator[np.ndarray]:
    """Search from at most 64 sources; for level 1, 2, ... the number of vertices that each source reaches.

    `fronts` has rows of V words, whose contents do not matter: the last is for all levels together, and the
    words of level L are in row L modulo the number of the others. `dropped` vertices are not entered.
    """
    num_vertices = graph.num_vertices
    rows, seen = len(fronts) - 1, fronts[-1]
    bits = np.int64(1) << np.arange(sources.size)
    open_sources = int(np.bitwise_or.reduce(bits))
    chunk = max(1, min(CHUNK, num_vertices // (CHUNKS * device.threads)))
    num_chunks = -(-num_vertices // chunk)
    counts, slices = np.zeros(WORD_SIZE + 1, np.int64), np.zeros(num_chunks * SLICES, np.int64)
    for words in fronts[0], seen:
        device.for_each(num_chunks, clear, chunk, words, size=num_vertices)
        np.bitwise_or.at(words, sources, bits)
    if dropped is not None:
        seen[dropped] = ~0
    counts[EDGES] = graph.out_degrees[sources].sum()
    level = 0
    while counts[EDGES]:
        level += 1
        if trace is not None:
            trace.start()
        prev, curr = fronts[(level - 1) % rows], fronts[level % rows]
        search = Search(*graph.csr[:2], *graph.csc[:2], prev, curr, seen, open_sources, counts, slices)
        edges = int(counts[EDGES])
        counts[:] = 0
        pulls = edges > PULL_SHARE * graph.num_edges
        if pulls:
            device.for_each(num_chunks, pull, chunk, search, size=num_vertices + graph.num_edges)
        else:
            device.for_each(num_chunks, clear, chunk, curr, size=num_vertices)
            device.for_each(num_chunks, push, chunk, search, size=num_vertices + edges)
            device.for_each(num_chunks, settle, chunk, search, size=num_vertices)
        if trace is not None:
            trace.lap(level, ["pull" if pulls else "push"])
        open_sources = int(np.bitwise_or.reduce(bits[counts[: sources.size] > 0], initial=0))
        if open_sources:
            yield counts[: sources.size]


def clear(chunk, chunk_size, words):
    """Make a chunk's words 0."""
    first = chunk * chunk_size
    words[first : min(first + chunk_size, words.size)] = 0


def pull(chunk, chunk_size, search):
    """Collect what each vertex of the chunk lacks from its in-neighbors, then settle the chunk."""
    first, count = chunk * chunk_size, search.seen.size
    for vertex in range(first, min(first + chunk_size, count)):
        ahead = search.dst_ptr[min(vertex + AHEAD, count)]
        prefetch(search.src, ahead)
        prefetch(search.src, ahead + LINE)
        missing = search.open_sources & ~search.seen[vertex]
        found = missing & 0
        if missing != 0:
            place, end = np.uint64(search.dst_ptr[vertex]), np.uint64(search.dst_ptr[vertex + 1])
            found = given(missing, place, end, search.src, search.prev)
        search.curr[vertex] = found
    settle(chunk, chunk_size, search)


def given(missing, place, end, src, words):
    """What a vertex lacks and the words of its in-neighbors, those from this place on, have."""
    found = missing & 0
    while place + AT_ONCE <= end and missing & ~found != 0:
        for lane in range(AT_ONCE):
            found |= words[np.uint64(src[place + np.uint64(lane)])]
        place += AT_ONCE
    if place < end and missing & ~found != 0:
        # Behind the end the last one again, so that no branch depends on how many are left.
        for lane in range(AT_ONCE):
            found |= words[np.uint64(src[min(place + np.uint64(lane), end - ONE)])]
    return found & missing


def push(chunk, chunk_size, search):
    """Give the out-neighbors of the chunk's vertices the sources that they lack."""
    first = chunk * chunk_size
    for vertex in range(first, min(first + chunk_size, search.seen.size)):
        word = search.prev[vertex]
        if word == 0:
            continue
        for place in range(search.src_ptr[vertex], search.src_ptr[vertex + 1]):
            neighbor: Any = np.uint64(search.dst[np.uint64(place)])
            new = word & ~search.seen[neighbor]
            if new & ~search.curr[neighbor] != 0:  # a plain read first: most edges bring nothing new
                atomic_or(search.curr, neighbor, new)


def settle(chunk, chunk_size, search):
    """Note which sources have reached the chunk's vertices, and how many vertices each.

    Eight words at a time are added up first, without branches; only what they carry changes the slices.
    """
    slices, vertex = chunk * SLICES, np.uint64(chunk * chunk_size)
    last = np.uint64(min((chunk + 1) * chunk_size, search.seen.size))
    edges, ones = 0, search.open_sources & 0
    twos = fours = ones
    while vertex + AT_ONCE <= last:
        pairs = quads = ones & 0
        for step in range(4):
            place = vertex + np.uint64(2 * step)
            a, b = noted(place, search), noted(place + ONE, search)
            ones, carried = sum_of(ones, a, b)
            if step % 2 == 0:
                pairs = carried
            else:
                twos, carried = sum_of(twos, pairs, carried)
                if step == 1:
                    quads = carried
                else:
                    fours, carried = sum_of(fours, quads, carried)
                    count(carried, slices + 3, search.slices)
            edges += edges_if(a, place, search) + edges_if(b, place + ONE, search)
        vertex += AT_ONCE
    while vertex < last:
        found = noted(vertex, search)
        count(found, slices, search.slices)
        edges += edges_if(found, vertex, search)
        vertex += ONE
    count(ones, slices, search.slices)
    count(twos, slices + 1, search.slices)
    count(fours, slices + 2, search.slices)
    add_up(slices, edges, search)


def noted(vertex, search):
    """The sources that reach the vertex at this level, which are now among those that have reached it."""
    found = search.curr[vertex]
    search.seen[vertex] |= found
    return found


def edges_if(found, vertex, search):
    """The vertex's out-edges if a source reaches it."""
    return np.int64(search.src_ptr[vertex + ONE] - search.src_ptr[vertex]) if found != 0 else np.int64(0)


def sum_of(a, b, c):
    """Three words added bit by bit: the sums' low and high bits."""
    different = a ^ b
    return different ^ c, a & b | different & c


def count(word, first, slices):
    """Add 1 to the count of each source in the word."""
    place = first
    while word != 0:
        carry = slices[place] & word
        slices[place] ^= word
        word = carry
        place += 1


def add_up(first, edges, search):
    """Add a chunk's counts to those of all, and clear them."""
    for source in range(WORD_SIZE):
        total = 0
        for place in range(SLICES):
            total += (search.slices[first + place] >> source & 1) << place
        if total != 0:
            atomic_add(search.counts, source, total)
    for place in range(SLICES):
        search.slices[first + place] = 0
    if edges != 0:
        atomic_add(search.counts, EDGES, edges)
