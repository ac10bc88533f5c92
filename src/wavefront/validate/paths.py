"""Rule checks that need no oracle: is this a shortest path between two vertices, are these the next ones?

A path is compared with a lower bound that is proven for every path: distances from the source, each no larger
than any edge allows. How they were found doesn't matter; SciPy finds them. The checks are NumPy over whole
arrays and share no code with the searches.
"""

from __future__ import annotations

from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import InputError, checked_flag, shown
from ..graph.vertices import named, require_graph
from ..graph.weight_types import search_type
from .kept import kept_graph
from .rules import ValidationError, signed_integers

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..graph import Graph

ROUNDING = 1e-9  # share by which two sums of the same weights, in different orders, may differ
ROUNDING_FLOAT32 = 2.0**-24  # share of a sum by which adding one more float32 in float32 may round


def validate_path(
    graph: Graph,
    source: int,
    target: int,
    path: Any,
    *,
    weighted: bool = False,
    vertex_filter: Any = None,
    edge_filter: Any = None,
) -> None:
    """Check a shortest path between two vertices, in work for the whole graph.

    Parameters
    ----------
    source, target
        Vertex ids.
    path
        Vertex ids, the source first, the target last; None if there is said to be no path.
    weighted
        Whether the length of an edge is its weight, of 0 or more, rather than 1. An infinite one is no edge;
        of parallel edges the lightest counts. Lengths are added up in float64, and may differ by 1 in 10^9.
        Searches may add up float32 weights in float32: then lengths may differ by 1 in 2^24 for each edge of
        the two paths that are compared, if that is more.
    vertex_filter, edge_filter
        Those of the search: it is checked as one of the graph that they leave.

    Raises
    ------
    ValidationError
        Naming the rule and the vertex or edge that breaks it: (1) the path begins with the source and ends
        with the target, (2) an edge leads from each of its vertices to the next, (3) no path is shorter, and
        there is none where the path is None.
    InputError
        For a source or target that is no vertex, a path that is no list of integers, or a weight that is
        negative or no number.
    """
    require_graph(graph)
    kept = kept_graph(graph, vertex_filter, edge_filter)
    graph, ends, lengths = _checked(kept, source, target, weighted)
    length, steps = (inf, 0) if path is None else (_length(graph, ends, path, lengths), len(path) - 1)
    _check_shortest(graph, ends, lengths, length, steps)


def validate_k_shortest_paths(
    graph: Graph,
    source: int,
    target: int,
    paths: Iterable[Any],
    *,
    weighted: bool = False,
    vertex_filter: Any = None,
    edge_filter: Any = None,
) -> None:
    """Check paths between two vertices that visit no vertex twice, the shortest first.

    Not checked: that no path between the first and the last in length is missing.

    Parameters
    ----------
    source, target, weighted, vertex_filter, edge_filter
        As for `validate_path`.
    paths
        Lists of vertex ids; none if there is said to be no path.

    Raises
    ------
    ValidationError
        Naming the rule: (1) each path begins with the source and ends with the target, (2) an edge leads from
        each of its vertices to the next, (3) the first is a shortest, (4) no path visits a vertex twice,
        (5) no two paths are the same, (6) none is shorter than the one before.
    InputError
        As for `validate_path`.
    """
    require_graph(graph)
    kept = kept_graph(graph, vertex_filter, edge_filter)
    graph, ends, lengths = _checked(kept, source, target, weighted)
    try:
        found = [signed_integers("path", path) for path in paths]
    except TypeError:  # such as a number
        raise InputError(f"paths are lists of vertex ids, not {shown(paths)}") from None
    totals = [_length(graph, ends, path, lengths) for path in found]
    _check_shortest(graph, ends, lengths, *((totals[0], found[0].size - 1) if totals else (inf, 0)))
    for index, path in enumerate(found):
        ids, counts = np.unique(path, return_counts=True)
        if (bad := ids[counts > 1]).size:
            raise ValidationError("4", f"path {index} visits vertex {named(graph, bad[0])} twice")
    first: dict[tuple[int, ...], int] = {}
    for index, path in enumerate(found):
        if (other := first.setdefault(tuple(path.tolist()), index)) != index:
            raise ValidationError("5", f"paths {other} and {index} are the same")
    for index, (before, length) in enumerate(pairwise(totals)):
        if length < before * (1 - ROUNDING):
            raise ValidationError("6", f"path {index} is {before} long and path {index + 1} only {length}")


