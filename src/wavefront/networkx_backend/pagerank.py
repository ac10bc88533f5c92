"""PageRank: networkx.algorithms.link_analysis.pagerank_alg."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import networkx as nx
import numpy as np

from .convert import BackendGraph


def pagerank(
    G: BackendGraph,
    alpha: float = 0.85,
    personalization: Mapping[Any, float] | None = None,
    max_iter: int = 100,
    tol: float = 1.0e-6,
    nstart: Mapping[Any, float] | None = None,
    weight: Any = "weight",
    dangling: Mapping[Any, float] | None = None,
) -> dict[Any, float]:
    """As ``networkx.pagerank``, step by step: its tolerance leaves what another method shows.

    `wavefront.pagerank` takes fewer steps, each by all threads, to ranks that are as close to the exact ones.
    """
    from scipy.sparse import csr_array, dia_array

    count = len(G)
    if count == 0:
        return {}
    lists = G.strengths(weight)
    matrix = csr_array((lists.weights, lists.neighbors, lists.ptr), shape=(count, count))
    leaving = matrix.sum(axis=1)
    leaving[leaving != 0] = 1.0 / leaving[leaving != 0]
    matrix = dia_array((leaving.T, 0), shape=matrix.shape).tocsr() @ matrix

    ranks = np.full(count, 1.0 / count)
    if nstart is not None:
        ranks = numbers_of(G, nstart)
        ranks /= ranks.sum()
    restart = np.full(count, 1.0 / count)
    if personalization is not None:
        restart = numbers_of(G, personalization)
        if restart.sum() == 0:
            raise ZeroDivisionError
        restart /= restart.sum()
    ends = restart
    if dangling is not None:
        ends = numbers_of(G, dangling)
        ends /= ends.sum()
    is_dangling = np.where(leaving == 0)[0]
    for _ in range(max_iter):
        last = ranks
        ranks = alpha * (ranks @ matrix + sum(ranks[is_dangling]) * ends) + (1 - alpha) * restart
        if np.absolute(ranks - last).sum() < count * tol:
            return dict(zip(G.nodes, ranks.tolist(), strict=True))
    raise nx.PowerIterationFailedConvergence(max_iter)


def numbers_of(graph: BackendGraph, by_node: Mapping[Any, float]) -> np.ndarray:
    """The number of each node, 0 where there is none."""
    return np.array([by_node.get(node, 0) for node in graph.nodes], dtype=float)
