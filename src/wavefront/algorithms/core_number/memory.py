"""The memory of `core_number` on the CPU."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...graph.needs import Needs, id_bytes, offset_bytes

if TYPE_CHECKING:
    from ...device import Cpu
    from ...graph import Graph


def needs(graph: Graph, device: Cpu, arguments: dict[str, Any]) -> Needs:
    """What peeling takes; most where parallel edges or self-loops have to be left out first."""
    count, edges, ids, offsets = graph.num_vertices, graph.num_edges, id_bytes(graph), offset_bytes(graph)
    weights = 0 if graph.csr.weights is None else 8  # the numbers of the edges that are kept
    parts = {
        "core numbers": 4 * count,
        "frontier": ids * count,
        "merging of edges": (1 + 16 + ids + weights) * edges + (8 + offsets) * count,
    }
    return Needs(parts, ("coo",))
