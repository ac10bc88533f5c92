"""The balls of sources on a GPU: searches that end at the radius, one after the other."""

from math import inf
from typing import Any

import numpy as np

from ...device import Device
from ...filters import Filters, given
from ...graph import Graph
from ...graph.arrays import exclusive_scan
from ...trace import Trace
from ..bfs import bfs
from ..sssp.api import float_paths


def balls(
    graph: Graph,
    sources: np.ndarray,
    radius: float,
    weighted: bool,
    device: Device,
    filters: Filters | None = None,
    trace: Trace | None = None,
) -> tuple[Any, Any, Any, Any]:
    """As `balls.balls`. Every search looks at the whole graph's weights."""
    options = given(filters)
    found = [_ball(graph, source, radius, weighted, device, options, trace) for source in sources.tolist()]
    vertices, distances, predecessors = (device.xp.concatenate(parts) for parts in zip(*found, strict=True))
    sizes = np.array([parts[0].size for parts in found])
    return device.array(exclusive_scan(sizes, np.int64)), vertices, distances, predecessors


def _ball(
    graph: Graph,
    source: int,
    radius: float,
    weighted: bool,
    device: Device,
    filters: dict[str, Any],
    trace: Trace | None,
) -> tuple[Any, Any, Any]:
    xp = device.xp
    if weighted:
        paths = float_paths(graph, source, cutoff=radius, device=device, **filters)
        distances, predecessors = paths.distances, paths.predecessors
        near = distances < inf  # none is beyond the radius
    else:
        options = {"depth_limit": int(radius), "deterministic": True, "trace": trace is not None, **filters}
        search = bfs(graph, source, device=device, **options)
        if trace is not None and search.trace is not None:
            for row in search.trace.levels:
                trace.note(row.level, row.direction, row.launches, row.milliseconds)
        distances, predecessors = search.levels, search.predecessors
        near = distances >= 0
    assert predecessors is not None
    vertices = xp.flatnonzero(near)
    order = xp.argsort(distances[vertices], kind="stable")
    vertices = xp.concatenate([xp.array([source]), vertices[order][vertices[order] != source]])
    return vertices.astype(graph.csr.dst.dtype), distances[vertices], predecessors[vertices]
