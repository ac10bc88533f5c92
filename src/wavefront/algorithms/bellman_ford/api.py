"""Shortest paths by weights of either sign: the function that callers use, and its result."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np

from ...device import Cpu, Device, get_device, working_on
from ...errors import InputError, NegativeCycleError, checked_flag
from ...filters import checked_filters
from ...graph.vertices import distinct_vertices, named, require_graph
from ...graph.weight_types import search_type
from ...old_names import renamed_attribute
from ...trace import Trace
from ..result import in_numpy, note_filters, state_of
from ..shortage import shortage
from ..sssp.api import float_paths
from ..sssp.tree import path_to, tree_by_steps
from ..tables import Labelled, to_arrow, to_frame, to_html
from .rounds import lower_distances

if TYPE_CHECKING:
    from ...filters import Filter
    from ...graph import Graph
    from ...graph.vertices import Vertices

SHOWN = 6  # vertices of a cycle in a message


@dataclass(frozen=True, eq=False)
class BellmanFordResult:
    """Distances and predecessors of a search for shortest paths by weights of either sign.

    Attributes
    ----------
    distances
        V numbers, float32 by weights of that type, else float64, by integers as well, since -1 may be a
        distance: the least sum of weights of a path from a source; infinite where there is none.
    predecessors
        V vertex ids: the vertex before this one on a shortest path of the fewest edges, of several the
        smallest; -1 for unreached vertices and for sources that no path of less than 0 leads to. None if they
        weren't asked for.
    sources
        The sources' ids, ascending.
    device
        The device that ran.
    trace
        One row per round, if it was asked for: a frontier is the vertices whose distances fell in the round
        before, `vertices` those whose distances fall in this one.
    """

    graph: Graph
    sources: np.ndarray
    distances: np.ndarray
    predecessors: np.ndarray | None
    device: Device
    trace: Trace | None = None

    to_frame, to_arrow, _repr_html_ = to_frame, to_arrow, to_html
    labelled = property(Labelled)
    source = renamed_attribute("source", "sources")
    _filters = None  # those of a search with an edge filter
    __getstate__ = state_of

    def to_numpy(self) -> BellmanFordResult:
        """This result with its arrays in NumPy: itself unless they are on a GPU."""
        return in_numpy(self)

    def __repr__(self) -> str:
        reached = f"{self.num_reached:,} of {self.distances.size:,} vertices reached"
        return f"BellmanFordResult({reached} on {self.device.name})"

    @cached_property
    def num_reached(self) -> int:
        """Vertices with a distance, the sources included."""
        with working_on(self.device):
            return int((self.distances < inf).sum())

    def path(self, target: int) -> list[int] | None:
        """Vertex ids of a shortest path from a source to `target`; None if there is none.

        Raises InputError if `target` is no vertex, or the search ran with ``predecessors=False``.
        """
        vertex = self.graph.checked_vertex(target, "target")
        if self.predecessors is None:
            raise InputError("a path needs predecessors; search with predecessors=True")
        with working_on(self.device):
            if not self.distances[vertex] < inf:
                return None
        return path_to(vertex, self._parents)

    @cached_property
    def _parents(self) -> np.ndarray:
        return Cpu().array(self.predecessors)


def bellman_ford(
    graph: Graph,
    source: Vertices,
    *,
    device: str | Device = "auto",
    predecessors: bool = True,
    trace: bool = False,
    vertex_filter: Filter | None = None,
    edge_filter: Filter | None = None,
) -> BellmanFordResult:
    """Shortest paths from one or more vertices by the sum of their weights, which may be negative.

    Bellman and Ford's method (Bellman, "On a routing problem", Quarterly of Applied Mathematics 1958), over
    the frontier of vertices whose distance has fallen. Work O(V E) at worst. Where no weight is negative
    `sssp` finds the same distances in less time, and is taken unless there is a trace.

    Parameters
    ----------
    source
        A vertex id, or several: a distance is then the least from any of them.
    device
        As for `bfs`.
    predecessors
        Whether to find predecessors: as much again as the edges of shortest paths take.
    trace
        Whether to record the sizes of the rounds, which then run whatever the weights are.
    vertex_filter, edge_filter
        As for `bfs`. Weights of edges that are dropped must be numbers all the same.

    Notes
    -----
    Distances are added up in their type, from the source on. A weight of infinity is no edge. An
    undirected edge of negative weight is a negative cycle, there and back. Distances and predecessors don't
    depend on the timing; which of several negative cycles is reported may.

    Raises
    ------
    NegativeCycleError
        For a cycle of negative weight that a source reaches: `cycle` has its vertices in order. There is no
        shortest path to a vertex that it reaches.
    InputError
        For a source that is no vertex, a source or filter as `bfs` refuses it, a weight that is no number or
        minus infinity, or weights that differ so much in size that rounded sums have no shortest paths.
    DeviceError
        For a GPU that isn't there, or that has too little memory.
    """
    require_graph(graph)
    sources = distinct_vertices(graph, source, "source")
    predecessors, trace = checked_flag("predecessors", predecessors), checked_flag("trace", trace)
    where = get_device(device, graph.device)
    with working_on(where, shortage, "bellman_ford", graph, {"predecessors": predecessors, "trace": trace}):
        views = graph.to_device(where)
        _require_numbers(views)
        kept: dict[str, Any] = {"vertex_filter": vertex_filter, "edge_filter": edge_filter}
        filters = checked_filters(views, sources, vertex_filter, edge_filter, where)
        dtype = search_type(views.csr.weights)
        record = Trace(where, views.out_degrees) if trace else None
        if trace or has_negative(views):
            distances = where.xp.full(graph.num_vertices, inf, dtype)
            if cycle := lower_distances(views, sources, where, distances, filters, record):
                raise negative_cycle_error(graph, cycle)
        else:
            distances = float_paths(views, sources, device=where, predecessors=False, **kept).distances
        parents = tree_by_steps(views, sources, distances, where, filters) if predecessors else None
        if parents is not None:
            _require_attained(views, sources, distances, parents)
    result = BellmanFordResult(graph, sources, distances, parents, where, record)
    note_filters(result, filters)
    return result


def has_negative(graph: Graph) -> bool:
    """Whether a weight is below 0."""
    weights = graph.csr.weights
    return weights is not None and weights.size > 0 and bool(weights.min() < 0)


def _require_numbers(graph: Graph) -> None:
    """Raise InputError, naming the edge, for a weight that is no number or minus infinity."""
    weights = graph.csr.weights
    # The least is NaN if any is.
    if weights is None or not weights.size or weights.min() > -inf:
        return
    edge = int((~(weights > -inf)).argmax())
    ends = " -> ".join(named(graph, vertices[edge]) for vertices in graph.coo[:2])
    raise InputError(f"shortest paths need weights that are numbers; edge {ends} has {weights[edge]}")


def _require_attained(graph: Graph, sources: np.ndarray, distances: Any, parents: Any) -> None:
    """Raise InputError if rounding has left a vertex whose distance no shortest path from a source has."""
    starts = graph.device.xp.asarray(sources)
    odd = (distances < inf) & (parents < 0)
    odd[starts] &= distances[starts] < 0
    if bool(odd.any()):
        vertex = named(graph, int(odd.argmax()))
        raise InputError(
            f"weights differ too much in size for {distances.dtype}: the rounded sums of paths to vertex "
            f"{vertex} fall around a cycle"
        )


def negative_cycle_error(graph: Graph, cycle: list[int]) -> NegativeCycleError:
    """The error for a negative cycle of the graph, which names its first vertices."""
    names = [named(graph, vertex) for vertex in cycle[:SHOWN]]
    names += ["..."] if len(cycle) > SHOWN else [names[0]]
    return NegativeCycleError(f"the weights around {' -> '.join(names)} add up to less than 0", cycle)
