"""PageRank's iterations in one launch: every vertex gathers its in-neighbors' contributions.

one_launch.py launches it, one block per multiprocessor; gather.py has an iteration's gathering.

Contributions have two halves that take turns: an iteration reads one and writes the other, so that one
barrier per iteration is enough, another one where there are hubs, and one more where lists are added up by
equal shares (rows.py). All blocks read what each block found of the change, and so decide alike.
"""

from typing import Any, NamedTuple

from ...atomics import atomic_add
from ...compiler import cuda, float64, int64
from ...intrinsics.access import at, load_acquire, put, real_at
from ...intrinsics.grid_barrier import grid_barrier
from ...intrinsics.warp import WARP_SIZE, ballot, broadcast_real, sum_through
from .gather import (
    BEFORE,
    CHANGED,
    EARLIER,
    HUGE,
    PACE_SIZE,
    PIECE,
    RESTARTED,
    WEIGHT,
    Step,
    finish_hubs,
    gather,
    gather_pieces,
    update_alone,
)
from .rows_kernel import gather_rows
from .semi_iteration import GIVEN_UP, grows, is_slow, next_weight

WARPS = 32  # of a block, at most
MOST_VALUES = 3  # sums over all vertices: CHANGE, STRANDED, TOTAL
CHANGE, STRANDED, TOTAL = 0, 1, 2
BLOCK_VALUES = MOST_VALUES * WARPS  # of a block's warps
# Words of the state; the first has a cache line of its own.
ARRIVALS, NUM_HUBS, NUM_PIECES, ITERATIONS, CONVERGED, METHOD, STATE_SIZE = 0, 16, 17, 18, 19, 20, 32
PLAIN, EXTRAPOLATES, PLAIN_AGAIN = 0, 1, 2  # the METHOD of the next iteration


class Plan(NamedTuple):
    """What to do."""

    damping: Any
    tolerance: Any
    begins: Any  # whether the walk is to be begun
    first: Any  # number of the first iteration
    last: Any  # iterations, at most
    scaled: Any  # the iteration after which ranks are scaled to the sum 1, unless converged before; 0: never
    joined: Any  # vertices before those without edges, which all have the first one's rank


def iterate_walk(lists, rows, leaving, hubs, walk, plan):
    """Update the walk until it changes by less than the tolerance, or for so many iterations."""
    in_warps = cuda.shared.array(BLOCK_VALUES, float64)
    num_vertices, goal = walk.ranks.size, next_goal(walk.state)
    parts = float64(0.0), float64(0.0), float64(0.0)
    if plan.begins:
        parts = float64(0.0), begin(lists, leaving, hubs, walk, num_vertices), float64(0.0)
        goal = add_up(in_warps, walk, 1, parts, goal)
    number = int64(plan.first)
    stranded = value_of(walk, number + 1, STRANDED)
    total = value_of(walk, number + 1, TOTAL) if number else float64(1.0)
    half_size, converged = walk.contributions.size // 2, at(walk.state, CONVERGED) != 0
    ended = converged
    pace = pace_of(walk.pace, cuda.shared.array(PACE_SIZE, float64))
    cuda.syncthreads()
    while number < plan.last and not converged:
        half = (number & 1) * half_size
        restarts = (1.0 - plan.damping) * total + plan.damping * stranded
        step = Step(walk, half, half_size - half, plan.damping, restarts, pace)
        if rows is not None:
            gather_rows(rows, step)
            goal = grid_barrier(walk.state, goal)
        parts = gather(lists, step, plan.joined)
        if at(walk.state, NUM_HUBS):
            gather_pieces(lists, hubs, step, at(walk.state, NUM_PIECES))
            goal = grid_barrier(walk.state, goal)
            parts = finish_hubs(hubs, step, at(walk.state, NUM_HUBS), parts)
        if cuda.grid(1) == 0 and plan.joined < num_vertices:
            parts = update_alone(step, plan.joined, num_vertices - plan.joined, parts)
        goal = add_up(in_warps, walk, number, parts, goal)
        stranded = value_of(walk, number, STRANDED)
        change = value_of(walk, number, CHANGE)
        converged = change < plan.tolerance * total
        total = value_of(walk, number, TOTAL)
        if cuda.threadIdx.x == 0:
            note_pace(walk.pace, pace, change, restarts, converged, plan)
        cuda.syncthreads()
        number += 1
    if cuda.grid(1) == 0 and not ended:
        put(walk.state, ITERATIONS, number)
        put(walk.state, CONVERGED, 1 if converged else 0)
        keep_pace(walk.pace, pace, walk.state)
    if plan.scaled and (converged or number == plan.scaled):
        scale(walk.ranks, 1.0 / total)


def note_pace(kept, pace, change, restarts, converged, plan):
    """Note the next iteration's pace. The one before counts as the first that is extrapolated."""
    if kept is None:
        return
    pace[BEFORE], pace[RESTARTED] = pace[RESTARTED], restarts
    if converged or pace[WEIGHT] == GIVEN_UP:
        return
    if pace[WEIGHT] > 0.0:
        gives_up = grows(change, pace[CHANGED])
        pace[WEIGHT] = GIVEN_UP if gives_up else next_weight(pace[WEIGHT], plan.damping)
        return
    if is_slow(change, pace[CHANGED], pace[EARLIER], plan.tolerance, plan.damping):
        pace[WEIGHT] = next_weight(1.0, plan.damping)
    pace[EARLIER], pace[CHANGED] = pace[CHANGED], change


def pace_of(kept, pace):
    """The block's pace as it was kept; None: nothing is extrapolated."""
    if kept is None:
        return None
    if cuda.threadIdx.x < PACE_SIZE:
        pace[cuda.threadIdx.x] = kept[cuda.threadIdx.x]
    return pace


def keep_pace(kept, pace, state):
    """Keep the pace for the next launch."""
    if kept is not None:
        weight = pace[WEIGHT]
        put(state, METHOD, EXTRAPOLATES if weight > 0.0 else PLAIN if weight == 0.0 else PLAIN_AGAIN)
        for index in range(PACE_SIZE):
            kept[index] = pace[index]


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
