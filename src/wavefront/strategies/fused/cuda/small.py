"""Small levels of the fused engine's kernel: each block expands what it found itself.

Where a level has few vertices, time goes into a chain of waits: a barrier, then one read or atomic after
another. So a block keeps its part of the frontier in shared memory (the privatised queue of PMPP 4e, section
15.6); a neighbor's offsets are read while its bit is being claimed, and its list is asked for before the
barrier; and the barrier brings along what all blocks must know. Up to half of what fits in a block is left to
one block, whose barrier is `syncthreads` (section 15.7); the others wait for it at the grid's next barrier.

Blocks leave for the common queue, which shares out the frontier anew, when one has too many vertices or one
with a long list, when there are far fewer than one block alone can do, and at the end. What these levels find
isn't counted for when to pull, nor are their edges: graphs with many such levels are not pulled.
"""

from ....atomics import atomic_add
from ....compiler import cuda, int32
from ....intrinsics.access import at, prefetch_line
from ....intrinsics.grid_barrier import meet
from ....intrinsics.warp import WARP_SIZE
from .search import EDGES, HAS_LONG, LAST, SET, SHORT, SUMS, TAIL, claim_bit, count_edges, label

OWN = 128  # vertices of a block, at most
LIST_LANES = 2  # binary logarithm of the lanes a list
LONG = 32  # edges of a list that is too long for so few lanes
MEAN = 8  # edges a vertex of a frontier, at most
FEW = OWN // 8  # vertices in all that are left to one block; it takes more, lest they come back soon

# In the block's counts: those of the two parts of its own queue, whether all are to leave, what all were
# told, and where in the common queue its vertices go.
LEAVE, TOLD, PLACE, COUNTS = 2, 3, 4, 5
OWN_QUEUE = 4 * OWN


def is_small(entries, edges, has_long):
    """Whether blocks can keep such a frontier to themselves."""
    return entries <= cuda.gridDim.x * (OWN // 2) and edges <= MEAN * entries and not has_long


def take_share(search, entries, half, mine, counts):
    """Copy the block's share of the frontier in this half of the queue. Returns whether block 0 has all."""
    alone = entries <= OWN // 2
    first, end = 0, entries
    if not alone:
        first = cuda.blockIdx.x * entries // cuda.gridDim.x
        end = (cuda.blockIdx.x + 1) * entries // cuda.gridDim.x
    elif cuda.blockIdx.x:
        end = 0
    for place in range(2 * first + cuda.threadIdx.x, 2 * end, cuda.blockDim.x):
        mine[place - 2 * first] = search.queue[half + place]
    if cuda.threadIdx.x == 0:
        counts[0], counts[1], counts[LEAVE] = end - first, 0, 0
    cuda.syncthreads()
    return alone


def keep(search, mine, counts, part, vertex, start, degree, half, counters):
    """Put a vertex into this part of the block's own queue; if that is full, into the common one."""
    slot = atomic_add(counts, part, 1)
    pair = vertex | degree << 32
    if slot < OWN:
        place = 2 * (OWN * part + slot)
        mine[place] = start
        mine[place + 1] = pair
        if degree:
            prefetch_line(search.dst, start)
    else:
        place = 2 * atomic_add(search.state, counters + TAIL, 1)
        atomic_add(search.state, counters + EDGES, degree)
        if place < search.queue.size // 2:
            search.queue[half + place] = start
            search.queue[half + place + 1] = pair
        if degree >> SHORT > 1:
            search.state[counters + HAS_LONG] = 1
    if slot >= OWN or degree > LONG:
        counts[LEAVE] = 1


def expand(search, words, mine, counts, part, level, target, half, counters):
    """Claim the neighbors of the vertices in one part of the block's queue, and put them into the other."""
    lanes = 1 << LIST_LANES
    count = counts[part]
    for index in range(cuda.threadIdx.x >> LIST_LANES, count, cuda.blockDim.x >> LIST_LANES):
        place = 2 * (OWN * part + index)
        start, pair = mine[place], mine[place + 1]
        for rank in range(cuda.threadIdx.x & (lanes - 1), pair >> 32, lanes):
            neighbor = at(search.dst, start + rank)
            first, end = at(search.src_ptr, neighbor), at(search.src_ptr, neighbor + 1)
            if claim_bit(words, neighbor):
                label(search, neighbor, level, pair & 0x7FFFFFFF, target)
                keep(search, mine, counts, 1 - part, neighbor, first, end - first, half, counters)
                if neighbor == target:
                    counts[LEAVE] = 1


def tell(search, counts, part, alone, turn):
    """How many vertices all blocks found, or this one alone; negative if one wants to leave.

    The words by which blocks tell one another take turns: the next was last read two turns ago.
    """
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


def give_back(search, mine, counts, part, half, counters):
    """Append one part of the block's queue to the frontier in this half of the common one."""
    count = counts[part]
    if cuda.threadIdx.x == 0:
        counts[PLACE] = atomic_add(search.state, counters + TAIL, count) if count else 0
    cuda.syncthreads()
    first, edges, has_long = 2 * counts[PLACE], 0, False
    for index in range(cuda.threadIdx.x, count, cuda.blockDim.x):
        start, pair = mine[2 * (OWN * part + index)], mine[2 * (OWN * part + index) + 1]
        place = first + 2 * index
        if place < search.queue.size // 2:
            search.queue[half + place] = start
            search.queue[half + place + 1] = pair
        edges += pair >> 32
        has_long |= pair >> 32 >> SHORT > 1
    count_edges(search, edges, has_long, counters, cuda.threadIdx.x % WARP_SIZE)


def push_small_levels(
    search, words, entries, mine, counts, level, last_level, target, half, last_half, counters, turn
):
    """Label from this level on while levels are small. Returns the number of the next turn.

    The last level is in the counters for all to read behind the next barrier.
    """
    alone = take_share(search, entries, last_half, mine, counts)
    part = 0
    if not alone or cuda.blockIdx.x == 0:
        while True:
            expand(search, words, mine, counts, part, level, target, half, counters)
            if level < search.directions.size and cuda.grid(1) == 0:
                search.directions[level] = 0
            told = tell(search, counts, part, alone, turn)
            part = 1 - part
            if not alone:
                turn = int32(turn + 1)
            if told <= (0 if alone else FEW) or level == last_level:
                break
            level += 1
    give_back(search, mine, counts, part, half, counters)
    if cuda.grid(1) == 0:
        search.state[counters + LAST] = level
    return turn
