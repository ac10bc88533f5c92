"""The memory of `betweenness_centrality`: a search per thread or group of blocks, or one for all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...graph.needs import Needs, id_bytes, offset_bytes, to_build_with
from ...operators.needs import of_advance
from ..level_queue import STATE_SIZE
from ..multi_source_bfs.memory import number_of
from ..sssp.memory import PILES
from .api import prefers_own_sources

if TYPE_CHECKING:
    from ...device import Cpu, Cuda, Python
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
        return Needs(parts, views, _scores(graph, arguments))
    if prefers_own_sources(graph, sources, device):
        lanes = min(device.threads, sources)
        parts["a search per thread"] = lanes * count * (LEVEL + 4 * NUMBER + ids)
        parts["their sum"] = NUMBER * count
        return Needs(parts, views, _scores(graph, arguments))
    parts["paths"] = count * (LEVEL + 3 * NUMBER)
    parts["frontiers"] = count * 6 * ids
    return Needs(parts, ("csc", "in_degrees", *views), _scores(graph, arguments))


def needs_on_gpu(graph: Graph, device: Cuda | Python, arguments: dict[str, Any]) -> Needs:
    """What the searches and the scores take."""
    from .cuda.host import launch_sizes  # here, since only a GPU needs its kernels

    count, sources = graph.num_vertices, number_of(graph, arguments.get("sources"), "sources")
    parts = {"scores": NUMBER * count}
    views: tuple[str, ...] = ("in_degrees",)
    if arguments["edges"]:
        parts["scores of edges"] = (1 if graph.directed else 2) * NUMBER * graph.num_edges
        views += () if graph.directed else ("coo", "csc_slots")
    if arguments["weighted"] or arguments["targets"] is not None:
        return Needs({**parts, **_by_wave(graph, device)}, views[1:], _scores(graph, arguments))
    groups, _, _ = launch_sizes(graph, sources, device)
    each = LEVEL + 6 * NUMBER + 1 + (0 if groups == 1 else NUMBER) + (0 if graph.directed else 2 * NUMBER)
    parts["a search per group of blocks"] = groups * (each * count + NUMBER * STATE_SIZE)
    return Needs({**parts, "their sum": NUMBER * count}, views, _scores(graph, arguments))


def _scores(graph: Graph, arguments: dict[str, Any]) -> int:
    """Bytes of the scores, and of lengths and targets, which are there before views for scores of edges."""
    has_lengths = arguments["weighted"] or arguments["targets"] is not None
    per_edge = NUMBER * bool(arguments["edges"]) + NUMBER * has_lengths
    return (NUMBER + has_lengths) * graph.num_vertices + per_edge * graph.num_edges


def _by_wave(graph: Graph, device: Cuda | Python) -> dict[str, int]:
    """Of a graph of its own, with lengths for weights; those of a wave, or of the search before."""
    count, edges, ids = graph.num_vertices, graph.num_edges, id_bytes(graph)
    made = {"csc_slots": edges * offset_bytes(graph), "coo": edges * ids}
    if graph.directed:
        made["csc"] = count * offset_bytes(graph) + edges * (ids + NUMBER)
    starts = (2 * NUMBER + 3) * edges  # distances at the edges' sources
    wave = (NUMBER + 4 * ids) * count + of_advance(count, edges)
    return {
        "lengths of edges": NUMBER * edges,
        "views of the graph of lengths": sum(made.values()) + offset_bytes(graph) * count,
        "paths": (5 * NUMBER + 1 + 4 * ids) * count,
        "search, then a wave": max(PILES * count, starts, wave, to_build_with(graph, made, device)),
    }
