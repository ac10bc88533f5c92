"""Rule checks that need no oracle: are these the lengths of shortest paths, and is that a tree of them?

Distances are the shortest if no edge could shorten one, and a path attains each. The checks are NumPy and
SciPy over whole arrays and share no code with the search.
"""

import numpy as np

from ..graph import Graph
from ..graph.vertices import named, require_graph
from .rules import ValidationError, real_numbers, signed_integers


def validate_sssp(
    graph: Graph, source: int, distances: np.ndarray, predecessors: np.ndarray | None = None
) -> None:
    """Check the distances, and the predecessors if given, of a search for shortest paths.

    Parameters
    ----------
    distances
        V numbers, float32 or float64; infinite = not reached. Sums of a distance and a weight are compared
        in the wider of their two types.
    predecessors
        V vertex ids; -1 for the source and for unreached vertices.

    Raises
    ------
    ValidationError
        Naming the rule and the first vertex or edge that breaks it: (1) there is one distance per vertex, 0
        for the source, none negative or NaN, (2) no edge shortens a distance, (3) every reached vertex is on
        a path from the source of tight edges, whose weight is the difference of their ends' distances, (4)
        exactly the reached vertices but the source have a predecessor, (5) a tight edge leads from it to the
        vertex, (6) the predecessors form no cycle.
    """
    require_graph(graph)
    graph = graph.to_device("cpu")
    source = graph.checked_vertex(source, "source")
    distances = real_numbers("distances", distances)
    _check_range(graph, source, distances)
    src, dst, weights = graph.coo
    with np.errstate(over="ignore"):  # a sum that overflows to infinity counts as unreached
        ends = distances[src] + (np.float64(1) if weights is None else weights)
    if (bad := np.flatnonzero(ends < distances[dst])).size:
        u, v = src[bad[0]], dst[bad[0]]
        end = named(graph, v)
        problem = f"edge {named(graph, u)} -> {end} leads to {end} in {ends[bad[0]]}, not {distances[v]}"
        raise ValidationError("2", problem)
    tight = (ends == distances[dst]) & np.isfinite(ends)
    if predecessors is None:
        _check_attained(graph, source, distances, src[tight], dst[tight])
    else:
        parents = signed_integers("predecessors", predecessors)
        _check_predecessors(graph, source, distances, parents, (src[tight], dst[tight]))
        _check_acyclic(graph, source, parents)


def _check_range(graph: Graph, source: int, distances: np.ndarray) -> None:
    if distances.shape != (graph.num_vertices,):
        raise ValidationError("1", f"{distances.shape} distances for {graph.num_vertices} vertices")
    if (bad := np.flatnonzero(~(distances >= 0))).size:
        raise ValidationError("1", f"vertex {named(graph, bad[0])} has distance {distances[bad[0]]}")
    if distances[source] != 0:
        problem = f"vertex {named(graph, source)} is the source but has distance {distances[source]}"
        raise ValidationError("1", problem)


def _check_attained(
    graph: Graph, source: int, distances: np.ndarray, src: np.ndarray, dst: np.ndarray
) -> None:
    """Rule 3: the tight edges, given as `src` and `dst`, lead to every reached vertex."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import breadth_first_order

    edges = csr_array((np.ones(src.size, np.int8), (src, dst)), shape=2 * (graph.num_vertices,))
    attained = np.zeros(graph.num_vertices, bool)
    attained[breadth_first_order(edges, source, return_predecessors=False)] = True
    if (bad := np.flatnonzero(~attained & np.isfinite(distances))).size:
        v = bad[0]
        problem = f"vertex {named(graph, v)} has distance {distances[v]}, but no path is that long"
        raise ValidationError("3", problem)


def _check_predecessors(
    graph: Graph,
    source: int,
    distances: np.ndarray,
    parents: np.ndarray,
    tight: tuple[np.ndarray, np.ndarray],
) -> None:
    """Rules 4 and 5, given the ends of the tight edges."""
    src, dst = tight
    if parents.shape != distances.shape:
        raise ValidationError("4", f"{parents.shape} predecessors for {distances.size} vertices")
    expected = np.isfinite(distances)
    expected[source] = False
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


def _check_acyclic(graph: Graph, source: int, parents: np.ndarray) -> None:
    """Rule 6: following predecessors, twice as many per round, leads from every vertex to the source."""
    ancestors = np.where(parents == -1, np.arange(parents.size), parents)
    for _ in range(parents.size.bit_length()):
        ancestors = ancestors[ancestors]
    if (odd := np.flatnonzero((ancestors != source) & (parents != -1))).size:
        raise ValidationError(
            "6", f"the predecessors of vertex {named(graph, odd[0])} don't lead to the source"
        )
