"""The trace of a search for shortest paths: its levels are buckets of vertices, by their distances.

The vertices of the first bucket are level 0. A row tells of the vertices of a bucket, whose edges are
relaxed, and of those of the next one. With weights of 1 and a delta below 1 these are the rows of `bfs`. A
bucket holds its upper bound on a GPU, and not on the CPU, so that traces differ where distances are bounds.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np

from ...trace import sizes_of
from .entries import LARGEST, scale_of

if TYPE_CHECKING:
    from ...device import Device
    from ...graph import Graph
    from ...trace import Trace


def record_buckets(
    trace: Trace, graph: Graph, delta: float, bounds: list[float], distances: Any, device: Device
) -> None:
    """Add the rows of the search that found these distances.

    Buckets end at `bounds`, in ascending order; those of the CPU, where there are none, are `delta` wide, and
    only those that hold a vertex count.
    """
    reached = distances < inf
    found = distances[reached]
    if bounds:
        places = device.xp.searchsorted(device.xp.asarray(bounds), found)
    else:
        numbers = np.minimum(found * scale_of(delta, inf)[0], LARGEST).astype(np.int64)
        places = np.unique(numbers, return_inverse=True)[1]
    trace.record_sizes(*sizes_of(places, graph.out_degrees[reached], device))
