"""Triangles on a GPU: neighbor lists are merged, by one thread per vertex or per edge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...atomics import atomic_add
from ...graph.arrays import exclusive_scan
from ...graph.build import sort_edges
from ...graph.build_on_gpu import occurrences

if TYPE_CHECKING:
    from ...device import Device
    from ...graph import Graph


class Upward(NamedTuple):
    """Each edge once, from the lower to the higher rank by degree; lists are sorted, without repetition."""

    src_ptr: Any
    src: Any
    dst: Any


def counts_as_numbered(graph: Graph, device: Device) -> Any:
    """V int64: the triangles at each vertex, one thread per vertex; for graphs without hubs."""
    counts = device.xp.zeros(graph.num_vertices, np.int64)
    device.for_each(graph.num_vertices, merge_below, graph.csr.src_ptr, graph.csr.dst, counts)
    return counts


def merge_below(vertex, src_ptr, dst, counts):
    """Count the triangles that the vertex is the highest of, at all three."""
    # Slots are unsigned: no test for negative indices.
    first, last, corners = np.uint64(src_ptr[vertex]), np.uint64(src_ptr[vertex + 1]), 0
    one = np.uint64(1)
    for slot in range(first, last):
        middle = dst[slot]
        if middle >= vertex:
            break
        if slot > first and dst[slot - one] == middle:
            continue
        near, found = first, 0
        for far in range(np.uint64(src_ptr[middle]), np.uint64(src_ptr[middle + 1])):
            lowest = dst[far]
            if lowest >= middle:
                break
            while dst[near] < lowest:  # ends at `middle`, which is in this list
                near += one
            if dst[near] == lowest:
                atomic_add(counts, lowest, 1)
                found += 1
                while dst[near] == lowest:  # past parallel edges
                    near += one
        if found:
            atomic_add(counts, middle, found)
            corners += found
    if corners:
        atomic_add(counts, vertex, corners)


def counts_by_degree(graph: Graph, device: Device) -> Any:
    """V int64: the triangles at each vertex, one thread per edge between ranks by degree."""
    xp = device.xp
    edges, rank = _turned_upward(graph, xp)
    hits = xp.zeros(edges.dst.size, edges.dst.dtype)
    device.for_each(hits.size, merge_above, edges, hits)
    # Of a triangle's three edges, the two that leave its lowest vertex were hit.
    ends = (xp.bincount(side, hits, graph.num_vertices) for side in (edges.src, edges.dst))
    lowest, others = (end.astype(np.int64) for end in ends)
    return (lowest // 2 + others).take(rank)


def _turned_upward(graph: Graph, xp: Any) -> tuple[Upward, Any]:
    """The graph's edges between ranks by degree, and each vertex's rank."""
    num_vertices = graph.num_vertices
    rank = xp.empty(num_vertices, graph.csr.dst.dtype)
    rank[xp.argsort(graph.out_degrees, kind="stable")] = xp.arange(num_vertices, dtype=rank.dtype)
    src, dst = rank.take(graph.coo.src), rank.take(graph.coo.dst)
    upward = src < dst
    src, dst = src[upward], dst[upward]
    src_ptr, dst, _ = sort_edges(src, dst, None, num_vertices)
    src = xp.repeat(xp.arange(num_vertices, dtype=dst.dtype), xp.diff(src_ptr))
    again = (src[1:] == src[:-1]) & (dst[1:] == dst[:-1])
    if again.any():
        first = xp.concatenate([xp.ones(1, bool), ~again])
        src, dst = src[first], dst[first]
        src_ptr = exclusive_scan(occurrences(src, num_vertices))
    return Upward(src_ptr, src, dst), rank


def merge_above(edge, edges, hits):
    """For each triangle, add a hit to the edge and to the later edge of its source; so do other threads."""
    # Ranks rise along a list: only edges after this one there can close a triangle.
    near, near_end = edge + 1, edges.src_ptr[edges.src[edge] + 1]
    far, far_end = edges.src_ptr[edges.dst[edge]], edges.src_ptr[edges.dst[edge] + 1]
    found = 0
    while near < near_end and far < far_end:
        difference = edges.dst[near] - edges.dst[far]
        if difference == 0:
            atomic_add(hits, near, 1)
            found += 1
        near += difference <= 0
        far += difference >= 0
    if found:
        atomic_add(hits, edge, found)
