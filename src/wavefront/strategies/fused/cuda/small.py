"""Small levels of the fused search's kernel: each block expands the vertices that it found itself.

In a level of few vertices, time goes into a chain of waits: a barrier, then one read or atomic after
another. Three measures shorten the chain. A block keeps its part of the frontier in shared memory (the
privatised queue of PMPP 4e, section 15.6). A neighbor's offsets are read while its bit is being claimed,
and its list is prefetched before the barrier. And the barrier's own word carries the sums that all blocks
need. A frontier of at most half a block's capacity is left to block 0, whose barrier is `syncthreads`
(section 15.7); the other blocks wait at the grid's next barrier.

levels.py calls `push_small_levels`, all threads of the grid together, for as many levels as stay small. A
block's queue and counts are its own. Its threads take slots by an atomic in shared memory, and
`syncthreads` separates the writes of one part of the queue from its reads. Between blocks a bit, set by an
atomic, decides which block has a vertex. Blocks exchange their counts through two words of `state` that
take turns. They need no more: nothing but bits and these words passes between blocks until they go back to
the common queue, behind a barrier that makes everything visible.

A block numbers the edges of its part through, so that its threads share them evenly, whatever the lists'
lengths: a vertex takes its slot, and the numbers of its edges, by one atomic.

Blocks go back to the common queue, which shares out the frontier anew, when one block has too many vertices
or edges, or a vertex of MEDIUM edges, when so few vertices are left that one block can do them, and at the
end. The edges of small levels are not counted in the decision to pull: graphs with many small levels are
not pulled.
"""

from typing import Any, NamedTuple

from ....atomics import atomic_add
from ....compiler import cuda, int32, int64
from ....intrinsics.access import at, pair_at, prefetch_line
from ....intrinsics.grid_barrier import meet
from ....intrinsics.warp import WARP_SIZE
from .append import count_edges, note_lengths, put_entry
from .bitmap import claim_bit
from .keeping import keeps
from .label import label
from .search import DONE, EDGES, LAST, MEDIUM, SET, SUMS, TAIL, Level

OWN = 512  # vertices in a block's part of the frontier, at most
# Vertices of a frontier that all blocks hand to one block. One block takes up to OWN // 2 vertices: the gap
# keeps the work from going back and forth.
FEW = OWN // 8
# Edges of a small frontier per thread, at most; and those with which a block wants all blocks to leave, since
# its part has grown more than others.
ROUNDS, MOST_ROUNDS = 1, 2

# Places in the block's counts. 0 and 1 are the sizes of the two parts of its queue: vertices, and in the
# upper half of the bits their edges. Then come whether this block wants all blocks to leave, the result of
# `tell`, and where in the common queue its vertices go.
LEAVE, TOLD, PLACE, COUNTS = 2, 3, 4, 5
MET = 4 * OWN  # behind the two parts of a block's queue: the sums after the last meeting in each place
OWN_QUEUE = MET + 2
HALF, LOWER = 16, 0xFFFF


class Block(NamedTuple):
    """A block's own data, in shared memory. The offsets lie in the memory of `Warp.waiting`."""

    queue: Any  # two parts that take turns; entries as in `Queues`
    offsets: Any  # of each entry, the edges of the entries before it in its part
    counts: Any  # COUNTS numbers, as above


def own_block(warp):
    """This thread's block and its data. Call in one place only: each call site reserves shared memory."""
    queue = cuda.shared.array(OWN_QUEUE, int64)
    counts = cuda.shared.array(COUNTS, int32)  # int32, which has an atomic add in shared memory
    if cuda.threadIdx.x == 0:
        queue[MET] = queue[MET + 1] = 0
    return Block(queue, warp.waiting, counts)


