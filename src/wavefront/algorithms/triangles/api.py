"""Triangles: the edge list and the neighbor lists together.

Where degrees differ much, one thread per edge of the COO view intersects the lists of its end points in the
CSR view: the hybrid of PMPP 4e, chapter 15. Every edge is turned towards its end point of higher degree, so
that a triangle is found once, at its two lowest vertices, and no list is longer than sqrt(2 E). Source: Chiba
and Nishizeki, "Arboricity and Subgraph Listing Algorithms", SIAM Journal on Computing 1985. Vertices are
renumbered by degree: the vertices in the lists, mostly hubs, then lie close together. A triangle is counted
at two edges of its lowest vertex, not at the vertices, where threads would wait for one another at the hubs.

Where no degree stands out, turning edges costs more than it saves: each vertex looks at the neighbors below
it and merges the unturned lists, as GAPBS's tc does. O(E sqrt(E)) comparisons either way.

merge.py has both forms, for a GPU. marks.py, for the CPU, turns edges in the same cases but merges no lists.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ...device import Cpu, Device, get_device, working_on
from ...errors import InputError
from ...graph.vertices import require_graph
from ..result import in_numpy
from . import marks, merge

if TYPE_CHECKING:
    from ...graph import Graph

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
        with working_on(self.device):
            return int(self.counts.sum()) // 3

    def to_numpy(self) -> TrianglesResult:
        """This result with its array in NumPy: itself unless it is on a GPU."""
        return in_numpy(self)

    def __repr__(self) -> str:
        return f"TrianglesResult({self.total:,} triangles on {self.device.name})"


def triangles(graph: Graph, *, device: str | Device = "auto") -> TrianglesResult:
    """Count the triangles at each vertex of an undirected graph.

    Self-loops don't count, and parallel edges count as one. Chiba and Nishizeki 1985, PMPP 4e, chapter 15;
    O(E sqrt(E)) time; O(V + E) memory, and on the CPU 8 bytes more per vertex and thread.

    Parameters
    ----------
    device
        As for `bfs`.

    Raises
    ------
    InputError
        For a directed graph, where triangles have no agreed definition.
    DeviceError
        For a GPU that isn't there, or that has too little memory.
    """
    require_graph(graph)
    if graph.directed:
        raise InputError("triangles are those of an undirected graph; build or read it as undirected")
    where = get_device(device, graph.device)
    with working_on(where):
        views = graph.to_device(where)
        mean_degree = graph.num_edges / max(1, graph.num_vertices)
        has_hubs = mean_degree > 0 and int(views.out_degrees.max()) > HUB_DEGREE * mean_degree
        if isinstance(where, Cpu):
            on_cpu = marks.counts_by_degree if has_hubs else marks.counts_as_numbered
            return TrianglesResult(graph, on_cpu(views, where), where)
        on_gpu = merge.counts_by_degree if has_hubs else merge.counts_as_numbered
        return TrianglesResult(graph, on_gpu(views, where), where)
