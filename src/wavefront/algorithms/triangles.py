"""Triangles: the edge list and the neighbor lists together.

Where degrees differ much, one thread an edge of the COO view, which intersects its end points' lists in the
CSR view: the hybrid of PMPP 4e, chapter 15. Every edge is turned towards its end point of higher degree, so
that a triangle is found once, at its two lowest vertices, and no list is longer than sqrt(2 E). Source: Chiba
and Nishizeki, "Arboricity and Subgraph Listing Algorithms", SIAM Journal on Computing 1985. Vertices are
renumbered by degree: what the lists lead to, mostly hubs, then lies close together. A triangle is counted at
two edges of its lowest vertex, not at the vertices, where threads would wait for one another at the hubs.

Where no degree stands out, turning edges costs more than it saves: each vertex looks at the neighbors below
it and merges the lists as they are, as GAPBS's tc does. O(E sqrt(E)) comparisons either way.

That is a GPU's form. triangles_cpu.py is the CPU's, which turns edges in the same cases but merges no lists.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..atomics import atomic_add
from ..csr_build import sort_edges
from ..device import Cpu, Device, get_device, working_on
from ..errors import InputError
from ..scan import exclusive_scan
from . import triangles_cpu
from .result import in_numpy

if TYPE_CHECKING:
    from ..graph import Graph

HUB_DEGREE = 16  # times the mean degree: a graph with such a vertex has its edges turned


@dataclass(frozen=True, eq=False)
class TrianglesResult:
    """How many triangles there are, and at which vertices.

    Attributes
    ----------
    counts
        V int64: the triangles that each vertex is a corner of.
    device
        Where it was counted.
    """

    graph: Graph
    counts: np.ndarray
    device: Device

    @cached_property
    def total(self) -> int:
        """Triangles of the graph: a third of all corners."""
        return int(self.counts.sum()) // 3

    def to_numpy(self) -> TrianglesResult:
        """This result with its array in NumPy: itself unless it is on a GPU."""
        return in_numpy(self)

    def __repr__(self) -> str:
        return f"TrianglesResult({self.total:,} triangles on {self.device.name})"


class Upward(NamedTuple):
    """Each edge once, from the lower to the higher rank by degree; lists are sorted, without repetition."""

    src_ptr: Any
    src: Any
    dst: Any


def triangles(graph: Graph, *, device: str | Device = "auto") -> TrianglesResult:
    """Count the triangles at each vertex of an undirected graph.

    Self-loops don't count, and parallel edges count as one. Chiba and Nishizeki 1985, PMPP 4e, chapter 15;
    O(E sqrt(E)) time; O(V + E) memory, and on the CPU 8 bytes more for each vertex and thread.

    Parameters
    ----------
    device
        As of `bfs`.

    Raises
    ------
    InputError
        For a directed graph: what a triangle is there, is not agreed on.
    DeviceError
        For a GPU that isn't there, or that has too little memory.
    """
    if graph.directed:
        raise InputError("triangles are those of an undirected graph; build or read it as undirected")
    where = get_device(device, graph.device)
    with working_on(where):
        views = graph.to_device(where)
        mean_degree = graph.num_edges / max(1, graph.num_vertices)
        has_hubs = mean_degree > 0 and int(views.out_degrees.max()) > HUB_DEGREE * mean_degree
        if isinstance(where, Cpu):
            on_cpu = triangles_cpu.counts_by_degree if has_hubs else triangles_cpu.counts_as_numbered
            return TrianglesResult(graph, on_cpu(views, where), where)
        return TrianglesResult(graph, (_by_degree if has_hubs else _as_numbered)(views, where), where)


def _as_numbered(graph: Graph, device: Device) -> Any:
    counts = device.xp.zeros(graph.num_vertices, np.int64)
    device.for_each(graph.num_vertices, merge_below, graph.csr.src_ptr, graph.csr.dst, counts)
    return counts


def merge_below(vertex, src_ptr, dst, counts):
    """Count the triangles that the vertex is the highest of, at all three."""
    # Slots are unsigned: no test whether they count from the end.
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


def _by_degree(graph: Graph, device: Device) -> Any:
    xp = device.xp
    edges, rank = _turned_upward(graph, xp)
    hits = xp.zeros(edges.dst.size, edges.dst.dtype)
    device.for_each(hits.size, merge_above, edges, hits)
    # Of a triangle's three edges, the two that leave its lowest vertex were hit.
    ends = (xp.bincount(side, hits, graph.num_vertices) for side in (edges.src, edges.dst))
    lowest, others = (end.astype(np.int64) for end in ends)
    return (lowest // 2 + others)[rank]


def _turned_upward(graph: Graph, xp: Any) -> tuple[Upward, Any]:
    """The graph's edges between ranks by degree, and each vertex's rank."""
    num_vertices = graph.num_vertices
    rank = xp.empty(num_vertices, graph.csr.dst.dtype)
    rank[xp.argsort(graph.out_degrees, kind="stable")] = xp.arange(num_vertices, dtype=rank.dtype)
    src, dst = rank[graph.coo.src], rank[graph.coo.dst]
    upward = src < dst
    src, dst = src[upward], dst[upward]
    src_ptr, dst, _ = sort_edges(src, dst, None, num_vertices)
    src = xp.repeat(xp.arange(num_vertices, dtype=dst.dtype), xp.diff(src_ptr))
    again = (src[1:] == src[:-1]) & (dst[1:] == dst[:-1])
    if again.any():
        first = xp.concatenate([xp.ones(1, bool), ~again])
        src, dst = src[first], dst[first]
        src_ptr = exclusive_scan(xp.bincount(src, minlength=num_vertices))
    return Upward(src_ptr, src, dst), rank


def merge_above(edge, edges, hits):
    """Hit the edge and those after it at its source, where other threads do too, a time for each triangle."""
    # Ranks rise along a list: only what follows the edge there can close a triangle.
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
