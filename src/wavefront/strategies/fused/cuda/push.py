"""Push levels of the fused search's kernel: warps expand the frontier's lists.

levels.py calls `push_level`, all warps of the grid together. A warp takes up to 32 lists, one per lane, and
numbers their edges through: its lanes then take edge after edge, whatever the lists' lengths (as the scans in
Merrill, Garland, Grimshaw, "Scalable GPU Graph Traversal", PPoPP 2012, within a warp). A list that is long
for the level is cut into pieces, which all warps share after a barrier. A frontier of 32 vertices or fewer
needs no pieces: every warp takes all of its lists, and a share of their edges. Each lane has two neighbors in
flight at a time.

Lanes read the frontier's half of the queue, which no thread writes now, and the pieces, behind the barrier
that follows their writing. They set bits of the new bitmap by atomics: the lane whose atomic changes a bit
claims the vertex. They write levels and predecessors of the vertices that they claimed. Warps write the
queue's other half and the pieces, in slots claimed by an atomic. A plain look before the claim may miss a bit
that is being set, which costs an atomic; a bit that it sees is never cleared again.
"""

from typing import Any, NamedTuple

from ....compiler import int32, int64
from ....intrinsics.access import at, pair_at
from ....intrinsics.grid_barrier import grid_barrier
from ....intrinsics.warp import WARP_SIZE, broadcast, prefix_sum
from .append import count_found, flush, hold_found, nothing_held
from .bitmap import bit_of, set_bit
from .keeping import keeps
from .label import label
from .pieces import cut
from .search import HELD, PIECES, SHORT

SHARE = 5  # binary logarithm of the pieces per warp, roughly, if all edges are in long lists
LEAST_SHARE = 64  # edges of a shared frontier that a warp takes, at least
UNCUT = 62  # binary logarithm of more edges than any list has
# Above so many lists, or edges per warp, lanes look at a bit before they claim it: many are set by then.
CAREFUL, CAREFUL_EDGES = 4096, 64


class Lists(NamedTuple):
    """Lists to push, and how."""

    entries: Any  # the array of entries, as in `Queues`
    first: Any  # place of the first list
    num_lists: Any
    shared: Any  # whether every warp takes all lists, and a share of their edges
    shift: Any  # binary logarithm of the edges per piece; longer lists are cut
    careful: Any  # whether to look at a neighbor's bit before claiming it


class List(NamedTuple):
    """A lane's list, and where its edges are among those of the warp's lists, which are numbered through."""

    vertex: Any
    offset: Any  # the list's first edge, less the number of that edge
    end: Any  # the number of the list's last edge, plus one


def push_level(search, level, warp, size, early, goal):
    """Label the unvisited out-neighbors of the frontier. Returns the barrier's next goal."""
    shared, shift = size.entries <= WARP_SIZE, SHORT
    while warp.num_warps << (shift + SHARE) < size.edges:
        shift += 1
    careful = size.entries > CAREFUL or size.edges > warp.num_warps * CAREFUL_EDGES
    cut_from = UNCUT if shared else shift
    lists = Lists(search.queues.queue, level.frontier.start, size.entries, shared, cut_from, careful)
    for phase in range(2 if size.has_long and not shared else 1):
        if phase:
            goal = grid_barrier(search.state, goal)
            num_pieces = search.state[level.next.counters + PIECES]
            lists = Lists(search.queues.pieces, 0, num_pieces, False, UNCUT, careful)
        push(search, level, warp, lists, early)
    return goal


