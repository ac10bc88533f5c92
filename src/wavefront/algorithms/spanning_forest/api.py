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
from typing import TYPE_CHECKING, Any

import numpy as np

from ...device import Device, get_device, working_on
from ...errors import InputError, checked_flag
from ...graph.vertices import require_graph
from ..bfs import bfs
from ..components import connected_components
from ..result import in_numpy
from ..shortage import shortage
from ..tables import Labelled, to_arrow, to_frame, to_html
from . import boruvka

if TYPE_CHECKING:
    from ...graph import Graph


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
        if weights is not None and weights.dtype.kind == "f" and bool(where.xp.isnan(weights).any()):
            raise InputError("a weight is NaN, which is neither lighter nor heavier than others")
        slots = boruvka.slots_of(views, weights, where)
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
