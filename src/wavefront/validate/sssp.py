"""Rule checks that need no oracle: are these the lengths of shortest paths, and is that a tree of them?

Distances are the shortest if no edge could shorten one, and a path attains each. The checks are NumPy and
SciPy over whole arrays and share no code with the search.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import checked_number
from ..graph.vertices import checked_vertices, named, require_graph
from .kept import kept_graph
from .rules import ValidationError, path_lengths, signed_integers

if TYPE_CHECKING:
    from ..graph import Graph
    from ..graph.vertices import Vertices


def validate_sssp(
    graph: Graph,
    source: Vertices,
    distances: np.ndarray,
    predecessors: np.ndarray | None = None,
    *,
    target: Vertices | None = None,
    cutoff: float | None = None,
    vertex_filter: Any = None,
    edge_filter: Any = None,
) -> None:
    """Check the distances, and the predecessors if given, of a search from one or several sources.

    Parameters
    ----------
    distances
        V floating-point numbers, infinite = not reached, or V signed integers, -1 = not reached. Sums of a
        distance and a weight are compared in the wider of their two types.
    predecessors
        V vertex ids; -1 for the sources and for unreached vertices.
    target, cutoff
        What the search was to stop at. Vertices further away than the cutoff, or than the last of the
        targets, must be unreached.
    vertex_filter, edge_filter
        Those of the search: it is checked as one of the graph that they leave.

    Raises
    ------
    ValidationError
        Naming the rule and the first vertex or edge that breaks it: (1) there is one distance per vertex, 0
        for the sources, none negative, NaN or beyond the stop, (2) no edge shortens a distance, (3) every
        reached vertex is on a path from a source of tight edges, whose weight is the difference of their
        ends' distances, (4) exactly the reached vertices but the sources have a predecessor, (5) a tight edge
        leads from it to the vertex, (6) the predecessors form no cycle.
    """
    require_graph(graph)
    graph = kept_graph(graph, vertex_filter, edge_filter)
    sources = np.unique(checked_vertices(graph, source, "source"))
    last = inf if cutoff is None else checked_number("cutoff", cutoff, "a number, 0 or more")
    distances = path_lengths("distances", distances)
    check_shape(graph, distances)
    if target is not None:
        last = min(last, float(distances[checked_vertices(graph, target, "target")].max()))
    _check_range(graph, sources, distances, np.float64(last))
    check_paths(graph, sources, distances, predecessors, last)


def check_paths(
    graph: Graph,
    roots: np.ndarray,
    distances: np.ndarray,
    predecessors: np.ndarray | None,
    last: float = inf,
) -> None:
    """Rule 2; rule 3, or with predecessors 4, 5 and 6, for paths from the roots, which have none."""
    src, dst, weights = graph.coo
    # A sum that overflows to infinity counts as unreached. Two infinities of either sign make no number.
    with np.errstate(over="ignore", invalid="ignore"):
        ends = distances[src] + (np.float64(1) if weights is None else weights)
    if (bad := np.flatnonzero((ends < distances[dst]) & (ends <= np.float64(last)))).size:
        u, v = src[bad[0]], dst[bad[0]]
        end = named(graph, v)
        problem = f"edge {named(graph, u)} -> {end} leads to {end} in {ends[bad[0]]}, not {distances[v]}"
        raise ValidationError("2", problem)
    tight = (ends == distances[dst]) & (ends < inf)
    if predecessors is None:
        _check_attained(graph, roots, distances, src[tight], dst[tight])
    else:
        parents = signed_integers("predecessors", predecessors)
        _check_predecessors(graph, roots, distances, parents, (src[tight], dst[tight]))
        _check_acyclic(graph, parents)


def check_shape(graph: Graph, distances: np.ndarray) -> None:
    """Rule 1, of how many distances there are."""
    if distances.shape != (graph.num_vertices,):
        raise ValidationError("1", f"{distances.shape} distances for {graph.num_vertices} vertices")


def _check_range(graph: Graph, sources: np.ndarray, distances: np.ndarray, last: np.float64) -> None:
    if (bad := np.flatnonzero(~(distances >= 0))).size:
        raise ValidationError("1", f"vertex {named(graph, bad[0])} has distance {distances[bad[0]]}")
    if (bad := sources[distances[sources] != 0]).size:
        problem = f"vertex {named(graph, bad[0])} is a source but has distance {distances[bad[0]]}"
        raise ValidationError("1", problem)
    if (bad := np.flatnonzero((distances > last) & (distances < inf))).size:
        problem = f"vertex {named(graph, bad[0])} has distance {distances[bad[0]]} beyond {last}"
        raise ValidationError("1", problem)


def _check_attained(
    graph: Graph, sources: np.ndarray, distances: np.ndarray, src: np.ndarray, dst: np.ndarray
) -> None:
    """Rule 3: the tight edges, given as `src` and `dst`, lead to every reached vertex."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import breadth_first_order

    root = graph.num_vertices  # one more vertex, from which edges lead to the sources
    src, dst = np.append(src, np.full(sources.size, root)), np.append(dst, sources)
    edges = csr_array((np.ones(src.size, np.int8), (src, dst)), shape=2 * (root + 1,))
    attained = np.zeros(root + 1, bool)
    attained[breadth_first_order(edges, root, return_predecessors=False)] = True
    if (bad := np.flatnonzero(~attained[:root] & (distances < inf))).size:
        v = bad[0]
        problem = f"vertex {named(graph, v)} has distance {distances[v]}, but no path is that long"
        raise ValidationError("3", problem)


def _check_predecessors(
    graph: Graph,
    sources: np.ndarray,
    distances: np.ndarray,
    parents: np.ndarray,
    tight: tuple[np.ndarray, np.ndarray],
) -> None:
    """Rules 4 and 5, given the ends of the tight edges."""
    src, dst = tight
    if parents.shape != distances.shape:
        raise ValidationError("4", f"{parents.shape} predecessors for {distances.size} vertices")
    expected = distances < inf
    expected[sources] = False
    if (odd := np.flatnonzero(expected != (parents != -1))).size:
        v = odd[0]
        problem = f"vertex {named(graph, v)} at {distances[v]} has predecessor {parents[v]}"
        raise ValidationError("4", problem)
    joined = ~expected
    joined[dst[parents[dst] == src]] = True
    if (odd := np.flatnonzero(~joined)).size:
        v = odd[0]
        is_vertex = 0 <= parents[v] < graph.num_vertices
        edge = f"{named(graph, parents[v]) if is_vertex else parents[v]} -> {named(graph, v)}"
        raise ValidationError("5", f"no edge {edge} accounts for the distance {distances[v]}")


def _check_acyclic(graph: Graph, parents: np.ndarray) -> None:
    """Rule 6: following predecessors, twice as many per round, leads from every vertex to one without."""
    ancestors = np.where(parents == -1, np.arange(parents.size), parents)
    for _ in range(parents.size.bit_length()):
        ancestors = ancestors[ancestors]
    if (odd := np.flatnonzero(parents[ancestors] != -1)).size:
        raise ValidationError(
            "6", f"the predecessors of vertex {named(graph, odd[0])} don't lead to a source"
        )
