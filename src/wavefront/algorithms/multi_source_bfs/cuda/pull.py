"""A level that is pulled: every vertex that lacks sources asks its neighbors, until it lacks none.

A warp takes 32 neighboring vertices at a time:

    edges of a list  are followed by
    the FIRST        a lane: late levels lack few sources, and seldom need more
    others, < LONG   8 lanes; the warp works on four lists at a time
    others           the warp; what is left of HUGE edges or more after TRIED of them is put down in pieces
                     that all warps share, behind a barrier

Neighbors are asked for all the sources that reached them before: those that reached them before the last
level have reached the vertex too.
"""

from ....atomics import atomic_add, atomic_or
from ....compiler import cuda, int64
from ....intrinsics.access import at, load_relaxed, put, streamed_at
from ....intrinsics.warp import (
    WARP_SIZE,
    ballot,
    broadcast,
    lowest,
    lowest_four,
    of_group,
    of_owner,
    or_among,
    warp_sum,
    without_lowest,
)
from .data import FOUND, FOUND_EDGES, NUM_HUBS, NUM_PIECES, OPEN
from .rows import note

FIRST, LONG, TRIED, HUGE, PIECE = 4, 256, 1024, 2048, 1024  # edges
GROUP = 8  # lanes that follow a list of medium length


def pull(graph, search, step, team):
    """Find the new sources of all vertices, but of those whose lists are shared out."""
    lane, base, edges, every = team.lane, int64(team.number * WARP_SIZE), int64(0), int64(0)
    while base < search.front.size:
        vertex, reached, lacking, start, end = base + lane, int64(0), int64(0), int64(0), int64(0)
        if vertex < search.front.size:
            reached = at(search.words, step.old + vertex)
            lacking = step.open & ~reached
        if lacking != 0:
            start, end = at(graph.src_ptr, vertex), at(graph.src_ptr, vertex + 1)
        length, is_hub = end - start, False
        found = alone(graph.dst, search.words, step.old, start, min(end, start + FIRST))
        start, left = start + FIRST, lacking & ~found
        wanted = (start < end) & (length < LONG) & (left != 0)
        found |= follow_medium(graph.dst, search.words, step.old, lane, (start, end, left), wanted)
        long = ballot((length >= LONG) & (left != 0))
        while long:
            owner = lowest(long)
            first, last, needed = broadcast(start, owner), broadcast(end, owner), broadcast(left, owner)
            tried = min(last, first + TRIED) if last - first >= TRIED + HUGE else last
            got = along(graph.dst, search.words, step.old, (first + lane, tried), needed)
            shares = tried < last and needed & ~got != 0
            if shares:
                put_down(search, step, base + owner, (tried, last), lane)
            if lane == owner:
                found, is_hub = found | got, shares
            long = without_lowest(long)
        found &= lacking
        if vertex < search.front.size:
            put(search.words, step.new + vertex, reached | found)
        if found != 0 and not is_hub:
            note(search, vertex, found, step.level, step.row)
            edges += length
        every |= found
        base += team.warps * WARP_SIZE
    tell(search, step, edges, every)


def tell(search, step, edges, every):
    """Count the edges of the vertices that have new sources, and which sources these are; by all lanes."""
    edges, every = warp_sum(edges), or_among(every, WARP_SIZE)
    if every != 0 and cuda.threadIdx.x % WARP_SIZE == 0:
        atomic_add(search.state, step.counters + FOUND_EDGES, edges)
        atomic_or(search.state, step.counters + OPEN, every)
        put(search.state, step.counters + FOUND, 1)


def alone(dst, words, side, edge, end):
    """What the neighbors along at most FIRST edges have."""
    found, last = int64(0), end - 1
    if edge < end:
        a, b = at(dst, edge), at(dst, min(edge + 1, last))
        c, d = at(dst, min(edge + 2, last)), at(dst, min(edge + 3, last))
        found = at(words, side + a) | at(words, side + b) | at(words, side + c) | at(words, side + d)
    return found


