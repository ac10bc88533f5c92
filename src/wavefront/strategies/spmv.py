"""BFS as sparse matrix-vector products over the (or, and) semiring: PMPP 4e, chapters 14 and 15; Kepner and
Gilbert, "Graph Algorithms in the Language of Linear Algebra", SIAM 2011.

With M the transposed adjacency matrix and x the previous frontier as a vector of zeros and ones, the current
frontier is M x, masked by the vertices not visited yet. How M is stored decides who is a thread:

- ``layout="csr"``: one thread per row of M gathers from x: the vertex-centric pull of pull.py;
- ``layout="csc"``: one thread per column of M scatters its element of x: the push of push.py;
- ``layout="coo"``: one thread per element of M: edge_centric.py.

Threads that store to the same element all store 1, and any of their predecessors is right, so the races are
harmless. ``library=True`` leaves the product to SciPy or cupyx, which add instead of or-ing; this product is
here for comparison, and has neither the mask nor an early exit.

Work O(levels * (V + E)) for every layout. Prefer direction_optimized.py: the masked product in two layouts.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from ..accounting.arithmetic import LABELS, LevelWork, Step, over_edges, scattering, steps
from ..accounting.gathering import gathering
from ..accounting.roles import Roles
from ..accounting.sectors import sectors_of_slots
from ..device import Device
from ..enactor import Stop, enact
from ..errors import InputError, checked_flag, require_one_of
from ..frontier import UNVISITED, initial_labels
from ..graph import Graph
from ..trace import Trace


def gather(row, row_ptr, column, prev_frontier, curr_frontier, levels, predecessors):
    """Row of M times x: whether any element of the unvisited vertex's row meets a one."""
    if levels[row] == UNVISITED:
        for element in range(row_ptr[row], row_ptr[row + 1]):
            if prev_frontier[column[element]]:
                curr_frontier[row] = 1
                if predecessors.size:
                    predecessors[row] = column[element]
                break


def scatter(column, column_ptr, row, prev_frontier, curr_frontier, levels, predecessors):
    """Column of M times its element of x, added to the current frontier where unvisited."""
    if prev_frontier[column]:
        for element in range(column_ptr[column], column_ptr[column + 1]):
            if levels[row[element]] == UNVISITED:
                curr_frontier[row[element]] = 1
                if predecessors.size:
                    predecessors[row[element]] = column


def multiply(element, column, row, prev_frontier, curr_frontier, levels, predecessors):
    """One element of M times its element of x, added to the current frontier where unvisited."""
    if prev_frontier[column[element]] and levels[row[element]] == UNVISITED:
        curr_frontier[row[element]] = 1
        if predecessors.size:
            predecessors[row[element]] = column[element]


ROLES: Roles = {
    "offsets": {"row_ptr", "column_ptr"},
    "edges": {"row", "column"},
    "labels": {"curr_frontier"},  # the host derives the levels from this array after the launch
    "other": {"prev_frontier", "levels", "predecessors"},
}


MARKS = np.empty(0, np.uint8)  # the type of a frontier as a vector

# Kernel of each layout of M, and the graph's arrays that hold M in it: rows of M are the graph's columns.
LAYOUTS: dict[str, tuple[Callable[..., None], Callable[[Graph], tuple[Any, ...]]]] = {
    "csr": (gather, lambda graph: graph.csc[:2]),
    "csc": (scatter, lambda graph: graph.csr[:2]),
    "coo": (multiply, lambda graph: graph.coo[:2]),
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
    library: bool = False,
) -> tuple[np.ndarray, np.ndarray | None]:
    """Level and predecessor of every vertex, one masked product per level."""
    library = checked_flag("library", library)
    levels, parents = initial_labels(graph, sources, device, predecessors)
    product = _library_product(graph, device) if library else _product(graph, device, layout, levels, parents)
    frontier = (levels == 0).astype(MARKS.dtype)

    def step(curr_level: int) -> tuple[str, bool]:
        nonlocal frontier
        frontier = product(frontier)
        if library:
            frontier = ((frontier != 0) & (levels == UNVISITED)).astype(MARKS.dtype)
        levels[frontier != 0] = curr_level
        return "pull" if layout == "csr" else "push", bool(frontier.any())

    enact(step, levels, stop, trace)
    return levels, None if library else parents


def _product(
    graph: Graph, device: Device, layout: str, levels: np.ndarray, parents: np.ndarray
) -> Callable[[Any], Any]:
    """The function from the previous frontier to the current one, for M stored in this layout."""
    require_one_of("layout", layout, LAYOUTS)
    kernel, arrays_of = LAYOUTS[layout]
    count = graph.num_edges if layout == "coo" else graph.num_vertices
    matrix = arrays_of(graph)

    def product(prev_frontier: Any) -> Any:
        curr_frontier = device.xp.zeros_like(prev_frontier)
        device.for_each(count, kernel, *matrix, prev_frontier, curr_frontier, levels, parents)
        return curr_frontier

    return product


def _library_product(graph: Graph, device: Device) -> Callable[[Any], Any]:
    if device.xp is np:
        from scipy import sparse
    else:
        from cupyx.scipy import sparse

    dst_ptr, src, _ = graph.csc
    # The product counts in-neighbors in the frontier, in float32: both libraries have a fast product for it.
    ones = device.xp.ones(src.size, np.float32)
    matrix = sparse.csr_matrix((ones, src, dst_ptr), shape=(graph.num_vertices,) * 2)
    return lambda frontier: matrix @ frontier.astype(np.float32)


def account(
    graph: Graph, levels: np.ndarray, *, layout: str = "csr", library: bool = False
) -> list[LevelWork]:
    """What each thread of the layout's kernel does, level by level.

    The levels don't change during a product, so that every edge to an unvisited vertex stores a one.
    Raises InputError for the library's product, whose threads aren't ours to count.
    """
    require_one_of("layout", layout, LAYOUTS)
    if checked_flag("library", library):
        raise InputError("there is no account of library=True: its kernels are the library's")
    if layout == "csr":
        rows = zip(gathering(graph, levels), steps(graph, levels), strict=True)
        return [replace(row, **_product_columns(step)) for row, step in rows]
    if layout == "csc":
        return [scattering(graph, step, **_product_columns(step)) for step in steps(graph, levels)]
    return [over_edges(graph, step, step.edges, **_product_columns(step)) for step in steps(graph, levels)]


def _product_columns(step: Step) -> dict[str, Any]:
    """The marks that a product writes; the host learns if there are any, and sends the level to store."""
    written = sectors_of_slots(MARKS, step.found)
    return {"sectors_written": written, "bytes_to_host": 1, "bytes_from_host": LABELS.itemsize}
