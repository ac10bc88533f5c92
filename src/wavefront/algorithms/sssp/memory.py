"""The memory of `sssp`: the arrays of near_far_cpu.py and, on a GPU, of one_launch.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...graph.needs import Needs, id_bytes, weight_bytes
from .near_far_cpu import BUFFER, CHUNK, CHUNKS

if TYPE_CHECKING:
    from ...device import Cpu, Cuda, Python
    from ...graph import Graph

LABELS = 8  # bytes per vertex of the claims and of the marks of the far pile
GROWN = 3  # times a buffer's vertices are there while it grows: old and new, twice as large
PILES = 48  # bytes per vertex on a GPU: claims, marks and two far piles of int32, two near ones of two int64


def needs(graph: Graph, device: Cpu, arguments: dict[str, Any]) -> Needs:
    """What the search takes; finding predecessors afterwards takes less."""
    count, ids, distance = graph.num_vertices, id_bytes(graph), weight_bytes(graph)
    chunks = min(CHUNKS * device.threads, -(-count // CHUNK))
    parts = {
        "distances": count * distance,
        "distances at the last relaxing": count * distance,
        "labels": count * LABELS,
        "near and far piles": 4 * count * ids,
        "threads": GROWN * chunks * BUFFER * ids,
    }
    return Needs(parts, ("out_degrees",))


def needs_on_gpu(graph: Graph, device: Cuda | Python, arguments: dict[str, Any]) -> Needs:
    """What the search takes; finding predecessors, and a search driven by the host, take less."""
    distances = graph.num_vertices * weight_bytes(graph)
    return Needs({"distances": distances, "claims and piles": PILES * graph.num_vertices}, ("out_degrees",))
