"""Afforest on the CPU, its last step: what edges are left are followed.

After the steps before, each vertex is joined to those of its first two neighbors that are smaller. Now either

- the vertices outside the largest tree, by a sample, follow all their edges until they are in it. They are
  looked at without a branch, but RUN at once where all point straight to the tree's root. Or
- all vertices follow the edges that are left: in an undirected graph from the third on, those to smaller
  neighbors, since no vertex is passed over, and each edge is seen by its larger end. In a directed graph all
  that leave them. Where no tree is large, most lists are so short that no edges are left.

The sample tells which has fewer edges to follow. Vertices are noted first, then lists are fetched ahead.
"""

import numpy as np

from ...intrinsics.prefetch import prefetch
from .afforest import SAMPLE, SPREAD, link, root_of
from .shares_on_cpu import AHEAD, FEW, RUN, VOTES_BITS, WIDEST, all_have, sampled

NONE = -1  # instead of the largest tree's root: no vertices are passed over
# Costs in edges followed, of 5 ns: of a vertex that is listed (10 ns), of a look whether it is one (1 ns).
LISTED = 2
EDGES_PER_LOOK = 1 / 5


def list_rest(first, last, largest, left, forest):
    """List a chunk's vertices with edges that aren't seen to be in the largest tree; returns their end."""
    place, begin, end, run = np.uint64(first), np.uint64(first), np.uint64(last), np.uint64(RUN)
    width = run
    while begin + run <= end:
        if all_have(largest, begin, forest.parents):
            begin, width = begin + run, run
        else:  # probably not the next ones, either
            stop = min(begin + width, end)
            place = list_some(begin, stop, largest, left, place, forest)
            begin, width = stop, min(width + width, np.uint64(WIDEST))
    return np.int64(list_some(begin, end, largest, left, place, forest))


def list_some(first, last, largest, left, place, forest):
    """The same of a few vertices; they are listed from `place` on."""
    src_ptr, _, parents = forest
    one, bound = np.uint64(1), np.uint64(parents.size - 1)
    for vertex in range(first, last):
        prefetch(parents, parents[min(vertex + np.uint64(AHEAD), bound)])
        left[place] = vertex
        near = np.uint64(parents[np.uint64(parents[vertex])])
        root = parents[np.uint64(parents[near])]
        place += np.uint64((root != largest) & (src_ptr[vertex] != src_ptr[vertex + one]))
    return place


def list_longer(first, last, seen, left, src_ptr):
    """List a chunk's vertices with more edges than were seen; returns their end."""
    place, one = np.uint64(first), np.uint64(1)
    edge = src_ptr[np.uint64(first)]
    for vertex in range(np.uint64(first), np.uint64(last)):
        following = src_ptr[vertex + one]
        left[place] = vertex
        place += np.uint64(following - edge > seen)
        edge = following
    return np.int64(place)


def link_rest(vertex, largest, forest):
    """Link a vertex that is not in the largest tree along its edges; shorten its way to the root.

    Another thread may give a root its parent at any time, so that only what was no root is written to.
    """
    src_ptr, dst, parents = forest
    first, end = np.uint64(src_ptr[vertex]), np.uint64(src_ptr[vertex + 1])
    parent = np.int64(parents[vertex])
    while first < end and parents[np.uint64(dst[first])] == parent:
        first += np.uint64(1)
    if first == end:
        return
    if parent != vertex:
        root = root_of(parent, largest, forest)
        if root != parent:
            parents[vertex] = root
        if root == largest:
            return
    for edge in range(first, end):
        link(vertex, np.int64(dst[edge]), parents)
        if parents[vertex] == largest:  # its other neighbors are in that tree, or will follow their own edges
            return


def link_unseen(vertex, seen, forest):
    """Link a vertex along the edges that were not seen; if some were, only to smaller neighbors."""
    src_ptr, dst, parents = forest
    for edge in range(src_ptr[vertex] + seen, src_ptr[vertex + 1]):
        neighbor = np.int64(dst[edge])
        if neighbor < vertex or seen == 0:
            link(vertex, neighbor, parents)


def link_chunk(first, last, largest, seen, left, forest):
    """The last step for a chunk of the vertices; `left` is memory for as many."""
    src_ptr, dst, parents = forest
    if largest == NONE:
        bound = list_longer(first, last, seen, left, src_ptr)
    else:
        bound, seen = list_rest(first, last, largest, left, forest), 0
    for place in range(first, bound):
        prefetch(dst, src_ptr[left[min(place + AHEAD, bound - 1)]] + seen)
        edge = np.int64(src_ptr[left[min(place + AHEAD // 2, bound - 1)]]) + seen
        prefetch(parents, dst[edge])
        if largest == NONE:
            link_unseen(np.int64(left[place]), seen, forest)
        else:
            link_rest(np.int64(left[place]), largest, forest)


def largest_tree(votes, forest):
    """The root of most vertices of a sample."""
    most, largest = np.int64(0), np.int64(NONE)
    for number in range(SAMPLE):
        root = np.int64(root_of(sampled(number, forest.parents.size), np.int64(NONE), forest))
        place = (root * SPREAD & 0xFFFFFFFF) >> (32 - VOTES_BITS)
        votes[place] += 1
        if votes[place] > most:
            most, largest = votes[place], root
    return largest


def passed_over(votes, seen, forest, back):
    """The root of the largest tree, or NONE if the vertices outside it have more edges than are left."""
    src_ptr, _, parents = forest
    largest = largest_tree(votes, forest)
    outside, unseen = np.int64(0), FEW * EDGES_PER_LOOK
    for number in range(FEW):
        vertex = sampled(number, parents.size)
        degree = src_ptr[vertex + 1] - src_ptr[vertex]
        if degree > seen:
            unseen += LISTED + (degree - seen) * (0.5 if seen else 1.0)  # half of them to smaller neighbors
        if root_of(vertex, largest, forest) != largest:
            outside += LISTED + degree
            if back is not None:
                outside += back.src_ptr[vertex + 1] - back.src_ptr[vertex]
    return np.int64(NONE) if outside > unseen else largest
