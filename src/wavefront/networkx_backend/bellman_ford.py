"""Shortest paths with negative weights: Bellman and Ford's part of networkx's shortest_paths.weighted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import networkx as nx
import numpy as np
from networkx.algorithms.shortest_paths.weighted import _build_paths_from_predecessors

from .convert import BackendGraph
from .ordered_bellman_ford import NONE, Found, listed, relaxed
from .ordered_dijkstra import as_numbers, shortest_paths
from .unweighted import require_node
from .weighted import Weight, paths_of
from .weights import Lists


def found_from(graph: BackendGraph, source: Any, lists: Lists) -> Found:
    """The paths from a node. Raises NetworkXUnbounded for a negative cycle."""
    found = relaxed(lists, [require_node(graph, source, f"Source {source} not in G")])
    return require_bounded(found)


def require_bounded(found: Found) -> Found:
    """What was found. Raises NetworkXUnbounded for a negative cycle."""
    if found.cycle != NONE:
        raise nx.NetworkXUnbounded("Negative cycle detected.")
    return found


def numbers(lists: Lists, found: Found, vertices: np.ndarray) -> list[Any]:
    """The distances of these vertices as NetworkX has them."""
    return as_numbers(lists, found.labels.distances[vertices], found.labels.whole[vertices])


def lengths(graph: BackendGraph, lists: Lists, found: Found) -> dict[Any, Any]:
    """The distances of the nodes in the order seen."""
    seen = found.labels.seen
    return dict(zip(graph.names(seen), numbers(lists, found, seen), strict=True))


def predecessors(graph: BackendGraph, found: Found) -> dict[Any, list[Any]]:
    """The nodes before each node on its shortest paths, in NetworkX's order."""
    ptr, flat = listed(found.parents, found.labels.seen)
    names, ends = graph.names(flat), ptr.tolist()
    nodes = graph.names(found.labels.seen)
    return {node: names[first:end] for node, first, end in zip(nodes, ends[:-1], ends[1:], strict=True)}


def first_parents(found: Found) -> np.ndarray | None:
    """The first parent of each vertex seen but the first, the source; None where they form a cycle."""
    seen = found.labels.seen
    parents = np.full(found.labels.is_seen.size, NONE, np.int32)
    parents[seen[1:]] = found.parents.parent[found.parents.first[seen[1:]]]
    ahead, steps = parents.copy(), 1
    while steps < 2 * seen.size and (ahead >= 0).any():  # doubling: each vertex's ancestor `steps` above it
        ahead = np.where(ahead >= 0, ahead[ahead], NONE)
        steps *= 2
    return None if (ahead >= 0).any() else parents


def every_path(graph: BackendGraph, source: Any, found: Found) -> dict[Any, list[Any]]:
    """A path to each node, the one that NetworkX's walk back over the predecessors meets first."""
    closer = predecessors(graph, found)
    paths = {source: [source]}
    if first_parents(found) is None:
        for node in closer:
            paths[node] = next(_build_paths_from_predecessors({source}, node, closer))
        return paths
    for node in closer:
        route, above = [], node
        while above not in paths:
            route.append(above)
            above = closer[above][0]
        paths[node] = [*paths[above], *reversed(route)] if route else paths[node]
    return paths


def single_source_bellman_ford(
    G: BackendGraph, source: Any, target: Any = None, weight: Weight = "weight"
) -> tuple[Any, Any]:
    """As ``networkx.single_source_bellman_ford``."""
    if source == target:
        require_node(G, source, f"Node {source} is not found in the graph")
        return 0, [source]
    lists = G.fully_weighted(weight)
    found = found_from(G, source, lists)
    if target is None:
        return lengths(G, lists, found), every_path(G, source, found)
    path = next(_build_paths_from_predecessors({source}, target, predecessors(G, found)))
    return numbers(lists, found, np.array([G.index[target]]))[0], path


def single_source_bellman_ford_path(
    G: BackendGraph, source: Any, weight: Weight = "weight"
) -> dict[Any, list[Any]]:
    """As ``networkx.single_source_bellman_ford_path``."""
    return every_path(G, source, found_from(G, source, G.fully_weighted(weight)))


def single_source_bellman_ford_path_length(
    G: BackendGraph, source: Any, weight: Weight = "weight"
) -> dict[Any, Any]:
    """As ``networkx.single_source_bellman_ford_path_length``."""
    lists = G.fully_weighted(weight)
    return lengths(G, lists, found_from(G, source, lists))


def bellman_ford_path(G: BackendGraph, source: Any, target: Any, weight: Weight = "weight") -> list[Any]:
    """As ``networkx.bellman_ford_path``."""
    path: list[Any] = single_source_bellman_ford(G, source, target, weight)[1]
    return path


