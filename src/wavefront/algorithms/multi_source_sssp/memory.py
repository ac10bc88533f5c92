"""The memory of `multi_source_sssp` on the CPU: a row of distances per source, and a search per thread."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...graph.needs import Needs, weight_bytes
from .lanes import lane_bytes

if TYPE_CHECKING:
    from ...device import Cpu
    from ...graph import Graph


def needs(graph: Graph, device: Cpu, arguments: dict[str, Any]) -> Needs:
    """What all searches take together."""
    sources, distance = int(np.size(arguments.get("sources", 1))), weight_bytes(graph)
    dtype = np.dtype(np.float64 if graph.csr.weights is None else graph.csr.weights.dtype)
    lanes = min(device.threads, sources) if sources >= device.threads else 1
    parts = {
        "distances": 0 if arguments.get("out") is not None else sources * graph.num_vertices * distance,
        "a search per thread": lanes * lane_bytes(graph, dtype),
    }
    return Needs(parts, ("out_degrees",))
