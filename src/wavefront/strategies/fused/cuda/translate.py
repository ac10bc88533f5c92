"""The end of a search of a prepared graph on a GPU: levels and predecessors in the caller's ids.

kernel.py calls `translate`, all threads of the grid together. Behind a barrier the search's levels and
predecessors are final. The map of new ids is read, and the results are written, in order; the search's levels
and predecessors are gathered. Each thread writes results of its own, except the last four, which several
threads write with the same values. Vertices of one group of degrees lie in the caller's order
(graph/prepared.py), so neighboring threads mostly gather from neighboring places. The remaining cost is
latency, hidden by loading one turn ahead.
"""

from ....compiler import cuda, int32
from ....intrinsics.access import at, four_at, put, put_four
from ....intrinsics.grid_barrier import grid_barrier
from .label import put_if_kept
from .search import DEEP


def translate(search, answer, new_id, source, goal):
    """Write levels and predecessors in the caller's ids, if the graph is prepared.

    Returns the barrier's next goal.
    """
    if new_id is None:
        return goal
    goal = grid_barrier(search.state, goal)
    known, thread, count = search.found, cuda.grid(1), new_id.size
    if count > 3:
        translate_fours(known, answer, source, 4 * thread, 4 * cuda.gridsize(1))
    if thread < count % 4:
        index = count - 1 - thread
        level, parent = final(known, answer, int(new_id[index]), index == source)
        put(answer.levels, index, exact_level(known, answer, index, level))
        put_if_kept(answer.predecessors, index, parent)
    return goal


def translate_fours(known, answer, source, index, stride):
    """As `translate`, for groups of four vertices, from this index on.

    A thread translates two groups per turn. Their levels, and the ids of the next two groups, are loaded one
    turn before they are used. A group behind the last one is replaced by the last one, which several threads
    may thus write, with the same values.
    """
    new_id = answer.new_id
    last = new_id.size - 4 & -4
    other = min(index + stride, last)
    found = final_four(known, answer, four_at(new_id, min(index, last)), index, source)
    others = final_four(known, answer, four_at(new_id, other), other, source)
    ids = four_at(new_id, min(index + 2 * stride, last))
    other_ids = four_at(new_id, min(index + 3 * stride, last))
    while index <= last:
        place, other_place = index, min(index + stride, last)
        index += 2 * stride
        next_ids = four_at(new_id, min(index + 2 * stride, last))
        next_other_ids = four_at(new_id, min(index + 3 * stride, last))
        next_found = final_four(known, answer, ids, min(index, last), source)
        next_others = final_four(known, answer, other_ids, min(index + stride, last), source)
        put_four_found(known, answer, place, found)
        put_four_found(known, answer, other_place, others)
        found, others, ids, other_ids = next_found, next_others, next_ids, next_other_ids


def final_four(known, answer, ids, index, source):
    """Levels and predecessors of the four vertices from this index on, given their new ids."""
    a, parent_a = final(known, answer, int(ids[0]), index == source)
    b, parent_b = final(known, answer, int(ids[1]), index + 1 == source)
    c, parent_c = final(known, answer, int(ids[2]), index + 2 == source)
    d, parent_d = final(known, answer, int(ids[3]), index + 3 == source)
    return (a, b, c, d), (parent_a, parent_b, parent_c, parent_d)


def put_four_found(known, answer, index, found):
    """Store what `final_four` returned."""
    a, b, c, d = found[0]
    if (a == DEEP) | (b == DEEP) | (c == DEEP) | (d == DEEP):
        a, b = exact_level(known, answer, index, a), exact_level(known, answer, index + 1, b)
        c, d = exact_level(known, answer, index + 2, c), exact_level(known, answer, index + 3, d)
    put_four(answer.levels, index, a, b, c, d)
    put_four_if_kept(answer.predecessors, index, *found[1])


def exact_level(known, answer, index, level):
    """The caller's vertex's level: the one from `final`, or from `deep_levels` if that one is DEEP."""
    return at(known.deep_levels, at(answer.new_id, index)) if level == DEEP else level


def put_four_if_kept(array, index, a, b, c, d):
    """Store four neighboring elements unless the array is None."""
    if array is not None:
        put_four(array, index, a, b, c, d)


def final(known, answer, vertex, is_source):
    """Level, at most DEEP, and predecessor of a vertex, whose new id is negative if it has no edges."""
    level = at(known.levels, max(vertex, 0))
    parent = parent_of(known.predecessors, answer.old_id, vertex)
    return int32(0 if is_source else (level if vertex >= 0 else -1)), parent


def parent_of(predecessors, old_id, vertex):
    """The caller's id of the vertex's predecessor; -1 if there is none, or none is kept."""
    if predecessors is None:
        return int32(-1)
    parent = at(predecessors, max(vertex, 0))
    return int32(at(old_id, max(parent, 0)) if parent >= 0 and vertex >= 0 else -1)
