"""The memory of `bellman_ford` on the CPU: the arrays of rounds.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...graph.needs import Needs, id_bytes, weight_bytes
from ..sssp.memory import needs as needs_of_sssp
from .api import has_negative

if TYPE_CHECKING:
    from ...device import Cpu
    from ...graph import Graph


def needs(graph: Graph, device: Cpu, arguments: dict[str, Any]) -> Needs:
    """What the rounds take or, where no weight is negative, `sssp`."""
    views = ("coo",) if arguments["predecessors"] else ()
    if not has_negative(graph):
        search = needs_of_sssp(graph, device, arguments)
        return Needs(search.parts, (*views, *search.views))
    count, ids = graph.num_vertices, id_bytes(graph)
    parts = {
        "distances": count * weight_bytes(graph),
        "claims and last edges": 12 * count,
        "frontiers and their buffers": count * (24 + 6 * ids),
    }
    return Needs(parts, views)
