"""Eigenvector and Katz centrality: networkx.algorithms.centrality.eigenvector and katz.

Both add up in NetworkX's order, so that they stop after as many steps, with the same numbers to the last bit.
"""

from __future__ import annotations

import math
from typing import Any

import networkx as nx
import numpy as np

from ..device import Cpu
from .convert import BackendGraph
from .weights import ALL_NUMPY, Lists


def eigenvector_centrality(
    G: BackendGraph, max_iter: int = 100, tol: float = 1.0e-6, nstart: None = None, weight: Any = None
) -> dict[Any, float]:
    """As ``networkx.eigenvector_centrality``."""
    count = len(G)
    if count == 0:
        raise nx.NetworkXPointlessConcept("cannot compute centrality for the null graph")
    lists, values = with_floats(G, weight or None), np.full(count, 1 / count)
    with np.errstate(all="ignore"):
        for _ in range(max_iter):
            last = values
            values = last.copy()
            Cpu().call(add_along, *lists[:3], last, values)
            values /= math.hypot(*values.tolist()) or 1
            if sum(np.abs(values - last).tolist()) < count * tol:
                return dict(zip(G.nodes, values.tolist(), strict=True))
    raise nx.PowerIterationFailedConvergence(max_iter)


def katz_centrality(
    G: BackendGraph,
    alpha: float = 0.1,
    beta: float = 1.0,
    max_iter: int = 1000,
    tol: float = 1.0e-6,
    nstart: None = None,
    normalized: bool = True,
    weight: Any = None,
) -> dict[Any, float]:
    """As ``networkx.katz_centrality``, with one `beta` for all nodes."""
    count = len(G)
    if count == 0:
        return {}
    lists, values = with_floats(G, weight), np.zeros(count)
    with np.errstate(all="ignore"):
        for _ in range(max_iter):
            last = values
            values = np.zeros(count)
            Cpu().call(add_along, *lists[:3], last, values)
            values = alpha * values + float(beta)
            if sum(np.abs(values - last).tolist()) < count * tol:
                if normalized and (length := math.hypot(*values.tolist())):
                    values *= 1.0 / length
                return dict(zip(G.nodes, values.tolist(), strict=True))
    raise nx.PowerIterationFailedConvergence(max_iter)


def with_floats(graph: BackendGraph, weight: Any) -> Lists:
    """The lists with float64 weights. Raises NotImplementedError for weights that NetworkX can't add up."""
    lists = graph.fully_weighted(weight)
    if lists.whole is ALL_NUMPY:
        raise NotImplementedError("NumPy's weights would make NumPy's numbers")
    return lists._replace(weights=lists.weights.astype(np.float64))


def add_along(ptr, neighbors, weights, last, values):
    """Add each vertex's last value, by the edge's weight, to its neighbors' values."""
    for vertex in range(ptr.size - 1):
        value = last[vertex]
        for edge in range(ptr[vertex], ptr[vertex + 1]):
            values[neighbors[edge]] += value * weights[edge]


def can_iterate(
    alpha: Any = 0.1, beta: Any = 1.0, nstart: Any = None, weight: Any = None, **_: Any
) -> bool | str:
    """What starts or ends otherwise stays with NetworkX."""
    if nstart is not None or callable(weight):
        return "the iteration starts from equal values, and a weight is an attribute's name"
    return {type(alpha), type(beta)} <= {int, float} or "alpha and beta are Python's numbers here"
