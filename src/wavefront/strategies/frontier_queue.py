"""Vertex-centric push BFS with a frontier queue over CSR: PMPP 4e, section 15.5.

One thread per vertex of the previous frontier. Of the threads that reach an unvisited neighbor, one claims
it and appends it to the current frontier with an atomic add; so each vertex enters a queue once, and two
queues of V slots never overflow. The claim is one of three: frontier/claims.py. The queues' tails swap on
the device, as the host of Fig. 12.7 has it; the search ends when the new frontier is empty.

As printed (``literal=True``) a thread claims at every edge; ours first reads whether the claim can succeed.

Work O(V + E) however many levels there are; the price is an atomic for every claim and every append. Prefer
direction_optimized.py on graphs of low diameter, where most edges needn't be inspected at all.
"""

from collections.abc import Callable
from functools import cache

import numpy as np

from ..accounting.arithmetic import LevelWork, from_queue
from ..accounting.claims import claims_of
from ..accounting.roles import Roles
from ..accounting.steps import steps
from ..device import Device
from ..enactor import Stop, enact
from ..errors import require_one_of
from ..frontier import CLAIMS, Queues, append, claim_of, initial_labels, visited_marks
from ..graph import Graph
from ..trace import Trace


@cache
def level_kernel(claim: Callable[..., bool]) -> Callable[..., None]:
    """The kernel of a level with this kind of claim."""

    def visit(
        index, prev_frontier, curr_frontier, tails, src_ptr, dst, marks, levels, predecessors, curr_level
    ):
        vertex = prev_frontier[index]
        for edge in range(src_ptr[vertex], src_ptr[vertex + 1]):
            neighbor = dst[edge]
            if claim(marks, levels, vertex, neighbor, curr_level):
                if predecessors.size:
                    predecessors[neighbor] = vertex
                append(curr_frontier, tails, neighbor)

    return visit


ROLES: Roles = {
    "offsets": {"src_ptr"},
    "edges": {"dst"},
    "queue": {"prev_frontier"},
    "labels": {"levels"},
    "next_queue": {"curr_frontier"},
    "marks": {"marks"},
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
    literal: bool = False,
) -> tuple[np.ndarray, np.ndarray]:
    """Level and predecessor of every vertex, top down from queue to queue."""
    kernel = level_kernel(claim_of(claim, literal))
    levels, parents = initial_labels(graph, sources, device, predecessors)
    queues = Queues(graph, sources, device)
    graph_arrays = (*graph.csr[:2], visited_marks(claim, levels, device), levels, parents)

    def step(curr_level: int) -> tuple[str, bool]:
        frontiers = queues.prev, queues.curr, queues.tails
        device.for_each(queues.size, kernel, *frontiers, *graph_arrays, curr_level)
        return "push", queues.swap()

    enact(step, levels, stop, trace)
    return levels, parents


def account(
    graph: Graph, levels: np.ndarray, *, claim: str = "cas", literal: bool = False
) -> list[LevelWork]:
    """What each thread of `visit` does, level by level: tries to claim, and appends."""
    require_one_of("claim", claim, CLAIMS)
    return [
        from_queue(graph, step, **claims_of(graph, step, claim, literal)) for step in steps(graph, levels)
    ]
