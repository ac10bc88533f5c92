"""The memory of `k_shortest_paths`: of threads that search parts, or of a GPU's search and its blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...device import Cpu
from ...graph.needs import Needs, id_bytes
from ...strategies.fused.needs import needs as needs_of_bfs
from ...strategies.fused.needs import plain_options
from ..block_search.tables import bytes_of
from ..sssp.memory import needs as needs_of_sssp
from ..sssp.memory import needs_on_gpu as needs_of_sssp_on_gpu
from .on_gpu import MOST_IDS, SHAPES
from .spurs import MORE_IDS

if TYPE_CHECKING:
    from ...device import Cuda, Python
    from ...graph import Graph

REAL, INDEX = 8, 4  # bytes of a distance, and of a place in a heap or on a path
PER_PART = 48  # bytes of a part that a block searches, and of a vertex of the path that the parts leave


def needs(graph: Graph, device: Cpu, arguments: dict[str, Any]) -> Needs:
    """What ends far apart take; pages of the threads' memory that no search comes to are never touched."""
    count, ids = graph.num_vertices, id_bytes(graph)
    lane = count * (INDEX + 2 * REAL + 4 * ids) + MORE_IDS * ids
    search = _search(graph, device, arguments)
    parts = {
        "memory of the threads": device.threads * lane,
        "distances and ways to the target": count * (REAL + 2 * ids),
        "a search by all threads": sum(search.parts.values()),
    }
    if arguments["weighted"] and graph.csr.weights is not None and graph.csr.weights.dtype == np.float32:
        # with the degrees and distances of a graph of its own
        parts["weights in float64"] = REAL * graph.num_edges + (REAL + INDEX) * count
    return Needs(parts, (*search.views, "csc"))


def needs_on_gpu(graph: Graph, device: Cuda | Python, arguments: dict[str, Any]) -> Needs:
    """What paths of all vertices take; if no block has room for a part, weights are copied."""
    count, ids, most = graph.num_vertices, id_bytes(graph), graph.num_vertices
    blocks = sum(bytes_of(graph, most, shape, np.dtype(np.float64), device) for shape in SHAPES)  # all stay
    search = _search(graph, device, arguments)
    room = max(MOST_IDS, count) * ids
    copies = REAL * (graph.num_edges if arguments["weighted"] else count)
    searched = sum(search.parts.values()) + copies
    whole = REAL * graph.num_edges + sum(needs_of_sssp_on_gpu(graph, device, {}).parts.values()) + ids * count
    parts = {
        "distances, ways and slots": count * (REAL + ids + INDEX),
        "parts of a path": PER_PART * most,
        "a search, or a round's blocks": max(searched, blocks + max(room, whole)),
    }
    return Needs(parts, (*search.views, "csc", "out_degrees"))


def _search(graph: Graph, device: Cpu | Cuda | Python, arguments: dict[str, Any]) -> Needs:
    """What the search from the target takes."""
    options = plain_options(predecessors=True)
    if not arguments["weighted"]:
        return needs_of_bfs(graph, device, options)
    if isinstance(device, Cpu):
        return needs_of_sssp(graph, device, options)
    return needs_of_sssp_on_gpu(graph, device, options)
