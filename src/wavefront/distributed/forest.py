"""Trees over the places of all ranks, as each rank grows its own: the loops of `connected_components`.

In a rank's forest the other ranks' places come first and its own last. So a vertex may point to its first
neighbor, mostly a hub, wherever that is but among its own later places, and this takes no atomic. An index is
a place's position in that order; a segment is the indices of one rank's places. Places without edges take no
part: they come last in every segment.
"""

from typing import Any, NamedTuple

import numpy as np

from ..algorithms.components.afforest import SAMPLED_EDGES, SPREAD, compress, root_of
from ..atomics import atomic_add, atomic_cas, atomic_min
from ..frontier.bitmap import contains, insert
from ..intrinsics.prefetch import prefetch
from .graph import lane_of

AHEAD = 24  # vertices: how far ahead lists are fetched on a CPU, and half as far the parents of their ends
NO_TREE = -1  # no index


class Forest(NamedTuple):
    """The trees: a root's parent is itself, any other's parent is smaller."""

    parents: Any  # an index for each index
    linked: int  # own vertices with edges
    turn: int  # the place behind this rank's own, which has index 0
    rest: int  # places from there on
    stride: int  # places per rank
    alone: bool  # whether one thread does all, and needs no atomic operation


class Noted(NamedTuple):
    """What all ranks know of one another's largest trees."""

    tops: Any  # an index in each rank's largest tree, in order of segments; NO_TREE where there is none
    words: Any  # bitmap, rank by rank: the vertices with edges that are in their own rank's largest tree
    rank: int
    length: int  # words per rank
    shared: Any  # bitmap: own vertices with a neighbor on another rank


def index_of(place: Any, forest: Any) -> Any:
    """The index of a place."""
    return place - forest.turn if place >= forest.turn else place + forest.rest


def place_of(index: Any, forest: Any) -> Any:
    """The place with this index."""
    return index + forest.turn if index < forest.rest else index - forest.rest


def segment_of(index, forest):
    """The segment of an index: divided in floating point, which is quicker, and set right."""
    segment = int(index / float(forest.stride))
    return segment - (segment * forest.stride > index) + ((segment + 1) * forest.stride <= index)


def link(one, other, forest):
    """Join the trees of two indices, as ``afforest.link`` does; without an atomic operation if it can."""
    parents: Any = forest.parents
    high: Any = np.int64(parents[one])
    low: Any = np.int64(parents[other])
    while high != low:
        if high < low:
            high, low = low, high
        parent = np.int64(parents[high])
        if parent == low:
            break
        if parent == high:
            if forest.alone:
                parents[high] = low
                break
            parent = np.int64(atomic_cas(parents, high, high, low))
            if parent == high:
                break
        grandparent = np.int64(parents[parent])
        if grandparent != parent:
            parents[high] = grandparent
        high = grandparent


