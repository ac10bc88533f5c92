"""Shortest paths from each of many vertices: the function that callers use, and its result."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

import numpy as np

from ...device import Cpu, Device, get_device, working_on
from ...errors import InputError, checked_integer, checked_positive
from ...filters import checked_filters
from ...graph.vertices import checked_vertices, require_graph
from ...graph.weight_types import has_integers, search_type
from ...progress import each, reporting
from ..given_rows import checked_rows
from ..kept_memory import kept_memory
from ..level_queue import has_room
from ..result import in_numpy, note_filters, state_of
from ..shortage import shortage
from ..sssp import SsspResult, buckets, near_far
from ..sssp.api import automatic_delta
from ..sssp.stop import NO_STOP
from ..sssp.weights import require_no_negative
from ..sssp.whole import answered
from ..tables import to_arrow, to_frame, to_html
from .lanes import fill_rows
from .memory import needs, needs_on_gpu

if TYPE_CHECKING:
    from typing import Any

    from ...filters import Filter, Filters
    from ...graph import Graph
    from ...graph.vertices import Vertices
    from ...progress import Progress, Report


@dataclass(frozen=True, eq=False)
class MultiSourceSsspResult:
    """Distances of searches for shortest paths from each of several sources.

    Attributes
    ----------
    sources
        S vertex ids, as given.
    distances
        S x V numbers: row i has the least sum of weights of a path from sources[i] to each vertex. By integer
        weights int64, -1 where there is no path; else float32 or float64, infinite there, as of `sssp`.
    delta, device
        What the searches ran with.
    """

    graph: Graph
    sources: np.ndarray
    distances: np.ndarray
    delta: float
    device: Device

    _filters = None  # those of a search with an edge filter
    __getstate__ = state_of

    to_frame, to_arrow, _repr_html_ = to_frame, to_arrow, to_html

    def to_numpy(self) -> MultiSourceSsspResult:
        """This result with its arrays in NumPy: itself unless they are on a GPU."""
        return in_numpy(self)

    def __repr__(self) -> str:
        count, vertices = self.distances.shape
        return f"MultiSourceSsspResult({count:,} sources, {vertices:,} vertices on {self.device.name})"

    def row(self, index: int) -> SsspResult:
        """The result for the source of this index alone, which finds predecessors when a path is asked for.

        Raises InputError unless the index is from 0 to S-1.
        """
        place = checked_integer("index", index, 0, self.sources.size - 1)
        source, distances = self.sources[place : place + 1], self.distances[place]
        found = SsspResult(self.graph, source, distances, None, self.delta, self.device)
        vars(found)["_filters"] = self._filters
        return found


def multi_source_sssp(
    graph: Graph,
    sources: Vertices,
    *,
    delta: float | None = None,
    device: str | Device = "auto",
    vertex_filter: Filter | None = None,
    edge_filter: Filter | None = None,
    out: Any = None,
    progress: Progress = False,
) -> MultiSourceSsspResult:
    """Shortest paths from each of the sources, by the sum of weights, none negative: a row of distances each.

    The method is that of `sssp`. On the CPU each thread searches from one source after the other, in memory
    of its own; with fewer sources than threads, or with filters, all threads take part in each search. On a
    GPU there is one search after the other. Work O(S (V + E)) for a delta that suits the weights.

    Parameters
    ----------
    sources
        S vertex ids, in any order; one may be given more than once.
    delta, device, vertex_filter, edge_filter
        As for `sssp`.
    out
        S x V numbers of the distances' type to write them to, in C order, on the device that searches: used
        again for chunk after chunk of many sources, or mapped from a file. New memory without.
    progress
        As for `read`.

    Raises
    ------
    InputError
        For no source, one that is no vertex or is dropped, a filter as `bfs` refuses it, a weight that is
        negative or no number, or a distance of 2^53 or more by integer weights; for an `out` of another
        shape, type or device; for more distances than memory can hold: the message has the bytes, and how
        many sources would do.
    DeviceError
        For a GPU that isn't there, or that has too little memory.
    """
    require_graph(graph)
    vertices = checked_vertices(graph, sources, "sources")
    if delta is not None:
        (delta,) = checked_positive(delta=delta)
    where = get_device(device, graph.device)
    weights, dtype = graph.csr.weights, search_type(graph.csr.weights)
    shape, wanted = (
        (vertices.size, graph.num_vertices),
        np.dtype(np.int64) if has_integers(weights) else dtype,
    )
    rows = None if out is None else checked_rows(out, shape, wanted, where).view(dtype)
    chosen = {"vertex_filter": vertex_filter, "edge_filter": edge_filter}
    _require_room(graph, {"sources": vertices, **chosen}, where, has_rows=rows is not None)
    asked, told = {"sources": vertices, "out": out, **chosen}, reporting(progress, "multi_source_sssp")
    with told as report, working_on(where, shortage, "multi_source_sssp", graph, asked):
        views = graph.to_device(where)
        require_no_negative(views)
        filters = checked_filters(views, vertices, vertex_filter, edge_filter, where)
        a_thread_each = isinstance(where, Cpu) and filters is None and vertices.size >= where.threads
        in_one_launch = not isinstance(where, Cpu) and has_room(views)
        adapts = delta is None and (in_one_launch or isinstance(where, Cpu))
        span = automatic_delta(views, where, adapts) if delta is None else delta
        if rows is not None:
            distances = rows
        elif isinstance(where, Cpu):
            distances = kept_memory(graph, "rows of distances", shape, dtype)
        else:
            distances = where.xp.empty(shape, dtype)
        if a_thread_each and isinstance(where, Cpu):  # again, for mypy
            fill_rows(views, vertices, span, adapts, where, distances, report)
        else:
            _fill_one_by_one(views, vertices, span, adapts, where, filters, distances, report)
        distances = answered(distances, views.csr.weights, where)
    result = MultiSourceSsspResult(graph, vertices, distances if out is None else out, span, where)
    note_filters(result, filters)
    return result


def _fill_one_by_one(
    graph: Graph,
    sources: np.ndarray,
    delta: float,
    adapts: bool,
    device: Device,
    filters: Filters | None,
    distances: np.ndarray,
    report: Report | None,
) -> None:
    distances[:] = inf
    starts = sources.astype(graph.csr.dst.dtype)
    for place in each(range(sources.size), report):
        row, start = distances[place], starts[place : place + 1]
        if isinstance(device, Cpu):
            buckets.lower_distances(graph, start, delta, adapts, NO_STOP, device, row, filters)
        elif has_room(graph):
            from ..sssp import one_launch  # here, since only a GPU needs its kernels

            search = one_launch.Search(graph, start, delta, adapts, NO_STOP, filters)
            one_launch.lower_distances(search, device, row)
        else:
            near_far.lower_distances(graph, start, delta, NO_STOP, device, row, filters)


def _require_room(graph: Graph, told: dict[str, Any], device: Device, *, has_rows: bool) -> None:
    """Raise InputError if the distances that the arguments `told` ask for don't fit in the device's memory.

    Nothing for the rows is needed if the search `has_rows` to write to.
    """
    total = device.total_memory() or sys.maxsize
    count = told["sources"].size
    if isinstance(device, Cpu):
        parts = needs(graph, device, told).parts
    else:
        parts = needs_on_gpu(graph, device, told).parts
    row, working = parts["distances"] // count, sum(parts.values()) - parts["distances"]
    if (0 if has_rows else count * row) + working <= total:
        return
    most = max(0, (total - working) // max(1, row))
    raise InputError(
        f"distances from {count:,} sources need about {count * row + working:,} bytes of memory, more than "
        f"the {total:,} there are; {most:,} sources at once would do"
    )
