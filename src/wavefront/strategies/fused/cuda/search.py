"""The data of one search on a GPU: what travels together from part to part of the kernel.

host.py makes the tuples that are passed at the launch (`GraphArrays`, `Queues`, `Found`, `Plan`, `Answer`),
kernel.py puts `Search` together, and levels.py makes a `Level` for each level. Tuples are for the reader:
every function is compiled into its caller, where only the fields that it uses are left.

`state` is where blocks tell one another how far they are:

============  ==================================================  ===========================================
word          written                                             read
============  ==================================================  ===========================================
ARRIVALS      by every block, atomically, at each barrier         there, until all have come
TARGET_LEVEL  by the lane that labels the target                  by all, at the beginning of a level
TAIL          by many warps, atomically: vertices put into the    by all, behind the barrier that ends the
              queue                                               level
EDGES         likewise: edges of these vertices                   likewise
HAS_LONG      plainly, 1 by all: whether one has a long list      likewise
FOUND         by many warps, atomically: vertices that a pull     likewise
              labelled
LAST          by one thread: the last level that was done, if     likewise
              levels were small
PIECES        by many warps, atomically: pieces of long lists     by all, behind the barrier before these are
                                                                  pushed
sums          by every block, atomically, per small level         there, until all have come
============  ==================================================  ===========================================

TAIL to PIECES are a set of counters, of which there are three that take turns: of the frontier, of the one
that is being found, and of the next, which block 0 sets to 0 meanwhile. Likewise there are three sums.
"""

from typing import Any, NamedTuple

from ....device.cuda import RESIDENT_THREADS
from ....intrinsics.warp import WARP_SIZE

BLOCK_SIZE = RESIDENT_THREADS  # at most
HELD = 256  # vertices that a warp holds back, at most
BUFFERS = BLOCK_SIZE // WARP_SIZE * HELD
SHORT = 7  # binary logarithm of the edges of the least piece that a list is cut into
FULL = 0xFFFFFFFF  # a bitmap's word in which all is visited
NEVER = 1 << 40  # a level
DEEP = 127  # the first level that is too large for int8

# Words of `state`, int64; what is written by different blocks lies in cache lines of its own.
ARRIVALS, TARGET_LEVEL, COUNTERS, SET = 0, 16, 32, 16
SUMS = COUNTERS + 3 * SET
STATE_SIZE = SUMS + 3 * SET
TAIL, EDGES, HAS_LONG, FOUND, PIECES, LAST = 0, 1, 2, 3, 4, 5  # in a set of counters


class GraphArrays(NamedTuple):
    """The graph that is searched: unprepared, or in the ids that it was prepared in."""

    src_ptr: Any  # V+1 offsets of the out-neighbors
    dst: Any  # E out-neighbors
    dst_ptr: Any  # V+1 offsets of the in-neighbors
    src: Any  # E in-neighbors, in memory from a multiple of 16 bytes on
    first: Any  # V: first in-neighbor of each vertex of a prepared graph, or None
    several: Any  # of a prepared graph, no vertex from this one on has several in-neighbors; else V
    settled: Any  # bitmap of the vertices without edges, and of the bits behind the last vertex


class Queues(NamedTuple):
    """The lists that a level pushes. An entry is two words: first edge, and vertex | edges << 32."""

    queue: Any  # two halves, of the frontiers that take turns
    pieces: Any  # pieces of the lists that are too long for one warp


class Found(NamedTuple):
    """What the search knows of the vertices, in the ids of `GraphArrays`."""

    levels: Any  # int32; of what a pull left unvisited also its first in-neighbor: look.keep_firsts
    deep_levels: Any  # those from DEEP on of a prepared graph, in which `levels` are int8; or None
    predecessors: Any  # or None
    even: Any  # bitmap of what is visited; it and the next take turns while pulling
    odd: Any


class Search(NamedTuple):
    """A graph, what is found of it, and what all blocks work with.

    What is None is known when the kernel is compiled: there are forms for prepared graphs and for others,
    each with and without predecessors. A function that isn't to be compiled for None takes the field as an
    argument of its own: that is where Numba looks.
    """

    graph: GraphArrays
    queues: Queues
    found: Found
    state: Any  # STATE_SIZE words


class Plan(NamedTuple):
    """From where to search, how far, and how; in the caller's ids."""

    source: Any  # the only one; or -1
    sources: Any  # if there are several
    last_level: Any
    target: Any  # a vertex, or -1
    alpha: Any  # pull if the frontier's edges times this are more than the edges left
    beta: Any  # push again if the vertices found times this are fewer than the vertices
    directions: Any  # 1 for a level that pulled, or empty


class Answer(NamedTuple):
    """The result in the caller's ids, and the way there from the ids of a prepared graph."""

    new_id: Any  # V ids of a prepared graph, or None
    old_id: Any  # its vertices' ids in the caller's graph, or None
    levels: Any  # those of `Found` unless the graph is prepared
    predecessors: Any  # None unless the graph is prepared and predecessors are wanted


class Half(NamedTuple):
    """Where a frontier is: its half of the queue, and the counters of what is in it."""

    start: Any
    counters: Any


class Level(NamedTuple):
    """What the parts of the kernel must know of the level that they label."""

    number: Any
    target: Any  # in the ids of `GraphArrays`, or -1
    old: Any  # bitmap of what was visited before; of a level that pushes, nothing
    new: Any  # bitmap of what is visited, to which the level adds
    known: Any  # whether the first in-neighbors of what is unvisited are at hand
    frontier: Half
    next: Half  # where what it finds is appended


class Warp(NamedTuple):
    """A warp of the grid, and its part of the block's buffers: HELD vertices in each, from `own` on."""

    lane: Any
    number: Any
    num_warps: Any
    own: Any
    waiting: Any  # vertices that are found and to be appended; or, in a pull, to be looked at
    held: Any  # in a pull, vertices that may have more in-neighbors to look at
