"""Vertex-centric push BFS with a frontier queue over CSR: PMPP 4e, section 15.5.

One thread per vertex of the previous frontier. Of the threads that reach an unvisited neighbor, one claims
it and appends it to the current frontier with an atomic add; so each vertex enters a queue once, and two
queues of V slots never overflow. The claim is a compare-and-swap on the level (``claim="cas"``), or an
exchange on a separate array of visited marks (``claim="exch"``). The exchange is that of Fig. 12.8 of an
earlier edition, whose queue is a block's: privatized.py. The queues' tails swap on the device, as the host of
Fig. 12.7 has it; the search ends when the new frontier is empty.

Work O(V + E) however many levels there are; the price is an atomic for every claim and every append. Prefer
direction_optimized.py on graphs of low diameter, where most edges needn't be inspected at all.
"""

from collections.abc import Callable

import numpy as np

from ..accounting.arithmetic import LABELS, LevelWork, from_queue, queue_written, steps
from ..accounting.roles import Roles
from ..accounting.sectors import sectors_of_slots
from ..atomics import atomic_exch
from ..device import Device
from ..enactor import Stop, enact
from ..errors import require_one_of
from ..frontier import Queues, append, claim, initial_labels
from ..graph import Graph
from ..trace import Trace


def visit(index, prev_frontier, curr_frontier, tails, src_ptr, dst, levels, predecessors, curr_level):
    """A vertex of the previous frontier claims its unvisited out-neighbors by their levels."""
    vertex = prev_frontier[index]
    for edge in range(src_ptr[vertex], src_ptr[vertex + 1]):
        neighbor = dst[edge]
        if claim(levels, neighbor, curr_level):
            if predecessors.size:
                predecessors[neighbor] = vertex
            append(curr_frontier, tails, neighbor)


def visit_marking(
    index, prev_frontier, curr_frontier, tails, src_ptr, dst, visited, levels, predecessors, curr_level
):
    """As `visit`, but the thread whose exchange finds the visited mark 0 claims the neighbor."""
    vertex = prev_frontier[index]
    for edge in range(src_ptr[vertex], src_ptr[vertex + 1]):
        neighbor = dst[edge]
        if not visited[neighbor] and atomic_exch(visited, neighbor, 1) == 0:
            levels[neighbor] = curr_level
            if predecessors.size:
                predecessors[neighbor] = vertex
            append(curr_frontier, tails, neighbor)


ROLES: Roles = {
    "offsets": {"src_ptr"},
    "edges": {"dst"},
    "queue": {"prev_frontier"},
    "labels": {"levels"},
    "next_queue": {"curr_frontier"},
    "marks": {"visited"},
    "other": {"tails", "predecessors"},
}


def bfs(
    graph: Graph,
    sources: np.ndarray,
    device: Device,
    *,
    stop: Stop,
    trace: Trace | None,
    predecessors: bool,
    claim: str = "cas",
) -> tuple[np.ndarray, np.ndarray]:
    """Level and predecessor of every vertex, top down from queue to queue."""
    levels, parents = initial_labels(graph, sources, device, predecessors)
    require_one_of("claim", claim, ("cas", "exch"))
    kernel: Callable[..., None] = visit if claim == "cas" else visit_marking
    marks = () if claim == "cas" else ((levels == 0).astype(np.int32),)
    queues = Queues(graph, sources, device)
    graph_arrays = (*graph.csr[:2], *marks, levels, parents)

    def step(curr_level: int) -> tuple[str, bool]:
        frontiers = queues.prev, queues.curr, queues.tails
        device.for_each(queues.size, kernel, *frontiers, *graph_arrays, curr_level)
        return "push", queues.swap()

    enact(step, levels, stop, trace)
    return levels, parents


def account(graph: Graph, levels: np.ndarray, *, claim: str = "cas") -> list[LevelWork]:
    """What each thread of `visit` or `visit_marking` does, level by level: tries to claim, and appends."""
    require_one_of("claim", claim, ("cas", "exch"))
    rows = []
    for step in steps(graph, levels):
        marks = sectors_of_slots(LABELS, step.found) if claim == "exch" else 0
        rows.append(from_queue(graph, step, sectors_written=queue_written(graph, step.found) + marks))
    return rows
