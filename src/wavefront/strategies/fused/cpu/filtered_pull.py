"""The pull of the CPU's fused search with an edge filter, and what it prefetches.

In a pull, the filter is asked about edges from all over the lists of out-neighbors: each answer comes from
memory, or from a far cache. So the two functions here, which filtered.py puts in place of those in pull.py,
go over a word's vertices several times. They find the edges to ask about, prefetch the answers, and then ask.
"""

from typing import Any

import numpy as np

from ....compiler import trailing_zeros
from ....filters import Filters, edge_in_arrays
from ....frontier import UNVISITED
from ....intrinsics.prefetch import prefetch
from ....operators.functors import Functor, kept_with_functor
from .search import LEVEL, ONE, bit, label


def fetcher_of(filters: Filters, size: int) -> Functor:
    """A function of an edge and of an extended tuple, which had `size` fields: it prefetches edges' data.

    Those are the arrays with an element per edge, if the filter is a functor, and if it asks for the edge.
    """
    functor, data, reads_edge = filters.edges
    first = size + len(filters.vertices.data)
    if functor is edge_in_arrays:
        return _fetcher_of_arrays(functor, first)
    places = [place for place, values in enumerate(data, first) if reads_edge and hasattr(values, "shape")]
    return _fetcher(functor, tuple(places))


@kept_with_functor
def _fetcher_of_arrays(functor: Functor, mask: int) -> Functor:
    words = mask + 1

    def fetch(edge, record):
        if record[mask].size:
            prefetch(record[mask], edge)
        if record[words].size:
            prefetch(record[words], edge >> 5)

    return fetch


@kept_with_functor
def _fetcher(functor: Functor, places: tuple[int, ...]) -> Functor:
    def nothing(edge, record):
        return

    fetch: Functor = nothing
    for place in places:
        fetch = _fetch_also(fetch, place)
    return fetch


def _fetch_also(before: Functor, place: int) -> Functor:
    def fetch(edge, record):
        before(edge, record)
        prefetch(record[place], edge)

    return fetch


@kept_with_functor
def firsts_of(edge_kept: Functor, fetch: Functor) -> Any:
    """A function in place of `look_at_firsts`."""

    def look_at_firsts(word, wanted, level, seen, graph, search):
        """Label those of the word's vertices in `wanted` whose first edge is kept, from a visited vertex.

        Returns their bits. As there, no branch.
        """
        found, ahead, has_slots = np.uint64(0), wanted, search.first_slots.size > 0
        while ahead and has_slots:
            fetch(np.int64(search.first_slots[(word << 6) + np.int64(trailing_zeros(ahead))]), search)
            ahead &= ahead - ONE
        while wanted:
            slot = trailing_zeros(wanted)
            wanted &= wanted - ONE
            vertex = (word << 6) + np.int64(slot)
            neighbor = graph.first[vertex]
            edge = np.int64(search.first_slots[vertex]) if has_slots else np.int64(0)
            hit = seen[neighbor >> 6] >> np.uint64(neighbor & 63) & ONE
            hit &= np.uint64(edge_kept(neighbor, vertex, edge, search))
            found |= hit << slot
            label(vertex, np.int64(neighbor) if hit else -1, level if hit else UNVISITED, search)
        return found

    return look_at_firsts


def next_visited(place, end, seen, graph):
    """The first of these places in the lists of in-neighbors with a visited one; the end if there is none."""
    while place < end:
        neighbor = graph.src[place]
        if seen[neighbor >> 6] & bit(neighbor):
            break
        place += 1
    return place


@kept_with_functor
def further_of(kept_in: Functor, fetch: Functor) -> Any:
    """A function in place of `look_further`."""

    def look_further(thread, word, wanted, seen, graph, search):
        """Label those of the word's vertices in `wanted` that another kept edge enters from a visited one."""
        places, met, found = search.places[thread], np.uint64(0), np.uint64(0)
        while wanted:
            slot = np.int64(trailing_zeros(wanted))
            vertex = (word << 6) + slot
            end = np.int64(graph.dst_ptr[vertex + 1])
            places[slot] = next_visited(np.int64(graph.dst_ptr[vertex]) + 1, end, seen, graph)
            if places[slot] < end:
                met |= wanted & ~(wanted - ONE)
                if search.slots.size:
                    prefetch(search.slots, places[slot])
            wanted &= wanted - ONE
        ahead = met
        while ahead and search.slots.size:
            fetch(np.int64(search.slots[places[np.int64(trailing_zeros(ahead))]]), search)
            ahead &= ahead - ONE
        while met:
            slot = np.int64(trailing_zeros(met))
            vertex, place = (word << 6) + slot, places[slot]
            end = np.int64(graph.dst_ptr[vertex + 1])
            while place < end and not kept_in(graph.src[place], vertex, place, search):
                place = next_visited(place + 1, end, seen, graph)
            if place < end:
                label(vertex, graph.src[place], search.state[LEVEL], search)
                found |= met & ~(met - ONE)
            met &= met - ONE
        return found

    return look_further
