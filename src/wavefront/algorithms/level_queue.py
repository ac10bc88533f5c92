"""Queues of vertices by level, for kernels that hold the level loop: every warp gets an equal share of edges.

A group of blocks, the whole grid or a part of it, works on a queue of its own. The queue keeps all levels of
a search, one behind the other. An entry has two int64 words: the first edge of the vertex's list and, from
bit 32 on, the list's length; the vertex and, from bit SLOT_BITS on, how many edges the entries before have. A
place in the queue packs its slot and that number of edges likewise, so that one atomic claims both: lists
stay in order of their edges' numbers, and a warp finds the list of any edge by a search in the queue.

Warps append in slots claimed by an atomic, and read levels that a barrier has completed. There are fewer than
2^30 vertices and 2^32 edges.
"""

from typing import Any, NamedTuple

from ..atomics import atomic_add
from ..compiler import cuda, int32, int64
from ..graph import Graph
from ..intrinsics.access import at, pair_at, put
from ..intrinsics.warp import WARP_SIZE, ballot, broadcast, prefix_sum, size_of, syncwarp, warp_sum

THREADS = 1024  # per block, at most: one block per multiprocessor, so that barriers wait for few
HELD = 128  # vertices that a warp holds until it appends them
ALL_HELD = THREADS // WARP_SIZE * HELD
SLOT_BITS = 31
SLOTS = (1 << SLOT_BITS) - 1
LOW_WORD = (1 << 32) - 1
MOST_VERTICES, MOST_EDGES = 1 << 30, 1 << 32  # so many don't fit
LONG = 64  # edges of a list, a power of two, from which warps share a level by edges, not by vertices
LEAST_SHARE = 64  # edges that a warp takes, at least, where warps share by edges

# Words of a group's state. Three sets of counters take turns: the level's own, which all have read; the next
# level's, which grow; and the set after that, which is cleared meanwhile. Two more are for other queues.
ARRIVALS, COUNTERS, SET, SETS = 0, 16, 16, 5
STATE_SIZE = COUNTERS + SETS * SET
TAIL, HAS_LONG = 0, 1  # of a set: the packed size; whether a list has LONG edges or more


class Team(NamedTuple):
    """A warp in its group of blocks."""

    lane: Any
    number: Any  # of the warp
    warps: Any  # of the group
    own: Any  # the first place of this warp's part of the buffer
    held: Any  # the block's buffer of vertices to append


class Queue(NamedTuple):
    """A group's queue and state, in arrays of all groups."""

    entries: Any
    first: Any  # place of the group's first entry
    state: Any
    words: Any  # place of the group's first word of state


class Span(NamedTuple):
    """One level in the queue: packed places of its begin and end."""

    begin: Any
    end: Any
    has_long: Any  # whether a list has LONG edges or more


class Share(NamedTuple):
    """What one warp takes of a level."""

    slot: Any  # the first slot
    last: Any  # the level's end
    at_once: Any  # slots that it takes together
    stride: Any  # from these slots to the next ones
    low: Any  # the first of its edges, numbered through the queue
    high: Any  # the edge behind its last one


class List(NamedTuple):
    """A lane's list, and where its edges are among those that the warp takes now."""

    vertex: Any
    offset: Any  # the list's first edge, less the number of that edge
    end: Any  # the number of the list's last edge, plus one


def has_room(graph: Graph) -> bool:
    """Whether the queue's packed words have room for the graph's ids and edges."""
    return graph.num_vertices < MOST_VERTICES and graph.num_edges < MOST_EDGES


