"""Rounds of few vertices, which one block does alone, round after round.

A round of all blocks takes about 4 us: a barrier among them, and a queue in memory that all read. One block
keeps the vertices that go in shared memory. What is left are four accesses that wait for one another: where a
list begins, its neighbors, what is left to each, and an atomic. The other blocks wait at a barrier meanwhile.
"""

from typing import Any, NamedTuple

from ...atomics import atomic_add
from ...compiler import cuda, int32, int64
from ...intrinsics.access import at, put
from ..level_queue import ALL_HELD, HAS_LONG, LONG, SLOT_BITS, SLOTS, TAIL, Queue
from .taking import take_two

FEW_EDGES = 4096  # of a round, up to which one block does it
ROOM = ALL_HELD // 2  # vertices of a round in shared memory; the next ones are in the other half
MOST = 1024  # vertices of a round that the block goes on with
GROUP_BITS = 3  # 8 threads of a vertex, where there are enough
LEAVES = 3  # shared words: three sizes of rounds, which take turns, then whether the block leaves, likewise
WORDS = 2 * LEAVES
ROUNDS = 2  # word of a level's counters: how many rounds the block did


class Next(NamedTuple):
    """Where the vertices of the next round go."""

    held: Any  # shared memory
    first: Any  # its place there
    words: Any  # shared as well
    turn: Any  # which of the words are its own
    queue: Queue  # of all blocks
    begin: Any  # its place there
    counters: Any  # of that queue


def is_few(span):
    """Whether one block does this round."""
    edges = (span.end >> SLOT_BITS) - (span.begin >> SLOT_BITS)
    vertices = (span.end & SLOTS) - (span.begin & SLOTS)
    return not span.has_long and edges <= FEW_EDGES and vertices <= ROOM


def take_few(peeling, queue, team, span, counters, level, levels, depth):
    """The span's vertices go, then those that this makes go, until a round has none, or many or long lists.

    That round's vertices are in the queue then. The vertices of each round get its number, from `depth` on,
    in `levels`, unless that is None.
    """
    words = cuda.shared.array(WORDS, int32)
    if cuda.blockIdx.x != 0:
        return
    thread, threads = int32(cuda.threadIdx.x), int32(cuda.blockDim.x)
    begin, size = int32(span.begin & SLOTS), int32((span.end & SLOTS) - (span.begin & SLOTS))
    for slot in range(thread, size, threads):
        team.held[slot] = at(queue.entries, 2 * (begin + slot) + 1) & SLOTS
    if thread == 0:
        for word in range(WORDS):
            words[word] = 0
    cuda.syncthreads()  # the first round is there
    turn, first, rounds, leaves = int32(0), int32(0), int32(0), False
    while size and not leaves:
        bits = int32(GROUP_BITS)
        while bits > 0 and size << bits > threads:
            bits -= int32(1)
        following = int32((turn + 1) % 3)
        after = Next(team.held, int32(ROOM - first), words, following, queue, span.end, counters)
        lane = thread & ((int32(1) << bits) - int32(1))
        for slot in range(thread >> bits, size, threads >> bits):
            vertex = team.held[first + slot]
            if levels is not None and lane == 0:
                put(levels, vertex, depth + rounds)
            take_list(peeling, vertex, level, lane, int32(1) << bits, after)
        if thread == 0:
            words[(turn + 2) % 3] = words[LEAVES + (turn + 2) % 3] = 0
        cuda.syncthreads()  # the next round is there
        turn, first, rounds = following, int32(ROOM - first), int32(rounds + 1)
        size = min(words[turn], int32(ROOM))
        leaves = words[LEAVES + turn] != 0 or size > MOST
    for slot in range(thread, size, threads):
        vertex = team.held[first + slot]
        start = at(peeling.src_ptr, vertex)
        append_one(queue, span.end, counters, vertex, start, at(peeling.src_ptr, vertex + 1) - start)
    if thread == 0:
        put(peeling.state, counters + ROUNDS, rounds)


def take_list(peeling, vertex, level, lane, width, after):
    """So many threads take a neighbor from each neighbor of the vertex, and keep those that go next."""
    edge, end = at(peeling.src_ptr, vertex) + lane, at(peeling.src_ptr, vertex + 1)
    while edge < end:
        a, b = int64(at(peeling.dst, edge)), int64(-1)
        if edge + width < end:
            b = int64(at(peeling.dst, edge + width))
        goes_a, goes_b = take_two(peeling.degrees, a, b, level)
        if goes_a:
            keep(peeling.src_ptr, a, after)
        if goes_b:
            keep(peeling.src_ptr, b, after)
        edge += 2 * width


def keep(src_ptr, vertex, after):
    """Put a vertex into the next round: in shared memory, or, for all blocks, into the queue."""
    start, slot = at(src_ptr, vertex), int32(ROOM)
    length = at(src_ptr, vertex + 1) - start
    if length < LONG:
        slot = int32(atomic_add(after.words, after.turn, int32(1)))
    if slot < ROOM:
        after.held[after.first + slot] = vertex
    else:
        after.words[LEAVES + after.turn] = 1
        append_one(after.queue, after.begin, after.counters, vertex, start, length)


def append_one(queue, begin, counters, vertex, start, length):
    """As `append_held`, of one vertex of this thread's."""
    place = begin + atomic_add(queue.state, counters + TAIL, 1 | length << SLOT_BITS)
    slot = place & SLOTS
    put(queue.entries, 2 * slot, start | length << 32)
    put(queue.entries, 2 * slot + 1, vertex | (place >> SLOT_BITS) << SLOT_BITS)
    if length >= LONG:
        put(queue.state, counters + HAS_LONG, 1)
