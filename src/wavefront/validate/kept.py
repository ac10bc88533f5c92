"""The graph that filters leave: what the results of searches with filters are checked against.

Each function of the caller's is called in plain Python, once per vertex or edge.
"""

from typing import Any

import numpy as np

from ..device import Cpu
from ..errors import InputError
from ..graph import Graph
from ..graph.edges import as_array
from ..graph.formats import CSR


def kept_graph(graph: Graph, vertex_filter: Any, edge_filter: Any) -> Graph:
    """The graph, on the CPU, without the edges that are dropped and those of vertices that are dropped.

    Raises InputError for an array of another length than there are vertices or edges, and for a function that
    takes other arguments.
    """
    graph = graph.to_device("cpu")
    if vertex_filter is None and edge_filter is None:
        return graph
    src, dst, weights = graph.coo
    kept = np.ones(src.size, bool)
    if vertex_filter is not None:
        vertices = np.arange(graph.num_vertices)
        keeps = _kept("vertex_filter", vertex_filter, (vertices,))
        kept = keeps[src] & keeps[dst]
    if edge_filter is not None:
        kept &= _kept("edge_filter", edge_filter, (src, dst, np.arange(src.size)))
    offsets = np.zeros(graph.num_vertices + 1, np.int64)
    np.cumsum(np.bincount(src[kept], minlength=graph.num_vertices), out=offsets[1:])
    lists = CSR(offsets, dst[kept], None if weights is None else weights[kept])
    return Graph(lists, directed=True, labels=graph.labels)


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
