"""Connected, weakly and strongly connected components: networkx.algorithms.components."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import networkx as nx
import numpy as np

from ..algorithms.components import Components
from ..algorithms.components import connected_components as find
from ..algorithms.components.api import Kind
from .convert import BackendGraph
from .ordered_bfs import search
from .ordered_strong import strong_components


def node_sets(graph: BackendGraph) -> Iterator[set[Any]]:
    """The nodes of each component, in the order of their first nodes."""
    found = find(graph.graph)
    order = np.argsort(found.components, kind="stable")
    names, end = graph.names(order), 0
    for size in found.sizes.tolist():
        yield set(names[end : end + size])
        end += size


def is_one(graph: BackendGraph, kind: Kind) -> bool:
    """Whether there is one component. Raises NetworkXPointlessConcept for a graph without nodes."""
    if len(graph) == 0:
        raise nx.NetworkXPointlessConcept("Connectivity is undefined for the null graph.")
    found: Components = find(graph.graph, kind)
    return found.num_components == 1


def connected_components(G: BackendGraph) -> Iterator[set[Any]]:
    """As ``networkx.connected_components``."""
    yield from node_sets(G)


def number_connected_components(G: BackendGraph) -> int:
    """As ``networkx.number_connected_components``."""
    return find(G.graph).num_components


def is_connected(G: BackendGraph) -> bool:
    """As ``networkx.is_connected``."""
    return is_one(G, "weak")


def node_connected_component(G: BackendGraph, n: Any) -> set[Any]:
    """As ``networkx.node_connected_component``."""
    return set(G.names(search(G.successors, [G.index[n]]).order))


def weakly_connected_components(G: BackendGraph) -> Iterator[set[Any]]:
    """As ``networkx.weakly_connected_components``."""
    yield from node_sets(G)


def number_weakly_connected_components(G: BackendGraph) -> int:
    """As ``networkx.number_weakly_connected_components``."""
    return find(G.graph).num_components


def is_weakly_connected(G: BackendGraph) -> bool:
    """As ``networkx.is_weakly_connected``."""
    return is_one(G, "weak")


def strongly_connected_components(G: BackendGraph) -> Iterator[set[Any]]:
    """As ``networkx.strongly_connected_components``."""
    members, ends = strong_components(G.successors)
    names, first = G.names(members), 0
    for end in ends.tolist():
        yield set(names[first:end])
        first = end


def number_strongly_connected_components(G: BackendGraph) -> int:
    """As ``networkx.number_strongly_connected_components``."""
    return find(G.graph, "strong").num_components


def is_strongly_connected(G: BackendGraph) -> bool:
    """As ``networkx.is_strongly_connected``."""
    return is_one(G, "strong")
