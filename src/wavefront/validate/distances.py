"""Shared by the checks of centralities: all distances, by SciPy, a few rows at a time."""

from collections.abc import Iterator

import numpy as np

from ..graph import Graph
from ..graph.vertices import named
from .rules import ValidationError, signed_integers

DISTANCES_AT_ONCE = 1 << 24


def each_distance(
    graph: Graph, sources: np.ndarray, weights: np.ndarray | None = None
) -> Iterator[tuple[int, np.ndarray]]:
    """Each source with the distances from it to all vertices, V float64: edges, or sums of weights."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import dijkstra

    src_ptr, dst, _ = graph.csr
    values = np.ones(dst.size) if weights is None else weights
    matrix = csr_array((values, dst, src_ptr), shape=(graph.num_vertices,) * 2)
    rows = max(1, DISTANCES_AT_ONCE // max(1, graph.num_vertices))
    for first in range(0, sources.size, rows):
        chunk = sources[first : first + rows]
        found = dijkstra(matrix, unweighted=weights is None, indices=chunk)
        yield from zip(chunk.tolist(), found, strict=True)


def checked_choice(
    graph: Graph,
    vertices: np.ndarray,
    values: np.ndarray,
    is_missing: np.ndarray,
    kept: np.ndarray,
) -> np.ndarray:
    """The ids of the vertices that alone have values, after checking rule 1: each has one, and no other.

    `kept` are the ids of those that may have one.
    """
    ids = signed_integers("vertices", vertices)
    if values.shape != (graph.num_vertices,):
        raise ValidationError("1", f"{values.shape} values for {graph.num_vertices} vertices")
    if ids.ndim != 1 or ((ids < 0) | (ids >= graph.num_vertices)).any() or (np.diff(ids) <= 0).any():
        raise ValidationError("1", "the vertices asked for aren't ids in ascending order")
    if (dropped := np.setdiff1d(ids, kept)).size:
        raise ValidationError("1", f"vertex {named(graph, dropped[0])} was asked for, and is dropped")
    expected = np.ones(graph.num_vertices, bool)
    expected[ids] = False
    if (bad := np.flatnonzero(is_missing != expected)).size:
        problem = "has a value unasked" if expected[bad[0]] else "was asked for and has no value"
        raise ValidationError("1", f"vertex {named(graph, bad[0])} {problem}")
    return ids
