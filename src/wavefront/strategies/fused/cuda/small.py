"""Small levels of the fused search's kernel: each block expands the vertices that it found itself.

In a level of few vertices, time goes into a chain of waits: a barrier, then one read or atomic after another.
Three measures shorten the chain. A block keeps its part of the frontier in shared memory (the privatised
queue of PMPP 4e, section 15.6). A neighbor's offsets are read while its bit is being claimed, and its list is
prefetched before the barrier. And the barrier's own word carries the sums that all blocks need. A frontier of
at most half a block's capacity is left to block 0, whose barrier is `syncthreads` (section 15.7); the other
blocks wait at the grid's next barrier.

levels.py calls `push_small_levels`, all threads of the grid together, for as many levels as stay small. A
block's queue and counts are its own. Its threads take slots by an atomic in shared memory, and `syncthreads`
separates the writes of one part of the queue from its reads. Between blocks a bit, set by an atomic, decides
which block has a vertex. Blocks exchange their counts through three words of `state` that take turns.

Blocks go back to the common queue, which shares out the frontier anew, when one block has too many vertices
or a vertex with a long list, when so few vertices are left that one block can do them, and at the end. The
vertices and edges of small levels are not counted in the decision to pull: graphs with many small levels are
not pulled.
"""

from typing import Any, NamedTuple

from ....atomics import atomic_add
from ....compiler import cuda, int32, int64
from ....intrinsics.access import at, prefetch_line
from ....intrinsics.grid_barrier import meet
from ....intrinsics.warp import WARP_SIZE
from .append import count_edges
from .bitmap import claim_bit
from .label import label
from .search import EDGES, HAS_LONG, LAST, SET, SHORT, SUMS, TAIL, Level

OWN = 128  # vertices in a block's part of the frontier, at most
LIST_LANES = 2  # binary logarithm of the lanes per list
LONG = 32  # longest list, in edges, for so few lanes
MEAN = 8  # mean edges per vertex of a small frontier, at most
# Vertices of a frontier that all blocks hand to one block. One block takes up to OWN // 2 vertices: the gap
# keeps the work from going back and forth.
FEW = OWN // 8

# Places in the block's counts. 0 and 1 are the sizes of the two parts of its queue; then come whether this
# block wants all blocks to leave, the result of `tell`, and where in the common queue its vertices go.
LEAVE, TOLD, PLACE, COUNTS = 2, 3, 4, 5
OWN_QUEUE = 4 * OWN


class Block(NamedTuple):
    """A block's own data, in shared memory."""

    queue: Any  # two parts that take turns; entries as in `Queues`
    counts: Any  # COUNTS numbers, as above


def own_block():
    """This thread's block and its data. Call in one place only: each call site reserves shared memory."""
    queue = cuda.shared.array(OWN_QUEUE, int64)
    counts = cuda.shared.array(COUNTS, int32)  # int32, which has an atomic add in shared memory
    return Block(queue, counts)


