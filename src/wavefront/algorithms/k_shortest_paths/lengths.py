"""How long paths are, and how long one may be to be of use."""

from math import inf

import numpy as np

from ...device import Cpu
from ...frontier import contains

ROUNDING = 1e-9  # share by which two sums of the same weights, in different orders, may differ
LARGEST = float(np.finfo(np.float64).max)


def longest(lengths: list[float], wanted: int) -> float:
    """The longest path that can be one of so many wanted, where paths of these lengths are known."""
    if len(lengths) < wanted:
        return LARGEST
    return min(float(np.partition(lengths, wanted - 1)[wanted - 1]) * (1 + ROUNDING), LARGEST)


def lengths_along(
    vertices: np.ndarray, src_ptr: np.ndarray, dst: np.ndarray, weights: np.ndarray, kept: np.ndarray
) -> np.ndarray:
    """The length of the path up to each of its vertices."""
    if not weights.size:
        return np.arange(vertices.size, dtype=np.float64)
    lengths = np.zeros(vertices.size)
    Cpu().call(add_lengths, vertices, src_ptr, dst, weights, kept, lengths)
    return lengths


def add_lengths(vertices, src_ptr, dst, weights, kept, lengths):
    """Add up the lightest edges that are kept from each vertex of a path to the next."""
    for slot in range(1, vertices.size):
        least = inf
        for edge in range(src_ptr[vertices[slot - 1]], src_ptr[vertices[slot - 1] + 1]):
            is_kept = not kept.size or contains(kept, edge)
            if is_kept and dst[edge] == vertices[slot] and weights[edge] < least:
                least = weights[edge]
        lengths[slot] = lengths[slot - 1] + least
