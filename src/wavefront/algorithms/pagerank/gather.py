"""What an iteration of PageRank gathers on a GPU, and the new ranks.

A warp takes 32 neighboring vertices at a time, and pieces of the hubs' lists:

    list of      is gathered by
    < SHORT      a lane
    < HUGE       8 lanes; the warp works on four lists at a time
    others       many warps, a piece each; 8 lanes of another warp add up the pieces behind a barrier

A vertex is written by one lane, and its sum is added up in the same order in every run. So are the sums over
all vertices but for the hubs: these are taken in the order in which threads listed them, by atomics, so that
the last digits of those sums depend on the timing.
"""

from typing import Any, NamedTuple

from ...compiler import cuda, float64, int32, int64
from ...intrinsics.access import at, real_at, streamed_at
from ...intrinsics.warp import (
    WARP_SIZE,
    ballot,
    broadcast,
    broadcast_real,
    lowest_four,
    of_group,
    of_owner,
    sum_through,
)

SHORT, HUGE, PIECE = 5, 256, 512  # edges
# `Walk.pace`: the weight of an extrapolation, 0 before the first; the last change, or that at the first, and
# the one before; the chance to start anew in the last iteration and in the one before.
WEIGHT, CHANGED, EARLIER, RESTARTED, BEFORE, PACE_SIZE = 0, 1, 2, 3, 4, 5
GROUP = 8  # lanes that gather a list of medium length, or add up a hub's pieces


class Lists(NamedTuple):
    """The in-neighbors of every vertex."""

    dst_ptr: Any
    src: Any  # None: `sums` are the entries
    weights: Any  # of the edges, in their order; None if all edges are alike
    sums: Any = None  # what was added up before, list after list


class Hubs(NamedTuple):
    """Vertices with HUGE in-neighbors or more, and the pieces of their lists."""

    vertices: Any  # three int64 each: the vertex, its first piece, how many
    pieces: Any  # two int64 each: the first edge, and the edge behind the last
    sums: Any  # what was gathered along each piece


class Walk(NamedTuple):
    """Where the walk is, and what decides its next step."""

    ranks: Any  # V chances
    shares: Any  # V: the share of a rank per out-edge, or per unit of weight; 0 without out-edges
    contributions: Any  # 2V, rank times share: the two halves take turns
    restart: Any  # V chances to start anew there, or one chance for every vertex
    values: Any  # MOST_VALUES sums of every block, twice: they take turns
    state: Any
    pace: Any  # PACE_SIZE numbers, to extrapolate (semi_iteration.py); None: never


class Step(NamedTuple):
    """An iteration."""

    walk: Any
    read: Any  # where the half of the contributions begins that is gathered
    written: Any  # and the other half
    damping: Any
    restarts: Any  # the chance to start anew
    pace: Any  # `Walk.pace`, in shared memory; None: nothing is extrapolated


