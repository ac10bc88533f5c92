"""Betweenness on a GPU: searches from many sources in one launch; kernel.py has the kernel.

The grid is cut into groups of blocks, each of which follows sources of its own with barriers of its own: as
many groups as there are sources, and fewer on a graph of large levels, so that what a level reads stays in
the cache. docs/decisions/0018-gpu-algorithms.md has the measurements.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from ....device import Cuda, Python
from ....frontier import UNVISITED
from ....intrinsics.warp import WARP_SIZE
from ....progress import pieces
from ...level_queue import STATE_SIZE, THREADS
from ..by_source import LARGE_COUNT, out_of_range
from .data import Limits, Lists, Paths
from .kernel import follow_sources

if TYPE_CHECKING:
    from ....graph import Graph
    from ....progress import Report

GROUP_EDGES = 1 << 19  # stored edges per block of a group: fewer, and barriers take most of its time
SPARSE = 4  # stored edges per vertex below which levels are small: cheaper barriers count more than threads
SPARSE_THREADS = 512
SCRATCH_BYTES = 1 << 33  # for all groups
BYTES_PER_VERTEX = 77  # of a group's scratch
# Vertices and edges that one launch looks at, about a second's work, and sources of a group at least: Ctrl-C
# waits for the launch to end.
WORK_AT_ONCE, SOURCES_AT_ONCE = 1 << 33, 4


def has_dense_levels(graph: Graph) -> bool:
    """Whether levels may have more edges than the graph has vertices."""
    return bool(graph.num_edges >= SPARSE * graph.num_vertices)


def launch_sizes(graph: Graph, num_sources: int, device: Cuda | Python) -> tuple[int, int, int]:
    """Groups, blocks per group, and threads per block."""
    is_sparse = not has_dense_levels(graph)
    blocks, threads = device.running_at_once(SPARSE_THREADS if is_sparse else THREADS)
    if device.xp is np:
        return blocks, 1, WARP_SIZE
    most = max(1, SCRATCH_BYTES // (BYTES_PER_VERTEX * max(1, graph.num_vertices)))
    needed = 1 if is_sparse else graph.num_edges // GROUP_EDGES + 1
    groups = min(num_sources, max(1, blocks // needed), most)
    return groups, blocks // groups, threads


def add_scores(
    graph: Graph,
    sources: np.ndarray,
    device: Cuda | Python,
    scores: Any,
    edge_scores: Any,
    report: Report | None,
) -> None:
    """Add the dependencies of each source. Raises InputError where path counts differ by too much."""
    if not sources.size:
        return
    xp, num_vertices = device.xp, graph.num_vertices
    groups, blocks, threads = launch_sizes(graph, sources.size, device)
    size = groups * num_vertices
    paths = Paths(
        levels=xp.full(size, UNVISITED, np.int32),
        pairs=xp.zeros(2 * size),
        entries=xp.empty(2 * size, np.int64),
        starts=xp.empty(size, np.int64),
        forms=xp.empty(size, np.int8),
        extremes=xp.zeros(4 * groups),
        dense=xp.empty(size if has_dense_levels(graph) else 0),
        scores=scores if groups == 1 else xp.zeros(size),
        edge_scores=edge_scores,
        unvisited=xp.empty(0 if graph.directed else 2 * size, np.int64),
        state=xp.zeros(groups * STATE_SIZE, np.int64),
        too_far=xp.full(1, -1, np.int64),
    )
    growth = math.log2(max(2, int(graph.in_degrees.max())))
    each = groups * max(SOURCES_AT_ONCE, WORK_AT_ONCE // (graph.num_edges + num_vertices) // groups)
    limits = Limits(growth, math.log2(LARGE_COUNT))
    for part in pieces(sources.size, each, report, groups):
        some = device.array(sources[part].astype(np.int64))
        kernel: Any = device.bind(
            follow_sources, Lists(*graph.csr[:2]), some, blocks, limits, paths, threads=threads
        )
        device.relaunch(groups * blocks, threads, kernel, {})
        paths.state[:] = 0
        failed = int(paths.too_far[0])
        if failed >= 0:
            raise out_of_range(graph, failed)
    if groups > 1:
        scores += paths.scores.reshape(groups, -1).sum(axis=0)
