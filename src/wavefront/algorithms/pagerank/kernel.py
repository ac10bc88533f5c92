"""PageRank's iterations in one launch: every vertex gathers its in-neighbors' contributions.

one_launch.py launches it, one block per multiprocessor. A warp takes 32 neighboring vertices at a time, and
shares of the hubs' lists:

    list of      is gathered by
    < SHORT      a lane
    < HUGE       8 lanes; the warp works on four lists at a time
    others       many warps, a piece each; 8 lanes of another warp add up the pieces behind a barrier

Contributions have two halves that take turns: an iteration reads one and writes the other, so that one
barrier per iteration is enough, and a second one where there are hubs. A vertex is written by one lane.
The same warps take the same vertices in every run and add in the same order, so results don't depend on
timing. All blocks read what each block found of the change, and so decide alike.
"""

from typing import Any, NamedTuple

from ...atomics import atomic_add
from ...compiler import cuda, float64, int32, int64
from ...intrinsics.access import at, load_acquire, put, real_at, streamed_at
from ...intrinsics.grid_barrier import grid_barrier
from ...intrinsics.warp import (
    WARP_SIZE,
    ballot,
    broadcast,
    broadcast_real,
    lowest,
    sum_through,
    without_lowest,
)

SHORT, HUGE, PIECE = 5, 256, 512  # edges
GROUP = 8  # lanes that gather a list of medium length, or add up a hub's pieces
WARPS = 32  # of a block, at most
MOST_VALUES = 3  # sums over all vertices: CHANGE, STRANDED, TOTAL
CHANGE, STRANDED, TOTAL = 0, 1, 2
BLOCK_VALUES = MOST_VALUES * WARPS  # of a block's warps
# Words of the state; the first has a cache line of its own.
ARRIVALS, NUM_HUBS, NUM_PIECES, ITERATIONS, CONVERGED, STATE_SIZE = 0, 16, 17, 18, 19, 32


class Lists(NamedTuple):
    """The in-neighbors of every vertex."""

    dst_ptr: Any
    src: Any
    weights: Any  # of the edges, in their order; None if all edges are alike


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


class Plan(NamedTuple):
    """What to do."""

    damping: Any
    tolerance: Any
    first: Any  # number of the first iteration; 0 also begins the walk
    last: Any  # iterations, at most
    rounded_off: Any  # if not 0, the ranks are scaled at the end, so that they add up to 1


class Step(NamedTuple):
    """An iteration."""

    walk: Any
    read: Any  # where the half of the contributions begins that is gathered
    written: Any  # and the other half
    damping: Any
    restarts: Any  # the chance to start anew


def iterate_walk(lists, leaving, hubs, walk, plan):
    """Update the walk until it changes by less than the tolerance, or for so many iterations."""
    in_warps = cuda.shared.array(BLOCK_VALUES, float64)
    num_vertices, goal = walk.ranks.size, next_goal(walk.state)
    parts = float64(0.0), float64(0.0), float64(0.0)
    if plan.first == 0:
        parts = float64(0.0), begin(lists, leaving, hubs, walk, num_vertices), float64(0.0)
        goal = add_up(in_warps, walk, 1, parts, goal)
    number, total = int64(plan.first), float64(1.0)
    stranded = value_of(walk, number + 1, STRANDED)
    converged = False
    while number < plan.last and not converged:
        half = (number & 1) * num_vertices
        restarts = 1.0 - plan.damping + plan.damping * stranded
        step = Step(walk, half, num_vertices - half, plan.damping, restarts)
        parts = gather(lists, step, num_vertices)
        if at(walk.state, NUM_HUBS):
            gather_pieces(lists, hubs, step, at(walk.state, NUM_PIECES))
            goal = grid_barrier(walk.state, goal)
            parts = finish_hubs(hubs, step, at(walk.state, NUM_HUBS), parts)
        goal = add_up(in_warps, walk, number, parts, goal)
        stranded = value_of(walk, number, STRANDED)
        total = value_of(walk, number, TOTAL)
        converged = value_of(walk, number, CHANGE) < plan.tolerance
        number += 1
    if cuda.grid(1) == 0:
        put(walk.state, ITERATIONS, number)
        put(walk.state, CONVERGED, 1 if converged else 0)
    if plan.rounded_off > 0.0 and (converged or number == plan.last):
        scale(walk.ranks, 1.0 / total)


