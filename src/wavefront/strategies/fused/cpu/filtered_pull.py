"""The pull of the CPU's fused search with an edge filter, and what it prefetches.

Most vertices find their predecessor by the bits of hubs.py. Of the others, the filter is asked about edges
from all over the lists of out-neighbors: each answer comes from memory, or from a far cache. So `pull_of`,
whose function filtered.py puts in place of pull.py's, goes over some thousand vertices several times. It
lists those that are left, finds the edges to ask about, first those from second hubs, prefetches the
answers, and asks.
"""

from typing import Any

import numpy as np

from ....atomics import atomic_add
from ....compiler import trailing_zeros
from ....filters import Filters, edge_in_arrays
from ....intrinsics.prefetch import prefetch
from ....operators.functors import Functor, kept_with_functor
from .in_lists import popcount
from .plain_push import GATHERING, PUSHING, gather_found, plain_push_of
from .pull import look_at_firsts
from .search import CHUNK, CURSOR, FOUND, LEVEL, ONE, SEEN, bit, label

AHEAD = 64  # places in `waiting`; how far ahead of its turn a list, or what is asked about, is fetched
LINE = 16  # vertex ids in a cache line
GROUP = 32  # words of the bitmaps whose vertices' answers are prefetched together


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
    ask_seconds = _seconds_asked(edge_kept, fetch)
    ask_further = _further_asked(kept_in_lists(edge_kept), fetch)
    push_plainly = plain_push_of(edge_kept, fetch)

    def pull(thread, graph, search):
        """Label the unvisited vertices that a kept edge enters from a visited one."""
        if search.phase[0] == PUSHING:
            push_plainly(thread, graph, search)
        elif search.phase[0] == GATHERING:
            gather_found(graph, search)
        else:
            look_at_hubs(thread, graph, search)

    def look_at_hubs(thread, graph, search):
        """The same by looking for visited in-neighbors, some words at a time."""
        level, words, chunk = search.state[LEVEL], graph.has_in.size, search.state[CHUNK]
        seen, later = search.bitmaps[search.state[SEEN]], search.bitmaps[1 - search.state[SEEN]]
        waiting, size = search.waiting[thread], 0
        first = atomic_add(search.state, CURSOR, chunk)
        while first < words:
            for begin in range(first, min(first + chunk, words), GROUP):
                end = min(begin + GROUP, first + chunk, words)
                for word in range(begin, end):
                    wanted = graph.has_in[word] & ~seen[word]
                    later[word] = seen[word] | look_at_firsts(word, wanted, level, seen, graph, search)
                counts = list_waiting((begin, end), waiting, seen, later, graph, search)
                count = ask_seconds(counts, waiting, seen, later, graph, search)
                count = find_further(count, waiting, seen, graph, search)
                ask_further(count, waiting, seen, later, graph, search)
                for word in range(begin, end):
                    size += popcount(later[word] & ~seen[word])
            first = atomic_add(search.state, CURSOR, chunk)
        atomic_add(search.state, FOUND, size)

    return pull


def list_waiting(words, waiting, seen, later, graph, search):
    """List the vertices that an edge enters and that aren't found yet.

    Those whose hub is visited, so that the edge from there is dropped, are in the first column of `waiting`,
    the others in the second. Returns how many of each there are. A vertex that only its hub's edge enters is
    not listed if that edge was asked about.
    """
    dropped: Any = 0
    count: Any = 0
    for word in range(words[0], words[1]):
        is_asked = search.asked[word << 6 >> search.block_bits]
        wanted = (graph.several[word] if is_asked else search.entered[word]) & ~later[word]
        while wanted:
            vertex: Any = (word << 6) + np.int64(trailing_zeros(wanted))
            wanted &= wanted - ONE
            neighbor = graph.first[vertex]
            is_dropped = is_asked and np.int64(seen[neighbor >> 6] >> np.uint64(neighbor & 63) & ONE)
            waiting[dropped, 0] = waiting[count, 1] = vertex
            dropped, count = dropped + is_dropped, count + 1 - is_dropped
            if is_dropped:
                prefetch(search.seconds, vertex)
                if search.slots.size:
                    prefetch(search.second_edges, vertex)
            else:
                prefetch(graph.dst_ptr, vertex)
    return dropped, count


def _seconds_asked(edge_kept: Functor, fetch: Functor) -> Functor:
    def ask_seconds(counts, waiting, seen, later, graph, search):
        """Label the vertices of the first column whose second hub is visited, if the edge from there is kept.

        The others go to the second column; returns how many are in it.
        """
        dropped, count = counts
        has_edges = search.slots.size > 0
        for index in range(dropped if has_edges else 0):
            fetch(np.int64(search.second_edges[waiting[index, 0]]), search)
        for index in range(dropped):
            vertex = waiting[index, 0]
            neighbor = np.int64(search.seconds[vertex])
            edge = np.int64(search.second_edges[vertex]) if has_edges else np.int64(0)
            if seen[neighbor >> 6] & bit(neighbor) and edge_kept(neighbor, vertex, edge, search):
                label(vertex, neighbor, search.state[LEVEL], search)
                later[vertex >> 6] |= bit(vertex)
            else:
                waiting[count, 1] = vertex
                count += 1
                prefetch(graph.dst_ptr, vertex)
        return count

    return ask_seconds


def find_further(size, waiting, seen, graph, search):
    """Note the vertices of the second column with a visited in-neighbor, and its place in their lists.

    Returns how many there are.
    """
    for index in range(min(size, AHEAD)):
        prefetch(graph.src, graph.dst_ptr[waiting[index, 1]])
    count = 0
    for index in range(size):
        begin: Any = np.int64(graph.dst_ptr[waiting[min(index + AHEAD, size - 1), 1]])
        prefetch(graph.src, begin)
        prefetch(graph.src, begin + LINE)
        vertex = waiting[index, 1]
        end = np.int64(graph.dst_ptr[vertex + 1])
        place = next_visited(np.int64(graph.dst_ptr[vertex]), end, seen, graph)
        waiting[count, 0], waiting[count, 1] = vertex, place
        if search.slots.size:
            prefetch(search.slots, place)
        count += place < end
    return count


def _further_asked(kept_in: Functor, fetch: Functor) -> Functor:
    def ask_further(count, waiting, seen, later, graph, search):
        """Label the vertices noted if that edge is kept, or one of those behind it, from a visited vertex.

        All are asked about one edge each, then those that are left about another: so answers are prefetched.
        """
        while count:
            has_edges, left = search.slots.size > 0, 0
            for index in range(min(count, AHEAD) if has_edges else 0):
                fetch(np.int64(search.slots[waiting[index, 1]]), search)
            for index in range(count):
                if has_edges:
                    ahead = min(index + AHEAD, count - 1)
                    fetch(np.int64(search.slots[waiting[ahead, 1]]), search)
                vertex, place = waiting[index, 0], waiting[index, 1]
                if kept_in(graph.src[place], vertex, place, search):
                    label(vertex, graph.src[place], search.state[LEVEL], search)
                    later[vertex >> 6] |= bit(vertex)
                else:
                    end = np.int64(graph.dst_ptr[vertex + 1])
                    place = next_visited(place + 1, end, seen, graph)
                    waiting[left, 0], waiting[left, 1] = vertex, place
                    left += place < end
            count = left

    return ask_further


def next_visited(place, end, seen, graph):
    """The first of these places in the lists of in-neighbors with a visited one; the end if there is none."""
    while place < end:
        neighbor = graph.src[place]
        if seen[neighbor >> 6] & bit(neighbor):
            break
        place += 1
    return place
