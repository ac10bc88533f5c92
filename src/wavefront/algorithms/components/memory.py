"""The memory of `connected_components` on the CPU."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...graph.needs import Needs, id_bytes, offset_bytes
from .multistep import MIN_THREADS

if TYPE_CHECKING:
    from ...device import Cpu
    from ...graph import Graph


def needs(graph: Graph, device: Cpu, arguments: dict[str, Any]) -> Needs:
    """What finding the components, and numbering them, takes."""
    count, ids, offsets = graph.num_vertices, id_bytes(graph), offset_bytes(graph)
    if arguments["kind"] == "weak" or not graph.directed:
        return Needs({"parents": count * ids, "numbers": count * ids, "components": count * ids})
    labels = {"labels": count * ids}
    if device.threads < MIN_THREADS:
        return Needs({**labels, "depth-first search": count * (4 * ids + offsets)})
    # Two searches at once: degrees left, claims, two queues and the vertices that they begin with.
    return Needs({**labels, "searches": count * (2 * offsets + 8 + 4 * ids + 8)}, ("csc", "out_degrees"))
