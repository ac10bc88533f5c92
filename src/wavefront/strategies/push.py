"""Vertex-centric push (top-down) BFS over CSR, ELL or JDS: PMPP 4e, section 15.3.

One thread per vertex. A vertex of the previous level labels its unvisited out-neighbors. Two threads may
label the same neighbor; both store curr_level, so the race is harmless and needs no atomic. Each also stores
itself as the predecessor: whichever store comes last, the predecessor is of the previous level.

With ``layout="ell"`` or ``"jds"`` (chapter 14) the k-th neighbors of neighboring vertices lie side by side,
so that a warp whose lanes are all in the frontier reads whole sectors. ELL pays with padding up to the
largest degree, JDS with a permutation of the vertices.

Work O(levels * V + E). Prefer single_block.py when there are many levels.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from ..accounting.arithmetic import LevelWork, between, marks_written, scattering
from ..accounting.lists import rows_of
from ..accounting.roles import Roles
from ..accounting.sectors import sectors_of_first, sectors_of_slots
from ..accounting.steps import Step, steps
from ..accounting.warps import ranks, reads_of_slots, warp_steps
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


def visit(vertex, src_ptr, dst, levels, predecessors, curr_level, any_visited):
    """A vertex of the previous level labels its unvisited out-neighbors."""
    if levels[vertex] == curr_level - 1:
        for edge in range(src_ptr[vertex], src_ptr[vertex + 1]):
            label(dst[edge], vertex, levels, predecessors, curr_level, any_visited)


def visit_ell(vertex, num_vertices, dst, levels, predecessors, curr_level, any_visited):
    """As `visit`: vertex's k-th neighbor is dst[k * num_vertices + vertex], up to the padding."""
    if levels[vertex] == curr_level - 1:
        for slot in range(vertex, dst.size, num_vertices):
            if dst[slot] == PADDING:
                break
            label(dst[slot], vertex, levels, predecessors, curr_level, any_visited)


def visit_jds(row, vertices, column_ptr, dst, levels, predecessors, curr_level, any_visited):
    """As `visit`: row's k-th neighbor is dst[column_ptr[k] + row], while the column is that long."""
    vertex = vertices[row]
    if levels[vertex] == curr_level - 1:
        for column in range(column_ptr.size - 1):
            slot = column_ptr[column] + row
            if slot >= column_ptr[column + 1]:
                break
            label(dst[slot], vertex, levels, predecessors, curr_level, any_visited)


def visit_as_printed(vertex, src_ptr, dst, levels, predecessors, curr_level, visited):
    """As `visit`; also marks the neighbor as visited. The first mark is the flag that the host reads."""
    if levels[vertex] == curr_level - 1:
        for edge in range(src_ptr[vertex], src_ptr[vertex + 1]):
            neighbor = dst[edge]
            if levels[neighbor] == UNVISITED:
                levels[neighbor] = curr_level
                visited[neighbor] = 1
                visited[0] = 1
                if predecessors.size:
                    predecessors[neighbor] = vertex


ROLES: Roles = {
    "offsets": {"src_ptr", "vertices", "column_ptr"},
    "edges": {"dst"},
    "labels": {"levels"},
    "other": {"predecessors", "any_visited", "visited"},
}


# Kernel of each layout, and the graph's arrays that the kernel reads.
LAYOUTS: dict[str, tuple[Callable[..., None], Callable[[Graph], tuple[Any, ...]]]] = {
    "csr": (visit, lambda graph: graph.csr[:2]),
    "ell": (visit_ell, lambda graph: (graph.num_vertices, graph.ell.dst.ravel())),
    "jds": (visit_jds, lambda graph: graph.jds[:3]),
}


def bfs(
    graph: Graph,
    sources: np.ndarray,
    device: Device,
    *,
    stop: Stop,
    trace: Trace | None,
    predecessors: bool,
    layout: str = "csr",
    literal: bool = False,
) -> tuple[np.ndarray, np.ndarray]:
    """Level and predecessor of every vertex, top down."""
    require_layout(layout, LAYOUTS, literal)
    kernel, arrays_of = LAYOUTS[layout]
    if literal:
        kernel = visit_as_printed
    arrays = arrays_of(graph)
    levels, parents = initial_labels(graph, sources, device, predecessors)
    any_visited = device.xp.zeros(graph.num_vertices if literal else 1, np.int32)

    def step(curr_level: int) -> tuple[str, bool]:
        any_visited[0] = 0
        device.for_each(graph.num_vertices, kernel, *arrays, levels, parents, curr_level, any_visited)
        return "push", bool(any_visited[0])

    enact(step, levels, stop, trace)
    return levels, parents


def account(
    graph: Graph, levels: np.ndarray, *, layout: str = "csr", literal: bool = False
) -> list[LevelWork]:
    """What each thread of the layout's kernel does, level by level. The printed kernel also stores marks."""
    require_layout(layout, LAYOUTS, literal)
    columns = _columns(graph, layout, literal)
    return [
        scattering(
            graph,
            step,
            threads_labelling=between(step.sole_parents, step.parents),
            **columns(step),
        )
        for step in steps(graph, levels)
    ]


def _columns(graph: Graph, layout: str, literal: bool) -> Callable[[Step], dict[str, Any]]:
    """For each level, the columns that depend on the layout or on the form."""
    if layout == "ell":
        return partial(_ell_columns, graph)
    if layout == "jds":
        return partial(_jds_columns, graph, rows_of(graph.jds.vertices))
    return lambda step: {"sectors_written": marks_written(step.found)} if literal else {}


def _ell_columns(graph: Graph, step: Step) -> dict[str, Any]:
    """What is read of the padded rows, with the padding that ends a row."""
    width, num_vertices = graph.ell.dst.shape
    lengths = np.minimum(step.degrees + 1, width)
    turn, thread = ranks(lengths), np.repeat(step.frontier, lengths)
    slots = turn * num_vertices + thread
    reads = reads_of_slots(thread, turn, slots, graph.ell.dst.itemsize)
    return {"sectors_read": sectors_of_slots(graph.ell.dst, slots), "reads": reads}


def _jds_columns(graph: Graph, row_of: np.ndarray, step: Step) -> dict[str, Any]:
    """Warp steps and sectors, one thread per row: all read their vertex, the frontier's also read columns."""
    vertices, column_ptr, dst, _ = graph.jds
    row = row_of.take(step.frontier)
    turn, thread = ranks(step.degrees), np.repeat(row, step.degrees)
    slots = column_ptr.take(turn) + thread
    columns = min(int(step.degrees.max()) + 1, column_ptr.size - 1)
    offsets = columns + 1 if columns else 0
    sectors = sectors_of_first(vertices, vertices.size) + sectors_of_first(column_ptr, offsets)
    return {
        "warp_steps": warp_steps(row, step.degrees),
        "sectors_read": sectors + sectors_of_slots(dst, slots),
        "reads": reads_of_slots(thread, turn, slots, dst.itemsize),
    }
