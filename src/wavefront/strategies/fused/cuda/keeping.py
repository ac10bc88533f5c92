"""Where the GPU's fused search asks whether it may use an edge or a vertex: without filters it may use all.

Without filters these functions leave nothing in the kernel. For a search with filters, filtered.py compiles
the kernel with its own functions in their place.
"""

from .bitmap import bit_of


def keeps(graph, edge, is_edge):
    """Whether a push may follow this edge, given its number; anything where it is none."""
    return True


def keeps_of_block(graph, block):
    """Which of the four edges from this place in the lists of in-neighbors on a pull may follow, as bits."""
    return 15


def may_lead(graph, old, vertex):
    """Whether a pull may find another vertex from this one: it is in the bitmap, and isn't dropped."""
    return bit_of(old, vertex)
