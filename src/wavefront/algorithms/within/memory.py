"""The memory of `within` on the CPU: the threads' parts in which balls are found, and what is found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import InputError
from ...graph.needs import Needs, id_bytes, weight_bytes
from ...graph.vertices import checked_vertices
from .balls import GROWTH, ROOM
from .ordering import BUCKET_BITS

if TYPE_CHECKING:
    from ...device import Cpu
    from ...graph import Graph

PLACE = 4  # bytes of a place in a ball, of a level, and of a bucket's count


def needs(graph: Graph, device: Cpu, arguments: dict[str, Any]) -> Needs:
    """What balls of two edges or fewer take at most, by degrees; those further on may have all vertices."""
    if "source" not in arguments:
        raise InputError("the memory of within is told of a source: source=0, or several")
    ids, weighted = id_bytes(graph), arguments["weighted"]
    sources = checked_vertices(graph, arguments["source"], "source")
    most = most_found(graph, sources, graph.num_vertices if weighted else arguments["radius"])
    lanes, room = min(device.threads, sources.size), ROOM
    while room < most.max(initial=0) or lanes * room < most.sum():
        room *= GROWTH
    entry = 2 * ids + (weight_bytes(graph) if weighted else PLACE)
    per_place = entry + 4 * PLACE if weighted else entry + 4 * ids
    now, before = lanes * room * per_place, 0 if room == ROOM else lanes * room // GROWTH * per_place
    found, copies = int(most.sum()) * entry, 1 if room == ROOM or sources.size == 1 else 3
    parts = {
        "parts of the threads": now,
        "counts of their buckets": lanes * PLACE << BUCKET_BITS,
        "balls, or smaller parts before": max(before, copies * found),
        "sources and offsets": 5 * 8 * sources.size,
    }
    return Needs(parts)


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
