"""Connected components over ranks, by Afforest: a few edges of each vertex, then those of the rest.

A rank links its own vertices along their first edges, to whatever place these lead, and without a message. A
sample tells its largest tree, a part of the giant component if there is one: the rank links its vertices
outside of it along all their edges, in either direction. Then ranks tell each other which of their vertices
are in their largest trees, a bit each. Of the other trees, of which there are few if there is a giant
component, all ranks get all places that more than one rank may know, each with its root.

GPUs that reach one another's memory first try a search: searched_components.py.

An edge between two largest trees may have been seen from neither end. So these must be joined at the end by
other edges; else the ranks link what they had skipped, and tell each other again. Work O((V + E) / ranks) and
a look at V places; messages of V / 8 bytes, and of 8 bytes for each place outside the largest trees. See
``wavefront.algorithms`` for the source of the method; forest.py has its loops, numbering.py the numbers.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..algorithms.components.afforest import SAMPLE, SAMPLED_EDGES
from ..device import Cpu, working_on
from ..frontier.bitmap import WORD_SIZE
from . import searched_components, shared_components
from .forest import (
    NO_TREE,
    Forest,
    Noted,
    draw_root,
    find_root,
    index_of,
    link_pair,
    link_rest,
    link_sampled,
    list_firsts,
    list_tops,
    lower_own,
    lower_row,
    meet,
    note_own,
    note_shared,
    place_of,
    plant,
    settle,
    shorten,
)
from .graph import DistributedGraph, for_each_list, gathered
from .host_memory import shared_memory_of
from .numbering import numbered

GIANT = 4  # one of so many sampled vertices is in the largest tree, at least, if it is worth skipping


@dataclass(frozen=True, eq=False)
class ComponentSegment:
    """One rank's part of the result of `connected_components`.

    Attributes
    ----------
    components
        The component of each of the vertices ``graph.ids``, from 0 to `num_components` - 1; components are
        numbered in the order of their smallest vertices.
    num_components
        How many there are in the whole graph.
    """

    graph: DistributedGraph
    components: Any
    num_components: int

    def gather(self) -> np.ndarray:
        """The components of all vertices in order of id, on every rank, in NumPy's memory."""
        return gathered(self.graph, self.components)


def connected_components(graph: DistributedGraph) -> ComponentSegment:
    """The components that paths join, whichever way edges point; every rank gets its own vertices' part.

    Raises DeviceError, on every rank, if ranks that share their memory waited for one of them too long.
    """
    with working_on(graph.device):
        shared = shared_memory_of(graph)
        if shared is not None:
            linked = _linked(graph)[2]
            return ComponentSegment(graph, *shared_components.components(graph, shared, linked))
        found = searched_components.components(graph, _linked(graph)[0], _kept(graph))
        if found is not None:
            return ComponentSegment(graph, *found)
        growth = _Growth(graph)
        growth.sample()
        growth.join()
        components, count = numbered(graph, growth.forest, growth.smallest())
    return ComponentSegment(graph, components, count)


