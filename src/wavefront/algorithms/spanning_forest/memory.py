"""The memory of `spanning_forest`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...graph.arrays import index_dtype
from ...graph.needs import Needs, id_bytes

if TYPE_CHECKING:
    from ...device import Device
    from ...graph import Graph


def needs(graph: Graph, device: Device, arguments: dict[str, Any]) -> Needs:
    """The memory at most: of a first round that leaves all edges, each once."""
    ids, slot, weight, least = _sizes(graph, arguments)
    count, once = graph.num_vertices, graph.num_edges // 2
    edge = 2 * ids + slot + weight
    parts = {
        "roots, least weights and first edges": (3 * ids + slot + least + 1) * count,
        "forest": slot * count,
        "edges": edge * once,
        "edges between trees": (1 + edge) * once,
    }
    return Needs(parts, ("coo",))


def needs_on_gpu(graph: Graph, device: Device, arguments: dict[str, Any]) -> Needs:
    """The same on a GPU, where the first round has a list of all edges, too."""
    ids, slot, weight, least = _sizes(graph, arguments)
    count, once = graph.num_vertices, graph.num_edges // 2
    edge = 2 * ids + slot + weight
    parts = {
        "roots, least weights and first edges": (ids + least + slot) * count,
        "forest": slot * count,
        "edges": edge * once,
        "edges between trees": (1 + 2 * ids + 8 + edge) * once,
    }
    return Needs(parts, ("coo",))


def _sizes(graph: Graph, arguments: dict[str, Any]) -> tuple[int, int, int, int]:
    """Bytes of an id, a slot, a weight, and the least weight of a tree."""
    slot = np.dtype(index_dtype(graph.num_edges)).itemsize
    weights = graph.csr.weights if arguments["weighted"] else None
    if weights is None:
        return id_bytes(graph), slot, 0, 0
    least = int(weights.itemsize) if weights.dtype.kind == "f" else 8
    return id_bytes(graph), slot, int(weights.itemsize), least
