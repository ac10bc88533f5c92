"""Many searches at once on a rank's CPU threads: words of 64 sources, level by level, pulled or pushed.

A level whose frontier has few edges is pushed: a rank collects what its frontier gives to every place, sends
each rank the words of its vertices, and adds what arrives. Others are pulled from the last level's words. The
words of several levels are kept, and then the levels written row by row, as in one process
(algorithms/multi_source_bfs/rows.py).

A level costs a look at all vertices and a message; where ranks share memory, one of few edges costs these
and a meeting (shared_sources.py). A graph of many levels may take less time from one source after another.
Whether it does shows a search from the first source, after levels that look at as many vertices as two
searches at vertices and edges, by the clock. Levels go on for as long once more. Then what is left is
reckoned by how many levels that search had, and how many vertices it reached, and again while levels go on.
Beyond twice as many levels, which others in the same part of an undirected graph don't have, they go on until
they have taken as long as all searches would: so it takes at most about twice what is best.
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
from ..strategies.fused.cpu.in_lists import popcount
from .bfs import bfs
from .graph import DistributedGraph, gathered_places
from .shared_paths import Inboxes, inboxes_of
from .shared_sources import PAIRS, Sparse, limit_of, new_sparse, push_few

TRIED = 2  # searches from one source; levels that cost as much come before the first
AT_ONCE = 16  # levels in one compiled call, at least, before the clock is looked at


class Words(NamedTuple):
    """A bit for each source in the words of each own vertex, and what came of a level."""

    last: Any  # sources whose last level the vertex is in
    now: Any  # those whose level it is in now
    seen: Any  # those that reached it
    every: int  # all sources
    totals: Any  # of each chunk: vertices with sources now, their out-edges, and how many sources they have
    chunk: int  # vertices


class Progress(NamedTuple):
    """How far levels have come."""

    level: int
    pairs: int  # vertices and searches that reached them
    time: int  # nanoseconds, all ranks' together
    dense: int  # likewise, of the last level, if it looked at all vertices; else 0


class Trial(NamedTuple):
    """What a search from the first source has shown."""

    levels: np.ndarray  # of own vertices
    deepest: int
    time: int  # as in `Progress`
    reached: int
    at: Progress  # when it began

    def says_each(self, now: Progress, sources: int) -> bool:
        """Whether to search from one source after another instead of going on."""
        took, each = now.time - self.at.time, sources * self.time
        if took <= self.time and (self.deepest - now.level) * now.dense <= each:
            return False  # too little to reckon with
        if now.level > 2 * self.deepest:
            return took > each
        by_level = took / max(1, now.level - self.at.level)
        by_pair = took / max(1, now.pairs - self.at.pairs)
        left = max((self.deepest - now.level) * by_level, (sources * self.reached - now.pairs) * by_pair)
        # Any level may look at all vertices. In graphs of three kinds that took 0.3 to 0.65 of a search.
        most = (self.deepest - now.level) * (now.dense or self.time // 2)
        return min(left, most) > each


def search(graph: DistributedGraph, sources: list[int], levels: np.ndarray) -> None:
    """Write the levels from at most 64 sources; what is in `levels` before doesn't matter."""
    if len(sources) == 1:
        _search_each(graph, sources, levels)
    else:
        _Batch(graph, sources, levels).label()


