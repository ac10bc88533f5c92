"""The GPU's fused search with filters: its kernel, compiled with other functions in place of keeping.py's.

A vertex that is dropped counts as settled, as one without edges: it is in the bitmap of visited vertices from
the start, so nothing claims it, looks for it or labels it. Only a pull, whose parents are visited vertices,
asks whether a parent is kept. An edge filter is asked in the search (asked.py), unless it is an `EdgeFilter`.
Of this, a push reads a bit beside the edge, and a pull four bits beside four edges of a list. The
in-neighbors that a pull looks at first are then chosen among those from which edges are kept, once per
`EdgeFilter`.

The graph is searched as the caller made it even if it is prepared: filters have the caller's ids.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from ....accounting.rebuilt import rebuilt
from ....compiler import uint32
from ....compiler.registry import cuda_forms, cuda_intrinsics
from ....device.launch import kind_of
from ....filters import (
    ALL_EDGES,
    ALL_VERTICES,
    EdgeFilter,
    Filters,
    edge_in_arrays,
    extended,
    keeps_of,
)
from ....filters.votes import Bytes, Words
from ....frontier import contains
from ....intrinsics.access import at
from ....operators.functors import kept_with_functor
from .arrays import LOOKED_AT, Best, id_of
from .asked import asking, best_edges, read_directly
from .bitmap import bit_of
from .keeping import is_alone, keeps, keeps_of_block, may_lead, settled_at, tell
from .kernel import traverse
from .search import ALONE, GraphArrays
from .start import begin_bitmap
from .voted import as_bytes, begin_kept, dropped_of, emptied, tell_kept

if TYPE_CHECKING:
    from ....device import Cuda, Python
    from ....graph import Graph
    from ....operators.functors import Functor


# Arguments of the kernel that differ from search to search.
OF_MASK, OF_WORDS = "graph.edge_mask", "graph.edge_words"
OF_MADE = "graph.first", "graph.others", "graph.leaving", "graph.entering"


class KeptArrays(NamedTuple):
    """As `GraphArrays`, and what is kept of the graph; None without a filter that needs the field."""

    src_ptr: Any
    dst: Any
    dst_ptr: Any
    src: Any
    first: Any  # ALONE for vertices that an `EdgeFilter` leaves alone
    others: Any
    in_front: Any
    settled: Any
    ends: Any
    least: Any
    able: Any
    kept: Any = None  # bitmap of the vertices that are kept; anything behind the last
    mask: Any = None  # V bools, as bytes, of which the search makes that bitmap; empty if it is there
    told: Any = None  # the host's word, to tell it of the source; or empty
    leaving: Any = None  # bitmap of an `EdgeFilter`'s edges, in the order of `dst`
    entering: Any = None  # the same in the order of `src`
    slots: Any = None  # of each place in `src`, the edge's number, for a filter that is asked
    first_edges: Any = None  # numbers of the edges from `first`
    others_edges: Any = None  # and from `others`
    any_source: Any = None  # the ends of edge 0, about which a lane asks that has nothing to ask
    any_neighbor: Any = None


def is_set(words, item):
    """Whether the item is in the bitmap; yes if there is none."""
    if words is None:
        return True
    return at(words, item >> 5) >> uint32(item & 31) & uint32(1) != 0


def edge_kept(graph, source, neighbor, edge, is_edge):
    """In place of `keeps`."""
    return is_set(graph.leaving, edge if is_edge else 0)


def four_of(words, block):
    """Four bits from this multiple of four on, which may be behind the last; all if there is no bitmap."""
    if words is None:
        return uint32(15)
    return at(words, min(block >> 5, words.size - 1)) >> uint32(block & 31) & uint32(15)


def four_kept(graph, block):
    """In place of `keeps_of_block`."""
    return four_of(graph.entering, block)


def is_kept_parent(graph, old, vertex):
    """In place of `may_lead`."""
    return bit_of(old, vertex) & is_set(graph.kept, vertex)


def settled_or_dropped(graph, word):
    """In place of `settled_at`."""
    return at(graph.settled, word) | dropped_of(graph.kept, word)


def is_alone_or_dropped(graph, vertex, first):
    """In place of `is_alone`."""
    return (first == ALONE) | is_dropped(graph.kept, vertex, graph.src_ptr.size - 2)


def is_dropped(words, vertex, last):
    """Whether the vertex isn't in the bitmap; no if it is behind the last one, or if there is no bitmap."""
    if words is None:
        return False
    return (vertex <= last) & (not bit_of(words, min(vertex, last)))


def rebuilt_kernel(others: dict[Any, Any]) -> Any:
    """The kernel that asks whether vertices are kept, and these functions about edges."""
    same: dict[Any, Any] = {function: function for function in (*cuda_intrinsics, *cuda_forms)}
    of_vertices: dict[Any, Any] = {
        may_lead: is_kept_parent,
        settled_at: settled_or_dropped,
        is_alone: is_alone_or_dropped,
        begin_bitmap: begin_kept,
        tell: tell_kept,
    }
    return rebuilt(traverse, same | of_vertices | others)


@cache
def form_with_bits() -> Any:
    """The kernel that asks for the bits of `KeptArrays`."""
    return rebuilt_kernel({keeps: edge_kept, keeps_of_block: four_kept})


@kept_with_functor
def form_that_asks(edge_kept: Functor) -> Any:
    """The kernel that asks a functor of `keeps_of` about edges."""
    return rebuilt_kernel(asking(edge_kept))


