"""The CPU's fused search with filters: its own code, compiled with other functions in place of keeping.py's.

A vertex that is dropped has level 0 from the start, so pushes pass over it, as over a source. It is in no
bitmap: neither among the visited, from which pulls take predecessors, nor among those that look for one. At
the end its level becomes UNVISITED. So a vertex filter costs nothing per edge. An edge filter is asked in a
push about edges to neighbors that were listed as unvisited. In shares.py and plain_push.py it is asked about
all edges of a list, without a branch. In a pull it is asked about edges from visited vertices, first about
those that remembered.py has of the vertex. An `EdgeFilter` has memory of its own, in which are only edges
that it keeps (docs/decisions/0021-filters.md).

The graph is searched as the caller made it even if it is prepared: filters have the caller's ids.
"""

from collections.abc import Hashable
from functools import cache
from typing import Any, NamedTuple
from weakref import ref

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
from ..pool import Pool, pool_of
from . import pull_bits
from .answers import fetcher_of, read_directly
from .filtered_pull import kept_in_lists, pull_of
from .in_lists import look_further
from .keeping import (
    ask_ahead,
    drop,
    fetch_asked,
    fetch_asked_beside,
    keeps,
    keeps_in,
    keeps_listed,
    note_asked,
    without_dropped,
    words_marked,
)
from .kept_vertices import every_word, kept_words, label_dropped
from .levels import next_pull, search_levels
from .plain_push import PULLING, next_pull_or_push
from .pull import pull
from .remembered import Memory, asker_of, block_marked, new_memory
from .search import ONE, TRIED_BY, GraphArrays, Search
from .serial import EDGES_BESIDE

NO_ARRAYS = Arrays(np.empty(0, np.bool_), np.empty(0, np.uint32))
SHORT = 8  # edges whose data, numbers of 8 bytes, take a cache line
LIST = 32  # edges of a list for which the filter's data are fetched ahead
DROPPED = 0  # level of a vertex that is dropped, until the search is over


class Keeping(NamedTuple):
    """A search, as `Search`, and its filters; the data of the edge filter follow."""

    bitmaps: Any
    state: Any
    levels: Any
    predecessors: Any
    kept: Any  # V bits in words of 64: the vertices that are kept
    slots: Any  # of each place in the lists of in-neighbors, the number of the edge; or empty
    hubs: Any  # as in `Remembered`, and the next six
    hub_edges: Any
    seconds: Any
    second_edges: Any
    asks: Any
    counts: Any
    block_bits: Any
    entered: Any  # V bits in words of 64: the vertices that an edge enters
    open: Any  # V bits: of these, the vertices to which the edge from the hub is kept, when that is known
    asked: Any  # of each block, 1 if that is known
    shares: Any  # of each block, the share of its hubs that are visited
    phase: Any  # one word, as in plain_push.py
    pushable: Any  # number of edges; infinite if some lists of in-neighbors are shared by threads
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


def note_edge(slot, edge, row):
    """In place of `note_asked`."""
    row[slot] = edge


@kept_with_functor
def kept_of_listed(edge_kept: Functor) -> Functor:
    """A function in place of `keeps_listed`."""

    def kept_listed(source, neighbor, first, slot, row, search):
        return edge_kept(source, neighbor, first + np.int64(row[slot]), search)

    return kept_listed


@kept_with_functor
def fetched_along(fetch: Functor) -> Functor:
    """A function in place of `fetch_asked`."""

    def fetch_some(edge, search):
        for ahead in range(0, LIST, SHORT):
            fetch(np.int64(edge) + ahead, search)

    return fetch_some


@kept_with_functor
def fetched_beside(fetch: Functor) -> Functor:
    """A function in place of `fetch_asked_beside`."""

    def fetch_beside(edge, search):
        fetch(np.int64(edge) - EDGES_BESIDE, search)
        fetch(np.int64(edge) + EDGES_BESIDE, search)

    return fetch_beside


