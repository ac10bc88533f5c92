"""The pull of the CPU's fused search with an edge filter, and what it prefetches.

Each answer of the filter comes from memory, or from a far cache: edges' numbers are those of the lists of
out-neighbors. Most vertices ask about one edge alone, the one from their hub (remembered.py). That was done
before, or its answer is fetched some words ahead. For the others `pull_of`, whose function filtered.py puts
in place of pull.py's, goes over some thousand vertices several times. It lists those that are left, finds the
edges to ask about, first those that are remembered, prefetches the answers, and asks.
"""

from typing import Any

import numpy as np

from ....atomics import atomic_add
from ....compiler import trailing_zeros
from ....frontier import UNVISITED
from ....intrinsics.prefetch import prefetch
from ....operators.functors import Functor, kept_with_functor
from .in_lists import first_seen, popcount
from .plain_push import GATHERING, PUSHING, gather_found, plain_push_of
from .pull import look_at_firsts
from .remembered import GROUP
from .search import CHUNK, CURSOR, FOUND, LEVEL, ONE, SEEN, bit, label

AHEAD = 64  # places in `waiting`; how far ahead of its turn a list, or what is asked about, is fetched
LINE = 16  # vertex ids in a cache line
WORDS_AHEAD = 4  # how far ahead of its turn what is asked about edges from hubs is fetched


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
    push_plainly = plain_push_of(edge_kept, fetch)
    fetch_word, look_at_hubs = _word_fetched(fetch), _hubs_looked_at(edge_kept)
    find_seconds, ask_seconds = _seconds_found(fetch), _seconds_asked(edge_kept)
    ask_further = _further_asked(kept_in_lists(edge_kept), fetch)

    def pull(thread, graph, search):
        """Label the unvisited vertices that a kept edge enters from a visited one."""
        if search.phase[0] == PUSHING:
            push_plainly(thread, graph, search)
        elif search.phase[0] == GATHERING:
            gather_found(graph, search)
        else:
            look_for_visited(thread, graph, search)

    def look_for_visited(thread, graph, search):
        """The same by looking for visited in-neighbors, some words at a time."""
        words, chunk = graph.has_in.size, search.state[CHUNK]
        seen, later = search.bitmaps[search.state[SEEN]], search.bitmaps[1 - search.state[SEEN]]
        waiting, size = search.waiting[thread], 0
        first = atomic_add(search.state, CURSOR, chunk)
        while first < words:
            for begin in range(first, min(first + chunk, words), GROUP):
                end = min(begin + GROUP, first + chunk, words)
                for word in range(begin, min(begin + WORDS_AHEAD, end)):
                    fetch_word(word, seen, graph, search)
                for word in range(begin, end):
                    if word + WORDS_AHEAD < end:
                        fetch_word(word + WORDS_AHEAD, seen, graph, search)
                    if search.asked[word << 6 >> search.block_bits]:
                        graph.has_in[word] &= search.open[word] | graph.several[word]
                        wanted = graph.has_in[word] & search.open[word] & ~seen[word]
                        found = look_at_firsts(word, wanted, search.state[LEVEL], seen, graph, search)
                    else:
                        found = look_at_hubs(word, seen, graph, search)
                    later[word] = seen[word] | found
                count = list_waiting((begin, end), waiting, later, graph, search)
                counts = find_seconds(count, waiting, seen, graph, search)
                count = ask_seconds(counts, waiting, later, search)
                count = find_further(count, waiting, seen, graph, search)
                ask_further(count, waiting, seen, later, graph, search)
                for word in range(begin, end):
                    size += popcount(later[word] & ~seen[word])
            first = atomic_add(search.state, CURSOR, chunk)
        atomic_add(search.state, FOUND, size)

    return pull


def _word_fetched(fetch: Functor) -> Functor:
    def fetch_word(word, seen, graph, search):
        """Prefetch what is asked about the edges from the hubs of the word's unvisited vertices."""
        is_asked = search.hub_edges.size == 0 or search.asked[word << 6 >> search.block_bits]
        wanted = np.uint64(0) if is_asked else graph.has_in[word] & ~seen[word]
        while wanted:
            vertex = np.uint64((word << 6) + np.int64(trailing_zeros(wanted)))
            wanted &= wanted - ONE
            fetch(np.int64(search.hub_edges[vertex]), search)

    return fetch_word


