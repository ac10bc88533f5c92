"""A binary heap of pushes for Dijkstra's algorithm: compiled functions over three arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Heap(NamedTuple):
    """A heap of pushes, each numbered: the smallest distance first, then the smallest number."""

    items: np.ndarray
    distances: np.ndarray
    vertices: np.ndarray


def new_heap(room: int, dtype: np.dtype) -> Heap:
    """An empty heap for so many pushes, of distances of this type."""
    return Heap(np.empty(room, np.int64), np.empty(room, dtype), np.empty(room, np.int32))


def before(first, second, distances):
    """Whether the first of two pushes is popped before the second."""
    if distances[first] != distances[second]:
        return distances[first] < distances[second]
    return first < second


def push(item, size, heap):
    """Put a push into the heap of this size."""
    items = heap.items
    place = size
    while place > 0:
        above = (place - 1) >> 1
        if before(items[above], item, heap.distances):
            break
        items[place] = items[above]
        place = above
    items[place] = item


def pop(size, heap):
    """Take the first push from the heap of this size."""
    items = heap.items
    first, last = items[0], items[size - 1]
    place = 0
    while True:
        below = 2 * place + 1
        if below >= size - 1:
            break
        if below + 1 < size - 1 and before(items[below + 1], items[below], heap.distances):
            below += 1
        if before(last, items[below], heap.distances):
            break
        items[place] = items[below]
        place = below
    items[place] = last
    return first
