"""Many searches at once on a rank's CPU threads: words of 64 sources, level by level, pulled or pushed.

A level whose frontier has few edges is pushed: a rank collects what its frontier gives to every place, sends
each rank the words of its vertices, and adds what arrives. Others are pulled from the last level's words. The
words of several levels are kept, and then the levels written row by row, as in one process
(algorithms/multi_source_bfs/rows.py).

A level costs a look at all vertices and a message. A graph of many levels is searched from one source after
another. Whether that takes less time shows a search from the first source, after levels that look at as many
vertices as two searches at vertices and edges: by the clock, and by how many levels it has. If they are few,
levels go on. Beyond twice as many, which others in the same part of an undirected graph don't have, they go
on until they have taken as long as all searches would: so it takes at most about twice what is best.
"""

from time import perf_counter_ns
from typing import Any, NamedTuple

import numpy as np

from ..algorithms.multi_source_bfs.rows import (
    LEVELS_AT_ONCE,
    TILE,
    TILE_WORDS,
    chunks_of,
    spreading_table,
    write_chunk,
)
from ..algorithms.multi_source_bfs.words import AHEAD, LINE, PULL_SHARE, WORD_SIZE, given
from ..atomics import atomic_or
from ..intrinsics.prefetch import prefetch
from .bfs import bfs
from .graph import DistributedGraph, gathered_places

TRIED = 2  # searches from one source; levels that cost as much come before the first


class Words(NamedTuple):
    """A bit for each source in the words of each own vertex, and what came of a level."""

    last: Any  # sources whose last level the vertex is in
    now: Any  # those whose level it is in now
    seen: Any  # those that reached it
    every: int  # all sources
    totals: Any  # of each chunk: vertices with sources now, and their out-edges
    chunk: int  # vertices


def search(graph: DistributedGraph, sources: list[int], levels: np.ndarray) -> None:
    """Write the levels from at most 64 sources; what is in `levels` before doesn't matter."""
    if len(sources) == 1:
        _search_each(graph, sources, levels)
        return
    part, device, ranks = graph.partition, graph.device, graph.communicator
    fronts, every = _first_words(graph, sources)
    chunks, tiles_each = chunks_of(part.owned, device)  # type: ignore[arg-type]
    tiles, table = np.empty(chunks * TILE_WORDS, np.uint64), spreading_table()
    totals, chunk = np.zeros(2 * max(1, chunks), np.int64), tiles_each * TILE
    starts = np.flatnonzero(fronts[0])
    totals[:2] = starts.size, (graph.out.ptr[starts + 1] - graph.out.ptr[starts]).sum()

    def write(first: int, last: int) -> None:
        arguments = (chunk, first, last, part.owned, len(sources))
        flat = fronts.ravel(), table, tiles, levels.ravel()
        device.for_each(chunks, write_chunk, *arguments, *flat, size=part.owned * WORD_SIZE)

    level, first, began, deepest, once = 0, 0, perf_counter_ns(), 0, 0
    tried_at = int(TRIED * (1 + graph.num_edges / max(1, graph.num_vertices)))
    while True:
        own = *totals.reshape(-1, 2).sum(axis=0), perf_counter_ns() - began
        found, edges, time = ranks.sum(np.array(own, np.int64)).tolist()
        if not found:
            break
        if level - first == LEVELS_AT_ONCE - 1:
            write(first, level)
            first = level + 1
        level += 1
        if level == tried_at:
            deepest, once = _search_one(graph, sources[0], levels[0])
            if (deepest - level) * time / level > len(sources) * once:
                _search_each(graph, sources[1:], levels[1:])
                return
        if level > max(tried_at, 2 * deepest) and time > len(sources) * once:
            _search_each(graph, sources, levels)  # the first row has been overwritten since
            return
        rows = fronts[(level - 1) % LEVELS_AT_ONCE], fronts[level % LEVELS_AT_ONCE], fronts[-1]
        words = Words(*rows, every, totals, chunk)
        totals[:] = 0
        if edges > PULL_SHARE * graph.num_edges:
            everywhere = gathered_places(graph, words.last)
            size = part.owned + graph.into.places.size
            device.for_each(chunks, pull_chunk, graph.into, graph.out.ptr, everywhere, words, size=size)
        else:
            pushed = np.zeros(part.size * part.stride, np.int64)
            device.for_each(part.owned, push_word, graph.out, words, pushed, size=part.owned + edges)
            arrived, _ = ranks.exchange(pushed, np.full(part.size, part.stride))
            taken = part.stride, arrived, graph.out.ptr, words
            device.for_each(chunks, take_chunk, *taken, size=part.owned)
    write(first, level)


