"""The data of one search on a GPU: the tuples that the parts of the kernel pass to one another.

host.py makes the tuples that are passed at the launch (`GraphArrays`, `Queues`, `Found`, `Plan`, `Answer`),
kernel.py puts `Search` together, and levels.py makes a `Level` for each level. The
tuples cost nothing: every function is inlined into its caller, and unused fields disappear.

Loops with a step that isn't a constant are `while` loops: a `range` would find its length by a division of
64 bits, and the compiler would then write out four turns of it.

Blocks tell one another their progress in the words of `state`:

============  ==================================================  ===========================================
word          written                                             read
============  ==================================================  ===========================================
ARRIVALS      by every block, atomically, at each barrier         at the barrier, until all arrived
TARGET_LEVEL  by the lane that labels the target                  by all threads, at the start of a level
TAIL          by many warps, atomically: vertices put into the    by all threads, behind the barrier that ends
              queue                                               the level
EDGES         likewise: edges of these vertices                   likewise
HAS_MEDIUM    by warps, plainly, always 1: one of these           likewise
              vertices has a list of MEDIUM edges or more
HAS_LONG      likewise: one has a long list                       likewise
FOUND         by many warps, atomically: vertices that a pull     likewise
              labelled
LAST          by one thread: the last level done, if small        likewise
              levels were done
DONE          by many warps, atomically: vertices found that     likewise
              aren't in the queue: small levels expanded them,
              or a push found that they lead nowhere
PIECES        by many warps, atomically: pieces of long lists     by all threads, behind the barrier before
                                                                  the pieces are done
sums          by every block, atomically, per small level         at the barrier, until all arrived
============  ==================================================  ===========================================

TAIL to DONE are one set of counters. Three sets take turns: the frontier's, the next frontier's, to which
the level adds, and the set after that, which block 0 sets to 0 meanwhile. Two sums take turns; they only
grow.
"""

from typing import Any, NamedTuple

from ....device.cuda import RESIDENT_THREADS
from ....intrinsics.warp import WARP_SIZE

BLOCK_SIZE = RESIDENT_THREADS  # threads per block, at most
WARPS = BLOCK_SIZE // WARP_SIZE
HELD = 256  # vertices that a warp holds to append them, or to look at them, at most
# Vertices that a warp holds to look at their other best in-neighbors, and to look at all, at most.
MISSED, WALKED = 160, 64
OWN_MISSED = MISSED + WALKED
ALL_HELD, ALL_MISSED = WARPS * HELD, WARPS * OWN_MISSED  # of a block
SHORT = 5  # binary logarithm of the edges in the smallest pieces that a push cuts lists into
MEDIUM = 128  # edges of a list, a power of two, from which a frontier is not small
FULL = 0xFFFFFFFF  # a bitmap's word with all vertices visited
ALONE = -(1 << 31)  # in `GraphArrays.first`: a vertex without edges
SMALL_GRAPH = 1 << 20  # vertices up to which a graph is small: its pulls are short of work, not of memory
NEVER = 1 << 40  # a level that no search reaches
DEEP = 127  # the first level that is too large for int8

# Words of `state`, int64. The words that barriers use and the sets of counters have cache lines of their own.
ARRIVALS, TARGET_LEVEL, COUNTERS, SET = 0, 16, 32, 16
SUMS = COUNTERS + 3 * SET
STATE_SIZE = SUMS + 2 * SET
TAIL, EDGES, HAS_MEDIUM, HAS_LONG, FOUND, PIECES, LAST, DONE = range(8)  # in a set of counters


class GraphArrays(NamedTuple):
    """The graph that is searched: unprepared, or prepared and in the prepared ids."""

    src_ptr: Any  # V+1 offsets of the out-neighbors
    dst: Any  # E out-neighbors
    dst_ptr: Any  # V+1 offsets of the in-neighbors
    src: Any  # E in-neighbors, aligned to 16 bytes
    first: (
        Any  # per vertex its best in-neighbor, -2 - id for the only one, -1 for none, or ALONE; padded by -1
    )
    others: Any  # per vertex four more, the best first, -1 for none; the last as -2 - id if there are no more
    in_front: Any  # in-neighbors at the beginning of each list that were looked at before the list is
    settled: Any  # bitmap of the vertices without edges, and of the bits behind the last vertex
    ends: Any  # bitmap of the vertices that lead nowhere: without out-neighbors other than the one before
    least: Any  # edges of a vertex that leads on, at least
    able: Any  # how many vertices have edges


class Queues(NamedTuple):
    """The lists that a level pushes. An entry has two words: the first edge, and vertex | edges << 32."""

    queue: Any  # two halves, which take turns as the frontier's
    pieces: Any  # pieces of lists that are too long for one warp


class Found(NamedTuple):
    """Results and bitmaps of the search, in the ids of `GraphArrays`."""

    levels: Any  # int32, or as the caller asked; int8 if prepared
    deep_levels: Any  # levels from DEEP on, which int8 can't hold; None if unprepared
    predecessors: Any  # or None
    even: Any  # bitmap of visited vertices; in pulls, `even` and `odd` take turns
    odd: Any


class Search(NamedTuple):
    """The graph, the results so far, and the memory that all blocks share.

    Which fields are None is known when the kernel is compiled: there are four forms, for prepared and
    unprepared graphs, each with and without predecessors. A function that branches on None takes the field as
    an argument of its own, because Numba drops the dead branch for arguments only.
    """

    graph: GraphArrays
    queues: Queues
    found: Found
    state: Any  # STATE_SIZE words


class Plan(NamedTuple):
    """From where to search, how far, and how; in the caller's ids."""

    source: Any  # the only source, or -1
    sources: Any  # several sources, or empty
    last_level: Any
    target: Any  # a vertex, or -1
    alpha: Any  # pull if pushing times this costs more than pulling
    beta: Any  # after a pull, push if pushing times this costs less than pulling
    directions: Any  # per level, 1 if it pulled, 0 if it pushed; empty without a trace


class Answer(NamedTuple):
    """The result in the caller's ids, and the maps between these and a prepared graph's ids."""

    new_id: Any  # the prepared id of each of the caller's vertices, or None
    old_id: Any  # the caller's id of each prepared vertex, or None
    levels: Any  # the same array as `Found.levels` unless the graph is prepared
    predecessors: Any  # None unless the graph is prepared and predecessors are wanted


class Half(NamedTuple):
    """Where a frontier is: its half of the queue, and its counters."""

    start: Any  # place in the queue
    counters: Any  # place in `state`


class Level(NamedTuple):
    """The level that the kernel is doing."""

    number: Any  # the level that found vertices get
    target: Any  # in the ids of `GraphArrays`, or -1
    old: Any  # in a pull, bitmap of the vertices visited before the level; in a push, unused
    new: Any  # bitmap of visited vertices, to which the level adds
    marked: Any  # whether levels of vertices without edges are set
    patience: Any  # in a pull, in-neighbors that a lane looks at before a long list is cut
    frontier: Half
    next: Half  # where the vertices that the level finds are appended


class Warp(NamedTuple):
    """A warp of the grid, and its block's buffers in shared memory, of which it has a part."""

    lane: Any
    number: Any
    num_warps: Any
    own: Any  # where its HELD places in `waiting` begin
    waiting: Any  # in a push, found vertices to be appended; in a pull, vertices to be looked at
    own_missed: Any  # where its places in `missed` begin: MISSED, then WALKED
    missed: Any  # in a pull, vertices that may have more in-neighbors to look at
