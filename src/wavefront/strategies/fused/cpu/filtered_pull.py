"""The pull of the CPU's fused search with an edge filter, and what it prefetches.

In a pull, the filter is asked about edges from all over the lists of out-neighbors: each answer comes from
memory, or from a far cache. So `pull_of`, whose function filtered.py puts in place of pull.py's, goes over a
few hundred vertices several times: it finds the edges to ask about, prefetches the answers, and then asks.
"""

from typing import Any

import numpy as np

from ....atomics import atomic_add
from ....compiler import trailing_zeros
from ....filters import Filters, edge_in_arrays
from ....frontier import UNVISITED
from ....intrinsics.prefetch import prefetch
from ....operators.functors import Functor, kept_with_functor
from .pull import fetch_lists, popcount
from .search import CHUNK, CURSOR, FOUND, LEVEL, ONE, SEEN, bit, label

GROUP = 8  # words of the bitmaps whose vertices' answers are prefetched together


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
def kept_in_lists(edge_kept: Functor) -> Functor:
    """A function in place of `keeps_in`."""

    def kept_in(source, neighbor, place, search):
        edge = np.int64(search.slots[place]) if search.slots.size else np.int64(place)
        return edge_kept(source, neighbor, edge, search)

    return kept_in


@kept_with_functor
def pull_of(edge_kept: Functor, fetch: Functor) -> Any:
    """A function in place of `pull`."""
    fetch_firsts, ask_firsts = _firsts_fetched(fetch), _firsts_asked(edge_kept)
    ask_further = _further_asked(kept_in_lists(edge_kept), fetch)

    def pull(thread, graph, search):
        """Label the unvisited vertices that a kept edge enters from a visited one, some words at a time."""
        level, words, chunk = search.state[LEVEL], graph.has_in.size, search.state[CHUNK]
        seen, later = search.bitmaps[search.state[SEEN]], search.bitmaps[1 - search.state[SEEN]]
        waiting, size = search.waiting[thread], 0
        first = atomic_add(search.state, CURSOR, chunk)
        while first < words:
            for begin in range(first, min(first + chunk, words), GROUP):
                end = min(begin + GROUP, first + chunk, words)
                for word in range(begin, end):
                    fetch_firsts(word, seen, later, graph, search)
                for word in range(begin, end):
                    ask_firsts(word, level, seen, later, graph, search)
                    fetch_begins(word, graph.several[word] & ~later[word], graph)
                for word in range(begin, end):
                    fetch_lists(word, graph.several[word] & ~later[word], graph)
                count = find_further((begin, end), waiting, seen, later, graph, search)
                ask_further(count, waiting, seen, later, graph, search)
                for word in range(begin, end):
                    size += popcount(later[word] & ~seen[word])
            first = atomic_add(search.state, CURSOR, chunk)
        atomic_add(search.state, FOUND, size)

    return pull


def _firsts_fetched(fetch: Functor) -> Functor:
    def fetch_firsts(word, seen, later, graph, search):
        """Note which unvisited vertices of the word have a visited first in-neighbor, without a branch.

        Prefetches what the filter reads of those edges.
        """
        wanted, met, has_slots = graph.has_in[word] & ~seen[word], np.uint64(0), search.first_slots.size > 0
        while wanted:
            slot = trailing_zeros(wanted)
            wanted &= wanted - ONE
            vertex = (word << 6) + np.int64(slot)
            neighbor = graph.first[vertex]
            hit = seen[neighbor >> 6] >> np.uint64(neighbor & 63) & ONE
            met |= hit << slot
            if has_slots:
                fetch(np.int64(search.first_slots[vertex]) if hit else np.int64(0), search)
        later[word] = met

    return fetch_firsts


def _firsts_asked(edge_kept: Functor) -> Functor:
    def ask_firsts(word, level, seen, later, graph, search):
        """Label those of the vertices noted whose first edge is kept."""
        met, found = later[word], np.uint64(0)
        while met:
            slot = trailing_zeros(met)
            met &= met - ONE
            vertex = (word << 6) + np.int64(slot)
            neighbor = graph.first[vertex]
            edge = np.int64(search.first_slots[vertex]) if search.first_slots.size else np.int64(0)
            hit = np.uint64(edge_kept(neighbor, vertex, edge, search))
            found |= hit << slot
            label(vertex, np.int64(neighbor) if hit else -1, level if hit else UNVISITED, search)
        later[word] = seen[word] | found

    return ask_firsts


def _further_asked(kept_in: Functor, fetch: Functor) -> Functor:
    def ask_further(count, waiting, seen, later, graph, search):
        """Label the vertices noted if that edge is kept, or one of those behind it, from a visited vertex."""
        for index in range(count if search.slots.size else 0):
            fetch(np.int64(search.slots[waiting[index, 1]]), search)
        for index in range(count):
            vertex, place = waiting[index, 0], waiting[index, 1]
            end = np.int64(graph.dst_ptr[vertex + 1])
            while place < end and not kept_in(graph.src[place], vertex, place, search):
                place = next_visited(place + 1, end, seen, graph)
            if place < end:
                label(vertex, graph.src[place], search.state[LEVEL], search)
                later[vertex >> 6] |= bit(vertex)

    return ask_further


def find_further(words, waiting, seen, later, graph, search):
    """Note the vertices with a visited in-neighbor, and its place in their lists; returns how many."""
    count = 0
    for word in range(words[0], words[1]):
        wanted = graph.several[word] & ~later[word]
        while wanted:
            vertex = (word << 6) + np.int64(trailing_zeros(wanted))
            wanted &= wanted - ONE
            end = np.int64(graph.dst_ptr[vertex + 1])
            place = next_visited(np.int64(graph.dst_ptr[vertex]), end, seen, graph)
            waiting[count, 0], waiting[count, 1] = vertex, place
            if search.slots.size:
                prefetch(search.slots, place)
            count += place < end
    return count


def fetch_begins(word, wanted, graph):
    """Prefetch where the lists of in-neighbors begin, of the word's vertices in `wanted`: they lie apart."""
    while wanted:
        prefetch(graph.dst_ptr, (word << 6) + np.int64(trailing_zeros(wanted)))
        wanted &= wanted - ONE


def next_visited(place, end, seen, graph):
    """The first of these places in the lists of in-neighbors with a visited one; the end if there is none."""
    while place < end:
        neighbor = graph.src[place]
        if seen[neighbor >> 6] & bit(neighbor):
            break
        place += 1
    return place
