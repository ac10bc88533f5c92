"""Rule checks that need no oracle: are these the distances of searches from each of these sources?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..graph.vertices import checked_vertices, named, require_graph
from .kept import kept_graph
from .rules import ValidationError, path_lengths
from .sssp import validate_sssp

if TYPE_CHECKING:
    from ..graph import Graph
    from ..graph.vertices import Vertices


def validate_multi_source_sssp(
    graph: Graph,
    sources: Vertices,
    distances: np.ndarray,
    *,
    vertex_filter: Any = None,
    edge_filter: Any = None,
) -> None:
    """Check each row of distances by the rules 1, 2 and 3 of `validate_sssp`.

    Parameters
    ----------
    distances
        S x V numbers, one row per source: as `validate_sssp` takes them.
    vertex_filter, edge_filter
        Those of the search: it is checked as one of the graph that they leave.

    Raises
    ------
    ValidationError
        Naming the rule, the source and the first vertex or edge that breaks it.
    """
    require_graph(graph)
    several = checked_vertices(graph, sources, "sources")
    graph = kept_graph(graph, vertex_filter, edge_filter)
    distances = path_lengths("distances", distances)
    if distances.shape != (several.size, graph.num_vertices):
        raise ValidationError(
            "1", f"{distances.shape} distances for {several.size} sources and {graph.num_vertices} vertices"
        )
    for source, row in zip(several.tolist(), distances, strict=True):
        try:
            validate_sssp(graph, source, row)
        except ValidationError as error:
            raise ValidationError(
                error.rule, f"from source {named(graph, source)}: {error.problem}"
            ) from None
