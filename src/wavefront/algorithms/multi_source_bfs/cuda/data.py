"""What the parts of the kernel share: its arrays, and what each level does."""

from typing import Any, NamedTuple

from ...level_queue import STATE_SIZE

# Further words of a level's counters in the queue's state.
FOUND_EDGES, FOUND, OPEN, NUM_HUBS, NUM_PIECES = 2, 3, 4, 5, 6
# Words of the state behind those of the queue.
TOO_DEEP = STATE_SIZE
PLANES = 4
LAST_IN_PLANES = 2**PLANES - 2  # the last level that the planes hold; 0 says that there is none


class Lists(NamedTuple):
    """The neighbors of every vertex; of a directed graph those that it leads to."""

    src_ptr: Any
    dst: Any


class Search(NamedTuple):
    """The searches of a batch, in the ids of a prepared graph if it is one.

    Words are int64: bit i of a vertex's word is for the batch's i-th source. `words` has two halves, the
    sides. Before a push both have the sources that reached each vertex, and during it one of them what they
    were before the level. A pull reads one side and writes the other.
    """

    words: Any  # 2V
    front: Any  # V: of a listed vertex, the sources whose last level it is in
    planes: Any  # PLANES x V: bit i of a level plus one is in plane i, with a bit per source
    entries: Any  # 4V: two queues that take turns
    hubs: Any  # vertices whose lists are shared out
    pieces: Any  # two int64 each: the vertex, and the first edge
    state: Any
    levels: Any  # a row of V for each source, in the caller's ids
    new_id: Any  # V: the new id of each vertex, -1 where it has no edge; None if ids are the caller's
    old_id: Any  # the caller's id of each new id; None likewise


class Plan(NamedTuple):
    """What to do."""

    sources: Any  # a bit for each
    rows: Any  # how many they are
    row: Any  # V
    pulls: Any  # edges of a level from which the next one is pulled
    last: Any  # the last level that the type of the levels holds


class Step(NamedTuple):
    """A level."""

    level: Any
    old: Any  # where the side begins that has what was reached before
    new: Any  # and the other side
    open: Any  # the sources that reached a vertex at the level before
    counters: Any  # place of the level's counters in the state
    row: Any  # V
