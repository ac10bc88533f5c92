"""Which form of the CPU suits a graph: words that searches share, or a thread for each source."""

import numpy as np

from ...device import Cpu
from ...graph import Graph
from .by_source import search_by_source

MIN_MEAN_DEGREE = 16  # stored edges per vertex from which there are few levels
MOST_LEVELS = 48  # of searches that share words; benchmarks/distances.py


def prefers_own_sources(graph: Graph, sources: np.ndarray, device: Cpu) -> bool:
    """Whether a thread should take a source for itself: by the levels from the source of most edges."""
    if graph.num_edges >= MIN_MEAN_DEGREE * graph.num_vertices:
        return False
    degrees = graph.out_degrees[sources]
    first = sources[degrees.argmax() : degrees.argmax() + 1]
    levels = np.empty(graph.num_vertices, np.int32)
    counts = search_by_source(graph, first, levels, False, device)
    return bool(counts.farthest[0] > MOST_LEVELS)
