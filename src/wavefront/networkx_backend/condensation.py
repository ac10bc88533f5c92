"""The graph of the strongly connected components: networkx.algorithms.components.attracting and others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import networkx as nx
import numpy as np

from .components import is_one, strongly_connected_components
from .convert import BackendGraph
from .ordered_strong import strong_components


def labels_of(graph: BackendGraph) -> np.ndarray:
    """The number of each vertex's component, in NetworkX's order of components."""
    members, ends = strong_components(graph.successors)
    labels = np.empty(len(graph), np.int32)
    labels[members] = np.repeat(np.arange(ends.size, dtype=np.int32), np.diff(ends, prepend=0))
    return labels


def joined(graph: BackendGraph, labels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The edges between components, each once, in the order of the graph's edges."""
    src = labels[np.repeat(np.arange(len(graph)), np.diff(graph.successors.ptr))].astype(np.int64)
    dst = labels[graph.successors.neighbors]
    src, dst = src[src != dst], dst[src != dst]
    _, first = np.unique(src * (len(graph) + 1) + dst, return_index=True)
    first.sort()
    return src[first], dst[first]


def condensation(G: BackendGraph, scc: Iterable[Any] | None = None) -> nx.DiGraph:
    """As ``networkx.condensation``, of its own components."""
    condensed = nx.DiGraph()
    mapping = condensed.graph["mapping"] = {}
    if len(G) == 0:
        return condensed
    members = dict(enumerate(strongly_connected_components(G)))
    for number, nodes in members.items():
        mapping.update(dict.fromkeys(nodes, number))
    condensed.add_nodes_from(members)
    src, dst = joined(G, labels_of(G))
    condensed.add_edges_from(zip(src.tolist(), dst.tolist(), strict=True))
    nx.set_node_attributes(condensed, members, "members")
    return condensed


def attracting(graph: BackendGraph) -> np.ndarray:
    """Which components no edge leaves."""
    labels = labels_of(graph)
    attracts = np.ones(int(labels.max(initial=-1)) + 1, bool)
    attracts[joined(graph, labels)[0]] = False
    return attracts


def attracting_components(G: BackendGraph) -> Iterator[set[Any]]:
    """As ``networkx.attracting_components``."""
    attracts = attracting(G).tolist()
    for nodes, is_last in zip(strongly_connected_components(G), attracts, strict=True):
        if is_last:
            yield nodes


def number_attracting_components(G: BackendGraph) -> int:
    """As ``networkx.number_attracting_components``."""
    return int(attracting(G).sum())


def is_attracting_component(G: BackendGraph) -> bool:
    """As ``networkx.is_attracting_component``."""
    return attracting(G).size == 1


def is_semiconnected(G: BackendGraph) -> bool:
    """As ``networkx.is_semiconnected``: whether the components are in one line."""
    if not is_one(G, "weak"):
        return False
    labels = labels_of(G)
    src, dst = joined(G, labels)
    # A component comes after those that it leads to: numbers fall along each edge. All are in one line if
    # each leads to the one before it.
    return int((src - dst == 1).sum()) == int(labels.max(initial=0))


def can_condense(scc: Any = None, **_: Any) -> bool | str:
    """Components of the caller's stay with NetworkX."""
    return scc is None or "the components are found here"
