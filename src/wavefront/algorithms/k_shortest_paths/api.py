"""The k shortest paths between two vertices: the function that callers use."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...device import Cpu, Device, get_device, working_on
from ...errors import checked_counts, checked_flag
from ...filters import checked_filters, keeps_vertex
from ...graph import Graph
from ...graph.vertices import require_graph
from ..sssp.weights import require_no_negative
from .on_cpu import paths_on_cpu

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...filters import Filter, Filters


def k_shortest_paths(
    graph: Graph,
    source: int,
    target: int,
    k: int,
    *,
    weighted: bool = False,
    device: str | Device = "auto",
    vertex_filter: Filter | None = None,
    edge_filter: Filter | None = None,
) -> Iterator[list[int]]:
    """The k shortest paths from `source` to `target` that visit no vertex twice, the shortest first.

    Yen's method ("Finding the K Shortest Loopless Paths in a Network", Management Science 1971) with Lawler's
    partition ("A Procedure for Computing the K Best Solutions", Management Science 1972): all paths but those
    found are in parts, each part's shortest path is a candidate, and no path is found twice. A search from
    the target first finds how far vertices near it are from it; then, for each path found, all threads find
    the candidates of its parts, by A* with these distances, only as far as a vertex whose own way to the
    target is free (Feng, "Finding k shortest simple paths in directed graphs: A node classification
    algorithm", Networks 2014). A path is found when the iterator is asked for it.

    On a GPU the search from the target is of the whole graph, and all parts of a path are searched at once, a
    block of threads each.

    Parameters
    ----------
    source, target
        Vertex ids.
    k
        Paths at most, from 1 up.
    weighted
        Whether the length of an edge is its weight, of 0 or more, rather than 1. An infinite one is no edge.
    device
        As for `bfs`.
    vertex_filter, edge_filter
        As for `bfs`. An edge filter that isn't an `EdgeFilter` is made one when the first path is asked for.

    Notes
    -----
    Equally long paths come in an order that depends neither on the timing nor on the number of threads; a
    GPU's may be another than the CPU's, and may depend on the timing where the search for one path's
    deviation meets 131,072 vertices or more. Lengths are added up in float64; of paths whose lengths differ
    by rounding alone either may come first. A path is a list of vertices: of parallel edges the lightest
    counts. On the CPU the graph keeps 36 bytes per vertex and thread, where pages that no search comes to are
    never touched, and 16 per vertex for the next call. Ends that are far apart take 8 to 24 more per vertex,
    and by weights 8 per edge. A GPU's searches take 16 per vertex and up to 1.3 GB, and keep nothing. The
    first call for a directed graph makes its `csc`.

    With a filter all threads search from the target at once: the whole graph or, by weights and without a
    vertex filter, until the source is reached. To make an `EdgeFilter` takes each call time for all edges,
    and as long as the iterator lives up to 2 bits per edge and 33 per vertex: make one for several calls. For
    it the graph keeps its `csc_slots`, 4 bytes per edge (8 from 2**31 on); a directed graph's `reversed`
    keeps its own, too.

    Raises
    ------
    InputError
        For a source or target that is no vertex, a k that is no whole number from 1 up, a weight that is
        negative or no number, or a source or filter as `bfs` refuses it.
    DeviceError
        For a GPU that isn't there, or that has too little memory.
    """
    require_graph(graph)
    start, end = graph.checked_vertex(source, "source"), graph.checked_vertex(target, "target")
    (count,) = checked_counts(k=k)
    weighted = checked_flag("weighted", weighted) and graph.csr.weights is not None
    where = get_device(device, graph.device)
    with working_on(where):
        views = graph.to_device(where)
        if weighted:
            require_no_negative(views, remembered=isinstance(where, Cpu))
        filters = checked_filters(views, np.array([start]), vertex_filter, edge_filter, where)
    return _paths(views, (start, end), count, weighted, filters, where)


def _paths(
    graph: Graph, ends: tuple[int, int], k: int, weighted: bool, filters: Filters | None, device: Device
) -> Iterator[list[int]]:
    source, target = ends
    if source == target:
        yield [source]
        return
    if filters is not None and not keeps_vertex(filters, target, device):
        return
    if not isinstance(device, Cpu):
        from .on_gpu import paths_on_gpu  # here, since only a GPU needs its kernels

        yield from paths_on_gpu(graph, ends, k, weighted, filters, device)
        return
    yield from paths_on_cpu(graph, ends, k, weighted, filters)
