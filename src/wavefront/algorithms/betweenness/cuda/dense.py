"""Levels with more edges than the graph has vertices: what they give goes through an array of all vertices.

Such an array is read, or added to, without a look at the neighbors' levels, and takes half the room in the
cache that pairs take. A level that gives adds to all neighbors' sums, by atomics whose answers nobody waits
for; a pass over the vertices then keeps the sums of those on the level wanted. Vertices that gather read
what such a pass has written: 0 for all that are not on the level near.
"""

from ....atomics import atomic_add
from ....compiler import int32
from ....frontier import UNVISITED
from ....intrinsics.access import at, put, real_at
from ....intrinsics.warp import WARP_SIZE, broadcast_real
from ....strategies.fused.cuda.append import hold
from ...level_queue import HELD, append_held, counters_of, entry_at, numbered, share_of
from .push import credit_of, neighbor_at


def is_dense(paths, edges, num_vertices):
    """Whether a level with so many edges to follow goes through the array."""
    return paths.dense.size > 0 and edges > num_vertices


def clear_given(group, paths, num_vertices):
    """Clear the array; a barrier must follow."""
    vertex = group.thread
    while vertex < num_vertices:
        paths.dense[group.first + vertex] = 0.0
        vertex += group.threads


def give_all(dst, group, paths, span, step):
    """Add each vertex's path count, or credit, to the sums of all its neighbors."""
    team, dense = group.team, paths.dense
    share = share_of(group.queue, span, team)
    slot = share.slot
    while slot < share.last:
        mine, total = numbered(share, slot, entry_at(group.queue, share, slot, team.lane), team.lane)
        if total < 0:
            break
        place = group.first + mine.vertex
        value = (
            real_at(paths.pairs, 2 * place)
            if step.counts
            else credit_of(paths.pairs, place, True, step.factor)
        )
        number = int32(team.lane)
        while number - team.lane < total:
            a, from_a = neighbor_at(dst, mine, number, total)
            b, from_b = neighbor_at(dst, mine, number + WARP_SIZE, total)
            value_a, value_b = broadcast_real(value, from_a), broadcast_real(value, from_b)
            if a >= 0:
                atomic_add(dense, group.first + a, value_a)
            if b >= 0:
                atomic_add(dense, group.first + b, value_b)
            number = int32(number + 2 * WARP_SIZE)
        slot = int32(slot + share.stride)


def list_found(src_ptr, group, paths, num_vertices, level, span):
    """Label unvisited vertices that have a sum, and append them to the queue; clear the sums."""
    vertex, held, counters = int32(group.thread), int32(0), counters_of(group.queue, level)
    while vertex - group.team.lane < num_vertices:
        is_new = False
        if vertex < num_vertices:
            place = group.first + vertex
            count = real_at(paths.dense, place)
            if count != 0.0:
                paths.dense[place] = 0.0
                is_new = at(paths.levels, place) == UNVISITED
                if is_new:
                    put(paths.levels, place, level)
                    paths.pairs[2 * place] = count
        held = hold(group.team.held, group.team.own, held, vertex, is_new)
        if held > HELD - WARP_SIZE:
            append_held(group.queue, group.team, held, span.end, counters, src_ptr)
            held = int32(0)
        vertex = int32(vertex + group.threads)
    append_held(group.queue, group.team, held, span.end, counters, src_ptr)


def fill_credits(group, paths, num_vertices, step):
    """Write the credits of the vertices near, and 0 for all others."""
    vertex = group.thread
    while vertex < num_vertices:
        place = group.first + vertex
        is_near = at(paths.levels, place) == step.near
        paths.dense[place] = credit_of(paths.pairs, place, is_near, step.factor)
        vertex += group.threads


def keep_sums(group, paths, num_vertices, step):
    """Add the sums of the vertices on the step's level to their credits' sums; clear all sums."""
    vertex = group.thread
    while vertex < num_vertices:
        place = group.first + vertex
        total = real_at(paths.dense, place)
        if total != 0.0:
            paths.dense[place] = 0.0
            if at(paths.levels, place) == step.level:
                paths.pairs[2 * place + 1] += total
        vertex += group.threads
