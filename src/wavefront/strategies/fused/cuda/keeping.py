"""Where the GPU's fused search asks whether it may use an edge or a vertex: without filters it may use all.

Without filters these functions leave nothing in the kernel. For a search with filters, filtered.py compiles
the kernel with other functions in their place, its own or those of asked.py.
"""

from ....intrinsics.access import at
from .bitmap import bit_of
from .search import ALONE


def keeps(graph, source, neighbor, edge, is_edge):
    """Whether a push may follow this edge, given its number; anything where it is none."""
    return True


def keeps_of_block(graph, block):
    """Which of the four edges from this place in the lists of in-neighbors on a pull may follow, as bits."""
    return 15


def may_lead(graph, old, vertex):
    """Whether a pull may find another vertex from this one: it is in the bitmap, and isn't dropped."""
    return bit_of(old, vertex)


def settled_at(graph, word):
    """The word of the bitmap of the vertices that no search finds, as `GraphArrays.settled`."""
    return at(graph.settled, word)


def tell(graph, source):
    """Tell the host whether the only source is dropped, if it asks. Called by one thread."""


def is_alone(graph, vertex, first):
    """Whether no search finds the vertex, which has this in `GraphArrays.first`."""
    return first == ALONE


def edges_of(graph, vertices):
    """The numbers of the edges to four vertices from their first in-neighbors, if a filter asks for them."""
    return 0, 0, 0, 0


def edges_ahead(graph, base, step):
    """As `edges_of`, for this lane's vertices of four words of the bitmap, which may be behind the last."""
    return 0, 0, 0, 0


def edges_of_others(graph, vertex):
    """The numbers of the edges to the vertex from its four other best in-neighbors, likewise."""
    return 0, 0, 0, 0


def edges_of_block(graph, block):
    """The numbers of the four edges from this place in the lists of in-neighbors on, likewise."""
    return 0, 0, 0, 0


def kept_of_firsts(graph, hits, parents, vertices, edges):
    """Which of the four vertices that are hit a pull may find from their first in-neighbors, the parents."""
    return hits


def kept_of_four(graph, hits, four, vertex, edges):
    """From which of four in-neighbors that are hit a pull may find the vertex."""
    return hits
