"""Levels of many searches at once by CPU ranks that share memory: those of few edges, in one compiled call.

A rank lists the vertices that some search reached in the last level, with a bit for each search, and gives
these bits to their neighbors: to its own at once, to others' by a word and a place in their owners' inboxes.
A level costs its edges and a meeting, a second one where something was sent: not a look at all vertices. The
inboxes are those of shared_paths.py, which have room for as many places as a rank has vertices.
"""

from typing import Any, NamedTuple

import numpy as np

from ..compiler import trailing_zeros
from .graph import DistributedGraph
from .host_memory import EDGES, FOUND, OTHERS, SENT_TO, run_together
from .meeting_on_cpu import give_sign, meet, next_row, row_of
from .shared_levels import total
from .shared_paths import NUMBERS, Inboxes, inbox_of

SHARE = 2  # a level may have an edge for so many vertices of the whole graph
SIGN_AFTER = 4096  # vertices between two signs of life
# Of `Sparse.state`: the level, its vertices, which of the two queues has them; the levels written.
LEVEL, SIZE, MOVED, PAIRS = range(4)


class Sparse(NamedTuple):
    """What a rank's searches read and write."""

    seen: Any  # of own vertices: the searches that reached them
    fresh: Any  # likewise, those that reached them in the listed level; 0 of vertices that aren't listed
    queue: Any  # int32: two of so many own vertices
    taken: Any  # words of the queue's vertices
    sent: Any  # of all places: what their owners were given
    levels: Any  # a row of own vertices for each search
    state: Any
    first: int  # place of this rank's local position 0
    owned: int
    stride: int


class Plan(NamedTuple):
    """What to do."""

    limit: int  # edges of all ranks' next level, beyond which it isn't pushed
    room: int  # the same, of a rank's
    until: int  # the last level to push
    idle: int  # whether to do nothing


def limit_of(graph: DistributedGraph) -> int:
    """Edges of a level that is pushed here, at most."""
    return graph.num_vertices // SHARE


def new_sparse(graph: DistributedGraph, seen: Any, levels: Any) -> Sparse:
    """The arrays of searches that have sent nothing yet; all but the given ones are used again."""
    part, kept = graph.partition, vars(graph)
    if "_sparse" not in kept:
        fresh, taken = np.zeros(part.owned, np.int64), np.empty(part.owned, np.int64)
        queue, state = np.empty(2 * part.owned, np.int32), np.zeros(4, np.int64)
        sent = np.empty(part.size * part.stride, np.int64)
        kept["_sparse"] = Sparse(
            seen, fresh, queue, taken, sent, levels.ravel(), state, part.first, part.owned, part.stride
        )
    known: Sparse = kept["_sparse"]
    known.fresh[:] = 0
    known.sent[:] = 0
    return known._replace(seen=seen, levels=levels.ravel())


def push_few(
    graph: DistributedGraph, inboxes: Inboxes, sparse: Sparse, between: tuple[int, int], last: np.ndarray
) -> tuple[int, np.ndarray]:
    """Push levels behind the first of the two, of which `last` has the words, and up to the second.

    They end where they have many edges, too. Returns the last level and its own vertices, whose words are in
    `sparse.fresh`. Raises DeviceError as `run_together`.
    """
    listed = np.flatnonzero(last)
    sparse.queue[: listed.size], sparse.fresh[listed] = listed, last[listed]
    sparse.state[:] = between[0], listed.size, 0, 0
    plan = Plan(limit_of(graph), graph.partition.stride, between[1], 0)
    run_together(graph, push_levels, graph.out, sparse, inboxes, plan)
    level, size, moved, _ = sparse.state.tolist()
    return int(level), sparse.queue[moved * sparse.owned :][:size]


def push_levels(out, sparse, inboxes, plan):
    """Push and label levels until one has too many edges, or no vertex; whether all ranks met in time."""
    if plan.idle:
        return True
    room, state, found = inboxes.room, sparse.state, np.int64(1)
    while found:
        state[LEVEL] += 1
        take(sparse)
        size, edges = push(out, sparse, inboxes)
        if not meet(room):
            return False
        if total(OTHERS, room):
            size, edges = receive(size, edges, out, sparse, inboxes)
            row = next_row(room)
            room.words[row + FOUND], room.words[row + EDGES] = size, edges
            if not meet(room):
                return False
        state[MOVED], state[SIZE] = 1 - state[MOVED], size
        label(sparse, room)
        found = total(FOUND, room)
        if state[LEVEL] == plan.until or total(EDGES, room) > plan.limit or most_edges(room) > plan.room:
            break
    return meet(room)  # as in shared_levels.py


