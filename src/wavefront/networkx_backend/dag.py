"""What can be reached: networkx.algorithms.dag."""

from __future__ import annotations

from typing import Any

from .convert import BackendGraph, Lists
from .ordered_bfs import search


def reached(graph: BackendGraph, lists: Lists, source: Any) -> set[Any]:
    """The nodes found from `source`, without it."""
    return set(graph.names(search(lists, [graph.vertex(source)]).order[1:]))


def descendants(G: BackendGraph, source: Any) -> set[Any]:
    """As ``networkx.descendants``."""
    return reached(G, G.successors, source)


def ancestors(G: BackendGraph, source: Any) -> set[Any]:
    """As ``networkx.ancestors``."""
    return reached(G, G.predecessors, source)