def next_goal(state):
    """The goal of the launch's first barrier."""
    blocks = cuda.gridDim.x
    return load_acquire(state, ARRIVALS) // blocks * blocks + blocks


def begin(lists, leaving, hubs, walk, num_vertices):
    """Make every vertex as likely; list the hubs. Returns the lane's part of the ranks without out-edges."""
    rank, stranded = 1.0 / num_vertices, float64(0.0)
    lane = cuda.threadIdx.x % WARP_SIZE
    base, stride = int64(cuda.grid(1) - lane), int64(cuda.gridsize(1))
    while base < num_vertices:
        vertex, length, start = base + lane, int64(0), int64(0)
        if vertex < num_vertices:
            leaves = float64(leaving[vertex])
            share = 1.0 / leaves if leaves > 0.0 else 0.0
            walk.shares[vertex] = share
            walk.ranks[vertex] = rank
            walk.contributions[vertex] = rank * share
            stranded += 0.0 if share > 0.0 else rank
            start = at(lists.dst_ptr, vertex)
            length = at(lists.dst_ptr, vertex + 1) - start
        if ballot(length >= HUGE):
            list_hubs(hubs, walk.state, vertex, start, length)
        base += stride
    return stranded


def list_hubs(hubs, state, vertex, start, length):
    """List the lanes' vertices that are hubs, and the pieces of their lists."""
    if length >= HUGE:
        count = (length + PIECE - 1) // PIECE
        slot, first = atomic_add(state, NUM_HUBS, 1), atomic_add(state, NUM_PIECES, count)
        put(hubs.vertices, 3 * slot, vertex)
        put(hubs.vertices, 3 * slot + 1, first)
        put(hubs.vertices, 3 * slot + 2, count)
        for piece in range(count):
            put(hubs.pieces, 2 * (first + piece), start + piece * PIECE)
            put(hubs.pieces, 2 * (first + piece) + 1, start + min((piece + 1) * PIECE, length))


