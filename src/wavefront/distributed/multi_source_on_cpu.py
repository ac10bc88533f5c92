"""Many searches at once on a rank's CPU threads: words of 64 sources, level by level, pulled or pushed.

A level whose frontier has few edges is pushed: a rank collects what its frontier gives to every place, sends
each rank the words of its vertices, and adds what arrives. Others are pulled from the last level's words.

A level costs a look at all vertices. A graph of many levels and vertices is searched from one source after
another, once the levels have cost about as much as that: so it takes at most about twice what is best.
"""

from typing import Any, NamedTuple

import numpy as np

from ..atomics import atomic_or
from ..compiler import trailing_zeros
from .bfs import bfs
from .graph import DistributedGraph, gathered_places

PULL_SHARE = 1 / 16  # of the edges: a frontier with more of them pulls
AT_ONCE = np.uint64(8)  # in-neighbors that a pull reads between two looks at what a vertex lacks still
# Vertices of a rank that a level looks at in the time that a level of one search takes at least, its messages
# for the most part: measured on road-FLA, two ranks.
LOOKED_AT = 4000
ONE = np.uint64(1)


class Words(NamedTuple):
    """A bit for each source in the word of each own vertex, and the result."""

    last: Any  # sources whose last level the vertex is in
    seen: Any  # sources that reached it
    levels: Any  # a row for each source, flat


def search(graph: DistributedGraph, sources: list[int], levels: np.ndarray) -> None:
    """Write the levels from at most 64 sources; `levels` are UNVISITED before."""
    part, device, ranks = graph.partition, graph.device, graph.communicator
    last = np.zeros(part.owned, np.uint64)
    for number, source in enumerate(sources):
        local = graph.local(source)
        if local is not None:
            last[local] |= ONE << np.uint64(number)
            levels[number, local] = 0
    words = Words(last, last.copy(), levels.reshape(-1))
    every = np.uint64((1 << len(sources)) - 1)
    degrees, most, level = np.diff(graph.out.ptr), _most_levels(graph, len(sources)), 0
    while True:
        front = last != 0
        own = np.array([front.sum(), degrees[front].sum()], np.int64)
        found, edges = ranks.sum(own).tolist()
        if not found:
            return
        level += 1
        if level > most:
            for source, row in zip(sources, levels, strict=True):
                row[:] = bfs(graph, source, predecessors=False).levels
            return
        if edges > PULL_SHARE * graph.num_edges:
            everywhere = gathered_places(graph, last)
            size = part.owned + graph.into.places.size
            device.for_each(part.owned, pull_word, graph.into, everywhere, words, every, level, size=size)
        else:
            given = np.zeros(part.size * part.stride, np.uint64)
            device.for_each(part.owned, push_word, graph.out, words, given, size=part.owned + int(own[1]))
            arrived, _ = ranks.exchange(given, np.full(part.size, part.stride))
            device.for_each(part.owned, take_words, part.stride, arrived, words, level, size=part.owned)


def _most_levels(graph: DistributedGraph, count: int) -> float:
    """How many levels cost as much as separate searches, if these have cheaper levels."""
    vertices = max(1, graph.num_vertices)
    if vertices < LOOKED_AT * graph.partition.size * count:
        return np.inf
    return count * (1 + graph.num_edges / vertices)


def pull_word(local, into, everywhere, words, every, level):
    """Collect what a vertex lacks from its in-neighbors."""
    missing = every & ~words.seen[local]
    found = missing & np.uint64(0)
    if missing != 0:
        edge: Any = np.uint64(into.ptr[local])
        end = np.uint64(into.ptr[local + 1])
        while edge + AT_ONCE <= end and missing & ~found != 0:
            for lane in range(AT_ONCE):
                found |= everywhere[np.uint64(into.places[edge + np.uint64(lane)])]
            edge += AT_ONCE
        if missing & ~found != 0:
            while edge < end:
                found |= everywhere[np.uint64(into.places[edge])]
                edge += ONE
    note(local, found & missing, words, level)


def push_word(local, out, words, given):
    """Give a vertex's out-neighbors the sources that it was reached from."""
    word = words.last[local]
    if word != 0:
        for edge in range(out.ptr[local], out.ptr[local + 1]):
            place = out.places[edge]
            if word & ~given[place] != 0:  # a plain read first: most edges bring nothing new
                atomic_or(given, place, word)


def take_words(local, stride, arrived, words, level):
    """Add what all ranks give a vertex."""
    found = arrived[local]
    for place in range(local + stride, arrived.size, stride):
        found |= arrived[place]
    note(local, found & ~words.seen[local], words, level)


def note(local, found, words, level):
    """Label a vertex for the searches that reach it."""
    words.last[local] = found
    words.seen[local] |= found
    while found != 0:
        words.levels[np.int64(trailing_zeros(found)) * words.last.size + local] = level
        found &= found - ONE
