"""A graph in parts: what one rank holds, and a search's result on it."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

import numpy as np

from ..atomics import atomic_add
from ..device import Cpu, Cuda, working_on
from ..graph.arrays import index_dtype
from ..graph.labels import checked_id, position
from .communicator import Communicator
from .partition import Partition

T = TypeVar("T")

NOWHERE = -1  # the id at a place that no vertex has
# Edges, and how many threads of a GPU share a list that is longer: one takes most of a microsecond per edge.
TIERS = (1 << 16, 1 << 10), (1 << 10, 1 << 5), (1 << 5, 1 << 3)


class Lists(NamedTuple):
    """Neighbor lists of a rank's vertices, by local position; a list begins with its greatest hub."""

    ptr: Any  # offsets: one more than the rank has vertices
    places: Any  # of the neighbors
    weights: Any  # of the edges; none, of type bool, if unweighted


@dataclass(frozen=True, eq=False)
class DistributedGraph:
    """One rank's part of a graph: the edges that leave its vertices, and those that enter them.

    Attributes
    ----------
    num_vertices, num_edges
        Of the whole graph; `num_edges` counts an undirected edge twice, as `Graph` does.
    ids
        The caller's ids of this rank's vertices, in order of local position.
    out, into
        The lists of out-neighbors and of in-neighbors; the same lists if undirected.
    labels
        The caller's names of all vertices, where ids are not the names.
    """

    communicator: Communicator
    partition: Partition
    num_edges: int
    directed: bool
    ids: Any
    out: Lists
    into: Lists
    labels: np.ndarray | None = None

    def __repr__(self) -> str:
        kind = "directed" if self.directed else "undirected"
        part = f"rank {self.partition.rank} of {self.partition.size}"
        return f"DistributedGraph({self.num_vertices:,} vertices, {self.num_edges:,} edges, {kind}, {part})"

    @property
    def num_vertices(self) -> int:
        """Vertices of the whole graph."""
        return self.partition.num_vertices

    @property
    def device(self) -> Cpu | Cuda:
        """Where this rank's part is."""
        return self.communicator.device

    @property
    def weighted(self) -> bool:
        """Whether edges have weights."""
        return bool(self.out.weights.dtype != bool)

    @property
    def nbytes(self) -> int:
        """Bytes of this rank's part."""
        lists = (self.out, self.into) if self.directed else (self.out,)
        return int(self.ids.nbytes + sum(array.nbytes for one in lists for array in one))

    @property
    def all_ids(self) -> Any:
        """The caller's id at every place, NOWHERE where there is none; the first call is a collective.

        Not a `cached_property`: until Python 3.12 it has one lock for all objects of the class, at which the
        ranks of one process would wait for each other.
        """
        if "_all_ids" not in vars(self):
            vars(self)["_all_ids"] = self._gathered_ids()
        return vars(self)["_all_ids"]

    def _gathered_ids(self) -> Any:
        xp, part = self.device.xp, self.partition
        own = xp.full(part.stride, NOWHERE, self.ids.dtype)
        own[: part.owned] = self.ids
        whole = xp.empty(part.size * part.stride, own.dtype)
        self.communicator.gather(whole, own)
        return whole

    @cached_property
    def _by_id(self) -> tuple[np.ndarray, np.ndarray]:
        with working_on(self.device):
            order = self.device.xp.argsort(self.ids)
            return Cpu().array(self.ids[order]), Cpu().array(order)

    def local(self, vertex: int) -> int | None:
        """The local position of the vertex with this id; None if another rank owns it."""
        ids, order = self._by_id
        slot = int(ids.searchsorted(ids.dtype.type(vertex)))  # of another type, all ids would be copied
        return int(order[slot]) if slot < ids.size and ids[slot] == vertex else None

    def vertex(self, label: Hashable) -> int:
        """The id of the vertex with this label, by default its id. Raises InputError if there is none."""
        return self.checked_vertex(label) if self.labels is None else position(self.labels, label)

    def checked_vertex(self, vertex: Any, name: str | None = None) -> int:
        """`vertex` as an int. Raises InputError, with the `name`, unless it is an integer from 0 to V-1."""
        return checked_id(vertex, self.num_vertices, self.labels, name)


