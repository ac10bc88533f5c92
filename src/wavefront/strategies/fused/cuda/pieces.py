"""How lists that are long for one warp, or for one lane, are cut into pieces for the whole grid.

push.py cuts lists of the frontier: a warp claims slots for all pieces of its lanes' lists by one atomic, and
writes them together. rest.py cuts lists of in-neighbors, a lane at a time. The pieces are read behind a
barrier.
"""

from ....atomics import atomic_add
from ....compiler import cuda
from ....intrinsics.access import put
from ....intrinsics.warp import WARP_SIZE, ballot, broadcast, lowest, prefix_sum, without_lowest
from .search import PIECES


def cut(search, counters, mine, wanted, shift):
    """Cut the lists of the lanes with `wanted` into pieces of 1 << shift edges.

    `mine` is a lane's vertex, and its list's first edge and length.
    """
    vertex, start, length = mine
    lists = ballot(wanted)
    if lists:
        count = (length + (1 << shift) - 1) >> shift if wanted else 0
        last = prefix_sum(count)
        total, slot = broadcast(last, WARP_SIZE - 1), 0
        if cuda.threadIdx.x % WARP_SIZE == 0:
            slot = atomic_add(search.state, counters + PIECES, total)
        first = broadcast(slot, 0) + last - count
        while lists:
            leader = lowest(lists)
            hub = broadcast(vertex, leader), broadcast(start, leader), broadcast(length, leader)
            slot = broadcast(first, leader)
            for index in range(cuda.threadIdx.x % WARP_SIZE, broadcast(count, leader), WARP_SIZE):
                put_piece(search.queues.pieces, slot + index, hub, index << shift, shift)
            lists = without_lowest(lists)


def put_piece(pieces, slot, hub, done, shift):
    """Write a piece of a list, given as in `cut`: the 1 << shift edges after the `done` first ones."""
    vertex, start, length = hub
    put(pieces, 2 * slot, start + done)
    put(pieces, 2 * slot + 1, int(vertex) | min(1 << shift, length - done) << 32)