class _Batch:
    """The searches of a batch, level by level."""

    def __init__(self, graph: DistributedGraph, sources: list[int], levels: np.ndarray) -> None:
        self.graph, self.sources, self.levels = graph, sources, levels
        self.part, self.device = graph.partition, graph.device
        self.fronts, self.every = _first_words(graph, sources)
        self.chunks, tiles_each = chunks_of(self.part.owned, self.device)  # type: ignore[arg-type]
        self.tiles, self.table = np.empty(self.chunks * TILE_WORDS, np.uint64), spreading_table()
        self.totals, self.chunk = np.zeros(3 * max(1, self.chunks), np.int64), tiles_each * TILE
        starts = np.flatnonzero(self.fronts[0])
        self.totals[:2] = starts.size, (graph.out.ptr[starts + 1] - graph.out.ptr[starts]).sum()
        self.level, self.first = 0, 0  # the last level, and the first that isn't written yet
        self.pairs = 0  # own vertices and searches that reached them, sources not counted
        self.dense = 0  # nanoseconds of the last level, if it looked at all vertices; else 0
        self.sparse: Sparse | None = None

    def label(self) -> None:
        graph, inboxes, began, tried = self.graph, inboxes_of(self.graph), perf_counter_ns(), None
        tried_at = int(TRIED * (1 + graph.num_edges / max(1, graph.num_vertices)))
        few = min(limit_of(graph) // 2, self.part.stride)
        while True:
            size, edges, pairs = self.totals.reshape(-1, 3).sum(axis=0)
            self.pairs += pairs
            own = size, edges, self.pairs, perf_counter_ns() - began, self.dense
            found, edges, *come = graph.communicator.sum(np.array(own, np.int64)).tolist()
            now = Progress(self.level, *come)
            if not found:
                break
            if tried is None and self.level >= tried_at:
                paused = perf_counter_ns()
                tried = try_one(graph, self.sources[0], now)
                began += perf_counter_ns() - paused
            if tried is not None and tried.says_each(now, len(self.sources)):
                self.levels[0] = tried.levels
                _search_each(graph, self.sources[1:], self.levels[1:])
                return
            if inboxes is not None and edges <= few:
                ahead = 0 if tried is None else max(AT_ONCE, self.level - tried.at.level)
                self._push_few(inboxes, max(tried_at, self.level + ahead))
            else:
                paused = perf_counter_ns()
                self._take_level(edges)
                self.dense = perf_counter_ns() - paused
        self._write()

    def _take_level(self, edges: int) -> None:
        """Pull or push a level, whose frontier has so many edges."""
        if self.level - self.first == LEVELS_AT_ONCE - 1:
            self._write()
        self.level += 1
        graph, part, device, level = self.graph, self.part, self.device, self.level
        before, here = (self.fronts[number % LEVELS_AT_ONCE] for number in (level - 1, level))
        words = Words(before, here, self.fronts[-1], self.every, self.totals, self.chunk)
        self.totals[:] = 0
        if edges > PULL_SHARE * graph.num_edges:
            everywhere = gathered_places(graph, words.last)
            given = graph.into, graph.out.ptr, everywhere, words
            device.for_each(self.chunks, pull_chunk, *given, size=part.owned + graph.into.places.size)
            return
        pushed = np.zeros(part.size * part.stride, np.int64)
        device.for_each(part.owned, push_word, graph.out, words, pushed, size=part.owned + edges)
        arrived, _ = graph.communicator.exchange(pushed, np.full(part.size, part.stride))
        taken = part.stride, arrived, graph.out.ptr, words
        device.for_each(self.chunks, take_chunk, *taken, size=part.owned)

    def _push_few(self, inboxes: Inboxes, until: int) -> None:
        """Push levels while they have few edges, up to this one."""
        self.dense = 0
        self._write()
        last = self.fronts[self.level % LEVELS_AT_ONCE]
        if self.sparse is None:
            self.sparse = new_sparse(self.graph, self.fronts[-1], self.levels)
        self.level, found = push_few(self.graph, inboxes, self.sparse, (self.level, until), last)
        self.first = self.level + 1
        self.fronts[self.level % LEVELS_AT_ONCE][:] = 0
        self.fronts[self.level % LEVELS_AT_ONCE][found] = self.sparse.fresh[found]
        self.sparse.fresh[found] = 0
        self.totals[:] = 0
        ptr = self.graph.out.ptr
        self.totals[:3] = found.size, (ptr[found + 1] - ptr[found]).sum(), self.sparse.state[PAIRS]

    def _write(self) -> None:
        """Write the levels that aren't."""
        if self.first > self.level:
            return
        owned, count = self.part.owned, len(self.sources)
        arguments = (self.chunk, self.first, self.level, owned, count)
        flat = self.fronts.ravel(), self.table, self.tiles, self.levels.ravel()
        self.device.for_each(self.chunks, write_chunk, *arguments, *flat, size=owned * WORD_SIZE)
        self.first = self.level + 1


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


def try_one(graph: DistributedGraph, source: int, at: Progress) -> Trial:
    """A search from one source, when levels have come so far; a collective."""
    began = perf_counter_ns()
    levels = bfs(graph, source, predecessors=False).levels
    own = levels.max(initial=0), perf_counter_ns() - began, np.count_nonzero(levels >= 0)
    all_ranks = np.empty((graph.partition.size, 3), np.int64)
    graph.communicator.gather(all_ranks.reshape(-1), np.array(own, np.int64))
    _, time, reached = all_ranks.sum(axis=0).tolist()
    return Trial(levels, int(all_ranks[:, 0].max()), time, reached, at)


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
        words.totals[3 * chunk] += 1
        words.totals[3 * chunk + 1] += out_ptr[local + 1] - out_ptr[local]
        words.totals[3 * chunk + 2] += popcount(np.uint64(found))
