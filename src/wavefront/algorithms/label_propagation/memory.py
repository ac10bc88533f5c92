"""The memory of `label_propagation`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...device import Cpu
from ...graph.needs import Needs, id_bytes

if TYPE_CHECKING:
    from ...device import Device
    from ...graph import Graph


def needs(graph: Graph, device: Device, arguments: dict[str, Any]) -> Needs:
    """What the call takes."""
    count, ids = graph.num_vertices, id_bytes(graph)
    parts = {"labels": (2 * ids + 1) * count, "votes": 4 * ids * graph.num_edges}
    return Needs({**parts, "frontiers": (37 if isinstance(device, Cpu) else 44) * count}, ("out_degrees",))
