"""The diameter: the largest distance between two vertices, found with few searches.

From a vertex in the middle, with levels from it and (in a directed graph) to it: a pair of vertices that are
more than 2L apart has one at a level over L. So the vertices of the last level are searched from, then those
of the level before, until the largest distance found is at least twice the next level: iFUB. The middle is
halfway on a long path that a few searches find, near to the ends of all of these.
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
        # Each vertex is at least so far from some other.
        self.known = np.zeros(self.graph.num_vertices, np.int32)

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

    def farthest(self, vertices: np.ndarray, reverse: bool) -> None:
        """Take the farthest vertices of at most 64 searches into account."""
        graph = self.graph.reversed if reverse else self.graph
        found = totals(graph, vertices, self.device).farthest
        self.count += vertices.size
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
    "On Computing the Diameter of Real-World Directed (Weighted) Graphs", SEA 2012. Work: O(V + E) per search;
    as many searches as vertices at worst, on most graphs few.

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
        fringes = [(searches.levels(middle, reverse=True), False)]  # far to the middle: searched from
        if part.graph.directed:
            fringes.append((searches.levels(middle), True))
        level = max(int(levels.max()) for levels, _ in fringes)
        while level > 0 and searches.diameter < 2 * level:
            _search_fringes(fringes, level, searches, report)
            level -= 1
    return DiameterResult(graph, searches.diameter, searches.ends, searches.count, where)


def _search_fringes(
    fringes: list[tuple[np.ndarray, bool]], level: int, searches: _Searches, report: Report | None
) -> None:
    """Search from the vertices of one level, or to them, until no larger distance is possible.

    Reports with them those of lower levels that may follow: of a level over half the diameter found.
    """
    fringe = [(np.flatnonzero(levels == level), reverse) for levels, reverse in fringes]
    rest = sum(vertices.size for vertices, _ in fringe)
    for vertices, reverse in fringe:
        for first in range(0, vertices.size, BATCH):
            if searches.diameter == 2 * level:
                return
            batch = vertices[first : first + BATCH]
            searches.farthest(batch, reverse)
            rest -= batch.size
            if report is not None:
                half = searches.diameter // 2
                below = sum(int(((half < levels) & (levels < level)).sum()) for levels, _ in fringes)
                report(searches.count, searches.count + rest + below)


def _middle(part: Part, searches: _Searches) -> int:
    """The vertex halfway on a long path, found from the vertex of most edges by two rounds of sweeps."""
    degrees = Cpu().array(part.graph.out_degrees)
    kept = np.arange(degrees.size) if part.vertices is None else part.vertices
    vertex = int(kept[degrees[kept].argmax()])
    for _ in range(2):
        far = int(searches.levels(vertex).argmax())
        back = searches.levels(far, reverse=True)
        near = int(back.argmax())
        ahead = searches.levels(near)
        halfway = np.flatnonzero((ahead + back == back[near]) & (ahead == back[near] // 2))
        vertex = int(halfway[searches.known[halfway].argmin()])
    return vertex
