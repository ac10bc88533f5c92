"""The memory of `topological_levels`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...graph.needs import FOUND, Needs, id_bytes, offset_bytes
from ...operators.needs import of_advance, of_loading
from ..level_queue import has_room

if TYPE_CHECKING:
    from ...device import Device
    from ...graph import Graph

QUEUE = 28  # bytes per vertex of a GPU's queue, of the edges left and of the vertices that wait


def needs(graph: Graph, device: Device, arguments: dict[str, Any]) -> Needs:
    """What the call takes on the CPU; at most all vertices are in the first level."""
    count, ids = graph.num_vertices, id_bytes(graph)
    first = {"the first level, or queue of small ones": max(FOUND, ids) * count}
    return Needs({**_levels(graph), **first}, ("in_degrees",))


def needs_on_gpu(graph: Graph, device: Device, arguments: dict[str, Any]) -> Needs:
    """What the call takes on a GPU; by levels, one of them may have all vertices."""
    count = graph.num_vertices
    if has_room(graph):
        return Needs({"levels": 4 * count, "queue": QUEUE * count}, ("in_degrees",))
    level = {"a level": max(of_loading(count) + count, of_advance(count, graph.num_edges))}
    return Needs({**_levels(graph), **level}, ("in_degrees",))


def _levels(graph: Graph) -> dict[str, int]:
    count = graph.num_vertices
    return {
        "levels": 4 * count,
        "edges left": offset_bytes(graph) * count,
        "frontiers": 2 * id_bytes(graph) * count,
    }