def most_edges(room):
    """The most edges of a rank, as shown at the last meeting: its inboxes have room for as many offers."""
    most = np.int64(0)
    for other in range(room.size):
        most = max(most, room.words[row_of(other, room) + EDGES])
    return most


def take(sparse):
    """Take the words of the listed vertices, so that they are free for the next level's."""
    begin = sparse.state[MOVED] * sparse.owned
    for index in range(sparse.state[SIZE]):
        local = sparse.queue[begin + index]
        sparse.taken[index] = sparse.fresh[local]
        sparse.fresh[local] = 0


def push(out, sparse, inboxes):
    """Give the words to the neighbors, and note what to show. Returns how many own ones, and their edges."""
    room = inboxes.room
    row, size, edges = next_row(room), np.int64(0), np.int64(0)
    room.words[row + OTHERS : row + SENT_TO + room.size] = 0
    begin = sparse.state[MOVED] * sparse.owned
    for index in range(sparse.state[SIZE]):
        if index % SIGN_AFTER == 0:
            give_sign(room)
        word, local = sparse.taken[index], sparse.queue[begin + index]
        for edge in range(np.int64(out.ptr[local]), np.int64(out.ptr[local + 1])):
            place = np.int64(out.places[edge])
            mine = place - sparse.first
            if 0 <= mine < sparse.stride:
                size, edges = give(mine, word, size, edges, out, sparse)
            elif word & ~sparse.sent[place] != 0:
                send(place, word & ~sparse.sent[place], row, sparse, inboxes)
    room.words[row + FOUND], room.words[row + EDGES] = size, edges
    return size, edges


def give(local, word, size, edges, out, sparse):
    """Give an own vertex these searches, and list it, behind so many others; with what is to be returned."""
    bits = word & ~sparse.seen[local]
    if bits != 0:
        sparse.seen[local] |= bits
        if sparse.fresh[local] == 0:
            sparse.queue[(1 - sparse.state[MOVED]) * sparse.owned + size] = local
            size += 1
            edges += np.int64(out.ptr[local + 1]) - np.int64(out.ptr[local])
        sparse.fresh[local] |= bits
    return size, edges


def send(place, bits, row, sparse, inboxes):
    """Put another rank's place, and the searches that reach it, into its inbox."""
    room, owner = inboxes.room, place // sparse.stride
    slot = inbox_of(room.met[0] + 1, owner, room.rank, inboxes) + NUMBERS * room.words[row + SENT_TO + owner]
    inboxes.words[slot], inboxes.words[slot + 1] = place, bits
    sparse.sent[place] |= bits
    room.words[row + OTHERS] += 1
    room.words[row + SENT_TO + owner] += 1


def receive(size, edges, out, sparse, inboxes):
    """Give own vertices what others sent; returns how many are listed now, and their edges."""
    room = inboxes.room
    for other in range(room.size):
        first = inbox_of(room.met[0], room.rank, other, inboxes)
        count = room.words[row_of(other, room) + SENT_TO + room.rank]
        for slot in range(first, first + NUMBERS * count, NUMBERS):
            if (slot - first) % (NUMBERS * SIGN_AFTER) == 0:
                give_sign(room)
            mine = inboxes.words[slot] - sparse.first
            size, edges = give(mine, inboxes.words[slot + 1], size, edges, out, sparse)
    return size, edges


def label(sparse, room):
    """Write the level of the listed vertices, in the rows of the searches that reached them."""
    begin = sparse.state[MOVED] * sparse.owned
    for index in range(sparse.state[SIZE]):
        if index % SIGN_AFTER == 0:
            give_sign(room)
        local = sparse.queue[begin + index]
        left = sparse.fresh[local]
        while left != 0:
            search = trailing_zeros(left)
            sparse.levels[search * sparse.owned + local] = sparse.state[LEVEL]
            sparse.state[PAIRS] += 1
            left &= left - 1
