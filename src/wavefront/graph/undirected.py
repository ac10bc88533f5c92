"""The undirected graph of a directed one's edges, and each edge of an undirected one once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .attributes import of_edges
from .build import sort_edges
from .formats import COO
from .merged_lists import merged_lists

if TYPE_CHECKING:
    from .graph import Graph


def as_undirected(graph: Graph) -> Graph:
    """The undirected graph of a directed one's edges.

    Edges u -> v and v -> u of equal weight become the two directions of one edge; k parallel such pairs
    become k edges. An edge without a partner gets one. Where two directions become one edge, its attributes
    are those of u -> v with u < v. The graph is made on the CPU, and left where the directed one is.
    """
    if not graph.directed:
        return graph
    host = graph.to_device("cpu")
    if not host.edge_attributes and (lists := merged_lists(host)) is not None:
        undirected = graph.from_csr(*lists, directed=False, check=False, labels=graph.labels)
        return undirected.to_device(graph.device)
    src, dst, weights = host.coo
    low, high = np.minimum(src, dst), np.maximum(src, dst)
    _, _, order = sort_edges(low, high, np.arange(src.size), graph.num_vertices)
    assert order is not None  # because the edges' numbers went in as weights
    new = np.ones(src.size, bool)  # whether an edge differs from the one before
    new[1:] = (low[order[1:]] != low[order[:-1]]) | (high[order[1:]] != high[order[:-1]])
    if weights is not None:
        bits = (weights + 0).view(f"u{weights.itemsize}")  # NaN equals NaN then, and -0.0 is 0.0
        order = _sorted_by_weight(order, new, bits)
        new[1:] |= bits[order[1:]] != bits[order[:-1]]
    group = np.cumsum(new) - 1
    upward = src[order] <= dst[order]
    up, down = (np.bincount(group[way], minlength=np.count_nonzero(new)) for way in (upward, ~upward))
    chosen = order[upward == (up >= down)[group]]
    undirected = graph.from_edges(
        low[chosen],
        high[chosen],
        graph.num_vertices,
        None if weights is None else weights[chosen],
        directed=False,
        labels=graph.labels,
        edge_attributes=of_edges(host.edge_attributes, chosen),
    )
    return undirected.to_device(graph.device)


def _sorted_by_weight(order: np.ndarray, new: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """`order` with the edges of each pair of vertices by weight; `new` says where a pair begins."""
    pair = np.cumsum(new) - 1
    mixed = np.zeros(np.count_nonzero(new), bool)
    mixed[pair[weights[order] != weights[order[new]][pair]]] = True
    places = np.flatnonzero(mixed[pair])
    order[places] = order[places][np.lexsort((weights[order[places]], pair[places]))]
    return order


def edges_once(graph: Graph) -> COO:
    """The edges to list elsewhere: all of a directed graph, those with src <= dst of an undirected one."""
    if graph.directed:
        return graph.coo
    src, dst, weights = graph.coo
    once = src <= dst
    return COO(src[once], dst[once], None if weights is None else weights[once])