def gather(lists, step, num_vertices):
    """Update the vertices that are no hubs. Returns this lane's parts of the sums over all vertices."""
    lane = int32(cuda.threadIdx.x % WARP_SIZE)
    warp = cuda.blockIdx.x + cuda.gridDim.x * (cuda.threadIdx.x // WARP_SIZE)
    base, stride = int64(warp * WARP_SIZE), int64(cuda.gridsize(1))
    parts = float64(0.0), float64(0.0), float64(0.0)
    while base < num_vertices:
        vertex, start, end = base + lane, int64(0), int64(0)
        if vertex < num_vertices:
            start, end = at(lists.dst_ptr, vertex), at(lists.dst_ptr, vertex + 1)
        length, total = end - start, float64(0.0)
        if length < SHORT:
            total = alone(lists, step, start, end)
        total = gather_medium(lists, step, lane, start, end, (length >= SHORT) & (length < HUGE), total)
        if vertex < num_vertices and length < HUGE:
            parts = update(step, vertex, total, parts)
        base += stride
    return parts


def gather_medium(lists, step, lane, start, end, wanted, total):
    """The lanes' sums, with those of the lists of the lanes with `wanted`: four at a time, 8 lanes each."""
    left = ballot(wanted)
    while left:
        a = lowest(left)
        left = without_lowest(left)
        b = lowest(left) if left else a
        more = without_lowest(left)
        c = lowest(more) if more else a
        last = without_lowest(more)
        d = lowest(last) if last else a
        owner = a if lane < GROUP else (b if lane < 2 * GROUP else (c if lane < 3 * GROUP else d))
        edge, stop = broadcast(start, owner) + lane % GROUP, broadcast(end, owner)
        if lane >= GROUP and owner == a:
            edge = stop
        found = sum_through(along(lists, step, edge, stop, GROUP), lane | (GROUP - 1))
        from_a, from_b = broadcast_real(found, 0), broadcast_real(found, GROUP)
        from_c, from_d = broadcast_real(found, 2 * GROUP), broadcast_real(found, 3 * GROUP)
        if lane == a:
            total = from_a
        elif lane == b:
            total = from_b
        elif lane == c:
            total = from_c
        elif lane == d:
            total = from_d
        left = without_lowest(last)
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
        source_a, source_b = streamed_at(lists.src, edge), streamed_at(lists.src, b)
        source_c, source_d = streamed_at(lists.src, c), streamed_at(lists.src, d)
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
        source_a, source_b = at(lists.src, edge), at(lists.src, b)
        source_c, source_d = at(lists.src, c), at(lists.src, d)
        from_a, from_b = passed_on(lists, step, source_a, edge), passed_on(lists, step, source_b, b)
        from_c, from_d = passed_on(lists, step, source_c, c), passed_on(lists, step, source_d, d)
        total += from_a + (from_b if b > edge else 0.0)
        total += (from_c if c > b else 0.0) + (from_d if d > c else 0.0)
        edge += 4
    return total


def passed_on(lists, step, source, edge):
    """What this in-neighbor passes on along this edge."""
    return weighed(float64(real_at(step.walk.contributions, step.read + source)), lists.weights, edge)


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
            parts = update(step, at(hubs.vertices, 3 * hub), total, parts)
        base += stride
    return parts


def update(step, vertex, total, parts):
    """The vertex's new rank and contribution. Returns the parts with the vertex's."""
    walk = step.walk
    start = real_at(walk.restart, vertex if walk.restart.size > 1 else 0)
    rank = step.damping * total + step.restarts * start
    share = real_at(walk.shares, vertex)
    change = abs(rank - real_at(walk.ranks, vertex))
    walk.ranks[vertex] = rank
    walk.contributions[step.written + vertex] = rank * share
    return parts[0] + change, parts[1] + (0.0 if share > 0.0 else rank), parts[2] + rank


def add_up(in_warps, walk, number, parts, goal):
    """Store the sum of the block's parts for the iteration of this number; then a barrier of all blocks."""
    lane, warp = cuda.threadIdx.x % WARP_SIZE, cuda.threadIdx.x // WARP_SIZE
    change, stranded = sum_through(parts[0], WARP_SIZE - 1), sum_through(parts[1], WARP_SIZE - 1)
    total = sum_through(parts[2], WARP_SIZE - 1)
    if lane == 0:
        in_warps[CHANGE * WARPS + warp] = change
        in_warps[STRANDED * WARPS + warp] = stranded
        in_warps[TOTAL * WARPS + warp] = total
    cuda.syncthreads()
    if cuda.threadIdx.x < MOST_VALUES:
        total = float64(0.0)
        for other in range(cuda.blockDim.x // WARP_SIZE):
            total += in_warps[cuda.threadIdx.x * WARPS + other]
        first = ((number & 1) * MOST_VALUES + cuda.threadIdx.x) * cuda.gridDim.x
        walk.values[first + cuda.blockIdx.x] = total
    return grid_barrier(walk.state, goal)


def value_of(walk, number, kind):
    """The sum of all blocks' values of this kind, of the iteration of this number."""
    lane = cuda.threadIdx.x % WARP_SIZE
    first, total, block = ((number & 1) * MOST_VALUES + kind) * cuda.gridDim.x, float64(0.0), lane
    while block < cuda.gridDim.x:
        total += real_at(walk.values, first + block)
        block += WARP_SIZE
    return broadcast_real(sum_through(total, WARP_SIZE - 1), 0)


def scale(ranks, factor):
    """Multiply all ranks. Each was written by a thread before the last barrier."""
    vertex = cuda.grid(1)
    while vertex < ranks.size:
        ranks[vertex] *= factor
        vertex += cuda.gridsize(1)
