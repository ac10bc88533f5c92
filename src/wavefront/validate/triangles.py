"""Rule checks that need no oracle: are these the triangles of that graph?

The count is checked by SciPy's products of the adjacency matrix, which share no code with the intersections.
Source: Azad, Buluc and Gilbert, "Parallel Triangle Counting and Enumeration using Matrix Algebra",
IPDPSW 2015.
"""

import itertools
from typing import Any

import numpy as np

from ..graph import Graph
from ..graph.vertices import named, require_graph
from .rules import ValidationError, whole_numbers

BLOCK_PRODUCTS = 1 << 26  # most products of two elements per block of rows: about 1 GB


def validate_triangles(graph: Graph, counts: np.ndarray) -> None:
    """Check the triangles counted at each vertex.

    Parameters
    ----------
    counts
        V integers.

    Raises
    ------
    ValidationError
        Naming the rule and the first vertex that breaks it: (1) there is one count per vertex, none negative,
        (2) the counts add up to a multiple of three, (3) a vertex has no more triangles than pairs of
        neighbors, (4) every count equals that of the matrix products.
    """
    require_graph(graph)
    graph = graph.to_device("cpu")
    counts = whole_numbers("counts", counts, graph)
    if counts.sum() % 3:
        raise ValidationError("2", f"the counts add up to {counts.sum():,}, which isn't a multiple of three")
    upper = _upper(graph)
    degrees = np.diff(upper.indptr) + np.bincount(upper.indices, minlength=graph.num_vertices)
    if (bad := np.flatnonzero(counts > degrees * (degrees - 1) // 2)).size:
        v = bad[0]
        problem = f"vertex {named(graph, v)} has {counts[v]} triangles, but {degrees[v]} neighbors"
        raise ValidationError("3", problem)
    expected = _counted(upper)
    if (bad := np.flatnonzero(counts != expected)).size:
        v = bad[0]
        problem = f"vertex {named(graph, v)} has {counts[v]} triangles; it is on {expected[v]}"
        raise ValidationError("4", problem)


def _upper(graph: Graph) -> Any:
    """Each edge once, from the end of lower degree, no self-loops: a SciPy matrix of ones."""
    from scipy.sparse import csr_array

    src, dst, _ = graph.coo
    degrees = graph.out_degrees
    upward = (degrees[src] < degrees[dst]) | ((degrees[src] == degrees[dst]) & (src < dst))
    ones = np.ones(int(upward.sum()), np.int64)
    matrix = csr_array((ones, (src[upward], dst[upward])), shape=(graph.num_vertices,) * 2)
    matrix.sum_duplicates()
    matrix.data[:] = 1
    return matrix


def _counted(upper: Any) -> np.ndarray:
    """Triangles at each vertex: a path u -> v -> w closed by u -> w, and edges v -> w below a common u."""
    counts = np.zeros(upper.shape[0], np.int64)
    if not upper.nnz:
        return counts
    degrees = np.diff(upper.indptr).astype(np.int64)
    for left in (upper, upper.T.tocsr()):
        # Products that each row needs, to cut the rows into blocks.
        work = np.cumsum(left @ degrees)
        cuts = np.unique(np.searchsorted(work, np.arange(0, work[-1], BLOCK_PRODUCTS)))
        for first, last in itertools.pairwise([*cuts, work.size]):
            closed = (left[first:last] @ upper).multiply(upper[first:last])
            counts[first:last] += closed.sum(axis=1)
            if left is not upper:
                counts += closed.sum(axis=0)
    return counts
