"""Programs, as in programs.py, of searches with filters."""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.level_types import goes_deeper
from wavefront.enactor import Stop
from wavefront.filters import checked_filters


def new_graph() -> wf.Graph:
    """A graph with whose kernels and scratch nothing has been kept yet."""
    weights = np.array([1.0, 2.0, 3.0, 0.0])
    return wf.Graph.from_edges([0, 1, 2, 3], [1, 2, 0, 0], weights=weights, directed=False)


GRAPH = new_graph()


class Least(NamedTuple):
    least: int


def even(vertex):
    return vertex % 2 == 0


def upward(source, neighbor, edge):
    return source <= neighbor


def from_least(vertex, data):
    return vertex >= data.least


def late(source, neighbor, edge, data):
    return edge >= data.least


ARRAYS = {"vertex_filter": np.ones(4, bool), "edge_filter": np.ones(8, bool)}
FUNCTORS = {"vertex_filter": even, "edge_filter": upward}
WITH_DATA = {"vertex_filter": (from_least, Least(0)), "edge_filter": (late, Least(1))}
SEARCHES: dict[str, Callable[..., object]] = {
    "bfs by operators": partial(wf.bfs, GRAPH, 0, strategy="operators"),
    "bfs to a target": partial(wf.bfs, GRAPH, 0, strategy="operators", target=2),
    "bfs by operators, the smallest": partial(wf.bfs, GRAPH, 0, strategy="operators", deterministic=True),
    "bfs, sequential": partial(wf.bfs, GRAPH, 0, strategy="sequential"),
    "multi_source_bfs": partial(wf.multi_source_bfs, GRAPH, [0, 2]),
    "sssp": partial(wf.sssp, GRAPH, 0),
}


def filtered(search: Callable[..., object], filters: dict[str, Any], device: Any) -> None:
    """A search with filters."""
    search(**filters, device=device)


FILTERED = {
    f"{name} with filters": [
        partial(filtered, search, filters)
        for filters in (
            ARRAYS,
            FUNCTORS,
            WITH_DATA,
            {"vertex_filter": even},
            {"edge_filter": (late, Least(1))},
        )
    ]
    for name, search in SEARCHES.items()
}


def fused(filters: dict[str, Any], device: Any) -> None:
    """The fused search with filters, whose kernels the graph keeps."""
    wf.bfs(new_graph(), 0, strategy="fused", device=device, **filters)


# What is kept is copied, by kernels that are the same for all filters.
FILTERED["closeness with filters"] = [partial(filtered, partial(wf.closeness, GRAPH, [0]), ARRAYS)]

BITS = np.array([0xFF], np.uint32)
FILTERED["bfs, fused, with filters"] = [
    partial(fused, filters) for filters in (ARRAYS, WITH_DATA, {"vertex_filter": BITS, "edge_filter": BITS})
]


def looked_up(edges: Any, device: Any) -> None:
    """A search with edges that were looked up before."""
    graph = new_graph()
    wf.bfs(graph, 0, strategy="fused", device=device, edge_filter=wf.EdgeFilter(graph, edges, device=device))


FILTERED["bfs, fused, with an EdgeFilter"] = [
    partial(looked_up, ARRAYS["edge_filter"]),
    partial(looked_up, upward),
]


def predecessors(edges: Any, device: Any) -> None:
    """All predecessors of a search with an edge filter."""
    found = wf.bfs(new_graph(), 0, strategy="sequential", device=device, edge_filter=edges)
    wf.all_predecessors(found)


FILTERED["all_predecessors with filters"] = [
    partial(predecessors, edges) for edges in (ARRAYS["edge_filter"], BITS, upward, (late, Least(1)))
]


def before(edges: Any, device: Any) -> None:
    """The vertices that reach one along edges of a filter."""
    wf.ancestors(new_graph(), 0, device=device, vertex_filter=even, edge_filter=edges)


FILTERED["ancestors with filters"] = [partial(before, edges) for edges in (ARRAYS["edge_filter"], upward)]


def deeper(device: Any) -> None:
    """Whether a search, with filters and without, goes deeper than its levels' type holds."""
    path = generators.path(200)
    filters = checked_filters(path, np.array([0]), even, None, device)
    levels = device.array(np.zeros(200, np.int8))
    for each in (None, filters):
        goes_deeper(path, levels, Stop(), device, each)


FILTERED["small levels with filters"] = [deeper]
