"""The pull of the CPU's fused search with an `EdgeFilter`, whose bits are in the order of the lists.

filtered.py puts these functions in place of those in pull.py and keeping.py. First in-neighbors are those
from which edges are kept, so the step that looks at them is pull.py's own.
"""

import numpy as np

from ....compiler import trailing_zeros
from ....frontier import contains
from .search import LEVEL, ONE, bit, label


def edge_kept(source, neighbor, place, search):
    """In place of `keeps_in`."""
    return contains(search.entering, place)


def look_further_if_kept(word, wanted, seen, graph, search):
    """In place of `look_further`."""
    found = np.uint64(0)
    while wanted:
        slot = trailing_zeros(wanted)
        wanted &= wanted - ONE
        vertex = (word << 6) + np.int64(slot)
        for edge in range(graph.dst_ptr[vertex] + 1, graph.dst_ptr[vertex + 1]):
            neighbor = graph.src[edge]
            if seen[neighbor >> 6] & bit(neighbor) and contains(search.entering, np.int64(edge)):
                label(vertex, neighbor, search.state[LEVEL], search)
                found |= ONE << slot
                break
    return found
