"""From few edges in any order to sorted neighbor lists: one sort of words by NumPy, without compiled code.

An edge's source, destination and number go into one word, whose bits are sorted. For so few edges this takes
no more time than the loops of build.py do, and a first graph doesn't wait for these to be compiled.
"""

import numpy as np

from .arrays import index_dtype

FEW_EDGES, FEW_VERTICES = 1 << 16, 1 << 18  # stored edges, and vertices, up to which a word has room: 53 bits


def is_few(num_edges: int, num_vertices: int) -> bool:
    """Whether so many stored edges are sorted here."""
    return num_edges <= FEW_EDGES and num_vertices <= FEW_VERTICES


def build_few(
    key: np.ndarray, value: np.ndarray, weights: np.ndarray | None, num_vertices: int, both: bool
) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
    """As `build.sort_edges`."""
    key, value = key.astype(np.int64), value.astype(np.int64)
    if both:
        kept = np.stack((np.ones(key.size, bool), key != value), axis=1).ravel()
        key, value = (np.stack(ends, axis=1).ravel()[kept] for ends in ((key, value), (value, key)))
        weights = None if weights is None else np.repeat(weights, 2)[kept]
    bits, number_bits = max(num_vertices - 1, 1).bit_length(), 0
    words = key << bits  # changed in place from here on, for less memory
    words |= value
    if weights is not None:
        number_bits = key.size.bit_length()
        words <<= number_bits
        words |= np.arange(key.size)
    words.sort()
    if weights is not None:
        weights = weights[words & ((1 << number_bits) - 1)]
    ptr = np.zeros(num_vertices + 1, index_dtype(key.size))
    np.cumsum(np.bincount(key, minlength=num_vertices), out=ptr[1:])
    words >>= number_bits
    words &= (1 << bits) - 1
    return ptr, words.astype(index_dtype(num_vertices)), weights
