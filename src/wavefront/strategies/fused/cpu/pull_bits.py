"""The pull of the CPU's fused search with an `EdgeFilter`, whose bits are in the order of the lists.

filtered.py puts these functions in place of those in pull.py and keeping.py. First in-neighbors are those
from which edges are kept, so the step that looks at them is pull.py's own.
"""

import numpy as np

from ....compiler import trailing_zeros
from ....frontier import contains
from .in_lists import first_seen, note_found
from .search import ONE


def edge_kept(source, neighbor, place, search):
    """In place of `keeps_in`."""
    return contains(search.entering, place)


def look_further_if_kept(word, wanted, seen, graph, search):
    """In place of `look_further`."""
    found, base = np.uint64(0), np.uint64(word << 6)
    while wanted:
        slot = np.uint64(trailing_zeros(wanted))
        wanted &= wanted - ONE
        end = np.uint64(graph.dst_ptr[base + slot + ONE])
        place = first_seen(np.uint64(graph.dst_ptr[base + slot]), end, seen, graph)
        while place < end and not contains(search.entering, np.int64(place)):
            place = first_seen(place + ONE, end, seen, graph)
        if place < end:
            note_found(base + slot, place, graph, search)
            found |= ONE << slot
    return found
