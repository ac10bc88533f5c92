"""Edge filters that are looked up once per edge, before any search, and then used by many.

A search that pushes reads the lists of out-neighbors, one that pulls those of in-neighbors. So a filter is
kept as two bitmaps, one in the order of each. Both are read as the lists are, from one end to the other. The
two are one for an undirected graph if the filter keeps both directions of an edge or none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..device import Cuda, array_on, get_device, working_on
from ..errors import InputError, checked_flag
from ..frontier import WORD_SIZE, contains
from ..graph.arrays import list_of
from ..graph.vertices import require_graph
from ..intrinsics.access import at
from ..operators.functors import kept_with_functor
from .predicates import EDGE, edge_in_arrays, predicate
from .votes import Bytes, in_bytes, is_set, vote

if TYPE_CHECKING:
    from ..device import Device
    from ..graph import Graph
    from ..operators.functors import Functor
    from .predicates import Filter, Predicate

PADDED = 2  # words of the bitmaps come in pairs, since the CPU reads 64 bits at once


class EdgeFilter:
    """Which edges of a graph searches may follow, found out once for many searches.

    Every search takes an ``EdgeFilter`` as its ``edge_filter=``. What is given is asked about each edge once,
    here. The filter doesn't change afterwards, whatever happens to the arrays that it was made of.

    Parameters
    ----------
    graph
        The graph whose edges these are; searches of graphs with as many vertices and edges take the filter.
    edges
        E bools in the order of `graph.csr`; a bitmap of them (uint32, item i is bit i % 32 of word i // 32);
        or a function ``(source, neighbor, edge) -> bool``, alone or paired with its data.
    symmetric
        Whether both directions of every edge of an undirected graph are known to be kept, or both dropped.
        This isn't checked. Without it the directions are compared, for which the graph keeps 4 bytes per
        edge, or 8 from 2^31 edges on.
    device
        Where the edges are looked up; "auto" is where the graph is.

    Attributes
    ----------
    symmetric
        Whether both directions of every edge are kept or both dropped, of an undirected graph.
    num_vertices, num_edges
        Those of the graph.
    kept, entering
        Bitmaps of the edges that are kept, in the order of `graph.csr` and in that of `graph.csc`.
    first
        V ids: of each vertex, the first in-neighbor from which an edge is kept, -1 for none.
    entered
        Bitmap of the vertices that have such an in-neighbor.
    nbytes
        The bytes that the filter takes: a bit per edge, two unless it is symmetric, and an id and a bit per
        vertex.

    Raises
    ------
    InputError
        For an array of another length or type, a function with other parameters, and ``symmetric=True`` for a
        directed graph.
    """

    def __init__(
        self, graph: Graph, edges: Filter, *, symmetric: bool = False, device: str | Device = "auto"
    ) -> None:
        require_graph(graph)
        self.num_vertices, self.num_edges = graph.num_vertices, graph.num_edges
        self.symmetric = checked_flag("symmetric", symmetric)
        if self.symmetric and graph.directed:
            raise InputError("symmetric=True is for undirected graphs; this graph is directed")
        where = get_device(device, graph.device)
        with working_on(where):
            graph = graph.to_device(where)
            asked = predicate("edges", edges, (graph.num_edges, "edges"), EDGE, edge_in_arrays, where)
            self.kept = asked_about(graph, asked, where)
            self.entering = self.kept if self.symmetric else _by_target(graph, self.kept, where)
            if not graph.directed and bool((self.kept == self.entering).all()):
                self.symmetric, self.entering = True, self.kept
            self.first = where.xp.empty(graph.num_vertices, graph.csc.src.dtype)
            self.entered = _bitmap(graph.num_vertices, where)
            lists = Entering(*graph.csc[:2], self.entering, self.first)
            if isinstance(where, Cuda):
                vote(graph.num_vertices, note_first, lists, self.entered, where)
            else:
                where.for_each(self.entered.size, note_firsts, lists, self.entered, size=graph.num_edges)

    def on(self, device: Device) -> tuple[Any, Any]:
        """`kept` and `entering` in the device's memory: the filter's own, or copies made on every call."""
        kept = array_on(device, self.kept)
        return kept, kept if self.symmetric else array_on(device, self.entering)

    @property
    def nbytes(self) -> int:
        """The bytes that the filter takes."""
        once = 0 if self.symmetric else self.entering.nbytes
        return int(once + self.kept.nbytes + self.first.nbytes + self.entered.nbytes)

    def __repr__(self) -> str:
        kind = ", symmetric" if self.symmetric else ""
        return f"EdgeFilter({self.num_edges:,} edges{kind}, {self.nbytes:,} bytes)"


def _bitmap(count: int, device: Device) -> Any:
    return device.xp.zeros(-(-count // (PADDED * WORD_SIZE)) * PADDED, np.uint32)


def asked_about(graph: Graph, asked: Predicate, device: Device) -> Any:
    """The bitmap of the edges for which the filter holds, in the order of `graph.csr`."""
    words, size = _bitmap(graph.num_edges, device), graph.num_edges
    if asked.functor is not edge_in_arrays:
        device.for_each(words.size, _noter(asked.functor), *graph.csr[:2], asked.data, words, size=size)
    elif asked.data.mask.size and isinstance(device, Cuda):
        vote(size, in_bytes, Bytes(asked.data.mask.view(np.uint8)), words, device)
    elif asked.data.mask.size:
        device.for_each(words.size, note_bools, asked.data.mask, words, size=size)
    else:
        words[: asked.data.words.size] = asked.data.words
        if size % WORD_SIZE:
            words[size // WORD_SIZE] &= np.uint32((1 << size % WORD_SIZE) - 1)
    return words


def _by_target(graph: Graph, kept: Any, device: Device) -> Any:
    """The same in the order of `graph.csc`."""
    words = _bitmap(graph.num_edges, device)
    if isinstance(device, Cuda):
        vote(graph.num_edges, is_moved, Moved(graph.csc_slots, kept), words, device)
    else:
        device.for_each(words.size, note_moved, graph.csc_slots, kept, words, size=graph.num_edges)
    return words


class Moved(NamedTuple):
    """The data of `is_moved`."""

    slots: Any
    kept: Any


def is_moved(place, data):
    """Whether the edge that comes from this slot is kept."""
    return is_set(data.kept, at(data.slots, place))


class Entering(NamedTuple):
    """The data of `note_first` and `note_firsts`."""

    ptr: Any
    src: Any
    kept: Any
    firsts: Any


def note_first(vertex, data):
    """Note the vertex's first in-neighbor from which an edge is kept. Returns whether there is one."""
    place, end = at(data.ptr, vertex), at(data.ptr, vertex + 1)
    while place < end and not contains(data.kept, place):
        place += 1
    data.firsts[vertex] = data.src[place] if place < end else -1
    return place < end


def note_bools(word, mask, words):
    """Write one word of the bitmap of the mask."""
    bits, first = np.uint32(0), word * WORD_SIZE
    for edge in range(first, min(first + WORD_SIZE, mask.size)):
        bits |= np.uint32(mask[edge]) << np.uint32(edge - first)
    words[word] = bits


def note_moved(word, slots, kept, words):
    """Write one word of the bitmap of the edges that come from these slots."""
    bits, first = np.uint32(0), word * WORD_SIZE
    for place in range(first, min(first + WORD_SIZE, slots.size)):
        bits |= np.uint32(contains(kept, slots[place])) << np.uint32(place - first)
    words[word] = bits


def note_firsts(word, data, entered):
    """As `note_first`, of 32 vertices, and note which of them have one."""
    bits, first = np.uint32(0), word * WORD_SIZE
    for vertex in range(first, min(first + WORD_SIZE, data.firsts.size)):
        bits |= np.uint32(note_first(vertex, data)) << np.uint32(vertex - first)
    entered[word] = bits


@kept_with_functor
def _noter(functor: Functor) -> Functor:
    def note(word, ptr, dst, data, words):
        bits, first = np.uint32(0), word * WORD_SIZE
        last = min(first + WORD_SIZE, dst.size)
        source = list_of(ptr, first)
        for edge in range(first, last):
            while ptr[source + 1] <= edge:
                source += 1
            kept = bool(functor(np.int64(source), np.int64(dst[edge]), np.int64(edge), data))
            bits |= np.uint32(kept) << np.uint32(edge - first)
        words[word] = bits

    return note