def own_team(blocks):
    """This thread's warp in its group of so many blocks. Call once: each call site reserves shared memory."""
    held = cuda.shared.array(ALL_HELD, int32)
    in_block = cuda.threadIdx.x // WARP_SIZE
    number = cuda.blockIdx.x % blocks + blocks * in_block
    warps = blocks * (cuda.blockDim.x // WARP_SIZE)
    return Team(
        int32(cuda.threadIdx.x % WARP_SIZE), int32(number), int32(warps), int32(in_block * HELD), held
    )


def counters_of(queue, level):
    """Where this level's counters are in the state."""
    return queue.words + COUNTERS + level % 3 * SET


def clear_counters(queue, counters):
    """Set counters at this place to 0; one thread calls this."""
    put(queue.state, counters + TAIL, 0)
    put(queue.state, counters + HAS_LONG, 0)


def start_queue(queue, team, vertex, src_ptr):
    """Make the vertex the first level, and clear the counters. Returns that level; a barrier must follow."""
    start = at(src_ptr, vertex)
    length = at(src_ptr, vertex + 1) - start
    if team.number == 0 and team.lane == 0:
        put(queue.entries, 2 * queue.first, start | length << 32)
        put(queue.entries, 2 * queue.first + 1, vertex)
        for number in range(SETS):
            clear_counters(queue, queue.words + COUNTERS + number * SET)
    return Span(int64(0), int64(1 | length << SLOT_BITS), length >= LONG)


def next_span(queue, span, level):
    """The level of this number, which follows the span; read behind the barrier that completes it."""
    counters = counters_of(queue, level)
    added, has_long = at(queue.state, counters + TAIL), at(queue.state, counters + HAS_LONG)
    return Span(span.end, span.end + added, has_long != 0)


def share_of(queue, span, team):
    """This warp's share of a level: of its vertices if all lists are short, else of its edges."""
    begin, last = int32(span.begin & SLOTS), int32(span.end & SLOTS)
    low, high = span.begin >> SLOT_BITS, span.end >> SLOT_BITS
    if not span.has_long:
        at_once = max(int32(1), min(int32(WARP_SIZE), int32((last - begin + team.warps - 1) // team.warps)))
        stride = int32(at_once * team.warps)
        return Share(int32(begin + team.number * at_once), last, at_once, stride, low, high)
    each = max(int64(LEAST_SHARE), (high - low + team.warps - 1) // team.warps)
    low += team.number * each
    high = min(high, low + each)
    slot = slot_of(queue, begin, last, low, team.lane) if low < high else last
    return Share(int32(slot), last, int32(WARP_SIZE), int32(WARP_SIZE), low, high)


def slot_of(queue, low, high, edge, lane):
    """The slot, from `low` to `high`, of the list that has the edge of this number. All lanes search."""
    while high - low > 1:
        step = int32((high - low + WARP_SIZE - 1) >> 5)
        place = int32(low + lane * step)
        fits = False
        if place < high:
            fits = at(queue.entries, 2 * (queue.first + place) + 1) >> SLOT_BITS <= edge
        low = int32(low + (size_of(ballot(fits)) - 1) * step)
        high = min(high, int32(low + step))
    return low


def entry_at(queue, share, slot, lane):
    """The entry of this lane's list, if the warp takes the lists from this slot on; any entry if none."""
    return pair_at(queue.entries, 2 * (queue.first + min(slot + lane, share.last - 1)))


def numbered(share, slot, entry, lane):
    """This lane's list, with its edges of the share, and how many edges the warp takes; -1 at the end."""
    place, packed = entry
    before, length = packed >> SLOT_BITS, (place >> 32) & LOW_WORD
    if broadcast(before, 0) >= share.high:
        return List(int32(0), int64(0), int32(0)), int32(-1)
    begin, end = max(before, share.low), min(before + length, share.high)
    count = int32(0)
    if lane < share.at_once and slot + lane < share.last and end > begin:
        count = int32(end - begin)
    last = int32(prefix_sum(count))
    total = int32(broadcast(last, WARP_SIZE - 1))
    offset = (place & LOW_WORD) + (begin - before) - (last - count)
    return List(int32(packed & SLOTS), offset, last), total


def append_held(queue, team, held, begin, counters, src_ptr):
    """Append the vertices that the warp holds to the level that begins at `begin`, a packed place.

    One atomic claims room for all of them: those of all warps are to one word.
    """
    syncwarp()
    edges = 0
    for index in range(team.lane, held, WARP_SIZE):
        vertex = int(team.held[team.own + index])
        edges += at(src_ptr, vertex + 1) - at(src_ptr, vertex)
    edges, place = warp_sum(edges), 0
    if team.lane == 0 and held:
        place = atomic_add(queue.state, counters + TAIL, int64(held) | edges << SLOT_BITS)
    place = broadcast(place, 0) + begin
    for index in range(team.lane, held + team.lane, WARP_SIZE):
        vertex = int(team.held[team.own + index]) if index < held else 0
        start, length = at(src_ptr, vertex), 0
        if index < held:
            length = at(src_ptr, vertex + 1) - start
        last = prefix_sum(length)
        if index < held:
            slot, before = (place & SLOTS) + index, (place >> SLOT_BITS) + last - length
            put(queue.entries, 2 * (queue.first + slot), start | length << 32)
            put(queue.entries, 2 * (queue.first + slot) + 1, vertex | before << SLOT_BITS)
        if length >= LONG:
            put(queue.state, counters + HAS_LONG, 1)
        place += broadcast(last, WARP_SIZE - 1) << SLOT_BITS
    syncwarp()
