"""Topological orders as NetworkX has them, and longest paths along them: one thread of compiled code.

Source: Kahn, "Topological Sorting of Large Networks", Communications of the ACM 1962.
"""

from __future__ import annotations

import numpy as np

from ..device import Cpu
from .heap import Heap, pop, push
from .weights import Lists

NONE = -1


def generations(leaving: Lists, entering: Lists) -> tuple[np.ndarray, np.ndarray]:
    """The vertices not behind a cycle in NetworkX's order, and the offset of each generation's end."""
    count = leaving.ptr.size - 1
    order, ends = np.empty(count, np.int32), np.empty(count, np.int64)
    ordered, found = Cpu().call(peel, *leaving[:2], np.diff(entering.ptr), order, ends)
    return order[:ordered], ends[:found]


def peel(ptr, neighbors, left, order, ends):
    """Take the vertices without edges left, again and again; how many vertices and generations."""
    end, found, place = 0, 0, 0
    for vertex in range(left.size):
        if left[vertex] == 0:
            order[end] = vertex
            end += 1
    while place < end:
        last = end
        while place < last:
            vertex = order[place]
            for edge in range(ptr[vertex], ptr[vertex + 1]):
                neighbor = neighbors[edge]
                left[neighbor] -= 1
                if left[neighbor] == 0:
                    order[end] = neighbor
                    end += 1
            place += 1
        ends[found] = last
        found += 1
    return end, found


def by_rank(leaving: Lists, entering: Lists, ranks: np.ndarray) -> np.ndarray:
    """The vertices not behind a cycle; of those that may come next the one of the least rank does."""
    count = leaving.ptr.size - 1
    order = np.empty(count, np.int32)
    heap = Heap(np.empty(count, np.int64), ranks, np.empty(0, np.int32))
    ordered = Cpu().call(peel_least, *leaving[:2], np.diff(entering.ptr), heap, order)
    return order[:ordered]


def peel_least(ptr, neighbors, left, heap, order):
    """Take the vertex of the least rank without edges in `left` again and again; how many there were."""
    size, end = 0, 0
    for vertex in range(left.size):
        if left[vertex] == 0:
            push(vertex, size, heap)
            size += 1
    while size > 0:
        vertex = pop(size, heap)
        size -= 1
        order[end] = vertex
        end += 1
        for edge in range(ptr[vertex], ptr[vertex + 1]):
            neighbor = neighbors[edge]
            left[neighbor] -= 1
            if left[neighbor] == 0:
                push(neighbor, size, heap)
                size += 1
    return end


def longest_path(entering: Lists, order: np.ndarray) -> list[int]:
    """The vertices of a longest path: of several the one that NetworkX finds."""
    count = order.size
    lengths, before = np.zeros(count, entering.weights.dtype), np.empty(count, np.int32)
    route = [Cpu().call(lengthen, entering, order, lengths, before)]
    while (vertex := int(before[route[-1]])) != route[-1]:
        route.append(vertex)
    route.reverse()
    return route


def lengthen(entering, order, lengths, before):
    """Find each vertex's longest path and the vertex before it, itself at a start; where the longest ends."""
    end = order[0]
    for vertex in order:
        before[vertex] = vertex
        is_first = True
        best = lengths[vertex]
        for edge in range(entering.ptr[vertex], entering.ptr[vertex + 1]):
            neighbor = entering.neighbors[edge]
            length = lengths[neighbor] + entering.weights[edge]
            if is_first or length > best:
                is_first = False
                best = length
                before[vertex] = neighbor
        if best >= 0:
            lengths[vertex] = best
        else:
            before[vertex] = vertex
        if lengths[vertex] > lengths[end]:
            end = vertex
    return end
