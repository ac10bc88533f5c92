"""Connected components by CPU ranks that share memory: trees over all places in one array, by Afforest.

Each rank links its own vertices, to whatever places their edges lead, as a thread of one process does: a
compare-and-swap gives a root its parent, so that what ranks know is joined at once, and nothing is told. A
sample of all places shows the largest tree, the same for all ranks: its vertices skip their other edges,
which are seen from their other ends.

Work O((V + E) / ranks), and seven meetings. See ``wavefront.algorithms`` for the source of the method.
"""

from typing import Any, NamedTuple

import numpy as np

from ..algorithms.components.afforest import SAMPLE, SAMPLED_EDGES, SPREAD, compress, link, root_of
from ..atomics import atomic_min
from ..intrinsics.prefetch import prefetch
from .forest import AHEAD, NO_TREE, Forest
from .graph import DistributedGraph, Lists
from .host_memory import Shared, run_together
from .meeting_on_cpu import Room, give_sign, meet
from .numbering import numbered

VOTES_BITS = 12  # of the slot where a root's votes are counted; two roots in one slot do no harm
SIGN_AFTER = 8192  # vertices between two signs of life
PLANT, LINK, SHORTEN, REST, SETTLE = range(5)  # steps


class Trees(NamedTuple):
    """What the ranks work on; `parents` and `smallest` are shared."""

    parents: Any  # a place for each place: smaller, or the same for a root
    smallest: Any  # for each root, the smallest id of its tree in the end
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
        if step == PLANT:
            plant(begin, end, trees)
        elif step == LINK:
            link_sampled(begin, end, trees)
        elif step == SHORTEN:
            for local in range(begin, end):
                fetch_parent(local, trees)
                compress(trees.first + local, trees)
        elif step == REST:
            link_rest(begin, end, top, trees)
        else:
            best = settle(begin, end, top, best, trees)
    return best


def fetch_parent(local, trees):
    """Have the processor fetch the parent of a later vertex's parent."""
    prefetch(trees.parents, trees.parents[min(trees.first + local + AHEAD, trees.parents.size - 1)])


def plant(begin, end, trees):
    """Have own vertices point to their first neighbors, where these have smaller places, else be roots.

    The vertices before point to roots already, as far as their own rank knows, which are taken. Nobody links
    yet.
    """
    for local in range(begin, end):
        prefetch(trees.out.places, trees.out.ptr[min(local + AHEAD, trees.out.ptr.size - 1)])
        place, edge = trees.first + local, trees.out.ptr[local]
        parent = place
        if edge < trees.out.ptr[local + 1]:
            parent = min(place, np.int64(trees.out.places[edge]))
            if trees.first <= parent < place:
                parent = np.int64(trees.parents[parent])
        trees.parents[place] = parent
        trees.smallest[place] = trees.unknown


def link_sampled(begin, end, trees):
    """Link own vertices along their first edges, except a first one that was followed already."""
    out = trees.out
    for local in range(begin, end):
        prefetch(out.places, out.ptr[min(local + AHEAD, out.ptr.size - 1)])
        soon = out.ptr[min(local + AHEAD // 2, out.ptr.size - 1)] + 1
        if soon < out.places.size:
            prefetch(trees.parents, out.places[soon])
        place, first = trees.first + local, out.ptr[local]
        stop: Any = min(first + SAMPLED_EDGES, out.ptr[local + 1])
        for edge in range(first, stop):
            neighbor = np.int64(out.places[edge])
            if edge > first or neighbor > place:
                link(place, neighbor, trees.parents)


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


def link_rest(begin, end, largest, trees):
    """Link own vertices that are not in the largest tree along their other edges."""
    for local in range(begin, end):
        fetch_parent(local, trees)
        place = trees.first + local
        parent = np.int64(trees.parents[place])
        if parent == largest or place == largest:
            continue
        if parent != place:
            root = np.int64(root_of(parent, largest, trees))
            trees.parents[place] = root  # no root itself, so that nobody else gives it a parent
            if root == largest:
                continue
        link_list(place, trees.out.ptr[local] + SAMPLED_EDGES, trees.out.ptr[local + 1], trees.out, trees)
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
