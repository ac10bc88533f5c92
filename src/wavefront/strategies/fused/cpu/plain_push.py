"""A push without a queue, in place of a pull, for the CPU's fused search with an edge filter.

Where few in-neighbors are visited, most unvisited vertices read their list, the number of an edge, and the
filter's answer, each from far memory. From the frontier's side the same edges and their answers lie in order.
So two steps take the place of the pull. `push_plainly` stores the frontier's vertices as predecessors of all
unvisited vertices that kept edges lead to. `gather_found` labels the vertices that have got one. Nothing is
appended, and the frontier is gone through in the order of ids, in which lists are, too. filtered_pull.py
calls the two; filtered.py puts `next_pull_or_push` in place of `next_pull` of levels.py
(docs/decisions/0021-filters.md).

Race: several threads may store a predecessor of one vertex, or without predecessors its level. Each is right.
In `push_plainly` no thread reads what another writes. In `gather_found` a word of the bitmap, and its
vertices, are one thread's.
"""

from typing import Any

import numpy as np

from ....atomics import atomic_add
from ....compiler import trailing_zeros
from ....frontier import UNVISITED
from ....intrinsics.prefetch import prefetch
from ....operators.functors import Functor, kept_with_functor
from .in_lists import popcount
from .levels import next_pull
from .pull import bits_of
from .search import CHUNK, CURSOR, CUT_AT, FOUND, LEVEL, ONE, SEEN
from .steps import MARK, PULL

# The phases of a search, in `Keeping.phase`.
PULLING, PUSHING, GATHERING = 0, 1, 2
WORDS = 32  # words of the bitmaps that a thread takes at once
ROW = 64  # edges that are listed together
AHEAD = 8  # vertices; how far ahead of its turn a vertex's list is fetched
LINE = 16  # vertex ids in a cache line
EDGES_PER_VERTEX = 10  # that are pushed in the time in which an unvisited vertex pulls


def next_pull_or_push(step, plan, search):
    """In place of `next_pull`: plain pushes take two steps."""
    phase = search.phase
    if step == PULL and phase[0] == PUSHING:
        phase[0] = GATHERING
        return np.int64(PULL)
    following = next_pull(step, plan, search)
    phase[0] = PULLING
    if step == MARK and following == PULL and is_push_cheaper(plan, search):
        phase[0] = PUSHING
    return following


def is_push_cheaper(plan, search):
    """Whether to push plainly, by the share of the hubs that are visited. Long lists are for pulls."""
    share = search.shares.mean()
    pushed, pulled = share * search.pushable, (1 - share) * search.levels.size
    return plan.max_degree <= search.state[CUT_AT] and pushed < EDGES_PER_VERTEX * pulled


def list_frontier_of(first, last, vertices, seen, search):
    """List the vertices of these words that are in the frontier; returns how many."""
    before, count = search.state[LEVEL] - 1, 0
    for word in range(first, last):
        visited = seen[word]
        while visited:
            vertex: Any = (word << 6) + np.int64(trailing_zeros(visited))
            visited &= visited - ONE
            vertices[count, 0] = vertex
            count += search.levels[vertex] == before
    return count


@kept_with_functor
def plain_push_of(edge_kept: Functor, fetch: Functor) -> Any:
    """`push_plainly`, which asks this functor, and another to prefetch."""

    def push_plainly(thread, graph, search):
        """Store the frontier's vertices as predecessors of the unvisited vertices that kept edges lead to."""
        seen, words = search.bitmaps[search.state[SEEN]], graph.has_in.size
        waiting = search.waiting[thread]
        first = atomic_add(search.state, CURSOR, WORDS)
        while first < words:
            count = list_frontier_of(first, min(first + WORDS, words), waiting, seen, search)
            for index in range(min(count, AHEAD)):
                fetch_list(waiting[index, 0], graph, search)
            for index in range(count):
                fetch_list(waiting[min(index + AHEAD, count - 1), 0], graph, search)
                push_from(waiting[index, 0], waiting, seen, graph, search)
            first = atomic_add(search.state, CURSOR, WORDS)

    def fetch_list(vertex, graph, search):
        """Prefetch the vertex's list, and what is asked about its edges."""
        begin: Any = np.int64(graph.src_ptr[vertex])
        last = np.int64(graph.src_ptr[vertex + 1]) - 1
        prefetch(graph.dst, begin)
        prefetch(graph.dst, begin + LINE)
        fetch(begin, search)
        fetch((begin + last) >> 1, search)
        fetch(last, search)

    def push_from(vertex, row, seen, graph, search):
        """Go through a vertex's list: what is to be stored is listed first, without a branch."""
        begin: Any = np.int64(graph.src_ptr[vertex])
        end: Any = np.int64(graph.src_ptr[vertex + 1])
        for first in range(begin, end, ROW):
            listed: Any = 0
            for edge in range(first, min(first + ROW, end)):
                neighbor = graph.dst[edge]
                row[listed, 1] = neighbor
                is_open = seen[neighbor >> 6] >> np.uint64(neighbor & 63) & ONE == 0
                listed += np.int64(is_open & edge_kept(vertex, neighbor, edge, search))
            for slot in range(listed):
                if search.predecessors.size:
                    search.predecessors[row[slot, 1]] = vertex
                else:
                    search.levels[row[slot, 1]] = search.state[LEVEL]

    return push_plainly


def gather_found(graph, search):
    """Label the vertices that have got a predecessor, and write the next bitmap."""
    state = search.state
    seen, later, size = search.bitmaps[state[SEEN]], search.bitmaps[1 - state[SEEN]], 0
    first = atomic_add(state, CURSOR, state[CHUNK])
    while first < graph.has_in.size:
        for word in range(first, min(first + state[CHUNK], graph.has_in.size)):
            stored = bits_stored(word, search) & ~seen[word]
            found = stored & search.entered[word]
            later[word] = seen[word] | found
            size += popcount(found)
            label_stored(word, found, stored ^ found, search)
        first = atomic_add(state, CURSOR, state[CHUNK])
    atomic_add(state, FOUND, size)


def bits_stored(word, search):
    """The word's vertices that have a predecessor, or else a level."""
    if search.predecessors.size:
        return bits_of(word, search.predecessors)
    return bits_of(word, search.levels)


def label_stored(word, found, stray, search):
    """Label the word's vertices that are found, and take predecessors from those that are dropped."""
    if search.predecessors.size:
        level, base = search.state[LEVEL], word << 6
        while found:
            search.levels[base + np.int64(trailing_zeros(found))] = level
            found &= found - ONE
        while stray:
            search.predecessors[base + np.int64(trailing_zeros(stray))] = UNVISITED
            stray &= stray - ONE
