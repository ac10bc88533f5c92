"""Connected components by CPU ranks that share memory: trees over all places in one array, by Afforest.

Each rank grows the trees of its own places, as a thread of one process does of a share of the vertices
(shares_on_cpu.py): in ascending order, without atomics. A root may get any smaller place as parent, another
rank's, too. A link that would write to another rank's tree is left for later: then a compare-and-swap gives
roots their parents, so that what ranks know is joined at once, and nothing is told. A sample of all places
shows the largest tree, the same for all ranks: its vertices skip their other edges, which are seen from their
other ends.

Work O((V + E) / ranks), and seven meetings. It takes no memory but the shared: what is left for later, and
the list of vertices that follow all edges, lie where the smallest ids of trees do in the end.
"""

from typing import Any, NamedTuple

import numpy as np

from ..algorithms.components.afforest import SAMPLE, SPREAD, compress, link, root_of
from ..algorithms.components.shares_on_cpu import link_later, near_root, shorten, smaller_neighbor
from ..atomics import atomic_min
from ..intrinsics.prefetch import prefetch
from .forest import AHEAD, NO_TREE, Forest
from .graph import DistributedGraph, Lists
from .host_memory import Shared, run_together
from .meeting_on_cpu import Room, give_sign, meet
from .numbering import numbered

VOTES_BITS = 12  # of the slot where a root's votes are counted; two roots in one slot do no harm
SIGN_AFTER = 8192  # vertices between two signs of life
GROW, SHORTEN, LINK, REST, SETTLE = range(5)  # steps


class Trees(NamedTuple):
    """What the ranks work on; `parents` and `smallest` are shared."""

    parents: Any  # a place for each place: smaller, or the same for a root
    smallest: Any  # for each root, the smallest id of its tree in the end; before, its rank's notes
    out: Lists
    into: Lists
    ids: Any
    votes: Any
    room: Room
    linked: Any  # vertices with edges, of each rank
    first: int
    stride: int
    directed: int
    unknown: int  # no id, but larger
    idle: int  # whether to do nothing


def components(graph: DistributedGraph, shared: Shared, linked: np.ndarray) -> tuple[Any, int]:
    """Each own vertex's component, and how many there are; `linked` vertices of each rank have edges.

    Raises DeviceError as `run_together`.
    """
    part = graph.partition
    places = part.size * part.stride
    parents, smallest = shared.inboxes[:places], shared.inboxes[places : 2 * places]
    votes = np.zeros(1 << VOTES_BITS, np.int64)
    trees = Trees(
        parents,
        smallest,
        graph.out,
        graph.into,
        graph.ids,
        votes,
        shared.room,
        linked,
        part.first,
        part.stride,
        int(graph.directed),
        graph.num_vertices,
        0,
    )
    run_together(graph, join, trees)
    own = parents[part.first : part.first + part.stride]
    forest = Forest(own, int(linked[part.rank]), 0, 0, part.stride, True)
    return numbered(graph, forest, smallest)


def join(trees):
    """Join the trees of all ranks, and find the smallest id of each; whether all came to all meetings."""
    room = trees.room
    top: Any = np.int64(NO_TREE)
    if trees.idle:
        return True
    for step in range(SETTLE + 1):
        if step == REST:
            top = largest_tree(trees)
            if not meet(room):
                return False
        if step == SETTLE and top != NO_TREE:
            top = np.int64(root_of(top, NO_TREE, trees))
        best = do_step(step, top, trees)
        if step == SETTLE and best >= 0:
            atomic_min(trees.smallest, top, best)
        if not meet(room):
            return False
    return meet(room)  # here a rank that came to the one before just in time hears that another had given up


def do_step(step, top, trees):
    """One step for all own vertices; the smallest id of those in the largest tree, or -1."""
    linked, best = trees.linked[trees.room.rank], np.int64(-1)
    for begin in range(np.int64(0), linked, SIGN_AFTER):
        give_sign(trees.room)
        end = min(begin + SIGN_AFTER, linked)
        first, last = trees.first + begin, trees.first + end
        if step == GROW:
            grow(begin, end, trees)
        elif step == SHORTEN:
            shorten(first, last, trees.parents)
        elif step == LINK:
            link_later(first, last, trees.smallest, trees.parents)
        elif step == REST:
            link_rest(begin, end, top, trees)
        else:
            best = settle(begin, end, top, best, trees)
    return best


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
    """Link own vertices to two smaller ones of their first neighbors, as ``shares_on_cpu.grow_share`` does.

    `smallest` becomes for each vertex the neighbor left for later, or the vertex itself. A vertex without
    smaller neighbors may have a hub of another rank's, which doesn't link to all that begin with it.
    """
    out, parents = trees.out, trees.parents
    first, behind = np.uint64(trees.first), np.uint64(trees.first + trees.stride)
    edge = np.uint64(out.ptr[begin])
    for local in range(begin, end):
        fetch_ahead(local, trees)
        vertex, following = first + np.uint64(local), np.uint64(out.ptr[local + 1])
        neighbor, second, left = first_smaller(edge, following, vertex, out.places)
        parents[vertex] = vertex
        root = near_root(neighbor, first, parents)
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


def first_smaller(edge, end, vertex, places):
    """The smallest three of the four neighbors from this edge on; in place of others the vertex.

    On maps few vertices have more. Elsewhere a small place is a hub's, whose parent is in the cache.
    """
    if edge == end:
        return vertex, vertex, vertex
    one = smaller_neighbor(edge, end, vertex, places)
    two = smaller_neighbor(edge + np.uint64(1), end, vertex, places)
    three = smaller_neighbor(edge + np.uint64(2), end, vertex, places)
    four = smaller_neighbor(edge + np.uint64(3), end, vertex, places)
    least, other = min(one, two), min(three, four)
    lows, highs = max(least, other), min(max(one, two), max(three, four))
    return min(least, other), min(lows, highs), max(lows, highs)


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


def list_rest(begin, end, largest, trees):
    """List own vertices that aren't seen to be in the largest tree; returns the list's end."""
    parents, left, slot = trees.parents, trees.smallest, np.uint64(trees.first + begin)
    for local in range(begin, end):
        fetch_parent(local, trees)
        left[slot] = local
        near = np.uint64(parents[np.uint64(parents[np.uint64(trees.first + local)])])
        slot += np.uint64(parents[np.uint64(parents[near])] != largest)
    return np.int64(slot)


def link_rest(begin, end, largest, trees):
    """Link own vertices that are not in the largest tree along their other edges.

    Their trees have no smallest id yet.
    """
    left, bound = trees.smallest, list_rest(begin, end, largest, trees)
    for slot in range(trees.first + begin, bound):
        prefetch(trees.out.places, trees.out.ptr[left[min(slot + AHEAD, bound - 1)]])
        link_other_edges(np.int64(left[slot]), largest, trees)
    left[trees.first + begin : trees.first + end] = trees.unknown


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


def settle(begin, end, top, best, trees):
    """Have own vertices point to their roots, and lower the smallest ids there; nobody links any more.

    Of the largest tree, at which all ranks would wait for one another, the smallest id is returned.
    """
    for local in range(begin, end):
        fetch_parent(local, trees)
        compress(trees.first + local, trees)
        root: Any = np.int64(trees.parents[trees.first + local])
        vertex = np.int64(trees.ids[local])
        if root == top:
            best = vertex if best < 0 else min(best, vertex)
        elif vertex < trees.smallest[root]:
            atomic_min(trees.smallest, root, vertex)
    return best