def gather(lists, step, num_vertices):
    """Update the vertices that are no hubs. Returns this lane's parts of the sums over all vertices."""
    lane = int32(cuda.threadIdx.x % WARP_SIZE)
    warp = cuda.blockIdx.x + cuda.gridDim.x * (cuda.threadIdx.x // WARP_SIZE)
    base, stride = int64(warp * WARP_SIZE), int64(cuda.gridsize(1))
    parts = float64(0.0), float64(0.0), float64(0.0)
    while base < num_vertices:
        vertex, start, end = base + lane, int64(0), int64(0)
        before, share = float64(0.0), float64(0.0)
        if vertex < num_vertices:
            start, end = at(lists.dst_ptr, vertex), at(lists.dst_ptr, vertex + 1)
            before, share = real_at(step.walk.ranks, vertex), real_at(step.walk.shares, vertex)
        total = total_of(lists, step, lane, start, end, HUGE)
        if vertex < num_vertices and end - start < HUGE:
            parts = update(step, vertex, total, before, share, parts)
        base += stride
    return parts


def total_of(lists, step, lane, start, end, most):
    """The sum along the lane's list; 0 if it has as many edges as this, or more."""
    length, total = end - start, float64(0.0)
    if length < SHORT:
        total = alone(lists, step, start, end)
    return gather_medium(lists, step, lane, start, end, (length >= SHORT) & (length < most), total)


def gather_medium(lists, step, lane, start, end, wanted, total):
    """The lanes' sums, with those of the lists of the lanes with `wanted`: four at a time, 8 lanes each."""
    left = ballot(wanted)
    while left:
        owners, left = lowest_four(left)
        owner = of_group(lane, owners)
        edge, stop = broadcast(start, owner) + lane % GROUP, broadcast(end, owner)
        if lane >= GROUP and owner == owners[0]:
            edge = stop
        found = sum_through(along(lists, step, edge, stop, GROUP), lane | (GROUP - 1))
        sums = (
            broadcast_real(found, 0),
            broadcast_real(found, GROUP),
            broadcast_real(found, 2 * GROUP),
            broadcast_real(found, 3 * GROUP),
        )
        total = of_owner(lane, owners, sums, total)
    return total


def gather_pieces(lists, hubs, step, count):
    """Gather along the pieces of the hubs' lists, a warp each."""
    lane = int32(cuda.threadIdx.x % WARP_SIZE)
    piece = int64(cuda.blockIdx.x + cuda.gridDim.x * (cuda.threadIdx.x // WARP_SIZE))
    while piece < count:
        edge, stop = at(hubs.pieces, 2 * piece) + lane, at(hubs.pieces, 2 * piece + 1)
        found = sum_through(along(lists, step, edge, stop, WARP_SIZE), WARP_SIZE - 1)
        if lane == 0:
            hubs.sums[piece] = found
        piece += cuda.gridsize(1) // WARP_SIZE


def along(lists, step, edge, stop, stride):
    """What is passed on along every so many-th edge before `stop`, four at a time so that reads overlap.

    Behind the end, the last edge is read again, and not counted.
    """
    total, last = float64(0.0), stop - 1
    while edge < stop:
        b, c, d = edge + stride, edge + 2 * stride, edge + 3 * stride
        in_b, in_c, in_d = b < stop, c < stop, d < stop
        b, c, d = min(b, last), min(c, last), min(d, last)
        source_a, source_b = source_of(lists.src, edge), source_of(lists.src, b)
        source_c, source_d = source_of(lists.src, c), source_of(lists.src, d)
        from_a, from_b = passed_on(lists, step, source_a, edge), passed_on(lists, step, source_b, b)
        from_c, from_d = passed_on(lists, step, source_c, c), passed_on(lists, step, source_d, d)
        total += (from_a + (from_b if in_b else 0.0)) + (
            (from_c if in_c else 0.0) + (from_d if in_d else 0.0)
        )
        edge += 4 * stride
    return total


def alone(lists, step, edge, stop):
    """As `along`, of fewer than SHORT edges: the lists of a warp's lanes share cache lines."""
    total, last = float64(0.0), stop - 1
    while edge < stop:
        b, c, d = min(edge + 1, last), min(edge + 2, last), min(edge + 3, last)
        source_a, source_b = near_source_of(lists.src, edge), near_source_of(lists.src, b)
        source_c, source_d = near_source_of(lists.src, c), near_source_of(lists.src, d)
        from_a, from_b = passed_on(lists, step, source_a, edge), passed_on(lists, step, source_b, b)
        from_c, from_d = passed_on(lists, step, source_c, c), passed_on(lists, step, source_d, d)
        total += from_a + (from_b if b > edge else 0.0)
        total += (from_c if c > b else 0.0) + (from_d if d > c else 0.0)
        edge += 4
    return total


def source_of(src, edge):
    """The in-neighbor at this edge, near which no other lane reads; where sums are the entries, the edge."""
    if src is None:
        return edge
    return streamed_at(src, edge)


def near_source_of(src, edge):
    """The same where neighboring edges are read by other lanes."""
    if src is None:
        return edge
    return at(src, edge)


def passed_on(lists, step, source, edge):
    """What this in-neighbor passes on along this edge, or what was added up before."""
    return weighed(found_at(lists.sums, step, source), lists.weights, edge)


def found_at(sums, step, source):
    """The contribution, or the sum; as `weighed`."""
    if sums is None:
        return float64(real_at(step.walk.contributions, step.read + source))
    return real_at(sums, source)


def weighed(contribution, weights, edge):
    """The contribution along this edge; Numba decides about None by an argument only."""
    if weights is None:
        return contribution
    return contribution * weights[edge]


def finish_hubs(hubs, step, count, parts):
    """Add up the pieces of the hubs, 8 lanes each, and update them."""
    lane = int32(cuda.threadIdx.x % WARP_SIZE)
    warp = cuda.blockIdx.x + cuda.gridDim.x * (cuda.threadIdx.x // WARP_SIZE)
    base, stride = int64(warp * (WARP_SIZE // GROUP)), cuda.gridsize(1) // GROUP
    while base < count:
        hub, total = base + lane // GROUP, float64(0.0)
        if hub < count:
            first, pieces = at(hubs.vertices, 3 * hub + 1), at(hubs.vertices, 3 * hub + 2)
            for piece in range(first + lane % GROUP, first + pieces, GROUP):
                total += real_at(hubs.sums, piece)
        total = sum_through(total, lane | (GROUP - 1))
        if hub < count and lane % GROUP == 0:
            vertex = at(hubs.vertices, 3 * hub)
            before, share = real_at(step.walk.ranks, vertex), real_at(step.walk.shares, vertex)
            parts = update(step, vertex, total, before, share, parts)
        base += stride
    return parts


def update_alone(step, first, count, parts):
    """`update` for so many vertices without edges: their ranks are alike, and the first one's is noted."""
    none = float64(0.0), float64(0.0), float64(0.0)
    own = update(step, first, 0.0, real_at(step.walk.ranks, first), 0.0, none)
    return parts[0] + count * own[0], parts[1] + count * own[1], parts[2] + count * own[2]


def update(step, vertex, total, before, share, parts):
    """The vertex's new rank, after this one, and contribution. Returns the parts with the vertex's."""
    walk = step.walk
    start = real_at(walk.restart, vertex if walk.restart.size > 1 else 0)
    rank = step.damping * total + step.restarts * start
    change = abs(rank - before)
    rank = extrapolated(step.pace, step, vertex, rank, share)
    walk.ranks[vertex] = rank
    walk.contributions[step.written + vertex] = rank * share
    return parts[0] + change, parts[1] + (0.0 if share > 0.0 else rank), parts[2] + rank


def extrapolated(pace, step, vertex, rank, share):
    """The new rank where a step leads to this one; as `weighed`.

    The half of the contributions that is about to be written has those of the ranks before. A vertex that
    contributes nothing isn't extrapolated; so the ranks may not add up to 1 for a while.
    """
    if pace is None:
        return rank
    weight = pace[WEIGHT]
    if weight > 0.0 and share > 0.0:
        first = float64(real_at(step.walk.contributions, step.written + vertex)) / share
        return weight * (rank - first) + first
    return rank