def four_of(dst, words, side, edge, stride, last):
    """What four neighbors have, so many edges apart; behind the last edge, the last one's again."""
    a, b = streamed_at(dst, min(edge, last)), streamed_at(dst, min(edge + stride, last))
    c, d = streamed_at(dst, min(edge + 2 * stride, last)), streamed_at(dst, min(edge + 3 * stride, last))
    return at(words, side + a) | at(words, side + b) | at(words, side + c) | at(words, side + d)


def follow_medium(dst, words, side, lane, lists, wanted):
    """What the neighbors have in the lists of the lanes with `wanted`: four at a time, 8 lanes each."""
    start, end, lacking = lists
    left, found = ballot(wanted), int64(0)
    while left:
        owners, left = lowest_four(left)
        owner = of_group(lane, owners)
        edge, stop, needed = broadcast(start, owner), broadcast(end, owner), broadcast(lacking, owner)
        if lane >= GROUP and owner == owners[0]:
            edge = stop
        got = int64(0)
        while ballot(edge < stop and needed & ~got != 0):
            seen = int64(0)
            if edge < stop and needed & ~got != 0:
                seen = four_of(dst, words, side, edge + lane % GROUP, GROUP, stop - 1)
            got |= or_among(seen, GROUP)
            edge += 4 * GROUP
        seen_by = (
            broadcast(got, 0),
            broadcast(got, GROUP),
            broadcast(got, 2 * GROUP),
            broadcast(got, 3 * GROUP),
        )
        found = of_owner(lane, owners, seen_by, found)
    return found


def along(dst, words, side, edges, needed):
    """What the neighbors have along these edges, by all lanes, until nothing more is needed."""
    (edge, stop), lane, got = edges, cuda.threadIdx.x % WARP_SIZE, int64(0)
    while edge - lane < stop and needed & ~got != 0:
        got |= or_among(four_of(dst, words, side, edge, WARP_SIZE, stop - 1), WARP_SIZE)
        edge += 4 * WARP_SIZE
    return got


def put_down(search, step, vertex, edges, lane):
    """Put these edges of the vertex down, in pieces."""
    first, last = edges
    count, place = (last - first + PIECE - 1) // PIECE, int64(0)
    if lane == 0:
        put(search.hubs, atomic_add(search.state, step.counters + NUM_HUBS, 1), vertex)
        place = int64(atomic_add(search.state, step.counters + NUM_PIECES, count))
    place = broadcast(place, 0)
    for piece in range(lane, count, WARP_SIZE):
        put(search.pieces, 2 * (place + piece), vertex)
        put(search.pieces, 2 * (place + piece) + 1, first + piece * PIECE)


def pull_pieces(graph, search, step, team):
    """Follow the pieces, a warp each."""
    piece, count = int64(team.number), at(search.state, step.counters + NUM_PIECES)
    while piece < count:
        vertex, first = at(search.pieces, 2 * piece), at(search.pieces, 2 * piece + 1)
        needed = step.open & ~load_relaxed(search.words, step.new + vertex)
        needed = broadcast(needed, 0)
        last = min(first + PIECE, at(graph.src_ptr, vertex + 1))
        got = along(graph.dst, search.words, step.old, (first + team.lane, last), needed) & needed
        if got != 0 and team.lane == 0:
            atomic_or(search.words, step.new + vertex, got)
        piece += team.warps


def settle_hubs(graph, search, step):
    """Note the new sources of the vertices whose lists were shared out."""
    index, edges, every = int64(cuda.grid(1)), int64(0), int64(0)
    while index < at(search.state, step.counters + NUM_HUBS):
        vertex = at(search.hubs, index)
        fresh = at(search.words, step.new + vertex) & ~at(search.words, step.old + vertex)
        if fresh != 0:
            note(search, vertex, fresh, step.level, step.row)
            edges += at(graph.src_ptr, vertex + 1) - at(graph.src_ptr, vertex)
        every |= fresh
        index += cuda.gridsize(1)
    tell(search, step, edges, every)