def _hubs_looked_at(edge_kept: Functor) -> Functor:
    def look_at_hubs(word, seen, graph, search):
        """Label the word's unvisited vertices that an edge from a visited hub enters; returns their bits.

        A vertex that no other edge enters isn't looked at again if that edge is dropped.
        """
        found, dropped, level = np.uint64(0), np.uint64(0), search.state[LEVEL]
        wanted, has_edges = graph.has_in[word] & ~seen[word], search.hub_edges.size > 0
        while wanted:
            slot = np.uint64(trailing_zeros(wanted))
            wanted &= wanted - ONE
            vertex = np.uint64(word << 6) + slot
            neighbor = graph.first[vertex]
            hit = seen[neighbor >> 6] >> np.uint64(neighbor & 63) & ONE
            edge = np.int64(search.hub_edges[vertex]) if has_edges else np.int64(0)
            kept = hit & np.uint64(edge_kept(np.int64(neighbor), np.int64(vertex), edge, search))
            found |= kept << slot
            dropped |= (hit ^ kept) << slot
            label(vertex, np.int64(neighbor) if kept else -1, level if kept else UNVISITED, search)
        graph.has_in[word] &= ~dropped | graph.several[word]
        return found

    return look_at_hubs


def list_waiting(words, waiting, later, graph, search):
    """List the vertices that several edges enter and that aren't found yet.

    They are in the second column of `waiting`; returns how many there are. Where one edge alone enters a
    vertex, that is the one from its hub.
    """
    count: Any = 0
    for word in range(words[0], words[1]):
        wanted = graph.several[word] & ~later[word]
        while wanted:
            vertex: Any = (word << 6) + np.int64(trailing_zeros(wanted))
            wanted &= wanted - ONE
            waiting[count, 1] = vertex
            count += 1
            prefetch(search.seconds, vertex)
            if search.slots.size:
                prefetch(search.second_edges, vertex)
    return count


def _seconds_found(fetch: Functor) -> Functor:
    def find_seconds(size, waiting, seen, graph, search):
        """Move the vertices whose second in-neighbor is visited to the first column.

        Returns how many are in each. There is no branch, since it would wait for what is read.
        """
        ready: Any = 0
        count: Any = 0
        for index in range(size):
            vertex = waiting[index, 1]
            neighbor = search.seconds[vertex]
            is_ready = np.int64(seen[neighbor >> 6] >> np.uint64(neighbor & 63) & ONE)
            waiting[ready, 0] = waiting[count, 1] = vertex
            ready, count = ready + is_ready, count + 1 - is_ready
            prefetch(graph.dst_ptr, vertex)
            if search.slots.size:
                fetch(np.int64(search.second_edges[vertex]), search)
        return ready, count

    return find_seconds


def _seconds_asked(edge_kept: Functor) -> Functor:
    def ask_seconds(counts, waiting, later, search):
        """Label the vertices of the first column if the edge from their second in-neighbor is kept.

        The others go to the second column; returns how many are in it.
        """
        ready, count = counts
        has_edges = search.slots.size > 0
        for index in range(ready):
            vertex = waiting[index, 0]
            neighbor = np.int64(search.seconds[vertex])
            edge = np.int64(search.second_edges[vertex]) if has_edges else np.int64(0)
            if edge_kept(neighbor, vertex, edge, search):
                label(vertex, neighbor, search.state[LEVEL], search)
                later[vertex >> 6] |= bit(vertex)
            else:
                waiting[count, 1] = vertex
                count += 1
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
        end = np.uint64(graph.dst_ptr[vertex + 1])
        place: Any = first_seen(np.uint64(graph.dst_ptr[vertex]), end, seen, graph)
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
                    search.seconds[vertex] = graph.src[place]
                    if has_edges:
                        search.second_edges[vertex] = search.slots[place]
                else:
                    end = np.uint64(graph.dst_ptr[vertex + 1])
                    following = first_seen(np.uint64(place) + ONE, end, seen, graph)
                    waiting[left, 0], waiting[left, 1] = vertex, following
                    left += following < end
            count = left

    return ask_further
