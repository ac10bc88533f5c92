"""The memory of `core_number`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...graph.needs import FOUND, Needs, id_bytes, offset_bytes

if TYPE_CHECKING:
    from ...device import Cpu, Cuda, Python
    from ...graph import Graph

QUEUE = 24  # bytes per vertex of a GPU's queue, and of the vertices left, twice


def needs(graph: Graph, device: Cpu, arguments: dict[str, Any]) -> Needs:
    """What peeling takes; most where parallel edges or self-loops have to be left out first."""
    count, edges, ids, offsets = graph.num_vertices, graph.num_edges, id_bytes(graph), offset_bytes(graph)
    weight = 0 if graph.csr.weights is None else graph.csr.weights.itemsize
    merging = (1 + 2 * FOUND + ids + FOUND) * edges + (FOUND + offsets) * count
    peeling = (ids + weight) * edges + offsets * count + (4 * ids + 1) * count
    parts = {
        "core numbers": 4 * count,
        "frontier": ids * count,
        "merging of edges, then peeling": max(merging, peeling),
    }
    return Needs(parts, ("coo",))


def needs_on_gpu(graph: Graph, device: Cuda | Python, arguments: dict[str, Any]) -> Needs:
    """As `needs`; without parallel edges and self-loops there is only the queue, which takes less."""
    count, edges, ids, offsets = graph.num_vertices, graph.num_edges, id_bytes(graph), offset_bytes(graph)
    weight = 0 if graph.csr.weights is None else graph.csr.weights.itemsize
    kept = FOUND if weight else 0
    merging = (1 + FOUND + kept + max(1 + ids + FOUND, FOUND + ids + weight)) * edges + (FOUND + ids) * count
    queue = (ids + weight) * edges + offsets * count + QUEUE * count
    parts = {
        "core numbers": 4 * count,
        "frontier": 2 * ids * count,
        "merging of edges, then queue": max(merging, queue),
    }
    return Needs(parts, ("coo",))
