"""Breadth-first search from many sources at once over ranks: 64 searches share every edge and every message.

A vertex has a word with one bit per source. In each level the ranks gather the words of the last level, 8
bytes per vertex, and every vertex that some search has not reached pulls the bits of its in-neighbors.
Source: Then et al., "The More the Merrier: Efficient Multi-Source Graph Traversal", PVLDB 2014.

Work O(levels * (V + E)) for each 64 sources, shared by the ranks: made for graphs of few levels. GPUs that
reach one another's memory take all levels in one launch: fused_sources.py. CPU ranks have a form of their
own, for graphs of many levels too: multi_source_on_cpu.py.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..device import Cpu, working_on
from . import fused_sources, multi_source_on_cpu
from .graph import DistributedGraph, gathered, gathered_places

WORD_SIZE = 64  # sources that share a word


@dataclass(frozen=True, eq=False)
class LevelSegment:
    """One rank's part of the result of `multi_source_bfs`.

    Attributes
    ----------
    sources
        S vertex ids, as given.
    levels
        S rows of int32: row i has the fewest edges from sources[i] to each of the vertices ``graph.ids``; -1
        where there is no path.
    """

    graph: DistributedGraph
    sources: list[int]
    levels: Any

    def gather(self) -> np.ndarray:
        """S x V int32: the levels of all vertices in order of id, on every rank, in NumPy's memory."""
        rows = [gathered(self.graph, row) for row in self.levels]
        return np.stack(rows) if rows else np.empty((0, self.graph.num_vertices), np.int32)


def multi_source_bfs(graph: DistributedGraph, sources: Sequence[int]) -> LevelSegment:
    """Breadth-first search from each of the sources; every rank gets the part of its own vertices.

    Raises InputError for a source that is no vertex; DeviceError, on every rank, if GPUs that share their
    memory waited for one of them too long.
    """
    starts = [graph.checked_vertex(source, "sources") for source in sources]
    search = multi_source_on_cpu.search if isinstance(graph.device, Cpu) else _search_on_gpu
    with working_on(graph.device):
        levels = graph.device.xp.empty((len(starts), graph.partition.owned), np.int32)
        for first in range(0, len(starts), WORD_SIZE):
            batch = slice(first, first + WORD_SIZE)
            search(graph, starts[batch], levels[batch])
    return LevelSegment(graph, starts, levels)


def _search_on_gpu(graph: DistributedGraph, sources: list[int], levels: Any) -> None:
    if not fused_sources.label(graph, sources, levels):
        _search(graph, sources, levels)


def _search(graph: DistributedGraph, sources: list[int], levels: Any) -> None:
    """Levels driven by the host."""
    device, owned = graph.device, graph.partition.owned
    words = fused_sources.first_words(graph, sources, levels)
    last, seen = device.array(words), device.array(words.copy())
    every = fused_sources.every_of(sources)
    level = 0
    while graph.communicator.sum(np.array([int((last != 0).sum())], np.int64))[0]:
        level += 1
        everywhere = gathered_places(graph, last)
        device.for_each(
            owned, pull_bits, graph.into, everywhere, last, seen, levels.reshape(-1), every, level
        )


def pull_bits(local, into, everywhere, last, seen, levels, every, level):
    """Label a vertex for the searches that reach it from an in-neighbor."""
    known, bits = seen[local], np.int64(0)
    if known != every:
        for edge in range(into.ptr[local], into.ptr[local + 1]):
            bits |= everywhere[into.places[edge]]
            if bits | known == every:
                break
        bits &= ~known
        seen[local] = known | bits
    last[local] = bits
    number = 0
    while bits != 0:
        if bits & 1:
            levels[number * seen.size + local] = level
        bits = bits >> 1 & 0x7FFFFFFFFFFFFFFF
        number += 1
