"""Filters: the vertices and edges that a search may use, of a graph that isn't copied.

predicates.py has the forms of a filter, edge_filter.py one that is looked up before any search, search.py
those of one search, and backwards.py those of a search that follows edges backwards.
"""

from .backwards import backwards
from .edge_filter import EdgeFilter
from .predicates import (
    ALL_EDGES,
    ALL_VERTICES,
    Arrays,
    Filter,
    Predicate,
    edge_in_arrays,
    every_vertex,
    vertex_in_arrays,
)
from .search import Filters, checked_filters, extended, given, keeps_edges, keeps_of, keeps_vertex

__all__ = [
    "ALL_EDGES",
    "ALL_VERTICES",
    "Arrays",
    "EdgeFilter",
    "Filter",
    "Filters",
    "Predicate",
    "backwards",
    "checked_filters",
    "edge_in_arrays",
    "every_vertex",
    "extended",
    "given",
    "keeps_edges",
    "keeps_of",
    "keeps_vertex",
    "vertex_in_arrays",
]
