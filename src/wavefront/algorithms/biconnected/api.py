"""Biconnected components, bridges and articulation points: the functions that callers use, and a result."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ...atomics import atomic_add, atomic_min
from ...device import Device, array_module, get_device, working_on
from ...errors import InputError, checked_integer
from ...graph.arrays import index_dtype
from ...graph.formats import COO, coo_to_csr, csr_to_coo
from ...graph.vertices import require_graph
from ..by_level import Levels
from ..result import in_numpy
from ..shortage import shortage
from ..tables import Labelled, to_arrow, to_frame, to_html
from .forest import Forest, rooted_forest
from .skeleton import Reach, find_bridge, reach_of, skeleton_components

if TYPE_CHECKING:
    from ...graph import Graph


@dataclass(frozen=True, eq=False)
class BiconnectedResult:
    """The biconnected components of an undirected graph: sets of edges, any two of them on a common cycle.

    Attributes
    ----------
    edge_components
        E integers, from 0 to `num_components` - 1: the component of each stored edge, in the order of `csr`;
        -1 for a self-loop. Components are numbered in the order of their first edges.
    memberships
        V integers of the vertex ids' type: how many components each vertex is in; 0 without neighbors.
    bridges
        (k, 2) vertex ids u < v: the edges whose loss would disconnect their ends, ascending.
    num_components
        How many there are; a bridge is one of its own.
    device
        The device that ran.
    """

    graph: Graph
    edge_components: np.ndarray
    memberships: np.ndarray
    bridges: np.ndarray
    num_components: int
    device: Device

    to_frame, to_arrow, _repr_html_ = to_frame, to_arrow, to_html
    labelled = property(Labelled)

    def to_numpy(self) -> BiconnectedResult:
        """This result with its arrays in NumPy: itself unless they are on a GPU."""
        return in_numpy(self)

    def __repr__(self) -> str:
        found = f"{self.num_components:,} components, {self.num_bridges:,} of them bridges"
        return f"BiconnectedResult({found}, on {self.device.name})"

    @property
    def num_bridges(self) -> int:
        """How many bridges there are."""
        return len(self.bridges)

    @cached_property
    def articulation_points(self) -> np.ndarray:
        """The vertices whose loss would disconnect others, ascending: those in several components."""
        with working_on(self.device):
            return _cut_vertices(self.memberships)

    @property
    def num_articulation_points(self) -> int:
        """How many articulation points there are."""
        return int(self.articulation_points.size)

    def vertices(self, component: int) -> np.ndarray:
        """The vertices of a component, ascending: two or more. Raises InputError if there is no such one."""
        number = checked_integer("component", component, 0, self.num_components - 1)
        with working_on(self.device):
            src = self.graph.to_device(self.device).coo.src
            found: np.ndarray = array_module(src).unique(src[self.edge_components == number])
            return found


def biconnected_components(graph: Graph, *, device: str | Device = "auto") -> BiconnectedResult:
    """The biconnected components of an undirected graph, with its bridges and articulation points.

    FAST-BCC (Dong, Wang, Gu and Sun, PPoPP 2023) over a breadth-first forest: O(V + E) work, and steps in
    proportion to the depth of the forest. Self-loops are in no component; parallel edges are on a cycle.

    Parameters
    ----------
    device
        As for `bfs`. On a GPU each level is a launch of its own, four times: a deep graph is slow there.

    Raises
    ------
    InputError
        For a directed graph.
    DeviceError
        For a GPU that isn't there, or that has too little memory.
    """
    where = _place(graph, device)
    with working_on(where, shortage, "biconnected_components", graph, {}):
        views, forest, levels, reach = _searched(graph, where)
        joined = skeleton_components(views, forest, levels, reach, where)
        edges, count = _edge_components(views, forest, joined, where)
        memberships = _memberships(forest, joined, where)
        bridges = _bridges(forest, levels, reach, where)
    return BiconnectedResult(graph, edges, memberships, bridges, count, where)


def bridges(graph: Graph, *, device: str | Device = "auto") -> np.ndarray:
    """The bridges of an undirected graph: (k, 2) vertex ids u < v, ascending. One of parallel edges is none.

    The first steps of `biconnected_components`, with the same parameters and errors.
    """
    where = _place(graph, device)
    with working_on(where):
        return _bridges(*_searched(graph, where)[1:], where)


def articulation_points(graph: Graph, *, device: str | Device = "auto") -> np.ndarray:
    """The vertices of an undirected graph whose loss would disconnect others: ids, ascending.

    The steps of `biconnected_components` without those for its edges; parameters and errors are the same.
    """
    where = _place(graph, device)
    with working_on(where):
        views, forest, levels, reach = _searched(graph, where)
        joined = skeleton_components(views, forest, levels, reach, where)
        return _cut_vertices(_memberships(forest, joined, where))


def _place(graph: Graph, device: str | Device) -> Device:
    require_graph(graph)
    if graph.directed:
        raise InputError(
            "biconnected components are those of an undirected graph: build it with directed=False"
        )
    return get_device(device, graph.device)


def _searched(graph: Graph, device: Device) -> tuple[Graph, Forest, Levels, Reach]:
    views = graph.to_device(device)
    forest, levels = rooted_forest(views, device)
    return views, forest, levels, reach_of(views, forest, levels, device)


def _bridges(forest: Forest, levels: Levels, reach: Reach, device: Device) -> np.ndarray:
    xp, count = device.xp, forest.first.size
    is_bridge = xp.empty(levels.order.size, bool)
    device.for_each(is_bridge.size, find_bridge, levels.order, forest, reach, is_bridge)
    lower = levels.order[is_bridge]
    upper = forest.parents.take(lower)
    ends = COO(xp.minimum(lower, upper), xp.maximum(lower, upper))
    src, dst, _ = csr_to_coo(coo_to_csr(ends, count))  # sorted
    pairs: np.ndarray = xp.stack((src, dst), axis=1)
    return pairs


def _memberships(forest: Forest, joined: Any, device: Device) -> Any:
    memberships = device.xp.zeros_like(forest.first)
    device.for_each(memberships.size, count_components, forest, joined, memberships)
    return memberships


def count_components(vertex, forest, joined, memberships):
    """Count the component of the edge to the parent: for the vertex, and once for the component's top."""
    parent, number = forest.parents[vertex], forest.first[vertex]
    if parent >= 0:
        atomic_add(memberships, vertex, 1)
        if joined[number] == number:
            atomic_add(memberships, parent, 1)


