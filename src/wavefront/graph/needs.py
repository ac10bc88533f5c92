"""What a call needs memory for: the parts of an algorithm's formula, and the views of a graph to be built."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..device import Cpu
from .sorting_needs import to_sort
from .weight_types import search_type

if TYPE_CHECKING:
    from ..device import Device
    from .graph import Graph

# Bytes of spelling out each edge's source by `repeat`: per vertex, and of CuPy's, on a GPU, also per edge.
SPELLED_VERTEX, GPU_SPELLED_VERTEX, GPU_SPELLED_EDGE = 16, 24, 16
FOUND = 8  # bytes of a place that `flatnonzero` finds


class Needs(NamedTuple):
    """What an algorithm takes at its peak, in bytes by purpose, and which views of the graph it reads."""

    parts: dict[str, int]
    views: tuple[str, ...] = ()  # of csc, csc_slots, coo, out_degrees, in_degrees
    before: int = 0  # bytes of those parts that are there before the views are built


def id_bytes(graph: Graph) -> int:
    """Bytes of a vertex id."""
    return int(graph.csr.dst.itemsize)


def offset_bytes(graph: Graph) -> int:
    """Bytes of an offset, and of a degree."""
    return int(graph.csr.src_ptr.itemsize)


def weight_bytes(graph: Graph) -> int:
    """Bytes of a stored weight; 0 in a graph without any."""
    return 0 if graph.csr.weights is None else int(graph.csr.weights.itemsize)


def distance_bytes(graph: Graph) -> int:
    """Bytes of a distance by weights."""
    return int(search_type(graph.csr.weights).itemsize)


def views_to_build(graph: Graph, views: tuple[str, ...], device: Device) -> dict[str, int]:
    """Bytes of those views that the graph doesn't have on the device yet, by name. The graph keeps them."""
    there: Graph | None = graph
    place = getattr(device, "index", None)  # None: the CPU
    if place != getattr(graph.device, "index", None):
        there = graph._copies.get(place)
    known = {"csr"} if there is None else {"csr", *vars(there)}
    weighted = graph.csr.weights is not None
    missing = sizes_of_views(graph, known, views, directed=graph.directed, weighted=weighted)
    return missing if there is not None else {"csr": _list_bytes(graph, weighted), **missing}


def sizes_of_views(
    graph: Graph, known: set[str], views: tuple[str, ...], *, directed: bool, weighted: bool
) -> dict[str, int]:
    """Bytes of those views, and of those that they are built of, that are not known; by name.

    They are views of a graph as large as this one, `directed` and `weighted` or not.
    """
    wanted = {*views, "csr"}
    if "in_degrees" in wanted:
        wanted.add("csc")
    if not directed:
        wanted.discard("csc")
    if {"csc", "csc_slots"} & wanted - known:
        wanted.add("coo")
    offsets = graph.num_vertices * offset_bytes(graph)
    sizes = {"coo": graph.num_edges * id_bytes(graph), "csc": _list_bytes(graph, weighted)}
    sizes["csc_slots"] = graph.num_edges * offset_bytes(graph)
    sizes |= {"out_degrees": offsets, "in_degrees": offsets}
    return {name: size for name, size in sizes.items() if name in wanted - known}


def _list_bytes(graph: Graph, weighted: bool) -> int:
    weights = graph.num_edges * weight_bytes(graph) if weighted else 0
    ids, offsets = graph.num_edges * id_bytes(graph), graph.num_vertices * offset_bytes(graph)
    return int(offsets + ids + weights)


def to_build_with(
    graph: Graph, missing: dict[str, int], device: Device, *, weighted: bool | None = None
) -> int:
    """Bytes that building these views takes beside the views themselves, which are given back.

    `weighted` says whether the views' graph is, if it isn't this one.
    """
    edges = graph.csr.dst
    weighted = graph.csr.weights is not None if weighted is None else weighted
    most = 0
    if "coo" in missing:
        most = _to_spell_out(graph, device)
    if "csc" in missing:
        most = max(most, to_sort(edges, graph.num_vertices, weighted, device))
    if "csc_slots" in missing:  # sorts the edges' numbers as weights; the lists are dropped
        lists = edges.nbytes + graph.csr.src_ptr.nbytes + edges.size * offset_bytes(graph)
        most = max(most, lists + to_sort(edges, graph.num_vertices, True, device))
    return most


def _to_spell_out(graph: Graph, device: Device) -> int:
    if isinstance(device, Cpu):
        return SPELLED_VERTEX * graph.num_vertices
    per_edge = GPU_SPELLED_EDGE - id_bytes(graph)
    return GPU_SPELLED_VERTEX * graph.num_vertices + per_edge * graph.num_edges
