"""The far pile of one_launch.py: vertices beyond the bound, until the bound rises.

It has two halves, which take turns: a split reads one and writes the other. A warp holds its vertices in
shared memory and appends many at once. The pile's size and its least distance have three places each.
"""

from typing import Any, NamedTuple

from ...atomics import atomic_add, atomic_exch, atomic_lower
from ...compiler import cuda, float64, int32, int64
from ...intrinsics.access import at, put, real_at
from ...intrinsics.warp import WARP_SIZE, ballot, broadcast, syncwarp
from ...strategies.fused.cuda.append import hold
from ..level_queue import COUNTERS, HELD, SET, append_held, counters_of

FAR = COUNTERS + 3 * SET  # words of the state: vertices in the far pile; three take turns


class Far(NamedTuple):
    """The far pile that a step adds to."""

    first: Any  # its place in `far`
    tail: Any  # where its size is in the state
    lowest: Any  # where its least distance is
    held: Any  # the block's buffer of vertices to append


def far_pile(problem, turn, held):
    """The far pile after so many splits."""
    return Far((turn & 1) * problem.distances.size, FAR + turn % 3, turn % 3, held)


def put_back(problem, far, team, mine, from_start, bound, waiting):
    """Hold this lane's vertex for the far pile if it is beyond the bound, which fell since it came near."""
    before = broadcast(mine.end, max(int32(team.lane - 1), int32(0)))
    has_edges = mine.end > (before if team.lane > 0 else int32(0))
    return hold_far(
        problem, far, team, waiting, int64(mine.vertex), from_start, has_edges & (from_start > bound)
    )


def hold_far(problem, far, team, waiting, vertex, distance, wanted):
    """Hold the vertices of the lanes with `wanted` for the far pile, unless they are in there."""
    if not ballot(wanted):
        return waiting
    is_new = False
    if wanted:
        if distance < real_at(problem.lowest, far.lowest):
            atomic_lower(problem.lowest, far.lowest, float64(distance))
        is_new = at(problem.in_far, vertex) == 0 and atomic_exch(problem.in_far, vertex, int32(1)) == 0
    waiting = hold(far.held, team.own, waiting, vertex, is_new)
    if waiting > HELD - WARP_SIZE:
        append_far(problem, far, team, waiting)
        waiting = int32(0)
    return waiting


def append_far(problem, far, team, waiting):
    """Append the vertices that the warp holds to the far pile."""
    slot = int64(0)
    syncwarp()
    if team.lane == 0 and waiting:
        slot = atomic_add(problem.state, far.tail, int(waiting))
    slot = far.first + broadcast(slot, 0)
    for index in range(team.lane, waiting, WARP_SIZE):
        put(problem.far, slot + index, int(far.held[team.own + index]))
    syncwarp()


def split(problem, following, team, far_held, count, step, turn, last_bound, bound):
    """Move far vertices to the next near pile, or to the other half of the far pile; drop those done."""
    read, far = far_pile(problem, turn, far_held).first, far_pile(problem, turn + 1, far_held)
    index, held, counters = int64(cuda.grid(1)), int32(0), counters_of(following, step)
    waiting = int32(0)
    while index - team.lane < count:
        vertex, distance, stays = int64(0), float64(0.0), False
        if index < count:
            vertex = at(problem.far, read + index)
            distance = float64(real_at(problem.distances, vertex))
            stays = distance > bound
            if stays and distance < real_at(problem.lowest, far.lowest):
                atomic_lower(problem.lowest, far.lowest, distance)
            if not stays:
                put(problem.in_far, vertex, 0)
        waiting = hold(far.held, team.own, waiting, vertex, stays)
        if waiting > HELD - WARP_SIZE:
            append_far(problem, far, team, waiting)
            waiting = int32(0)
        # If it isn't beyond the last bound, it has been near since.
        is_near = (index < count) & (not stays) & (distance > last_bound)
        held = hold(team.held, team.own, held, vertex, is_near)
        if held > HELD - WARP_SIZE:
            append_held(following, team, held, 0, counters, problem.src_ptr)
            held = int32(0)
        index += cuda.gridsize(1)
    append_held(following, team, held, 0, counters, problem.src_ptr)
    append_far(problem, far, team, waiting)
