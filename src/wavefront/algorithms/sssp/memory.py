"""The memory of `sssp` on the CPU: the arrays of buckets.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...graph.needs import Needs, id_bytes, weight_bytes
from .entries import BLOCK, num_blocks

if TYPE_CHECKING:
    from ...device import Cpu
    from ...graph import Graph

BLOCK_BYTES = 16  # of a block's place in a list, and in a step's work


def needs(graph: Graph, device: Cpu, arguments: dict[str, Any]) -> Needs:
    """What the search takes; finding predecessors afterwards takes less."""
    count, ids, distance = graph.num_vertices, id_bytes(graph), weight_bytes(graph)
    blocks = num_blocks(count, device.threads)
    parts = {
        "distances": count * distance,
        "entries": blocks * (BLOCK * (ids + distance) + BLOCK_BYTES),
    }
    return Needs(parts, ("out_degrees",))
