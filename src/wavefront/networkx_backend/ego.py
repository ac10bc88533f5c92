"""The neighborhood of a node: networkx.generators.ego."""

from __future__ import annotations

from typing import Any

import networkx as nx

from .convert import BackendGraph
from .unweighted import single_source_shortest_path_length
from .weighted import single_source_dijkstra_path_length


def ego_graph(
    G: BackendGraph,
    n: Any,
    radius: float = 1,
    center: bool = True,
    undirected: bool = False,
    distance: Any = None,
) -> nx.Graph:
    """As ``networkx.ego_graph``, along the edges' directions."""
    if distance is None:
        near = single_source_shortest_path_length(G, n, radius)
    else:
        near = single_source_dijkstra_path_length(G, n, radius, distance)
    found = G.origin.subgraph(near).copy()
    if not center:
        found.remove_node(n)
    return found


def can_go(undirected: bool = False, **_: Any) -> bool | str:
    """NetworkX searches an undirected copy."""
    return not undirected or "edges are followed along their directions"
