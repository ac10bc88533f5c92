"""Biconnected components, articulation points and bridges: networkx.algorithms.components and bridges."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..device import Cpu
from .convert import BackendGraph
from .ordered_bicomponents import bicomponents


def biconnected_component_edges(G: BackendGraph) -> Iterator[list[tuple[Any, Any]]]:
    """As ``networkx.biconnected_component_edges``."""
    found = bicomponents(G.successors)
    edges, first = list(zip(G.names(found.src), G.names(found.dst), strict=True)), 0
    for end in found.ends.tolist():
        yield edges[first:end]
        first = end


def biconnected_components(G: BackendGraph) -> Iterator[set[Any]]:
    """As ``networkx.biconnected_components``."""
    found = bicomponents(G.successors)
    src, dst, first = G.names(found.src), G.names(found.dst), 0
    for end in found.ends.tolist():
        yield {*src[first:end], *dst[first:end]}
        first = end


def is_biconnected(G: BackendGraph) -> bool:
    """As ``networkx.is_biconnected``."""
    found = bicomponents(G.successors)
    return found.ends.size == 1 and np.union1d(found.src, found.dst).size == len(G)


def articulation_points(G: BackendGraph) -> Iterator[Any]:
    """As ``networkx.articulation_points``."""
    yield from dict.fromkeys(G.names(bicomponents(G.successors).between))


def bridge_entries(graph: BackendGraph) -> np.ndarray:
    """Which entries of the neighbor lists are bridges, each once, in the order of the graph's edges."""
    found, count = bicomponents(graph.successors), len(graph)
    component = np.repeat(np.arange(found.ends.size), np.diff(found.ends, prepend=0))
    is_loop = found.src == found.dst
    sizes = np.bincount(component[~is_loop], minlength=found.ends.size)
    is_alone = ~is_loop & (sizes[component] == 1)
    src, dst = found.src[is_alone].astype(np.int64), found.dst[is_alone]
    once = np.repeat(np.arange(count), np.diff(graph.successors.ptr))
    entries = np.flatnonzero(graph.successors.neighbors > once)
    codes = once[entries] * count + graph.successors.neighbors[entries]
    return entries[np.isin(codes, np.minimum(src, dst) * count + np.maximum(src, dst))]


def each_bridge(graph: BackendGraph) -> Iterator[tuple[Any, Any]]:
    """Both ends of each bridge, in the order of the graph's edges; parallel edges are no bridges."""
    entries = bridge_entries(graph)
    src = np.searchsorted(graph.successors.ptr, entries, side="right") - 1
    pairs = zip(graph.names(src), graph.names(graph.successors.neighbors[entries]), strict=True)
    if not graph.is_multigraph():
        return pairs
    adjacency = graph.origin._adj
    return iter([(u, v) for u, v in pairs if len(adjacency[u][v]) == 1])


def bridges(G: BackendGraph, root: None = None) -> Iterator[tuple[Any, Any]]:
    """As ``networkx.bridges``, of the whole graph."""
    return (pair for pair in each_bridge(G))


def has_bridges(G: BackendGraph, root: None = None) -> bool:
    """As ``networkx.has_bridges``, of the whole graph."""
    return any(True for _ in each_bridge(G))


def local_bridges(
    G: BackendGraph, with_span: bool = True, weight: None = None
) -> Iterator[tuple[Any, Any] | tuple[Any, Any, float]]:
    """As ``networkx.local_bridges``, without weights."""
    lists, count = G.successors, len(G)
    spans = np.zeros(lists.neighbors.size, np.int32)
    marks, levels = np.full(count, -1, np.int32), np.full(count, -1, np.int32)
    Cpu().call(span, *lists[:2], marks, levels, np.empty(count, np.int32), spans, with_span is True)
    entries = np.flatnonzero(spans)
    src = np.searchsorted(lists.ptr, entries, side="right") - 1
    ends = zip(G.names(src), G.names(lists.neighbors[entries]), strict=True)
    if with_span is not True:
        yield from ends
        return
    for (u, v), steps in zip(ends, spans[entries].tolist(), strict=True):
        yield u, v, (steps if steps > 0 else float("inf"))


def span(ptr, neighbors, marks, levels, queue, spans, are_measured):
    """Note at each edge without a common neighbor how far apart its ends are without it, or -1."""
    for vertex in range(marks.size):
        for edge in range(ptr[vertex], ptr[vertex + 1]):
            marks[neighbors[edge]] = vertex
        for edge in range(ptr[vertex], ptr[vertex + 1]):
            other = neighbors[edge]
            is_bridge = other > vertex
            for second in range(ptr[other], ptr[other + 1]):
                is_bridge = is_bridge and marks[neighbors[second]] != vertex
            if not is_bridge:
                continue
            spans[edge] = -1
            if not are_measured:
                continue
            queue[0] = vertex
            levels[vertex] = 0
            place, end = 0, 1
            while place < end and levels[other] < 0:
                near = queue[place]
                place += 1
                for second in range(ptr[near], ptr[near + 1]):
                    far = neighbors[second]
                    if levels[far] < 0 and not (near == vertex and far == other):
                        levels[far] = levels[near] + 1
                        queue[end] = far
                        end += 1
            if levels[other] > 0:
                spans[edge] = levels[other]
            for place in range(end):
                levels[queue[place]] = -1


def can_cut(root: Any = None, weight: Any = None, **_: Any) -> bool | str:
    """A root's component alone, and weights, stay with NetworkX."""
    if weight is not None:
        return "weights aren't counted here"
    return root is None or "the whole graph is searched here"
