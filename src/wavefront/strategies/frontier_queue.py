"""Vertex-centric push BFS with a frontier queue over CSR: PMPP 4e, section 15.5.

One thread per vertex of the previous frontier. Of the threads that reach an unvisited neighbor, the one
whose compare-and-swap on its level succeeds appends it to the current frontier with an atomic add; so each
vertex enters a queue once, and two queues of V slots never overflow.

Work O(V + E) however many levels there are; the price is an atomic for every claim and every append. Prefer
direction_optimized.py on graphs of low diameter, where most edges needn't be inspected at all.
"""

import numpy as np

from ..device import Device
from ..enactor import Stop, enact
from ..frontier import append, claim, initial_labels
from ..graph import Graph
from ..trace import Trace


def visit(index, prev_frontier, curr_frontier, curr_size, src_ptr, dst, levels, predecessors, curr_level):
    """A vertex of the previous frontier claims its unvisited out-neighbors for the current one."""
    vertex = prev_frontier[index]
    for edge in range(src_ptr[vertex], src_ptr[vertex + 1]):
        neighbor = dst[edge]
        if claim(levels, neighbor, curr_level):
            if predecessors.size:
                predecessors[neighbor] = vertex
            append(curr_frontier, curr_size, neighbor)


def bfs(
    graph: Graph,
    sources: np.ndarray,
    device: Device,
    *,
    stop: Stop,
    trace: Trace | None,
    predecessors: bool,
) -> tuple[np.ndarray, np.ndarray]:
    """Level and predecessor of every vertex, top down from queue to queue."""
    xp = device.xp
    src_ptr, dst = graph.csr.src_ptr, graph.csr.dst
    levels, parents = initial_labels(graph, sources, device, predecessors)
    frontiers = [xp.empty(graph.num_vertices, dst.dtype) for _ in range(2)]
    frontiers[0][: sources.size] = sources
    curr_size = xp.array([sources.size])

    def step(curr_level: int) -> tuple[str, bool]:
        prev_size = int(curr_size[0])
        curr_size[0] = 0
        device.for_each(prev_size, visit, *frontiers, curr_size, src_ptr, dst, levels, parents, curr_level)
        frontiers.reverse()
        return "push", bool(curr_size[0])

    enact(step, levels, stop, trace)
    return levels, parents
