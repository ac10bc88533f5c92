"""Methods of Graph that look at a part of it or at all of its edges, or make a smaller graph of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..device import Cpu, Device, working_on
from ..errors import InputError
from . import edges, formats
from .attributes import of_edges

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from .graph import Graph

MAPPED = 8  # times as many vertices as a subgraph's: in a larger graph their new ids are looked up in a list


def neighbors(graph: Graph, vertex: int) -> np.ndarray:
    """The ends of the edges that leave a vertex, ascending, once per edge: a view of `csr`, to be read only.

    Raises InputError if `vertex` is no vertex.
    """
    place = graph.checked_vertex(vertex, "vertex")
    src_ptr, dst, _ = graph.csr
    with working_on(graph.device):
        return dst[int(src_ptr[place]) : int(src_ptr[place + 1])]


def has_edge(graph: Graph, source: int, neighbor: int) -> bool:
    """Whether an edge leads from `source` to `neighbor`: a binary search in a list.

    Raises InputError if one of them is no vertex.
    """
    start, end = graph.checked_vertex(source, "source"), graph.checked_vertex(neighbor, "neighbor")
    found = neighbors(graph, start)
    with working_on(graph.device):
        place = int(graph.device.xp.searchsorted(found, found.dtype.type(end)))
        return place < found.size and int(found[place]) == end


def dense(graph: Graph) -> np.ndarray:
    """V x V adjacency matrix, a new array each time: bool, or the weights with 0 for no edge.

    Arithmetic on weights of a narrow type wraps: take ``.astype(float)`` first.
    """
    with working_on(graph.device):
        return formats.csr_to_dense(graph.csr)


def simplified(graph: Graph) -> Graph:
    """This graph without self-loops, parallel edges merged into the first one of the smallest weight."""
    with working_on(graph.device):
        csr, kept = edges.simplified(graph.coo, graph.num_vertices)
        attributes = of_edges(graph.edge_attributes, kept)
    return type(graph)(csr, directed=graph.directed, labels=graph.labels, edge_attributes=attributes)


def reversed(graph: Graph) -> Graph:
    """The graph with every edge turned around, whose `csr` is `csc`; itself if undirected."""
    if not graph.directed:
        return graph
    csr, attributes = formats.CSR(*graph.csc), {}
    if graph.edge_attributes:
        with working_on(graph.device):
            attributes = of_edges(graph.edge_attributes, graph.csc_slots)
    turned = type(graph)(csr, directed=True, labels=graph.labels, edge_attributes=attributes)
    turned.csc = formats.CSC(*graph.csr)  # the same arrays: there is nothing to sort
    return turned


def copied(graph: Graph, device: Device) -> Graph:
    """A copy of the graph's `csr`, its labels and its edges' attributes on another device."""
    csr = formats.copied(graph.csr, device)
    with working_on(device):
        attributes = {name: device.array(values) for name, values in graph.edge_attributes.items()}
    return type(graph)(csr, directed=graph.directed, labels=graph.labels, edge_attributes=attributes)


def subgraph(graph: Graph, vertices: ArrayLike) -> Graph:
    """The graph of these vertices and of all edges between two of them: its vertex i is vertices[i].

    Weights, labels and attributes of edges are kept. Made on the CPU, in work for these vertices and their
    edges, and left where this graph is.

    Parameters
    ----------
    vertices
        N different vertex ids, in any order.

    Raises
    ------
    InputError
        For what is no vertex, or for one that is given twice.
    """
    kept = _different(graph, vertices)
    host = graph.to_device("cpu")
    src_ptr, dst, weights = host.csr
    starts, degrees = src_ptr[kept], src_ptr[kept + 1] - src_ptr[kept]
    source = np.repeat(np.arange(kept.size, dtype=dst.dtype), degrees)
    edge = np.arange(source.size) + np.repeat(starts - (np.cumsum(degrees) - degrees), degrees)
    neighbor = _new_ids(kept, dst[edge], graph.num_vertices)
    inside = neighbor >= 0
    moved = edge[inside] if host.weighted or host.edge_attributes else None
    coo = formats.COO(source[inside], neighbor[inside].astype(dst.dtype), moved)
    labels = None if graph.labels is None else graph.labels[kept]
    csr, attributes = formats.coo_to_csr(coo, kept.size), {}
    if csr.weights is not None:  # the edges' numbers in the whole graph
        attributes = of_edges(host.edge_attributes, csr.weights)
        csr = csr._replace(weights=None if weights is None else weights[csr.weights])
    found = type(graph)(csr, directed=graph.directed, labels=labels, edge_attributes=attributes)
    return found.to_device(graph.device)


def _different(graph: Graph, vertices: ArrayLike) -> np.ndarray:
    """The ids as int64, checked."""
    ids = Cpu().array(edges.as_array(vertices, "vertices"))
    if ids.ndim != 1 or (ids.size and ids.dtype.kind not in "iu"):
        raise InputError("vertices is a list of vertex ids")
    for end in (ids.min(), ids.max()) if ids.size else ():
        graph.checked_vertex(int(end), "vertices")
    kept = ids.astype(np.int64)
    ascending = np.sort(kept)
    if (twice := np.flatnonzero(ascending[1:] == ascending[:-1])).size:
        raise InputError(f"vertices has {ascending[twice[0]]} twice")
    return kept


def _new_ids(kept: np.ndarray, ids: np.ndarray, num_vertices: int) -> np.ndarray:
    """The places of these ids in `kept`; -1 for an id that is not there."""
    if MAPPED * kept.size > num_vertices:
        places = np.full(num_vertices, -1, kept.dtype)
        places[kept] = np.arange(kept.size)
        return places.take(ids)
    order = np.argsort(kept)
    if not order.size:
        return np.full(ids.size, -1)
    found = order[np.minimum(np.searchsorted(kept[order], ids), kept.size - 1)]
    new: np.ndarray = np.where(kept[found] == ids, found, -1)
    return new