def push(search, level, warp, lists, early):
    """Claim the neighbors in these lists; cut lists of two pieces or more instead."""
    at_once = int32(int32(lists.num_lists + warp.num_warps - 1) // int32(warp.num_warps))
    at_once = max(1, min(WARP_SIZE, at_once))
    base, stride = int64(warp.number * at_once), int64(at_once * warp.num_warps)
    if lists.shared:
        base, at_once = int64(0), WARP_SIZE
    tally = nothing_held()
    entry = entry_at(warp, lists, early, base)
    while base < lists.num_lists:
        mine, count = numbered(search, level, warp, lists, entry, min(at_once, lists.num_lists - base))
        base += stride
        entry = entry_at(warp, lists, early, base)  # read while the warp works on the lists before
        number = int32(warp.lane)
        while True:
            vertices, claimed, leads_on = claim_two(search, level, mine, number, count, lists.careful)
            tally = hold_found(warp, tally, vertices[0], claimed[0], leads_on[0])
            tally = hold_found(warp, tally, vertices[1], claimed[1], leads_on[1])
            number = int32(number + 2 * WARP_SIZE)
            last = number - warp.lane >= count
            if tally.held > (0 if last and base >= lists.num_lists else HELD - 2 * WARP_SIZE):
                tally = flush(search, warp, level.next, tally)
            if last:
                break
    count_found(search, warp, level.next, tally)


def entry_at(warp, lists, early, base):
    """The entry of this lane's list, if the warp's lists begin at number `base`; any entry if it has none."""
    if lists.shared:
        return early
    index = min(base + warp.lane, lists.num_lists - 1)
    return pair_at(lists.entries, lists.first + 2 * max(index, 0))


def numbered(search, level, warp, lists, entry, at_once):
    """This lane's list, of the warp's `at_once` lists, and how many edges the warp is to take."""
    start, pair = entry
    vertex, length = int32(pair & 0x7FFFFFFF), int64(0)
    if warp.lane < at_once:
        length = pair >> 32
    is_long = length >> lists.shift > 1
    cut(search, level.next.counters, (vertex, start, length), is_long, lists.shift)
    length = int64(0) if is_long else length
    end = prefix_sum(length)
    count, first = broadcast(end, WARP_SIZE - 1), int64(0)
    if lists.shared:
        share = max(LEAST_SHARE, (count + warp.num_warps - 1) // warp.num_warps)
        first = warp.number * share
        count = max(min(share, count - first), 0)
    offset = start + first - (end - length)
    # A warp's edges are fewer than 2^31, so their numbers have 32 bits.
    return List(vertex, offset, int32(min(max(end - first, 0), count))), int32(count)


def owner_of(end, number):
    """The lane whose list has the edge of this number: the first one whose list ends behind it."""
    owner = int32(0)
    for step in (16, 8, 4, 2, 1):
        if broadcast(end, int32(owner + step - 1)) <= number:
            owner = int32(owner + step)
    return owner


def claim_two(search, level, mine, number, count, careful):
    """Claim and label the neighbors at the edge of this number, and at the one 32 further on.

    Returns the neighbors, whether this lane claimed each, and whether each leads on. There are no branches
    before the atomics, so that both reads overlap, and then both atomics.
    """
    words, graph, ends = level.new, search.graph, search.graph.ends
    a, from_a = neighbor_at(graph, mine, number, count)
    b, from_b = neighbor_at(graph, mine, number + WARP_SIZE, count)
    in_a, in_b = a >= 0, b >= 0
    a, b = max(a, int32(0)), max(b, int32(0))
    if careful:
        seen_a, seen_b = bit_of(words, a), bit_of(words, b)
        in_a, in_b = in_a & (not seen_a), in_b & (not seen_b)
    old_a, old_b = set_bit(words, a, in_a), set_bit(words, b, in_b)
    claimed = in_a & (not old_a), in_b & (not old_b)
    leads_on = not bit_of(ends, a if claimed[0] else 0), not bit_of(ends, b if claimed[1] else 0)
    if claimed[0]:
        label(search, level, a, from_a)
    if claimed[1]:
        label(search, level, b, from_b)
    return (a, b), claimed, leads_on


def neighbor_at(graph, mine, number, count):
    """The neighbor at the edge of this number, and the vertex of the edge.

    -1 in place of the neighbor if the number is `count` or more, or the edge is dropped.
    """
    number = int32(number)
    owner = owner_of(mine.end, number)
    edge, parent = broadcast(mine.offset, owner) + number, broadcast(mine.vertex, owner)
    neighbor = int32(at(graph.dst, edge) if number < count else -1)
    return neighbor if keeps(graph, parent, neighbor, edge, number < count) else int32(-1), parent


def early_list(search, warp, frontier):
    """The frontier's entry that this lane gets if the frontier is shared.

    Loaded before the size of the frontier is known, so that both waits overlap.
    """
    return pair_at(search.queues.queue, frontier.start + 2 * warp.lane)


def most_pieces(num_warps: int) -> int:
    """The most pieces per level: a list that is cut has two pieces or more, and only one may be short."""
    return (3 * num_warps << SHARE) // 2
