"""The far pile of one_launch.py: vertices beyond the bound, until the bound rises.

A split takes out those that the new bound reaches, and leaves holes in their places: so most stay where they
are. A pile of more than ROOM V entries is copied instead, without its holes, into the other half of the
memory: so 2V have room for a pile and what is added until the next split. The pile's size and its least
distance have three places each, which take turns, since one is read while the next one is cleared.

A warp holds the vertices that it adds in shared memory, and appends many at once.
"""

from math import inf
from typing import Any, NamedTuple

from ...atomics import atomic_add, atomic_exch, atomic_lower
from ...compiler import cuda, float64, int32, int64
from ...intrinsics.access import at, four_at, put, real_at
from ...intrinsics.number_bits import single_at
from ...intrinsics.warp import WARP_SIZE, ballot, broadcast, broadcast_real, syncwarp
from ...strategies.fused.cuda.append import hold
from ..level_queue import COUNTERS, HELD, SET, append_held, counters_of

FAR = COUNTERS + 3 * SET  # words of the state: vertices in the far pile; three take turns
HOLE = -1  # in place of a vertex
ROOM = 1  # entries per vertex up to which a split leaves the pile where it is


class Far(NamedTuple):
    """The far pile that a step adds to."""

    first: Any  # its place in `far`
    tail: Any  # where its size is in the state
    lowest: Any  # where its least distance is
    held: Any  # the block's buffer of vertices to append


def far_pile(problem, copies, splits, held):
    """The far pile after so many copies and splits."""
    return Far((copies & 1) * (problem.far.size // 2), FAR + copies % 3, splits % 3, held)


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


def split(problem, following, team, far, other, count, step, last_bound, bound):
    """Move far vertices that the bound reaches to the next near pile; drop those done.

    The others stay, or are copied to the other pile: `other` differs from `far` then. A lane takes four
    neighboring entries, so that their reads are under way together.
    """
    index, counters = int64(4 * cuda.grid(1)), counters_of(following, step)
    held, waiting, copies, least = int32(0), int32(0), other.first != far.first, float64(inf)
    while index - 4 * team.lane < count:
        place = far.first + index
        a, b, c, d = entries_at(problem, place, count - index)
        to_a, to_b = distance_in(problem, a), distance_in(problem, b)
        to_c, to_d = distance_in(problem, c), distance_in(problem, d)
        for vertex, distance in ((a, to_a), (b, to_b), (c, to_c), (d, to_d)):
            stays = bound < distance < inf
            if stays:
                least = min(least, distance)
            elif distance < inf:
                put(problem.in_far, vertex, 0)
                put(problem.far, place, HOLE)
            if copies:
                waiting = hold(other.held, team.own, waiting, vertex, stays)
                if waiting > HELD - WARP_SIZE:
                    append_far(problem, other, team, waiting)
                    waiting = int32(0)
            # If it isn't beyond the last bound, it has been near since.
            is_near = last_bound < distance <= bound
            if ballot(is_near):
                held = hold(team.held, team.own, held, vertex, is_near)
                if held > HELD - WARP_SIZE:
                    append_held(following, team, held, 0, counters, problem.src_ptr)
                    held = int32(0)
            place += 1
        index += 4 * cuda.gridsize(1)
    append_held(following, team, held, 0, counters, problem.src_ptr)
    if copies:
        append_far(problem, other, team, waiting)
    note_least(problem, other, team, least)


def entries_at(problem, place, left):
    """Four neighboring entries of the far pile; holes behind its end, where so many are left."""
    if left <= 0:
        return int64(HOLE), int64(HOLE), int64(HOLE), int64(HOLE)
    a, b, c, d = four_at(problem.far, place)
    return (
        int64(a),
        int64(b) if left > 1 else int64(HOLE),
        int64(c) if left > 2 else int64(HOLE),
        int64(d) if left > 3 else int64(HOLE),
    )


def distance_in(problem, entry):
    """The distance of an entry's vertex; infinity in a hole. A read without a branch."""
    distance = float64(single_at(problem.keys, max(entry, int64(0))))
    return distance if entry != HOLE else float64(inf)


def note_least(problem, far, team, least):
    """Lower the pile's least distance to the least of the lanes'. All lanes call this."""
    for step in (16, 8, 4, 2, 1):
        least = min(least, broadcast_real(least, int32(team.lane ^ step)))
    if team.lane == 0 and least < real_at(problem.lowest, far.lowest):
        atomic_lower(problem.lowest, far.lowest, least)
