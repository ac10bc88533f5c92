"""Afforest on the CPU: the threads grow trees of shares of the vertices, then join them.

A share is a range of ids. In it one thread goes through the vertices in ascending order and links each to
those of its first two neighbors that are smaller. Parents are smaller, so all that it writes to is in its
share: no atomics, no array filled beforehand, and one visit of each list. It doesn't look at parents in other
shares, which may not be written yet. A root in its share may get any smaller vertex as parent; where both
neighbors' ways lead out of the share, the second is left for later. Neighbors that are larger link
themselves, or are left to the last step.

The steps, each by all threads:

1. GROW: the trees of each share.
2. SHORTEN: each vertex of a share comes closer to its root. In one share, it points to it then.
3. LINK: what was left for later, by compare-and-swap. Not if there is one share.
4. REST: the vertices outside the largest tree, by a sample, follow all their edges until they are in it; in a
   directed graph those that leave it and those that enter it, or, if the lists of in-neighbors aren't known,
   all vertices follow those that leave them. Vertices are noted first, and then their lists fetched ahead.
   They are looked at without a branch, but RUN at once where all point straight to the tree's root.
"""

import numpy as np

from ...atomics import atomic_add
from ...device import Cpu
from ...device.cpu import SERIAL_SIZE
from ...device.team import together
from ...graph import Graph
from ...intrinsics.jobs import CURSOR, JOB_SIZE
from ...intrinsics.prefetch import prefetch
from ..result import result_array
from .afforest import SAMPLE, SPREAD, Forest, link, root_of

VOTES_BITS = 12  # of the place where a root's votes are counted; two roots in one place do no harm
CHUNK = 4096  # vertices taken at once in LINK and REST
LINE = 64  # vertices: shares begin on cache lines of their own
RUN = 16  # neighboring vertices whose parents are compared at once
WIDEST = 16 * RUN  # vertices that are taken one by one, at most, after runs that were compared in vain
AHEAD = 24  # vertices: how far ahead lists are fetched, and half as far the parents of the first neighbors
GROW, SHORTEN, LINK, REST = range(4)  # steps


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


def grow_share(begin, end, later, forest):
    """Link the vertices of a share to the smaller of their first two neighbors.

    `later` becomes for each vertex the neighbor left for later, or the vertex itself; not in the first share,
    where none is left.
    """
    src_ptr, dst, parents = forest
    first, one = np.uint64(begin), np.uint64(1)
    edge = np.uint64(src_ptr[first])
    for vertex in range(first, np.uint64(end)):
        fetch_ahead(vertex, forest)
        following = np.uint64(src_ptr[vertex + one])
        neighbor = smaller_neighbor(edge, following, vertex, dst)
        second = smaller_neighbor(edge + one, following, vertex, dst)
        edge = following
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


def link_chunk(first, last, largest, left, forest):
    """The last step for a chunk of the vertices; `left` is memory for as many."""
    bound = list_rest(first, last, largest, left, forest)
    for place in range(first, bound):
        prefetch(forest.dst, forest.src_ptr[left[min(place + AHEAD, bound - 1)]])
        edge = np.int64(forest.src_ptr[left[min(place + AHEAD // 2, bound - 1)]])
        prefetch(forest.parents, forest.dst[edge])
        link_rest(np.int64(left[place]), largest, forest)


def work(thread, step, begin, size, largest, later, forest, back, job):
    """One thread's part of a step for the vertices from `begin` on, in ranges of so many.

    `back` has the lists of in-neighbors, if `forest` lacks them.
    """
    count = forest.parents.size
    first = begin + atomic_add(job, CURSOR, size)
    while first < count:
        last = min(first + size, count)
        if step == GROW:
            grow_share(first, last, later, forest)
        elif step == SHORTEN:
            shorten(first, last, forest.parents)
        elif step == LINK:
            link_later(first, last, later, forest.parents)
        else:
            link_chunk(first, last, largest, later, forest)
            if back is not None:
                link_chunk(first, last, largest, later, back)
        first = begin + atomic_add(job, CURSOR, size)


def largest_tree(votes, forest):
    """The root of most vertices of a sample."""
    most, largest = np.int64(0), np.int64(-1)
    for number in range(SAMPLE):
        root = np.int64(root_of(np.int64(number * SPREAD % forest.parents.size), np.int64(-1), forest))
        place = (root * SPREAD & 0xFFFFFFFF) >> (32 - VOTES_BITS)
        votes[place] += 1
        if votes[place] > most:
            most, largest = votes[place], root
    return largest


def grow(threads, share, sees_all, votes, later, forest, back, job, team):
    """Join the vertices of each component into a tree; `sees_all`: a vertex sees all edges in its lists."""
    begin, largest = np.int64(0), np.int64(-1)
    for step in (GROW, SHORTEN, LINK, REST):
        size = share if step <= SHORTEN else CHUNK
        if step == LINK:
            begin = share  # all ways lead out of later shares only
        elif step == REST:
            begin = np.int64(0)
            if sees_all:
                largest = largest_tree(votes, forest)
        if step != LINK or share < forest.parents.size:
            together(work, (step, begin, size, largest, later, forest, back, job), threads, job, team)


def share_of(count: int, threads: int) -> int:
    """Vertices of a share: all of them for one thread."""
    return count if threads == 1 else -(-count // (threads * LINE)) * LINE


def grown(graph: Graph, device: Cpu) -> tuple[np.ndarray, np.ndarray]:
    """V parents: of smaller id, or the vertex itself if it is the smallest of its component.

    And memory for another V ids, which the search is done with.
    """
    count = graph.num_vertices
    src_ptr, dst, _ = graph.csr
    parents, later = (result_array(graph, dst.dtype) for _ in range(2))
    forest, back = Forest(src_ptr, dst, parents), None
    if graph.directed and "csc" in vars(graph):  # else it would take longer to build than to do without
        back = Forest(*graph.csc[:2], parents)
    if not dst.size:
        parents[:] = np.arange(count)
    else:
        threads = device.threads if count + dst.size > SERIAL_SIZE else 1
        votes, job = np.zeros(1 << VOTES_BITS, np.int64), np.empty(JOB_SIZE, np.int64)
        share, team = share_of(count, threads), device.team(threads)
        sees_all = not graph.directed or back is not None
        device.call(grow, threads, share, sees_all, votes, later, forest, back, job, team)
    return parents, later
