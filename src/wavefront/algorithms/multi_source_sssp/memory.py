"""The memory of `multi_source_sssp`: a row of distances per source, and a search per thread; one on a GPU."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...graph.needs import Needs, distance_bytes
from ...graph.weight_types import search_type
from ..sssp.memory import PILES
from .lanes import lane_bytes

if TYPE_CHECKING:
    from ...device import Cpu, Cuda, Python
    from ...graph import Graph


def needs(graph: Graph, device: Cpu, arguments: dict[str, Any]) -> Needs:
    """What the searches take that go on at once: one with filters, or if there are few."""
    sources = int(np.size(arguments.get("sources", 1)))
    dtype = search_type(graph.csr.weights)
    filtered = any(arguments.get(name) is not None for name in ("vertex_filter", "edge_filter"))
    lanes = device.threads if sources >= device.threads and not filtered else 1
    parts = {
        "distances": _rows(graph, sources, arguments),
        "a search per thread": lanes * lane_bytes(graph, dtype),
    }
    return Needs(parts, ("out_degrees",))


def needs_on_gpu(graph: Graph, device: Cuda | Python, arguments: dict[str, Any]) -> Needs:
    """What one search after the other takes."""
    rows = _rows(graph, int(np.size(arguments.get("sources", 1))), arguments)
    return Needs({"distances": rows, "claims and piles": PILES * graph.num_vertices}, ("out_degrees",))


def _rows(graph: Graph, sources: int, arguments: dict[str, Any]) -> int:
    given = arguments.get("out") is not None
    return 0 if given else sources * graph.num_vertices * distance_bytes(graph)
