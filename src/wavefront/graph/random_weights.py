"""Weights that depend only on a seed and an edge's ends, so that other tools can reproduce them."""

import numpy as np

from ..errors import InputError, shown
from .graph import Graph

LARGEST_WEIGHT = 255


def with_random_weights(graph: Graph, seed: int) -> Graph:
    """The graph with weights from 1 to 255: a hash of the seed, the smaller and the larger vertex id."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer):
        raise InputError(f"random_weights is a seed, an integer, not {shown(seed)}")
    src, dst, _ = graph.coo
    state = _mixed(np.array([int(seed) % 2**64], np.uint64))
    state = _mixed(state + np.minimum(src, dst).astype(np.uint64))
    state = _mixed(state + np.maximum(src, dst).astype(np.uint64))
    weights = (state % np.uint64(LARGEST_WEIGHT) + np.uint64(1)).astype(np.uint8)
    csr = graph.csr
    return Graph.from_csr(
        csr.src_ptr, csr.dst, weights, directed=graph.directed, check=False, labels=graph.labels
    )


def _mixed(state: np.ndarray) -> np.ndarray:
    """One step of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014)."""
    state = state + np.uint64(0x9E3779B97F4A7C15)
    state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed: np.ndarray = state ^ (state >> np.uint64(31))
    return mixed