@dataclass(frozen=True, eq=False)
class Segment:
    """One rank's part of a search's result; an array's element i belongs to the vertex ``ids[i]``.

    Attributes
    ----------
    ids
        The caller's ids of this rank's vertices.
    levels
        int32: the fewest edges from the source; -1 = not reached.
    predecessors
        Ids; -1 for the source and for what is not reached. None if they weren't asked for.
    """

    graph: DistributedGraph
    source: int
    levels: Any
    predecessors: Any

    @property
    def ids(self) -> Any:
        """The caller's ids of this rank's vertices."""
        return self.graph.ids

    def traversed_edges(self, end: int | None = None) -> int:
        """The edges that leave reached vertices, undirected ones once, on all ranks: a collective.

        With an `end`, of the levels before it.
        """
        graph = self.graph
        with working_on(graph.device):
            counted = self.levels >= 0 if end is None else (self.levels >= 0) & (self.levels < end)
            own = int(_shares(graph)[counted].sum(dtype=np.int64))
        return int(graph.communicator.sum(np.array([own], np.int64))[0]) // 2

    def gather(self) -> tuple[np.ndarray, np.ndarray | None]:
        """Levels and predecessors of all vertices in order of id, on every rank, in NumPy's memory."""
        levels = gathered(self.graph, self.levels)
        return levels, None if self.predecessors is None else gathered(self.graph, self.predecessors)


def _shares(graph: DistributedGraph) -> Any:
    """Twice each own vertex's part of the edges: an undirected one is half in each of two lists."""
    if "_known_shares" not in vars(graph):
        degrees = graph.device.xp.diff(graph.out.ptr)
        most = 2 * int(degrees.max()) if degrees.size else 0
        shares = (1 + graph.directed) * degrees.astype(index_dtype(most))
        if not graph.directed:
            for_each_list(graph, count_loops, graph.partition.first, graph.out, shares)
        vars(graph)["_known_shares"] = shares
    return vars(graph)["_known_shares"]


def count_loops(item, begin, lanes, first, out, shares):
    """Add the self-loops in a vertex's list, each of which is stored once."""
    local, lane = lane_of(item, begin, lanes)
    for edge in range(out.ptr[local] + lane, out.ptr[local + 1], lanes):
        if out.places[edge] == first + local:
            atomic_add(shares, local, 1)


def for_each_list(graph: DistributedGraph, body: Callable[..., Any], *arguments: Any) -> None:
    """Run ``body(item, begin, lanes, *arguments)`` so that every own vertex has all its lanes.

    Which of these an item is, the body asks `lane_of`.
    """
    for begin, end, lanes in tiers_of(graph):
        graph.device.for_each((end - begin) * lanes, body, begin, lanes, *arguments)


def lane_of(item, begin, lanes):
    """An item's own vertex, and its lane. One lane, as on CPUs, takes no division."""
    if lanes == 1:
        return begin + item, np.int64(0)
    return begin + item // lanes, np.int64(item % lanes)


def tiers_of(graph: DistributedGraph) -> list[tuple[int, int, int]]:
    """Ranges of own vertices, and how many lanes share a list of each; on the CPU one, and one lane."""
    if "_tiers" not in vars(graph):
        xp, begin, found = graph.device.xp, 0, []
        if isinstance(graph.device, Cuda):
            longer = xp.maximum(xp.diff(graph.out.ptr), xp.diff(graph.into.ptr))
            for edges, lanes in TIERS:
                long = xp.flatnonzero(longer > edges)  # about the first: vertices are in order of degree
                end = max(begin, int(long[-1]) + 1 if long.size else 0)
                found.append((begin, end, lanes))
                begin = end
        vars(graph)["_tiers"] = [*found, (begin, graph.partition.owned, 1)]
    known: list[tuple[int, int, int]] = vars(graph)["_tiers"]
    return known


def kept_while(graph: DistributedGraph, name: str, beside: object, make: Callable[[], T]) -> T:
    """What `make` gave when last called for the graph and this name: anew if it was beside another object."""
    known_beside, known = vars(graph).get(name, (None, None))
    if known_beside is not beside:
        known = make()
        vars(graph)[name] = beside, known
    found: T = known
    return found


def gathered(graph: DistributedGraph, values: Any) -> np.ndarray:
    """One value per vertex, in order of id, from each rank's values of its own vertices."""
    part, to_host = graph.partition, Cpu().array
    whole = to_host(gathered_places(graph, values))
    ids = to_host(graph.all_ids)
    there = ids != NOWHERE
    result = np.empty(part.num_vertices, whole.dtype)
    result[ids[there]] = whole[there]
    return result


def gathered_places(graph: DistributedGraph, values: Any) -> Any:
    """One value per place, on every rank, from each rank's values of its own vertices."""
    xp, part = graph.device.xp, graph.partition
    own = xp.zeros(part.stride, values.dtype)
    own[: part.owned] = values
    whole = xp.empty(part.size * part.stride, values.dtype)
    graph.communicator.gather(whole, own)
    return whole
