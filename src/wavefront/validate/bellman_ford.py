"""Rule checks that need no oracle, for distances by weights of either sign: the rules of sssp.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..graph.vertices import checked_vertices, named, require_graph
from .kept import kept_graph
from .rules import ValidationError, real_numbers
from .sssp import check_paths, check_shape

if TYPE_CHECKING:
    from ..graph import Graph
    from ..graph.vertices import Vertices


def validate_bellman_ford(
    graph: Graph,
    source: Vertices,
    distances: np.ndarray,
    predecessors: np.ndarray | None = None,
    *,
    vertex_filter: Any = None,
    edge_filter: Any = None,
) -> None:
    """Check the distances, and the predecessors if given, of a search by weights of either sign.

    Parameters
    ----------
    distances
        V numbers, float32 or float64; infinite = not reached. Sums of a distance and a weight are compared
        in the wider of their two types.
    predecessors
        V vertex ids; -1 for unreached vertices and for sources at distance 0.
    vertex_filter, edge_filter
        Those of the search: it is checked as one of the graph that they leave.

    Raises
    ------
    ValidationError
        Naming the rule and the first vertex or edge that breaks it: (1) there is one distance per vertex,
        none NaN, at most 0 for the sources, and 0 for one of them, (2) no edge shortens a distance, (3) every
        reached vertex is on a path of tight edges, whose weight is the difference of their ends' distances,
        from a source at distance 0, (4) exactly the reached vertices but these sources have a predecessor,
        (5) a tight edge leads from it to the vertex, (6) the predecessors form no cycle.
    """
    require_graph(graph)
    graph = kept_graph(graph, vertex_filter, edge_filter)
    sources = np.unique(checked_vertices(graph, source, "source"))
    distances = real_numbers("distances", distances)
    check_shape(graph, distances)
    if (bad := np.flatnonzero(np.isnan(distances))).size:
        raise ValidationError("1", f"vertex {named(graph, bad[0])} has distance {distances[bad[0]]}")
    if (bad := sources[distances[sources] > 0]).size:
        problem = f"vertex {named(graph, bad[0])} is a source but has distance {distances[bad[0]]}"
        raise ValidationError("1", problem)
    roots = sources[distances[sources] == 0]
    if not roots.size:
        raise ValidationError(
            "1", f"no source has distance 0, the first, {named(graph, sources[0])}, neither"
        )
    check_paths(graph, roots, distances, predecessors)
