"""Filters: the vertices and edges that a search may use, of a graph that isn't copied.

predicates.py has the forms of a filter, edge_filter.py one that is looked up before any search, search.py
those of one search, backwards.py those of a search that follows edges backwards, and part.py a copy of what
is kept, for functions that search from many vertices.
"""

from .backwards import backwards
from .edge_filter import EdgeFilter
from .part import Part, kept_part, needs_of_part, part_of
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
from .search import (
    Filters,
    checked_filters,
    extended,
    given,
    keeps_edges,
    keeps_of,
    keeps_vertex,
    require_sources,
)

__all__ = [
    "ALL_EDGES",
    "ALL_VERTICES",
    "Arrays",
    "EdgeFilter",
    "Filter",
    "Filters",
    "Part",
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
    "kept_part",
    "needs_of_part",
    "part_of",
    "require_sources",
    "vertex_in_arrays",
]
