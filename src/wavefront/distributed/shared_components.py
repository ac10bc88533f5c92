"""Connected components by CPU ranks that share memory: trees over all places in one array, by Afforest.

Each rank grows the trees of its own places, as a thread of one process does of a share of the vertices
(shares_on_cpu.py): in ascending order, without atomics. A root may get any smaller place as parent, another
rank's, too. A link that would write to another rank's tree is left for later: then a compare-and-swap gives
roots their parents, so that what ranks know is joined at once, and nothing is told. A sample of all places
shows the largest tree, the same for all ranks: its vertices skip their other edges, which are seen from their
other ends.

The components' smallest ids then are the bits of one bitmap, and a component's number is how many bits come
before its own. What was seen in the largest tree takes no part in the last steps but the very last.

Work O((V + E) / ranks), and a look at V / 8 bytes; nine meetings. Beside the shared memory it takes a list of
the vertices that follow all edges, a number for each 32 vertices, and a bit for each, which stays.
"""

from typing import Any

import numpy as np

from ..algorithms.components.afforest import root_of
from ..algorithms.components.numbering_on_cpu import give_all
from ..algorithms.components.shares_on_cpu import RUN, VOTES_BITS, all_have, link_later, shorten
from ..atomics import atomic_min
from ..frontier.bitmap import insert
from .forest import NO_TREE
from .graph import DistributedGraph
from .host_memory import Shared, run_together
from .meeting_on_cpu import give_sign, meet
from .numbering import num_bits, number_of, words_of_alone
from .shared_trees import (
    BEST,
    LARGEST,
    LISTED,
    NUMBER,
    STATE_SIZE,
    TOP,
    Trees,
    grow,
    largest_tree,
    link_rest,
    settle,
)

SIGN_AFTER = 8192  # vertices between two signs of life
GROW, SHORTEN, LINK, REST, SETTLE, NOTE, TAKE = range(7)  # steps


def components(graph: DistributedGraph, shared: Shared, linked: np.ndarray) -> tuple[Any, int]:
    """Each own vertex's component, and how many there are; `linked` vertices of each rank have edges.

    Raises DeviceError as `run_together`.
    """
    part, state = graph.partition, np.zeros(STATE_SIZE, np.int64)
    places, own = part.size * part.stride, int(linked[part.rank])
    alone = words_of_alone(graph, own)
    state[BEST], state[LARGEST] = graph.num_vertices, NO_TREE
    trees = Trees(
        parents=shared.inboxes[:places],
        smallest=shared.inboxes[places : 2 * places],
        out=graph.out,
        into=graph.into,
        ids=graph.ids,
        listed=np.empty(own, part.dtype),
        firsts=shared.bitmaps[: alone.size],
        ends=np.empty(alone.size, graph.ids.dtype),
        alone=alone,
        components=np.empty(part.owned, graph.ids.dtype),
        votes=np.zeros(1 << VOTES_BITS, np.int64),
        state=state,
        room=shared.room,
        linked=linked,
        first=part.first,
        stride=part.stride,
        directed=int(graph.directed),
        unknown=graph.num_vertices,
        idle=0,
    )
    run_together(graph, join, trees)
    return trees.components, int(trees.ends[-1]) if alone.size else 0


def join(trees):
    """Join the trees of all ranks, and number them; whether all came to all meetings."""
    room, state = trees.room, trees.state
    if trees.idle:
        return True
    clear_own_words(trees)
    for step in range(TAKE + 1):
        if step == REST:
            state[LARGEST] = largest_tree(trees)
            if not meet(room):
                return False
        if step == SETTLE and state[LARGEST] != NO_TREE:
            state[TOP] = root_of(state[LARGEST], NO_TREE, trees)
        if step == NOTE:
            note_largest(trees)
        if step == TAKE:
            count_firsts(trees)
        do_step(step, trees)
        if step == SETTLE and state[BEST] < trees.unknown:
            atomic_min(trees.smallest, state[TOP], state[BEST])
        if not meet(room):
            return False
    return meet(room)  # here a rank that came to the one before just in time hears that another had given up


def do_step(step, trees):
    """One step for all own vertices, or for those that are listed."""
    count = trees.linked[trees.room.rank]
    if step in (SETTLE, NOTE):
        count = trees.state[LISTED]
    elif step == TAKE:
        count = np.int64(trees.components.size)
    for begin in range(np.int64(0), count, SIGN_AFTER):
        give_sign(trees.room)
        end = min(begin + SIGN_AFTER, count)
        first, last = trees.first + begin, trees.first + end
        if step == GROW:
            grow(begin, end, trees)
        elif step == SHORTEN:
            shorten(first, last, trees.parents)
        elif step == LINK:
            link_later(first, last, trees.smallest, trees.parents)
        elif step == REST:
            link_rest(begin, end, trees)
        elif step == SETTLE:
            settle(begin, end, trees)
        elif step == NOTE:
            note_firsts(begin, end, trees)
        else:
            take_numbers(begin, end, trees)


def clear_own_words(trees):
    """Clear this rank's share of the bitmap."""
    rank, size, words = trees.room.rank, trees.room.size, trees.firsts.size
    for word in range(words * rank // size, words * (rank + 1) // size):
        trees.firsts[word] = 0


def note_largest(trees):
    """Note the smallest id of the largest tree if its root is an own vertex that isn't listed."""
    top, first = trees.state[TOP], trees.first
    if top == trees.state[LARGEST] and first <= top < first + trees.stride:
        insert(trees.firsts, trees.smallest[top])


def note_firsts(begin, end, trees):
    """Note the smallest ids of trees whose roots are listed."""
    for slot in range(begin, end):
        place = trees.first + np.int64(trees.listed[slot])
        if trees.parents[place] == place:
            insert(trees.firsts, trees.smallest[place])


def count_firsts(trees):
    """How many trees, and vertices without edges, come up to the end of each word of the bitmap of ids.

    The largest tree's number, too.
    """
    total = np.int64(0)
    for word in range(trees.firsts.size):
        trees.firsts[word] |= trees.alone[word]  # as all ranks do
        total += num_bits(np.int64(trees.firsts[word]))
        trees.ends[word] = total
    if trees.state[LARGEST] != NO_TREE:
        first = np.int64(trees.smallest[trees.state[TOP]])
        trees.state[NUMBER] = number_of(first, trees.firsts, trees.ends)


def take_numbers(begin, end, trees):
    """Give own vertices the numbers of their components, at once where all are seen to be in the largest."""
    largest, linked = trees.state[LARGEST], trees.linked[trees.room.rank]
    while begin + RUN <= end:
        if begin + RUN <= linked and all_have(largest, np.uint64(trees.first + begin), trees.parents):
            give_all(trees.state[NUMBER], np.uint64(begin), trees.components)
        else:
            take_some(begin, begin + RUN, trees)
        begin += RUN
    take_some(begin, end, trees)


def take_some(begin, end, trees):
    """The same of a few vertices, one after the other."""
    linked, largest, number = trees.linked[trees.room.rank], trees.state[LARGEST], trees.state[NUMBER]
    for local in range(begin, end):
        if local >= linked:
            trees.components[local] = number_of(np.int64(trees.ids[local]), trees.firsts, trees.ends)
            continue
        root = np.int64(trees.parents[trees.first + local])
        if root != largest:
            root = np.int64(root_of(root, largest, trees))
        if root == largest:
            trees.components[local] = number
        else:
            first = np.int64(trees.smallest[root])
            trees.components[local] = number_of(first, trees.firsts, trees.ends)
