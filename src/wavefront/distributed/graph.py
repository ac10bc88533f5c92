"""A graph in parts: what one rank holds, and a search's result on it."""

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ..device import Cpu, Cuda, working_on
from ..graph.labels import checked_id, position
from .communicator import Communicator
from .partition import Partition

NOWHERE = -1  # the id at a place that no vertex has


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
        graph, part = self.graph, self.graph.partition
        shares = graph.device.xp.zeros(part.owned, np.int64)
        graph.device.for_each(part.owned, count_twice, part.first, int(graph.directed), graph.out, shares)
        counted = self.levels >= 0 if end is None else (self.levels >= 0) & (self.levels < end)
        own = int(shares[counted].sum())
        return int(graph.communicator.sum(np.array([own], np.int64))[0]) // 2

    def gather(self) -> tuple[np.ndarray, np.ndarray | None]:
        """Levels and predecessors of all vertices in order of id, on every rank, in NumPy's memory."""
        levels = gathered(self.graph, self.levels)
        return levels, None if self.predecessors is None else gathered(self.graph, self.predecessors)


def count_twice(local, first, directed, out, shares):
    """Twice a vertex's part of the number of edges: an undirected edge is half in each of two lists."""
    twice = (1 + directed) * (out.ptr[local + 1] - out.ptr[local])
    if not directed:
        for edge in range(out.ptr[local], out.ptr[local + 1]):
            twice += out.places[edge] == first + local  # a self-loop, stored once
    shares[local] = twice


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
