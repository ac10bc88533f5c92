"""Spanning forest, of the least weight if asked for: a tree of edges for each connected component.

Source: Boruvka 1926, in parallel after Chung and Condon, "Parallel Implementation of Boruvka's Minimum
Spanning Tree Algorithm", IPPS 1996. In each round every tree takes the lightest edge that leaves it, of
equally light ones the one stored first. One pass over the edges finds each tree's least weight by atomics, a
second one the first edge of that weight. Two trees may take the same edge, but no cycle can close, because
all edges differ in weight or place. The trees so joined are one tree of the next round, at most half as many,
and the edges within a tree are left out from then on. Without weights the second pass alone does.

O(E log V) work at most; most edges are gone after few rounds.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..atomics import atomic_min
from ..device import Device, get_device, working_on
from ..errors import InputError, checked_flag
from ..graph.arrays import index_dtype
from ..graph.needs import Needs, id_bytes, weight_bytes
from ..graph.vertices import require_graph
from .bfs import bfs
from .components import connected_components
from .components.afforest import Forest, compress
from .result import in_numpy
from .shortage import shortage
from .tables import Labelled, to_arrow, to_frame, to_html

if TYPE_CHECKING:
    from ..graph import Graph


@dataclass(frozen=True, eq=False)
class SpanningForestResult:
    """A spanning forest of an undirected graph.

    Attributes
    ----------
    edges
        (k, 2) vertex ids u < v: the forest's edges, ascending.
    slots
        k integers, ascending: the slot of each edge u -> v in `csr`, to look up weights and attributes.
    components
        V integers of the vertex ids' type: the tree of each vertex, numbered as in `connected_components`.
    num_components
        How many trees there are, a single vertex being one: V - k.
    total_weight
        The sum of the edges' weights; k if they weren't asked for, or there are none.
    weighted
        Whether the forest is of the least weight.
    device
        The device that ran.
    """

    graph: Graph
    edges: np.ndarray
    slots: np.ndarray
    components: np.ndarray
    num_components: int
    total_weight: float
    weighted: bool
    device: Device

    to_frame, to_arrow, _repr_html_ = to_frame, to_arrow, to_html
    labelled = property(Labelled)

    def to_numpy(self) -> SpanningForestResult:
        """This result with its arrays in NumPy: itself unless they are on a GPU."""
        return in_numpy(self)

    def __repr__(self) -> str:
        found = f"{len(self.edges):,} edges in {self.num_components:,} trees, weight {self.total_weight:g}"
        return f"SpanningForestResult({found}, on {self.device.name})"

    @cached_property
    def parents(self) -> np.ndarray:
        """V ids: the next vertex on the way to the smallest of the tree, -1 for that one itself."""
        with working_on(self.device):
            xp, count = self.device.xp, self.graph.num_vertices
            parents: Any = xp.empty(0, self.edges.dtype)
            if count:
                src, dst = self.edges.T
                trees = type(self.graph).from_edges(src, dst, count, directed=False)
                roots = xp.unique(self.components, return_index=True)[1]
                parents = bfs(trees, roots, device=self.device).predecessors
            found: np.ndarray = parents
            return found


def needs(graph: Graph, device: Device, arguments: dict[str, Any]) -> Needs:
    """The memory of `spanning_forest` at most: of a first round that leaves all edges."""
    count, ids, once = graph.num_vertices, id_bytes(graph), graph.num_edges // 2
    slot = np.dtype(index_dtype(graph.num_edges)).itemsize
    weight = weight_bytes(graph) if arguments["weighted"] and graph.weighted else 0
    edge = 2 * ids + slot + weight
    parts = {
        "roots, least weights and first edges": (ids + weight + slot) * count,
        "forest": slot * count,
        "edges": edge * once,
        "edges between trees": (1 + 2 * ids + 8 + edge) * once,
    }
    return Needs(parts, ("coo",))


class Trees(NamedTuple):
    """What the trees of a round take: V elements each, of which those of a tree's root count."""

    roots: Any  # of each vertex
    least: Any  # weight of an edge that leaves the tree
    first: Any  # place of such an edge among those left


class Left(NamedTuple):
    """The edges that may join two trees."""

    one: Any  # ends, as roots
    other: Any
    weights: Any  # empty if they don't matter
    slots: Any


