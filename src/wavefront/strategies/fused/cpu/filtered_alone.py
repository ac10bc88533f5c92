"""Searches of small graphs with filters: alone.py's loop, which asks about edges to unvisited vertices.

A vertex filter is asked about their ends, once per edge until the vertex is found. The loop is a hundredth of
the code of filtered.py. So the first search with a caller's function compiles in a tenth of the time.
"""

from typing import Any

import numpy as np

from ....accounting.rebuilt import rebuilt
from ....compiler.registry import cpu_intrinsics
from ....device import Cpu
from ....filters import extended, keeps_of
from ....graph import Graph
from ....operators.functors import Functor, kept_with_functor
from ..query import Query
from . import alone
from .keeping import keeps


def bfs(graph: Graph, query: Query, device: Cpu) -> tuple[np.ndarray, np.ndarray] | None:
    """As `alone.bfs`, for the graphs that `alone.takes_filters`."""
    filters = query.filters
    assert filters is not None
    if query.sources.size > alone.WIDE or not alone.takes_filters(graph):
        return None
    bound, (levels, predecessors) = alone.new_bound(graph), alone.new_result(graph, query)
    form = kept_form(keeps_of(filters, len(bound)))
    stops = alone.stops_of(query)
    device.call(form, extended(bound, filters), levels, predecessors, query.sources, *stops)
    return levels, predecessors


@kept_with_functor
def kept_form(edge_kept: Functor) -> Any:
    """`search_alone`, rebuilt so that it asks this functor, of source, neighbor, edge and `Bound`."""
    same: dict[Any, Any] = {function: function for function in cpu_intrinsics}
    return rebuilt(alone.search_alone, same | {keeps: edge_kept})