def _cut_vertices(memberships: Any) -> np.ndarray:
    found: np.ndarray = array_module(memberships).flatnonzero(memberships > 1)
    return found.astype(memberships.dtype, copy=False)


def _edge_components(graph: Graph, forest: Forest, joined: Any, device: Device) -> tuple[Any, int]:
    """The numbered component of each stored edge, and how many there are."""
    xp, size = device.xp, graph.num_edges
    dtype = np.promote_types(index_dtype(size), joined.dtype)
    components, first_edges = xp.empty(size, dtype), xp.full(graph.num_vertices, size, dtype)
    own = joined.take(forest.first)  # the component of each vertex's edge to its parent
    found = (forest.parents, own, components, first_edges)
    device.for_each(graph.num_vertices, find_components, *graph.csr[:2], *found, size=size)
    used = xp.flatnonzero(first_edges < size)
    used = used[xp.argsort(first_edges[used])]
    first_edges[used] = xp.arange(used.size, dtype=dtype)
    device.for_each(size, number_edge, first_edges, components)
    return components, int(used.size)


def find_components(vertex, src_ptr, dst, parents, own, components, first_edges):
    """The component of each edge of the vertex: that of both ends; if these differ, of the lower one."""
    for edge in range(src_ptr[vertex], src_ptr[vertex + 1]):
        neighbor = dst[edge]
        if neighbor == vertex:
            components[edge] = -1
            continue
        component = own[vertex] if neighbor == parents[vertex] else own[neighbor]
        components[edge] = component
        if first_edges[component] > edge:
            atomic_min(first_edges, component, edge)


def number_edge(edge, numbers, components):
    """Replace the edge's component by its number."""
    if components[edge] >= 0:
        components[edge] = numbers[components[edge]]
