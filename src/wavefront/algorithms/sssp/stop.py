"""Where a search for shortest paths may end before every vertex has its distance."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...device import Cpu
from ...errors import checked_number
from ...graph.vertices import distinct_vertices

if TYPE_CHECKING:
    from ...graph import Graph
    from ...graph.vertices import Vertices

CHUNK = 1 << 14  # distances that a thread takes at once
ALONE = 1 << 22  # up to which one thread takes all: about a millisecond's work
NO_TARGETS = np.empty(0, np.int64)


class Stop(NamedTuple):
    """The last distance that is asked for, and vertices after which no further one is."""

    cutoff: float = inf
    targets: np.ndarray = NO_TARGETS  # int64

    def forget_beyond(self, distances: Any) -> None:
        """Make the distances infinite that are larger than the cutoff, or than all targets' distances."""
        last = self.cutoff
        if self.targets.size:
            last = min(last, float(distances[self.targets].max()))
        if last < inf and isinstance(distances, np.ndarray):
            chunks, size = -(-distances.size // CHUNK), distances.size if distances.size > ALONE else 0
            Cpu().for_each(chunks, forget_chunk, distances.dtype.type(last), distances, size=size)
        elif last < inf:
            distances[distances > last] = inf


NO_STOP = Stop()


def forget_chunk(chunk, last, distances):
    """Make a chunk's distances infinite that are larger than the last one: vector instructions, no branch."""
    for index in range(np.uint64(chunk * CHUNK), np.uint64(min((chunk + 1) * CHUNK, distances.size))):
        distances[index] = distances[index] if distances[index] <= last else np.inf


def checked_stop(graph: Graph, cutoff: float | None, target: Vertices | None, dtype: Any) -> Stop:
    """The stop that the caller asks for, of distances of this type. Raises InputError for a wrong one."""
    if cutoff is None and target is None:
        return NO_STOP
    last = inf if cutoff is None else checked_number("cutoff", cutoff, "a number, 0 or more")
    targets = NO_TARGETS if target is None else distinct_vertices(graph, target, "target").astype(np.int64)
    return Stop(rounded_down(last, dtype), targets)


def rounded_down(limit: float, dtype: Any) -> float:
    """The largest distance of this type that is not beyond the limit, 0 or more."""
    with np.errstate(over="ignore"):
        rounded = np.asarray(limit, dtype)
    if float(rounded) > limit:  # then no distance of the type is between the two
        rounded = np.nextafter(rounded, np.asarray(0, dtype))
    return float(rounded)
