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

No text prints the search as a product. ``literal=True`` takes chapter 14's products unchanged, over CSR and
over COO: they add, and have neither the mask nor the early exit, so that the host masks and, as for the
library, predecessors follow from the levels. Elements of COO that share a row add to it by an atomic.

Work O(levels * (V + E)) for every layout. Prefer direction_optimized.py: the masked product in two layouts.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from ..accounting.arithmetic import LABELS, LevelWork, over_edges, scattering
from ..accounting.gathering import gathering
from ..accounting.roles import Roles
from ..accounting.sectors import sectors_of_first, sectors_of_lists, sectors_of_slots
from ..accounting.steps import Step, steps
from ..accounting.warps import WARP_SIZE, Reads, reads_of_lists, warp_steps
from ..atomics import atomic_add
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


def sum_row(row, row_ptr, column, prev_frontier, sums):
    """Chapter 14's product over CSR: row of M times x."""
    total = 0
    for element in range(row_ptr[row], row_ptr[row + 1]):
        total += prev_frontier[column[element]]
    sums[row] += total


def add_element(element, column, row, prev_frontier, sums):
    """Chapter 14's product over COO: one element of M times its element of x, added to that of its row."""
    atomic_add(sums, row[element], prev_frontier[column[element]])


ROLES: Roles = {
    "offsets": {"row_ptr", "column_ptr"},
    "edges": {"row", "column"},
    "labels": {"curr_frontier"},  # the host derives the levels from this array after the launch
    "other": {"prev_frontier", "sums", "levels", "predecessors"},
}


MARKS = np.empty(0, np.uint8)  # the type of a frontier as a vector
SUMS = np.empty(0, np.int32)  # its type where elements add up
# The host learns of a product whether anything was found, and sends the level to store.
COPIED = {"bytes_to_host": MARKS.itemsize, "bytes_from_host": LABELS.itemsize}

# Kernel of each layout of M, and the graph's arrays that hold M in it: rows of M are the graph's columns.
LAYOUTS: dict[str, tuple[Callable[..., None], Callable[[Graph], tuple[Any, ...]]]] = {
    "csr": (gather, lambda graph: graph.csc[:2]),
    "csc": (scatter, lambda graph: graph.csr[:2]),
    "coo": (multiply, lambda graph: graph.coo[:2]),
}
PRINTED: dict[str, Callable[..., None]] = {"csr": sum_row, "coo": add_element}


def _check_form(layout: str, library: bool, literal: bool) -> None:
    require_one_of("layout", layout, LAYOUTS)
    if literal and (library or layout not in PRINTED):
        form = "the library's product" if library else f"layout={layout!r}"
        raise InputError(f"literal=True has layout='csr' or 'coo', not {form}: no text prints its kernel")


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
    literal: bool = False,
) -> tuple[np.ndarray, np.ndarray | None]:
    """Level and predecessor of every vertex, one masked product per level."""
    library = checked_flag("library", library)
    _check_form(layout, library, literal)
    masked = not (library or literal)
    levels, parents = initial_labels(graph, sources, device, predecessors and masked)
    kernel = PRINTED[layout] if literal else LAYOUTS[layout][0]
    labels = (levels, parents) if masked else ()
    product = _library_product(graph, device) if library else _product(graph, device, layout, kernel, labels)
    dtype = MARKS.dtype if masked else SUMS.dtype
    frontier = (levels == 0).astype(dtype)

    def step(curr_level: int) -> tuple[str, bool]:
        nonlocal frontier
        found = product(frontier)
        frontier = found if masked else ((found != 0) & (levels == UNVISITED)).astype(dtype)
        levels[frontier != 0] = curr_level
        return "pull" if layout == "csr" else "push", bool(frontier.any())

    enact(step, levels, stop, trace)
    return levels, parents if masked else None


def _product(
    graph: Graph, device: Device, layout: str, kernel: Callable[..., None], labels: tuple[Any, ...]
) -> Callable[[Any], Any]:
    """The function from the previous frontier to the current one, by this kernel for M in this layout."""
    count = graph.num_edges if layout == "coo" else graph.num_vertices
    matrix = LAYOUTS[layout][1](graph)

    def product(prev_frontier: Any) -> Any:
        curr_frontier = device.xp.zeros_like(prev_frontier)
        device.for_each(count, kernel, *matrix, prev_frontier, curr_frontier, *labels)
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
    graph: Graph, levels: np.ndarray, *, layout: str = "csr", library: bool = False, literal: bool = False
) -> list[LevelWork]:
    """What each thread of the layout's kernel does, level by level.

    The levels don't change during a product, so that every edge to an unvisited vertex stores a one. In
    chapter 14's products all threads do the same in every level, and the host alone labels.
    Raises InputError for the library's product, whose threads aren't ours to count.
    """
    if checked_flag("library", library):
        raise InputError("there is no account of library=True: its kernels are the library's")
    _check_form(layout, library, literal)
    if literal:
        columns = _columns_as_printed(graph, layout)
        return [scattering(graph, step, **columns) for step in steps(graph, levels)]
    if layout == "csr":
        rows = zip(gathering(graph, levels), steps(graph, levels), strict=True)
        return [replace(row, **_product_columns(step)) for row, step in rows]
    if layout == "csc":
        return [scattering(graph, step, **_product_columns(step)) for step in steps(graph, levels)]
    return [over_edges(graph, step, step.edges, **_product_columns(step)) for step in steps(graph, levels)]


def _product_columns(step: Step) -> dict[str, Any]:
    """The marks that a product writes, and what the host copies."""
    return COPIED | {"sectors_written": sectors_of_slots(MARKS, step.found)}


def _columns_as_printed(graph: Graph, layout: str) -> dict[str, Any]:
    """The work of any level by chapter 14's products."""
    if layout == "csr":
        dst_ptr, src, _ = graph.csc
        rows = np.arange(graph.num_vertices)
        return COPIED | {
            "direction": "pull",
            "threads_active": int(np.count_nonzero(graph.in_degrees)),
            "threads_labelling": 0,
            "edges_inspected": graph.num_edges,
            "longest_thread": int(graph.in_degrees.max()),
            "warp_steps": warp_steps(rows, graph.in_degrees),
            "sectors_read": sectors_of_lists(dst_ptr, src, rows),
            "sectors_written": sectors_of_first(SUMS, rows.size),
            "coalescing": reads_of_lists(rows, dst_ptr[:-1], graph.in_degrees, src.itemsize).coalescing,
        }
    src, dst, _ = graph.coo
    threads = graph.num_edges
    read = sectors_of_first(src, threads) + sectors_of_first(dst, threads)
    return COPIED | {
        "kernel_launches": min(1, threads),
        "threads_launched": threads,
        "threads_active": threads,
        "threads_labelling": 0,
        "edges_inspected": threads,
        "longest_thread": min(1, threads),
        "warp_steps": -(-threads // WARP_SIZE),
        "sectors_read": read,
        "sectors_written": sectors_of_slots(SUMS, dst),
        "coalescing": Reads((read, read), (read, read), src.itemsize).coalescing,
        "global_atomics": threads,
        "global_contention": int(graph.in_degrees.max()),
    }
