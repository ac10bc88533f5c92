"""Paths of the least sum of weights: Dijkstra's algorithm from both ends, the one where fewer vertices wait.

Source: Nicholson, "Finding the Shortest Route between Two Points in a Network", Computer Journal 1966; the
stop is Pohl's ("Bi-directional search", 1971). No path left to find is shorter than the two nearest waiting
vertices' distances together; once the best path found is no longer than that, it is a shortest. Vertices that
wait are in a heap per end (heap.py). Work: the vertices within about half the distance of either end, times
the logarithm of how many wait.
"""

from math import inf

import numpy as np

from ..heap import SETTLED, lower, move, take_nearest
from .answer import enter_end, refuse, take_pair, write_path


def settle(end, offsets, neighbors, weights, best, meeting, waiting, num_met, thread, scratch, refused):
    """Settle a vertex and relax its edges.

    Returns the length of the best path, the vertex at which its halves meet, how many vertices wait, and how
    many the end has met. Stops at a weight that is negative or no number.
    """
    places, predecessors = scratch.places[thread], scratch.predecessors[thread]
    distances, half = scratch.distances[thread], places.size // 2
    heap = scratch.heaps[thread, end * half : end * half + half]
    keys = scratch.keys[thread, end * half : end * half + half]
    own = places[end::2]
    vertex = take_nearest(waiting, heap, keys, own)
    waiting -= 1
    base = distances[2 * vertex + end]
    for edge in range(offsets[vertex], offsets[vertex + 1]):
        neighbor, weight = neighbors[edge], np.float64(weights[edge])
        if not weight >= 0:
            tail, head = (neighbor, vertex) if end else (vertex, neighbor)
            refuse(refused, end, edge, tail, head)
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
        waiting = lower(neighbor, distance, waiting, heap, keys, own)
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
        move(source, 0.0, 0, heaps, keys, places[::2])
        move(target, 0.0, 0, heaps[count:], keys[count:], places[1::2])
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
