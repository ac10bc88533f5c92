"""Shortest paths by the number of edges: networkx.algorithms.shortest_paths.unweighted."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import networkx as nx
import numpy as np

from .convert import BackendGraph
from .ordered_bfs import every_parent, meeting_path, search


def require_node(graph: BackendGraph, node: Any, message: str) -> int:
    """The vertex of a node. Raises NodeNotFound with NetworkX's message if there is none."""
    if node not in graph:
        raise nx.NodeNotFound(message)
    return graph.index[node]


def single_source_shortest_path_length(
    G: BackendGraph, source: Any, cutoff: float | None = None
) -> dict[Any, int]:
    """As ``networkx.single_source_shortest_path_length``."""
    found = search(G.successors, [require_node(G, source, f"Source {source} is not in G")], cutoff)
    return dict(zip(G.names(found.order), found.levels[found.order].tolist(), strict=True))


def single_target_shortest_path_length(
    G: BackendGraph, target: Any, cutoff: float | None = None
) -> dict[Any, int]:
    """As ``networkx.single_target_shortest_path_length`` from 3.5 on."""
    found = search(G.predecessors, [require_node(G, target, f"Target {target} is not in G")], cutoff)
    return dict(zip(G.names(found.order), found.levels[found.order].tolist(), strict=True))


def all_pairs_shortest_path_length(
    G: BackendGraph, cutoff: float | None = None
) -> Iterator[tuple[Any, dict[Any, int]]]:
    """As ``networkx.all_pairs_shortest_path_length``."""
    for node in G.nodes:
        yield node, single_source_shortest_path_length(G, node, cutoff)


def bidirectional_shortest_path(G: BackendGraph, source: Any, target: Any) -> list[Any]:
    """As ``networkx.bidirectional_shortest_path``: of several paths the one that NetworkX returns."""
    start = require_node(G, source, f"Source {source} is not in G")
    end = require_node(G, target, f"Target {target} is not in G")
    path = meeting_path(G.successors, G.predecessors, start, end)
    if path is None:
        raise nx.NetworkXNoPath(f"No path between {source} and {target}.")
    return G.names_of(path)


def single_source_shortest_path(
    G: BackendGraph, source: Any, cutoff: float | None = None
) -> dict[Any, list[Any]]:
    """As ``networkx.single_source_shortest_path``."""
    found = search(G.successors, [require_node(G, source, f"Source {source} not in G")], cutoff)
    children = found.order[1:]
    paths = {source: [source]}
    for parent, child in zip(G.names(found.parents[children]), G.names(children), strict=True):
        paths[child] = [*paths[parent], child]
    return paths


def single_target_shortest_path(
    G: BackendGraph, target: Any, cutoff: float | None = None
) -> dict[Any, list[Any]]:
    """As ``networkx.single_target_shortest_path``."""
    found = search(G.predecessors, [require_node(G, target, f"Target {target} not in G")], cutoff)
    children = found.order[1:]
    paths = {target: [target]}
    for parent, child in zip(G.names(found.parents[children]), G.names(children), strict=True):
        paths[child] = [child, *paths[parent]]
    return paths


def all_pairs_shortest_path(
    G: BackendGraph, cutoff: float | None = None
) -> Iterator[tuple[Any, dict[Any, list[Any]]]]:
    """As ``networkx.all_pairs_shortest_path``."""
    for node in G.nodes:
        yield node, single_source_shortest_path(G, node, cutoff)


def predecessor(
    G: BackendGraph,
    source: Any,
    target: Any = None,
    cutoff: float | None = None,
    return_seen: bool | None = None,
) -> Any:
    """As ``networkx.predecessor``: every node one step closer to the source, in the order met."""
    start = require_node(G, source, f"Source {source} not in G")
    limit = (
        max(1, math.ceil(cutoff)) if cutoff and cutoff < math.inf else None
    )  # at least one level, as there
    found = search(G.successors, [start], limit)
    ptr, parents = every_parent(G.successors, found)
    if target is not None:
        end = G.index.get(target)
        if end is None or found.levels[end] < 0:
            return ([], -1) if return_seen else []
        place = int(np.flatnonzero(found.order == end)[0])
        closer = G.names(parents[ptr[place] : ptr[place + 1]])
        return (closer, int(found.levels[end])) if return_seen else closer
    names, flat, ends = G.names(found.order), G.names(parents), ptr.tolist()
    closer_of = {name: flat[first:end] for name, first, end in zip(names, ends[:-1], ends[1:], strict=True)}
    if not return_seen:
        return closer_of
    return closer_of, dict(zip(names, found.levels[found.order].tolist(), strict=True))


def can_target(**_: Any) -> bool | str:
    """NetworkX 3.4 returns an iterator, with a warning."""
    return not nx.__version__.startswith("3.4") or "NetworkX 3.4 returns an iterator"