class _Growth:
    """How one rank's forest grows until it joins all that the ranks know to be joined."""

    def __init__(self, graph: DistributedGraph) -> None:
        self.graph, self.device, self.part = graph, graph.device, graph.partition
        self.xp, size, stride = graph.device.xp, self.part.size, self.part.stride
        linked, self.most, _ = _linked(graph)
        turn = self.part.first + stride
        parents, self._smallest = _kept(graph)
        alone = isinstance(self.device, Cpu) and self.device.threads == 1
        self.forest = Forest(parents, linked, turn, size * stride - turn, stride, alone)
        self.largest, self.skips = NO_TREE, False  # an index in the largest tree; whether its edges wait

    def sample(self) -> None:
        """Link all vertices along their first edges, those outside the largest tree along the others."""
        out, forest = self.graph.out, self.forest
        self.device.for_each(self.most, plant, out, forest, size=self.most)
        self.device.for_each(forest.linked, link_sampled, out, forest)
        self.largest, self.skips = self._largest()
        self._link_rest(self.largest if self.skips else NO_TREE, SAMPLED_EDGES)
        if not self.skips:
            self.largest, _ = self._largest()

    def join(self) -> None:
        """Have all ranks know what is joined."""
        while True:
            self.device.for_each(self.most, shorten, self.forest)
            top = int(self._roots([self.largest])[0])
            noted, any_skips = self._noted(top)
            self._exchange(noted, top)
            roots = self._roots(Cpu().array(noted.tops))
            if not any_skips or np.unique(roots[roots >= 0]).size == 1:
                self.roots = roots
                return
            if self.skips:
                self._link_rest(NO_TREE, SAMPLED_EDGES)
            self.skips = False

    def smallest(self) -> Any:
        """The smallest id of each tree that own vertices are in, at its root."""
        graph, forest, device, xp = self.graph, self.forest, self.device, self.xp
        smallest, unknown = self._smallest, graph.num_vertices
        device.for_each(forest.linked, settle, unknown, forest, smallest)
        tops = np.unique(self.roots[self.roots >= 0])  # of the largest trees: one, if they are joined
        here = device.array(tops)
        device.for_each(forest.linked, lower_own, here, graph.ids, forest, smallest)
        own = forest.parents[forest.parents.size - forest.stride :][: forest.linked]
        for root in tops.tolist() if forest.linked else ():
            smallest[root] = xp.where(own == root, graph.ids[: forest.linked], unknown).min()
        if self.part.size > 1:
            rows, counter = xp.empty(2 * self.most, self.part.dtype), xp.zeros(1, np.int64)
            device.for_each(forest.linked, list_firsts, here, graph.ids, forest, smallest, rows, counter)
            rows, _ = self._everyones(rows, int(counter[0]), unknown)
            device.for_each(rows.size // 2, lower_row, rows, forest, smallest)
        return smallest

    def _link_rest(self, largest: int, sampled: int) -> None:
        """Link the vertices that are not in the largest tree along their other edges."""
        for_each_list(self.graph, link_rest, sampled, largest, self.graph.out, self.forest)
        if self.graph.directed:
            for_each_list(self.graph, link_rest, 0, largest, self.graph.into, self.forest)

    def _largest(self) -> tuple[int, bool]:
        """The root of most own vertices of a sample, and whether these are many."""
        if not self.forest.linked:
            return NO_TREE, False
        drawn = self.xp.empty(min(SAMPLE, self.forest.linked), np.int64)
        self.device.for_each(drawn.size, draw_root, self.forest, drawn)
        trees, sizes = np.unique(Cpu().array(drawn), return_counts=True)
        return int(trees[sizes.argmax()]), bool(sizes.max() * GIANT >= drawn.size)

    def _roots(self, indices: Any) -> np.ndarray:
        """The roots of a few indices, in NumPy's memory."""
        found = self.device.array(np.array(indices, np.int64))
        self.device.for_each(found.size, find_root, found, self.forest, found)
        return Cpu().array(found)

    def _noted(self, top: int) -> tuple[Noted, bool]:
        """What ranks tell each other of their largest trees, and whether one has skipped edges."""
        length, size = -(-self.most // WORD_SIZE), self.part.size
        bits, words = (self.xp.empty(count, np.uint32) for count in (length, size * length))
        self.device.for_each(length, note_own, top, self.forest, bits)
        self.graph.communicator.gather(words, bits)
        told = np.empty((size, 2), np.int64)
        place = NO_TREE if top < 0 else place_of(top, self.forest)
        self.graph.communicator.gather(told.reshape(-1), np.array([place, self.skips], np.int64))
        places = np.roll(told[:, 0], -(self.part.rank + 1)).tolist()
        tops = [NO_TREE if place < 0 else index_of(place, self.forest) for place in places]
        noted = Noted(
            self.device.array(np.array(tops, np.int64)), words, self.part.rank, length, _shared(self.graph)
        )
        return noted, bool(told[:, 1].any())

    def _exchange(self, noted: Noted, top: int) -> None:
        """Tell all ranks what is joined outside the largest tree, and join what they tell."""
        if self.part.size == 1:
            return
        pairs = self.xp.empty(2 * self.part.size * (1 + self.most), self.part.dtype)
        counter = self.device.array(np.array([self.part.size], np.int64))
        self.device.for_each(self.most, meet, top, noted, self.forest, pairs, counter)
        self.device.for_each(self.part.size if self.most else 0, list_tops, noted, self.forest, pairs)
        pairs, each = self._everyones(pairs, int(counter[0]) if self.most else 0, 0)
        others = pairs.size // 2 - each
        self.device.for_each(others, link_pair, self.part.rank * each, each, pairs, self.forest)

    def _everyones(self, rows: Any, count: int, filler: int) -> tuple[Any, int]:
        """So many rows of two numbers of all ranks, rank by rank, as many of each; and how many that is.

        Rows that a rank lacks have the first place, and this filler.
        """
        counts = np.empty(self.part.size, np.int64)
        self.graph.communicator.gather(counts, np.array([count], np.int64))
        each = int(counts.max())
        rows = rows[: 2 * each]
        rows[2 * count :: 2], rows[2 * count + 1 :: 2] = 0, filler
        whole = self.xp.empty(self.part.size * rows.size, rows.dtype)
        self.graph.communicator.gather(whole, rows)
        return whole, each


def _kept(graph: DistributedGraph) -> tuple[Any, Any]:
    """Two arrays of a number for each place, which stay with the graph."""
    if "_trees" not in vars(graph):
        xp, part = graph.device.xp, graph.partition
        vars(graph)["_trees"] = tuple(xp.empty(part.size * part.stride, part.dtype) for _ in range(2))
    known: tuple[Any, Any] = vars(graph)["_trees"]
    return known


def _shared(graph: DistributedGraph) -> Any:
    """A bitmap of own vertices with neighbors on other ranks; found once."""
    if "_shared" not in vars(graph):
        part = graph.partition
        shared = graph.device.xp.zeros(part.words, np.uint32)
        for lists in (graph.out, graph.into) if graph.directed else (graph.out,):
            for_each_list(graph, note_shared, part.first, part.stride, lists, shared)
        vars(graph)["_shared"] = shared
    return vars(graph)["_shared"]


def _linked(graph: DistributedGraph) -> tuple[int, int, np.ndarray]:
    """How many own vertices have edges, the most of any rank, and each rank's; first a collective."""
    if "_num_linked" not in vars(graph):
        xp = graph.device.xp
        degrees = xp.diff(graph.out.ptr) + (xp.diff(graph.into.ptr) if graph.directed else 0)
        linked = np.array([int((degrees > 0).sum())], np.int64)
        everyone = np.empty(graph.partition.size, np.int64)
        graph.communicator.gather(everyone, linked)
        vars(graph)["_num_linked"] = int(linked[0]), int(everyone.max()), everyone
    known: tuple[int, int, np.ndarray] = vars(graph)["_num_linked"]
    return known
