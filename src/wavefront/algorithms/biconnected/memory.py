"""The memory of `biconnected_components`: a forest, its levels, and what its subtrees reach."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...device import Cpu
from ...graph.arrays import index_dtype
from ...graph.needs import FOUND, Needs, id_bytes
from ...graph.sorting_needs import to_sort_any
from ...strategies.fused.needs import needs as needs_of_bfs
from ...strategies.fused.needs import plain_options

if TYPE_CHECKING:
    from ...device import Device
    from ...graph import Graph

# Arrays of a number per vertex: the forest, the vertices by level, up and down, what subtrees reach, what is
# joined, and memberships; of bridges the lower and upper ends, and both in order.
FOREST, BRIDGES = 2 + 2 + 2 + 1 + 1, 5
LEVEL, SHORT = 4, 2  # bytes of a level, and of one by which the vertices are sorted


def needs(graph: Graph, device: Device, arguments: dict[str, Any]) -> Needs:
    """What the steps take at most: where each edge is a bridge, and a component of its own."""
    count, ids = graph.num_vertices, id_bytes(graph)
    most_sources = min(count, graph.num_edges) // 2
    search = needs_of_bfs(graph, device, plain_options(predecessors=True) | {"most_sources": most_sources})
    edge = max(ids, np.dtype(index_dtype(graph.num_edges)).itemsize)
    on_cpu = isinstance(device, Cpu)
    sorting = (2 * ids + FOUND + SHORT + (SHORT + FOUND if on_cpu else sorted_bytes(SHORT))) * count
    kept = FOREST * ids * count + edge * graph.num_edges
    numbering = (ids + edge + FOUND + edge + (2 * FOUND if on_cpu else sorted_bytes(edge))) * count
    bridges = BRIDGES * ids * count + to_sort_any(count, count, device)
    parts = {
        "search": sum(search.parts.values()),
        "sorting, then numbering": max(sorting, kept + max(numbering, bridges)) - LEVEL * count,
    }
    return Needs(parts, ("out_degrees", *search.views))


def sorted_bytes(key: int) -> int:
    """Bytes per element of CuPy's `argsort`: a copy of the keys, their order, and as much to sort them in."""
    return 2 * (key + FOUND)
