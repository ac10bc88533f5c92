"""Bellman and Ford's algorithm in NetworkX's order: a queue of vertices, by one thread of compiled code.

Source: Cherkassky and Goldberg, "Negative-Cycle Detection Algorithms", Mathematical Programming 1999.
As in NetworkX, a vertex is passed over while one of its parents waits in the queue, and a path that returns
to the edge which last shortened it shows a negative cycle early.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..device import Cpu
from .weights import ALL_NUMPY, Lists

NONE = -1
FULL = -2  # more parents than edges: sums of floats that are equal though their terms differ


class Labels(NamedTuple):
    """Distances by vertex; which are integers, where weights are float64; vertices in the order seen."""

    distances: np.ndarray
    whole: np.ndarray
    is_seen: np.ndarray
    seen: np.ndarray


class Parents(NamedTuple):
    """A chain of entries per vertex, from `first` to `last`: an entry has a parent and a next entry."""

    first: np.ndarray
    last: np.ndarray
    parent: np.ndarray
    following: np.ndarray


class Waiting(NamedTuple):
    """A ring of vertices, which vertices wait in it, and how often each vertex has been put there."""

    ring: np.ndarray
    waits: np.ndarray
    times: np.ndarray


class Updates(NamedTuple):
    """Per vertex the parent that shortened its path last, and both ends of the edge that started that."""

    by: np.ndarray
    tail: np.ndarray
    head: np.ndarray


class Found(NamedTuple):
    """The labels, the parents, and a vertex on the path to a negative cycle, -1 if there is none."""

    labels: Labels
    parents: Parents
    cycle: int


def relaxed(lists: Lists, sources: list[int], heuristic: bool = True) -> Found:
    """The paths from the sources. Raises NotImplementedError where parents can't be kept as NetworkX does."""
    count, room = lists.ptr.size - 1, lists.neighbors.size + 1
    dtype = lists.weights.dtype
    labels = Labels(
        np.zeros(count, dtype), np.ones(count, bool), np.zeros(count, bool), np.empty(count, np.int32)
    )
    labels.is_seen[sources] = True
    labels.seen[: len(sources)] = sources
    first, last = np.full((2, count), NONE, np.int64)
    parents = Parents(first, last, *new_entries(room))
    waiting = Waiting(np.empty(count, np.int32), np.zeros(count, bool), np.zeros(count, np.int32))
    waiting.ring[: len(sources)] = sources
    waiting.waits[sources] = True
    updates = Updates(*(np.full(count, NONE, np.int32) for _ in range(3)))
    cycle, seen = Cpu().call(
        relax, lists, labels, parents, waiting, updates, len(sources), len(sources), bool(heuristic)
    )
    if cycle == FULL:
        raise NotImplementedError("sums of weights that float64 can't tell apart")
    if lists.whole is ALL_NUMPY:
        labels.whole[:] = False
        labels.whole[sources] = True
    return Found(labels._replace(seen=labels.seen[:seen]), parents, cycle)


def new_entries(room: int) -> tuple[np.ndarray, np.ndarray]:
    """Parents and next entries: all entries are in one chain, that of the free ones."""
    following = np.arange(1, room + 1, dtype=np.int64)
    following[-1] = NONE
    return np.empty(room, np.int32), following


def relax(lists, labels, parents, waiting, updates, size, seen, heuristic):
    """Relax until nothing waits: a vertex near a negative cycle, -1 or FULL, and how many were seen."""
    count, place, free = labels.seen.size, 0, 0
    while size > 0:
        vertex = waiting.ring[place]
        place = place + 1 if place + 1 < count else 0
        size -= 1
        waiting.waits[vertex] = False
        if has_waiting_parent(vertex, parents, waiting):
            continue
        for edge in range(lists.ptr[vertex], lists.ptr[vertex + 1]):
            neighbor = lists.neighbors[edge]
            length = labels.distances[vertex] + lists.weights[edge]
            if labels.is_seen[neighbor]:
                is_shorter = length < labels.distances[neighbor]
                if not is_shorter and length != labels.distances[neighbor]:
                    continue
            else:
                is_shorter = length < np.inf
                if not is_shorter:
                    continue
            if is_shorter:
                if heuristic:
                    if updates.tail[vertex] == neighbor or updates.head[vertex] == neighbor:
                        free = append(neighbor, vertex, free, parents)
                        return FULL if free == FULL else neighbor, seen
                    if updates.by[neighbor] == vertex:
                        updates.tail[neighbor] = updates.tail[vertex]
                        updates.head[neighbor] = updates.head[vertex]
                    else:
                        updates.tail[neighbor] = vertex
                        updates.head[neighbor] = neighbor
                if not waiting.waits[neighbor]:
                    end = place + size
                    waiting.ring[end if end < count else end - count] = neighbor
                    size += 1
                    waiting.waits[neighbor] = True
                    waiting.times[neighbor] += 1
                    if waiting.times[neighbor] == count:
                        return neighbor, seen
                if not labels.is_seen[neighbor]:
                    labels.is_seen[neighbor] = True
                    labels.seen[seen] = neighbor
                    seen += 1
                labels.distances[neighbor] = length
                if lists.whole.size > 0:
                    labels.whole[neighbor] = labels.whole[vertex] and lists.whole[edge]
                updates.by[neighbor] = vertex
                free = released(neighbor, free, parents)
            free = append(neighbor, vertex, free, parents)
            if free == FULL:
                return FULL, seen
    return NONE, seen


def has_waiting_parent(vertex, parents, waiting):
    """Whether a parent of the vertex waits in the queue."""
    entry = parents.first[vertex]
    while entry != NONE:
        if waiting.waits[parents.parent[entry]]:
            return True
        entry = parents.following[entry]
    return False


def released(vertex, free, parents):
    """Forget the vertex's parents; the first free entry."""
    if parents.first[vertex] != NONE:
        parents.following[parents.last[vertex]] = free
        free = parents.first[vertex]
        parents.first[vertex] = NONE
    return free


def append(vertex, parent, free, parents):
    """Put a parent at the end of the vertex's chain; the next free entry, or FULL."""
    if free == NONE:
        return FULL
    after = parents.following[free]
    parents.parent[free] = parent
    parents.following[free] = NONE
    if parents.first[vertex] == NONE:
        parents.first[vertex] = free
    else:
        parents.following[parents.last[vertex]] = free
    parents.last[vertex] = free
    return after


def listed(parents: Parents, vertices: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Offsets by place in `vertices`, and the parents of each vertex in their order."""
    ptr, flat = np.zeros(vertices.size + 1, np.int64), np.empty(parents.parent.size, np.int32)
    Cpu().call(list_chains, parents, vertices, ptr, flat)
    return ptr, flat[: ptr[-1]]


def list_chains(parents, vertices, ptr, flat):
    """Write the chains one after the other, and their offsets."""
    end = 0
    for place in range(vertices.size):
        entry = parents.first[vertices[place]]
        while entry != NONE:
            flat[end] = parents.parent[entry]
            end += 1
            entry = parents.following[entry]
        ptr[place + 1] = end
