"""The memory of `biconnected_components`: a forest, its levels, and what its subtrees reach."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...graph.arrays import index_dtype
from ...graph.needs import FOUND, Needs, id_bytes, to_sort_on_gpu
from ...strategies.fused.needs import needs as needs_of_bfs

if TYPE_CHECKING:
    from ...device import Cpu, Cuda, Python
    from ...graph import Graph

INDEX = 8  # bytes of what NumPy sorts and selects by
LEVEL, SHORT = 4, 2  # bytes of a level, and of one by which the vertices are sorted


def needs(graph: Graph, device: Cpu, arguments: dict[str, Any]) -> Needs:
    """What the steps take: most in the sorting by levels, or where the edges get their components."""
    count, ids = graph.num_vertices, id_bytes(graph)
    options = {"level_dtype": np.dtype(np.int32), "predecessors": True, "trace": False}
    search = needs_of_bfs(graph, device, options)
    edge = _edge_bytes(graph)
    sorting = (ids + 3 * INDEX + SHORT + 2 * ids) * count
    numbering = (2 + 2 + 2 + 1 + 1) * ids * count + edge * (graph.num_edges + count)
    parts = {
        "search": sum(search.parts.values()),
        "sorting, then numbering": max(sorting, numbering),
    }
    return Needs(parts, ("out_degrees", *search.views))


def needs_on_gpu(graph: Graph, device: Cuda | Python, arguments: dict[str, Any]) -> Needs:
    """As `needs`; at most there are as many components and bridges as vertices, which are sorted."""
    count, ids = graph.num_vertices, id_bytes(graph)
    options = {"level_dtype": np.dtype(np.int32), "predecessors": True, "trace": False}
    search = needs_of_bfs(graph, device, options)
    edge = _edge_bytes(graph)
    sorting = ids * count + (FOUND + SHORT + sorted_bytes(SHORT)) * count
    kept = (2 + 2 + 2 + 1 + 1) * ids * count + edge * (graph.num_edges + count)
    first_edges = (FOUND + edge + sorted_bytes(edge)) * count
    bridges = 7 * ids * count + to_sort_on_gpu(count, False)
    parts = {
        "search": sum(search.parts.values()),
        "sorting, then numbering": max(sorting, kept + max(first_edges, bridges)),
    }
    return Needs(parts, search.views)


def _edge_bytes(graph: Graph) -> int:
    return max(id_bytes(graph), np.dtype(index_dtype(graph.num_edges)).itemsize)


def sorted_bytes(key: int) -> int:
    """Bytes per element of CuPy's `argsort`: a copy of the keys, their order, and as much to sort them in."""
    return 2 * (key + FOUND)