def _first_words(graph: DistributedGraph, sources: list[int]) -> tuple[np.ndarray, int]:
    """Rows of words, in memory kept with the graph: sources in the first and the last; and all their bits."""
    kept = vars(graph)
    if "_fronts" not in kept:
        kept["_fronts"] = np.empty((LEVELS_AT_ONCE + 1, graph.partition.owned), np.int64)
    fronts = kept["_fronts"]
    bits = np.int64(1) << np.arange(len(sources))
    for words in fronts[0], fronts[-1]:
        words[:] = 0
        for bit, source in zip(bits, sources, strict=True):
            if (local := graph.local(source)) is not None:
                words[local] |= bit
    return fronts, int(np.bitwise_or.reduce(bits))


def _search_each(graph: DistributedGraph, sources: list[int], levels: np.ndarray) -> None:
    """Write the levels from one source after another."""
    for source, row in zip(sources, levels, strict=True):
        row[:] = bfs(graph, source, predecessors=False).levels


def _search_one(graph: DistributedGraph, source: int, levels: np.ndarray) -> tuple[int, int]:
    """Write the levels from one source. Returns how many there are, and how long it took, all ranks' time."""
    began = perf_counter_ns()
    _search_each(graph, [source], levels[np.newaxis])
    time = perf_counter_ns() - began
    both, size = np.empty(2 * graph.partition.size, np.int64), graph.partition.size
    graph.communicator.gather(both, np.array([levels.max(initial=0), time], np.int64))
    deepest, times = both.reshape(size, 2).T
    return int(deepest.max()), int(times.sum())


def pull_chunk(chunk, into, out_ptr, everywhere, words):
    """Collect what the chunk's vertices lack from their in-neighbors."""
    first, owned = chunk * words.chunk, words.seen.size
    for local in range(first, min(first + words.chunk, owned)):
        ahead = into.ptr[min(local + AHEAD, owned)]
        prefetch(into.places, ahead)
        prefetch(into.places, ahead + LINE)
        missing = words.every & ~words.seen[local]
        found = missing & 0
        if missing != 0:
            edge, end = np.uint64(into.ptr[local]), np.uint64(into.ptr[local + 1])
            found = given(missing, edge, end, into.places, everywhere)
        enter(local, found, chunk, out_ptr, words)


def push_word(local, out, words, pushed):
    """Give a vertex's out-neighbors the sources that it was reached from."""
    word = words.last[local]
    if word != 0:
        for edge in range(out.ptr[local], out.ptr[local + 1]):
            place = out.places[edge]
            if word & ~pushed[place] != 0:  # a plain read first: most edges bring nothing new
                atomic_or(pushed, place, word)


def take_chunk(chunk, stride, arrived, out_ptr, words):
    """Add what all ranks give the chunk's vertices."""
    first = chunk * words.chunk
    for local in range(first, min(first + words.chunk, words.seen.size)):
        found = arrived[local]
        for place in range(local + stride, arrived.size, stride):
            found |= arrived[place]
        enter(local, found & ~words.seen[local], chunk, out_ptr, words)


def enter(local, found, chunk, out_ptr, words):
    """Note the sources that reach a vertex now."""
    words.now[local] = found
    if found != 0:
        words.seen[local] |= found
        words.totals[2 * chunk] += 1
        words.totals[2 * chunk + 1] += out_ptr[local + 1] - out_ptr[local]
