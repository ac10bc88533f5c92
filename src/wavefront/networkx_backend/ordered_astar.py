"""A* in NetworkX's order: compiled code that stops to ask Python for estimates.

Source: Hart, Nilsson and Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost Paths",
IEEE Transactions on Systems Science and Cybernetics 1968. One thread.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..device import Cpu
from .heap import Heap, new_heap, pop, push
from .weights import Lists

NONE, UNEXPLORED = -1, -2
FULL, FOUND, MISSING = -1, -2, -3


class Search(NamedTuple):
    """By vertex: the least cost, the estimate, NaN before it is asked for, and the parent once explored."""

    costs: np.ndarray
    estimates: np.ndarray
    parents: np.ndarray


class Entries(NamedTuple):
    """The pushes: a heap by cost and estimate, and each push's cost and parent."""

    heap: Heap
    costs: np.ndarray
    parents: np.ndarray


def nearest_path(
    lists: Lists, source: int, target: int, estimate: Callable[[int], float] | None, limit: float
) -> list[int] | None:
    """The vertices of the path that NetworkX's A* finds, None if there is none up to the limit."""
    count = lists.ptr.size - 1
    unknown = np.full(count, 0.0 if estimate is None else np.nan)
    search = Search(np.full(count, np.inf), unknown, np.full(count, UNEXPLORED, np.int32))
    is_enqueued = np.zeros(count, bool)
    entries = room_for(1024)
    begin(source, entries)
    sizes, route = np.ones(2, np.int64), np.empty(1, np.int32)
    while True:
        status = Cpu().call(explore, lists, source, target, limit, search, is_enqueued, entries, sizes, route)
        if status == MISSING:
            return None
        if status == FOUND:
            break
        if status == FULL:
            entries = grown(entries)
            continue
        for neighbor in lists.neighbors[lists.ptr[status] : lists.ptr[status + 1]].tolist():
            if estimate is not None and np.isnan(search.estimates[neighbor]):
                search.estimates[neighbor] = estimate(neighbor)
    path = [target]
    vertex = int(route[0])
    while vertex != NONE:
        path.append(vertex)
        vertex = int(search.parents[vertex])
    path.reverse()
    return path


def room_for(size: int) -> Entries:
    """No entries yet."""
    return Entries(new_heap(size, np.dtype(np.float64)), np.empty(size), np.empty(size, np.int32))


def grown(entries: Entries) -> Entries:
    """The entries, with twice the room."""
    size = entries.costs.size
    more = room_for(2 * size)
    for old, new in zip((*entries.heap, *entries[1:]), (*more.heap, *more[1:]), strict=True):
        new[:size] = old
    return more


def begin(source: int, entries: Entries) -> None:
    """Push the source."""
    entries.heap.items[0] = 0
    entries.heap.distances[0] = entries.costs[0] = 0
    entries.heap.vertices[0] = source
    entries.parents[0] = NONE


def explore(lists, source, target, limit, search, is_enqueued, entries, sizes, route):
    """Search until the target is popped, or nothing is left, or a vertex's neighbors need estimates."""
    heap = entries.heap
    pushed, size = sizes[0], sizes[1]
    while size > 0:
        item = heap.items[0]
        vertex = heap.vertices[item]
        cost = entries.costs[item]
        if vertex == target:
            route[0] = entries.parents[item]
            return FOUND
        first, end = lists.ptr[vertex], lists.ptr[vertex + 1]
        parent = search.parents[vertex]
        is_outdated = parent == NONE or (parent != UNEXPLORED and search.costs[vertex] < cost)
        if not is_outdated:
            if pushed + end - first > entries.costs.size:
                sizes[0], sizes[1] = pushed, size
                return FULL
            for edge in range(first, end):
                if np.isnan(search.estimates[lists.neighbors[edge]]):
                    sizes[0], sizes[1] = pushed, size
                    return vertex
        pop(size, heap)
        size -= 1
        if is_outdated:
            continue
        search.parents[vertex] = entries.parents[item]
        for edge in range(first, end):
            neighbor = lists.neighbors[edge]
            length = cost + lists.weights[edge]
            if is_enqueued[neighbor] and search.costs[neighbor] <= length:
                continue
            priority = length + search.estimates[neighbor]
            if priority > limit:
                continue
            is_enqueued[neighbor] = True
            search.costs[neighbor] = length
            heap.distances[pushed] = priority
            heap.vertices[pushed] = neighbor
            entries.costs[pushed] = length
            entries.parents[pushed] = vertex
            push(pushed, size, heap)
            pushed += 1
            size += 1
    return MISSING
