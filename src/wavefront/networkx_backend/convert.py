"""A NetworkX graph as arrays: neighbor lists in NetworkX's order, so that searches meet nodes in its order.

NetworkX keeps a converted graph in ``G.__networkx_cache__``. Its methods that change a graph clear that
cache; an attribute that is set by hand, as in ``G[u][v]["weight"] = 2``, isn't noticed: NetworkX says so.
"""

from __future__ import annotations

import weakref
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import networkx as nx
import numpy as np

from ..graph import Graph
from ..graph.formats import CSR
from ..graph.neighbor_lists import in_order

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Iterable, Mapping

KINDS = nx.MultiDiGraph, nx.MultiGraph, nx.DiGraph, nx.Graph
ACCESS = "__iter__", "__getitem__", "neighbors", "adjacency"  # where a class may hide or compute neighbors
INTEGERS, FLOATS = {int, bool}, {float}  # the types of weights, but for NumPy's
NO_WEIGHTS, NO_FLAGS, ALL_NUMPY = np.empty(0), np.empty(0, bool), np.empty(0, bool)
MOST = 2**53  # a path's weight up to which int64 and float64 give Python's sums of integers


class Lists(NamedTuple):
    """Neighbor lists, each in NetworkX's order: V + 1 offsets, E vertices; E weights or none.

    `whole` has E flags, with Python's floats only: which are its integers, whose sums are integers too. It is
    ALL_NUMPY where all weights are NumPy's float64, whose sums are NumPy's.
    """

    ptr: np.ndarray
    neighbors: np.ndarray
    weights: np.ndarray = NO_WEIGHTS
    whole: np.ndarray = NO_FLAGS


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
        self.index: dict[Any, int] = {node: place for place, node in enumerate(self.nodes)}
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
        found: Iterable[int] = chain.from_iterable(rows)
        if not self._are_places:
            found = map(self.index.__getitem__, found)
        return Lists(ptr, np.fromiter(found, np.int32, int(ptr[-1])))

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
        """The lists with float64 weights, parallel edges' added up as in its matrices."""
        if weight not in self._strengths:
            rows = [self.origin._adj[node] for node in self.nodes]
            found: Iterable[Any]
            if self._multigraph:
                found = (
                    sum(d.get(weight, 1) for d in keys.values()) for row in rows for keys in row.values()
                )
            else:
                found = (data.get(weight, 1) for row in rows for data in row.values())
            try:
                values = np.fromiter(map(float, found), np.float64, self.successors.neighbors.size)
            except (TypeError, ValueError, OverflowError) as error:
                raise NotImplementedError(f"the edges' weights can't be read: {error}") from error
            self._strengths[weight] = self.successors._replace(weights=values)
        return self._strengths[weight]

    def _weigh(self, weight: Any, incoming: bool) -> Lists:
        graph = self.origin
        adjacency = graph._pred if incoming and self._directed else graph._adj
        lists = self.predecessors if incoming else self.successors
        rows = [adjacency[node] for node in self.nodes]
        try:
            if callable(weight) and incoming:
                pairs = zip(self.nodes, rows, strict=True)
                values = [weight(u, v, data) for v, row in pairs for u, data in row.items()]
            elif callable(weight):
                pairs = zip(self.nodes, rows, strict=True)
                values = [weight(u, v, data) for u, row in pairs for v, data in row.items()]
            elif self._multigraph:
                values = [
                    min(d.get(weight, 1) for d in keys.values()) for row in rows for keys in row.values()
                ]
            else:
                values = [data.get(weight, 1) for row in rows for data in row.values()]
        except (
            Exception
        ) as error:  # NetworkX asks for the weights of fewer edges, so this is not yet its error
            raise NotImplementedError(f"the edges' weights can't be read: {error}") from error
        return with_weights(lists, values)


def with_weights(lists: Lists, values: list[Any]) -> Lists:
    """The lists with these weights, without the edges that weigh None.

    Raises NotImplementedError where int64 and float64 can't give NetworkX's sums.
    """
    kinds = set(map(type, values))
    if type(None) in kinds:
        kept = np.fromiter((value is not None for value in values), bool, len(values))
        ptr = np.concatenate([[0], np.cumsum(kept)])[lists.ptr]
        lists = lists._replace(ptr=ptr, neighbors=lists.neighbors[kept])
        values = [value for value in values if value is not None]
    kinds -= {type(None)}
    if not kinds <= INTEGERS | FLOATS and kinds != {np.float64}:
        names = ", ".join(sorted(kind.__name__ for kind in kinds - INTEGERS - FLOATS))
        raise NotImplementedError(f"weights of the type {names}")
    if kinds <= INTEGERS:
        return lists._replace(weights=small_integers(values, lists.ptr.size))
    if kinds == {np.float64}:
        return lists._replace(weights=numbers(values), whole=ALL_NUMPY)
    whole = np.zeros(len(values), bool)
    if kinds & INTEGERS:
        whole = np.fromiter((type(value) in INTEGERS for value in values), bool, len(values))
        small_integers([value for value in values if type(value) in INTEGERS], lists.ptr.size)
    return lists._replace(weights=numbers(values), whole=whole)


def numbers(values: list[Any]) -> np.ndarray:
    """The values as float64. Raises NotImplementedError if one is NaN."""
    weights = np.array(values, np.float64)
    if np.isnan(weights).any():
        raise NotImplementedError("weights that are not numbers (NaN)")
    return weights


def small_integers(values: list[int], most_edges: int) -> np.ndarray:
    """The integers as int64. Raises NotImplementedError if a path's sum may be too large for float64."""
    try:
        integers = np.array(values, np.int64)
    except OverflowError:
        integers = np.array([MOST])
    if max(-int(integers.min(initial=0)), int(integers.max(initial=0))) * most_edges >= MOST:
        raise NotImplementedError("integer weights whose sums may not fit into float64")
    return integers


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
