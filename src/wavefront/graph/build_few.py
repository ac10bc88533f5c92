"""From few edges in any order to sorted neighbor lists: one sort of words by NumPy, without compiled code.

An edge's source, destination and number go into one word, whose bits are sorted. For so few edges this takes
no more time than the loops of build.py do, and a first graph doesn't wait for these to be compiled.
"""

import numpy as np

from .arrays import index_dtype

FEW_EDGES, FEW_VERTICES = 1 << 13, 1 << 18  # stored edges, and vertices, up to which a word has room: 53 bits


def is_few(num_edges: int, num_vertices: int) -> bool:
    """Whether so many stored edges are sorted here."""
    return num_edges <= FEW_EDGES and num_vertices <= FEW_VERTICES


def build_few(
    key: np.ndarray, value: np.ndarray, weights: np.ndarray | None, num_vertices: int, both: bool
) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
    """As `build.sort_edges`."""
    key, value = key.astype(np.int64, copy=False), value.astype(np.int64, copy=False)
    bits = max(num_vertices - 1, 1).bit_length()
    number_bits = 0 if weights is None else key.size.bit_length()
    words = np.empty(key.size << both, np.int64)
    np.left_shift(key, bits, words[: key.size])
    words[: key.size] |= value
    if both:
        turned = words[key.size :]
        np.left_shift(value, bits, turned)
        turned |= key
        loops = key == value
        if loops.any():
            words = np.concatenate((words[: key.size], turned[~loops]))
    if weights is not None:  # keep parallel edges in order, and find weights
        numbers = np.arange(key.size)
        words <<= number_bits
        words |= numbers if words.size == key.size else np.concatenate((numbers, numbers[key != value]))
    words.sort()
    if weights is not None:
        weights = weights[words & ((1 << number_bits) - 1)]
        words >>= number_bits
    ptr = np.zeros(num_vertices + 1, index_dtype(words.size))
    np.bincount(words >> bits, minlength=num_vertices).cumsum(out=ptr[1:])
    words &= (1 << bits) - 1
    return ptr, words.astype(index_dtype(num_vertices)), weights
