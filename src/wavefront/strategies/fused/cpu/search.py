"""The data of one search on the CPU, and the three functions that several of its steps share.

Every function of this folder takes only the tuples that it reads or writes, so that its arguments say what it
may touch. host.py makes the tuples, levels.py hands them from step to step.

`state` tells the threads of a search how far the search is. The leader, thread 0, writes to it while the gate
(device/team.py) is closed, and no thread is within a step. Inside a step, slots change by atomics alone:

===============  ===================================================  =====================================
slot             written by the leader, between two steps             written within a step, and by whom
===============  ===================================================  =====================================
STEP             the step that comes next
LEVEL            the level that is being labelled
HEAD, TAIL       where the frontier begins and ends in the queue
SEEN             the row of `bitmaps` with the visited vertices
EDGES_LEFT       edges of the vertices not yet expanded; after pulls,
                 of those among them that an edge enters
CHUNK            vertices of the frontier, or words of the bitmaps in
                 PULL, that a thread takes at once
LONE_UNTIL       the level before which the leader does small levels
BEFORE           vertices that the last pull but one found
LAST_SIZE        vertices of the frontier before this one
SIZE_BEFORE      vertices of the frontier before that one
SHARES_CUT       shares that the frontier is cut into
OWN_SHARES       of them, those that a thread begins with
DEPTH            levels that SHARES is to label
NEXT_DEPTH       the same for later frontiers, if they allow it
NO_SHARES_UNTIL  the level before which there are no shares
REST             levels without shares after the next searches that
                 cannot go two levels deep
FINDS            vertices found in SHARES, stale ones, too
WIDEST           most vertices that one share led to at once
ENOUGH           edges after which COUNT may stop: the next level
                 is pulled
CUT_AT           edges of a piece of a long list
LEFT             unvisited vertices that an edge enters, while pulling
LUCK             the share of unvisited vertices that would pull from
                 the first in-neighbor, an index of `alphas`
CURSOR           0                                                    all: the next chunk to take
PIECES           0 before PUSH and PULL                               PUSH, PULL_LONG, all: of long lists
FOUND            0 before MARK and PULL                               MARK: vertices marked; all three PULLs:
                                                                      vertices labelled
END              TAIL before PUSH and LIST; moved by `place`          PUSH, PUSH_PIECES, LIST, all: slots
EDGES            0 before COUNT, SHARES, PUSH and LIST                COUNT, SHARES, PUSH, LIST, all: edges
COMPLETE         DEPTH before SHARES; a target's level after it       SHARES, all, lowered: levels that stand
STALE            0 before SHARES                                      SETTLE, all: stale finds
TRIED_BY         threads of the search whose trials (trial.py) count
TRIAL_AT         the level of the next trial
PERIOD           levels from that trial to the one after it
WITHOUT          whether shares didn't pay in the last trial
ROUNDS           times SHARES comes until the trial ends; 0 without one
ALONE            picoseconds per edge that the leader took alone
BEGAN            nanoseconds, as SHARES began
OPENED           steps that the team was called to, but FILL
MISSED           nanoseconds of steps that a sleeping team was not
                 called to
UNENTERED        sources that no edge enters
EXPECTED         edges that PUSH will inspect, at most
TAKEN            from here on, how often each step was taken
LONGEST          0 before FILL; raised to the edges of levels done    PUSH, PUSH_PIECES, all, raised: edges
                 alone                                                of a list
===============  ===================================================  =====================================
"""

from typing import Any, NamedTuple

import numpy as np

from ....atomics import atomic_add

BUFFER = 1024  # vertices that a thread collects before it appends them to the queue
PIECE = 2048  # edges: longer neighbor lists are cut into pieces of so many, which threads share
LEAST_PIECE = 512  # the same with many threads
MAX_SHARES = 64  # of a frontier
MIN_SHARE = 32  # vertices of a share, at least
ROOM = 1 << 14  # vertices that can be found from a share
MAX_DEPTH = 32  # levels that a search from a share goes deep

# The first cache lines are written between steps only; slots that threads add to have a line per purpose.
STEP, LEVEL, HEAD, TAIL, SEEN, EDGES_LEFT, CHUNK, LONE_UNTIL = range(8)
BEFORE, LAST_SIZE, SHARES_CUT, OWN_SHARES, DEPTH, NEXT_DEPTH, NO_SHARES_UNTIL, FINDS = range(8, 16)
ENOUGH, CUT_AT, SIZE_BEFORE, REST, WIDEST, LEFT, LUCK, OPENED = range(16, 24)
TRIED_BY, TRIAL_AT, PERIOD, WITHOUT, ROUNDS, ALONE, BEGAN = range(24, 31)
CURSOR, PIECES, FOUND, END, TAKEN = range(32, 72, 8)
EDGES, COMPLETE, STALE = range(END + 1, END + 4)
LONGEST, MISSED, UNENTERED, EXPECTED = range(FOUND + 1, FOUND + 5)
STATE_SIZE = TAKEN + 16

# A row of `bounds`: where each level ends in the finds, and
REACHED = MAX_DEPTH + 1  # how many levels there are
PLACE = MAX_DEPTH + 2  # where the last one comes in the queue
STEPS_DONE = MAX_DEPTH + 3  # how many steps have been done with the share
ROW_SIZE = MAX_DEPTH + 4

