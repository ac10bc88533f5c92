"""Floyd and Warshall's algorithm: networkx.algorithms.shortest_paths.dense."""

from __future__ import annotations

import math
from collections import defaultdict
from typing import Any

import networkx as nx
import numpy as np

from ..device import Cpu
from .convert import BackendGraph
from .weights import small_integers

NONE = -1


def floyd_warshall_numpy(G: BackendGraph, nodelist: Any = None, weight: Any = "weight") -> np.ndarray:
    """As ``networkx.floyd_warshall_numpy``: V x V float64."""
    count = len(G)
    if nodelist is not None and not (len(nodelist) == count == len(set(nodelist))):
        raise nx.NetworkXError(
            "nodelist must contain every node in G with no repeats."
            "If you wanted a subgraph of G use G.subgraph(nodelist)"
        )
    nodes = G.nodes if nodelist is None else list(nodelist)
    if count == 0 or not all(node in G for node in nodes):
        raise NotImplementedError("no nodes, or others than the graph's")
    lists = G.fully_weighted(weight)
    distances = np.full((count, count), np.inf)
    distances[np.repeat(np.arange(count), np.diff(lists.ptr)), lists.neighbors] = lists.weights
    if nodelist is not None:
        order = np.array([G.index[node] for node in nodes])
        distances = np.ascontiguousarray(distances[np.ix_(order, order)])
    np.fill_diagonal(distances, 0)
    Cpu().call(shorten, distances, np.empty(count))
    return distances


def can_fill(nodelist: Any = None, weight: Any = None) -> bool | str:
    """NetworkX takes a function for the name of an attribute, which no edge has."""
    return not callable(weight) or "weights that are functions are NetworkX's own"


def shorten(distances, row):
    """Let each vertex in turn be passed through."""
    count = row.size
    for middle in range(count):
        for end in range(count):
            row[end] = distances[middle, end]
        for start in range(count):
            first = distances[start, middle]
            for end in range(count):
                length = row[end] + first
                if length < distances[start, end]:
                    distances[start, end] = length


def floyd_warshall(G: BackendGraph, weight: Any = "weight") -> dict[Any, dict[Any, float]]:
    """As ``networkx.floyd_warshall``."""
    return floyd_warshall_predecessor_and_distance(G, weight)[1]


def floyd_warshall_predecessor_and_distance(
    G: BackendGraph, weight: Any = "weight"
) -> tuple[dict[Any, dict[Any, Any]], dict[Any, dict[Any, float]]]:
    """As ``networkx.floyd_warshall_predecessor_and_distance``, by weights of one type, none negative."""
    closer, lengths = from_edges(G, weight)
    count = len(G)
    distances = np.full((count, count), np.inf)
    parents, since = np.full((2, count, count), NONE, np.int32)
    for start, (node, row) in enumerate(lengths.items()):
        distances[start, [G.index[end] for end in row]] = list(row.values())
        parents[start, [G.index[end] for end in closer.get(node, ())]] = start
    is_whole = all(type(length) is int for row in lengths.values() for length in row.values())
    Cpu().call(shorten_and_note, distances, parents, since)
    for start, (node, row) in enumerate(lengths.items()):
        values, own = distances[start].tolist(), row[node]
        if is_whole:
            values = [value if value == math.inf else int(value) for value in values]
        row.update(zip(G.nodes, values, strict=True))
        row[node] = own
        if node in closer:
            reached = np.flatnonzero(parents[start] != NONE)
            reached = reached[np.argsort(since[start, reached], kind="stable")]
            closer[node].update(zip(G.names(reached), G.names(parents[start, reached]), strict=True))
    return dict(closer), lengths


def infinite() -> float:
    """What an unreached node's distance is."""
    return math.inf


def from_edges(
    graph: BackendGraph, weight: Any
) -> tuple[dict[Any, dict[Any, Any]], dict[Any, dict[Any, float]]]:
    """Predecessors and distances as the edges give them, in NetworkX's order.

    Raises NotImplementedError for weights of several types, which are no integers or floats, or are negative.
    """
    lengths: dict[Any, dict[Any, float]] = {node: defaultdict(infinite, {node: 0}) for node in graph.nodes}
    closer: dict[Any, dict[Any, Any]] = defaultdict(dict)
    weights = []
    for u, v, data in graph.origin.edges(data=True):
        length = data.get(weight, 1.0)
        weights.append(length)
        for start, end in ((u, v),) if graph.is_directed() else ((u, v), (v, u)):
            if type(length) in (int, float):
                lengths[start][end] = min(length, lengths[start][end])
            closer[start][end] = start
    kinds = set(map(type, weights))
    if kinds not in (set(), {int}, {float}) or not all(each >= 0 for each in weights):
        raise NotImplementedError("weights of several types, negative ones, or no numbers")
    if kinds == {int}:
        small_integers(weights, len(graph))
    return closer, lengths


def shorten_and_note(distances, parents, since):
    """Let each vertex in turn be passed through, and note who came before each end, and since when."""
    count = distances.shape[0]
    for middle in range(count):
        for start in range(count):
            for end in range(count):
                length = distances[start, middle] + distances[middle, end]
                if distances[start, end] > length:
                    distances[start, end] = length
                    if parents[start, end] < 0:
                        since[start, end] = middle
                    parents[start, end] = parents[middle, end]
