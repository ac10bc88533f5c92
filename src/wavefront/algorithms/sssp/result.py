"""What a search for shortest paths has found."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ...device import Cpu, Device, array_on, working_on
from ...graph.weight_types import is_reached
from ...old_names import renamed_attribute
from ...trace import Trace
from ..result import edge_filters, in_numpy, state_of
from ..tables import Labelled, to_arrow, to_frame, to_html
from .nearby import NEARBY, Nearby
from .tree import path_to, tree
from .whole import searched

if TYPE_CHECKING:
    from ...graph import Graph


@dataclass(frozen=True, eq=False)
class SsspResult:
    """Distances and predecessors of one search for shortest paths.

    A search on the CPU that ended nearby makes these two arrays when they are asked for; `distance`, `path`
    and `num_reached` don't need them.

    Attributes
    ----------
    distances
        V numbers: the least sum of weights of a path from a source. By integer weights int64, -1 where there
        is no path, or none within the cutoff or the last target's distance; else float32 by weights of that
        type or float64, infinite there.
    predecessors
        V vertex ids: the vertex before this one on a shortest path, so that together they are a tree; -1 for
        sources and for unreached vertices. None if they weren't asked for.
    sources
        The sources' ids, ascending.
    delta, device
        What the search ran with; by default, the width of the first bucket.
    trace
        One row per bucket, if it was asked for: levels.py says what a bucket's row holds.
    """

    graph: Graph
    sources: np.ndarray
    distances: np.ndarray
    predecessors: np.ndarray | None
    delta: float
    device: Device
    trace: Trace | None = None

    to_frame, to_arrow, _repr_html_ = to_frame, to_arrow, to_html
    labelled = property(Labelled)
    source = renamed_attribute("source", "sources")
    _filters = None  # those of a search with an edge filter
    __getstate__ = state_of

    if not TYPE_CHECKING:  # which takes the fields as they are declared

        def __getattr__(self, name: str) -> Any:
            """The arrays of a search that ended nearby: made when they are asked for."""
            found = vars(self).get(NEARBY)
            if found is None or name not in ("distances", "predecessors"):
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name)
            return vars(self).setdefault(name, found.spread(self.graph, name))

    def to_numpy(self) -> SsspResult:
        """This result with its arrays in NumPy: itself unless they are on a GPU."""
        return in_numpy(self)

    def __repr__(self) -> str:
        reached = f"{self.num_reached:,} of {self.graph.num_vertices:,} vertices reached"
        return f"SsspResult({reached}, delta {self.delta:.4g}, on {self.device.name})"

    @cached_property
    def num_reached(self) -> int:
        """Vertices with a distance, the sources included."""
        if (found := vars(self).get(NEARBY)) is not None:
            return int(found.vertices.size)
        with working_on(self.device):
            return int(is_reached(self.distances).sum())

    def path(self, target: int) -> list[int] | None:
        """Vertex ids of a shortest path from the nearest source to `target`; None if there is none.

        Follows the predecessors; finds them first if the search recorded none, where an edge filter is asked
        again: its arrays must not have changed since the search. Raises InputError if `target` is no vertex,
        or without predecessors for a copy of a result whose edge filter was a function: copies don't have it.
        """
        vertex = self.graph.checked_vertex(target, "target")
        if (found := vars(self).get(NEARBY)) is not None:
            return path_to(vertex, found.parents) if vertex in found.parents else None
        with working_on(self.device):
            if not is_reached(self.distances[vertex]):
                return None
        return path_to(vertex, self._parents)

    def distance(self, target: int) -> float:
        """The distance of this vertex, as `distances` has it, but without a look at all others.

        Raises InputError if `target` is no vertex.
        """
        vertex = self.graph.checked_vertex(target, "target")
        if (found := vars(self).get(NEARBY)) is not None:
            return found.distance(vertex)  # type: ignore[no-any-return]
        with working_on(self.device):
            return self.distances[vertex].item()  # type: ignore[no-any-return]

    @cached_property
    def _parents(self) -> np.ndarray:
        parents = self.predecessors
        if parents is None:
            graph = self.graph.to_device(self.device)
            with working_on(self.device):
                distances = searched(array_on(self.device, self.distances), self.device)
                parents = tree(graph, self.sources, distances, self.device, edge_filters(self))
        return Cpu().array(parents)


def nearby_result(
    graph: Graph, sources: np.ndarray, found: Nearby, predecessors: bool, delta: float, device: Device
) -> SsspResult:
    """The result of a search that ended nearby: it has its arrays when they are asked for."""
    result = object.__new__(SsspResult)
    vars(result).update(graph=graph, sources=sources, delta=delta, device=device, trace=None)
    vars(result)[NEARBY] = found
    if not predecessors:
        vars(result)["predecessors"] = None
    return result
