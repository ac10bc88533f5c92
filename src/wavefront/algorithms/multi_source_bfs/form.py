"""Which form of the CPU suits a graph: words that searches share, or a thread for each source."""

import numpy as np

from ...device import Cpu
from ...graph import Graph
from ..bfs import bfs
from .by_source import search_by_source

MIN_MEAN_DEGREE = 16  # stored edges per vertex from which there are few levels
MOST_LEVELS = 48  # of searches that share words; benchmarks/distances.py
LARGE = 1 << 20  # edges from which one thread alone takes too long to count the levels


def prefers_own_sources(graph: Graph, sources: np.ndarray, device: Cpu) -> bool:
    """Whether a thread should take a source for itself: by the levels from the source of most edges."""
    if graph.num_edges >= MIN_MEAN_DEGREE * graph.num_vertices:
        return False
    first = int(graph.out_degrees[sources].argmax())
    if is_large(graph):
        source = int(sources[first])
        found = bfs(graph, source, predecessors=False, depth_limit=MOST_LEVELS + 1, device=device)
        return bool(found.levels.max() > MOST_LEVELS)
    levels = np.empty(graph.num_vertices, np.int32)
    counts = search_by_source(graph, sources[first : first + 1], levels, False, device)
    return bool(counts.farthest[0] > MOST_LEVELS)


def is_large(graph: Graph) -> bool:
    """Whether `prefers_own_sources` runs `bfs`, whose working memory stays with the graph."""
    return LARGE <= graph.num_edges < MIN_MEAN_DEGREE * graph.num_vertices
