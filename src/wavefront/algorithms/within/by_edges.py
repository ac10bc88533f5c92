"""One ball by numbers of edges: breadth first, by one thread."""

from typing import Any

import numpy as np

from ...intrinsics.prefetch import prefetch
from .keeping import keeps
from .ordering import order_level
from .table import LEAST_BITS, cell_of_id, twice

AHEAD = 2  # vertices between one whose list is asked for and the one whose list is read


def ball_by_edges(source, first, end, lane, cells, lanes, request):
    """Find the ball of the source; how many vertices it has, -1 if they are too many for [first, end).

    The lane's table begins at `cells`. A level is sorted before its lists are read, so that the first vertex
    that meets another is its smallest predecessor.
    """
    if first == end:
        return np.int64(-1)
    vertices, distances, parents, table = lanes.vertices, lanes.distances, lanes.predecessors, lanes.table
    bits, size, head, distance = np.int64(LEAST_BITS), np.int64(1), np.int64(0), np.int32(0)
    vertices[first], distances[first], parents[first] = source, 0, -1
    table[cell_of_id(np.int64(source), table, cells, bits)] = source + 1
    has_room = True
    while has_room and head < size and distance < request.radius:
        level_end = size
        distance += np.int32(1)
        while has_room and head < level_end:
            vertex = np.int64(vertices[np.uint64(first + head)])
            head += 1
            if head + AHEAD < level_end:
                later: Any = np.int64(vertices[first + head + AHEAD])
                prefetch(request.dst, request.src_ptr[later])
            for edge in range(request.src_ptr[vertex], request.src_ptr[vertex + 1]):
                neighbor: Any = np.int64(request.dst[np.uint64(edge)])
                if not keeps(vertex, neighbor, edge, request):
                    continue
                cell = cell_of_id(neighbor, table, cells, bits)
                if table[cell] != 0:
                    continue
                if first + size == end:
                    has_room = False
                    break
                slot: Any = np.uint64(first + size)
                vertices[slot], distances[slot], parents[slot] = neighbor, distance, vertex
                table[cell] = neighbor + 1
                size += 1
                if distance < request.radius:
                    prefetch(request.src_ptr, neighbor)
                if 2 * size > np.int64(1) << bits:
                    bits = twice(table, cells, bits, vertices, first, size)
        if has_room:
            order_level(first + head, size - head, lane, lanes)
    table[cells : cells + (np.int64(1) << bits)] = 0
    return size if has_room else np.int64(-1)
