"""A breadth-first forest, and the interval of each subtree: after Tarjan and Vishkin, "An Efficient Parallel
Biconnectivity Algorithm", SIAM Journal on Computing 1985, with levels in place of a tour of the edges.

Each connected component is searched from its smallest vertex. Sizes of subtrees are added up from the deepest
level to the roots. Then, from the roots down, every vertex takes as many numbers as its subtree has vertices
from the interval of its parent; which numbers is up to the threads, and any such numbering is right.

A sweep over the levels is a loop for each level. On the CPU one thread does a run of small levels alone: a
path has as many levels as vertices.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...atomics import atomic_add
from ...device import Cpu, Device
from ...graph.arrays import exclusive_scan
from ..bfs import bfs
from ..components.afforest import weak_components

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...graph import Graph

LARGE_LEVEL = 4096  # vertices of a level from which several CPU threads share it


class Forest(NamedTuple):
    """The tree of each component. The subtree of v has the numbers first[v] to first[v] + size[v] - 1."""

    parents: Any  # V ids; -1 for a root
    first: Any  # V: the number of each vertex, larger than its parent's
    size: Any  # V: the vertices of each subtree


class Levels(NamedTuple):
    """The vertices that are no roots, by level."""

    order: Any
    deepest_first: Any
    runs: list[tuple[int, int, bool]]  # slices: a level for all threads, or levels that one thread takes
    device: Device

    def down(self, body: Callable[..., Any], *arguments: Any) -> None:
        """Run ``body(place, order, *arguments)`` for every vertex, after its parent's."""
        for first, last, shared in self.runs:
            self._loop(shared).for_each(last - first, body, self.order[first:last], *arguments)

    def up(self, body: Callable[..., Any], *arguments: Any) -> None:
        """Run ``body(place, order, *arguments)`` for every vertex, after its children's."""
        count = self.order.size
        for first, last, shared in reversed(self.runs):
            part = self.deepest_first[count - last : count - first]
            self._loop(shared).for_each(part.size, body, part, *arguments)

    def _loop(self, shared: bool) -> Device:
        return self.device if shared else Cpu(threads=1)  # which takes the places in their order


def rooted_forest(graph: Graph, device: Device) -> tuple[Forest, Levels]:
    """The forest of an undirected graph that is on this device."""
    xp, dtype = device.xp, graph.csr.dst.dtype
    ids = xp.arange(graph.num_vertices, dtype=dtype)
    roots = xp.flatnonzero(weak_components(graph, device) == ids).astype(dtype)
    starts = roots[graph.out_degrees.take(roots) > 0]
    if not starts.size:
        return Forest(xp.full_like(ids, -1), ids, xp.ones_like(ids)), Levels(ids[:0], ids[:0], [], device)
    search = bfs(graph, starts, device=device)
    levels = _by_level(search.levels, dtype, device)
    forest = Forest(search.predecessors, ids, xp.ones_like(ids))
    levels.up(add_up, forest)
    forest.first[roots] = exclusive_scan(forest.size.take(roots))[:-1]
    levels.down(take_interval, forest, forest.first + 1)
    return forest, levels


def _by_level(levels: Any, dtype: Any, device: Device) -> Levels:
    xp = device.xp
    below = xp.flatnonzero(levels > 0)
    keys = levels.take(below)
    if (deepest := int(keys.max()) if keys.size else 0) <= np.iinfo(np.uint16).max:
        keys = keys.astype(np.uint16)  # NumPy sorts 16 bits by radix
    order = below.take(xp.argsort(keys, kind="stable")).astype(dtype)
    sizes = Cpu().array(xp.bincount(keys, minlength=deepest + 1))[1:]
    ends = np.cumsum(sizes)
    shared = sizes >= (LARGE_LEVEL if isinstance(device, Cpu) else 0)
    is_end = np.append(shared[1:] | shared[:-1], True)[: ends.size]
    lasts = ends[is_end].tolist()
    runs = list(zip([0, *lasts], lasts, shared[is_end].tolist(), strict=False))
    return Levels(order, order[::-1].copy(), runs, device)


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
