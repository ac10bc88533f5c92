"""The graph that filters leave: what the results of searches with filters are checked against.

Each function of the caller's is called in plain Python, once per vertex or edge.
"""

from typing import Any, NamedTuple

import numpy as np

from ..device import Cpu
from ..errors import InputError
from ..graph import Graph
from ..graph.edges import as_array
from ..graph.formats import CSR


class Kept(NamedTuple):
    """What filters leave of a graph."""

    graph: Graph  # with all vertices, dropped ones without edges
    vertices: np.ndarray  # the ids of those that are kept, ascending
    edges: np.ndarray  # the place of each edge in the whole graph


def kept_graph(graph: Graph, vertex_filter: Any, edge_filter: Any) -> Graph:
    """The graph of `kept_part`."""
    return kept_part(graph, vertex_filter, edge_filter).graph


def kept_part(graph: Graph, vertex_filter: Any, edge_filter: Any) -> Kept:
    """The graph, on the CPU, without the edges that are dropped and those of vertices that are dropped.

    An undirected graph of which one direction of an edge is kept and the other dropped becomes directed.

    Raises InputError for an array of another length than there are vertices or edges, and for a function that
    takes other arguments.
    """
    graph = graph.to_device("cpu")
    vertices = np.arange(graph.num_vertices)
    if vertex_filter is None and edge_filter is None:
        return Kept(graph, vertices, np.arange(graph.num_edges))
    src, dst, weights = graph.coo
    kept = np.ones(src.size, bool)
    if vertex_filter is not None:
        keeps = _kept("vertex_filter", vertex_filter, (vertices,))
        kept, vertices = keeps[src] & keeps[dst], vertices[keeps]
    if edge_filter is not None:
        kept &= _kept("edge_filter", edge_filter, (src, dst, np.arange(src.size)))
    offsets = np.zeros(graph.num_vertices + 1, np.int64)
    np.cumsum(np.bincount(src[kept], minlength=graph.num_vertices), out=offsets[1:])
    lists = CSR(offsets, dst[kept], None if weights is None else weights[kept])
    directed = graph.directed or not np.array_equal(kept, kept[graph.csc_slots])
    return Kept(Graph(lists, directed=directed, labels=graph.labels), vertices, np.flatnonzero(kept))


def _kept(name: str, given: Any, ids: tuple[np.ndarray, ...]) -> np.ndarray:
    size = ids[0].size
    given = getattr(given, "kept", given)  # of an `EdgeFilter`, its bitmap
    functor, data = given if isinstance(given, tuple) else (given, None)
    if callable(functor):
        more = () if data is None else (data,)
        items = zip(*(array.tolist() for array in ids), strict=True)
        try:
            return np.fromiter((bool(functor(*item, *more)) for item in items), bool, size)
        except TypeError as error:
            raise InputError(f"{name} can't be called: {error}") from None
    array = Cpu().array(as_array(given, name))
    if array.dtype == np.uint32:
        array = np.unpackbits(array.view(np.uint8), bitorder="little").astype(bool)[:size]
    if array.dtype != np.bool_ or array.shape != (size,):
        raise InputError(f"{name} must have {size:,} bool, or a bitmap of so many bits")
    return array