ONE = np.uint64(1)


class GraphArrays(NamedTuple):
    """The graph that is searched, the caller's or the prepared one. No step writes to it, but to `first`."""

    src_ptr: Any  # V+1 offsets of the lists of out-neighbors
    dst: Any
    dst_ptr: Any  # V+1 offsets of the lists of in-neighbors
    src: Any
    first: Any  # V: the in-neighbor that a pull looks at first; anything where there is none
    has_in: Any  # V bits in words of 64: the vertices that an edge enters, but for those in `long`
    several: Any  # the same of the vertices that several edges enter
    long: Any  # vertices with long lists of in-neighbors: they have no bit above
    leads: Any  # V bits: the vertices that lead further than to the one that found them; empty if most do


class Queues(NamedTuple):
    """The frontiers, one after another, and what threads collect before they append to the queue."""

    queue: Any  # 2 V vertices: the frontier is queue[HEAD:TAIL], the next one ends at END
    buffers: Any  # two rows per thread, written by that thread alone: vertices and their predecessors
    pieces: Any  # pairs of a place in the queue, or a vertex in PULL_PIECES, and a piece's first edge
    finds: Any  # two rows, vertices and their predecessors, with ROOM for each share's
    bounds: Any  # a row per share


class Search(NamedTuple):
    """The vertices' labels so far, and how far the search is."""

    bitmaps: Any  # two of V bits; while pulling, row state[SEEN] has the visited, PULL writes the other
    state: Any
    levels: Any  # V levels, or UNVISITED
    predecessors: Any  # V vertices, or none


class Teamwork(NamedTuple):
    """What the steps are done with, all together: see device/team.py."""

    job: Any  # JOB_SIZE words
    team: Any


class Plan(NamedTuple):
    """How to search, and how far. Constant, apart from `directions`."""

    threads: Any
    num_sources: Any
    last_level: Any
    target: Any  # a vertex, or -1
    max_degree: Any
    entered: Any  # vertices that an edge enters
    gate: Any  # nanoseconds that a step costs by being shared, where the team is awake
    waking: Any  # and where it sleeps
    line: Any  # and for each cache line of labels that moves from core to core
    alphas: Any  # of direction.py, one for each LUCK
    beta: Any
    serial_edges: Any
    no_shares_until: Any  # the level before which no frontier is cut into shares
    pushes: Any  # whether large frontiers are pushed in steps; a lone thread does them between two
    directions: Any  # of each level, whether it was pulled; or empty


class Answer(NamedTuple):
    """The result's arrays, in the caller's ids, and a prepared graph's new ids: empty if it has none."""

    new_id: Any
    old_id: Any
    levels: Any
    predecessors: Any


def bit(vertex):
    """The vertex's bit in its word."""
    return ONE << np.uint64(vertex & 63)


def suits_shares(size, level, state):
    """Whether a frontier of so many vertices can be cut into shares, and is hardly larger than the last ones.

    Of the last two: in a tree whose frontiers grow in every other level, shares would soon be too large.
    """
    return (
        size >= 2 * MIN_SHARE
        and 2 * size <= 3 * state[LAST_SIZE]
        and 2 * state[LAST_SIZE] <= 3 * state[SIZE_BEFORE]
        and level >= state[NO_SHARES_UNTIL]
    )


def leads_on(vertex, graph):
    """Whether to queue the vertex, 1 or 0: not if its only neighbor is the one that found it."""
    if graph.leads.size == 0:
        return ONE
    return graph.leads[vertex >> 6] >> np.uint64(vertex & 63) & ONE


def note_size(state, size):
    """Note the size of a frontier that has been expanded."""
    state[SIZE_BEFORE], state[LAST_SIZE] = state[LAST_SIZE], size


def label(vertex, predecessor, level, search):
    """Store the level and predecessor of a vertex that belongs to the calling thread alone."""
    search.levels[vertex] = level
    if search.predecessors.size:
        search.predecessors[vertex] = predecessor


def flush(thread, size, queues, state):
    """Append the thread's buffer to the queue: the atomic addition makes the slots its own.

    Past the queue's end nothing is stored: see `make_room` in levels.py.
    """
    start = atomic_add(state, END, size)
    vertices = queues.buffers[2 * thread]
    if start + size > queues.queue.size:
        return
    for slot in range(size):
        queues.queue[start + slot] = vertices[slot]


def note_pieces(owner, begin, end, queues, state):
    """Leave these edges to a later step, in pieces; `owner` tells that step whose edges they are.

    Returns whether there was room for them. There is for the lists of all vertices, once each, but a frontier
    may hold a vertex several times. If there is none, the rest of the room gets pieces without edges.
    """
    size, room = state[CUT_AT], queues.pieces.shape[0]
    count = (end - begin + size - 1) // size
    slot = atomic_add(state, PIECES, count)
    fits = slot + count <= room
    for piece in range(min(count, room - slot)):
        queues.pieces[slot + piece, 0] = owner
        queues.pieces[slot + piece, 1] = begin + piece * size if fits else end
    return fits
