"""The vertices within a radius: the function that callers use, and its result."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from ...device import Cuda, Device, get_device, working_on
from ...errors import InputError, checked_flag, checked_integer, checked_number
from ...filters import checked_filters
from ...graph.vertices import checked_vertices, require_graph
from ...graph.weight_types import search_type
from ...trace import Trace, pushed, sizes_of
from ..result import in_numpy
from ..shortage import shortage
from ..sssp.stop import rounded_down
from ..sssp.whole import answered
from ..tables import to_arrow, to_frame, to_html
from . import balls, on_gpu

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...filters import Filter
    from ...graph import Graph

MOST_EDGES = np.iinfo(np.int32).max  # of a path, as for the levels of `bfs`


@dataclass(frozen=True, eq=False)
class WithinResult:
    """The vertices within a radius of each source: one ball after the other, N entries in all.

    Attributes
    ----------
    sources
        S vertex ids, in the order given.
    offsets
        S+1 int64: where each source's ball begins; the last is N.
    vertices
        N vertex ids: a ball's source, then the others by ascending distance, equally far ones by id.
    distances
        N numbers: int32 edges; if `weighted`, sums of weights of the type that `sssp` gives them.
    predecessors
        N vertex ids: the one before the vertex on a shortest path from the ball's source; -1 for the source.
    radius, weighted, device
        What the search ran with.
    trace
        One row per level, of all balls together, if it was asked for; the first has all of the time.
    """

    graph: Graph
    sources: np.ndarray
    offsets: np.ndarray
    vertices: np.ndarray
    distances: np.ndarray
    predecessors: np.ndarray
    radius: float
    weighted: bool
    device: Device
    trace: Trace | None = None

    to_frame, to_arrow, _repr_html_ = to_frame, to_arrow, to_html

    def to_numpy(self) -> WithinResult:
        """This result with its arrays in NumPy: itself unless they are on a GPU."""
        return in_numpy(self)

    def __repr__(self) -> str:
        found = f"{self.vertices.size:,} vertices within {self.radius:g} of {self.sources.size:,} sources"
        return f"WithinResult({found} on {self.device.name})"

    def around(self, index: int) -> WithinResult:
        """The result for the source of this index alone, whose arrays are views of this result's.

        Raises InputError unless the index is from 0 to S-1.
        """
        place = checked_integer("index", index, 0, self.sources.size - 1)
        with working_on(self.device):
            first, end = (int(offset) for offset in self.offsets[place : place + 2])
            return replace(
                self,
                sources=self.sources[place : place + 1],
                offsets=self.offsets[place : place + 2] - first,
                vertices=self.vertices[first:end],
                distances=self.distances[first:end],
                predecessors=self.predecessors[first:end],
                trace=None,
            )

    def subgraph(self) -> Graph:
        """The graph of the vertices found around one source: its vertex i is vertices[i], 0 the source.

        Raises InputError if there are several sources; `around` chooses one.
        """
        if self.sources.size > 1:
            raise InputError("the balls of several sources overlap; around(index).subgraph() takes one")
        return self.graph.subgraph(self.vertices)


def within(
    graph: Graph,
    source: int | Sequence[int] | np.ndarray,
    radius: float = 1,
    *,
    weighted: bool = False,
    device: str | Device = "auto",
    vertex_filter: Filter | None = None,
    edge_filter: Filter | None = None,
    trace: bool = False,
) -> WithinResult:
    """The vertices within a radius of a vertex, or of each of several, with distances and predecessors.

    On the CPU the work and the memory are those of what is found, whatever the graph's size, and the balls of
    several sources are found in parallel, each by one thread: by levels, or by Dijkstra's algorithm
    (Numerische Mathematik, 1959). So they are on a GPU, each by one block; a ball of more than 32,768
    vertices is a search of the whole GPU there, in memory for all vertices of the graph.

    Parameters
    ----------
    source
        A vertex id, or several. Unlike `bfs`, each has a ball of its own.
    radius
        The largest distance: edges, an integer; if `weighted`, a sum of weights, which may be infinite.
        Weights count as they are stored: a float32 of 0.1 is a little more than a radius of 0.1.
    weighted
        Whether the length of an edge is its weight, of 0 or more, rather than 1. An infinite one is no edge.
    device, vertex_filter, edge_filter
        As for `bfs`.
    trace
        Whether to record the sizes of the levels; not with weights.

    Notes
    -----
    Of several possible predecessors the smallest one that is nearer than the vertex is taken; where none is
    nearer (weights of 0, or too small to count) any that is as near.

    Raises
    ------
    InputError
        For a source that is no vertex, a negative radius, a source or filter as `bfs` refuses it, or a trace
        with weights; for a weight that is negative or no number: on the CPU only where the search meets the
        edge.
    DeviceError
        For a GPU that isn't there, or that has too little memory.
    """
    require_graph(graph)
    weighted, trace = checked_flag("weighted", weighted), checked_flag("trace", trace)
    if weighted and trace:
        raise InputError("a trace is of levels, and balls by weights have none: trace=True is for edges")
    if weighted:
        radius = checked_number("radius", radius, "a number, 0 or more")
    else:
        radius = min(checked_integer("radius", radius, 0, None), MOST_EDGES)  # type: ignore[arg-type]
    sources = checked_vertices(graph, source, "source").astype(graph.csr.dst.dtype)
    where = get_device(device, graph.device)
    told = {"source": sources, "radius": radius, "weighted": weighted}
    with working_on(where, shortage, "within", graph, told):
        views = graph.to_device(where)
        dtype = _distance_type(graph, weighted)
        limit = rounded_down(radius, dtype) if weighted else radius
        filters = checked_filters(views, sources, vertex_filter, edge_filter, where)
        record = Trace(where, views.out_degrees) if trace else None
        wanted = views, sources, limit, weighted
        find = on_gpu.balls if isinstance(where, Cuda) else balls.balls
        offsets, vertices, distances, parents = pushed(
            record, where, lambda device: find(*wanted, device, filters)
        )
        if record is not None:
            record.record_sizes(*sizes_of(distances, views.out_degrees[vertices], where), last=int(radius))
        if weighted:
            distances = answered(distances, views.csr.weights, where)
    return WithinResult(
        graph, sources, offsets, vertices, distances, parents, radius, weighted, where, record
    )


def _distance_type(graph: Graph, weighted: bool) -> np.dtype:
    if not weighted:
        return np.dtype(np.int32)
    return search_type(graph.csr.weights)
