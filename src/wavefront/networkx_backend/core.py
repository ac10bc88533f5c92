"""Core numbers and the subgraphs that follow from them: networkx.algorithms.core."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import networkx as nx
import numpy as np

from ..algorithms.core_number import core_number as peel
from .common_neighbors import per_entry
from .convert import BackendGraph


def require_no_loops(graph: BackendGraph, verb: str) -> None:
    """Raises NetworkX's error for self-loops, in its words."""
    src = np.repeat(np.arange(len(graph)), np.diff(graph.successors.ptr))
    if (src == graph.successors.neighbors).any():
        raise nx.NetworkXNotImplemented(
            f"Input graph {verb} self loops which is not permitted; "
            "Consider using G.remove_edges_from(nx.selfloop_edges(G))."
        )


def core_number(G: BackendGraph) -> dict[Any, int]:
    """As ``networkx.core_number``, of an undirected graph."""
    require_no_loops(G, "has")
    return dict(zip(G.nodes, peel(G.graph).cores.tolist(), strict=True))


def numbers_or(graph: BackendGraph, cores: dict[Any, int] | None) -> dict[Any, int]:
    """The core numbers that the caller has, or those found."""
    return core_number(graph) if cores is None else cores


def part(
    graph: BackendGraph,
    k: int | None,
    cores: dict[Any, int] | None,
    keeps: Callable[[int, int], bool],
    below: int = 0,
) -> nx.Graph:
    """A copy of the nodes whose core number `keeps` keeps, given k: by default the largest less `below`."""
    found = numbers_or(graph, cores)
    least = max(found.values()) - below if k is None else k
    return graph.origin.subgraph(node for node in found if keeps(found[node], least)).copy()


def k_core(G: BackendGraph, k: int | None = None, core_number: dict[Any, int] | None = None) -> nx.Graph:
    """As ``networkx.k_core``, of an undirected graph."""
    return part(G, k, core_number, operator.ge)


def k_shell(G: BackendGraph, k: int | None = None, core_number: dict[Any, int] | None = None) -> nx.Graph:
    """As ``networkx.k_shell``, of an undirected graph."""
    return part(G, k, core_number, operator.eq)


def k_crust(G: BackendGraph, k: int | None = None, core_number: dict[Any, int] | None = None) -> nx.Graph:
    """As ``networkx.k_crust``, of an undirected graph."""
    return part(G, k, core_number, operator.le, below=1)


def k_corona(G: BackendGraph, k: int, core_number: dict[Any, int] | None = None) -> nx.Graph:
    """As ``networkx.k_corona``, of an undirected graph."""
    found = numbers_or(G, core_number)
    cores = np.array([found[node] for node in G.nodes])
    src = np.repeat(np.arange(len(G)), np.diff(G.successors.ptr))
    near = np.bincount(src[cores[G.successors.neighbors] >= k], minlength=len(G))
    kept = set(G.names(np.flatnonzero((cores == k) & (near == k))))
    return G.origin.subgraph(node for node in found if node in kept).copy()


def k_truss(G: BackendGraph, k: int) -> nx.Graph:
    """As ``networkx.k_truss``, of an undirected graph."""
    require_no_loops(G, "has")
    ptr, neighbors = G.successors[:2]
    src, is_kept = np.repeat(np.arange(len(G)), np.diff(ptr)), np.ones(neighbors.size, bool)
    left, dropped = src, -1
    while dropped:
        near = neighbors[is_kept]
        stays = per_entry(np.searchsorted(left, np.arange(len(G) + 1)), near) >= k - 2
        is_kept[is_kept] = stays
        left, dropped = left[stays], int(stays.size - stays.sum())
    origin, kept = G.origin, is_kept & (src < neighbors)
    graph = origin.__class__()
    graph.graph.update(origin.graph)
    graph.add_nodes_from((node, origin._node[node].copy()) for node in G.names(np.unique(left)))
    pairs = zip(G.names(src[kept]), G.names(neighbors[kept]), strict=True)
    graph.add_edges_from((u, v, origin._adj[u][v].copy()) for u, v in pairs)
    return graph
