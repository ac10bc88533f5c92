"""One ball by numbers of edges: breadth first, by one thread."""

from typing import Any

import numpy as np

from ...intrinsics.prefetch import prefetch
from .keeping import keeps
from .ordering import order_by_distance
from .table import LEAST_BITS, cell_of, empty, fill

AHEAD = 2  # vertices between one whose list is asked for and the one whose list is read


def ball_by_edges(source, first, end, cells, lanes, request):
    """Find the ball of the source; how many vertices it has, -1 if they are too many for [first, end).

    The lane's table begins at `cells`.
    """
    vertices, distances, parents, table = lanes.vertices, lanes.distances, lanes.predecessors, lanes.table
    bits, size, head = np.int64(LEAST_BITS), 0, 0
    if first < end:
        vertices[first], distances[first], parents[first], size = source, 0, -1, 1
        fill(table, cells, bits, vertices, first, size)
    has_room = size == 1
    while head < size and has_room:
        vertex, distance = np.int64(vertices[first + head]), distances[first + head] + 1
        head += 1
        if head + AHEAD < size and distance < request.radius:
            later: Any = np.int64(vertices[first + head + AHEAD])
            prefetch(request.dst, request.src_ptr[later])
        if distance > request.radius:
            break
        for edge in range(request.src_ptr[vertex], request.src_ptr[vertex + 1]):
            neighbor: Any = np.int64(request.dst[np.uint64(edge)])
            if not keeps(vertex, neighbor, edge, request):
                continue
            cell = cell_of(neighbor, table, cells, bits, vertices, first)
            if table[cell] != 0:
                place = np.uint64(first + table[cell] - 1)
                if distances[place] == distance and vertex < parents[place]:
                    parents[place] = vertex
                continue
            if first + size == end:
                has_room = False
                break
            vertices[first + size], distances[first + size] = neighbor, distance
            parents[first + size] = vertex
            size += 1
            table[cell] = size
            if distance < request.radius:
                prefetch(request.src_ptr, neighbor)
            if 2 * size > np.int64(1) << bits:
                empty(table, cells, bits, vertices, first, size)
                bits += 1
                fill(table, cells, bits, vertices, first, size)
    empty(table, cells, bits, vertices, first, size)
    if not has_room:
        return -1
    order_by_distance(first + 1, size - 1, vertices, distances, parents)
    return size
