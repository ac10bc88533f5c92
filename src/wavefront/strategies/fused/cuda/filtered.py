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
from ....filters import (
    ALL_EDGES,
    ALL_VERTICES,
    EdgeFilter,
    Filters,
    Predicate,
    extended,
    keeps_of,
    vertex_in_arrays,
)
from ....filters.votes import Bytes, Words, in_bytes, in_words, vote
from ....frontier import contains
from ....intrinsics.access import at
from ....operators.functors import kept_with_functor
from .arrays import LOOKED_AT, Best, id_of
from .asked import asking, best_edges, is_array, read_directly
from .bitmap import bit_of
from .keeping import is_alone, keeps, keeps_of_block, may_lead, settled_at
from .kernel import traverse
from .search import ALONE, FULL, GraphArrays

if TYPE_CHECKING:
    from ....device import Cuda, Python
    from ....graph import Graph
    from ....operators.functors import Functor


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
    kept: Any = None  # bitmap of the vertices that are kept, and of more behind the last
    leaving: Any = None  # bitmap of an `EdgeFilter`'s edges, in the order of `dst`
    entering: Any = None  # the same in the order of `src`
    slots: Any = None  # of each place in `src`, the edge's number, for a filter that is asked
    first_edges: Any = None  # numbers of the edges from `first`
    others_edges: Any = None  # and from `others`


class Kept(NamedTuple):
    """The form of the kernel for some filters, and the graph's arrays as it takes them."""

    form: Any
    arrays: Any
    of_function: bool  # whether the form is of one caller's function


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


def dropped_of(words, word):
    """The word's bits of vertices that aren't in the bitmap; none if there is no bitmap."""
    if words is None:
        return 0
    return at(words, word) ^ FULL


def is_alone_or_dropped(graph, vertex, first):
    """In place of `is_alone`."""
    return (first == ALONE) | is_dropped(graph.kept, vertex)


def is_dropped(words, vertex):
    """Whether the vertex, which may be behind the last, isn't in the bitmap; no if there is none."""
    if words is None:
        return False
    return not bit_of(words, min(vertex, 32 * words.size - 1))


def rebuilt_kernel(others: dict[Any, Any]) -> Any:
    """The kernel that asks whether vertices are kept, and these functions about edges."""
    same: dict[Any, Any] = {function: function for function in (*cuda_intrinsics, *cuda_forms)}
    of_vertices: dict[Any, Any] = {
        may_lead: is_kept_parent,
        settled_at: settled_or_dropped,
        is_alone: is_alone_or_dropped,
    }
    return rebuilt(traverse, same | of_vertices | others)


@cache
def form_with_bits() -> Any:
    """The kernel that asks for the bits of `KeptArrays`."""
    return rebuilt_kernel({keeps: edge_kept, keeps_of_block: four_kept})


@kept_with_functor
def form_that_asks(edge_kept: Functor, of_array: bool) -> Any:
    """The kernel that asks a functor of `keeps_of` about edges."""
    return rebuilt_kernel(asking(edge_kept, of_array))


def kept_arrays(graph: Graph, filters: Filters, arrays: GraphArrays, device: Cuda | Python) -> Kept:
    """The graph as the search with these filters reads it."""
    kept = KeptArrays(*arrays)
    if filters.vertices is not ALL_VERTICES:
        kept = kept._replace(kept=kept_vertices(graph, filters.vertices, arrays.settled.size + 1, device))
    if (made := filters.made) is not None:
        first, others = _best_kept(made, arrays, device)
        leaving, entering = made.on(device)
        kept = kept._replace(first=first, others=others, leaving=leaving, entering=entering)
    elif filters.edges is not ALL_EDGES:
        return _asked(graph, filters, arrays, kept, device)
    return Kept(form_with_bits(), kept, False)


def kept_vertices(graph: Graph, vertices: Predicate, size: int, device: Cuda | Python) -> Any:
    """The bitmap of the vertices that are kept, in so many words, with the bits behind the last vertex."""
    functor, data, _ = vertices
    if functor is vertex_in_arrays and data.mask.size:
        functor, data = in_bytes, Bytes(data.mask.view(np.uint8))
    elif functor is vertex_in_arrays:
        functor, data = in_words, Words(data.words)
    kept = device.xp.ndarray(size, np.uint32)
    vote(graph.num_vertices, functor, data, kept, device, beyond=True)
    return kept


def _asked(
    graph: Graph, filters: Filters, arrays: GraphArrays, kept: KeptArrays, device: Cuda | Python
) -> Kept:
    """As `kept_arrays`, of an edge filter that is asked in the search."""
    edges = read_directly(filters.edges)
    if edges.reads_edge:
        best = best_edges(graph, arrays, device)
        kept = kept._replace(slots=graph.csc_slots, first_edges=best.first, others_edges=best.others)
    asked, of_array = Filters(ALL_VERTICES, edges), is_array(edges)
    form = form_that_asks(keeps_of(asked, len(kept)), of_array)
    return Kept(form, extended(kept, asked), not of_array)


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
