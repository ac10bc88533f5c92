"""Biconnected components as connected components of a skeleton: FAST-BCC, Dong, Wang, Gu and Sun, "Provably
Fast and Space-Efficient Parallel Biconnectivity", PPoPP 2023.

The subtree of v reaches the vertices at the other ends of its edges, the edge to v's parent left out. If all
that it reaches has numbers of its own interval, the edge to the parent is a bridge. If all of it is in the
subtree of the parent, the edge is a fence: the parent separates v from the rest. The skeleton has the tree's
edges that are no fences, and all edges that are not the tree's. Each of its components, with the parent of
its topmost vertices, is biconnected. In a breadth-first forest no edge leads to an ancestor beyond the
parent, so every other edge joins two subtrees.

Components are kept by number, where a parent's is below its children's: the tree's edges then join vertices
in one sweep from the roots down. The other edges are linked as in Afforest, two of each vertex first:
vertices of the component that is largest by then leave out the rest, as an edge is seen from its other end.

Work O(V + E), and a sweep of all levels four times.
"""

from typing import Any, NamedTuple

import numpy as np

from ...atomics import atomic_max, atomic_min
from ...device import Cpu, Device
from ...graph import Graph
from ..by_level import Levels
from ..components.afforest import SAMPLE, SAMPLED_EDGES, compress, link
from ..components.afforest import Forest as Joined
from .forest import Forest


class Reach(NamedTuple):
    """The smallest and the largest number that each subtree reaches."""

    low: Any
    high: Any


class Some(NamedTuple):
    """The edges of each list from its `first` to before its `last`."""

    first: int
    last: int


def reach_of(graph: Graph, forest: Forest, levels: Levels, device: Device) -> Reach:
    """What each subtree reaches, its own vertices included."""
    reach = Reach(device.xp.empty_like(forest.first), device.xp.empty_like(forest.first))
    device.for_each(graph.num_vertices, look_around, *graph.csr[:2], forest, reach, size=graph.num_edges)
    levels.up(reach_as_far, forest, reach)
    return reach


def look_around(vertex, src_ptr, dst, forest, reach):
    """The vertex's own reach. Of parallel edges to its parent, only one is the tree's."""
    low = high = forest.first[vertex]
    parent = forest.parents[vertex]
    for edge in range(src_ptr[vertex], src_ptr[vertex + 1]):
        neighbor = dst[edge]
        if neighbor == parent and (edge == src_ptr[vertex] or dst[edge - 1] != neighbor):
            continue
        number = forest.first[neighbor]
        low, high = min(low, number), max(high, number)
    reach.low[vertex], reach.high[vertex] = low, high


def reach_as_far(place, order, forest, reach):
    """The vertex's parent reaches as far as its subtree."""
    vertex = order[place]
    atomic_min(reach.low, forest.parents[vertex], reach.low[vertex])
    atomic_max(reach.high, forest.parents[vertex], reach.high[vertex])


def stays_in(vertex, top, forest, reach):
    """Whether the subtree of a vertex reaches nothing outside the subtree of `top`."""
    first = forest.first[top]
    return reach.low[vertex] >= first and reach.high[vertex] < first + forest.size[top]


def find_bridge(place, order, forest, reach, is_bridge):
    """Note whether the edge from the vertex to its parent is a bridge."""
    vertex = order[place]
    is_bridge[place] = stays_in(vertex, vertex, forest, reach)


def join_parent(place, order, forest, reach, joined):
    """Give the vertex, by number, its parent's component, or one of its own below a fence."""
    vertex = order[place]
    parent, number = forest.parents[vertex], forest.first[vertex]
    fenced = stays_in(vertex, parent, forest, reach)
    joined[number] = number if fenced else joined[forest.first[parent]]


def link_others(vertex, some, largest, src_ptr, dst, forest, joined):
    """Link a vertex that is not in the largest component along `some` edges that aren't the forest's."""
    number, parent = forest.first[vertex], forest.parents[vertex]
    if joined[number] == largest:
        return
    start = src_ptr[vertex]
    for edge in range(start + some.first, min(start + some.last, src_ptr[vertex + 1])):
        neighbor = dst[edge]
        if neighbor != vertex and neighbor != parent and forest.parents[neighbor] != vertex:
            link(number, forest.first[neighbor], joined)


def skeleton_components(graph: Graph, forest: Forest, levels: Levels, reach: Reach, device: Device) -> Any:
    """The component of each number: V numbers, the smallest of the component. A root is alone in its own."""
    xp, count = device.xp, graph.num_vertices
    joined = xp.arange(count, dtype=forest.first.dtype)
    levels.down(join_parent, forest, reach, joined)
    lists, largest = graph.csr[:2], -1
    for some in (Some(0, SAMPLED_EDGES), Some(SAMPLED_EDGES, graph.num_edges)):
        device.for_each(count, link_others, some, largest, *lists, forest, joined, size=graph.num_edges)
        device.for_each(count, compress, Joined(*lists, joined))
        if count:
            drawn = np.random.default_rng(0).integers(0, count, SAMPLE)
            found, votes = np.unique(Cpu().array(joined[device.array(drawn)]), return_counts=True)
            largest = int(found[votes.argmax()])
    return joined
