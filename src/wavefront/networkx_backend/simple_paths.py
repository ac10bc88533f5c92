"""Simple paths from short to long: networkx.algorithms.simple_paths."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import networkx as nx
from networkx.algorithms.shortest_paths.weighted import _weight_function
from networkx.algorithms.simple_paths import PathBuffer

from ..device import Cpu
from .convert import BackendGraph
from .ordered_bfs import meeting_path
from .two_ended_dijkstra import shortest_path
from .unweighted import require_node
from .weighted import Weight
from .weights import Lists

Path = list[int]
Find = Callable[[Lists, Lists, int, int], tuple[Any, Path] | None]


def shortest_simple_paths(
    G: BackendGraph, source: Any, target: Any, weight: Weight | None = None
) -> Iterator[list[Any]]:
    """As ``networkx.shortest_simple_paths``, of a graph without parallel edges: in its order, one by one."""
    leaving = G.successors if weight is None else G.weighted(weight)
    entering = G.predecessors if weight is None else G.weighted(weight, incoming=True)

    def length_by_weight(path: Path) -> Any:
        weigh, nodes = _weight_function(G.origin, weight), G.names_of(path)
        return sum(weigh(u, v, G.origin.get_edge_data(u, v)) for u, v in pairwise(nodes))

    def each() -> Iterator[list[Any]]:
        start = require_node(G, source, f"source node {source} not in graph")
        end = require_node(G, target, f"target node {target} not in graph")
        find, length_of = (fewest_edges, len) if weight is None else (least_weight, length_by_weight)
        first = find(leaving, entering, start, end)
        if first is None:
            raise nx.NetworkXNoPath(f"No path between {source} and {target}.")
        yield from (G.names_of(path) for path in by_length(leaving, entering, first, find, length_of))

    return each()


def fewest_edges(leaving: Lists, entering: Lists, source: int, target: int) -> tuple[int, Path] | None:
    """The number of vertices and the vertices of a path; None if there is none."""
    path = meeting_path(leaving, entering, source, target)
    return None if path is None else (len(path), path)


def least_weight(leaving: Lists, entering: Lists, source: int, target: int) -> tuple[Any, Path] | None:
    """The weight and the vertices of a path; None if there is none."""
    return (0, [source]) if source == target else shortest_path(leaving, entering, source, target)


def by_length(
    leaving: Lists, entering: Lists, first: tuple[Any, Path], find: Find, length_of: Callable[[Path], Any]
) -> Iterator[Path]:
    """Yen's algorithm, from the shortest path on: each path leaves an earlier one at each of its vertices.

    Source: Yen, "Finding the K Shortest Loopless Paths in a Network", Management Science 1971.
    """
    waiting, found = PathBuffer(), []
    waiting.push(*first)
    while waiting:
        path = waiting.pop()
        yield path
        found.append(path)
        out, into = copied(leaving), copied(entering)
        if entering is leaving:
            into = out
        hidden: set[tuple[int, int]] = set()
        for place in range(1, len(path)):
            root = path[:place]
            for other in found:
                edge = tuple(other[place - 1 : place + 1])
                if other[:place] == root and edge not in hidden:
                    hidden.add(edge)
                    Cpu().call(hide_edge, out, into, *edge)
            spur = find(out, into, root[-1], path[-1])
            if spur is not None:
                waiting.push(length_of(root) + spur[0], root[:-1] + spur[1])
            Cpu().call(hide_vertex, out, into, root[-1])


def copied(lists: Lists) -> Lists:
    """Lists in which entries may be hidden."""
    return lists._replace(neighbors=lists.neighbors.copy(), weights=lists.weights.copy())


def hide(lists, vertex, neighbor):
    """Make a vertex's entry of this neighbor a loop without weight, which no search follows."""
    for edge in range(lists.ptr[vertex], lists.ptr[vertex + 1]):
        if lists.neighbors[edge] == neighbor:
            lists.neighbors[edge] = vertex
            if lists.weights.size > 0:
                lists.weights[edge] = 0


def hide_edge(leaving, entering, source, target):
    """Hide an edge from searches from either end."""
    hide(leaving, source, target)
    hide(entering, target, source)


def hide_vertex(leaving, entering, vertex):
    """Hide all edges to a vertex from searches from either end."""
    for edge in range(leaving.ptr[vertex], leaving.ptr[vertex + 1]):
        hide(entering, leaving.neighbors[edge], vertex)
    for edge in range(entering.ptr[vertex], entering.ptr[vertex + 1]):
        hide(leaving, entering.neighbors[edge], vertex)
