"""Of each vertex that a search reached the smallest predecessor, from the levels.

It is the first in-neighbor one level closer, since lists are sorted. On a GPU, where one thread takes 0.1 us
for an edge, a vertex looks at some edges by itself; the rest of its list, a hub's, is cut into pieces.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..atomics import atomic_add, atomic_min
from ..device import Cpu, Device
from ..graph.arrays import exclusive_scan

if TYPE_CHECKING:
    from ..filters import Filters
    from ..graph import Graph

FEW, PIECE = 128, 512  # edges that a thread of a GPU looks at


def smallest_predecessors(
    graph: Graph, sources: np.ndarray, levels: Any, found: Any, device: Device, filters: Filters | None
) -> Any:
    """V ids on the device; `found` are those that a search found, which are lowered, or None."""
    xp, count, lists = device.xp, graph.num_vertices, graph.csc[:2]
    only = int(sources[0]) if sources.size == 1 else -1
    if found is None:
        found = xp.full(count, -1, graph.csr.dst.dtype)
    if filters is not None:
        from .filtered_bfs import find_predecessors  # here, since most searches have none

        find_predecessors(graph, filters, only, levels, found, device)
        return found
    is_cpu = isinstance(device, Cpu)
    few, left = (graph.num_edges, 0) if is_cpu else (FEW, count)
    vertices, size = xp.empty(left, found.dtype), xp.zeros(1, np.int64)
    device.for_each(count, look_at_few, *lists, levels, only, few, found, vertices, size)
    if not is_cpu and (left := int(size[0])):
        vertices = vertices[:left]
        lengths = lists[0][vertices + 1] - lists[0][vertices] - FEW
        firsts = exclusive_scan(-(-lengths // PIECE), np.int64)
        owners = xp.repeat(xp.arange(left), firsts[1:] - firsts[:-1])
        begins = lists[0][vertices][owners] + FEW + PIECE * (xp.arange(owners.size) - firsts[owners])
        arguments = *lists, levels, found, vertices[owners], begins, PIECE
        device.for_each(owners.size, look_at_piece, *arguments)
    return found


def look_at_few(vertex, dst_ptr, src, levels, only, few, predecessors, vertices, size):
    """Record the first in-neighbor one level closer, or note the vertex if it isn't among the first few.

    A vertex next to the `only` source needs no look.
    """
    level = levels[vertex]
    if level == 1 and only >= 0:
        predecessors[vertex] = only
    elif level > 0:
        first, last = dst_ptr[vertex], dst_ptr[vertex + 1]
        for edge in range(first, min(first + few, last)):
            if levels[src[edge]] == level - 1:
                predecessors[vertex] = src[edge]
                return
        if last - first > few:
            vertices[atomic_add(size, 0, 1)] = vertex
            if predecessors[vertex] < 0:
                predecessors[vertex] = src[last - 1]  # the largest


def look_at_piece(piece, dst_ptr, src, levels, predecessors, vertices, begins, most):
    """Lower a vertex's predecessor to the first in-neighbor in a piece of its list that is a level closer."""
    vertex, begin = vertices[piece], begins[piece]
    for edge in range(begin, min(begin + most, dst_ptr[vertex + 1])):
        if src[edge] >= predecessors[vertex]:
            break
        if levels[src[edge]] == levels[vertex] - 1:
            atomic_min(predecessors, vertex, src[edge])
            break
