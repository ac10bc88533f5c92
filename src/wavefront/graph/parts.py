"""Methods of Graph that look at a part of it, or make a smaller graph of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..device import Cpu, working_on
from ..errors import InputError
from . import edges, formats

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


def simplified(graph: Graph) -> Graph:
    """This graph without self-loops, parallel edges merged into one with the smallest weight."""
    with working_on(graph.device):
        csr = edges.simplified(graph.coo, graph.num_vertices)
    return type(graph)(csr, directed=graph.directed, labels=graph.labels)


def subgraph(graph: Graph, vertices: ArrayLike) -> Graph:
    """The graph of these vertices and of all edges between two of them: its vertex i is vertices[i].

    Weights and labels are kept. Made on the CPU, in work for these vertices and their edges, and left where
    this graph is.

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
    src_ptr, dst, weights = graph.to_device("cpu").csr
    starts, degrees = src_ptr[kept], src_ptr[kept + 1] - src_ptr[kept]
    source = np.repeat(np.arange(kept.size, dtype=dst.dtype), degrees)
    edge = np.arange(source.size) + np.repeat(starts - (np.cumsum(degrees) - degrees), degrees)
    neighbor = _new_ids(kept, dst[edge], graph.num_vertices)
    inside = neighbor >= 0
    values = None if weights is None else weights[edge[inside]]
    coo = formats.COO(source[inside], neighbor[inside].astype(dst.dtype), values)
    labels = None if graph.labels is None else graph.labels[kept]
    csr = formats.coo_to_csr(coo, kept.size)
    return type(graph)(csr, directed=graph.directed, labels=labels).to_device(graph.device)


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
