"""The memory of `within`: the threads' parts in which balls are found, or a GPU's search; what is found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import InputError
from ...graph.needs import Needs, distance_bytes, id_bytes
from ...graph.vertices import checked_vertices
from ...graph.weight_types import search_type
from ...strategies.fused.needs import needs as needs_of_bfs
from ...strategies.fused.needs import plain_options
from ..block_search.tables import bytes_of
from ..sssp.memory import needs_on_gpu as needs_of_sssp
from .balls import GROWTH, ROOM
from .on_gpu import FEWEST, MOST_FOUND, SHAPES
from .ordering import BUCKET_BITS

if TYPE_CHECKING:
    from ...device import Cpu, Cuda, Python
    from ...graph import Graph

SORTED = 64  # bytes of a vertex found while a GPU sorts: numbers of int64, their order, CuPy's copies
TRACED = 24  # bytes of a vertex found while its level is counted: the level and the degree, widened
PLACE = 4  # bytes of a place in a ball, of a level, and of a bucket's count


def needs(graph: Graph, device: Cpu, arguments: dict[str, Any]) -> Needs:
    """What balls of two edges or fewer take at most, by degrees; those further on may have all vertices."""
    ids, weighted, (sources, most) = id_bytes(graph), arguments["weighted"], _balls(graph, arguments)
    lanes, room = min(device.threads, sources.size), ROOM
    while room < most.max(initial=0) or lanes * room < most.sum():
        room *= GROWTH
    entry = _entry(graph, weighted)
    per_place = entry + 4 * PLACE if weighted else entry + 4 * ids
    now, before = lanes * room * per_place, 0 if room == ROOM else lanes * room // GROWTH * per_place
    found, copies = int(most.sum()) * entry, 1 if room == ROOM or sources.size == 1 else 3
    parts = {
        "parts of the threads": now,
        "counts of their buckets": lanes * PLACE << BUCKET_BITS,
        "balls, or smaller parts before": max(before, copies * found),
        "sources and offsets": 5 * 8 * sources.size,
    }
    if arguments.get("trace"):
        return Needs({**parts, "trace": TRACED * int(most.sum())}, ("out_degrees",))
    return Needs(parts)


def needs_on_gpu(graph: Graph, device: Cuda | Python, arguments: dict[str, Any]) -> Needs:
    """What the blocks take that find balls of two edges or fewer at most; those further on may be large."""
    weighted, (sources, most) = arguments["weighted"], _balls(graph, arguments)
    count, found, entry = sources.size, int(most.sum()), _entry(graph, weighted)
    dtype = search_type(graph.csr.weights) if weighted else np.dtype(np.int32)
    round_of_most, room = 0, 0
    for shape, fewest in zip(SHAPES, FEWEST, strict=True):
        if room < most.max(initial=0) and count >= fewest:
            room = min(graph.num_vertices, 1 << shape.bits - 1)
            taken = max(room, min(count * room, MOST_FOUND)) + 1
            tables = bytes_of(graph, count, shape, dtype, device)
            round_of_most = max(round_of_most, tables + taken * (PLACE + entry))
    whole: int = 0
    views: tuple[str, ...] = ()
    if 1 << SHAPES[0].bits - 1 < most.max(initial=0):  # too few may be left for larger blocks
        options = plain_options(predecessors=True)
        search = (needs_of_sssp if weighted else needs_of_bfs)(graph, device, options)
        whole, views = sum(search.parts.values()), search.views
    parts = {
        "sources and sizes": (2 * 8 + 2 * PLACE) * count,
        "balls": found * (PLACE + entry),
        "a round's blocks, a search, or the order": max(round_of_most, whole, found * (SORTED + entry)),
    }
    return Needs(parts, (*views, "out_degrees") if arguments["trace"] else views)


def _balls(graph: Graph, arguments: dict[str, Any]) -> tuple[np.ndarray, np.ndarray]:
    """The sources, and how many vertices the ball of each has at most."""
    if "source" not in arguments:
        raise InputError("the memory of within is told of a source: source=0, or several")
    sources = checked_vertices(graph, arguments["source"], "source")
    radius = graph.num_vertices if arguments["weighted"] else arguments["radius"]
    return sources, most_found(graph, sources, radius)


def _entry(graph: Graph, weighted: bool) -> int:
    """Bytes of a vertex found."""
    return 2 * id_bytes(graph) + (distance_bytes(graph) if weighted else PLACE)


def most_found(graph: Graph, sources: np.ndarray, radius: float) -> np.ndarray:
    """How many vertices each ball has at most: no more than walks of so many edges begin at its source."""
    src_ptr, dst, _ = graph.csr
    if radius > 2:
        return np.full(sources.size, graph.num_vertices)
    found = np.ones(sources.size, np.int64)
    for place, source in enumerate(sources.tolist() if radius >= 1 else []):
        near = graph.device.xp.asarray(dst[int(src_ptr[source]) : int(src_ptr[source + 1])])
        found[place] += near.size
        if radius == 2:
            found[place] += int((src_ptr[near + 1] - src_ptr[near]).sum())
    return np.minimum(found, graph.num_vertices)
