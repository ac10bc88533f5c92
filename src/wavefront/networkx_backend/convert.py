"""A NetworkX graph as arrays: neighbor lists in NetworkX's order, so that searches meet nodes in its order.

NetworkX keeps a converted graph in ``G.__networkx_cache__``. Its methods that change a graph clear that
cache; an attribute that is set by hand, as in ``G[u][v]["weight"] = 2``, isn't noticed: NetworkX says so.
"""

from __future__ import annotations

import weakref
from functools import cached_property
from itertools import chain, compress
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np

from ..graph import Graph
from ..graph.formats import CSR
from ..graph.neighbor_lists import in_order
from .vertices import vertices_of
from .weights import Lists, Once, each_edge_once, weights_of, with_weights

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Iterable, Mapping

KINDS = nx.MultiDiGraph, nx.MultiGraph, nx.DiGraph, nx.Graph
ACCESS = "__iter__", "__getitem__", "neighbors", "adjacency"  # where a class may hide or compute neighbors
FEWEST_ONCE = 4096  # entries from which each edge's weight is read once; benchmarks/networkx_conversion.py


class BackendGraph:
    """A NetworkX graph, converted; vertex i is ``nodes[i]``. Parallel edges are one entry, as in ``G[u]``."""

    __networkx_backend__ = "wavefront"

    def __init__(self, graph: nx.Graph) -> None:
        # A strong reference would be a cycle: NetworkX keeps this object with the graph.
        self._origin = weakref.ref(graph)
        self._directed: bool = graph.is_directed()
        self._multigraph: bool = graph.is_multigraph()
        self._weights: dict[tuple[Hashable, bool], Lists] = {}
        self._strengths: dict[Hashable, Lists] = {}
        self.nodes: list[Any] = list(graph)
        are_integers = set(map(type, self.nodes)) <= {int}
        self._are_places = are_integers and self.nodes == list(range(len(self.nodes)))
        self.index: dict[Any, int] = dict(zip(self.nodes, range(len(self.nodes)), strict=True))
        self.successors = self._read(graph._adj)

    @property
    def origin(self) -> nx.Graph:
        """The NetworkX graph. Raises NotImplementedError if it is gone, which only hand-made graphs see."""
        if (graph := self._origin()) is None:
            raise NotImplementedError("the NetworkX graph that was converted doesn't exist any more")
        return graph

    def is_directed(self) -> bool:
        """As in NetworkX."""
        return self._directed

    def is_multigraph(self) -> bool:
        """As in NetworkX."""
        return self._multigraph

    def __len__(self) -> int:
        return len(self.nodes)

    def __contains__(self, node: Any) -> bool:
        try:
            return node in self.index
        except TypeError:  # not hashable
            return False

    def _read(self, adjacency: Mapping[Any, Mapping[Any, Any]]) -> Lists:
        rows: list[Collection[Any]] = [adjacency[node] for node in self.nodes]
        if type(adjacency) is not dict:  # of a view, whose filtered rows may be shorter than they say
            rows = [list(row) for row in rows]
        ptr = np.zeros(len(rows) + 1, np.int64)
        np.cumsum(np.fromiter(map(len, rows), np.int64, len(rows)), out=ptr[1:])
        count = int(ptr[-1])
        if not self._are_places:
            return Lists(ptr, vertices_of(rows, count, self.index))
        return Lists(ptr, np.fromiter(chain.from_iterable(rows), np.int32, count))

    @cached_property
    def predecessors(self) -> Lists:
        """The in-neighbors of each vertex, in NetworkX's order."""
        return self._read(self.origin._pred) if self._directed else self.successors

    @cached_property
    def graph(self) -> Graph:
        """The graph without weights for Wavefront's own functions; its lists are sorted."""
        csr = in_order(CSR(self.successors.ptr, self.successors.neighbors, None))
        return Graph.from_csr(*csr, directed=self._directed, check=False)

    @cached_property
    def reversed(self) -> Graph:
        """`graph` with every edge the other way round."""
        if not self._directed:
            return self.graph
        return Graph.from_csr(*self.graph.csc, directed=True, check=False)

    @cached_property
    def _names(self) -> np.ndarray:
        return np.fromiter(self.nodes, object, len(self.nodes))

    def names(self, vertices: np.ndarray) -> list[Any]:
        """The nodes of these vertices."""
        names: list[Any] = self._names.take(vertices).tolist()
        return names

    def names_of(self, path: list[int]) -> list[Any]:
        """The nodes of a few vertices."""
        return [self.nodes[vertex] for vertex in path]

    def vertex(self, node: Any) -> int:
        """The vertex of a node. Raises NetworkXError if there is none, as ``G.neighbors`` does."""
        place = self.index.get(node)
        if place is None:
            kind = "digraph" if self._directed else "graph"
            raise nx.NetworkXError(f"The node {node} is not in the {kind}.")
        return place

    def weighted(self, weight: Lists | Hashable | Callable[..., Any], *, incoming: bool = False) -> Lists:
        """The lists with their edges' weights; edges that weigh None, which NetworkX hides, are left out.

        Of parallel edges the least weight counts, as in NetworkX. Integers give int64, else float64 is used.
        Lists are given back: functions that return before they search read the weights first. Raises
        NotImplementedError for other weights, and for what `weight` raises.
        """
        if isinstance(weight, Lists):
            return weight
        if callable(weight):
            return self._weigh(weight, incoming)
        key = weight, incoming and self._directed
        try:
            found = self._weights.get(key)
        except TypeError as error:
            raise NotImplementedError("the weight's name isn't hashable") from error
        if found is None:
            found = self._weights[key] = self._weigh(weight, incoming)
        return found

    def fully_weighted(
        self, weight: Lists | Hashable | Callable[..., Any], *, incoming: bool = False
    ) -> Lists:
        """As `weighted`. Raises NotImplementedError for edges that weigh None, NetworkX's errors."""
        lists = self.weighted(weight, incoming=incoming)
        if lists.neighbors.size < self.successors.neighbors.size:
            raise NotImplementedError("an edge weighs None")
        return lists

    def strengths(self, weight: Hashable) -> Lists:
        """The lists with float64 weights, parallel edges' added up as in its matrices.

        Those have one weight for both directions of an edge, also in a view of a directed graph, where the
        directions may differ. Raises NotImplementedError for weights that are no finite numbers.
        """
        if weight not in self._strengths:
            try:
                values = np.array(list(map(float, self._read_weights(weight, sum))), np.float64)
            except (TypeError, ValueError, OverflowError) as error:
                raise NotImplementedError(f"the edges' weights can't be read: {error}") from error
            if not np.isfinite(values).all():
                raise NotImplementedError("weights that are not finite")
            values = self._everywhere(values)
            is_view = type(self.origin._adj) is not dict
            if is_view and not self._directed and (once := each_edge_once(self.successors)) is not None:
                values = once.everywhere(values[once.is_read])
            self._strengths[weight] = self.successors._replace(weights=values)
        return self._strengths[weight]

    @cached_property
    def _once(self) -> Once | None:
        """Which entries are read for weights; None for all, as in a view, where directions may differ."""
        is_view = type(self.origin._adj) is not dict
        few = self.successors.neighbors.size < FEWEST_ONCE
        return None if self._directed or is_view or few else each_edge_once(self.successors)

    def _everywhere(self, values: np.ndarray) -> np.ndarray:
        """Values of what `_read_weights` reads, for each entry of the lists."""
        return values if self._once is None else self._once.everywhere(values)

    def _read_weights(
        self, weight: Hashable, of_parallel: Callable[[list[Any]], Any], incoming: bool = False
    ) -> list[Any]:
        adjacency = self.origin._pred if incoming and self._directed else self.origin._adj
        rows = [adjacency[node].values() for node in self.nodes]
        entries: Iterable[Any] = chain.from_iterable(rows)
        if self._once is not None:
            entries = compress(entries, self._once.is_read.tobytes())
        return weights_of(entries, weight, of_parallel if self._multigraph else None)

    def _weigh(self, weight: Any, incoming: bool) -> Lists:
        lists = self.predecessors if incoming else self.successors
        once = None if callable(weight) else self._once
        try:
            if callable(weight):
                values = self._call(weight, incoming)
            else:
                values = self._read_weights(weight, min, incoming)
        except (
            Exception
        ) as error:  # NetworkX asks for the weights of fewer edges, so this is not yet its error
            raise NotImplementedError(f"the edges' weights can't be read: {error}") from error
        return with_weights(lists, values, once)

    def _call(self, weight: Callable[[Any, Any, Any], Any], incoming: bool) -> list[Any]:
        adjacency = self.origin._pred if incoming and self._directed else self.origin._adj
        if incoming:
            return [weight(u, v, data) for v in self.nodes for u, data in adjacency[v].items()]
        return [weight(u, v, data) for u in self.nodes for v, data in adjacency[u].items()]


