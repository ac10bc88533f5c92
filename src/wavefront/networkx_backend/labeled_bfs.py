"""Breadth-first traversals that report every edge: networkx's breadth_first_search and edgebfs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from .convert import BackendGraph
from .ordered_bfs import Search, search

LABELS = np.array(["tree", "level", "forward", "reverse"], object)


def entries_met(graph: BackendGraph, found: Search) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The ends of each entry in the order in which the search meets it; each vertex's place in its order."""
    ptr = graph.successors.ptr
    counts = np.diff(ptr)[found.order]
    first = np.cumsum(counts) - counts
    entries = np.arange(int(counts.sum())) + np.repeat(ptr[found.order] - first, counts)
    places = np.full(len(graph), -1, np.int32)
    places[found.order] = np.arange(found.order.size, dtype=np.int32)
    return np.repeat(found.order, counts), graph.successors.neighbors[entries], places


def bfs_labeled_edges(G: BackendGraph, sources: Any) -> Iterator[tuple[Any, Any, str]]:
    """As ``networkx.bfs_labeled_edges``."""
    starts = [sources] if sources in G else list(dict.fromkeys(sources))
    if not all(node in G for node in starts):
        raise NotImplementedError("a source isn't in the graph")
    found = search(G.successors, [G.index[node] for node in starts])
    src, dst, places = entries_met(G, found)
    steps = found.levels[dst] - found.levels[src]
    kinds = np.where(steps == 0, 1, np.where(steps > 0, 2, 3))
    kinds[found.parents[dst] == src] = 0
    if not G.is_directed():  # the other half of a level or a tree edge has been reported
        told = (kinds == 3) | ((kinds == 1) & (places[dst] < places[src]))
        src, dst, kinds = src[~told], dst[~told], kinds[~told]
    return zip(G.names(src), G.names(dst), LABELS[kinds].tolist(), strict=True)


def edge_bfs(G: BackendGraph, source: Any = None, orientation: None = None) -> Iterator[tuple[Any, Any]]:
    """As ``networkx.edge_bfs`` along the edges' directions, of a graph without parallel edges."""
    starts = list(dict.fromkeys(G.origin.nbunch_iter(source)))
    src, dst, places = entries_met(G, search(G.successors, [G.index[node] for node in starts]))
    if not G.is_directed():
        once = places[dst] >= places[src]
        src, dst = src[once], dst[once]
    return zip(G.names(src), G.names(dst), strict=True)


def can_orient(orientation: Any = None, **_: Any) -> bool | str:
    """Other orientations stay with NetworkX."""
    return orientation is None or "edges are followed along their directions"
