"""Rule checks that need no oracle: are these the levels of searches from each of these sources?"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..graph import Graph
from ..graph.vertices import checked_vertices, named, require_graph
from .bfs import validate_bfs
from .kept import kept_graph
from .rules import ValidationError, signed_integers


def validate_multi_source_bfs(
    graph: Graph,
    sources: int | Sequence[int] | np.ndarray,
    levels: np.ndarray,
    *,
    vertex_filter: Any = None,
    edge_filter: Any = None,
) -> None:
    """Check each row of levels by the rules of `validate_bfs`.

    Parameters
    ----------
    levels
        S x V integers, one row per source; -1 = not reached.
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
    levels = signed_integers("levels", levels)
    if levels.shape != (several.size, graph.num_vertices):
        raise ValidationError(
            "1", f"{levels.shape} levels for {several.size} sources and {graph.num_vertices} vertices"
        )
    for source, row in zip(several, levels, strict=True):
        try:
            validate_bfs(graph, source, row)
        except ValidationError as error:
            raise ValidationError(
                error.rule, f"from source {named(graph, source)}: {error.problem}"
            ) from None