def fetch_parent(index, forest):
    """Have the processor fetch the parent of a later index's parent."""
    prefetch(forest.parents, forest.parents[min(index + AHEAD // 2, forest.parents.size - 1)])


def end_of(local, forest):
    """Behind the indices of all ranks at this local position; of this rank only if it has edges there."""
    return forest.parents.size - (0 if local < forest.linked else forest.stride)


def plant(local, out, forest):
    """Have every place be a root, but an own vertex point to its first neighbor, if its index is smaller.

    One thread goes through own vertices in order: a smaller one points to a root already, which is taken.
    """
    own, index = forest.parents.size - forest.stride, local
    while index < own:
        forest.parents[index] = index
        index += forest.stride
    prefetch(out.places, out.ptr[min(local + AHEAD, out.ptr.size - 1)])
    if local < forest.linked:
        parent, first = own + local, out.ptr[local]
        if first < out.ptr[local + 1]:
            parent = min(parent, index_of(np.int64(out.places[first]), forest))
            if forest.alone and own <= parent < own + local:
                parent = np.int64(forest.parents[parent])
        forest.parents[own + local] = parent


def link_sampled(local, out, forest):
    """Link an own vertex along its first edges, except a first one that leads to its parent."""
    prefetch(out.places, out.ptr[min(local + AHEAD, out.ptr.size - 1)])
    soon = out.ptr[min(local + AHEAD // 2, out.ptr.size - 1)] + 1
    if soon < out.places.size:
        prefetch(forest.parents, index_of(np.int64(out.places[soon]), forest))
    index, first = forest.parents.size - forest.stride + local, out.ptr[local]
    fetch_parent(index, forest)
    for edge in range(first, min(first + SAMPLED_EDGES, out.ptr[local + 1])):
        neighbor = index_of(np.int64(out.places[edge]), forest)
        if edge > first or neighbor > index:
            link(index, neighbor, forest)


def note_shared(item, begin, lanes, first, stride, lists, shared):
    """Note an own vertex that has a neighbor on another rank among a lane's share of its edges."""
    local, lane = lane_of(item, begin, lanes)
    for edge in range(lists.ptr[local] + lane, lists.ptr[local + 1], lanes):
        if not 0 <= lists.places[edge] - first < stride:
            insert(shared, local)
            return


def draw_root(item, forest, roots):
    """Note the root of an own vertex, drawn by the item's number."""
    index = forest.parents.size - forest.stride + item * SPREAD % forest.linked
    roots[item] = root_of(index, NO_TREE, forest)


def find_root(item, indices, forest, roots):
    """Note the root of an index, NO_TREE if it is none."""
    roots[item] = NO_TREE if indices[item] < 0 else root_of(indices[item], NO_TREE, forest)


def link_rest(item, begin, lanes, skipped, largest, lists, forest):
    """Link an own vertex that is not in the largest tree along a lane's share of its edges but the first."""
    local, lane = lane_of(item, begin, lanes)
    if local >= forest.linked:
        return
    index = forest.parents.size - forest.stride + local
    fetch_parent(index, forest)
    parent = forest.parents[index]
    if parent == largest or index == largest:
        return
    if parent != index and largest != NO_TREE:
        root = root_of(parent, largest, forest)
        forest.parents[index] = root  # no root itself, so that nobody else gives it a parent
        if root == largest:
            return
    for edge in range(lists.ptr[local] + skipped + lane, lists.ptr[local + 1], lanes):
        link(index, index_of(np.int64(lists.places[edge]), forest), forest)


def shorten(local, forest):
    """Have the indices at a local position point to their roots."""
    index, end = local, end_of(local, forest)
    while index < end:
        fetch_parent(index, forest)
        compress(index, forest)
        index += forest.stride


def note_own(word, top, forest, bits):
    """Note which of 32 own vertices are in the largest tree, whose root this is."""
    first, found = 32 * word, np.uint32(0)
    own = forest.parents.size - forest.stride + first
    for bit in range(min(32, forest.linked - first)):
        if forest.parents[own + bit] == top:
            found |= np.uint32(1) << np.uint32(bit)
    bits[word] = found


def meet(local, top, noted, forest, pairs, counter):
    """Join trees with the largest trees of ranks that have a place of theirs in these; list the other places.

    Before, every index points to its root. So links change no parent but those of roots, and an index still
    tells of which tree it was. A place is listed with its root, except in this rank's largest tree; in its
    stead the largest tree that it is in, if there is one. An own place without a neighbor on another rank is
    in no other rank's trees, and needn't be known there.
    """
    segment, index, end = 0, local, end_of(local, forest)
    if local < forest.linked and not contains(noted.shared, local):
        end -= forest.stride
    while index < end:
        root = forest.parents[index]
        if root != index or index == top:
            other = index
            if is_noted(index, segment, noted, forest):
                other = noted.tops[segment]
                link(root, other, forest)
            if root != top and index != top:
                upper = segment_of(root, forest)
                if is_noted(root, upper, noted, forest):
                    link(root, noted.tops[upper], forest)
                    root = noted.tops[upper]
                slot = atomic_add(counter, 0, 1)
                pairs[2 * slot] = place_of(other, forest)
                pairs[2 * slot + 1] = place_of(root, forest)
        segment, index = segment + 1, index + forest.stride


def is_noted(index, segment, noted, forest):
    """Whether an index is in the largest tree of the rank that has this place, if that is another."""
    last = noted.tops.size - 1
    if segment == last:
        return False
    rank = segment + noted.rank + 1
    rank -= noted.tops.size * (rank > last)
    local = index - segment * forest.stride
    word = noted.words[rank * noted.length + (local >> 5)]
    return word >> np.uint32(local & 31) & np.uint32(1) != 0


def list_tops(item, noted, forest, pairs):
    """List the place in a rank's largest tree, and that of its root here; the first place twice if none."""
    top = np.int64(noted.tops[item])
    pairs[2 * item] = 0 if top < 0 else place_of(top, forest)
    pairs[2 * item + 1] = 0 if top < 0 else place_of(root_of(top, NO_TREE, forest), forest)


def link_pair(item, own, each, pairs, forest):
    """Link two places that another rank knows to be joined. Rows from `own` on, so many, are this rank's."""
    row = item + each * (item >= own)
    one, other = np.int64(pairs[2 * row]), np.int64(pairs[2 * row + 1])
    link(index_of(one, forest), index_of(other, forest), forest)


def settle(local, unknown, forest, smallest):
    """Have an own vertex point to its root, and its tree have no smallest id yet.

    Its parent first: a tree of many vertices has that, and what ranks told may have put it far from the root.
    """
    index = forest.parents.size - forest.stride + local
    compress(forest.parents[index], forest)
    compress(index, forest)
    smallest[forest.parents[index]] = unknown


def lower_own(local, tops, ids, forest, smallest):
    """Lower the smallest id of an own vertex's tree to its own, but not in the trees with these few roots."""
    root = forest.parents[forest.parents.size - forest.stride + local]
    for item in range(tops.size):
        if tops[item] == root:
            return
    if ids[local] < smallest[root]:  # asked first: many wait for the same word
        atomic_min(smallest, root, ids[local])


def list_firsts(local, tops, ids, forest, smallest, rows, counter):
    """List an own vertex that is the smallest here of its tree: the root's place, and the id.

    Only of trees that other ranks may know. The roots of these are others' places, which have smaller
    indices, except in largest trees, of which edges were skipped: `tops`.
    """
    own = forest.parents.size - forest.stride
    root = forest.parents[own + local]
    is_known = root < own
    for item in range(tops.size):
        is_known = is_known or tops[item] == root
    if is_known and smallest[root] == ids[local]:
        slot = atomic_add(counter, 0, 1)
        rows[2 * slot] = place_of(np.int64(root), forest)
        rows[2 * slot + 1] = ids[local]


def lower_row(row, rows, forest, smallest):
    """Lower the smallest id of a tree to that of another rank."""
    root = root_of(index_of(np.int64(rows[2 * row]), forest), NO_TREE, forest)
    if rows[2 * row + 1] < smallest[root]:
        atomic_min(smallest, root, rows[2 * row + 1])
