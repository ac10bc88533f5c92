"""Shortest paths that end nearby: what is found, without arrays of V numbers until someone asks for them.

With a target or a cutoff one thread looks around the source first, by Dijkstra's algorithm with a hash table
(`within`). Most such searches end there, in time and memory for what they meet. Beyond a small part of the
graph's edges the search begins anew, by all threads.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING

import numpy as np

from ..result import result_array
from .whole import answered

if TYPE_CHECKING:
    from ...device import Cpu
    from ...graph import Graph
    from .stop import Stop

# Edges that one thread looks at first: at most so many, about a millisecond's work, and a 64th of all.
MOST_EDGES, SHARE_BITS = 1 << 14, 6
LEAST_EDGES = 1 << 10  # with fewer, the graph is so small that V numbers cost nothing
NEARBY = "_nearby"  # where a result keeps what is here


@dataclass(frozen=True, eq=False)
class Nearby:
    """The vertices found, in the order of their distances."""

    vertices: np.ndarray
    distances: np.ndarray
    predecessors: np.ndarray

    @cached_property
    def parents(self) -> dict[int, int]:
        """The predecessor of each vertex found, -1 of the source."""
        return dict(zip(self.vertices.tolist(), self.predecessors.tolist(), strict=True))

    @property
    def unreached(self) -> float:
        """The distance of a vertex that wasn't found."""
        return -1 if self.distances.dtype.kind == "i" else inf

    def distance(self, vertex: int) -> float:
        """The distance of any vertex."""
        places = np.flatnonzero(self.vertices == vertex)
        return self.distances[places[0]].item() if places.size else self.unreached

    def spread(self, graph: Graph, name: str) -> np.ndarray:
        """The distances or the predecessors of all vertices."""
        values: np.ndarray = getattr(self, name)
        every = result_array(graph, values.dtype)
        every.fill(self.unreached if name == "distances" else -1)
        every[self.vertices] = values
        return every


def nearby(graph: Graph, sources: np.ndarray, stop: Stop, device: Cpu) -> Nearby | None:
    """What `sssp` finds up to the stop, if that is little; None if it isn't known to be."""
    from ..within.up_to_targets import ball_up_to  # here, since it needs this folder

    most = min(MOST_EDGES, graph.num_edges >> SHARE_BITS)
    if sources.size > 1 or most < LEAST_EDGES or (stop.cutoff == inf and not stop.targets.size):
        return None
    found = ball_up_to(graph, int(sources[0]), stop, most, device)
    if found is None:
        return None
    whole = answered(found.distances, graph.csr.weights, device)
    return Nearby(found.vertices, whole, found.predecessors)
