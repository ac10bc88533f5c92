"""Core numbers and the subgraphs that follow from them: networkx.algorithms.core."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import networkx as nx
import numpy as np

from ..algorithms.core_number import core_number as peel
from .convert import BackendGraph


def core_number(G: BackendGraph) -> dict[Any, int]:
    """As ``networkx.core_number``, of an undirected graph."""
    src = np.repeat(np.arange(len(G)), np.diff(G.successors.ptr))
    if (src == G.successors.neighbors).any():
        raise nx.NetworkXNotImplemented(
            "Input graph has self loops which is not permitted; "
            "Consider using G.remove_edges_from(nx.selfloop_edges(G))."
        )
    return dict(zip(G.nodes, peel(G.graph).cores.tolist(), strict=True))


def part(
    graph: BackendGraph,
    k: int | None,
    cores: dict[Any, int] | None,
    keeps: Callable[[int, int], bool],
    below: int = 0,
) -> nx.Graph:
    """A copy of the nodes whose core number `keeps` keeps, given k: by default the largest less `below`."""
    found = core_number(graph) if cores is None else cores
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
