"""One ball by sums of weights: Dijkstra's algorithm with a binary heap, by one thread.

Source: Dijkstra, "A Note on Two Problems in Connexion with Graphs", Numerische Mathematik 1959. The heap
holds each waiting vertex once, at its place in the ball; a shorter path moves it up.
"""

from math import inf

import numpy as np

from ...atomics import atomic_max
from ..sssp.weights import edge_weight
from .keeping import keeps
from .ordering import order_by_distance
from .table import LEAST_BITS, cell_of, empty, fill

WRONG_EDGE = 1  # in `state`


def rise(slot, first, lanes):
    """Move an entry of the heap up, past those further away."""
    heap, where, distances = lanes.heap, lanes.heap_places, lanes.distances
    place = np.int64(heap[first + slot])
    while slot > 0:
        above = (slot - 1) // 2
        if distances[first + heap[first + above]] <= distances[first + place]:
            break
        heap[first + slot] = heap[first + above]
        where[first + heap[first + slot]] = slot
        slot = above
    heap[first + slot] = place
    where[first + place] = slot


def sink(place, size, first, lanes):
    """Put a place into the heap of so many entries, whose top is free."""
    heap, where, distances = lanes.heap, lanes.heap_places, lanes.distances
    slot, below = np.int64(0), np.int64(1)
    while below < size:
        if below + 1 < size:
            left, right = heap[first + below], heap[first + below + 1]
            if distances[first + right] < distances[first + left]:
                below += 1
        if distances[first + place] <= distances[first + heap[first + below]]:
            break
        heap[first + slot] = heap[first + below]
        where[first + heap[first + slot]] = slot
        slot = below
        below = 2 * slot + 1
    heap[first + slot] = place
    where[first + place] = slot


def ball_by_weights(source, first, end, lane, cells, lanes, request):
    """Find the ball of the source; how many vertices it has, or -1: too many for [first, end), or an edge
    has a wrong weight.

    The lane's table begins at `cells`.
    """
    vertices, distances, parents, table = lanes.vertices, lanes.distances, lanes.predecessors, lanes.table
    bits, size, waiting = np.int64(LEAST_BITS), 0, 0
    if first < end:
        vertices[first], distances[first], parents[first], size, waiting = source, 0, -1, 1, 1
        lanes.heap[first], lanes.heap_places[first] = 0, 0
        fill(table, cells, bits, vertices, first, size)
    is_right = size == 1
    while waiting > 0 and is_right:
        nearest = np.int64(lanes.heap[first])
        lanes.heap_places[first + nearest] = -1
        waiting -= 1
        if waiting > 0:
            sink(np.int64(lanes.heap[first + waiting]), waiting, first, lanes)
        vertex, base = np.int64(vertices[first + nearest]), distances[first + nearest]
        for edge in range(request.src_ptr[vertex], request.src_ptr[vertex + 1]):
            weight = edge_weight(edge, request.weights)
            if not weight >= 0:
                atomic_max(request.state, WRONG_EDGE, edge)
                is_right = False
                break
            distance = base + weight
            if not (distance <= request.radius and distance < inf):
                continue
            neighbor = np.int64(request.dst[edge])
            if not keeps(vertex, neighbor, edge, request):
                continue
            cell = cell_of(neighbor, table, cells, bits, vertices, first)
            if table[cell] != 0:
                place = np.int64(table[cell]) - 1
                slot = np.int64(lanes.heap_places[first + place])
                if distance < distances[first + place]:
                    distances[first + place], parents[first + place] = distance, vertex
                    rise(slot, first, lanes)
                elif distance == distances[first + place] and base < distance:
                    parents[first + place] = min(vertex, np.int64(parents[first + place]))
                continue
            if first + size == end:
                is_right = False
                break
            vertices[first + size], distances[first + size] = neighbor, distance
            parents[first + size] = vertex
            lanes.heap[first + waiting] = size
            rise(np.int64(waiting), first, lanes)
            waiting, size = waiting + 1, size + 1
            table[cell] = size
            if 2 * size > np.int64(1) << bits:
                empty(table, cells, bits, vertices, first, size)
                bits += 1
                fill(table, cells, bits, vertices, first, size)
    empty(table, cells, bits, vertices, first, size)
    if not is_right:
        return -1
    order_by_distance(first + 1, size - 1, vertices, distances, parents)
    return size
