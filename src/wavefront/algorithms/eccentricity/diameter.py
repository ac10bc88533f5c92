"""The diameter: the largest distance between two vertices, found with few searches.

From a vertex in the middle, with levels from it and (in a directed graph) to it: a pair of vertices that are
more than 2L apart has one at a level over L. So the vertices of the last level are searched from, then those
of the level before, until the largest distance found is at least twice the next level: iFUB. The middle is
halfway on a long path that a few searches find, near to the ends of all of these.

No path from a vertex is longer than the way to the middle and from there to the vertex farthest from it. So
of many vertices that are left most are often ruled out by another middle, halfway from one of them to its
farthest vertex: an upper bound as in Takes and Kosters, "Determining the Diameter of Small World Networks",
CIKM 2011.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...device import Cpu, Device, get_device, working_on
from ...errors import InputError
from ...filters import kept_part
from ...frontier import UNVISITED
from ...graph.vertices import require_graph
from ...progress import reporting
from ..bfs import bfs
from ..multi_source_bfs.totals import totals
from .api import unconnected

if TYPE_CHECKING:
    from ...filters import Filter, Part
    from ...graph import Graph
    from ...progress import Progress, Report

BATCH = 64  # searches at once, as many as share a word


@dataclass(frozen=True, eq=False)
class DiameterResult:
    """The diameter of a graph.

    Attributes
    ----------
    diameter
        The number of edges of the longest shortest path.
    ends
        Two vertices at this distance: from the first to the second.
    num_searches
        How many vertices were searched from, or to.
    device
        The device that ran.
    """

    graph: Graph
    diameter: int
    ends: tuple[int, int]
    num_searches: int
    device: Device

    def __repr__(self) -> str:
        return f"DiameterResult({self.diameter}, {self.num_searches:,} searches on {self.device.name})"


class _Searches:
    """The farthest pair so far, and the searches that found it."""

    def __init__(self, part: Part, device: Device) -> None:
        self.graph, self.num_kept, self.device = part.graph, part.num_vertices, device
        self.diameter, self.ends, self.count = -1, (0, 0), 0
        count = self.graph.num_vertices
        # Each vertex is at least so far from some other; and at most so far from, and to, all others.
        self.known = np.zeros(count, np.int32)
        self.most_from = np.full(count, count, np.int32)
        self.most_to = np.full(count, count, np.int32) if self.graph.directed else self.most_from

    def levels(self, vertex: int, reverse: bool = False) -> np.ndarray:
        """The levels from a vertex, or to it, in NumPy. Raises InputError if they don't reach all."""
        found = bfs(
            self.graph.reversed if reverse else self.graph, vertex, predecessors=False, device=self.device
        )
        levels = Cpu().array(found.levels)
        if np.count_nonzero(levels != UNVISITED) < self.num_kept:
            raise InputError(unconnected(self.graph))
        self.count += 1
        np.maximum(self.known, levels, out=self.known)
        far = int(levels.argmax())
        self._keep(int(levels[far]), (far, vertex) if reverse else (vertex, far))
        return levels

    def around(self, vertex: int) -> tuple[np.ndarray, np.ndarray]:
        """The levels from and to a vertex, by which other vertices' distances are bounded."""
        ahead = self.levels(vertex)
        back = self.levels(vertex, reverse=True) if self.graph.directed else ahead
        np.minimum(self.most_from, back + ahead.max(), out=self.most_from)
        np.minimum(self.most_to, ahead + back.max(), out=self.most_to)
        return ahead, back

    def farthest(self, vertices: np.ndarray, reverse: bool) -> None:
        """Take the farthest vertices of at most 64 searches into account."""
        graph = self.graph.reversed if reverse else self.graph
        found = totals(graph, vertices, self.device).farthest
        self.count += vertices.size
        (self.most_to if reverse else self.most_from)[vertices] = found
        best = int(found.argmax())
        if found[best] > self.diameter:
            self.count -= 1
            self.levels(int(vertices[best]), reverse)

    def _keep(self, distance: int, ends: tuple[int, int]) -> None:
        if distance > self.diameter:
            self.diameter, self.ends = distance, ends


