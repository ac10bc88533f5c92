"""Topological levels: on a directed graph without cycles, the longest path to each vertex.

Source: Kahn, "Topological Sorting of Large Networks", CACM 1962, by frontiers: the vertices without in-edges
are level 0; taking their out-edges away leaves others without in-edges, which are level 1, and so on. Each
edge decrements a count at its end by an atomic; the thread that makes the count 0 puts the end into the
frontier. O(V + E) work.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...atomics import atomic_add
from ...device import Cpu, Device, array_module, get_device, working_on
from ...errors import InputError
from ...frontier import UNVISITED
from ...graph.arrays import INT32_MAX
from ...graph.vertices import named, require_graph
from ...operators import Frontier, advance, compute, enact
from ..by_level import LARGE_LEVEL
from ..level_queue import has_room
from ..result import in_numpy
from ..shortage import shortage
from ..tables import Labelled, to_arrow, to_frame, to_html

if TYPE_CHECKING:
    from ...graph import Graph


@dataclass(frozen=True, eq=False)
class TopologicalLevelsResult:
    """How deep each vertex of a directed acyclic graph is.

    Attributes
    ----------
    levels
        V int32: the most edges on a path to the vertex. Every edge leads to a higher level.
    device
        The device that ran.
    """

    graph: Graph
    levels: np.ndarray
    device: Device

    @cached_property
    def num_levels(self) -> int:
        """Levels that hold a vertex: the vertices on a longest path."""
        with working_on(self.device):
            return int(self.levels.max()) + 1 if self.levels.size else 0

    def order(self) -> np.ndarray:
        """The vertices in topological order: by level, those of one level by id. V ids, where `levels` is."""
        xp = array_module(self.levels)
        with working_on(self.device):
            order: np.ndarray = xp.argsort(self.levels, kind="stable")
            return order.astype(self.graph.csr.dst.dtype)

    to_frame, to_arrow, _repr_html_ = to_frame, to_arrow, to_html
    labelled = property(Labelled)

    def to_numpy(self) -> TopologicalLevelsResult:
        """This result with its array in NumPy: itself unless it is on a GPU."""
        return in_numpy(self)

    def __repr__(self) -> str:
        sizes = f"{self.levels.size:,} vertices, {self.num_levels:,} levels"
        return f"TopologicalLevelsResult({sizes} on {self.device.name})"


class Order(NamedTuple):
    """The number of in-edges that each vertex still has, and the levels found."""

    waiting_for: Any
    levels: Any
    level: int


def topological_levels(graph: Graph, *, device: str | Device = "auto") -> TopologicalLevelsResult:
    """The longest path, in edges, to each vertex of a directed acyclic graph (Kahn, CACM 1962).

    Sorted by level, the vertices are in topological order; those of one level don't depend on one another.
    O(V + E) work, one step per level; on the CPU one thread takes a run of small levels in one step. A GPU
    takes all levels in one launch.

    Parameters
    ----------
    device
        As for `bfs`.

    Raises
    ------
    InputError
        For a cycle, naming a vertex on it; a self-loop is one, and so is an undirected edge.
    DeviceError
        For a GPU that isn't there, or that has too little memory.
    """
    require_graph(graph)
    where = get_device(device, graph.device)
    if not graph.directed and graph.num_edges:  # also where the reverse edges that it needs are missing
        raise _has_cycle(graph, graph.csr.dst[0])
    with working_on(where, shortage, "topological_levels", graph, {}):
        views = graph.to_device(where)
        levels = where.xp.full(graph.num_vertices, UNVISITED, np.int32)
        if isinstance(where, Cpu) or not _fits_one_launch(views):
            _settle(views, levels, where)
        else:
            from . import one_launch  # here, since only a GPU needs its kernels

            one_launch.settle_levels(views, levels, where)
        has_cycle = bool((levels == UNVISITED).any())
    result = TopologicalLevelsResult(graph, levels, where)
    if has_cycle:
        raise _has_cycle(graph, _on_cycle(result.to_numpy()))
    return result


def _fits_one_launch(graph: Graph) -> bool:
    """Whether a GPU's launch has room: in its queue, and for a vertex's in-edges, counted in int32."""
    return has_room(graph) and (graph.num_edges <= INT32_MAX or int(graph.in_degrees.max()) <= INT32_MAX)


def _settle(graph: Graph, levels: Any, device: Device) -> None:
    """Store the level of each vertex that is on no cycle, nor behind one, one level after the other."""
    xp, order = device.xp, Order(graph.in_degrees.copy(), levels, 0)
    frontier = Frontier(graph, device=device).load(xp.flatnonzero(order.waiting_for == 0))
    compute(frontier, settle, order)
    queue = xp.empty(graph.num_vertices if isinstance(device, Cpu) else 0, graph.csr.dst.dtype)
    level = 0

    def step(_: int) -> None:
        nonlocal level
        if isinstance(device, Cpu) and frontier.size < LARGE_LEVEL:
            level = _take_small_levels(graph, frontier, order, level, queue, device)
        else:
            level += 1
            advance(graph, frontier, release, order._replace(level=level))

    enact(step, frontier)


def _take_small_levels(
    graph: Graph, frontier: Frontier, order: Order, level: int, queue: np.ndarray, device: Cpu
) -> int:
    """Settle levels by one thread, up to one that is large or empty, the new frontier; returns its number."""
    size = frontier.size
    queue[:size] = frontier.items
    state = np.array([0, size, level])
    device.for_each(1, take_small_levels, *graph.csr[:2], order, queue, state, size=1)
    frontier.load(queue[state[0] : state[1]])
    return int(state[2])


def take_small_levels(_, src_ptr, dst, order, queue, state):
    """Kahn's algorithm, from the vertices in the queue from state[0] to state[1] on, of level state[2]."""
    first, end, level = state[0], state[1], state[2]
    while first < end and end - first < LARGE_LEVEL:
        level += 1
        last = end
        for place in range(first, end):
            vertex: Any = np.uint64(queue[place])
            for edge in range(src_ptr[vertex], src_ptr[vertex + np.uint64(1)]):
                neighbor: Any = np.uint64(dst[np.uint64(edge)])
                order.waiting_for[neighbor] -= 1
                if order.waiting_for[neighbor] == 0:
                    order.levels[neighbor] = level
                    queue[last] = dst[np.uint64(edge)]
                    last += 1
        first, end = end, last
    state[0], state[1], state[2] = first, end, level


def settle(vertex, order):
    """Note the level of a vertex without in-edges left."""
    order.levels[vertex] = order.level


def release(source, neighbor, edge, order):
    """Take the edge away; the last edge that enters a vertex is from the level before it."""
    if atomic_add(order.waiting_for, neighbor, -1) != 1:
        return False
    order.levels[neighbor] = order.level
    return True


def _has_cycle(graph: Graph, vertex: Any) -> InputError:
    return InputError(f"the graph has a cycle, through vertex {named(graph, vertex)}")


def _on_cycle(result: TopologicalLevelsResult) -> int:
    """A vertex on a cycle, found by going back from a vertex left, which is on a cycle or behind one."""
    left, csc = result.levels == UNVISITED, result.graph.to_device("cpu").csc
    vertex, seen = int(left.argmax()), set()
    while vertex not in seen:
        seen.add(vertex)
        sources = csc.src[csc.dst_ptr[vertex] : csc.dst_ptr[vertex + 1]]
        vertex = int(sources[left[sources]][0])  # a vertex left has an in-neighbor left
    return vertex
