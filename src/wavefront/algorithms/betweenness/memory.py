"""The memory of `betweenness_centrality`: a search per thread or group of blocks, or one for all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...device import Cpu
from ...filters import needs_of_part
from ...graph.needs import Needs, id_bytes, offset_bytes, to_build_with
from ...operators.needs import of_advance
from ...strategies.fused.needs import needs as needs_of_bfs
from ...strategies.fused.needs import plain_options
from ..level_queue import STATE_SIZE
from ..multi_source_bfs.memory import number_of
from ..sssp.memory import PILES
from .form import may_prefer_own_sources, prefers_own_sources

if TYPE_CHECKING:
    from ...device import Cuda, Device, Python
    from ...graph import Graph

NUMBER, LEVEL = 8, 4  # bytes of a score, and of a level


def needs(graph: Graph, device: Cpu, arguments: dict[str, Any]) -> Needs:
    """What the searches and the scores take."""
    count, ids = graph.num_vertices, id_bytes(graph)
    sources = number_of(graph, arguments.get("sources"), "sources")
    lanes = min(device.threads, sources)
    if arguments["weighted"] or arguments["targets"] is not None:
        searching = {
            "lengths of edges": NUMBER * graph.num_edges,
            "targets": count,
            "a search per thread": lanes * count * (4 * NUMBER + 3 * ids),
            "their sum": NUMBER * count,
        }
        return _with_scores(graph, device, arguments, searching, ())
    if prefers_own_sources(graph, sources, device):
        searching = _own_sources(graph, lanes)
        return _with_scores(graph, device, arguments, searching, ())
    search = needs_of_bfs(graph, device, plain_options())
    searching = {"search": sum(search.parts.values()), "paths": count * (4 * NUMBER + ids)}
    levels = most_levels(graph)
    searching["levels"] = (ids + NUMBER) * levels + ids * min(count, levels * device.threads)
    if may_prefer_own_sources(graph, sources, device):
        together = sum(searching.values()) - searching["search"]
        own = sum(_own_sources(graph, lanes).values())
        searching["a search per thread, where levels are small"] = max(0, own - together)
    return _with_scores(graph, device, arguments, searching, ("csc", "in_degrees"))


def _own_sources(graph: Graph, lanes: int) -> dict[str, int]:
    """What threads take that work on sources of their own."""
    count, each = graph.num_vertices, LEVEL + 4 * NUMBER + id_bytes(graph)
    return {"a search per thread": lanes * count * each, "their sum": NUMBER * count}


def most_levels(graph: Graph) -> int:
    """No search has more levels, where parallel edges are side by side, as they are in sorted lists.

    An undirected search of L levels meets L / 3 vertices, three levels apart, of which no two are neighbors
    or have one in common. So they and their neighbors are V at most: how many vertices that can be, the
    smallest numbers of different neighbors tell. One of each may be itself, by a self-loop.
    """
    count = graph.num_vertices
    if graph.directed:
        return count
    src_ptr, dst, _ = graph.csr
    again = np.flatnonzero(dst[1:] == dst[:-1]) + 1  # edges that lead where the one before does
    lists = np.searchsorted(src_ptr, again, "right") - 1
    parallel = np.bincount(lists[src_ptr[lists] < again], minlength=count)
    different = np.maximum(1, graph.out_degrees - parallel)
    apart = int(np.searchsorted(np.cumsum(np.sort(different)), count, "right"))
    return min(count, 3 * (apart + 1))


def needs_on_gpu(graph: Graph, device: Cuda | Python, arguments: dict[str, Any]) -> Needs:
    """As `needs`."""
    from .cuda.host import has_dense_levels, launch_sizes  # here, since only a GPU needs its kernels

    count, sources = graph.num_vertices, number_of(graph, arguments.get("sources"), "sources")
    if arguments["weighted"] or arguments["targets"] is not None:
        return _with_scores(graph, device, arguments, _by_wave(graph, device), ())
    groups, _, _ = launch_sizes(graph, sources, device)
    each = LEVEL + 6 * NUMBER + 1 + (0 if groups == 1 else NUMBER) + (0 if graph.directed else 2 * NUMBER)
    each += NUMBER if has_dense_levels(graph) else 0
    searching = {"a search per group of blocks": groups * (each * count + NUMBER * STATE_SIZE)}
    searching["their sum"] = NUMBER * count
    return _with_scores(graph, device, arguments, searching, ("in_degrees",))


def _with_scores(
    graph: Graph,
    device: Device,
    arguments: dict[str, Any],
    searching: dict[str, int],
    views: tuple[str, ...],
) -> Needs:
    """The needs of searches and scores.

    In an undirected graph an edge's two directions have scores of their own during the searches, which are
    added up afterwards: the views for that are built then, others before the searches' end.
    """
    scores = {"scores": NUMBER * graph.num_vertices}
    before = sum(searching.values()) if views and graph.directed else 0
    if arguments["edges"]:
        scores["scores of edges"] = NUMBER * graph.num_edges
        if not graph.directed:
            views += ("coo", "csc_slots")
            taken = 2 * NUMBER if isinstance(device, Cpu) else NUMBER  # NumPy also copies the slots
            kept = searching.get("search", 0)  # with the graph, for its next search
            others = taken * graph.num_edges - (sum(searching.values()) - kept)
            searching = {**searching, "scores of the other direction": max(0, others)}
    needs = Needs({**scores, **searching}, views, sum(scores.values()) + before)
    part = needs_of_part(graph, device, arguments, needs, weighted=arguments["weighted"])
    if arguments["edges"] and part is not needs:  # in the whole graph's order, made once all is searched
        part.parts["scores of all edges"] = max(0, NUMBER * graph.num_edges - sum(searching.values()))
    return part


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
