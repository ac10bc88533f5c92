"""Afforest on the CPU, its first steps: trees of shares of the vertices.

A share is a range of ids. In it one thread goes through the vertices in ascending order and links each to
those of its first two neighbors that are smaller. Parents are smaller, so all that it writes to is in its
share: no atomics, no array filled beforehand, and one visit of each list. It doesn't look at parents in other
shares, which may not be written yet. A root in its share may get any smaller vertex as parent; where both
neighbors' ways lead out of the share, the second is left for later. Neighbors that are larger link
themselves, or are left to the last step. In a directed graph none links itself. There the
first in-neighbor takes the place of a second neighbor that is larger, if the lists of in-neighbors are known,
and if a sample has enough vertices without a smaller neighbor but with a smaller in-neighbor.
"""

import numpy as np

from ...intrinsics.prefetch import prefetch
from .afforest import SAMPLE, SPREAD, link

VOTES_BITS = 12  # of the place where a root's votes are counted; two roots in one place do no harm
CHUNK = 4096  # vertices taken at once where no shares are needed
LINE = 64  # vertices: shares begin on cache lines of their own
RUN = 16  # neighboring vertices whose parents are compared at once
WIDEST = 16 * RUN  # vertices that are taken one by one, at most, after runs that were compared in vain
AHEAD = 24  # vertices: how far ahead lists are fetched, and half as far the parents of the first neighbors

# Reading another list takes 1.3 ns for each vertex, and saves at least 10 for one that would stay alone: as a
# power of 2, the part of the vertices from which on it is worth it.
LACKING = 3
FEW = SAMPLE >> 2  # vertices that show what will take less: a miss of the cache or two for each


def sampled(number, count):
    """A vertex of the sample."""
    return np.int64(number * SPREAD % count)


def local_root(vertex, first, parents):
    """The vertex's root in the share that begins at `first`, or the first vertex on the way out of it.

    A vertex on the way is made to point to its grandparent, so that the next way is half as long.
    """
    while vertex >= first:
        parent = np.uint64(parents[vertex])
        if parent == vertex or parent < first:
            return parent
        grandparent = parents[parent]
        parents[vertex] = grandparent
        vertex = np.uint64(grandparent)
    return vertex


def near_root(vertex, first, parents):
    """As `local_root`, where the root is at most two steps away, as nearly always, without a loop."""
    root = vertex
    if root >= first:
        root = np.uint64(parents[root])
        if root >= first:
            root = np.uint64(parents[root])
            if root >= first and np.uint64(parents[root]) != root:
                root = local_root(root, first, parents)
                parents[vertex] = root
    return root


def fetch_ahead(vertex, forest):
    """Have the processor fetch the list of a later vertex, and the first parents of one that comes sooner."""
    count, size = np.uint64(forest.parents.size), np.uint64(forest.dst.size)
    prefetch(forest.dst, forest.src_ptr[min(vertex + np.uint64(AHEAD), count)])
    edge = np.uint64(forest.src_ptr[min(vertex + np.uint64(AHEAD // 2), count)])
    if edge + np.uint64(1) < size:
        prefetch(forest.parents, forest.dst[edge])
        prefetch(forest.parents, forest.dst[edge + np.uint64(1)])


def smaller_neighbor(edge, end, vertex, dst):
    """The neighbor at this edge, or the vertex if that is smaller or the edge is not before `end`."""
    neighbor = np.uint64(dst[min(edge, np.uint64(dst.size - 1))])
    return min(neighbor, vertex) if edge < end else vertex


def lists_of_both(forest, back):
    """Whether enough vertices have a smaller neighbor in the lists of in-neighbors alone, by a sample."""
    lacking = 0
    for number in range(FEW):
        vertex = np.uint64(sampled(number, forest.parents.size))
        edge, end = np.uint64(forest.src_ptr[vertex]), np.uint64(forest.src_ptr[vertex + np.uint64(1)])
        first = smaller_neighbor(edge, end, vertex, forest.dst)
        second = smaller_neighbor(edge + np.uint64(1), end, vertex, forest.dst)
        edge, end = np.uint64(back.src_ptr[vertex]), np.uint64(back.src_ptr[vertex + np.uint64(1)])
        entering = smaller_neighbor(edge, end, vertex, back.dst)
        lacking += min(first, second) == vertex and entering < vertex
    return lacking > FEW >> LACKING


def grow_share(begin, end, later, forest, back):
    """Link the vertices of a share to the smaller of their first two neighbors.

    `later` becomes for each vertex the neighbor left for later, or the vertex itself; not in the first share,
    where none is left. `back`: the lists of in-neighbors, if they are to be read, too.
    """
    src_ptr, dst, parents = forest
    first, one = np.uint64(begin), np.uint64(1)
    edge = np.uint64(src_ptr[first])
    if back is not None:
        entry = np.uint64(back.src_ptr[first])
    for vertex in range(first, np.uint64(end)):
        fetch_ahead(vertex, forest)
        following = np.uint64(src_ptr[vertex + one])
        neighbor = smaller_neighbor(edge, following, vertex, dst)
        second = smaller_neighbor(edge + one, following, vertex, dst)
        edge = following
        if back is not None:
            leaving = np.uint64(back.src_ptr[vertex + one])
            entering = smaller_neighbor(entry, leaving, vertex, back.dst)
            second, entry = second if second < vertex else entering, leaving
        parents[vertex] = vertex
        root = near_root(neighbor, first, parents)
        parents[vertex] = root
        other = near_root(second, first, parents)
        high = max(root, other)
        if first:
            later[vertex] = second if high < first and root != other else vertex
        if root != other and high >= first:
            parents[high] = min(root, other)


def shorten(first, last, parents):
    """Have the vertices of a share point to what their parents point to; the parents' turn comes first.

    Only the share's thread writes to it, so that roots may be written to.
    """
    bound = np.uint64(parents.size - 1)
    for vertex in range(np.uint64(first), np.uint64(last)):
        prefetch(parents, parents[min(vertex + np.uint64(AHEAD), bound)])
        parents[vertex] = parents[np.uint64(parents[vertex])]


def link_later(first, last, later, parents):
    """Link a chunk's vertices to the neighbors left for later, unless a few steps show them joined."""
    bound = np.uint64(parents.size - 1)
    for vertex in range(np.uint64(first), np.uint64(last)):
        prefetch(parents, later[min(vertex + np.uint64(AHEAD), bound)])
        other = np.uint64(later[vertex])
        near = parents[np.uint64(parents[np.uint64(parents[vertex])])]
        if (other != vertex) & (near != parents[np.uint64(parents[other])]):
            link(np.int64(vertex), np.int64(other), parents)


def all_have(value, first, values):
    """Whether RUN vertices from this one on all have this value: compared at once, without a branch."""
    count = 0
    for step in range(RUN):
        count += values[first + np.uint64(step)] == value
    return count == RUN


def share_of(count: int, threads: int) -> int:
    """Vertices of a share: all of them for one thread."""
    return count if threads == 1 else -(-count // (threads * LINE)) * LINE
