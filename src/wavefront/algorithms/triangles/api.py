"""Triangles: the edge list and the neighbor lists together.

Two strategies are for learners, and have an account (work.py): "hybrid", where one thread per edge of the COO
view intersects the lists of its end points in the CSR view, PMPP 4e, chapter 15; and "vertex_centric", where
one thread per vertex does so for all of its edges. Both are in intersect.py. "auto" is for speed:

Where long lists would make for many comparisons, every edge is turned towards its end point of higher degree:
a triangle is found once, and no list is longer than sqrt(2 E). Source: Chiba and Nishizeki, "Arboricity and
Subgraph Listing Algorithms", SIAM Journal on Computing 1985. A GPU looks vertices up in bits (marked.py)
or in hash tables (hashed.py), the CPU in marks (marks.py), or in bits where both ends of an edge have high
degrees (dense_core.py): then, and in dense graphs, several look-ups are one operation.

Elsewhere turning edges costs more than it saves (choice.py): each vertex looks at the neighbors below it, as
GAPBS's tc does. A GPU merges the unturned lists (merge.py), the CPU looks up marks (marks.py).
O(E sqrt(E)) comparisons or look-ups either way.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from ...device import Cpu, Device, get_device, working_on
from ...errors import InputError, checked_flag, require_one_of
from ...graph import Graph
from ...graph.arrays import has_int32_ids
from ...graph.vertices import require_graph
from ...progress import reporting
from ..result import in_numpy
from ..shortage import shortage
from ..tables import Labelled, to_arrow, to_frame, to_html
from . import hashed, intersect, marks, merge, work
from .choice import goes_by_degree

if TYPE_CHECKING:
    from ...progress import Progress

Strategy = Literal["auto", "vertex_centric", "hybrid"]


@dataclass(frozen=True, eq=False)
class TrianglesResult:
    """How many triangles there are, and at which vertices.

    Attributes
    ----------
    counts
        V int64: the triangles that each vertex is a corner of.
    device
        Where it was counted.
    strategy
        How it was counted.
    """

    graph: Graph
    counts: np.ndarray
    device: Device
    strategy: Strategy = "auto"

    @cached_property
    def total(self) -> int:
        """Triangles of the graph: a third of all corners."""
        with working_on(self.device):
            return int(self.counts.sum()) // 3

    def account(self, *, count: bool = False) -> work.TrianglesWork:
        """What the GPU threads of this count do: threads, reads of lists, warp steps, sectors. Needs no GPU.

        Parameters
        ----------
        count
            Instead of working the figures out, run the kernels' own Python code thread by thread, and count.

        Raises
        ------
        InputError
            For the strategy "auto", whose threads take vertices in turns and have no fixed share, or a graph
            too large to count on.
        """
        if self.strategy == "auto":
            raise InputError(
                "strategy 'auto' of triangles has no account; choose 'vertex_centric' or 'hybrid'"
            )
        simple = self.graph.to_device("cpu").simplified()
        return (work.counted if checked_flag("count", count) else work.worked_out)(simple, self.strategy)

    to_frame, to_arrow, _repr_html_ = to_frame, to_arrow, to_html
    labelled = property(Labelled)

    def to_numpy(self) -> TrianglesResult:
        """This result with its array in NumPy: itself unless it is on a GPU."""
        return in_numpy(self)

    def __repr__(self) -> str:
        return f"TrianglesResult({self.total:,} triangles on {self.device.name})"


def triangles(
    graph: Graph,
    *,
    strategy: Strategy = "auto",
    device: str | Device = "auto",
    progress: Progress = False,
) -> TrianglesResult:
    """Count the triangles at each vertex of an undirected graph.

    Self-loops don't count, and parallel edges count as one. Chiba and Nishizeki 1985, PMPP 4e, chapter 15;
    O(E sqrt(E)) time; O(V + E) memory, and on the CPU 8 bytes more per vertex and thread, and 8 MB.

    Parameters
    ----------
    strategy
        "auto" is the fastest. "hybrid" has one thread per edge, which intersects the neighbor lists of both
        ends; "vertex_centric" one per vertex, which does so for all of its edges: both take time proportional
        to the sum of the squared degrees, and have an account.
    device
        As for `bfs`.
    progress
        As for `read`.

    Raises
    ------
    InputError
        For a directed graph, where triangles have no agreed definition, or an unknown strategy.
    DeviceError
        For a GPU that isn't there, or that has too little memory.
    """
    require_graph(graph)
    require_one_of("strategy", strategy, get_args(Strategy))
    if graph.directed:
        raise InputError("triangles are those of an undirected graph; build or read it as undirected")
    where = get_device(device, graph.device)
    told = reporting(progress, "triangles")
    with told as report, working_on(where, shortage, "triangles", graph, {"strategy": strategy}):
        views = graph.to_device(where)
        if strategy != "auto":
            return TrianglesResult(graph, intersect.counts(views, strategy, where), where, strategy)
        by_degree = goes_by_degree(views, where)
        if isinstance(where, Cpu):
            on_cpu = marks.counts_by_degree if by_degree else marks.counts_as_numbered
            return TrianglesResult(graph, on_cpu(views, where, report), where)
        on_gpu = hashed.counts_by_degree if by_degree and has_int32_ids(views) else merge.counts_as_numbered
        return TrianglesResult(graph, on_gpu(views, where), where)
