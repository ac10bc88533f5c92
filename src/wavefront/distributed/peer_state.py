"""What kernels of ranks with GPUs work on, and where things lie in memory.

Where ranks share memory, a rank's has, in words of 8 bytes: two bitmaps of all places; two inboxes per
sender, by turns of levels; two rows of slots, by turns of meetings, with a slot per rank and one for the
rank's own blocks; and the word FAILED. A pair in an inbox is one word: the receiver's local position, the
sender's above it. Where hosts carry what is told, a rank has the same, but for FAILED, by itself.
"""

from typing import Any, NamedTuple

from ..compiler import cuda, int32, int64
from ..intrinsics.warp import WARP_SIZE

# Words of a slot: the meeting's number, and what the rank tells: whether it has the target, the end of its
# queue, vertices found, edges that leave them, pairs sent, how many inboxes had no room, and pairs sent to
# the reader.
NUMBER, HAS_TARGET, TAIL, FOUND, EDGES, SENT, OVERFLOWS, TO_READER = range(8)
SLOT = 8  # words
TOLD = SLOT + WARP_SIZE  # words of what a block has heard: of all ranks, and pairs from each
PAIR = 2  # words of an inbox for a local position and a distance
NOW = 12  # fields of `peer_kernel.Now`

# Words of `Own.state`, which only this rank's GPU uses: blocks that have arrived at a meeting, numbers of the
# last meetings of all ranks and of the own blocks, what is told next, spans that warps of a pull have taken
# beyond their first, and from ASKED on the pairs for each rank. From NOW_FOUND on each step counts anew.
ARRIVED, LAST, LAST_OWN, NOW_TARGET, NOW_TAIL, NOW_FOUND, NOW_EDGES, SPANS_TAKEN, ASKED = range(9)

PIECE = 256  # edges of a list that a queue's entry stands for, at most; a power of two
PIECE_BITS = PIECE.bit_length() - 1
GAP = -1  # in place of a pair
LOCAL_BITS = 32  # of an entry or a pair: the local position
LOCAL = (1 << LOCAL_BITS) - 1


MOST_WARPS = 32  # of a block
GROUP = 4  # words that a pull looks at at a time
# Vertices that a warp holds whose first in-neighbor missed, and whose next best did too: fewer than a warp's,
# and then a group's, or a warp's, more.
MISSED, WALKED = (GROUP + 1) * WARP_SIZE, 2 * WARP_SIZE
OWN_MISSED = MISSED + WALKED
ALL_MISSED = MOST_WARPS * OWN_MISSED


class Lists(NamedTuple):
    """A rank's part of the graph, in the rank's own memory."""

    ptr: Any
    places: Any
    in_ptr: Any
    in_places: Any
    # Of whole words of vertices: the first in-neighbor's place p, -2 - p if there is no other, -1 if there is
    # none; and four more, the best first, -1 for none, the last as -2 - p if there are no more.
    firsts: Any
    others: Any  # None where places need 64 bits
    ids: Any  # the caller's id at every place; None without predecessors


class Own(NamedTuple):
    """A rank's own arrays; the first two are the same memory, into which others may write."""

    bits: Any  # uint32
    words: Any  # int64
    queue: Any  # int64: a local position, and above it which piece of the vertex's list
    state: Any
    levels: Any
    parents: Any  # ids; None if not asked for


class Everyone(NamedTuple):
    """All ranks' shared memory, as seen from this rank; of a rank that shares none its own."""

    bits: Any
    words: Any
    starts: Any  # where each rank's begins, in words


class Plan(NamedTuple):
    """The search, and sizes."""

    rank: Any
    size: Any
    stride: Any  # places per rank
    owned: Any  # vertices of this rank
    linked: Any  # words of the rank's bitmap with a vertex that has an edge
    num_vertices: Any  # of the whole graph
    num_edges: Any
    room: Any  # pairs of an inbox
    narrow: Any  # vertices of a frontier up to which a level is narrow: peer_narrow.py; 0: none is
    inboxes: Any  # the first word of the inboxes
    slots: Any  # and of the slots
    failed: Any  # where the word FAILED is
    source: Any  # local position; -1 if another rank owns it
    target: Any  # likewise; -1 without one
    has_target: Any  # whether there is one, on any rank
    last_level: Any
    alpha: Any
    beta: Any
    deadline: Any  # nanoseconds that a meeting may take


class Warp(NamedTuple):
    """A thread's warp."""

    lane: Any
    number: Any
    num_warps: Any
    # In the block's shared memory: where the search is; what a meeting tells; and of a pull, for each warp,
    # the vertices it holds.
    now: Any
    told: Any
    missed: Any
    own_missed: Any


def own_warp():
    """This thread's warp; neighboring numbers are on different multiprocessors.

    Call in one place only: each call site reserves shared memory.
    """
    now = cuda.shared.array(NOW, int64)
    told = cuda.shared.array(TOLD, int64)
    missed = cuda.shared.array(ALL_MISSED, int32)
    return warp_with(now, told, missed)


def lean_warp():
    """This thread's warp, without what a pull holds. Call in one place only, as `own_warp`."""
    told = cuda.shared.array(TOLD, int64)
    return warp_with(told, told, told)


def warp_with(now, told, missed):
    """This thread's warp, with these arrays of its block."""
    in_block = cuda.threadIdx.x // WARP_SIZE
    return Warp(
        cuda.threadIdx.x % WARP_SIZE,
        cuda.blockIdx.x + cuda.gridDim.x * in_block,
        cuda.gridDim.x * (cuda.blockDim.x // WARP_SIZE),
        now,
        told,
        missed,
        in_block * OWN_MISSED,
    )


def slot_of(plan, number, sender):
    """The first word of a sender's slot at a meeting; the own blocks' sender is `plan.size`."""
    return plan.slots + ((number & 1) * (plan.size + 1) + sender) * SLOT


def inbox_of(plan: Any, level: Any, sender: Any) -> Any:
    """The first word of the inbox for what this sender sends in a level."""
    return plan.inboxes + ((level & 1) * plan.size + sender) * plan.room
