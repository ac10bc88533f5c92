"""Paths of the least sum of weights: Dijkstra's algorithm from both ends, the one where fewer vertices wait.

Source: Nicholson, "Finding the Shortest Route between Two Points in a Network", Computer Journal 1966; the
stop is Pohl's ("Bi-directional search", 1971). No path left to find is shorter than the two nearest waiting
vertices' distances together; once the best path found is no longer than that, it is a shortest. Vertices
that wait are in a binary heap per end, each once. Work: the vertices within about half the distance of either
end, times the logarithm of how many wait.
"""

from math import inf

import numpy as np

from .answer import enter_end, take_pair, write_path

SETTLED = -1  # the place of a vertex that waits no more; of one that waits: its slot in the heap, plus 1


def move(end, vertex, distance, slot, heaps, keys, places):
    """Put the vertex into the slot of its end's heap."""
    half = end * (places.size // 2)
    heaps[half + slot], keys[half + slot] = vertex, distance
    places[2 * vertex + end] = slot + 1


def lower(end, vertex, distance, size, heaps, keys, places):
    """Give the vertex, which waits or hasn't been met, this distance. Returns how many wait now."""
    half, slot = end * (places.size // 2), places[2 * vertex + end] - 1
    if slot < 0:
        slot = size
        size += 1
    while slot > 0:
        above = (slot - 1) >> 1
        if keys[half + above] <= distance:
            break
        move(end, heaps[half + above], keys[half + above], slot, heaps, keys, places)
        slot = above
    move(end, vertex, distance, slot, heaps, keys, places)
    return size


def take_nearest(end, size, heaps, keys, places):
    """Settle the nearest of the vertices that wait, `size` in number, and return it."""
    half = end * (places.size // 2)
    nearest, last = heaps[half], half + size - 1
    slot, below = 0, 1
    while half + below < last:
        if half + below + 1 < last and keys[half + below + 1] < keys[half + below]:
            below += 1
        if keys[last] <= keys[half + below]:
            break
        move(end, heaps[half + below], keys[half + below], slot, heaps, keys, places)
        slot, below = below, 2 * below + 1
    move(end, heaps[last], keys[last], slot, heaps, keys, places)
    places[2 * nearest + end] = SETTLED
    return nearest


def settle(end, offsets, neighbors, weights, best, meeting, waiting, num_met, thread, scratch, refused):
    """Settle a vertex and relax its edges.

    Returns the length of the best path, the vertex at which its halves meet, how many vertices wait, and how
    many the end has met. Stops at a weight that is negative or no number.
    """
    places, predecessors = scratch.places[thread], scratch.predecessors[thread]
    distances, heaps, keys = scratch.distances[thread], scratch.heaps[thread], scratch.keys[thread]
    vertex = take_nearest(end, waiting, heaps, keys, places)
    waiting -= 1
    base = distances[2 * vertex + end]
    for edge in range(offsets[vertex], offsets[vertex + 1]):
        neighbor, weight = neighbors[edge], np.float64(weights[edge])
        if not weight >= 0:
            tail, head = (neighbor, vertex) if end else (vertex, neighbor)
            refused[0], refused[1], refused[2], refused[3] = end, edge, tail, head
            break
        distance, place = base + weight, places[2 * neighbor + end]
        if not distance < best or place == SETTLED:
            continue
        if place == 0:
            scratch.met[thread, end * (places.size // 2) + num_met] = neighbor
            num_met += 1
        elif not distance < distances[2 * neighbor + end]:
            continue
        predecessors[2 * neighbor + end] = vertex
        distances[2 * neighbor + end] = distance
        waiting = lower(end, neighbor, distance, waiting, heaps, keys, places)
        if places[2 * neighbor + 1 - end] != 0:
            whole = distance + distances[2 * neighbor + 1 - end]
            if whole < best:
                best, meeting = whole, neighbor
    return best, meeting, waiting, num_met


def find_paths(thread, src_ptr, dst, weights, dst_ptr, src, in_weights, scratch, answer):
    """Answer one pair after the other, each the next that no thread has taken."""
    places, predecessors, met = scratch.places[thread], scratch.predecessors[thread], scratch.met[thread]
    distances, heaps, keys = scratch.distances[thread], scratch.heaps[thread], scratch.keys[thread]
    refused, count = answer.refused[thread], places.size // 2
    pair = take_pair(thread, scratch, answer)
    while pair < answer.pairs.shape[0]:
        source, target = answer.pairs[pair, 0], answer.pairs[pair, 1]
        enter_end(0, source, places, predecessors, met)
        enter_end(1, target, places, predecessors, met)
        distances[2 * source], distances[2 * target + 1] = 0, 0
        move(0, source, 0.0, 0, heaps, keys, places)
        move(1, target, 0.0, 0, heaps, keys, places)
        best, meeting = (0.0, source) if source == target else (inf, -1)
        waiting, target_waiting, num_met, target_met = 1, 1, 1, 1
        while waiting and target_waiting and refused[0] < 0:
            if keys[0] + keys[count] >= best:
                break
            if waiting <= target_waiting:
                best, meeting, waiting, num_met = settle(
                    0, src_ptr, dst, weights, best, meeting, waiting, num_met, thread, scratch, refused
                )
            else:
                best, meeting, target_waiting, target_met = settle(
                    1,
                    dst_ptr,
                    src,
                    in_weights,
                    best,
                    meeting,
                    target_waiting,
                    target_met,
                    thread,
                    scratch,
                    refused,
                )
        write_path(thread, pair, meeting, (num_met, target_met), scratch, answer)
        if refused[0] >= 0:
            return
        pair = take_pair(thread, scratch, answer)
