"""The account of threads that gather: unvisited vertices look for a predecessor in the frontier."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..graph import Graph
from .arithmetic import ONLY_LABELS, LevelWork, flag_written
from .lists import Lists, Walks, csc_lists
from .sectors import SectorReaders, distinct, sectors_of_first
from .steps import steps
from .warps import WARP_SIZE, Reads, possible_sectors, ranks, reads_of_lanes


def gathering(graph: Graph, levels: np.ndarray, lists: Lists | None = None) -> Iterator[LevelWork]:
    """One thread per vertex; unvisited vertices walk their in-neighbors up to the first in the frontier.

    `lists` tells where the in-neighbors are stored, by default in CSC. From one level to the next, only the
    vertices of these two levels change their work: the figures are kept and updated for those vertices and
    their warps: O(V + E) if a warp's vertices are of few levels, plus V / 32 per level.
    """
    lists = lists or csc_lists(graph)
    walks = Walks(graph.in_degrees.astype(np.int64), np.ones(graph.num_vertices, bool))
    successful = _successful_walks(graph, levels)
    readers = [SectorReaders(array) for array in lists.arrays]
    _count_readers(readers, lists, walks, np.arange(graph.num_vertices), 1)
    lanes = np.zeros((-(-graph.num_vertices // WARP_SIZE), WARP_SIZE), np.int64)  # edges inspected by each
    edges = lanes.reshape(-1)
    edges[lists.thread] = walks.edges
    longest = lanes.max(axis=1)
    reads = _WarpReads(lists)
    reads.update(np.arange(longest.size), walks)
    always = 0 if lists.always_read is None else sectors_of_first(lists.always_read, graph.num_vertices)
    waiting, inspected = graph.num_vertices, int(edges.sum())
    for step in steps(graph, levels):
        changed = np.concatenate([step.frontier, step.found])
        _count_readers(readers, lists, walks, changed, -1)
        inspected -= int(walks.edges[changed].sum())
        walks.edges[step.frontier], walks.edges[step.found] = 0, successful[step.found]
        walks.in_vain[changed] = False
        _count_readers(readers, lists, walks, step.found, 1)
        inspected += int(walks.edges[changed].sum())
        thread = lists.thread[changed]
        edges[thread] = walks.edges[changed]
        warps = distinct(thread // WARP_SIZE)
        longest[warps] = lanes[warps].max(axis=1)
        reads.update(warps, walks)
        waiting -= step.frontier.size
        yield LevelWork(
            level=step.level,
            direction="pull",
            threads_launched=graph.num_vertices,
            threads_active=waiting,
            edges_inspected=inspected,
            threads_labelling=step.vertices,
            vertices_labelled=step.vertices,
            longest_thread=int(longest.max(initial=0)),
            warp_steps=int(longest.sum()),
            sectors_read=always + sum(reader.read for reader in readers),
            sectors_written=flag_written(step.found),
            coalescing=reads.coalescing,
            **ONLY_LABELS,
        )


def _count_readers(
    readers: list[SectorReaders], lists: Lists, walks: Walks, vertices: np.ndarray, change: int
) -> None:
    """Add the threads of these vertices to the readers of the sectors that they read, or take them away."""
    of_vertices = Walks(walks.edges[vertices], walks.in_vain[vertices])
    for reader, (first, end) in zip(readers, lists.slots(vertices, of_vertices), strict=True):
        reader.add(first, end, change)


class _WarpReads:
    """The reads of each warp's lanes in lockstep, and of all warps."""

    def __init__(self, lists: Lists) -> None:
        self._lists = lists
        self._itemsize = lists.arrays[-1].itemsize
        self._of_warps = np.zeros((2, -(-lists.vertex.size // WARP_SIZE)), np.int64)
        self._sums = np.zeros(2, np.int64)  # sectors, and the least possible

    def update(self, warps: np.ndarray, walks: Walks) -> None:
        """These warps' threads now walk so far."""
        threads = (warps[:, None] * WARP_SIZE + np.arange(WARP_SIZE)).reshape(-1)
        threads = threads[threads < self._lists.vertex.size]
        vertices = self._lists.vertex[threads]
        walking = walks.in_vain[vertices] | (walks.edges[vertices] > 0)
        threads, vertices = threads[walking], vertices[walking]
        of_vertices = Walks(walks.edges[vertices], walks.in_vain[vertices])
        lengths, slots = self._lists.entries(vertices, of_vertices)
        warp, sectors, read = reads_of_lanes(
            np.repeat(threads // WARP_SIZE, lengths), ranks(lengths), slots, self._itemsize
        )
        figures = sectors, possible_sectors(read, self._itemsize)
        self._sums -= self._of_warps[:, warps].sum(axis=1)
        self._of_warps[:, warps] = 0
        for of_warps, figure in zip(self._of_warps, figures, strict=True):
            np.add.at(of_warps, warp, figure)
        self._sums += self._of_warps[:, warps].sum(axis=1)

    @property
    def coalescing(self) -> Any:
        """As of `Reads`."""
        sectors, possible = self._sums.tolist()
        return Reads((sectors, sectors), (possible, possible), self._itemsize).coalescing


def _successful_walks(graph: Graph, levels: np.ndarray) -> np.ndarray:
    """Edges of each vertex's walk in its own level: up to the first in-neighbor in the frontier."""
    dst_ptr, src, _ = graph.csc
    dst = np.repeat(np.arange(graph.num_vertices), graph.in_degrees)
    hits = np.flatnonzero((levels.take(dst) > 0) & (levels.take(src) == levels.take(dst) - 1))
    found, first = np.unique(dst[hits], return_index=True)
    walks = np.zeros(graph.num_vertices, np.int64)
    walks[found] = hits[first] + 1 - dst_ptr.take(found)
    return walks