def diameter(
    graph: Graph,
    *,
    device: str | Device = "auto",
    vertex_filter: Filter | None = None,
    edge_filter: Filter | None = None,
    progress: Progress = False,
) -> DiameterResult:
    """The largest number of edges of a shortest path between any two vertices; weights are ignored.

    iFUB: Crescenzi, Grossi, Habib, Lanzi and Marino, "On computing the diameter of real-world undirected
    graphs", Theoretical Computer Science 514, 2013; for directed graphs Crescenzi, Grossi, Lanzi and Marino,
    "On Computing the Diameter of Real-World Directed (Weighted) Graphs", SEA 2012. Where many vertices are
    left, upper bounds rule others out: Takes and Kosters, "Determining the Diameter of Small World Networks",
    CIKM 2011. Work: O(V + E) per search; some more searches than vertices at worst, in a directed graph twice
    as many; on most graphs few.

    Parameters
    ----------
    device, vertex_filter, edge_filter
        As for `bfs`. With filters this is the diameter of what is kept, each edge asked about once: a copy of
        it is searched. So a `vertex_filter` of one component's vertices gives that component's diameter.
    progress
        As for `read`.

    Raises
    ------
    InputError
        For a graph without vertices, or one that isn't connected, if directed strongly: `eccentricity` finds
        the largest distance within each component. For a filter as `bfs` refuses it.
    DeviceError
        For a GPU that isn't there, or that has too little memory.
    """
    require_graph(graph)
    where = get_device(device, graph.device)
    with reporting(progress, "diameter") as report, working_on(where):
        part = kept_part(graph, vertex_filter, edge_filter, where)
        if not part.num_vertices:
            raise InputError("a graph without vertices has no diameter")
        searches = _Searches(part, where)
        middle = _middle(part, searches)
        ahead, back = searches.around(middle)
        _search_from(back, False, searches, report)  # far to the middle
        if part.graph.directed:
            _search_from(ahead, True, searches, report)
    return DiameterResult(graph, searches.diameter, searches.ends, searches.count, where)


def _search_from(levels: np.ndarray, reverse: bool, searches: _Searches, report: Report | None) -> None:
    """Search from vertices, or to them, from the last level on, until no larger distance is possible."""
    most = searches.most_to if reverse else searches.most_from
    left = np.flatnonzero((2 * levels > searches.diameter) & (most > searches.diameter))
    left = left[np.argsort(-levels[left], kind="stable")]
    size = min(BATCH, int(np.count_nonzero(levels == levels.max())))
    wait = waited = 0  # batches until bounds are tried again
    while left.size:
        if left.size > BATCH and waited >= wait:
            searches.around(_halfway(int(left[0]), reverse, searches))
            is_of_use = np.count_nonzero(most[left] <= searches.diameter) >= BATCH
            wait, waited = 0 if is_of_use else max(1, 2 * wait), 0
        else:
            searches.farthest(left[:size], reverse)
            size, waited = min(2 * size, BATCH), waited + 1
        left = left[(2 * levels[left] > searches.diameter) & (most[left] > searches.diameter)]
        if report is not None:
            report(searches.count, searches.count + left.size)


def _middle(part: Part, searches: _Searches) -> int:
    """The vertex halfway on a long path, found from the vertex of most edges by two rounds of sweeps."""
    degrees = Cpu().array(part.graph.out_degrees)
    kept = np.arange(degrees.size) if part.vertices is None else part.vertices
    vertex = int(kept[degrees[kept].argmax()])
    for _ in range(2):
        far = int(searches.levels(vertex).argmax())
        vertex = _halfway(far, True, searches)
    return vertex


def _halfway(vertex: int, reverse: bool, searches: _Searches) -> int:
    """The vertex halfway on the longest path from a vertex, or to it: of several the one nearest to all."""
    near = searches.levels(vertex, reverse)
    far = int(near.argmax())
    others = searches.levels(far, not reverse)
    half = near[far] // 2 if not reverse else near[far] - near[far] // 2
    halfway = np.flatnonzero((near + others == near[far]) & (near == half))
    return int(halfway[searches.known[halfway].argmin()])
