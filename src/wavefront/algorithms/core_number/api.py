"""Core numbers: the largest k for which a vertex is in a part of the graph where all have k neighbors.

Method: peeling. At each level k the vertices with k neighbors left are taken away, then the vertices that
this leaves with k, until all that are left have at least k + 1. Source: Dasari, Ranjan and Zubair, "ParK: An
Efficient Algorithm for k-core Decomposition on Multicore Processors", IEEE Big Data 2014: a level is a filter
of the vertices left, then rounds. A long chain loses one vertex at a time, which would take one round per
vertex. So on the CPU a thread takes away all vertices that its own vertex makes go (Kabir and Madduri,
"Parallel k-core Decomposition on Multicore Platforms", IPDPSW 2017). A round costs less on a GPU
(one_launch.py).

Work O(E + the vertices left at each level that occurs).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...atomics import atomic_add
from ...device import Cpu, Device, get_device, working_on
from ...errors import InputError
from ...frontier import Frontier
from ...graph.vertices import require_graph
from ...operators import filter, neighbor_reduce
from ..level_queue import has_room
from ..result import in_numpy
from ..shortage import shortage
from ..tables import Labelled, to_arrow, to_frame, to_html

if TYPE_CHECKING:
    from ...graph import Graph


class Peeling(NamedTuple):
    """The problem: what is left of the graph."""

    degrees: Any  # V int32: neighbors left; of a vertex that was taken away, its core number
    level: int


class Lists(NamedTuple):
    """The neighbor lists, to tell the first of parallel edges."""

    src_ptr: Any
    dst: Any


@dataclass(frozen=True, eq=False)
class CoreResult:
    """Core number of every vertex.

    Attributes
    ----------
    cores
        V int32: the core number of each vertex; 0 without neighbors.
    device
        The device that ran.
    """

    graph: Graph
    cores: np.ndarray
    device: Device

    to_frame, to_arrow, _repr_html_ = to_frame, to_arrow, to_html
    labelled = property(Labelled)

    def to_numpy(self) -> CoreResult:
        """This result with its array in NumPy: itself unless it is on a GPU."""
        return in_numpy(self)

    @cached_property
    def degeneracy(self) -> int:
        """The largest core number; 0 without vertices."""
        with working_on(self.device):
            return int(self.cores.max()) if self.cores.size else 0

    def __repr__(self) -> str:
        size, on = self.cores.size, self.device.name
        return f"CoreResult({size:,} vertices, degeneracy {self.degeneracy:,}, {on})"


def core_number(graph: Graph, *, device: str | Device = "auto") -> CoreResult:
    """Core number of every vertex of an undirected graph.

    Neighbors are counted, not edges: parallel edges count once and self-loops not at all.

    Parameters
    ----------
    device
        As for `bfs`.

    Raises
    ------
    InputError
        For a directed graph.
    DeviceError
        For a GPU that isn't there, or that has too little memory.
    """
    require_graph(graph)
    if graph.directed:
        raise InputError("core numbers are those of an undirected graph: build it with directed=False")
    where = get_device(device, graph.device)
    with working_on(where, shortage, "core_number", graph, {}):
        views = graph.to_device(where)
        left = Frontier(views, device=where, queue_sizing=0).load_all()
        degrees = where.xp.empty(graph.num_vertices, np.int32)
        neighbor_reduce(views, is_new, Lists(*views.csr[:2]), degrees, frontier=left)
        if int(degrees.sum(dtype=np.int64)) < views.num_edges:
            views = views.simplified()
        if not isinstance(where, Cpu) and has_room(views):
            from . import one_launch  # here, since only a GPU needs its kernels

            one_launch.peel(views, degrees, where)
        else:
            _peel(views, left, degrees)
    return CoreResult(graph, degrees, where)


def is_new(source, neighbor, edge, lists):
    """Whether this edge, of those in its sorted list, is the first that leads to another vertex."""
    repeated = edge > lists.src_ptr[source] and lists.dst[edge - 1] == neighbor
    return 0 if repeated or neighbor == source else 1


def is_left(vertex, peeling):
    """Whether the vertex wasn't taken away at this level or before."""
    return peeling.degrees[vertex] > peeling.level


def is_next(vertex, peeling):
    """Whether the vertex, which is left, goes at this level."""
    return peeling.degrees[vertex] == peeling.level


def take_neighbor(source, neighbor, edge, peeling):
    """The neighbor loses a neighbor; whether this loss makes it go at this level too."""
    if peeling.degrees[neighbor] <= peeling.level:
        return False
    degree = atomic_add(peeling.degrees, neighbor, -1) - 1
    if degree < peeling.level:  # several threads came past the test above, and another one was first
        atomic_add(peeling.degrees, neighbor, 1)
    return degree == peeling.level


def follow(index, items, src_ptr, dst, peeling, below):
    """Take a vertex away, then all that must go with it: a stack, each vertex linked to the one `below`."""
    top = items[index]
    while top >= 0:
        vertex = top
        top = below[vertex]
        for edge in range(src_ptr[vertex], src_ptr[vertex + 1]):
            neighbor = dst[edge]
            if take_neighbor(vertex, neighbor, edge, peeling):
                below[neighbor] = top
                top = neighbor


def _peel(graph: Graph, left: Frontier, degrees: Any) -> None:
    """Turn degrees into core numbers; `left` begins with every vertex."""
    device = left.device
    lists = graph.csr[:2]
    # A vertex enters at most one thread's stack, once; those that a filter finds begin stacks of their own.
    below = device.xp.full(graph.num_vertices, -1, lists[1].dtype)
    frontier = Frontier(graph, device=device)
    while left.size:
        peeling = Peeling(degrees, int(degrees.take(left.items).min()))
        frontier.resize(left.size)[: left.size] = left.items
        frontier.swap(left.size, "vertices")
        filter(frontier, is_next, peeling)
        device.for_each(frontier.size, follow, frontier.items, *lists, peeling, below)
        filter(left, is_left, peeling)
