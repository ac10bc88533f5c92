"""The account of threads that gather: unvisited vertices look for a predecessor in the frontier."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..graph import Graph
from .arithmetic import ONLY_LABELS, LevelWork, flag_written, steps
from .sectors import SectorReaders
from .warps import WARP_SIZE, Reads, possible_sectors, ranks, reads_of_lanes


def gathering(graph: Graph, levels: np.ndarray) -> Iterator[LevelWork]:
    """One thread per vertex; unvisited vertices walk their in-neighbors up to the first in the frontier.

    From one level to the next, only the vertices of these two levels change their work: the figures are kept
    and updated for those vertices and their warps: O(V + E) if a warp's vertices are of few levels, plus
    V / 32 per level.
    """
    dst_ptr, src, _ = graph.csc
    first, end = dst_ptr[:-1], dst_ptr[1:].copy()  # slots that each vertex inspects
    ends = _ends_of_search(graph, levels)
    vertices = np.arange(graph.num_vertices)
    offsets, ids = SectorReaders(dst_ptr), SectorReaders(src)
    offsets.add(vertices, vertices + 2, 1)
    ids.add(first, end, 1)
    lanes = np.zeros((-(-vertices.size // WARP_SIZE), WARP_SIZE), np.int64)  # edges inspected by each lane
    edges = lanes.reshape(-1)
    edges[: vertices.size] = end - first
    longest = lanes.max(axis=1)
    reads = _WarpReads(graph)
    reads.update(np.arange(longest.size), first, lanes)
    waiting, inspected = vertices.size, int(edges.sum())
    for step in steps(graph, levels):
        found = step.found
        changed = np.concatenate([step.frontier, found])
        offsets.add(step.frontier, step.frontier + 2, -1)
        ids.add(first[changed], end[changed], -1)
        end[step.frontier], end[found] = first[step.frontier], ends[found]
        ids.add(first[changed], end[changed], 1)
        inspected -= int(edges[changed].sum())
        edges[changed] = end[changed] - first[changed]
        inspected += int(edges[changed].sum())
        warps = np.unique(changed // WARP_SIZE)
        longest[warps] = lanes[warps].max(axis=1)
        reads.update(warps, first, lanes)
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
            sectors_read=offsets.read + ids.read,
            sectors_written=flag_written(step.found),
            coalescing=reads.coalescing,
            **ONLY_LABELS,
        )


class _WarpReads:
    """The reads of each warp's lanes in lockstep, and of all warps."""

    def __init__(self, graph: Graph) -> None:
        self._itemsize = graph.csc.src.itemsize
        self._of_warps = np.zeros((2, -(-graph.num_vertices // WARP_SIZE)), np.int64)
        self._sums = np.zeros(2, np.int64)  # sectors, and the least possible

    def update(self, warps: np.ndarray, first: np.ndarray, lanes: np.ndarray) -> None:
        """These warps' lanes now inspect so many slots each, from each vertex's first slot on."""
        lengths = lanes[warps].reshape(-1)
        vertices = (warps[:, None] * WARP_SIZE + np.arange(WARP_SIZE)).reshape(-1)[lengths > 0]
        lengths = lengths[lengths > 0]
        turn = ranks(lengths)
        slots = np.repeat(first[vertices].astype(np.int64), lengths) + turn
        warp, sectors, read = reads_of_lanes(
            np.repeat(vertices // WARP_SIZE, lengths), turn, slots, self._itemsize
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


def _ends_of_search(graph: Graph, levels: np.ndarray) -> np.ndarray:
    """The end of each vertex's walk in its own level: after the first in-neighbor in the frontier."""
    dst_ptr, src, _ = graph.csc
    dst = np.repeat(np.arange(graph.num_vertices), graph.in_degrees)
    hits = np.flatnonzero((levels.take(dst) > 0) & (levels.take(src) == levels.take(dst) - 1))
    found, first = np.unique(dst[hits], return_index=True)
    ends = dst_ptr[1:].copy()
    ends[found] = hits[first] + 1
    return ends
