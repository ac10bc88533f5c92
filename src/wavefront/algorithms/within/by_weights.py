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

WRONG_EDGE, IS_EVEN, IS_LONG = 1, 2, 3  # in `state`


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


def take_nearest(waiting, first, lanes):
    """Take the top off the heap of so many entries; returns its place."""
    nearest = np.int64(lanes.heap[first])
    lanes.heap_places[first + nearest] = -1
    if waiting > 1:
        sink(np.int64(lanes.heap[first + waiting - 1]), waiting - 1, first, lanes)
    return nearest


def is_target(vertex, targets):
    """Whether the vertex is one of the targets."""
    found = False
    for index in range(targets.size):
        found |= targets[index] == vertex
    return found


def follow(nearest, radius, first, end, size, waiting, bits, cells, lanes, request):
    """Enter the neighbors of the vertex at this place, up to the radius.

    Returns how many vertices the ball has then, how many wait, and the bits of its table; -1 in place of the
    first if there is no room, or an edge has a wrong weight.
    """
    vertices, distances, parents, table = lanes.vertices, lanes.distances, lanes.predecessors, lanes.table
    vertex, base = np.int64(vertices[first + nearest]), distances[first + nearest]
    for edge in range(request.src_ptr[vertex], request.src_ptr[vertex + 1]):
        weight = edge_weight(edge, request.weights)
        if not weight >= 0:
            atomic_max(request.state, WRONG_EDGE, edge)
            empty(table, cells, bits, vertices, first, size)
            return -1, waiting, bits
        distance = base + weight
        if not (distance <= radius and distance < inf):
            continue
        neighbor = np.int64(request.dst[edge])
        if not keeps(vertex, neighbor, edge, request):
            continue
        if base == distance:
            request.state[IS_EVEN] = 1
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
            empty(table, cells, bits, vertices, first, size)
            return -1, waiting, bits
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
    return size, waiting, bits


def ball_by_weights(source, first, end, lane, cells, lanes, request):
    """Find the ball of the source, up to the last of the targets if there are any; how many vertices it has.

    -1 if these are too many for [first, end), or their edges more than asked for, or an edge's weight is
    wrong. The lane's table begins at `cells`. Notes whether an edge joins vertices that are equally near.
    """
    vertices, distances, bits, waiting = lanes.vertices, lanes.distances, np.int64(LEAST_BITS), 1
    radius, left, looked, size = np.float64(request.radius), request.targets.size, np.int64(0), 1
    if first == end:
        return -1
    vertices[first], distances[first], lanes.predecessors[first] = source, 0, -1
    lanes.heap[first], lanes.heap_places[first] = 0, 0
    fill(lanes.table, cells, bits, vertices, first, size)
    while waiting > 0 and distances[first + lanes.heap[first]] <= radius:
        nearest = take_nearest(waiting, first, lanes)
        vertex = np.int64(vertices[first + nearest])
        looked += request.src_ptr[vertex + 1] - request.src_ptr[vertex]
        if looked > request.most:
            request.state[IS_LONG] = 1
            empty(lanes.table, cells, bits, vertices, first, size)
            return -1
        if left > 0 and is_target(vertex, request.targets):
            left -= 1
            if left == 0:
                radius = np.float64(distances[first + nearest])
        size, waiting, bits = follow(
            nearest, radius, first, end, size, waiting - 1, bits, cells, lanes, request
        )
        if size < 0:
            return -1
    empty(lanes.table, cells, bits, vertices, first, size)
    order_by_distance(first + 1, size - 1, vertices, distances, lanes.predecessors)
    while distances[first + size - 1] > radius:
        size -= 1
    return size
