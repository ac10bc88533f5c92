"""Triangles by neighbor lists intersected whole: one thread per edge, or per vertex.

The edge's thread is the hybrid of PMPP 4e, chapter 15: it finds its end points in the edge list (COO) and
their neighbors in the neighbor lists (CSR). The vertex's thread does the same for each of its edges, one
after another. Only the thread of the lower end works, and stores one number per edge, so that there is no
race and no atomic. The edges hold neither self-loops nor parallel edges.

Every triangle is found at each of its three edges, O(sum of squared degrees) in all. merge.py and marks.py
find it once; these forms are here to be compared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from ...accounting.roles import Roles
    from ...device import Device
    from ...graph import Graph


def intersect(edge, low, dst, src_ptr, hits):
    """Store how many neighbors the ends of the edge have in common, if `low` is the lower end."""
    high = dst[edge]
    if low < high:
        near, near_end = src_ptr[low], src_ptr[low + 1]
        far, far_end = src_ptr[high], src_ptr[high + 1]
        found = 0
        while near < near_end and far < far_end:
            difference = dst[near] - dst[far]
            found += difference == 0
            near += difference <= 0
            far += difference >= 0
        hits[edge] = found


def visit_edge(edge, src, dst, src_ptr, hits):
    """The edge's thread intersects the lists of its two ends."""
    intersect(edge, src[edge], dst, src_ptr, hits)


def visit_vertex(vertex, dst, src_ptr, hits):
    """The vertex's thread intersects its list with that of each neighbor above it."""
    for edge in range(src_ptr[vertex], src_ptr[vertex + 1]):
        intersect(edge, vertex, dst, src_ptr, hits)


ROLES: Roles = {"offsets": {"src_ptr"}, "edges": {"src", "dst"}, "other": {"hits"}}


def common_neighbors(simple: Graph, strategy: str, device: Any) -> Any:
    """For each edge of a simple graph from its lower end, how many neighbors both ends have; else 0."""
    hits = device.xp.zeros(simple.num_edges, simple.csr.dst.dtype)
    src_ptr, dst, _ = simple.csr
    if strategy == "hybrid":
        device.for_each(simple.num_edges, visit_edge, simple.coo.src, dst, src_ptr, hits)
    else:
        device.for_each(simple.num_vertices, visit_vertex, dst, src_ptr, hits)
    return hits


def counts(graph: Graph, strategy: str, device: Device) -> Any:
    """V int64: the triangles at each vertex. A triangle is found at two edges of each of its vertices."""
    simple = graph.simplified()
    hits = common_neighbors(simple, strategy, device)
    ends = (device.xp.bincount(side, hits, graph.num_vertices) for side in simple.coo[:2])
    return sum(end.astype(np.int64) for end in ends) // 2
