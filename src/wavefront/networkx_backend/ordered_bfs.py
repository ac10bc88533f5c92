"""Breadth-first search in NetworkX's order, by one thread of compiled code.

NetworkX's results are in the order in which one queue meets the nodes, and name the first predecessor. A
search by several threads would have to sort for both, and making Python's objects takes longer anyway.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ..device import Cpu
from .weights import Lists

NONE = -1


class Search(NamedTuple):
    """The vertices in the order found, and per vertex its parent and its level, -1 where it wasn't found."""

    order: np.ndarray
    parents: np.ndarray
    levels: np.ndarray


def search(lists: Lists, sources: list[int], limit: float | None = None) -> Search:
    """The vertices within `limit` edges of the sources, which come first."""
    count = lists.ptr.size - 1
    order = np.empty(count, np.int32)
    order[: len(sources)] = sources
    found = Search(order, np.full(count, NONE, np.int32), np.full(count, NONE, np.int32))
    found.levels[sources] = 0
    reached = Cpu().call(enqueue, *lists[:2], *found, len(sources), last_level(limit, count))
    return found._replace(order=order[:reached])


def last_level(limit: float | None, count: int) -> int:
    """The last level that a search may label: NetworkX goes on while the limit is above the level."""
    if limit is None or limit >= count:
        return count
    return math.ceil(limit) if limit > 0 else 0  # NaN is not above any level


def enqueue(ptr, neighbors, order, parents, levels, end, limit):
    """Label what the queue `order` meets, and put it at the queue's end, which is returned."""
    place = 0
    while place < end:
        vertex = order[place]
        level = levels[vertex] + 1
        if level > limit:
            break
        for edge in range(ptr[vertex], ptr[vertex + 1]):
            neighbor = neighbors[edge]
            if levels[neighbor] < 0:
                levels[neighbor] = level
                parents[neighbor] = vertex
                order[end] = neighbor
                end += 1
        place += 1
    return end


def every_parent(lists: Lists, found: Search) -> tuple[np.ndarray, np.ndarray]:
    """Offsets by place in `found.order`, and each vertex's neighbors one level up in the order met."""
    places = np.full(lists.ptr.size - 1, NONE, np.int32)
    places[found.order] = np.arange(found.order.size, dtype=np.int32)
    ptr = np.zeros(found.order.size + 1, np.int64)
    Cpu().call(count_parents, *lists[:2], found.order, found.levels, places, ptr)
    np.cumsum(ptr, out=ptr)
    parents = np.empty(ptr[-1], np.int32)
    Cpu().call(list_parents, *lists[:2], found.order, found.levels, places, ptr[:-1].copy(), parents)
    return ptr, parents


def count_parents(ptr, neighbors, order, levels, places, counts):
    """Count the parents of the vertex at each place, one place further on."""
    for place in range(order.size):
        vertex = order[place]
        for edge in range(ptr[vertex], ptr[vertex + 1]):
            neighbor = neighbors[edge]
            if levels[neighbor] == levels[vertex] + 1:
                counts[places[neighbor] + 1] += 1


def list_parents(ptr, neighbors, order, levels, places, free, parents):
    """List the parents; `free` is the next free slot of each place."""
    for place in range(order.size):
        vertex = order[place]
        for edge in range(ptr[vertex], ptr[vertex + 1]):
            neighbor = neighbors[edge]
            if levels[neighbor] == levels[vertex] + 1:
                slot = places[neighbor]
                parents[free[slot]] = vertex
                free[slot] += 1


def meeting_path(leaving: Lists, entering: Lists, source: int, target: int) -> list[int] | None:
    """The vertices of the path that NetworkX's search from both ends finds, None if there is no path."""
    if source == target:
        return [source]
    count = leaving.ptr.size - 1
    queues, parents = np.empty((2, count), np.int32), np.full((2, count), count, np.int32)
    middle = Cpu().call(meet, *leaving[:2], *entering[:2], source, target, *queues, *parents, count)
    if middle == NONE:
        return None
    before, after = parents
    path = [middle]
    while (vertex := int(before[path[-1]])) != NONE:
        path.append(vertex)
    path.reverse()
    while (vertex := int(after[path[-1]])) != NONE:
        path.append(vertex)
    return path


def meet(out_ptr, out, in_ptr, into, source, target, forward, backward, before, after, unseen):
    """Search from both ends, the smaller frontier first; the vertex where they meet, or -1."""
    before[source] = after[target] = -1
    forward[0], backward[0] = source, target
    first, end, back_first, back_end = 0, 1, 0, 1
    while first < end and back_first < back_end:
        if end - first <= back_end - back_first:
            last = end
            for place in range(first, last):
                vertex = forward[place]
                for edge in range(out_ptr[vertex], out_ptr[vertex + 1]):
                    neighbor = out[edge]
                    if before[neighbor] == unseen:
                        before[neighbor] = vertex
                        forward[end] = neighbor
                        end += 1
                    if after[neighbor] != unseen:
                        return neighbor
            first = last
        else:
            last = back_end
            for place in range(back_first, last):
                vertex = backward[place]
                for edge in range(in_ptr[vertex], in_ptr[vertex + 1]):
                    neighbor = into[edge]
                    if after[neighbor] == unseen:
                        after[neighbor] = vertex
                        backward[back_end] = neighbor
                        back_end += 1
                    if before[neighbor] != unseen:
                        return neighbor
            back_first = last
    return -1
