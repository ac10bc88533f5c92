"""What a call needs memory for: the parts of an algorithm's formula, and the views of a graph to be built."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..device import Cpu
from .build_on_gpu import CHUNKS, LEAST, SLABS

if TYPE_CHECKING:
    from ..device import Device
    from .graph import Graph

# What sorting the edges takes beside the sorted ones: per edge, and per thread; see build.py and room.py.
SORT_EDGE, SORT_THREAD = 2, 300_000
SORT_WEIGHTED_THREAD = 550_000
# On a GPU, per edge of a slab and of a chunk: build_on_gpu.py's words with what CuPy sorts them in.
SLAB_EDGE, WEIGHTED_SLAB_EDGE, CHUNK_EDGE, PICKED_EDGE = 16, 40, 25, 16
# Likewise of spelling out each edge's source, by CuPy's `repeat`.
SPELLED_EDGE, SPELLED_VERTEX = 16, 24
FOUND = 8  # bytes of a place that `flatnonzero` finds


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
    if not isinstance(device, Cpu):
        return _to_build_on_gpu(graph, missing)
    if "csc" not in missing:
        return 0
    per_thread = SORT_THREAD if graph.csr.weights is None else SORT_WEIGHTED_THREAD
    return SORT_EDGE * graph.num_edges + per_thread * getattr(device, "threads", 1)


def _to_build_on_gpu(graph: Graph, missing: dict[str, int]) -> int:
    edges, most = graph.num_edges, 0
    if "coo" in missing:
        most = SPELLED_EDGE * edges - missing["coo"] + SPELLED_VERTEX * graph.num_vertices
    if "csc" in missing:
        most = max(most, to_sort_on_gpu(edges, graph.csr.weights is not None))
    if "csc_slots" in missing:  # sorts the edges' numbers as weights, and drops the lists
        lists = edges * (id_bytes(graph) + offset_bytes(graph)) + graph.num_vertices * offset_bytes(graph)
        most = max(most, lists + to_sort_on_gpu(edges, True))
    return most


def to_sort_on_gpu(edges: int, weighted: bool) -> int:
    """Bytes that sorting edges on a GPU takes beside the lists that are made."""
    slab, chunk = (min(edges, max(edges // parts, LEAST)) for parts in (SLABS, CHUNKS))
    picked = min(slab, chunk)
    words = 8 * slab
    sorting = (WEIGHTED_SLAB_EDGE if weighted else SLAB_EDGE) * slab - words + PICKED_EDGE * picked
    return words + max(CHUNK_EDGE * picked, sorting)
