"""Vertex-centric pull (bottom-up) BFS over CSC: PMPP 4e, section 15.3.

One thread per vertex. An unvisited vertex looks through its in-neighbors and leaves at the first one of the
previous level. Only a vertex's own thread writes its level, so there is no race on it. A neighbor's level
may change from UNVISITED to curr_level meanwhile, but neither value is the previous level. In-neighbors are
sorted, so the predecessor is the smallest possible id.

This is the printed form too: ``literal=True`` changes nothing. The text's kernel records no predecessors.

Work O(levels * (V + E)) at worst, when most of the graph is never reached; little where most vertices are
visited in few levels. Prefer push.py for the first levels, or direction_optimized.py, which uses both.
"""

import numpy as np

from ..accounting.arithmetic import LevelWork
from ..accounting.gathering import gathering
from ..accounting.roles import Roles
from ..device import Device
from ..enactor import Stop, enact
from ..frontier import UNVISITED, initial_labels
from ..graph import Graph
from ..trace import Trace


def visit(vertex, dst_ptr, src, levels, predecessors, curr_level, any_visited):
    """An unvisited vertex with an in-neighbor of the previous level labels itself."""
    if levels[vertex] == UNVISITED:
        for edge in range(dst_ptr[vertex], dst_ptr[vertex + 1]):
            if levels[src[edge]] == curr_level - 1:
                levels[vertex] = curr_level
                if predecessors.size:
                    predecessors[vertex] = src[edge]
                any_visited[0] = 1
                break


ROLES: Roles = {
    "offsets": {"dst_ptr"},
    "edges": {"src"},
    "labels": {"levels"},
    "other": {"predecessors", "any_visited"},
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
    """Level and predecessor of every vertex, bottom up."""
    dst_ptr, src = graph.csc.dst_ptr, graph.csc.src
    levels, parents = initial_labels(graph, sources, device, predecessors)
    any_visited = device.xp.zeros(1, np.int32)

    def step(curr_level: int) -> tuple[str, bool]:
        any_visited[0] = 0
        device.for_each(graph.num_vertices, visit, dst_ptr, src, levels, parents, curr_level, any_visited)
        return "pull", bool(any_visited[0])

    enact(step, levels, stop, trace)
    return levels, parents


def account(graph: Graph, levels: np.ndarray, *, literal: bool = False) -> list[LevelWork]:
    """What each thread of `visit` does, level by level."""
    return list(gathering(graph, levels))
