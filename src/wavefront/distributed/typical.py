"""The weight and the degree that stand for those of short paths, from samples of the edges of all ranks."""

import numpy as np

from ..algorithms.sssp.typical import SAMPLED_EDGES, degree_between, typical_weight
from .graph import DistributedGraph


def typical_of(graph: DistributedGraph) -> tuple[float, float]:
    """As ``algorithms/sssp/typical.py`` has them, on ranks of the CPU: a collective."""
    part, ranks = graph.partition, graph.communicator
    stride = 1 + graph.num_edges // SAMPLED_EDGES
    sampled = graph.out.places[::stride]
    degrees = np.diff(graph.out.ptr)
    own = np.array([sampled.size, np.count_nonzero(degrees)], np.int64)
    counts = np.empty((part.size, own.size), np.int64)
    ranks.gather(counts.reshape(-1), own)
    room, sources = int(counts[:, 0].max()), int(counts[:, 1].sum())
    ends = np.full(room, -1, np.int64)
    ends[: sampled.size] = sampled
    weights = np.zeros(room)
    weights[: sampled.size] = graph.out.weights[::stride] if graph.weighted else 0
    all_ends, all_weights = np.empty(part.size * room, np.int64), np.empty(part.size * room)
    ranks.gather(all_ends, ends)
    ranks.gather(all_weights, weights)
    degree = degree_between(graph.num_edges / max(1, sources), _degrees_at(graph, all_ends, degrees))
    return typical_weight(all_weights if graph.weighted else None, degree), degree


def _degrees_at(graph: DistributedGraph, places: np.ndarray, degrees: np.ndarray) -> np.ndarray:
    """How many edges leave the vertices at these places, whichever rank owns them; no place is -1."""
    part = graph.partition
    is_own = (part.first <= places) & (places < part.first + part.owned)
    found = np.zeros(places.size, np.int64)
    found[is_own] = degrees[places[is_own] - part.first]
    everywhere: np.ndarray = graph.communicator.sum(found)
    return everywhere[places >= 0]
