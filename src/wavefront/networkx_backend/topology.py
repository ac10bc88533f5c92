"""Topological orders and longest paths of directed graphs: networkx.algorithms.dag."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import networkx as nx
import numpy as np

from .components import is_one
from .convert import BackendGraph
from .ordered_bfs import search
from .ordered_topology import by_rank, generations, longest_path


def ordered(graph: BackendGraph) -> np.ndarray:
    """The vertices in NetworkX's order. Raises NetworkXUnfeasible for a cycle."""
    order, _ = generations(graph.successors, graph.predecessors)
    require_acyclic(graph, order)
    return order


def require_acyclic(graph: BackendGraph, order: np.ndarray) -> None:
    """Raises NetworkXUnfeasible unless the order has every vertex."""
    if order.size < len(graph):
        raise nx.NetworkXUnfeasible("Graph contains a cycle or graph changed during iteration")


def topological_generations(G: BackendGraph) -> Iterator[list[Any]]:
    """As ``networkx.topological_generations``."""
    order, ends = generations(G.successors, G.predecessors)

    def each() -> Iterator[list[Any]]:
        names, first = G.names(order), 0
        for end in ends.tolist():
            yield names[first:end]
            first = end
        require_acyclic(G, order)

    return each()


def topological_sort(G: BackendGraph) -> Iterator[Any]:
    """As ``networkx.topological_sort``."""
    order, _ = generations(G.successors, G.predecessors)

    def each() -> Iterator[Any]:
        yield from G.names(order)
        require_acyclic(G, order)

    return each()


def lexicographical_topological_sort(
    G: BackendGraph, key: Callable[[Any], Any] | None = None
) -> Iterator[Any]:
    """As ``networkx.lexicographical_topological_sort``, by keys that are all numbers or all strings."""
    order = by_rank(G.successors, G.predecessors, ranks_of(G.nodes, key))

    def each() -> Iterator[Any]:
        yield from G.names(order)
        require_acyclic(G, order)

    return each()


def ranks_of(nodes: list[Any], key: Callable[[Any], Any] | None) -> np.ndarray:
    """The place of each node in the order of keys. Raises NotImplementedError for keys of other types."""
    try:
        keys = nodes if key is None else [key(node) for node in nodes]
    except Exception as error:  # NetworkX asks for fewer keys at first, so this is not yet its error
        raise NotImplementedError(f"the nodes' keys can't be read: {error}") from error
    kinds = set(map(type, keys))
    if not (kinds <= {str} or kinds <= {int, float}) or any(each != each for each in keys):
        raise NotImplementedError("keys that are neither all numbers nor all strings")
    ranks = np.empty(len(nodes), np.int64)
    ranks[sorted(range(len(nodes)), key=keys.__getitem__)] = np.arange(len(nodes))
    return ranks


def has_cycle(G: BackendGraph) -> bool:
    """As ``networkx.algorithms.dag.has_cycle``."""
    return generations(G.successors, G.predecessors)[0].size < len(G)


def dag_longest_path(
    G: BackendGraph, weight: Any = "weight", default_weight: float = 1, topo_order: None = None
) -> list[Any]:
    """As ``networkx.dag_longest_path``, of a graph without parallel edges."""
    if not len(G):
        return []
    entering = G.fully_weighted(weight, incoming=True)
    return [G.nodes[vertex] for vertex in longest_path(entering, ordered(G))]


def dag_longest_path_length(G: BackendGraph, weight: Any = "weight", default_weight: float = 1) -> Any:
    """As ``networkx.dag_longest_path_length``, of a graph without parallel edges."""
    adjacency, length = G.origin._adj, 0
    for u, v in pairwise(dag_longest_path(G, weight)):
        length += adjacency[u][v].get(weight, 1)  # `sum` adds floats up in another way
    return length


def is_aperiodic(G: BackendGraph) -> bool:
    """As ``networkx.is_aperiodic``, of a directed graph."""
    if len(G) == 0:
        raise nx.NetworkXPointlessConcept("Graph has no nodes.")
    if not is_one(G, "strong"):
        if nx.__version__.startswith("3.4"):
            raise NotImplementedError("NetworkX 3.4 has an answer for such graphs")
        raise nx.NetworkXError("Graph is not strongly connected.")
    levels = search(G.successors, [0]).levels.astype(np.int64)
    src = np.repeat(np.arange(len(G)), np.diff(G.successors.ptr))
    steps = np.unique(levels[src] - levels[G.successors.neighbors] + 1)
    return math.gcd(*steps.tolist()) == 1


def can_lengthen(weight: Any = "weight", default_weight: float = 1, topo_order: Any = None, **_: Any) -> Any:
    """Other default weights, and orders of the caller's, stay with NetworkX."""
    if callable(weight):
        return "the weight is no attribute's name"
    if type(default_weight) is not int or default_weight != 1:
        return "edges without a weight weigh 1 here"
    return topo_order is None or "the order is the graph's"
