"""Edge-centric BFS over COO or ELL: PMPP 4e, section 15.4.

One thread per edge. An edge from a vertex of the previous level labels its end if the end is unvisited. Two
edges may label the same vertex; both store curr_level, so the race is harmless, as in push.py.

Every thread does the same little work, however uneven the degrees, and all edges are read in order. But
every edge is inspected in every level: work O(levels * E).

With ``layout="ell"`` (chapter 14) there is one thread per slot of the padded lists. A slot's place tells its
source, so that no array of sources is stored or read. The threads of the padding find nothing: work
O(levels * V * largest degree).

Prefer push.py, unless a GPU searches a graph of
few levels and very uneven degrees.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..accounting.arithmetic import LevelWork, between, marks_written, over_edges
from ..accounting.roles import Roles
from ..accounting.sectors import distinct, sectors_of_slots
from ..accounting.steps import Step, steps
from ..accounting.warps import WARP_SIZE, reads_of_slots
from ..device import Device
from ..enactor import Stop, enact
from ..errors import require_layout
from ..frontier import UNVISITED, initial_labels
from ..graph import Graph
from ..graph.formats import PADDING
from ..trace import Trace


def label(neighbor, vertex, levels, predecessors, curr_level, any_visited):
    """Label the neighbor unless it was visited."""
    if levels[neighbor] == UNVISITED:
        levels[neighbor] = curr_level
        if predecessors.size:
            predecessors[neighbor] = vertex
        any_visited[0] = 1


def visit(edge, src, dst, levels, predecessors, curr_level, any_visited):
    """An edge from the previous level labels its unvisited end."""
    if levels[src[edge]] == curr_level - 1:
        label(dst[edge], src[edge], levels, predecessors, curr_level, any_visited)


def visit_ell(slot, num_vertices, dst, levels, predecessors, curr_level, any_visited):
    """As `visit`, for a slot of the padded lists: the k-th neighbor of v is in slot k * num_vertices + v."""
    vertex = slot % num_vertices
    if levels[vertex] == curr_level - 1 and dst[slot] != PADDING:
        label(dst[slot], vertex, levels, predecessors, curr_level, any_visited)


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


# Kernel of each layout, and the graph's arrays that the kernel reads; the last has a slot per thread.
LAYOUTS: dict[str, tuple[Callable[..., None], Callable[[Graph], tuple[Any, ...]]]] = {
    "coo": (visit, lambda graph: graph.coo[:2]),
    "ell": (visit_ell, lambda graph: (graph.num_vertices, graph.ell.dst.ravel())),
}


def bfs(
    graph: Graph,
    sources: np.ndarray,
    device: Device,
    *,
    stop: Stop,
    trace: Trace | None,
    predecessors: bool,
    layout: str = "coo",
    literal: bool = False,
) -> tuple[np.ndarray, np.ndarray]:
    """Level and predecessor of every vertex, edge by edge."""
    require_layout(layout, LAYOUTS, literal)
    kernel, arrays_of = LAYOUTS[layout]
    if literal:
        kernel = visit_as_printed
    arrays = arrays_of(graph)
    levels, parents = initial_labels(graph, sources, device, predecessors)
    any_visited = device.xp.zeros(graph.num_vertices if literal else 1, np.int32)

    def step(curr_level: int) -> tuple[str, bool]:
        any_visited[0] = 0
        device.for_each(arrays[-1].size, kernel, *arrays, levels, parents, curr_level, any_visited)
        return "push", bool(any_visited[0])

    enact(step, levels, stop, trace)
    return levels, parents


def account(
    graph: Graph, levels: np.ndarray, *, layout: str = "coo", literal: bool = False
) -> list[LevelWork]:
    """What each thread of the layout's kernel does. One or more of a vertex's in-edges label it.

    As printed (`literal`), a thread does the same, and stores a mark.
    """
    require_layout(layout, LAYOUTS, literal)
    rows = []
    for step in steps(graph, levels):
        columns = _columns_of_slots(graph, step) if layout == "ell" else {}
        if literal:
            columns["sectors_written"] = marks_written(step.found)
        rows.append(over_edges(graph, step, between(step.vertices, step.edges), **columns))
    return rows


def _columns_of_slots(graph: Graph, step: Step) -> dict[str, Any]:
    """A thread whose slot's vertex is in the frontier reads the slot: one of its neighbors, or padding."""
    width, num_vertices = graph.ell.dst.shape
    ids = graph.ell.dst.ravel()
    slots = (np.arange(width)[:, None] * num_vertices + step.frontier).ravel()
    edges = slots[ids.take(slots) != PADDING]
    return {
        "kernel_launches": min(1, ids.size),
        "threads_launched": ids.size,
        "threads_active": slots.size,
        "edges_inspected": edges.size,
        "longest_thread": min(1, edges.size),
        "warp_steps": distinct(edges // WARP_SIZE).size,
        "sectors_read": sectors_of_slots(ids, slots),
        "coalescing": reads_of_slots(slots, np.zeros_like(slots), slots, ids.itemsize).coalescing,
    }
