"""Connected components over ranks: each joins the ends of its own edges, then the forests are joined.

A rank holds a forest over all places. In the first step it links the ends of its own edges, without a
message: all of the edges' work. Then forests travel around the ring of ranks, 1, 2, 4, ... ranks on, and each
rank adds the arriving forest's links to its own: after log2(ranks) steps every rank has the components of the
whole graph. O(E / ranks + V log(ranks)) work and messages of V places each.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ..algorithms.components.afforest import compress, link
from ..atomics import atomic_min
from ..device import working_on
from .graph import NOWHERE, DistributedGraph, gathered


@dataclass(frozen=True, eq=False)
class ComponentSegment:
    """One rank's part of the result of `connected_components`.

    Attributes
    ----------
    components
        The component of each of the vertices ``graph.ids``, from 0 to `num_components` - 1; components are
        numbered in the order of their smallest vertices.
    num_components
        How many there are in the whole graph.
    """

    graph: DistributedGraph
    components: Any
    num_components: int

    def gather(self) -> np.ndarray:
        """The components of all vertices in order of id, on every rank, in NumPy's memory."""
        return gathered(self.graph, self.components)


class Forest(NamedTuple):
    """Trees over all places: a root's parent is itself."""

    parents: Any


def connected_components(graph: DistributedGraph) -> ComponentSegment:
    """The components that paths join, whichever way edges point; every rank gets its own vertices' part."""
    device, part = graph.device, graph.partition
    with working_on(device):
        xp, places = device.xp, part.size * part.stride
        forest = Forest(xp.arange(places, dtype=part.dtype))
        device.for_each(part.owned, link_list, part.first, graph.out, forest)
        step = 1
        while step < part.size:
            device.for_each(places, compress, forest)
            device.for_each(places, link_place, _from_before(graph, forest, step), forest)
            step *= 2
        device.for_each(places, compress, forest)
        ids = graph.all_ids
        smallest = xp.full(places, graph.num_vertices, ids.dtype)
        device.for_each(places, note_smallest, forest, ids, smallest)
        firsts = xp.sort(smallest[smallest < graph.num_vertices])
        own = smallest[forest.parents[part.first : part.first + part.owned]]
        components = xp.searchsorted(firsts, own).astype(ids.dtype)
    return ComponentSegment(graph, components, int(firsts.size))


def _from_before(graph: DistributedGraph, forest: Forest, step: int) -> Any:
    """The parents of the rank that is so many ranks before this one on the ring."""
    part = graph.partition
    counts = np.zeros(part.size, np.int64)
    counts[(part.rank + step) % part.size] = forest.parents.size
    return graph.communicator.exchange(forest.parents, counts)[0]


def link_list(local, first, out, forest):
    """Link an own vertex with its neighbors."""
    for edge in range(out.ptr[local], out.ptr[local + 1]):
        link(first + local, out.places[edge], forest.parents)


def link_place(place, others, forest):
    """Link a place with its parent in another rank's forest."""
    link(place, others[place], forest.parents)


def note_smallest(place, forest, ids, smallest):
    """Note the smallest id of a tree's vertices at its root."""
    if ids[place] != NOWHERE:
        atomic_min(smallest, forest.parents[place], ids[place])
