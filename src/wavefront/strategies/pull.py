"""Vertex-centric pull (bottom-up) BFS over CSC, or the in-edges in ELL or JDS: PMPP 4e, section 15.3.

One thread per vertex. An unvisited vertex looks through its in-neighbors and leaves at the first one of the
previous level. Only a vertex's own thread writes its level, so there is no race on it. A neighbor's level
may change from UNVISITED to curr_level meanwhile, but neither value is the previous level. In-neighbors are
sorted, so the predecessor is the smallest possible id.

``layout="ell"`` and ``"jds"`` store the in-neighbors as push.py's layouts store the out-neighbors.

Over CSC this is the printed form too: ``literal=True`` changes nothing. The text's kernel records no
predecessors.

Work O(levels * (V + E)) at worst, when most of the graph is never reached; little where most vertices are
visited in few levels. Prefer push.py for the first levels, or direction_optimized.py, which uses both.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..accounting.arithmetic import LevelWork
from ..accounting.gathering import gathering
from ..accounting.lists import csc_lists, ell_lists, jds_lists
from ..accounting.roles import Roles
from ..device import Device
from ..enactor import Stop, enact
from ..errors import require_layout
from ..frontier import UNVISITED, initial_labels
from ..graph import Graph
from ..graph.formats import PADDING
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


def joins(vertex, neighbor, levels, predecessors, curr_level, any_visited):
    """Label the vertex if the neighbor is of the previous level; returns whether it is."""
    if levels[neighbor] != curr_level - 1:
        return False
    levels[vertex] = curr_level
    if predecessors.size:
        predecessors[vertex] = neighbor
    any_visited[0] = 1
    return True


def visit_ell(vertex, num_vertices, src, levels, predecessors, curr_level, any_visited):
    """As `visit`: vertex's k-th in-neighbor is src[k * num_vertices + vertex], up to the padding."""
    if levels[vertex] == UNVISITED:
        for slot in range(vertex, src.size, num_vertices):
            neighbor = src[slot]
            if neighbor == PADDING or joins(vertex, neighbor, levels, predecessors, curr_level, any_visited):
                break


def visit_jds(row, vertices, column_ptr, src, levels, predecessors, curr_level, any_visited):
    """As `visit`: row's k-th in-neighbor is src[column_ptr[k] + row], while the column is that long."""
    vertex = vertices[row]
    if levels[vertex] == UNVISITED:
        for column in range(column_ptr.size - 1):
            slot = column_ptr[column] + row
            if slot >= column_ptr[column + 1] or joins(
                vertex, src[slot], levels, predecessors, curr_level, any_visited
            ):
                break


ROLES: Roles = {
    "offsets": {"dst_ptr", "vertices", "column_ptr"},
    "edges": {"src"},
    "labels": {"levels"},
    "other": {"predecessors", "any_visited"},
}


# Kernel of each layout, and the arrays of in-neighbors that the kernel reads.
LAYOUTS: dict[str, tuple[Callable[..., None], Callable[[Graph], tuple[Any, ...]]]] = {
    "csc": (visit, lambda graph: graph.csc[:2]),
    "ell": (visit_ell, lambda graph: (graph.num_vertices, graph.reversed.ell.dst.ravel())),
    "jds": (visit_jds, lambda graph: graph.reversed.jds[:3]),
}


def bfs(
    graph: Graph,
    sources: np.ndarray,
    device: Device,
    *,
    stop: Stop,
    trace: Trace | None,
    predecessors: bool,
    layout: str = "csc",
    literal: bool = False,
) -> tuple[np.ndarray, np.ndarray]:
    """Level and predecessor of every vertex, bottom up."""
    require_layout(layout, LAYOUTS, literal)
    kernel, arrays_of = LAYOUTS[layout]
    arrays = arrays_of(graph)
    levels, parents = initial_labels(graph, sources, device, predecessors)
    any_visited = device.xp.zeros(1, np.int32)

    def step(curr_level: int) -> tuple[str, bool]:
        any_visited[0] = 0
        device.for_each(graph.num_vertices, kernel, *arrays, levels, parents, curr_level, any_visited)
        return "pull", bool(any_visited[0])

    enact(step, levels, stop, trace)
    return levels, parents


def account(
    graph: Graph, levels: np.ndarray, *, layout: str = "csc", literal: bool = False
) -> list[LevelWork]:
    """What each thread of the layout's kernel does, level by level."""
    require_layout(layout, LAYOUTS, literal)
    lists_of = {"csc": csc_lists, "ell": ell_lists, "jds": jds_lists}[layout]
    return list(gathering(graph, levels, lists_of(graph)))
