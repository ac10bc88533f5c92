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
# Vertices of a level, in the mean, from which on all threads share levels of sparse graphs; and of the graph,
# since with fewer their levels are hardly that wide.
WIDE, MANY = 6000, 1 << 16
# Nanoseconds, two threads of an EPYC. Of a thread for itself: an edge and a vertex. Of all threads: an edge
# of one's part, a level, a level that they share, a source.
OWN_EDGE, OWN_VERTEX = 1.8, 12.0
EDGE, LEVEL, SHARED_LEVEL, SOURCE = 0.6, 25.0, 2e3, 8e4

_levels: WeakKeyDictionary[Graph, tuple[int, int, int]] = WeakKeyDictionary()


def prefers_own_sources(graph: Graph, num_sources: int, device: Cpu) -> bool:
    """Whether a thread should take a source for itself, whatever the levels: there are enough."""
    is_small = graph.num_edges < MIN_EDGES * device.threads
    if graph.num_vertices < MANY and _is_sparse(graph, num_sources, device):
        return True
    return num_sources >= device.threads and is_small


def may_prefer_own_sources(graph: Graph, num_sources: int, device: Cpu) -> bool:
    """Whether levels may be so small that it should: only a search tells."""
    return _is_sparse(graph, num_sources, device) or _may_have_paths(graph, num_sources)


def _is_sparse(graph: Graph, num_sources: int, device: Cpu) -> bool:
    """Whether levels may be small since edges are few, and there are sources enough."""
    are_enough = num_sources >= min(device.threads, SOURCES)
    return are_enough and graph.num_edges < MIN_MEAN_DEGREE * graph.num_vertices


def _may_have_paths(graph: Graph, num_sources: int) -> bool:
    if num_sources < 2 or not graph.num_edges:
        return False
    few = np.count_nonzero((graph.out_degrees > 0) & (graph.out_degrees <= 2))
    return bool(few >= ON_PATHS * graph.num_vertices)


def takes_own_sources(graph: Graph, num_sources: int, device: Cpu) -> bool:
    """Whether each thread works on sources of its own."""
    if prefers_own_sources(graph, num_sources, device):
        return True
    if _is_sparse(graph, num_sources, device):
        levels, reached, _ = _levels_of(graph, device)
        return reached < WIDE * levels
    return _may_have_paths(graph, num_sources) and _is_faster_alone(graph, num_sources, device)


def _is_faster_alone(graph: Graph, num_sources: int, device: Cpu) -> bool:
    """Whether threads with sources of their own are expected to be faster."""
    count, edges = graph.num_vertices, graph.num_edges
    levels, _, shared = _levels_of(graph, device)
    if device.threads == 1:
        shared = 0
    together = SOURCE + EDGE * edges / device.threads + LEVEL * levels + SHARED_LEVEL * shared
    rounds = -(-num_sources // min(device.threads, num_sources))
    return rounds * (OWN_EDGE * edges + OWN_VERTEX * count) < num_sources * together


def _levels_of(graph: Graph, device: Cpu) -> tuple[int, int, int]:
    """Levels from the vertex of most edges, the vertices in them, and how many levels all threads share.

    Counted in the first call only. That vertex is likely in the largest component.
    """
    if graph not in _levels:
        start = int(graph.out_degrees.argmax())
        sizes = level_sizes(bfs(graph, start, predecessors=False, device=device).levels, device)
        _levels[graph] = sizes.size, int(sizes.sum()), int(np.count_nonzero(sizes > most_alone(graph)))
    return _levels[graph]
