"""Communities by labels that spread: networkx.algorithms.community.label_propagation."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import ValuesView
from typing import Any

import numpy as np

from ..device import Cpu
from .coloring import largest_first
from .convert import BackendGraph


def label_propagation_communities(G: BackendGraph) -> ValuesView[set[Any]]:
    """As ``networkx.community.label_propagation_communities``, of a graph without parallel edges."""
    _, colors = largest_first(G)
    labels = np.arange(len(G))
    by_color = np.argsort(colors, kind="stable")
    Cpu().call(spread, *G.successors[:2], by_color, labels, np.zeros(len(G), np.int64))
    clusters: dict[int, set[Any]] = defaultdict(set)
    for node, label in zip(G.nodes, labels.tolist(), strict=True):
        clusters[label].add(node)
    return clusters.values()


def spread(ptr, neighbors, order, labels, counts):
    """Give each vertex in order one of its neighbors' most frequent labels, until all have one of those.

    Vertices of one color are no neighbors, so that their order makes no difference.
    """
    is_done = False
    while not is_done:
        is_done = True
        for place in range(order.size):
            if frequent_label(ptr, neighbors, order[place], labels, counts) != labels[order[place]]:
                is_done = False
                break
        if is_done:
            break
        for place in range(order.size):
            labels[order[place]] = frequent_label(ptr, neighbors, order[place], labels, counts)


def frequent_label(ptr, neighbors, vertex, labels, counts):
    """The neighbors' most frequent label: of several the vertex's own, else the largest."""
    best = labels[vertex]
    most = 0
    for edge in range(ptr[vertex], ptr[vertex + 1]):
        label = labels[neighbors[edge]]
        counts[label] += 1
        if counts[label] > most:
            most = counts[label]
    if counts[best] < most:
        best = -1
        for edge in range(ptr[vertex], ptr[vertex + 1]):
            label = labels[neighbors[edge]]
            if counts[label] == most and label > best:
                best = label
    for edge in range(ptr[vertex], ptr[vertex + 1]):
        counts[labels[neighbors[edge]]] = 0
    return best
