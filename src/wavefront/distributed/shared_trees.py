"""Trees of CPU ranks that share memory: how a rank grows those of its own places, and joins them to others'.

shared_components.py tells in which order; forest.py has the trees of ranks that don't share memory.
"""

from typing import Any, NamedTuple

import numpy as np

from ..algorithms.components.afforest import SAMPLE, SPREAD, compress, link, root_of
from ..algorithms.components.shares_on_cpu import RUN, VOTES_BITS, all_have, near_root, smaller_neighbor
from ..atomics import atomic_min
from ..intrinsics.prefetch import prefetch
from .forest import AHEAD, NO_TREE
from .graph import Lists
from .meeting_on_cpu import Room

# Of `Trees.state`: how many vertices are listed; the smallest id in the largest tree, or `unknown`; that
# tree's root when it was chosen, and in the end; its number.
LISTED, BEST, LARGEST, TOP, NUMBER, STATE_SIZE = range(6)


class Trees(NamedTuple):
    """What the ranks work on; `parents`, `smallest` and `firsts` are shared."""

    parents: Any  # a place for each place: smaller, or the same for a root
    smallest: Any  # for each root, the smallest id of its tree in the end; before, its rank's notes
    out: Lists
    into: Lists
    ids: Any
    listed: Any  # own vertices, by local position, that weren't seen to be in the largest tree
    firsts: Any  # bitmap of ids: the smallest of each tree; those without edges come last
    ends: Any  # how many trees have their smallest ids up to the end of each word of `firsts`
    alone: Any  # bitmap of ids: vertices without edges
    components: Any  # of own vertices: the result
    votes: Any
    state: Any
    room: Room
    linked: Any  # vertices with edges, of each rank
    first: int
    stride: int
    directed: int
    unknown: int  # no id, but larger
    idle: int  # whether to do nothing


def fetch_parent(local, trees):
    """Have the processor fetch the parent of a later vertex's parent."""
    prefetch(trees.parents, trees.parents[min(trees.first + local + AHEAD, trees.parents.size - 1)])


