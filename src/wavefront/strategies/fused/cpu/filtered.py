"""The CPU's fused search with filters: its own code, compiled with other functions in place of keeping.py's.

A vertex that is dropped has level 0 from the start, so pushes pass over it, as over a source. It is in no
bitmap: neither among the visited, from which pulls take predecessors, nor among those that look for one. At
the end its level becomes UNVISITED. So a vertex filter costs nothing per edge. An edge filter is asked in a
push for all edges of a list, without a branch, and in a pull for edges from visited vertices. There each
vertex looks first at its hub, the in-neighbor with the most edges: that one is visited most often, and the
edges of hubs are close together in the filter's array (docs/decisions/0021-filters.md).

The graph is searched as the caller made it even if it is prepared: filters have the caller's ids.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ....accounting.rebuilt import rebuilt
from ....compiler import trailing_zeros
from ....compiler.registry import cpu_intrinsics
from ....device import Cpu
from ....filters import (
    ALL_EDGES,
    ALL_VERTICES,
    Arrays,
    Filters,
    Predicate,
    edge_in_arrays,
    extended,
    keeps_of,
)
from ....frontier import UNVISITED
from ....graph import Graph
from ....graph.arrays import unsigned
from ....operators.functors import Functor, kept_with_functor
from . import pull_bits
from .filtered_pull import GROUP, fetcher_of, kept_in_lists, pull_of
from .hubs import asker_of, block_marked, hubs_of
from .keeping import ask_ahead, drop, keeps, keeps_in, without_dropped, words_marked
from .kept_vertices import kept_words, label_dropped
from .levels import search_levels
from .pull import look_further, pull
from .search import ONE, GraphArrays, Search

NO_ARRAYS = Arrays(np.empty(0, np.bool_), np.empty(0, np.uint32))
WORD = 64  # bits of a word
DROPPED = 0  # level of a vertex that is dropped, until the search is over


class Keeping(NamedTuple):
    """A search, as `Search`, and its filters; the data of the edge filter follow."""

    bitmaps: Any
    state: Any
    levels: Any
    predecessors: Any
    kept: Any  # V bits in words of 64: the vertices that are kept
    slots: Any  # of each place in the lists of in-neighbors, the number of the edge; or empty
    hubs: Any  # as in hubs.py, and the next five
    seconds: Any
    second_edges: Any
    asks: Any
    counts: Any
    block_bits: Any
    entered: Any  # V bits in words of 64: the vertices that an edge enters
    open: Any  # V bits: of these, the vertices to which the edge from the hub is kept, when that is known
    asked: Any  # of each block, 1 if that is known
    waiting: Any  # of each thread, pairs of a vertex and a place in its list of in-neighbors


def drop_vertices(first, last, search):
    """In place of `drop`."""
    for word in range(first >> 6, (min(last, search.levels.size) + 63) >> 6):
        dropped = ~search.kept[word]
        while dropped:
            search.levels[(word << 6) + np.int64(trailing_zeros(dropped))] = DROPPED
            dropped &= dropped - ONE


def bits_kept(word, bits, search):
    """In place of `without_dropped`."""
    return bits & search.kept[word]


@kept_with_functor
def filtered_form(edge_kept: Functor, fetch: Functor) -> Any:
    """`search_levels`, rebuilt so that it asks this functor, of source, neighbor, edge and `Keeping`."""
    return _form(
        {
            keeps: edge_kept,
            keeps_in: kept_in_lists(edge_kept),
            words_marked: block_marked,
            ask_ahead: asker_of(edge_kept, fetch),
            pull: pull_of(edge_kept, fetch),
        }
    )


def _form(replaced: dict[Any, Any]) -> Any:
    """`search_levels` with these functions in place of others, and without the vertices that are dropped."""
    same: dict[Any, Any] = {function: function for function in cpu_intrinsics}
    return rebuilt(search_levels, same | replaced | {drop: drop_vertices, without_dropped: bits_kept})


class Dropping(NamedTuple):
    """As `Keeping`, for a filter of vertices alone."""

    bitmaps: Any
    state: Any
    levels: Any
    predecessors: Any
    kept: Any


@cache
def form_with_vertices() -> Any:
    """As `filtered_form`, for `Dropping`: asks about no edge."""
    return _form({})


class Entering(NamedTuple):
    """As `Keeping`, for an `EdgeFilter`."""

    bitmaps: Any
    state: Any
    levels: Any
    predecessors: Any
    kept: Any
    entering: Any  # bitmap of the edges that are kept, in the order of the lists of in-neighbors


@cache
def form_with_bits() -> Any:
    """As `filtered_form`, for `Entering` and the bitmap of an `EdgeFilter`."""
    edges = Filters(ALL_VERTICES, Predicate(edge_in_arrays, NO_ARRAYS))
    return _form(
        {
            keeps: keeps_of(edges, len(Entering._fields)),
            keeps_in: pull_bits.edge_kept,
            look_further: pull_bits.look_further_if_kept,
        }
    )


class Filtered(NamedTuple):
    """What a search with filters runs on."""

    form: Any  # the function to call
    graph: GraphArrays
    search: Any  # a `Dropping`, or an `Entering` or a `Keeping`, extended by the filters' data
    drops: bool  # whether some vertices may be dropped


def filtered(graph: Graph, filters: Filters, arrays: GraphArrays, search: Search, device: Cpu) -> Filtered:
    """The search with filters."""
    kept = kept_words(graph, filters, device).view(np.uint64)
    pulled = arrays._replace(has_in=arrays.has_in & kept, several=arrays.several & kept)
    drops, edges = filters.vertices is not ALL_VERTICES, filters._replace(vertices=ALL_VERTICES)
    if (made := filters.made) is not None:
        first, entered = device.array(made.first), device.array(made.entered).view(np.uint64)
        pulled = pulled._replace(first=unsigned(first), has_in=pulled.has_in & entered)
        bits = Entering(*search, kept, filters.entering)
        return Filtered(form_with_bits(), pulled, extended(bits, edges), drops)
    if filters.edges is ALL_EDGES:
        return Filtered(form_with_vertices(), pulled, Dropping(*search, kept), drops)
    slots = filters.slots(graph)
    hubs = hubs_of(graph, slots, device)
    opened = np.empty_like(pulled.has_in)
    asked = np.zeros(hubs.counts.size, np.uint8)
    waiting = np.empty((device.threads, GROUP * WORD, 2), np.int64)
    keeping = Keeping(*search, kept, slots, *hubs, pulled.has_in, opened, asked, waiting)
    form = filtered_form(keeps_of(edges, len(keeping)), fetcher_of(edges, len(keeping)))
    return Filtered(form, pulled._replace(first=hubs.ids, has_in=opened), extended(keeping, edges), drops)


def restore(run: Filtered, device: Cpu) -> None:
    """Make the levels of the vertices that are dropped UNVISITED."""
    if not run.drops:
        return
    words = run.search.kept.view(np.uint32)
    device.for_each(words.size, label_dropped, words, run.search.levels, UNVISITED)
