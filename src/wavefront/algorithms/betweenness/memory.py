"""The memory of `betweenness_centrality` on the CPU: a search per thread, or one for all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...graph.needs import Needs, id_bytes
from ..multi_source_bfs.memory import number_of
from .api import prefers_own_sources

if TYPE_CHECKING:
    from ...device import Cpu
    from ...graph import Graph

NUMBER, LEVEL = 8, 4  # bytes of a score, and of a level


def needs(graph: Graph, device: Cpu, arguments: dict[str, Any]) -> Needs:
    """What the searches and the scores take."""
    count, ids = graph.num_vertices, id_bytes(graph)
    sources = number_of(graph, arguments.get("sources"), "sources")
    parts = {"scores": NUMBER * count}
    views: tuple[str, ...] = ()
    if arguments["edges"]:
        parts["scores of edges"] = (1 if graph.directed else 2) * NUMBER * graph.num_edges
        views = () if graph.directed else ("coo", "csc_slots")
    if arguments["weighted"] or arguments["targets"] is not None:
        lanes = min(device.threads, sources)
        parts["lengths of edges"] = NUMBER * graph.num_edges
        parts["targets"] = count
        parts["a search per thread"] = lanes * count * (4 * NUMBER + 3 * ids)
        parts["their sum"] = NUMBER * count
        return Needs(parts, views)
    if prefers_own_sources(graph, sources, device):
        lanes = min(device.threads, sources)
        parts["a search per thread"] = lanes * count * (LEVEL + 4 * NUMBER + ids)
        parts["their sum"] = NUMBER * count
        return Needs(parts, views)
    parts["paths"] = count * (LEVEL + 3 * NUMBER)
    parts["frontiers"] = count * 6 * ids
    return Needs(parts, ("csc", "in_degrees", *views))
