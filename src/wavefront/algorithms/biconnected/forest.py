"""A breadth-first forest, and the interval of each subtree: after Tarjan and Vishkin, "An Efficient Parallel
Biconnectivity Algorithm", SIAM Journal on Computing 1985, with levels in place of a tour of the edges.

Each connected component is searched from its smallest vertex. Sizes of subtrees are added up from the deepest
level to the roots. Then, from the roots down, every vertex takes as many numbers as its subtree has vertices
from the interval of its parent; which numbers is up to the threads, and any such numbering is right.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ...atomics import atomic_add
from ...device import Device
from ...graph.arrays import exclusive_scan
from ..bfs import bfs
from ..by_level import Levels, by_level
from ..components.api import weak_components

if TYPE_CHECKING:
    from ...graph import Graph


class Forest(NamedTuple):
    """The tree of each component. The subtree of v has the numbers first[v] to first[v] + size[v] - 1."""

    parents: Any  # V ids; -1 for a root
    first: Any  # V: the number of each vertex, larger than its parent's
    size: Any  # V: the vertices of each subtree


def rooted_forest(graph: Graph, device: Device) -> tuple[Forest, Levels]:
    """The forest of an undirected graph that is on this device."""
    xp, dtype = device.xp, graph.csr.dst.dtype
    ids = xp.arange(graph.num_vertices, dtype=dtype)
    roots = xp.flatnonzero(weak_components(graph, device) == ids).astype(dtype)
    starts = roots[graph.out_degrees.take(roots) > 0]
    if not starts.size:
        none = xp.full_like(ids, -1)
        return Forest(none, ids, xp.ones_like(ids)), by_level(none, dtype, device)
    search = bfs(graph, starts, device=device)
    levels = by_level(search.levels, dtype, device)
    forest = Forest(search.predecessors, ids, xp.ones_like(ids))
    levels.up(add_up, forest)
    forest.first[roots] = exclusive_scan(forest.size.take(roots))[:-1]
    levels.down(take_interval, forest, forest.first + 1)
    return forest, levels


def add_up(place, order, forest):
    """Add the vertex's subtree, which is complete, to its parent's."""
    vertex = order[place]
    atomic_add(forest.size, forest.parents[vertex], forest.size[vertex])


def take_interval(place, order, forest, free):
    """Take numbers for the vertex's subtree from its parent, whose first `free` one rises."""
    vertex = order[place]
    number = atomic_add(free, forest.parents[vertex], forest.size[vertex])
    forest.first[vertex] = number
    free[vertex] = number + 1
