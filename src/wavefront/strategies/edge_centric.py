"""Edge-centric BFS over COO: PMPP 4e, section 15.4.

One thread per edge. An edge from a vertex of the previous level labels its end if the end is unvisited. Two
edges may label the same vertex; both store curr_level, so the race is harmless, as in push.py.

Every thread does the same little work, however uneven the degrees, and all edges are read in order. But
every edge is inspected in every level: work O(levels * E). Prefer push.py, unless a GPU searches a graph of
few levels and very uneven degrees.
"""

import numpy as np

from ..accounting.arithmetic import LevelWork, between, marks_written, over_edges, steps
from ..accounting.roles import Roles
from ..device import Device
from ..enactor import Stop, enact
from ..frontier import UNVISITED, initial_labels
from ..graph import Graph
from ..trace import Trace


def visit(edge, src, dst, levels, predecessors, curr_level, any_visited):
    """An edge from the previous level labels its unvisited end."""
    if levels[src[edge]] == curr_level - 1:
        neighbor = dst[edge]
        if levels[neighbor] == UNVISITED:
            levels[neighbor] = curr_level
            if predecessors.size:
                predecessors[neighbor] = src[edge]
            any_visited[0] = 1


def visit_as_printed(edge, src, dst, levels, predecessors, curr_level, visited):
    """As `visit`; also marks the end as visited. The first mark is the flag that the host reads."""
    if levels[src[edge]] == curr_level - 1:
        neighbor = dst[edge]
        if levels[neighbor] == UNVISITED:
            levels[neighbor] = curr_level
            visited[neighbor] = 1
            visited[0] = 1
            if predecessors.size:
                predecessors[neighbor] = src[edge]


ROLES: Roles = {
    "edges": {"src", "dst"},
    "labels": {"levels"},
    "other": {"predecessors", "any_visited", "visited"},
}


def bfs(
    graph: Graph,
    sources: np.ndarray,
    device: Device,
    *,
    stop: Stop,
    trace: Trace | None,
    predecessors: bool,
    literal: bool = False,
) -> tuple[np.ndarray, np.ndarray]:
    """Level and predecessor of every vertex, edge by edge."""
    src, dst, _ = graph.coo
    levels, parents = initial_labels(graph, sources, device, predecessors)
    kernel, flags = (visit_as_printed, graph.num_vertices) if literal else (visit, 1)
    any_visited = device.xp.zeros(flags, np.int32)

    def step(curr_level: int) -> tuple[str, bool]:
        any_visited[0] = 0
        device.for_each(graph.num_edges, kernel, src, dst, levels, parents, curr_level, any_visited)
        return "push", bool(any_visited[0])

    enact(step, levels, stop, trace)
    return levels, parents


def account(graph: Graph, levels: np.ndarray, *, literal: bool = False) -> list[LevelWork]:
    """What each thread of `visit` does, level by level. One or more of a vertex's in-edges label it.

    As printed (`literal`), a thread does the same, and stores a mark.
    """
    rows = []
    for step in steps(graph, levels):
        marks = {"sectors_written": marks_written(step.found)} if literal else {}
        rows.append(over_edges(graph, step, between(step.vertices, step.edges), **marks))
    return rows
