"""The predecessors of a search for shortest paths over ranks, found from its distances.

A vertex takes the in-neighbor of the smallest id that is nearer than itself and on a shortest path. Where
none is nearer, since weights are 0 or too small to count, one as near is taken that has a predecessor
already, in rounds: so the predecessors are those of ``wavefront.sssp``, and form no cycle.
"""

from math import inf
from typing import Any, NamedTuple

import numpy as np

from ..algorithms.sssp.weights import edge_weight
from ..atomics import atomic_min
from .graph import DistributedGraph, Lists, for_each_list, gathered_places, lane_of

LAST = np.iinfo(np.int64).max  # larger than any id


class Tree(NamedTuple):
    """What predecessors are found from, and the predecessors."""

    distances: Any  # of own vertices
    everywhere: Any  # distances at all places
    ids: Any  # at all places
    predecessors: Any  # ids without a sign: the largest number, which is -1 with one, where there is none


def tree(graph: DistributedGraph, source: int, distances: Any, everywhere: Any = None) -> Any:
    """The ids of the predecessors of this rank's vertices, -1 where there is none; a collective.

    From the distances of own vertices, and those at all places, which are gathered unless they are given.
    """
    predecessors = graph.device.xp.full(graph.partition.owned, -1, graph.ids.dtype)
    everywhere = gathered_places(graph, distances) if everywhere is None else everywhere
    found = _new_tree(graph, distances, everywhere, predecessors)
    for_each_list(graph, enter_from_nearer, with_lengths(graph.into, graph.device.xp), found)
    _complete(graph, source, found, predecessors)
    return predecessors


def complete(graph: DistributedGraph, source: int, distances: Any, predecessors: Any) -> None:
    """Find the predecessors of those that have none and aren't nearer than any; a collective."""
    everywhere = gathered_places(graph, distances)
    _complete(graph, source, _new_tree(graph, distances, everywhere, predecessors), predecessors)


def _new_tree(graph: DistributedGraph, distances: Any, everywhere: Any, predecessors: Any) -> Tree:
    return Tree(distances, everywhere, graph.all_ids, predecessors.view(f"u{predecessors.itemsize}"))


def _complete(graph: DistributedGraph, source: int, found: Tree, predecessors: Any) -> None:
    local, into = graph.local(source), with_lengths(graph.into, graph.device.xp)
    first, reached = graph.partition.first, found.distances < inf
    entered = predecessors >= 0
    if local is not None:
        entered[local] = True
    open_ends = np.array([int((reached & ~entered).sum())], np.int64)
    left, before = int(graph.communicator.sum(open_ends)[0]), 0
    while left != before:
        everywhere = gathered_places(graph, entered)
        for_each_list(graph, enter_from_as_near, first, into, everywhere, entered, found)
        open_ends[0] = int((reached & ~entered).sum())
        left, before = int(graph.communicator.sum(open_ends)[0]), left
        if not left:
            break


def with_lengths(lists: Lists, xp: Any) -> Lists:
    """The lists with weights that can be added: in an unweighted graph none, of a number's type."""
    return lists if lists.weights.dtype != bool else lists._replace(weights=xp.empty(0))


def enter_from_nearer(item, begin, lanes, into, found):
    """Take the in-neighbor of the smallest id that is nearer and on a shortest path, of a lane's share."""
    (local, lane), least = lane_of(item, begin, lanes), LAST
    end = found.distances[local]
    if end < inf:
        for edge in range(into.ptr[local] + lane, into.ptr[local + 1], lanes):
            place = into.places[edge]
            start = found.everywhere[place]
            # One condition, seldom true: a processor can't guess which half of the neighbors is nearer.
            if (start < end) & (start + edge_weight(edge, into.weights) == end) and found.ids[place] < least:
                least = found.ids[place]
    if least != LAST:
        enter(local, least, lanes, found)


def enter_from_as_near(item, begin, lanes, first, into, everywhere, entered, found):
    """Take the in-neighbor of the smallest id that is as near and was entered before this round, likewise."""
    (local, lane), least = lane_of(item, begin, lanes), LAST
    end = found.distances[local]
    if everywhere[first + local] or not end < inf:
        return
    for edge in range(into.ptr[local] + lane, into.ptr[local + 1], lanes):
        place = into.places[edge]
        is_as_near = found.everywhere[place] == end and end + edge_weight(edge, into.weights) == end
        if is_as_near and everywhere[place] and found.ids[place] < least:
            least = found.ids[place]
    if least != LAST:
        enter(local, least, lanes, found)
        entered[local] = True


def enter(local, least, lanes, found):
    """Note a predecessor, the least of all lanes'."""
    if lanes == 1:
        found.predecessors[local] = least
    else:
        atomic_min(found.predecessors, local, found.predecessors.dtype.type(least))
