"""Eccentricity: the number of edges to the farthest vertex, exact, and what follows from it.

In an undirected graph most vertices need no search of their own: bounds.py. In a directed graph, or for the
vertices that are asked for, each has one, 64 together: multi_source_bfs.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ...device import Cpu, Device, get_device, working_on
from ...errors import InputError, checked_integer
from ...filters import kept_part
from ...graph.vertices import checked_choice, require_graph
from ...progress import reporting
from ..multi_source_bfs.memory import number_of
from ..multi_source_bfs.totals import totals
from ..result import in_numpy
from ..shortage import shortage
from ..tables import Labelled, to_arrow, to_frame, to_html
from . import bounds

if TYPE_CHECKING:
    from ...filters import Filter, Part
    from ...graph import Graph
    from ...graph.vertices import Vertices
    from ...progress import Progress, Report


@dataclass(frozen=True, eq=False)
class EccentricityResult:
    """Eccentricities of all vertices, or of those asked for.

    Attributes
    ----------
    eccentricities
        V int32: edges to the farthest of the vertices that a path leads to; -1 for a vertex that wasn't asked
        for or is dropped.
    vertices
        The vertices asked for, ascending: by default all that are kept.
    is_connected
        Whether each of them has paths to all vertices (that are kept), so that its eccentricity is
        NetworkX's, too.
    device
        The device that ran.
    """

    graph: Graph
    eccentricities: np.ndarray
    vertices: np.ndarray
    is_connected: bool
    device: Device

    _num_kept = None  # vertices that a filter keeps

    to_frame, to_arrow, _repr_html_ = to_frame, to_arrow, to_html
    labelled = property(Labelled)

    def to_numpy(self) -> EccentricityResult:
        """This result with its arrays in NumPy: itself unless they are on a GPU."""
        return in_numpy(self)

    def __repr__(self) -> str:
        return f"EccentricityResult({self.vertices.size:,} vertices on {self.device.name})"

    @property
    def radius(self) -> int:
        """The least eccentricity. Raises InputError as `diameter`."""
        return int(self._of_all.min())

    @property
    def diameter(self) -> int:
        """The largest eccentricity, which is the largest distance.

        Raises InputError if not all vertices were asked for, there is none, or some vertex has no path to
        another.
        """
        return int(self._of_all.max())

    @property
    def center(self) -> np.ndarray:
        """The vertices whose eccentricity is the radius, ascending. Raises InputError as `diameter`."""
        return self._at(self.radius)

    @property
    def periphery(self) -> np.ndarray:
        """The vertices whose eccentricity is the diameter, ascending. Raises InputError as `diameter`."""
        return self._at(self.diameter)

    def _at(self, distance: int) -> np.ndarray:
        vertices: np.ndarray = self.vertices[self._of_all == distance]
        return vertices

    @cached_property
    def _of_all(self) -> np.ndarray:
        whole = self.graph.num_vertices if self._num_kept is None else self._num_kept
        if self.vertices.size < whole:
            raise InputError("this takes the eccentricities of all vertices, and only some were asked for")
        if not self.vertices.size:
            raise InputError("a graph without vertices has no diameter")
        if not self.is_connected:
            raise InputError(unconnected(self.graph))
        found: np.ndarray = Cpu().array(self.eccentricities)[self.vertices]
        return found


def unconnected(graph: Graph) -> str:
    """The message for a graph where some distances are infinite."""
    kind = "strongly connected" if graph.directed else "connected"
    return f"the graph isn't {kind}: some distances are infinite; take its largest component by subgraph()"


def eccentricity(
    graph: Graph,
    vertices: Vertices | None = None,
    *,
    seed: int = 0,
    device: str | Device = "auto",
    vertex_filter: Filter | None = None,
    edge_filter: Filter | None = None,
    progress: Progress = False,
) -> EccentricityResult:
    """The number of edges from each vertex to the farthest that a path leads to; weights are ignored.

    In an undirected graph by bounds: Takes and Kosters, "Computing the Eccentricity Distribution of Large
    Graphs", Algorithms 6, 2013. Work: a search, O(V + E), for few of the vertices in most graphs.

    Parameters
    ----------
    vertices
        Which to find it for: by default all. A number draws so many at random; a list names them.
    seed
        The seed of the draw: 0 or more.
    device, vertex_filter, edge_filter
        As for `bfs`. With filters a copy of what is kept is searched, each edge asked about once; the CPU
        makes none for up to 256 vertices and a vertex filter alone. Dropped vertices are neither searched
        from, drawn nor counted.
    progress
        As for `read`.

    Notes
    -----
    In a graph that isn't (strongly) connected the vertices without a path don't count. NetworkX raises an
    error there, as the properties `radius`, `diameter`, `center` and `periphery` do.

    Raises
    ------
    InputError
        For vertices that aren't the graph's, are dropped, none, or a number that isn't from 1 to V; for a
        wrong seed, and for a filter as `bfs` refuses it.
    DeviceError
        For a GPU that isn't there, or that has too little memory.
    """
    require_graph(graph)
    seed = checked_integer("seed", seed, 0, None)
    vertices = checked_choice(graph, vertices, "vertices")
    where = get_device(device, graph.device)
    told = {"vertices": vertices, "vertex_filter": vertex_filter, "edge_filter": edge_filter}
    with (
        reporting(progress, "eccentricity") as report,
        working_on(where, shortage, "eccentricity", graph, told),
    ):
        number = number_of(graph, vertices, "vertices")
        part = kept_part(graph, vertex_filter, edge_filter, where, sources=number)
        wanted = part.chosen(vertices, "vertices", seed)
        found, is_connected = _found(part, wanted, where, report)
    result = EccentricityResult(graph, found, wanted, is_connected, where)
    if part.vertices is not None:
        vars(result)["_num_kept"] = part.num_vertices
    return result


def _found(part: Part, wanted: np.ndarray, device: Device, report: Report | None) -> tuple[Any, bool]:
    """The eccentricities, V int32 on the device, and whether each of those vertices reaches all others."""
    xp, count = device.xp, part.graph.num_vertices
    if wanted.size == part.num_vertices and not part.graph.directed and part.dropped is None:
        found, is_connected = bounds.eccentricities(part.graph, part.num_vertices, device, report)
        if part.vertices is not None:
            dropped = xp.ones(count, np.bool_)
            dropped[xp.asarray(part.vertices)] = False
            found[dropped] = -1
        return found, is_connected
    counts = totals(part.graph, wanted, device, report, part.dropped)
    host = np.full(count, -1, np.int32)
    host[wanted] = counts.farthest
    return xp.asarray(host), bool((counts.reached == part.num_vertices).all())
