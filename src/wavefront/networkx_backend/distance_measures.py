"""Eccentricity and what follows from it: networkx.algorithms.distance_measures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import networkx as nx
import numpy as np

from ..algorithms import eccentricity as core
from ..errors import InputError
from .convert import BackendGraph
from .levels import each_level
from .ordered_dijkstra import numbers, shortest_paths
from .weighted import Weight


def farthest(graph: BackendGraph, vertices: list[int], weight: Weight | None) -> list[Any]:
    """The distance from each vertex to the farthest one. Raises NetworkXError where one isn't reached."""
    found: list[Any] = []
    if weight is None and vertices:
        result = core.eccentricity(graph.graph, None if len(vertices) == len(graph) else vertices)
        require_all(graph, result.is_connected)
        found += result.eccentricities[vertices].tolist()
        return found
    lists = graph.weighted(weight)
    for vertex in vertices:
        paths, _ = shortest_paths(lists, [vertex])
        require_all(graph, paths.done.size == len(graph))
        found.append(max(numbers(lists, paths, paths.done)))  # of an integer and an equal float the first
    return found


def require_all(graph: BackendGraph, are_reached: bool) -> None:
    """Raises NetworkX's error unless every node was reached."""
    if not are_reached:
        why = "digraph is not strongly connected" if graph.is_directed() else "graph is not connected"
        raise nx.NetworkXError(f"Found infinite path length because the {why}")


def eccentricity(G: BackendGraph, v: Any = None, sp: None = None, weight: Weight | None = None) -> Any:
    """As ``networkx.eccentricity``."""
    nodes = list(G.origin.nbunch_iter(v))
    distances = farthest(G, [G.index[node] for node in nodes], weight)
    found = dict(zip(nodes, distances, strict=True))
    return found[v] if v in G else found


def diameter(
    G: BackendGraph, e: dict[Any, Any] | None = None, usebounds: bool = False, weight: Weight | None = None
) -> Any:
    """As ``networkx.diameter``."""
    if e is None and weight is None and len(G):
        try:
            return core.diameter(G.graph).diameter
        except InputError:
            require_all(G, are_reached=False)
    return max((eccentricity(G, weight=weight) if e is None else e).values())


def radius(
    G: BackendGraph, e: dict[Any, Any] | None = None, usebounds: bool = False, weight: Weight | None = None
) -> Any:
    """As ``networkx.radius``."""
    return min((eccentricity(G, weight=weight) if e is None else e).values())


def periphery(
    G: BackendGraph, e: dict[Any, Any] | None = None, usebounds: bool = False, weight: Weight | None = None
) -> list[Any]:
    """As ``networkx.periphery``."""
    found = eccentricity(G, weight=weight) if e is None else e
    largest = max(found.values())
    return [node for node in found if found[node] == largest]


def center(
    G: BackendGraph, e: dict[Any, Any] | None = None, usebounds: bool = False, weight: Weight | None = None
) -> list[Any]:
    """As ``networkx.center``."""
    entries = G.successors.neighbors.size
    if e is None and weight is None and entries in (0, 2 * (len(G) - 1)):
        # No nodes, or a tree, whose center NetworkX finds by itself, in another order.
        return list(nx.center(G.origin, backend="networkx"))
    found = eccentricity(G, weight=weight) if e is None else e
    smallest = min(found.values())
    return [node for node in found if found[node] == smallest]


def barycenter(
    G: BackendGraph, weight: Weight | None = None, attr: None = None, sp: None = None
) -> list[Any]:
    """As ``networkx.barycenter``."""
    if weight is None and G.successors.neighbors.size in (0, 2 * (len(G) - 1)):
        # No nodes, or a tree, whose barycenter NetworkX 3.6 finds by itself, in another order.
        return list(nx.barycenter(G.origin, backend="networkx"))
    smallest, found = float("inf"), list[Any]()
    for node, total in zip(G.nodes, totals(G, weight), strict=True):
        if total < smallest:
            smallest, found = total, [node]
        elif total == smallest:
            found.append(node)
    return found


def totals(graph: BackendGraph, weight: Weight | None) -> Iterator[Any]:
    """The sum of the distances from each node. Raises NetworkXNoPath where a node isn't reached."""
    message = (
        f"Input graph {graph.origin} is disconnected, so every induced subgraph has infinite barycentricity."
    )
    if weight is None:
        for levels in each_level(graph.graph, np.arange(len(graph))):
            if (levels < 0).any():
                raise nx.NetworkXNoPath(message)
            yield int(levels.sum(dtype=np.int64))
        return
    lists = graph.weighted(weight)
    for vertex in range(len(graph)):
        paths, _ = shortest_paths(lists, [vertex])
        if paths.done.size < len(graph):
            raise nx.NetworkXNoPath(message)
        yield sum(numbers(lists, paths, paths.done))


def can_measure(sp: Any = None, usebounds: bool = False, attr: Any = None, **_: Any) -> bool | str:
    """Bounds, distances that the caller has, and notes at the nodes stay with NetworkX."""
    if attr is not None:
        return "the graph would change"
    if sp is not None:
        return "the distances are there already"
    return not usebounds or "bounds are NetworkX's own"