def bellman_ford_path_length(G: BackendGraph, source: Any, target: Any, weight: Weight = "weight") -> Any:
    """As ``networkx.bellman_ford_path_length``."""
    if source == target:
        require_node(G, source, f"Node {source} not found in graph")
        return 0
    lists = G.fully_weighted(weight)
    found = found_from(G, source, lists)
    if target not in G or not found.labels.is_seen[G.index[target]]:
        raise nx.NetworkXNoPath(f"node {target} not reachable from {source}")
    return numbers(lists, found, np.array([G.index[target]]))[0]


def all_pairs_bellman_ford_path(
    G: BackendGraph, weight: Weight = "weight"
) -> Iterator[tuple[Any, dict[Any, list[Any]]]]:
    """As ``networkx.all_pairs_bellman_ford_path``."""
    lists = G.fully_weighted(weight)
    return ((node, every_path(G, node, found_from(G, node, lists))) for node in G.nodes)


def all_pairs_bellman_ford_path_length(
    G: BackendGraph, weight: Weight = "weight"
) -> Iterator[tuple[Any, dict[Any, Any]]]:
    """As ``networkx.all_pairs_bellman_ford_path_length``."""
    lists = G.fully_weighted(weight)
    return ((node, lengths(G, lists, found_from(G, node, lists))) for node in G.nodes)


def bellman_ford_predecessor_and_distance(
    G: BackendGraph, source: Any, target: Any = None, weight: Weight = "weight", heuristic: bool = False
) -> tuple[dict[Any, list[Any]], dict[Any, Any]]:
    """As ``networkx.bellman_ford_predecessor_and_distance``."""
    start = require_node(G, source, f"Node {source} is not found in the graph")
    lists = G.fully_weighted(weight)
    src = np.repeat(np.arange(len(G)), np.diff(lists.ptr))
    if (lists.weights[src == lists.neighbors] < 0).any():
        raise nx.NetworkXUnbounded("Negative cycle detected.")
    if len(G) == 1:
        return {source: []}, {source: 0}
    found = require_bounded(relaxed(lists, [start], heuristic))
    return predecessors(G, found), lengths(G, lists, found)


def find_negative_cycle(G: BackendGraph, source: Any, weight: Weight = "weight") -> list[Any]:
    """As ``networkx.find_negative_cycle``: of several cycles the one that NetworkX returns."""
    found = relaxed(G.fully_weighted(weight), [require_node(G, source, f"Source {source} not in G")])
    if found.cycle == NONE:
        raise nx.NetworkXError("No negative cycles detected.")
    closer = predecessors(G, found)
    end = G.nodes[found.cycle]
    cycle: list[Any] = []
    stack, seen = [(end, list(closer[end]))], {end}
    while stack:
        node, left = stack[-1]
        if end in left:
            return [end, node, *reversed(cycle)]
        if left:
            if (before := left.pop()) not in seen:
                stack.append((before, list(closer[before])))
                cycle.append(node)
                seen.add(before)
        else:
            stack.pop()
            if not cycle:
                break
            cycle.pop()
    raise NotImplementedError("the cycle isn't among the predecessors")


def negative_edge_cycle(G: BackendGraph, weight: Weight = "weight", heuristic: bool = True) -> bool:
    """As ``networkx.negative_edge_cycle``: from one more vertex, whose edges to all others weigh 1."""
    lists = G.fully_weighted(weight)
    count = len(G)
    if not lists.neighbors.size:
        return False
    ptr = np.append(lists.ptr, lists.ptr[-1] + count)
    neighbors = np.append(lists.neighbors, np.arange(count, dtype=lists.neighbors.dtype))
    weights = np.append(lists.weights, np.ones(count, lists.weights.dtype))
    return bool(relaxed(Lists(ptr, neighbors, weights), [count]).cycle != NONE)


def johnson(G: BackendGraph, weight: Weight = "weight") -> dict[Any, dict[Any, list[Any]]]:
    """As ``networkx.johnson``."""
    lists = G.fully_weighted(weight)
    found = require_bounded(relaxed(lists, list(range(len(G)))))
    src = np.repeat(np.arange(len(G)), np.diff(lists.ptr))
    distances = found.labels.distances
    weights = lists.weights + distances[src] - distances[lists.neighbors]
    lists = lists._replace(weights=weights)
    return {
        node: paths_of(G, [node], shortest_paths(lists, [vertex])[0]) for vertex, node in enumerate(G.nodes)
    }


def can_relax(weight: Any = None, **_: Any) -> bool | str:
    """NetworkX calls a weight for the loops of a multigraph one by one."""
    return not callable(weight) or "weights that are functions are NetworkX's own"
