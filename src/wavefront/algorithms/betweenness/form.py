"""Which form of the CPU suits a graph and its sources: a thread for each source, or all threads on one."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np

from ...graph import Graph
from ..bfs import bfs
from ..multi_source_bfs.one_by_one import level_sizes
from .by_gather import most_alone

if TYPE_CHECKING:
    from ...device import Cpu

# Own sources: on small graphs, and where levels may be many and small. docs/decisions/0007
MIN_MEAN_DEGREE = 8  # stored edges per vertex from which there are few levels, of many vertices
MIN_EDGES = 1 << 13  # per thread, from which threads gain by working on one source
SOURCES = 3  # whose levels, where they may be small, all threads take longer for than a thread each
ON_PATHS = 1 / 4  # of the vertices have one or two edges, at least: then the mean degree tells little
# Nanoseconds, two threads of an EPYC. Of a thread for itself: an edge and a vertex. Of all threads: an edge
# of one's part, a level, a level that they share, a source.
OWN_EDGE, OWN_VERTEX = 1.8, 12.0
EDGE, LEVEL, SHARED_LEVEL, SOURCE = 0.6, 25.0, 2e3, 8e4

_sizes: WeakKeyDictionary[Graph, tuple[int, int]] = WeakKeyDictionary()  # levels, and those that are shared


def prefers_own_sources(graph: Graph, num_sources: int, device: Cpu) -> bool:
    """Whether a thread should take a source for itself: there are enough, and levels are or may be small."""
    is_small = graph.num_edges < MIN_EDGES * device.threads
    is_sparse = graph.num_edges < MIN_MEAN_DEGREE * graph.num_vertices
    enough = min(device.threads, SOURCES) if is_sparse else device.threads
    return num_sources >= enough and (is_small or is_sparse)


def may_have_paths(graph: Graph, num_sources: int) -> bool:
    """Whether levels may be small all the same: only a search tells."""
    if num_sources < 2 or not graph.num_edges:
        return False
    few = np.count_nonzero((graph.out_degrees > 0) & (graph.out_degrees <= 2))
    return bool(few >= ON_PATHS * graph.num_vertices)


def takes_own_sources(graph: Graph, num_sources: int, device: Cpu) -> bool:
    """Whether each thread works on sources of its own."""
    if prefers_own_sources(graph, num_sources, device):
        return True
    return may_have_paths(graph, num_sources) and is_faster_alone(graph, num_sources, device)


def is_faster_alone(graph: Graph, num_sources: int, device: Cpu) -> bool:
    """Whether threads with sources of their own are expected to be faster, by the levels from one vertex.

    That is the one of most edges, since one of a small component would tell little. Its levels are counted in
    the first call only.
    """
    count, edges = graph.num_vertices, graph.num_edges
    if graph not in _sizes:
        start = int(graph.out_degrees.argmax())
        sizes = level_sizes(bfs(graph, start, predecessors=False, device=device).levels, device)
        _sizes[graph] = sizes.size, int(np.count_nonzero(sizes > most_alone(graph)))
    levels, shared = _sizes[graph]
    if device.threads == 1:
        shared = 0
    together = SOURCE + EDGE * edges / device.threads + LEVEL * levels + SHARED_LEVEL * shared
    rounds = -(-num_sources // min(device.threads, num_sources))
    return rounds * (OWN_EDGE * edges + OWN_VERTEX * count) < num_sources * together
