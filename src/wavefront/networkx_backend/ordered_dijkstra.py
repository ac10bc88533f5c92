"""Dijkstra's algorithm in NetworkX's order, by one thread of compiled code.

Source: Dijkstra, "A Note on Two Problems in Connexion with Graphs", Numerische Mathematik 1959, with a binary
heap. As in NetworkX, of equal distances the one pushed first is popped first, an outdated entry stays in the
heap until it is popped, and of several paths the one that lowered the distance last is kept.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from ..device import Cpu
from .heap import new_heap, pop, push
from .weights import ALL_NUMPY, Lists

NONE = -1
UNSEEN, SEEN, DONE = 0, 1, 2
CONTRADICTORY = -2  # a path became shorter after its end was done


class Paths(NamedTuple):
    """Distances and parents by vertex; vertices in the order done, and in the order first seen.

    `whole` tells which distances are Python integers, where the weights are float64.
    """

    distances: np.ndarray
    whole: np.ndarray
    parents: np.ndarray
    states: np.ndarray
    done: np.ndarray
    seen: np.ndarray


class Log(NamedTuple):
    """Which parents were noted, in order. Those of a vertex before `since` were of longer paths."""

    children: np.ndarray
    parents: np.ndarray
    since: np.ndarray


def shortest_paths(
    lists: Lists,
    sources: list[int],
    *,
    target: int = NONE,
    cutoff: float | None = None,
    log: Log | None = None,
) -> tuple[Paths, int]:
    """Paths from the nearest source up to `cutoff`, until the target is done; and the number of log entries.

    Raises ValueError, as NetworkX does, where a negative weight shows.
    """
    count, pushes = lists.ptr.size - 1, lists.neighbors.size + len(sources)
    dtype = lists.weights.dtype
    paths = Paths(
        np.zeros(count, dtype),
        np.ones(count, bool),  # a source's distance is the integer 0
        np.full(count, NONE, np.int32),
        np.zeros(count, np.int8),
        np.empty(count, np.int32),
        np.empty(count, np.int32),
    )
    heap = new_heap(pushes, dtype)
    empty = np.empty(0, np.int32)
    logged = Log(empty, empty, np.empty(0, np.int64)) if log is None else log
    starts, limit = np.array(sources, np.int32), math.inf if cutoff is None else float(cutoff)
    sizes = np.zeros(3, np.int64)
    status = Cpu().call(relax_in_order, lists, starts, target, limit, paths, heap, logged, sizes)
    if status == CONTRADICTORY:
        raise ValueError("Contradictory paths found:", "negative weights?")
    done, seen, entries = sizes.tolist()
    if lists.whole is ALL_NUMPY:
        paths.whole[:] = paths.parents == NONE
    return paths._replace(done=paths.done[:done], seen=paths.seen[:seen]), entries


def numbers(lists: Lists, paths: Paths, vertices: np.ndarray) -> list[Any]:
    """The distances of these vertices as NetworkX has them."""
    return as_numbers(lists, paths.distances[vertices], paths.whole[vertices])


def as_numbers(lists: Lists, distances: np.ndarray, whole: np.ndarray) -> list[Any]:
    """Python's numbers, or NumPy's where the weights are; those that are `whole` are integers."""
    found: list[Any] = list(distances) if lists.whole is ALL_NUMPY else distances.tolist()
    for place in np.flatnonzero(whole).tolist() if distances.dtype.kind == "f" else ():
        found[place] = int(found[place])
    return found


def new_log(lists: Lists) -> Log:
    """A log with room for every edge."""
    edges, count = lists.neighbors.size, lists.ptr.size - 1
    return Log(np.empty(edges, np.int32), np.empty(edges, np.int32), np.zeros(count, np.int64))


def relax_in_order(lists, sources, target, limit, paths, heap, log, sizes):
    """Find the paths; `sizes` becomes the numbers of vertices done and seen and of entries logged."""
    pushed, size, done, seen, entries = 0, 0, 0, 0, 0
    for place in range(sources.size):
        vertex = sources[place]
        if paths.states[vertex] == UNSEEN:
            paths.states[vertex] = SEEN
            paths.seen[seen] = vertex
            seen += 1
        heap.distances[pushed] = 0
        heap.vertices[pushed] = vertex
        push(pushed, size, heap)
        pushed += 1
        size += 1
    while size > 0:
        item = pop(size, heap)
        size -= 1
        vertex = heap.vertices[item]
        if paths.states[vertex] == DONE:
            continue
        distance = heap.distances[item]
        paths.distances[vertex] = distance
        paths.states[vertex] = DONE
        paths.done[done] = vertex
        done += 1
        if vertex == target:
            break
        for edge in range(lists.ptr[vertex], lists.ptr[vertex + 1]):
            neighbor = lists.neighbors[edge]
            length = distance + lists.weights[edge]
            if length > limit:
                continue
            state = paths.states[neighbor]
            if state == DONE and length < paths.distances[neighbor]:
                return CONTRADICTORY
            is_shorter = state == UNSEEN or (state == SEEN and length < paths.distances[neighbor])
            if not is_shorter and length != paths.distances[neighbor]:
                continue
            if log.since.size > 0:
                if is_shorter:
                    log.since[neighbor] = entries
                log.children[entries] = neighbor
                log.parents[entries] = vertex
                entries += 1
            if not is_shorter:
                continue
            if state == UNSEEN:
                paths.seen[seen] = neighbor
                seen += 1
            paths.states[neighbor] = SEEN
            paths.distances[neighbor] = length
            paths.parents[neighbor] = vertex
            if lists.whole.size > 0:
                paths.whole[neighbor] = paths.whole[vertex] and lists.whole[edge]
            heap.distances[pushed] = length
            heap.vertices[pushed] = neighbor
            push(pushed, size, heap)
            pushed += 1
            size += 1
    sizes[0], sizes[1], sizes[2] = done, seen, entries
    return 0