class Changing(NamedTuple):
    """What of an edge filter differs from search to search."""

    values: dict[str, Any]  # arrays and numbers, by the names of the kernel's arguments
    kind: tuple[Any, ...]  # of which the kernel's form is: searches of one kind take one kernel
    of_function: bool  # whether the form is of one caller's function


def changing(filters: Filters, arrays: GraphArrays, device: Cuda | Python) -> Changing:
    """The arguments that a search with these filters has of its own."""
    vertices, edges, _, made = filters[:4]
    of_all = vertices is ALL_VERTICES
    if made is not None:
        first, others = _best_kept(made, arrays, device)
        values = dict(zip(OF_MADE, (first, others, *made.on(device)), strict=True))
        return Changing(values, (form_with_bits, None, of_all), False)
    if edges is ALL_EDGES:
        return Changing({}, (form_with_bits, of_all), False)
    if edges.functor is edge_in_arrays:
        mask, words = edges.data
        if mask.size:
            return Changing({OF_MASK: as_bytes(mask, device.xp)}, (Bytes, of_all), False)
        return Changing({OF_WORDS: words}, (Words, of_all), False)
    values = {
        f"graph.edge_{name}": value.item() if isinstance(value, np.generic) else value
        for name, value in zip(edges.data._fields, edges.data, strict=True)
    }
    return Changing(values, (edges.functor, type(edges.data), of_all, *map(kind_of, values.values())), True)


def form_and_arrays(
    graph: Graph,
    filters: Filters,
    own: Changing,
    kept: tuple[Any, ...],
    arrays: GraphArrays,
    device: Cuda | Python,
) -> tuple[Any, Any]:
    """The form of the kernel, and the graph's arrays for it: those that change are without elements.

    `kept` are the fields that a filter of vertices needs.
    """
    empty = {name.removeprefix("graph."): emptied(value, device.xp) for name, value in own.values.items()}
    fields = KeptArrays(*arrays, *kept)
    edges = read_directly(filters.edges)
    if edges is not filters.edges and OF_MASK in own.values:
        empty |= {"edge_mask": device.xp.empty(0, np.uint8)}
    if filters.made is not None or filters.edges is ALL_EDGES:
        return form_with_bits(), fields._replace(**empty)
    if edges.reads_edge:
        best = best_edges(graph, arrays, device)
        fields = fields._replace(slots=graph.csc_slots, first_edges=best.first, others_edges=best.others)
    first = int(device.xp.searchsorted(arrays.src_ptr, 0, side="right")) - 1 if graph.num_edges else 0
    neighbor = int(arrays.dst[0]) if graph.num_edges else 0
    fields = fields._replace(any_source=first, any_neighbor=neighbor)
    asked = Filters(ALL_VERTICES, edges)
    form = form_that_asks(keeps_of(asked, len(fields)))
    return form, extended(fields, asked)._replace(**empty)


_best: WeakKeyDictionary[EdgeFilter, dict[str, tuple[Any, Any]]] = WeakKeyDictionary()


def _best_kept(made: EdgeFilter, arrays: GraphArrays, device: Cuda | Python) -> tuple[Any, Any]:
    """`first` and `others` of those in-neighbors from which edges are kept."""
    of_devices = _best.setdefault(made, {})
    if repr(device) not in of_devices:
        xp, count = device.xp, arrays.src_ptr.size - 1
        first, others = xp.full(arrays.first.size, -1, np.int32), xp.empty(4 * count, np.int32)
        best = Best(first, others, xp.empty(0, np.int64))
        device.for_each(count, note_best_kept, arrays, made.on(device)[1], best)
        of_devices[repr(device)] = first, others
    return of_devices[repr(device)]


def note_best_kept(vertex, graph, entering, best):
    """As `note_best`, of the in-neighbors from which edges are kept.

    Where fewer than five of a long list's first ones are kept, the vertex itself stands for those missing: it
    isn't visited while it looks for an in-neighbor.
    """
    dst_ptr, src, by_degree = graph.dst_ptr, graph.src, graph.in_front == 0
    start, end = dst_ptr[vertex], dst_ptr[vertex + 1]
    leads_on = graph.src_ptr[vertex] < graph.src_ptr[vertex + 1]
    a, b, c, d, e = -1, -1, -1, -1, -1  # rank << 32 | id, falling
    count = 0
    for edge in range(start, min(end, start + LOOKED_AT)):
        if contains(entering, edge):
            count += 1
            neighbor = int(src[edge])
            degree = int(dst_ptr[neighbor + 1] - dst_ptr[neighbor])
            e = max(e, (degree if by_degree else int(start + LOOKED_AT - edge)) << 32 | neighbor)
            d, e = max(d, e), min(d, e)
            c, d = max(c, d), min(c, d)
            b, c = max(b, c), min(b, c)
            a, b = max(a, b), min(a, b)
    more = end - start > LOOKED_AT
    none, place = vertex if more else -1, 4 * vertex
    first, last = id_or(a, none), id_or(e, none)
    if count <= 1 and not more:
        first = -2 - first if start < end or leads_on else ALONE
    best.first[vertex] = first
    best.others[place], best.others[place + 1] = id_or(b, none), id_or(c, none)
    best.others[place + 2] = id_or(d, none)
    best.others[place + 3] = last if more or count > 5 else -2 - last


def id_or(key, none):
    """The id of a vertex, as `id_of`, or this."""
    return id_of(key) if key >= 0 else none
