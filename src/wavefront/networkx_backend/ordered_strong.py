"""Strongly connected components in NetworkX's order: each comes once a depth-first search has left it.

Source: Tarjan, "Depth-First Search and Linear Graph Algorithms", SIAM Journal on Computing 1972.
One thread.
"""

from __future__ import annotations

import numpy as np

from ..device import Cpu
from .weights import Lists

NEW = 0  # as an entry number: not entered yet


def strong_components(lists: Lists) -> tuple[np.ndarray, np.ndarray]:
    """The vertices, component by component, and the offset of each component's end."""
    count = lists.ptr.size - 1
    entered, lowest = np.zeros(count, np.int32), np.empty(count, np.int32)
    path, waiting, members = (np.empty(count, np.int32) for _ in range(3))
    ends = np.empty(count, np.int64)
    found = Cpu().call(
        close_components, *lists[:2], entered, lowest, lists.ptr[:-1].copy(), path, waiting, members, ends
    )
    return members, ends[:found]


def close_components(ptr, neighbors, entered, lowest, following, path, waiting, members, ends):
    """List the vertices by component; `following` is each vertex's next edge. The number of components."""
    clock, num_waiting, listed, found = 0, 0, 0, 0
    for start in range(entered.size):
        if entered[start] != NEW:
            continue
        depth = 1
        path[0] = start
        clock += 1
        entered[start] = lowest[start] = clock
        waiting[num_waiting] = start
        num_waiting += 1
        while depth > 0:
            vertex = path[depth - 1]
            if following[vertex] < ptr[vertex + 1]:
                neighbor = neighbors[following[vertex]]
                following[vertex] += 1
                if entered[neighbor] == NEW:
                    clock += 1
                    entered[neighbor] = lowest[neighbor] = clock
                    waiting[num_waiting] = neighbor
                    num_waiting += 1
                    path[depth] = neighbor
                    depth += 1
                elif lowest[neighbor] > 0 and entered[neighbor] < lowest[vertex]:
                    lowest[vertex] = entered[neighbor]
                continue
            depth -= 1
            low = lowest[vertex]
            if low < entered[vertex]:
                above = path[depth - 1]
                lowest[above] = min(lowest[above], low)
                continue
            while True:
                num_waiting -= 1
                member = waiting[num_waiting]
                lowest[member] = 0  # its component is closed
                members[listed] = member
                listed += 1
                if member == vertex:
                    break
            ends[found] = listed
            found += 1
    return found
