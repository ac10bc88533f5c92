"""The memory of `eccentricity`: counts of searches or, for all of an undirected graph, bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...filters import needs_of_part
from ...graph.needs import Needs, offset_bytes
from ...strategies.fused.needs import needs as needs_of_bfs
from ...strategies.fused.needs import plain_options
from ..multi_source_bfs.memory import needs_of_totals, number_of

if TYPE_CHECKING:
    from ...device import Device
    from ...graph import Graph

LEVEL = 4  # bytes of an eccentricity, and of a level


def needs(graph: Graph, device: Device, arguments: dict[str, Any]) -> Needs:
    """What the searches take; by bounds at most, where each vertex is searched from in the end."""
    count = graph.num_vertices
    vertices = number_of(graph, arguments["vertices"], "vertices")
    counted = needs_of_totals(graph, device, vertices, LEVEL, arguments)
    if graph.directed or vertices < count:
        return needs_of_part(graph, device, arguments, counted, sources=vertices)
    search = needs_of_bfs(graph, device, plain_options())
    choosing = (1 + 2 * LEVEL + 2 * offset_bytes(graph)) * count  # the next vertex, of all that are open
    parts = {
        "bounds": 2 * LEVEL * count,
        "search": sum(search.parts.values()),
        "choosing, or counts": max(choosing, sum(counted.parts.values())),
    }
    return needs_of_part(graph, device, arguments, Needs(parts, ("out_degrees", *search.views)))
