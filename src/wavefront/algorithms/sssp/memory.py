"""The memory of `sssp` on the CPU: the arrays of near_far_cpu.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...graph.needs import Needs, id_bytes, weight_bytes
from .near_far_cpu import BUFFER, CHUNK, CHUNKS

if TYPE_CHECKING:
    from ...device import Cpu
    from ...graph import Graph

LABELS = 8  # bytes per vertex of the claims and of the marks of the far pile
GROWN = 3  # times a buffer's vertices are there while it grows: old and new, twice as large


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
