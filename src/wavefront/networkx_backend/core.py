"""Core numbers and the subgraphs that follow from them: networkx.algorithms.core."""

from __future__ import annotations

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


def part(graph: BackendGraph, cores: dict[Any, int] | None, keeps: Callable[[int, int], bool]) -> nx.Graph:
    """A copy of the nodes that `keeps` keeps, by their core number and the largest one."""
    found = core_number(graph) if cores is None else cores
    largest = max(found.values())
    return graph.origin.subgraph(node for node in found if keeps(found[node], largest)).copy()


def k_core(G: BackendGraph, k: int | None = None, core_number: dict[Any, int] | None = None) -> nx.Graph:
    """As ``networkx.k_core``, of an undirected graph."""
    return part(G, core_number, lambda core, most: core >= (most if k is None else k))


def k_shell(G: BackendGraph, k: int | None = None, core_number: dict[Any, int] | None = None) -> nx.Graph:
    """As ``networkx.k_shell``, of an undirected graph."""
    return part(G, core_number, lambda core, most: core == (most if k is None else k))


def k_crust(G: BackendGraph, k: int | None = None, core_number: dict[Any, int] | None = None) -> nx.Graph:
    """As ``networkx.k_crust``, of an undirected graph."""
    return part(G, core_number, lambda core, most: core <= (most - 1 if k is None else k))
