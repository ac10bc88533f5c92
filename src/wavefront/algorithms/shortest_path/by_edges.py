"""Paths of the fewest edges: breadth first from both ends, level by level, from the end with the fewer.

Source: Pohl, "Bi-directional search", Machine Intelligence 6, 1971. While no vertex has been met from both
ends, a path has at least one edge more than both have levels. So the first vertex met from both is on a
shortest path, and the search is over. Work: the vertices within about half the distance of either end.
"""

from .answer import enter_end, take_pair, write_path


def expand(end, offsets, neighbors, first, last, places, predecessors, met):
    """Meet the neighbors of a level, vertices `first` to `last` of those that the end has met.

    Returns how many it has met now, and a vertex met from both ends, or -1.
    """
    half, count = end * (places.size // 2), last
    for index in range(first, last):
        vertex = met[half + index]
        for edge in range(offsets[vertex], offsets[vertex + 1]):
            neighbor = neighbors[edge]
            if places[2 * neighbor + end] != 0:
                continue
            places[2 * neighbor + end] = 1
            predecessors[2 * neighbor + end] = vertex
            met[half + count] = neighbor
            count += 1
            if places[2 * neighbor + 1 - end] != 0:
                return count, neighbor
    return count, -1


def find_paths(thread, src_ptr, dst, dst_ptr, src, scratch, answer):
    """Answer one pair after the other, each the next that no thread has taken."""
    places, predecessors, met = scratch.places[thread], scratch.predecessors[thread], scratch.met[thread]
    pair = take_pair(thread, scratch, answer)
    while pair < answer.pairs.shape[0]:
        source, target = answer.pairs[pair, 0], answer.pairs[pair, 1]
        enter_end(0, source, places, predecessors, met)
        enter_end(1, target, places, predecessors, met)
        meeting = source if source == target else -1
        first, last, target_first, target_last = 0, 1, 0, 1
        while meeting < 0 and first < last and target_first < target_last:
            if last - first <= target_last - target_first:
                count, meeting = expand(0, src_ptr, dst, first, last, places, predecessors, met)
                first, last = last, count
            else:
                count, meeting = expand(1, dst_ptr, src, target_first, target_last, places, predecessors, met)
                target_first, target_last = target_last, count
        write_path(thread, pair, meeting, (last, target_last), scratch, answer)
        pair = take_pair(thread, scratch, answer)
