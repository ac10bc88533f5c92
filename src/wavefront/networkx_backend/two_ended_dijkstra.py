"""Dijkstra's algorithm from both ends in turns, in NetworkX's order, by one thread of compiled code.

Source: Pohl, "Bi-directional Search", Machine Intelligence 6, 1971. Order and ties: ordered_dijkstra.py.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..device import Cpu
from .heap import Heap, new_heap, pop, push
from .ordered_dijkstra import CONTRADICTORY, DONE, NONE, SEEN, UNSEEN
from .weights import ALL_NUMPY, Lists


class Fringe(NamedTuple):
    """One end's search of `meet_in_order`."""

    distances: np.ndarray
    whole: np.ndarray
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
        heap = new_heap(lists.neighbors.size + 1, dtype)
        states = np.zeros(count, np.int8)
        fringes.append(
            Fringe(np.zeros(count, dtype), np.ones(count, bool), np.full(count, NONE, np.int32), states, heap)
        )
    best = np.zeros(2, dtype)  # the length, and whether it is an integer
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
    if leaving.whole is ALL_NUMPY:
        return best[0], path
    return int(best[0]) if best[1] else best[0].item(), path


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
            if lists.whole.size > 0:
                fringe.whole[neighbor] = fringe.whole[vertex] and lists.whole[edge]
            heap.distances[pushed] = length
            heap.vertices[pushed] = neighbor
            push(pushed, size, heap)
            pushed += 1
            size += 1
            if other.states[neighbor] != UNSEEN:
                total = length + other.distances[neighbor]
                if middle < 0 or best[0] > total:
                    best[0] = total
                    best[1] = fringe.whole[neighbor] and other.whole[neighbor]
                    middle = neighbor
    return pushed, size, middle
