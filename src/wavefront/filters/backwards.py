"""The filters of a search that follows edges backwards: a search of `graph.reversed`, whose edges are others.

An edge of the reversed graph has its ends exchanged, and its number is its place in `csc`. A functor over it
exchanges them again, and looks up the edge's number in `csr`, if the caller's functor reads that. So nothing
is asked before the search, and nothing but those numbers, which the graph keeps, is made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..frontier import WORD_SIZE
from ..operators.functors import kept_with_functor
from .edge_filter import EdgeFilter
from .predicates import ALL_VERTICES, EDGE, edge_in_arrays, predicate
from .search import Filters, extended, keeps_of, require_of

if TYPE_CHECKING:
    from ..device import Device
    from ..graph import Graph
    from ..operators.functors import Functor
    from .predicates import Filter


class Numbers(NamedTuple):
    """The data of a filter of the reversed graph's edges, before that of the caller's."""

    slots: Any  # E: the place in `csr` of each edge of `csc`; or empty


def backwards(
    graph: Graph,
    vertex_filter: Filter | None = None,
    edge_filter: Filter | None = None,
    *,
    device: Device,
) -> dict[str, Any]:
    """The filters of a search of `graph.reversed`, as its arguments; the graph is on the device.

    Raises InputError for an edge filter as `checked_filters` does.
    """
    found: dict[str, Any] = {"vertex_filter": vertex_filter, "edge_filter": edge_filter}
    if isinstance(edge_filter, EdgeFilter):
        require_of(graph, edge_filter)
        found["edge_filter"] = edge_filter.on(device)[1][: -(-graph.num_edges // WORD_SIZE)]
    elif edge_filter is not None:
        count = graph.num_edges, "edges"
        asked = predicate("edge_filter", edge_filter, count, EDGE, edge_in_arrays, device)
        filters = Filters(ALL_VERTICES, asked)
        keeps = keeps_of(filters, len(Numbers._fields))
        turned = _by_number(keeps) if asked.reads_edge else _by_ends(keeps)
        found["edge_filter"] = turned, extended(Numbers(filters.slots(graph)), filters)
    return found


@kept_with_functor
def _by_number(keeps: Functor) -> Functor:
    def kept_backwards(source, neighbor, edge, data):
        return keeps(neighbor, source, data.slots[edge], data)

    return kept_backwards


@kept_with_functor
def _by_ends(keeps: Functor) -> Functor:
    def kept_backwards(source, neighbor, edge, data):
        return keeps(neighbor, source, 0, data)

    return kept_backwards
