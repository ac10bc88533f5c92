"""The memory of `topological_levels` on the CPU."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...graph.needs import Needs, id_bytes, offset_bytes

if TYPE_CHECKING:
    from ...device import Device
    from ...graph import Graph


def needs(graph: Graph, device: Device, arguments: dict[str, Any]) -> Needs:
    """What the call takes."""
    count = graph.num_vertices
    parts = {
        "levels": 4 * count,
        "edges left": offset_bytes(graph) * count,
        "frontier, and queue of small levels": 5 * id_bytes(graph) * count // 2,
    }
    return Needs(parts, ("in_degrees",))
