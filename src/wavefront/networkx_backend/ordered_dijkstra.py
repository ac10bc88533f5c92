"""Dijkstra's algorithm in NetworkX's order, by one thread of compiled code.

Source: Dijkstra, "A Note on Two Problems in Connexion with Graphs", Numerische Mathematik 1959, with a binary
heap. As in NetworkX, of equal distances the one that was pushed first is popped first, an outdated entry stays
in the heap until it is popped, and of several paths the one that lowered the distance last is kept.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from ..device import Cpu
from .convert import Lists

NONE = -1
UNSEEN, SEEN, DONE = 0, 1, 2
CONTRADICTORY = -2  # a path became shorter after its end was done


class Paths(NamedTuple):
    """Distances and parents by vertex; vertices in the order done, and in the order first seen."""

    distances: np.ndarray
    parents: np.ndarray
    states: np.ndarray
    done: np.ndarray
    seen: np.ndarray


class Heap(NamedTuple):
    """A heap of pushes, each numbered: the smallest distance first, then the smallest number."""

    items: np.ndarray
    distances: np.ndarray
    vertices: np.ndarray


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
    """Paths from the nearest source up to `cutoff`, until the target is done; and the number of entries logged.

    Raises ValueError, as NetworkX does, where a negative weight shows.
    """
    count, pushes = lists.ptr.size - 1, lists.neighbors.size + len(sources)
    dtype = lists.weights.dtype
    paths = Paths(
        np.zeros(count, dtype),
        np.full(count, NONE, np.int32),
        np.zeros(count, np.int8),
        np.empty(count, np.int32),
        np.empty(count, np.int32),
    )
    heap = Heap(np.empty(pushes, np.int64), np.empty(pushes, dtype), np.empty(pushes, np.int32))
    empty = np.empty(0, np.int32)
    logged = Log(empty, empty, np.empty(0, np.int64)) if log is None else log
    starts, limit = np.array(sources, np.int32), math.inf if cutoff is None else float(cutoff)
    sizes = np.zeros(3, np.int64)
    status = Cpu().call(relax_in_order, lists, starts, target, limit, paths, heap, logged, sizes)
    if status == CONTRADICTORY:
        raise ValueError("Contradictory paths found:", "negative weights?")
    done, seen, entries = sizes.tolist()
    return paths._replace(done=paths.done[:done], seen=paths.seen[:seen]), entries


def new_log(lists: Lists) -> Log:
    """A log with room for every edge."""
    edges, count = lists.neighbors.size, lists.ptr.size - 1
    return Log(np.empty(edges, np.int32), np.empty(edges, np.int32), np.zeros(count, np.int64))


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
            heap.distances[pushed] = length
            heap.vertices[pushed] = neighbor
            push(pushed, size, heap)
            pushed += 1
            size += 1
    sizes[0], sizes[1], sizes[2] = done, seen, entries
    return 0


class Fringe(NamedTuple):
    """One end's search of `meet_in_order`."""

    distances: np.ndarray
    parents: np.ndarray
    states: np.ndarray
    heap: Heap


def shortest_path(leaving: Lists, entering: Lists, source: int, target: int) -> tuple[Any, list[int]] | None:
    """Distance and vertices of the path that NetworkX's search from both ends finds; None if there is none.

    Raises ValueError, as NetworkX does, where a negative weight shows.
    """
    count, dtype = leaving.ptr.size - 1, leaving.weights.dtype
    fringes = []
    for lists in (leaving, entering):
        room = lists.neighbors.size + 1
        heap = Heap(np.empty(room, np.int64), np.empty(room, dtype), np.empty(room, np.int32))
        states = np.zeros(count, np.int8)
        fringes.append(Fringe(np.zeros(count, dtype), np.full(count, NONE, np.int32), states, heap))
    best = np.zeros(1, dtype)
    middle = Cpu().call(meet_in_order, leaving, entering, *fringes, source, target, best)
    if middle == CONTRADICTORY:
        raise ValueError("Contradictory paths found: negative weights?")
    if middle == NONE:
        return None
    path = [middle]
    while (vertex := int(fringes[0].parents[path[-1]])) != NONE:
        path.append(vertex)
    path.reverse()
    while (vertex := int(fringes[1].parents[path[-1]])) != NONE:
        path.append(vertex)
    return best[0].item(), path


def meet_in_order(leaving, entering, forward, backward, source, target, best):
    """Search from both ends in turns; the vertex in which the best path's halves meet, -1 or -2."""
    middle = NONE
    begin(forward, source)
    begin(backward, target)
    pushed, other_pushed, size, other_size = 1, 1, 1, 1
    is_forward = True
    while size > 0 and other_size > 0:
        if is_forward:
            pushed, size, middle = step(leaving, forward, backward, pushed, size, middle, best)
        else:
            other_pushed, other_size, middle = step(
                entering, backward, forward, other_pushed, other_size, middle, best
            )
        if pushed < 0 or other_pushed < 0:
            return CONTRADICTORY
        if size < 0 or other_size < 0:
            return middle
        is_forward = not is_forward
    return NONE


def begin(fringe, vertex):
    """Put an end into its fringe."""
    fringe.states[vertex] = SEEN
    fringe.heap.distances[0] = 0
    fringe.heap.vertices[0] = vertex
    fringe.heap.items[0] = 0


def step(lists, fringe, other, pushed, size, middle, best):
    """Pop one vertex and relax its edges: pushes (-1: contradictory), size (-1: met), and where to meet."""
    heap = fringe.heap
    item = pop(size, heap)
    size -= 1
    vertex = heap.vertices[item]
    if fringe.states[vertex] == DONE:
        return pushed, size, middle
    distance = heap.distances[item]
    fringe.distances[vertex] = distance
    fringe.states[vertex] = DONE
    if other.states[vertex] == DONE:
        return pushed, -1, middle
    for edge in range(lists.ptr[vertex], lists.ptr[vertex + 1]):
        neighbor = lists.neighbors[edge]
        length = distance + lists.weights[edge]
        state = fringe.states[neighbor]
        if state == DONE:
            if length < fringe.distances[neighbor]:
                return -1, size, middle
        elif state == UNSEEN or length < fringe.distances[neighbor]:
            fringe.states[neighbor] = SEEN
            fringe.distances[neighbor] = length
            fringe.parents[neighbor] = vertex
            heap.distances[pushed] = length
            heap.vertices[pushed] = neighbor
            push(pushed, size, heap)
            pushed += 1
            size += 1
            if other.states[neighbor] != UNSEEN:
                total = length + other.distances[neighbor]
                if middle < 0 or best[0] > total:
                    best[0] = total
                    middle = neighbor
    return pushed, size, middle
