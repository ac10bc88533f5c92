"""The memory of `biconnected_components` on the CPU: a forest, its levels, and what its subtrees reach."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...graph.arrays import index_dtype
from ...graph.needs import Needs, id_bytes
from ...strategies.fused.needs import needs as needs_of_bfs

if TYPE_CHECKING:
    from ...device import Cpu
    from ...graph import Graph

INDEX = 8  # bytes of what NumPy sorts and selects by
LEVEL, SHORT = 4, 2  # bytes of a level, and of one by which the vertices are sorted


def needs(graph: Graph, device: Cpu, arguments: dict[str, Any]) -> Needs:
    """What the steps take: most in the sorting by levels, or where the edges get their components."""
    count, ids = graph.num_vertices, id_bytes(graph)
    options = {"level_dtype": np.dtype(np.int32), "predecessors": True, "trace": False}
    search = needs_of_bfs(graph, device, options)
    edge = max(ids, np.dtype(index_dtype(graph.num_edges)).itemsize)
    sorting = (ids + 3 * INDEX + SHORT + 2 * ids) * count
    numbering = (2 + 2 + 2 + 1 + 1) * ids * count + edge * (graph.num_edges + count)
    parts = {
        "search": sum(search.parts.values()),
        "sorting, then numbering": max(sorting, numbering),
    }
    return Needs(parts, ("out_degrees", *search.views))
