"""Betweenness centrality: networkx.algorithms.centrality.betweenness, betweenness_subset."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import networkx as nx
import numpy as np
from networkx.algorithms.centrality.betweenness import _rescale

from ..algorithms import betweenness as brandes
from .convert import BackendGraph
from .ordered_brandes import Sums, betweenness
from .weighted import Weight
from .weights import Lists


def betweenness_centrality(
    G: BackendGraph,
    k: int | None = None,
    normalized: bool = True,
    weight: Weight | None = None,
    endpoints: bool = False,
    seed: Any = None,
) -> dict[Any, float]:
    """As ``networkx.betweenness_centrality``; without weights, samples and endpoints by every thread."""
    if k == len(G):
        k = None
    if k is None and len(G) == 0:
        return {}
    if k is None and weight is None and not endpoints:
        found = brandes.betweenness_centrality(G.graph, normalized=bool(normalized))
        return dict(zip(G.nodes, found.scores.tolist(), strict=True))
    lists, nodes = lists_of(G, weight), sample(G, k, seed)
    sums = betweenness(lists, vertices_of(G, nodes), endpoints=bool(endpoints))
    scores = dict(zip(G.nodes, sums.vertices.tolist(), strict=True))
    return rescaled(G, scores, normalized, endpoints=bool(endpoints), nodes=None if k is None else nodes)


def edge_betweenness_centrality(
    G: BackendGraph,
    k: int | None = None,
    normalized: bool = True,
    weight: Weight | None = None,
    seed: Any = None,
) -> dict[tuple[Any, Any], float]:
    """As ``networkx.edge_betweenness_centrality``; without weights and samples by every thread."""
    if k is None and len(G) == 0:
        return {}
    if k is None and weight is None:
        return by_every_thread(G, bool(normalized))
    lists, nodes = lists_of(G, weight), sample(G, k, seed)
    src, dst, edge_of = numbered_edges(G)
    sums = betweenness(lists, vertices_of(G, nodes), edge_of=edge_of)
    scores = by_edge(G, src, dst, sums.edges)
    return rescaled(G, scores, normalized, endpoints=True, nodes=None if k is None else nodes)


def by_every_thread(graph: BackendGraph, normalized: bool) -> dict[tuple[Any, Any], float]:
    """The betweenness of edges without weights, of all nodes."""
    found = brandes.betweenness_centrality(graph.graph, normalized=normalized, edges=True)
    assert found.edge_scores is not None
    src = np.repeat(np.arange(len(graph)), np.diff(graph.successors.ptr))
    dst = graph.successors.neighbors
    scores = np.empty(dst.size)
    scores[np.lexsort((dst, src))] = found.edge_scores  # from sorted lists to NetworkX's order
    if not graph.is_directed():
        once = dst >= src
        src, dst, scores = src[once], dst[once], scores[once]
    return by_edge(graph, src, dst, scores)


def betweenness_centrality_subset(
    G: BackendGraph,
    sources: Collection[Any],
    targets: Collection[Any],
    normalized: bool = False,
    weight: Weight | None = None,
) -> dict[Any, float]:
    """As ``networkx.betweenness_centrality_subset``."""
    sums = of_subset(G, lists_of(G, weight), sources, targets)
    scores = dict(zip(G.nodes, sums.vertices.tolist(), strict=True))
    return rescaled(G, scores, normalized, endpoints=False)


def edge_betweenness_centrality_subset(
    G: BackendGraph,
    sources: Collection[Any],
    targets: Collection[Any],
    normalized: bool = False,
    weight: Weight | None = None,
) -> dict[tuple[Any, Any], float]:
    """As ``networkx.edge_betweenness_centrality_subset``."""
    lists = lists_of(G, weight)
    if (lists.weights == 0).any():
        raise NotImplementedError("an edge weighs nothing: the shares follow the order of predecessors")
    src, dst, edge_of = numbered_edges(G)
    sums = of_subset(G, lists, sources, targets, edge_of)
    return rescaled(G, by_edge(G, src, dst, sums.edges), normalized, endpoints=True)


def of_subset(
    graph: BackendGraph, lists: Lists, sources: Any, targets: Any, edge_of: np.ndarray | None = None
) -> Sums:
    """The shares of paths between these nodes. Raises NotImplementedError for nodes that aren't there."""
    starts, ends = list(sources), list(targets)
    if not all(node in graph for node in (*starts, *ends)):
        raise NotImplementedError("a source or a target isn't in the graph")
    return betweenness(lists, vertices_of(graph, starts), vertices_of(graph, ends), edge_of=edge_of)


def lists_of(graph: BackendGraph, weight: Weight | None) -> Lists:
    """The neighbor lists with these weights, or without any."""
    return graph.successors if weight is None else graph.fully_weighted(weight)


def sample(graph: BackendGraph, k: int | None, seed: Any) -> list[Any]:
    """The nodes that NetworkX samples, or all."""
    if k is None:
        return graph.nodes
    chosen: list[Any] = nx.utils.create_py_random_state(seed).sample(list(graph.nodes), k)
    return chosen


def vertices_of(graph: BackendGraph, nodes: list[Any]) -> list[int]:
    """The vertices of these nodes."""
    return [graph.index[node] for node in nodes]


def numbered_edges(graph: BackendGraph) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The ends of each edge in the graph's order, and the number of each entry's edge."""
    count, dst = len(graph), graph.successors.neighbors
    src = np.repeat(np.arange(count, dtype=np.int64), np.diff(graph.successors.ptr))
    if graph.is_directed():
        return src, dst, np.arange(dst.size)
    codes = np.minimum(src, dst) * count + np.maximum(src, dst)
    once = np.flatnonzero(dst >= src)
    by_code = np.argsort(codes[once])
    edge_of = by_code[np.searchsorted(codes[once], codes, sorter=by_code)]
    return src[once], dst[once], edge_of


def by_edge(
    graph: BackendGraph, src: np.ndarray, dst: np.ndarray, scores: np.ndarray
) -> dict[tuple[Any, Any], float]:
    """The scores by the edges' ends."""
    return dict(zip(zip(graph.names(src), graph.names(dst), strict=True), scores.tolist(), strict=True))


def rescaled(
    graph: BackendGraph,
    scores: dict[Any, float],
    normalized: bool,
    *,
    endpoints: bool,
    nodes: list[Any] | None = None,
) -> dict[Any, float]:
    """The scores on NetworkX's scale, which NetworkX finds for samples."""
    count, directed = len(graph), graph.is_directed()
    if nodes is not None:
        scaled: dict[Any, float] = _rescale(
            scores, count, normalized=normalized, directed=directed, endpoints=endpoints, sampled_nodes=nodes
        )
        return scaled
    others = count if endpoints else count - 1
    if others < 2:
        return scores
    scale = 1 / (others * (others - 1)) if normalized else others / (others * (1 if directed else 2))
    return scores if scale == 1 else {key: score * scale for key, score in scores.items()}


def can_score(k: int | None = None, weight: Any = None, **_: Any) -> bool | str:
    """Samples are scaled otherwise before NetworkX 3.6."""
    if k is not None and nx.__version__.startswith(("3.4", "3.5")):
        return "NetworkX 3.4 and 3.5 scale samples otherwise"
    return not callable(weight) or "weights that are functions are NetworkX's own"