def is_small(size):
    """Whether a frontier of this size is small enough for the blocks' own queues."""
    few = size.entries <= cuda.gridDim.x * (OWN // 2)
    return few and size.edges <= MEAN * size.entries and not size.has_long


def push_small_levels(search, level, block, plan, entries, turn):
    """Do levels, from this one on, while they stay small. Returns the number of the next turn.

    The counter LAST then holds the last level done, for all blocks to read behind the next barrier.
    """
    alone = take_share(search, block, level.frontier, entries)
    part = 0
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
            level = one_deeper(level)
    give_back(search, block, part, level.next)
    if cuda.grid(1) == 0:
        search.state[level.next.counters + LAST] = level.number
    return turn


def one_deeper(level):
    """The level after this small level; only its number differs."""
    return Level(
        level.number + 1, level.target, level.old, level.new, level.known, level.frontier, level.next
    )


def take_share(search, block, frontier, entries):
    """Copy the block's share of the frontier to its queue. Returns whether block 0 has the whole frontier."""
    alone = entries <= OWN // 2
    first, end = 0, entries
    if not alone:
        first = cuda.blockIdx.x * entries // cuda.gridDim.x
        end = (cuda.blockIdx.x + 1) * entries // cuda.gridDim.x
    elif cuda.blockIdx.x:
        end = 0
    for place in range(2 * first + cuda.threadIdx.x, 2 * end, cuda.blockDim.x):
        block.queue[place - 2 * first] = search.queues.queue[frontier.start + place]
    if cuda.threadIdx.x == 0:
        block.counts[0], block.counts[1], block.counts[LEAVE] = end - first, 0, 0
    cuda.syncthreads()
    return alone


def expand(search, level, block, part):
    """Claim the neighbors of the vertices in one part of the block's queue; put them into the other part."""
    lanes, graph = 1 << LIST_LANES, search.graph
    count = block.counts[part]
    for index in range(cuda.threadIdx.x >> LIST_LANES, count, cuda.blockDim.x >> LIST_LANES):
        place = 2 * (OWN * part + index)
        start, pair = block.queue[place], block.queue[place + 1]
        for rank in range(cuda.threadIdx.x & (lanes - 1), pair >> 32, lanes):
            neighbor = at(graph.dst, start + rank)
            first, end = at(graph.src_ptr, neighbor), at(graph.src_ptr, neighbor + 1)
            if claim_bit(level.new, neighbor):
                label(search, level, neighbor, pair & 0x7FFFFFFF)
                keep(search, block, 1 - part, level.next, neighbor, (first, end - first))
                if neighbor == level.target:
                    block.counts[LEAVE] = 1


def keep(search, block, part, half, vertex, neighbors):
    """Put a vertex into this part of the block's queue, or if full, into this half of the common queue.

    `neighbors` are the vertex's first edge and its degree.
    """
    start, degree = neighbors
    slot = atomic_add(block.counts, part, 1)
    pair = vertex | degree << 32
    if slot < OWN:
        place = 2 * (OWN * part + slot)
        block.queue[place] = start
        block.queue[place + 1] = pair
        if degree:
            prefetch_line(search.graph.dst, start)
    else:
        place = 2 * atomic_add(search.state, half.counters + TAIL, 1)
        atomic_add(search.state, half.counters + EDGES, degree)
        if place < search.queues.queue.size // 2:
            search.queues.queue[half.start + place] = start
            search.queues.queue[half.start + place + 1] = pair
        if degree >> SHORT > 1:
            search.state[half.counters + HAS_LONG] = 1
    if slot >= OWN or degree > LONG:
        block.counts[LEAVE] = 1


def tell(search, block, part, alone, turn):
    """How many vertices all blocks found, or block 0 if it is alone; negative if a block wants to leave.

    The three words by which blocks meet take turns. Block 0 clears the next word, last read two turns ago.
    """
    counts = block.counts
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        counts[part] = 0
        counts[1 - part] = min(counts[1 - part], OWN)
        found, leaving = counts[1 - part], counts[LEAVE]
        if not alone:
            if cuda.blockIdx.x == 0:
                search.state[SUMS + (turn + 1) % 3 * SET] = 0
            found, leaving = meet(search.state, SUMS + turn % 3 * SET, found, leaving)
        counts[TOLD] = -1 if leaving else found
    cuda.syncthreads()
    return counts[TOLD]


def give_back(search, block, part, half):
    """Append one part of the block's queue to the frontier in this half of the common queue."""
    queue, counts = search.queues.queue, block.counts
    count = counts[part]
    if cuda.threadIdx.x == 0:
        counts[PLACE] = atomic_add(search.state, half.counters + TAIL, count) if count else 0
    cuda.syncthreads()
    first, edges, has_long = 2 * counts[PLACE], 0, False
    for index in range(cuda.threadIdx.x, count, cuda.blockDim.x):
        start, pair = block.queue[2 * (OWN * part + index)], block.queue[2 * (OWN * part + index) + 1]
        place = first + 2 * index
        if place < queue.size // 2:
            queue[half.start + place] = start
            queue[half.start + place + 1] = pair
        edges += pair >> 32
        has_long |= pair >> 32 >> SHORT > 1
    count_edges(search, half, edges, has_long, cuda.threadIdx.x % WARP_SIZE)
