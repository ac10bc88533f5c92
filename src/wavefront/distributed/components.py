"""Connected components over ranks, by Afforest: a few edges of each vertex, then those of the rest.

A rank holds a forest over all places. It links its own vertices along their first edges, without a message.
Then forests travel around the ring of ranks, 1, 2, 4, ... ranks on, and each rank adds the arriving forest's
links to its own: after log2(ranks) steps all have the same trees, each with its smallest place as root. The
largest, of which a sample tells, is the same for all: ranks link the other vertices along the rest of their
edges, in either direction, which is where an edge that leaves the largest tree is seen. The forests travel
again. O((V + E) / ranks + V log(ranks)) work and messages of V places each. See ``wavefront.algorithms`` for
the source of the method.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ..algorithms.components.afforest import SAMPLE, SAMPLED_EDGES, compress, link
from ..atomics import atomic_min
from ..device import Cpu, working_on
from .graph import NOWHERE, DistributedGraph, for_each_list, gathered


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
        device.for_each(part.owned, point_to_first, part.first, graph.out, forest)
        device.for_each(part.owned, link_sampled, part.first, graph.out, forest)
        _join(graph, forest)
        largest = _largest(graph, forest)
        for_each_list(graph, link_rest, part.first, SAMPLED_EDGES, largest, graph.out, forest)
        if graph.directed:
            for_each_list(graph, link_rest, part.first, 0, largest, graph.into, forest)
        _join(graph, forest)
        ids = graph.all_ids
        smallest = xp.full(places, graph.num_vertices, ids.dtype)
        device.for_each(places, note_smallest, forest, ids, smallest)
        is_first = xp.zeros(graph.num_vertices, np.int8)
        is_first[smallest[smallest < graph.num_vertices]] = 1
        numbers = xp.cumsum(is_first, dtype=ids.dtype)
        count = int(numbers[-1]) if numbers.size else 0
        components = numbers[smallest[forest.parents[part.first : part.first + part.owned]]] - 1
    return ComponentSegment(graph, components, count)


def _join(graph: DistributedGraph, forest: Forest) -> None:
    """Add all ranks' links to the forest; every place then points to its root."""
    device, places, step = graph.device, forest.parents.size, 1
    device.for_each(places, compress, forest)
    while step < graph.partition.size:
        device.for_each(places, link_place, _from_before(graph, forest, step), forest)
        device.for_each(places, compress, forest)
        step *= 2


def _largest(graph: DistributedGraph, forest: Forest) -> int:
    """The root of the tree that most places of a sample are in: the same on every rank."""
    roots = Cpu().array(forest.parents[:: max(1, forest.parents.size // SAMPLE)])
    trees, sizes = np.unique(roots, return_counts=True)
    return int(trees[sizes.argmax()])


def _from_before(graph: DistributedGraph, forest: Forest, step: int) -> Any:
    """The parents of the rank that is so many ranks before this one on the ring."""
    part = graph.partition
    counts = np.zeros(part.size, np.int64)
    counts[(part.rank + step) % part.size] = forest.parents.size
    return graph.communicator.exchange(forest.parents, counts)[0]


def point_to_first(local, first, out, forest):
    """Have an own vertex point to its first neighbor, if that has a smaller place: this takes no atomic."""
    if out.ptr[local] < out.ptr[local + 1]:
        forest.parents[first + local] = min(first + local, np.int64(out.places[out.ptr[local]]))


def link_sampled(local, first, out, forest):
    """Link an own vertex along its first edges."""
    begin = out.ptr[local]
    for edge in range(begin, min(begin + SAMPLED_EDGES, out.ptr[local + 1])):
        link(first + local, out.places[edge], forest.parents)


def link_rest(item, begin, lanes, first, skipped, largest, lists, forest):
    """Link an own vertex that is not in the largest tree along a lane's share of its edges but the first."""
    local, lane = begin + item // lanes, item % lanes
    if forest.parents[first + local] != largest:
        for edge in range(lists.ptr[local] + skipped + lane, lists.ptr[local + 1], lanes):
            link(first + local, lists.places[edge], forest.parents)


def link_place(place, others, forest):
    """Link a place with its parent in another rank's forest."""
    link(place, others[place], forest.parents)


def note_smallest(place, forest, ids, smallest):
    """Note the smallest id of a tree's vertices at its root."""
    root = forest.parents[place]
    if ids[place] != NOWHERE and ids[place] < smallest[root]:  # asked first: most wait for the same word
        atomic_min(smallest, root, ids[place])
