"""The memory of `label_propagation`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...device import Cpu
from ...graph.needs import Needs, id_bytes

if TYPE_CHECKING:
    from ...device import Device
    from ...graph import Graph

FRONTIERS = 37  # bytes per vertex: of a frontier of all, of one of those that changed, and of their steps
NUMBERING = 44  # bytes per vertex that CuPy takes at most to sort the labels, and to number them


def needs(graph: Graph, device: Device, arguments: dict[str, Any]) -> Needs:
    """What the call takes."""
    count, ids = graph.num_vertices, id_bytes(graph)
    parts = {"labels": (2 * ids + 1) * count, "votes": 4 * ids * graph.num_edges}
    if isinstance(device, Cpu):
        return Needs({**parts, "frontiers": FRONTIERS * count}, ("out_degrees",))
    # Lists of vertices by their degrees, which the launch has, are smaller and gone by then.
    return Needs({**parts, "numbering the labels": NUMBERING * count}, ("out_degrees",))
