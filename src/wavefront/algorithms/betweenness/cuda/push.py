"""Lists whose vertices give: path counts to the next level, or credits to the level before.

Lanes write by atomics, and label what they claim: the vertices whose path count they found 0. A plain look
at a level may be early, which costs nothing: the vertex is then labelled by another lane, with this level.
"""

from ....atomics import atomic_add
from ....compiler import float64, int32
from ....frontier import UNVISITED
from ....intrinsics.access import at, put, real_at
from ....intrinsics.warp import WARP_SIZE, broadcast, broadcast_real
from ....strategies.fused.cuda.append import hold
from ....strategies.fused.cuda.push import owner_of
from ...level_queue import HELD, append_held, counters_of, entry_at, numbered, share_of


def push(src_ptr, dst, group, paths, span, level):
    """Add each vertex's path count to its neighbors on this level, which may be new."""
    team, queue, levels, pairs = group.team, group.queue, paths.levels, paths.pairs
    share, held = share_of(queue, span, team), int32(0)
    slot = share.slot
    while slot < share.last:
        mine, total = numbered(share, slot, entry_at(queue, share, slot, team.lane), team.lane)
        if total < 0:
            break
        paths_to = real_at(pairs, 2 * (group.first + mine.vertex))
        number = int32(team.lane)
        while number - team.lane < total:
            a, from_a = neighbor_at(dst, mine, number, total)
            b, from_b = neighbor_at(dst, mine, number + WARP_SIZE, total)
            in_a, in_b = a >= 0, b >= 0
            place_a, place_b = group.first + max(a, int32(0)), group.first + max(b, int32(0))
            level_a, level_b = at(levels, place_a), at(levels, place_b)
            count_a, count_b = broadcast_real(paths_to, from_a), broadcast_real(paths_to, from_b)
            in_a, in_b = in_a & is_on(level_a, level), in_b & is_on(level_b, level)
            old_a, old_b = float64(1.0), float64(1.0)
            if in_a:
                old_a = atomic_add(pairs, 2 * place_a, count_a)
            if in_b:
                old_b = atomic_add(pairs, 2 * place_b, count_b)
            if old_a == 0.0:
                put(levels, place_a, level)
            if old_b == 0.0:
                put(levels, place_b, level)
            held = hold(team.held, team.own, held, a, old_a == 0.0)
            held = hold(team.held, team.own, held, b, old_b == 0.0)
            if held > HELD - 2 * WARP_SIZE:
                append_held(queue, team, held, span.end, counters_of(queue, level), src_ptr)
                held = int32(0)
            number = int32(number + 2 * WARP_SIZE)
        slot = int32(slot + share.stride)
    append_held(queue, team, held, span.end, counters_of(queue, level), src_ptr)


def is_on(found, level):
    """Whether a vertex labelled so is on this level, or new."""
    return (found == UNVISITED) | (found == level)


def neighbor_at(dst, mine, number, total):
    """The neighbor at the edge of this number, -1 if there is none; and the lane that has the list."""
    owner = owner_of(mine.end, int32(number))
    edge = broadcast(mine.offset, owner) + number
    return int32(at(dst, edge) if number < total else -1), owner


def scatter(dst, group, paths, span, step):
    """Add the credit of each vertex of the span to the sums of its neighbors on the step's level."""
    team, pairs = group.team, paths.pairs
    share = share_of(group.queue, span, team)
    slot = share.slot
    while slot < share.last:
        mine, total = numbered(share, slot, entry_at(group.queue, share, slot, team.lane), team.lane)
        if total < 0:
            break
        credit = credit_of(pairs, group.first + mine.vertex, True, step.factor)
        number = int32(team.lane)
        while number - team.lane < total:
            a, from_a = neighbor_at(dst, mine, number, total)
            b, from_b = neighbor_at(dst, mine, number + WARP_SIZE, total)
            place_a, place_b = group.first + max(a, int32(0)), group.first + max(b, int32(0))
            level_a, level_b = at(paths.levels, place_a), at(paths.levels, place_b)
            credit_a, credit_b = broadcast_real(credit, from_a), broadcast_real(credit, from_b)
            if (a >= 0) & (level_a == step.level):
                atomic_add(pairs, 2 * place_a + 1, credit_a)
            if (b >= 0) & (level_b == step.level):
                atomic_add(pairs, 2 * place_b + 1, credit_b)
            number = int32(number + 2 * WARP_SIZE)
        slot = int32(slot + share.stride)


def credit_of(pairs, place, wanted, factor):
    """What a path to the vertex is worth to an in-neighbor; 0 unless `wanted`."""
    if not wanted:
        return float64(0.0)
    return (1.0 / real_at(pairs, 2 * place) + real_at(pairs, 2 * place + 1)) * factor
