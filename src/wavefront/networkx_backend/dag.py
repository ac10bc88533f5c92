"""What can be reached, and whether there is a cycle: networkx.algorithms.dag."""

from __future__ import annotations

from typing import Any

from ..algorithms.topological_levels import topological_levels
from ..errors import InputError
from .convert import BackendGraph
from .ordered_bfs import search
from .weights import Lists


def reached(graph: BackendGraph, lists: Lists, source: Any) -> set[Any]:
    """The nodes found from `source`, without it."""
    return set(graph.names(search(lists, [graph.vertex(source)]).order[1:]))


def descendants(G: BackendGraph, source: Any) -> set[Any]:
    """As ``networkx.descendants``."""
    return reached(G, G.successors, source)


def ancestors(G: BackendGraph, source: Any) -> set[Any]:
    """As ``networkx.ancestors``."""
    return reached(G, G.predecessors, source)


def is_directed_acyclic_graph(G: BackendGraph) -> bool:
    """As ``networkx.is_directed_acyclic_graph``."""
    if not G.is_directed():
        return False
    try:
        topological_levels(G.graph)
    except InputError:  # names a vertex on a cycle
        return False
    return True
