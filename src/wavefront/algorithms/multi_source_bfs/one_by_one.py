"""Counts of few searches: each is a plain one by all threads, whose levels are counted when it is done.

A batch in words takes its passes over all vertices for one source as for 64.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...device import Cpu, Device
from ...progress import pieces
from ..bfs import bfs
from .by_source import Counts, new_counts

if TYPE_CHECKING:
    from ...graph import Graph
    from ...progress import Report

# Sources; on the CPU of graphs of many levels, where each may have a thread, and of others.
FEW_ON_CPU, FEW_OF_FEW_LEVELS, FEW_ON_GPU = 2, 4, 8
SPLIT = 4  # rows of counts that a thread takes in turns
CHUNK, MOST_COMPARED = 1 << 12, 64  # levels that are compared at once; numbers they are compared with
PARTS_ON_GPU, MOST_COUNTS = 1 << 12, 1 << 20  # parts that are counted apart; counts of all parts


def is_few(sources: int, device: Device, have_few_levels: bool = False) -> bool:
    """Whether so many searches take less time one by one."""
    if not isinstance(device, Cpu):
        return sources <= FEW_ON_GPU
    return sources <= (FEW_OF_FEW_LEVELS if have_few_levels else FEW_ON_CPU)


def totals_one_by_one(
    graph: Graph, sources: np.ndarray, device: Device, report: Report | None, dropped: np.ndarray | None
) -> Counts:
    """As `totals`."""
    counts = new_counts(sources.size)
    options: dict[str, Any] = {"device": device, "predecessors": False}
    if dropped is not None:
        kept = np.ones(graph.num_vertices, np.bool_)
        kept[dropped] = False
        options["vertex_filter"] = kept
    for some in pieces(sources.size, 1, report, 1):
        index = some.start
        sizes = level_sizes(bfs(graph, int(sources[index]), **options).levels, device)
        levels = np.arange(1, sizes.size)
        counts.reached[index] = sizes.sum()
        counts.total[index] = (levels * sizes[1:]).sum()
        # Level by level, as the other forms do: `sum` would add in pairs.
        counts.harmonic[index] = np.cumsum(np.append(0.0, sizes[1:] / levels))[-1]
        counts.farthest[index] = sizes.size - 1
    return counts


def level_sizes(levels: Any, device: Device) -> np.ndarray:
    """How many vertices are in level 0, 1, ..., in NumPy."""
    deepest = int(levels.max())
    row = deepest + 1
    if isinstance(device, Cpu) and row <= MOST_COMPARED:
        counts = np.zeros(-(-levels.size // CHUNK) * row, np.int64)
        device.for_each(counts.size // row, compare_chunk, row, levels, counts, size=row * levels.size)
        sizes: np.ndarray = counts.reshape(-1, row).sum(0)
        return sizes
    wanted = device.threads if isinstance(device, Cpu) else PARTS_ON_GPU
    parts = max(1, min(wanted, MOST_COUNTS // row))
    counts = device.xp.zeros(parts * SPLIT * row, np.int64)
    # Threads of a GPU read neighboring levels at once, one of the CPU one after the other.
    share = -(-levels.size // parts)
    first, stride = (share, 1) if isinstance(device, Cpu) else (1, parts)
    device.for_each(parts, count_part, first, stride, share, row, levels, counts, size=levels.size)
    return Cpu().array(counts.reshape(-1, row).sum(0))


def compare_chunk(chunk, row, levels, counts):
    """Count the vertices of each level in a chunk of all, by vector instructions that compare."""
    begin, end = np.uint64(chunk * CHUNK), np.uint64(min(chunk * CHUNK + CHUNK, levels.size))
    for level in range(row):
        count, wanted = np.int32(0), np.int32(level)
        for index in range(begin, end):
            count += np.int32(levels[index] == wanted)
        counts[chunk * row + level] = count


def count_part(part, first, stride, share, row, levels, counts):
    """Count the vertices of each level in a part of all, in SPLIT rows of counts.

    Neighbors are often in the same level, and a count waits for the one before it in the same place.
    """
    begin, end = part * first, min(part * first + share * stride, levels.size)
    for index in range(begin, end, SPLIT * stride):
        for split in range(SPLIT):
            place = index + split * stride
            if place < end and levels[place] >= 0:
                counts[(part * SPLIT + split) * row + levels[place]] += 1
