"""Vertex-centric push (top-down) BFS over CSR: PMPP 4e, section 15.3.

One thread per vertex. A vertex of the previous level labels its unvisited out-neighbors. Two threads may
label the same neighbor; both store curr_level, so the race is harmless and needs no atomic. Each also stores
itself as the predecessor: whichever store comes last, the predecessor is of the previous level.

Work O(levels * V + E). Prefer frontier_queue.py when there are many levels.
"""

import numpy as np

from ..device import Device
from ..enactor import Stop, enact
from ..frontier import UNVISITED, initial_labels
from ..graph import Graph
from ..trace import Trace


def visit(vertex, src_ptr, dst, levels, predecessors, curr_level, any_visited):
    """A vertex of the previous level labels its unvisited out-neighbors."""
    if levels[vertex] == curr_level - 1:
        for edge in range(src_ptr[vertex], src_ptr[vertex + 1]):
            neighbor = dst[edge]
            if levels[neighbor] == UNVISITED:
                levels[neighbor] = curr_level
                if predecessors.size:
                    predecessors[neighbor] = vertex
                any_visited[0] = 1


def bfs(
    graph: Graph,
    sources: np.ndarray,
    device: Device,
    *,
    stop: Stop,
    trace: Trace | None,
    predecessors: bool,
) -> tuple[np.ndarray, np.ndarray]:
    """Level and predecessor of every vertex, top down."""
    src_ptr, dst = graph.csr.src_ptr, graph.csr.dst
    levels, parents = initial_labels(graph, sources, device, predecessors)
    any_visited = device.xp.zeros(1, np.int32)

    def step(curr_level: int) -> tuple[str, bool]:
        any_visited[0] = 0
        device.for_each(graph.num_vertices, visit, src_ptr, dst, levels, parents, curr_level, any_visited)
        return "push", bool(any_visited[0])

    enact(step, levels, stop, trace)
    return levels, parents