@kept_with_functor
def filtered_form(edge_kept: Functor, fetch: Functor) -> Any:
    """`search_levels`, rebuilt so that it asks this functor, of source, neighbor, edge and `Keeping`."""
    return _form(
        {
            **_asking(edge_kept, fetch),
            keeps_in: kept_in_lists(edge_kept),
            words_marked: block_marked,
            ask_ahead: asker_of(edge_kept, fetch),
            pull: pull_of(edge_kept, fetch),
            next_pull: next_pull_or_push,
        }
    )


def _asking(edge_kept: Functor, fetch: Functor) -> dict[Any, Any]:
    """What takes the place of the functions that pushes call."""
    return {
        keeps: edge_kept,
        note_asked: note_edge,
        keeps_listed: kept_of_listed(edge_kept),
        fetch_asked: fetched_along(fetch),
        fetch_asked_beside: fetched_beside(fetch),
    }


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
    edges = Filters(ALL_VERTICES, Predicate(edge_in_arrays, NO_ARRAYS, True))
    size = len(Entering._fields)
    return _form(
        {
            **_asking(keeps_of(edges, size), fetcher_of(edges, size)),
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
    pool: Pool | None = None  # to which what the search remembers goes back, and as what
    form_remembered: Hashable = None
    remembered: Any = None


def filtered(graph: Graph, filters: Filters, arrays: GraphArrays, search: Search, device: Cpu) -> Filtered:
    """The search with filters."""
    search.state[TRIED_BY] = 0  # asking about edges takes time: a trial of searches that don't ends here
    drops, edges = filters.vertices is not ALL_VERTICES, filters._replace(vertices=ALL_VERTICES)
    kept = (kept_words(graph, filters, device) if drops else every_word(graph)).view(np.uint64)
    pulled = arrays
    if drops:
        pulled = arrays._replace(has_in=arrays.has_in & kept, several=arrays.several & kept)
    if (made := filters.made) is not None:
        pool, of_graph = pool_of(made, "cpu"), ref(graph)
        first = pool.take(of_graph)
        if first is None:
            first = unsigned(np.array(Cpu().array(made.first)))
        entered = device.array(made.entered).view(np.uint64)
        pulled = pulled._replace(first=first, has_in=pulled.has_in & entered)
        bits = extended(Entering(*search, kept, filters.entering), edges)
        return Filtered(form_with_bits(), pulled, bits, drops, pool, of_graph, first)
    if filters.edges is ALL_EDGES:
        return Filtered(form_with_vertices(), pulled, Dropping(*search, kept), drops)
    slots = filters.slots(graph)
    pool, form = pool_of(graph, "cpu filters"), (slots.size > 0, device.threads)
    memory: Memory = pool.take(form) or new_memory(graph, slots, arrays, device)
    memory.has_in[:], memory.own.phase[0] = pulled.has_in, PULLING
    keeping = Keeping(*search, kept, slots, *memory.remembered, pulled.has_in, *memory.own)
    edges = edges._replace(edges=read_directly(edges.edges))
    asking = filtered_form(keeps_of(edges, len(keeping)), fetcher_of(edges, len(keeping)))
    pulled = pulled._replace(first=memory.remembered.hubs, has_in=memory.has_in)
    return Filtered(asking, pulled, extended(keeping, edges), drops, pool, form, memory)


def end_of(run: Filtered, device: Cpu) -> None:
    """Keep what is remembered, and make the levels of the vertices that are dropped UNVISITED."""
    run.search.state[TRIED_BY] = 0  # and a trial of these ends here: other searches don't go on with it
    if run.pool is not None:
        run.pool.give_back(run.form_remembered, run.remembered)
    if not run.drops:
        return
    words = run.search.kept.view(np.uint32)
    device.for_each(words.size, label_dropped, words, run.search.levels, UNVISITED)