def fetch_ahead(local, trees):
    """Have the processor fetch the list of a later vertex, and the first parents of one that comes sooner."""
    out, last = trees.out, trees.out.ptr.size - 1
    prefetch(out.places, out.ptr[min(local + AHEAD, last)])
    edge = np.int64(out.ptr[min(local + AHEAD // 2, last)])
    if edge + 1 < out.places.size:
        prefetch(trees.parents, out.places[edge])
        prefetch(trees.parents, out.places[edge + 1])


def grow(begin, end, trees):
    """Link own vertices to the smaller of their first two neighbors, as ``shares_on_cpu.grow_share`` does.

    `smallest` becomes for each vertex the neighbor left for later, or the vertex itself. A vertex without
    smaller neighbors may have a hub of another rank's, which doesn't link to all that begin with it.
    """
    out, parents = trees.out, trees.parents
    first, behind = np.uint64(trees.first), np.uint64(trees.first + trees.stride)
    edge = np.uint64(out.ptr[begin])
    for local in range(begin, end):
        fetch_ahead(local, trees)
        vertex, following = first + np.uint64(local), np.uint64(out.ptr[local + 1])
        one = smaller_neighbor(edge, following, vertex, out.places)
        two = smaller_neighbor(edge + np.uint64(1), following, vertex, out.places)
        second, left = max(one, two), vertex
        parents[vertex] = vertex
        root = near_root(min(one, two), first, parents)
        parents[vertex] = root
        other = near_root(second, first, parents)
        if root != other:
            high = max(root, other)
            if high >= first:
                parents[high] = min(root, other)
            else:
                left = second
        elif root == vertex and edge < following and np.uint64(out.places[edge]) >= behind:
            left = np.uint64(out.places[edge])
        trees.smallest[vertex] = left
        edge = following


def largest_tree(trees):
    """The root of most vertices of a sample of all ranks' vertices; no tree if there are none.

    Nobody links meanwhile, so that all ranks find the same.
    """
    most, largest = np.int64(0), np.int64(NO_TREE)
    count: Any = np.int64(0)
    for linked in trees.linked:
        count += linked
    for number in range(min(SAMPLE, count)):
        rank, local = 0, number * SPREAD % count
        while local >= trees.linked[rank]:
            local -= trees.linked[rank]
            rank += 1
        root = np.int64(root_of(rank * trees.stride + local, NO_TREE, trees))
        slot = (root * SPREAD & 0xFFFFFFFF) >> (32 - VOTES_BITS)
        trees.votes[slot] += 1
        if trees.votes[slot] > most:
            most, largest = trees.votes[slot], root
    return largest


def list_rest(begin, end, trees):
    """List own vertices that aren't seen to be in the largest tree, of which the others become children.

    None of these is a root, so that nobody else gives it a parent; the tree's own root is left as it is.
    Notes the smallest id in the tree.
    """
    while begin + RUN <= end:
        if all_have(trees.state[LARGEST], np.uint64(trees.first + begin), trees.parents):
            best = trees.state[BEST]
            for local in range(begin, begin + RUN):
                best = min(best, np.int64(trees.ids[local]))
            trees.state[BEST] = best
        else:
            list_some(begin, begin + RUN, trees)
        begin += RUN
    list_some(begin, end, trees)


def list_some(begin, end, trees):
    """The same of a few vertices, one after the other."""
    parents, listed, largest, slot = trees.parents, trees.listed, trees.state[LARGEST], trees.state[LISTED]
    best = trees.unknown
    for local in range(begin, end):
        fetch_parent(local, trees)
        place = np.uint64(trees.first + local)
        parent = np.uint64(parents[place])
        near = np.int64(parents[np.uint64(parents[np.uint64(parents[parent])])])
        if near == largest:
            if np.int64(parent) != largest:
                parents[place] = largest
            best = min(best, np.int64(trees.ids[local]))
        else:
            listed[slot] = local
            slot += 1
    trees.state[LISTED] = slot
    trees.state[BEST] = min(trees.state[BEST], best)


def link_rest(begin, end, trees):
    """Link own vertices that are not in the largest tree along their other edges.

    Their trees have no smallest id yet.
    """
    listed, before = trees.listed, trees.state[LISTED]
    list_rest(begin, end, trees)
    trees.smallest[trees.first + begin : trees.first + end] = trees.unknown
    bound = trees.state[LISTED]
    for slot in range(before, bound):
        prefetch(trees.out.places, trees.out.ptr[listed[min(slot + AHEAD, bound - 1)]])
        link_other_edges(np.int64(listed[slot]), trees.state[LARGEST], trees)


def link_other_edges(local, largest, trees):
    """Link an own vertex along all edges, unless it is in the largest tree; shorten its way to the root."""
    place = trees.first + local
    parent = np.int64(trees.parents[place])
    if parent != place:
        root = np.int64(root_of(parent, largest, trees))
        if root != parent:
            trees.parents[place] = root  # no root itself, so that nobody else gives it a parent
        if root == largest:
            return
    link_list(place, trees.out.ptr[local], trees.out.ptr[local + 1], trees.out, trees)
    if trees.directed:
        link_list(place, trees.into.ptr[local], trees.into.ptr[local + 1], trees.into, trees)


def link_list(place, first, end, lists, trees):
    """Link a place along these edges."""
    for edge in range(first, end):
        link(place, np.int64(lists.places[edge]), trees.parents)


def settle(begin, end, trees):
    """Have listed vertices point to their roots, and lower the smallest ids there; nobody links any more.

    The largest tree's, at which all ranks would wait for one another, is noted.
    """
    best = trees.state[BEST]
    for slot in range(begin, end):
        local = np.int64(trees.listed[slot])
        prefetch(trees.parents, trees.parents[trees.first + trees.listed[min(slot + AHEAD, end - 1)]])
        compress(trees.first + local, trees)
        root: Any = np.int64(trees.parents[trees.first + local])
        vertex = np.int64(trees.ids[local])
        if root == trees.state[TOP]:
            best = min(best, vertex)
        elif vertex < trees.smallest[root]:
            atomic_min(trees.smallest, root, vertex)
    trees.state[BEST] = best
