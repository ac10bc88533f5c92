"""Rule checks that need no oracle: do these scores add up to the lengths of the shortest paths?

For each pair of vertices, one unit flows along the pair's shortest paths, shared among them. So the flow that
leaves a vertex along its out-edges is its score plus the flow that starts there. The flow that arrives is its
score plus the flow that ends there. All scores add up to the paths' inner vertices. Distances are SciPy's.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ..device import Cpu
from ..errors import InputError
from ..graph import Graph
from ..graph.edges import as_array
from .rules import ValidationError

RELATIVE_ERROR = 1e-6  # of a sum
DISTANCES_AT_ONCE = 1 << 24


class Flow(NamedTuple):
    """The flow that starts and ends at each vertex, and the number of inner vertices of all pairs' paths."""

    starts: np.ndarray
    ends: np.ndarray
    inner: float


def validate_betweenness(
    graph: Graph,
    scores: np.ndarray,
    edge_scores: np.ndarray | None = None,
    *,
    sources: np.ndarray | None = None,
    normalized: bool = True,
) -> None:
    """Check betweenness from all vertices, or from `sources`, as `betweenness_centrality` scales it.

    Raises
    ------
    ValidationError
        Naming the rule and the first vertex that breaks it: (1) there is one score per vertex and, if edge
        scores are given, one per edge, none negative, (2) scores add up to the inner vertices of the shortest
        paths, (3) only a vertex with in-edges and out-edges has a score, (4) edge scores at a vertex add up
        to its own score and the paths that start or end there. If there is only one source, its score is NaN
        and not checked.
    """
    graph = graph.to_device("cpu")
    num_vertices = graph.num_vertices
    starts = np.arange(num_vertices) if sources is None else _checked_sources(graph, sources)
    dependencies = _checked("vertex", scores, num_vertices, starts if starts.size == 1 else starts[:0])
    sampled = starts.size < num_vertices
    if num_vertices > 2:
        dependencies *= _pairs(graph, num_vertices - 1, starts.size, sampled, normalized)
        if sampled and starts.size > 1:
            dependencies[starts] *= (starts.size - 1) / starts.size
    flow = _flow(graph, starts)
    total = dependencies.sum()
    if not np.isclose(total, flow.inner, rtol=RELATIVE_ERROR):
        raise ValidationError("2", f"scores stand for {total:g} inner vertices of paths, of {flow.inner:g}")
    dead_ends = (graph.out_degrees == 0) | (graph.in_degrees == 0)
    if (bad := np.flatnonzero(dead_ends & (dependencies > 0))).size:
        raise ValidationError("3", f"vertex {bad[0]} leads nowhere, but has a score")
    if edge_scores is not None:
        along = _checked("edge", edge_scores, graph.num_edges, starts[:0])
        if num_vertices > 1:
            along *= _pairs(graph, num_vertices, starts.size, sampled, normalized)
        _check_edges(graph, dependencies, along, flow, starts)


def _checked_sources(graph: Graph, sources: np.ndarray) -> np.ndarray:
    given = Cpu().array(as_array(sources))
    if given.ndim != 1 or not given.size:
        raise InputError("sources must list the vertices that the result's paths start from")
    return np.unique([graph.checked_vertex(vertex) for vertex in given.tolist()])


def _checked(kind: str, values: np.ndarray, count: int, undefined: np.ndarray) -> np.ndarray:
    """Check rule 1. Returns a copy of the values, with 0 for the undefined ones."""
    array = Cpu().array(as_array(values))
    if array.dtype.kind != "f":
        raise InputError(f"{kind} scores must be floating-point numbers, not {array.dtype}")
    if array.shape != (count,):
        raise ValidationError("1", f"{array.shape} {kind} scores for {count}")
    array = array.copy()
    array[undefined] = 0
    if (bad := np.flatnonzero(~(np.isfinite(array) & (array >= 0)))).size:
        raise ValidationError("1", f"{kind} {bad[0]} has the score {array[bad[0]]}")
    return array


def _pairs(graph: Graph, others: int, num_sources: int, sampled: bool, normalized: bool) -> float:
    """The divisor that scaled the dependencies."""
    sources = num_sources if sampled else others
    return sources * (others - 1 if normalized else (1 if graph.directed else 2) / others)


def _flow(graph: Graph, sources: np.ndarray) -> Flow:
    starts, ends, inner = np.zeros(graph.num_vertices), np.zeros(graph.num_vertices), 0.0
    for chunk, distances in _distances(graph, sources):
        joined = np.isfinite(distances) & (distances > 0)
        starts[chunk] = joined.sum(axis=1)
        ends += joined.sum(axis=0)
        inner += (distances[joined] - 1).sum()
    return Flow(starts, ends, inner)


def _distances(graph: Graph, sources: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """All sources in chunks, each chunk with the distances from its sources to all vertices."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import dijkstra

    src_ptr, dst, _ = graph.csr
    matrix = csr_array((np.ones(dst.size), dst, src_ptr), shape=(graph.num_vertices,) * 2)
    rows = max(1, DISTANCES_AT_ONCE // max(1, graph.num_vertices))
    for first in range(0, sources.size, rows):
        chunk = sources[first : first + rows]
        yield chunk, dijkstra(matrix, unweighted=True, indices=chunk)


def _check_edges(
    graph: Graph, dependencies: np.ndarray, along: np.ndarray, flow: Flow, sources: np.ndarray
) -> None:
    """Rule 4. An undirected edge's score is the sum for both directions."""
    src, dst, _ = graph.coo
    leaving = np.bincount(src, along, minlength=graph.num_vertices)
    if graph.directed:
        arriving = np.bincount(dst, along, minlength=graph.num_vertices)
        checks = [(leaving, dependencies + flow.starts), (arriving, dependencies + flow.ends)]
    else:
        checks = [(leaving, 2 * dependencies + flow.starts + flow.ends)]
    for found, expected in checks:
        wrong = ~np.isclose(found, expected, rtol=RELATIVE_ERROR, atol=RELATIVE_ERROR)
        if sources.size == 1:
            wrong[sources] = False
        if (bad := np.flatnonzero(wrong)).size:
            v = bad[0]
            raise ValidationError(
                "4", f"edge scores at vertex {v} stand for {found[v]:g} paths, its own for {expected[v]:g}"
            )
