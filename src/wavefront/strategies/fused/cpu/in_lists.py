"""Looking through lists of in-neighbors for a visited one: the second pass of PULL on the CPU.

pull.py calls `look_further` for a word of 64 vertices. It reads the graph and the bitmap of visited vertices,
writes levels and predecessors of the word's vertices, and notes in `first` at which in-neighbor later
searches are to look first. Nothing races: the word belongs to the calling thread.

A branch that is foreseen wrongly costs as much as ten entries. There are two in most lists: after the
entry that is visited, and after the last one.
"""

import numpy as np

from ....compiler import trailing_zeros
from .search import LEVEL, ONE, label

GROUP = np.uint64(8)  # entries of a list that are looked up without a branch
MANY = np.uint64(32)  # of a word's vertices from which on those side by side are looked at as one


def popcount(word):
    """How many bits are set."""
    size = 0
    while word:
        word &= word - ONE
        size += 1
    return size


def seen_at(place, seen, graph):
    """Whether the in-neighbor at this place of the lists is visited, 1 or 0."""
    neighbor = np.uint64(graph.src[place])
    return seen[neighbor >> np.uint64(6)] >> (neighbor & np.uint64(63)) & ONE


def first_seen(begin, end, seen, graph):
    """The first place from `begin` on that has a visited in-neighbor, or `end`.

    Most lists have one among the first few entries or none at all: further on, GROUP entries are looked up
    without a branch.
    """
    place, soon = begin, min(begin + GROUP, end)
    while place < soon:
        if seen_at(place, seen, graph):
            return place
        place += ONE
    while place + GROUP <= end:
        hits = np.uint64(0)
        for slot in range(GROUP):
            hits |= seen_at(place + slot, seen, graph)
        if hits:
            break
        place += GROUP
    while place < end:
        if seen_at(place, seen, graph):
            return place
        place += ONE
    return end


def note_found(vertex, place, graph, search):
    """Label the vertex, whose in-neighbor at this place is visited; from now on that is looked at first."""
    label(vertex, graph.src[place], search.state[LEVEL], search)
    graph.first[vertex] = graph.src[place]


def look_along_runs(word, wanted, seen, graph, search):
    """As `look_further`; the lists of neighboring vertices are looked through as one.

    Where most hold no visited vertex, the ends of lists cost as much as their entries.
    """
    found, base = np.uint64(0), np.uint64(word << 6)
    while wanted:
        slot = np.uint64(trailing_zeros(wanted))
        others = ~(wanted >> slot)
        last = slot + np.uint64(trailing_zeros(others)) if others else np.uint64(64)
        end = np.uint64(graph.dst_ptr[base + last])
        place = first_seen(np.uint64(graph.dst_ptr[base + slot]), end, seen, graph)
        while place < end:
            while graph.dst_ptr[base + slot + ONE] <= place:
                slot += ONE
            note_found(base + slot, place, graph, search)
            found |= ONE << slot
            slot += ONE
            place = first_seen(np.uint64(graph.dst_ptr[base + slot]), end, seen, graph)
        wanted = wanted >> last << last if last < 64 else np.uint64(0)
    return found


def look_further(word, wanted, seen, graph, search):
    """Label those of the word's vertices in `wanted` that have a visited in-neighbor; returns their bits."""
    found, base = np.uint64(0), np.uint64(word << 6)
    if popcount(wanted) >= MANY and graph.dst_ptr[base + MANY] - graph.dst_ptr[base] >= GROUP * MANY:
        return look_along_runs(word, wanted, seen, graph, search)
    while wanted:
        slot = np.uint64(trailing_zeros(wanted))
        wanted &= wanted - ONE
        end = np.uint64(graph.dst_ptr[base + slot + ONE])
        place = first_seen(np.uint64(graph.dst_ptr[base + slot]), end, seen, graph)
        if place < end:
            note_found(base + slot, place, graph, search)
            found |= ONE << slot
    return found