def require_own_neighbors(graph: Any) -> None:
    """Raises NotImplementedError for a graph of a class that computes neighbors instead of storing them."""
    base = next((kind for kind in KINDS if isinstance(graph, kind)), None)
    changed = [name for name in ACCESS if getattr(type(graph), name, None) is not getattr(base, name, None)]
    if changed:
        raise NotImplementedError(f"{type(graph).__name__} has {', '.join(changed)} of its own")


def convert_from_nx(graph: Any, **_: Any) -> BackendGraph:
    """The graph as arrays. A graph that is converted already, for other attributes, shares its conversion.

    The keywords are NetworkX's: which attributes a function will read. Weights are read when they are needed.
    """
    if isinstance(graph, BackendGraph):
        return graph
    if hasattr(graph, "_graph"):  # a view: a change of the graph behind it clears that graph's cache alone
        graph.__networkx_cache__ = None
    cache = getattr(graph, "__networkx_cache__", None)
    if cache and nx.config.cache_converted_graphs:
        for found in cache.get("backends", {}).get("wavefront", {}).values():
            if isinstance(found, BackendGraph):
                return found
    require_own_neighbors(graph)
    return BackendGraph(graph)


def convert_to_nx(result: Any, **_: Any) -> Any:
    """The NetworkX graph that was converted; anything else as it is."""
    return result.origin if isinstance(result, BackendGraph) else result