def spanning_forest(
    graph: Graph, *, weighted: bool = False, device: str | Device = "auto"
) -> SpanningForestResult:
    """A spanning forest of an undirected graph, with `weighted` one of the least weight (Boruvka 1926).

    The answer is the same each time and on every device: of equally light edges, the one that is stored first
    is taken. O(E log V) work at most; memory for each edge once, with its weight.

    Parameters
    ----------
    weighted
        Whether weights count, which may be negative or infinite; without weights every edge weighs 1.
    device
        As for `bfs`.

    Raises
    ------
    InputError
        For a directed graph, or a weight that is NaN.
    DeviceError
        For a GPU that isn't there, or that has too little memory.
    """
    require_graph(graph)
    if graph.directed:
        raise InputError("a spanning forest is that of an undirected graph: build it with directed=False")
    weighted = checked_flag("weighted", weighted)
    where = get_device(device, graph.device)
    with working_on(where, shortage, "spanning_forest", graph, {"weighted": weighted}):
        views = graph.to_device(where)
        weights = views.csr.weights if weighted else None
        if weights is not None and bool(where.xp.isnan(weights).any()):
            raise InputError("a weight is NaN, which is neither lighter nor heavier than others")
        slots = _slots(views, weights, where)
        found = connected_components(views, device=where)
        ends = tuple(ids.take(slots) for ids in views.coo[:2])
        total = slots.size if weights is None else float(weights.take(slots).sum(dtype=np.float64))
        return SpanningForestResult(
            graph,
            where.xp.stack(ends, axis=1),
            slots,
            found.components,
            found.num_components,
            float(total),
            weighted,
            where,
        )


def _slots(graph: Graph, weights: Any, device: Device) -> Any:
    """The slots of the forest's edges, ascending."""
    xp, count = device.xp, graph.num_vertices
    left = _each_once(graph, weights, xp)
    roots, taken = xp.arange(count, dtype=graph.csr.dst.dtype), [left.slots[:0].copy()]
    while left.slots.size:
        least = xp.full(count if left.weights.size else 0, xp.inf, left.weights.dtype)
        trees = Trees(roots, least, xp.full(count, left.slots.size, left.slots.dtype))
        for find in (find_least, find_first) if left.weights.size else (find_first,):
            device.for_each(left.slots.size, find, left, trees)
        is_taken = xp.zeros(left.slots.size, bool)
        device.for_each(count, join, left, trees, is_taken)
        device.for_each(count, shorten, roots)
        device.for_each(count, compress, Forest(*graph.csr[:2], roots))
        taken.append(left.slots[is_taken])
        left = _between_trees(left, roots, device)
    return xp.sort(xp.concatenate(taken))


def _each_once(graph: Graph, weights: Any, xp: Any) -> Left:
    """Each edge that is no self-loop, once; a function of its own, so that nothing keeps the arrays."""
    src, dst, _ = graph.coo
    slots = xp.flatnonzero(src < dst).astype(index_dtype(graph.num_edges))
    chosen = xp.empty(0, np.float32) if weights is None else weights.take(slots)
    return Left(src.take(slots), dst.take(slots), chosen, slots)


def _between_trees(left: Left, roots: Any, device: Device) -> Left:
    one, other = roots.take(left.one), roots.take(left.other)
    kept = device.xp.flatnonzero(one != other)
    weights = left.weights.take(kept) if left.weights.size else left.weights
    return Left(one.take(kept), other.take(kept), weights, left.slots.take(kept))


def find_least(edge, left, trees):
    """Lower both trees' least weights. A stale read only costs an atomic."""
    weight = left.weights[edge]
    if weight < trees.least[left.one[edge]]:
        atomic_min(trees.least, left.one[edge], weight)
    if weight < trees.least[left.other[edge]]:
        atomic_min(trees.least, left.other[edge], weight)


def find_first(edge, left, trees):
    """Lower both trees' first edges, if this one is of the least weight."""
    for tree in (left.one[edge], left.other[edge]):
        is_light = left.weights.size == 0 or left.weights[edge] == trees.least[tree]
        if is_light and edge < trees.first[tree]:
            atomic_min(trees.first, tree, edge)


def join(tree, left, trees, is_taken):
    """Have the root point to that of the tree that its edge leads to; of two at one edge, the larger."""
    edge = trees.first[tree]
    if edge < left.slots.size:
        other = left.one[edge] if left.other[edge] == tree else left.other[edge]
        is_taken[edge] = True
        if trees.first[other] != edge or other < tree:
            trees.roots[tree] = other


def shorten(vertex, roots):
    """On the way from the vertex to its root, have every second vertex point to the one after the next.

    Threads may undo one another's steps, so that `compress` has to follow; its ways are short then.
    """
    place = vertex
    while roots[roots[place]] != roots[place]:
        roots[place] = roots[roots[place]]
        place = roots[place]