def is_small(size):
    """Whether a frontier of this size is small enough for the blocks' own queues."""
    few = size.entries <= cuda.gridDim.x * (OWN // 2)
    return few and size.edges <= ROUNDS * cuda.gridsize(1) and not size.has_medium


def push_small_levels(search, level, block, plan, size, turn):
    """Do levels, from this one on, while they stay small. Returns the number of the next turn.

    The counters LAST and DONE then hold the last level, and how many vertices were found and expanded here,
    for all blocks to read behind the next barrier.
    """
    alone = size.entries <= OWN // 2 and size.edges <= ROUNDS * cuda.blockDim.x
    take_share(search, block, level.frontier, size.entries, alone)
    part, done = 0, 0
    if not alone or cuda.blockIdx.x == 0:
        while True:
            expand(search, level, block, part)
            if level.number < plan.directions.size and cuda.grid(1) == 0:
                plan.directions[level.number] = 0
            told = tell(search, block, part, alone, turn)
            part = 1 - part
            if not alone:
                turn = int32(turn + 1)
            if told <= (0 if alone else FEW) or level.number == plan.last_level:
                break
            done += told
            level = one_deeper(level)
    give_back(search, block, part, level.next)
    if cuda.grid(1) == 0:
        search.state[level.next.counters + LAST] = level.number
        atomic_add(search.state, level.next.counters + DONE, done)
    return turn


def one_deeper(level):
    """The level after this small level; only its number differs."""
    return Level(
        level.number + 1,
        level.target,
        level.old,
        level.new,
        level.marked,
        level.patience,
        level.frontier,
        level.next,
    )


def take_share(search, block, frontier, entries, alone):
    """Copy the block's share of the frontier to its queue; all of the frontier if block 0 is alone."""
    queue, counts = search.queues.queue, block.counts
    share = entries if alone else int32(entries + cuda.gridDim.x - 1) // int32(cuda.gridDim.x)
    first = cuda.blockIdx.x * share
    end = min(first + share, entries)
    if cuda.threadIdx.x <= LEAVE:
        counts[cuda.threadIdx.x] = 0
    cuda.syncthreads()
    index = first + cuda.threadIdx.x
    while index < end:
        start, pair = pair_at(queue, frontier.start + 2 * index)
        put_own(block, 0, take_slot(block, 0, pair >> 32), start, pair)
        index += cuda.blockDim.x
    cuda.syncthreads()


def take_slot(block, part, degree):
    """A slot for a vertex of so many edges, below 1 << HALF, in this part: it may be OWN or more.

    Returns the size of the part until now, as in the counts.
    """
    return atomic_add(block.counts, part, int32(1 | degree << HALF))


def put_own(block, part, size, start, pair):
    """Write an entry into the slot that `take_slot` gave."""
    slot = OWN * part + (size & LOWER)
    block.queue[2 * slot], block.queue[2 * slot + 1] = start, pair
    block.offsets[slot] = size >> HALF & LOWER


def expand(search, level, block, part):
    """Claim the neighbors of the vertices in one part of the block's queue; put them into the other part.

    The part's edges are numbered through; a thread takes every so many of them.
    """
    graph, size = search.graph, block.counts[part]
    number, end_number = int32(cuda.threadIdx.x), int32(size >> HALF & LOWER)
    while number < end_number:
        slot = slot_of(block.offsets, OWN * part, size & LOWER, number)
        start, pair = block.queue[2 * slot], block.queue[2 * slot + 1]
        edge = start + number - block.offsets[slot]
        neighbor = at(graph.dst, edge)
        first, end = at(graph.src_ptr, neighbor), at(graph.src_ptr, neighbor + 1)
        vertex = pair & 0x7FFFFFFF
        if keeps(graph, vertex, neighbor, edge, True) and claim_bit(level.new, neighbor):
            label(search, level, neighbor, vertex)
            if end - first >= graph.least:
                keep(search, block, 1 - part, level.next, neighbor, (first, end - first))
            if neighbor == level.target:
                block.counts[LEAVE] = 1
        number = int32(number + cuda.blockDim.x)


def slot_of(offsets, first, count, number):
    """The slot, of `count` slots from the first one on, whose entry has the edge of this number."""
    slot, end = first, first + count
    while end - slot > 1:
        middle = (slot + end) >> 1
        if offsets[middle] <= number:
            slot = middle
        else:
            end = middle
    return slot


def keep(search, block, part, half, vertex, neighbors):
    """Put a vertex into this part of the block's queue, or if it can't, into this half of the common queue.

    `neighbors` are the vertex's first edge and its degree.
    """
    start, degree = neighbors
    pair, size = vertex | degree << 32, int32(OWN)
    if degree < MEDIUM:
        size = take_slot(block, part, degree)
    if size & LOWER < OWN:
        put_own(block, part, size, start, pair)
        prefetch_line(search.graph.dst, start)
    else:
        slot = atomic_add(search.state, half.counters + TAIL, 1)
        atomic_add(search.state, half.counters + EDGES, degree)
        put_entry(search, half, slot, (vertex, start, degree))
        note_lengths(search, half, degree)
        block.counts[LEAVE] = 1


def tell(search, block, part, alone, turn):
    """How many vertices all blocks found, or block 0 if it is alone; negative if a block wants to leave.

    The two words by which blocks meet take turns.
    """
    counts = block.counts
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        size = counts[1 - part]
        counts[part] = 0
        found, leaving = min(size & LOWER, OWN), counts[LEAVE]
        if size >> HALF & LOWER > MOST_ROUNDS * cuda.blockDim.x:
            leaving = int32(1)
        if not alone:
            met, place = MET + (turn & 1), SUMS + (turn & 1) * SET
            found, leaving, block.queue[met] = meet(search.state, place, block.queue[met], found, leaving)
        counts[TOLD] = -1 if leaving else found
    cuda.syncthreads()
    return counts[TOLD]


def give_back(search, block, part, half):
    """Append one part of the block's queue to the frontier in this half of the common queue."""
    counts = block.counts
    count = min(counts[part] & LOWER, OWN)
    if cuda.threadIdx.x == 0:
        counts[PLACE] = atomic_add(search.state, half.counters + TAIL, count) if count else 0
    cuda.syncthreads()
    edges, lengths = 0, 0
    index = int32(cuda.threadIdx.x)
    while index < count:
        start, pair = block.queue[2 * (OWN * part + index)], block.queue[2 * (OWN * part + index) + 1]
        put_entry(search, half, counts[PLACE] + index, (pair & 0x7FFFFFFF, start, pair >> 32))
        edges += pair >> 32
        lengths |= pair >> 32
        index = int32(index + cuda.blockDim.x)
    count_edges(search, half, edges, lengths, cuda.threadIdx.x % WARP_SIZE)
