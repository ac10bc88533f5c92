"""What a call needs memory for: the parts of an algorithm's formula, and the views of a graph to be built."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ..device import Device
    from .graph import Graph

# What sorting the edges takes beside the sorted ones: per edge, and per thread; see build.py and room.py.
SORT_EDGE, SORT_THREAD = 2, 300_000
SORT_WEIGHTED_THREAD = 550_000


class Needs(NamedTuple):
    """What an algorithm takes at its peak, in bytes by purpose, and which views of the graph it reads."""

    parts: dict[str, int]
    views: tuple[str, ...] = ()  # of csc, coo, out_degrees, in_degrees


def id_bytes(graph: Graph) -> int:
    """Bytes of a vertex id."""
    return int(graph.csr.dst.itemsize)


def offset_bytes(graph: Graph) -> int:
    """Bytes of an offset, and of a degree."""
    return int(graph.csr.src_ptr.itemsize)


def weight_bytes(graph: Graph) -> int:
    """Bytes of a distance: of a weight, or of float64 in a graph without any."""
    return 8 if graph.csr.weights is None else int(graph.csr.weights.itemsize)


def views_to_build(graph: Graph, views: tuple[str, ...], device: Device) -> dict[str, int]:
    """Bytes of those views that the graph doesn't have on the device yet, by name. The graph keeps them."""
    there: Graph | None = graph
    place = getattr(device, "index", None)  # None: the CPU
    if place != getattr(graph.device, "index", None):
        there = graph._copies.get(place)
    known = {"csr"} if there is None else {"csr", *vars(there)}
    wanted = {*views, "csr"}
    if "in_degrees" in wanted:
        wanted.add("csc")
    if not graph.directed:
        wanted.discard("csc")
    if "csc" in wanted - known:
        wanted.add("coo")
    ids, offsets = graph.num_edges * id_bytes(graph), graph.num_vertices * offset_bytes(graph)
    weights = 0 if graph.csr.weights is None else graph.csr.weights.nbytes
    lists = offsets + ids + weights
    sizes = {"coo": ids, "csc": lists, "csc_slots": graph.num_edges * offset_bytes(graph)}
    sizes |= {"out_degrees": offsets, "in_degrees": offsets}
    missing = {name: size for name, size in sizes.items() if name in wanted - known}
    return missing if there is not None else {"csr": lists, **missing}


def to_build_with(graph: Graph, missing: dict[str, int], device: Device) -> int:
    """Bytes that building these views takes beside the views themselves, which are given back."""
    if "csc" not in missing:
        return 0
    per_thread = SORT_THREAD if graph.csr.weights is None else SORT_WEIGHTED_THREAD
    return SORT_EDGE * graph.num_edges + per_thread * getattr(device, "threads", 1)