def _checked(
    graph: Graph, source: int, target: int, weighted: bool
) -> tuple[Graph, tuple[int, int], np.ndarray]:
    """The graph, source and target, and the length of every edge, float32 or float64."""
    ends = graph.checked_vertex(source, "source"), graph.checked_vertex(target, "target")
    weights = graph.csr.weights if checked_flag("weighted", weighted) else None
    lengths = np.ones(graph.num_edges) if weights is None else weights
    lengths = lengths.astype(search_type(weights), copy=False)
    if (bad := np.flatnonzero(~(lengths >= 0))).size:
        edge = f"{named(graph, graph.coo.src[bad[0]])} -> {named(graph, graph.coo.dst[bad[0]])}"
        raise InputError(f"shortest paths need weights of 0 or more; edge {edge} has {lengths[bad[0]]}")
    return graph, ends, lengths


def _length(graph: Graph, ends: tuple[int, int], path: Any, lengths: np.ndarray) -> float:
    """The length of a path, after rules 1 and 2."""
    ids = signed_integers("path", path)
    if ids.ndim != 1 or not ids.size or (ids[0], ids[-1]) != ends:
        names = [named(graph, end) for end in ends]
        raise ValidationError("1", f"the path does not lead from vertex {names[0]} to vertex {names[1]}")
    if (bad := ids[(ids < 0) | (ids >= graph.num_vertices)]).size:
        raise ValidationError("2", f"{bad[0]} is no vertex")
    src_ptr, dst = graph.csr.src_ptr, graph.csr.dst
    total = 0.0
    for u, v in pairwise(ids.tolist()):
        edges = slice(int(src_ptr[u]), int(src_ptr[u + 1]))
        least = lengths[edges][dst[edges] == v].min(initial=inf)
        if least == inf:
            raise ValidationError("2", f"no edge leads from vertex {named(graph, u)} to {named(graph, v)}")
        total += float(least)
    return total


def _check_shortest(
    graph: Graph, ends: tuple[int, int], lengths: np.ndarray, length: float, steps: int
) -> None:
    """Rule 3, for a path said to be a shortest: its length, infinite for none, and number of edges."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import dijkstra

    source, target = ends
    src, dst, _ = graph.coo
    is_edge, is_float32 = lengths < inf, lengths.dtype == np.float32
    src, dst, lengths = src[is_edge], dst[is_edge], lengths[is_edge].astype(np.float64)
    starts = np.searchsorted(src, np.arange(graph.num_vertices + 1))
    edges = csr_array((lengths, dst, starts), shape=2 * (graph.num_vertices,))
    distances, parents = dijkstra(edges, indices=source, limit=length, return_predecessors=True)
    bounds = np.minimum(distances, length)
    # However they were found, they bound the length of every path from below if these two hold.
    if bounds[source] != 0 or not (bounds[src] + lengths >= bounds[dst]).all():
        raise RuntimeError("SciPy's distances are no lower bounds")
    rounding = ROUNDING_FLOAT32 * (steps + _num_steps(parents, target)) if is_float32 else 0
    if bounds[target] < length * (1 - max(rounding, ROUNDING)):
        names = [named(graph, end) for end in ends]
        problem = f"a path of length {bounds[target]} leads from vertex {names[0]} to vertex {names[1]}"
        raise ValidationError("3", f"{problem}, not {'none' if length == inf else length}")


def _num_steps(parents: np.ndarray, target: int) -> int:
    """The edges of SciPy's path to the target; 0 if there is none."""
    steps = 0
    while (target := int(parents[target])) >= 0:
        steps += 1
    return steps
