"""Where a vertex's search begins in a hash table of 2**bits cells."""

import numpy as np

HASH = 2654435761  # Knuth's: 2**32 over the golden ratio, and prime
LOW = (1 << 31) - 1
WORD = (1 << 32) - 1


def first_cell(vertex, bits):
    """The cell where the search for a vertex begins."""
    return ((np.int64(vertex) & LOW) * HASH & WORD) >> (32 - bits)
