"""Breadth-first traversal: networkx.algorithms.traversal.breadth_first_search."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any

import networkx as nx
import numpy as np

from .convert import BackendGraph
from .ordered_bfs import search
from .weights import Lists


def edges_found(
    graph: BackendGraph, lists: Lists, source: Any, depth_limit: float | None
) -> tuple[list[Any], list[Any]]:
    """Parent and child of each edge of the tree, in the order found."""
    found = search(lists, [graph.vertex(source)], depth_limit)
    children = found.order[1:]
    return graph.names(found.parents[children]), graph.names(children)


def bfs_edges(
    G: BackendGraph,
    source: Any,
    reverse: bool = False,
    depth_limit: float | None = None,
    sort_neighbors: None = None,
) -> Iterator[tuple[Any, Any]]:
    """As ``networkx.bfs_edges``."""
    lists = G.predecessors if reverse else G.successors

    def each() -> Iterator[tuple[Any, Any]]:
        yield from zip(*edges_found(G, lists, source, depth_limit), strict=True)

    return each()


def generic_bfs_edges(
    G: BackendGraph, source: Any, neighbors: None = None, depth_limit: float | None = None
) -> Iterator[tuple[Any, Any]]:
    """As ``networkx.generic_bfs_edges``."""
    return bfs_edges(G, source, depth_limit=depth_limit)


def bfs_tree(
    G: BackendGraph,
    source: Any,
    reverse: bool = False,
    depth_limit: float | None = None,
    sort_neighbors: None = None,
) -> nx.DiGraph:
    """As ``networkx.bfs_tree``."""
    tree = nx.DiGraph()
    tree.add_node(source)
    tree.add_edges_from(bfs_edges(G, source, reverse, depth_limit))
    return tree


def bfs_predecessors(
    G: BackendGraph, source: Any, depth_limit: float | None = None, sort_neighbors: None = None
) -> Iterator[tuple[Any, Any]]:
    """As ``networkx.bfs_predecessors``."""
    parents, children = edges_found(G, G.successors, source, depth_limit)
    yield from zip(children, parents, strict=True)


def bfs_successors(
    G: BackendGraph, source: Any, depth_limit: float | None = None, sort_neighbors: None = None
) -> Iterator[tuple[Any, list[Any]]]:
    """As ``networkx.bfs_successors``."""
    found = search(G.successors, [G.vertex(source)], depth_limit)
    children = found.order[1:]
    if not children.size:
        yield source, []
        return
    parents = found.parents[children]
    starts = np.flatnonzero(np.diff(parents, prepend=-1))
    ends = [*starts[1:].tolist(), children.size]
    names = G.names(children)
    for parent, first, end in zip(G.names(parents[starts]), starts.tolist(), ends, strict=True):
        yield parent, names[first:end]


def bfs_layers(G: BackendGraph, sources: Any) -> Iterator[list[Any]]:
    """As ``networkx.bfs_layers``."""
    if sources in G:
        sources = [sources]
    starts = list(set(sources))
    for source in starts:
        if source not in G:
            raise nx.NetworkXError(f"The node {source} is not in the graph.")
    found = search(G.successors, [G.index[source] for source in starts])
    levels = found.levels[found.order].tolist()
    for _, layer in groupby(zip(levels, G.names(found.order), strict=True), key=lambda pair: pair[0]):
        yield [node for _, node in layer]


def descendants_at_distance(G: BackendGraph, source: Any, distance: int) -> set[Any]:
    """As ``networkx.descendants_at_distance``."""
    if source not in G:
        raise nx.NetworkXError(f"The node {source} is not in the graph.")
    found = search(G.successors, [G.index[source]], distance)
    return set(G.names(np.flatnonzero((found.levels == distance) & (found.levels >= 0))))


def can_layer(**_: Any) -> bool | str:
    """NetworkX 3.4 keeps the order of the sources, and sources that come twice."""
    return not nx.__version__.startswith("3.4") or "NetworkX 3.4 has another order of nodes"


def can_search(neighbors: Callable[..., Any] | None = None, **_: Any) -> bool | str:
    """Neighbors are the graph's."""
    return neighbors is None or "neighbors that are a function are NetworkX's own"


def can_sort(sort_neighbors: Callable[..., Any] | None = None, **_: Any) -> bool | str:
    """Neighbors are met in the graph's order."""
    return sort_neighbors is None or "the neighbors' order is the graph's"
