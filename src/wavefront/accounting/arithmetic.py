"""The work account's arithmetic: rows, warps in lockstep, sectors, and ranges where a race decides.

A strategy's `account` computes from the final levels what the threads of its GPU kernels do, level by level.
A figure that depends on the order of the threads is a range: its least and its most over all orders.
"""

from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from ..graph import Graph
from .sectors import sectors, sectors_of_first, sectors_of_lists, sectors_of_slots
from .steps import Step
from .warps import (
    WARP_SIZE,
    Reads,
    ranks,
    reads_in_any_order,
    reads_of_lists,
    warp_steps,
    warp_steps_in_any_order,
)

Range = int | tuple[int, int]  # a figure, or its least and its most
Share = float | tuple[float, float]  # likewise
NOT_COUNTED: Any = None  # a figure of a method whose kernels don't tell it
LABELS = np.empty(0, np.int32)  # the type of the vertices' levels, and of the marks of a claim
FLAG = 4  # bytes of the flag that says whether a level has vertices: the host sets and reads it
TAIL = 8  # bytes of the number of vertices in a queue
# Columns of a method without claims, queues and barriers.
ONLY_LABELS: dict[str, Any] = {
    "claims_tried": 0,
    "claims_won": 0,
    "appends": 0,
    "block_contention": 0,
    "global_contention": 0,
    "block_barriers": 0,
    "grid_barriers": 0,
    "bytes_to_host": FLAG,
    "bytes_from_host": FLAG,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelWork:
    """The kernels' work to label one level. docs/guide/account.md defines each column.

    A pair is the least and the most of a figure that depends on the timing of the threads; None stands for a
    figure that is not counted.
    """

    level: int
    direction: str = "push"
    kernel_launches: int = 1
    threads_launched: int
    threads_active: int = NOT_COUNTED
    edges_inspected: int
    threads_labelling: Range = NOT_COUNTED
    vertices_labelled: int
    longest_thread: Range = NOT_COUNTED
    warp_steps: Range = NOT_COUNTED
    sectors_read: int = NOT_COUNTED
    sectors_written: int = NOT_COUNTED
    coalescing: Share = NOT_COUNTED
    claims_tried: Range = NOT_COUNTED
    claims_won: Range = NOT_COUNTED
    appends: Range = NOT_COUNTED
    block_atomics: Range = 0
    global_atomics: Range = 0
    block_contention: Range = NOT_COUNTED
    global_contention: Range = NOT_COUNTED
    block_barriers: int = NOT_COUNTED
    grid_barriers: int = NOT_COUNTED
    bytes_to_host: int = NOT_COUNTED
    bytes_from_host: int = NOT_COUNTED
    where: str | None = None  # of single_block alone

    @property
    def simd_efficiency(self) -> Share | None:
        """Edges inspected per lane and step of the warps that ran: 1 if no lane waited, 0 without work."""
        if self.warp_steps is None:
            return None
        least, most = (
            self.edges_inspected / (WARP_SIZE * count) if count else 0.0
            for count in reversed(limits(self.warp_steps))
        )
        return least if least == most else (least, most)

    @property
    def divergence(self) -> Share | None:
        """Lanes of a warp that are idle in a step, on average; 0 without work."""
        if self.simd_efficiency is None:
            return None
        busy = [WARP_SIZE * share for share in limits(self.simd_efficiency)]
        least, most = (WARP_SIZE - lanes if lanes else 0.0 for lanes in reversed(busy))
        return least if least == most else (least, most)

    @property
    def claims_lost(self) -> Range | None:
        """Claims tried and not won."""
        if self.claims_tried is None or self.claims_won is None:
            return None
        (fewest, tried), (least, won) = limits(self.claims_tried), limits(self.claims_won)
        return between(max(fewest - won, 0), tried - least)

    def columns(self) -> dict[str, Any]:
        """Every column of the account by name, in order; `where` only if it is known."""
        names = [field.name for field in fields(self)]
        place = names.index("sectors_read")
        names[place:place] = ["simd_efficiency", "divergence"]
        names.insert(names.index("claims_won") + 1, "claims_lost")
        return {name: getattr(self, name) for name in names if name != "where" or self.where}


def between(least: int, most: int) -> Range:
    """The range, or a single figure if both ends are equal."""
    return int(least) if least == most else (int(least), int(most))


def limits(figure: Any) -> tuple[Any, Any]:
    """The least and the most of a figure."""
    return figure if isinstance(figure, tuple) else (figure, figure)


def plus(*figures: Range) -> Range:
    """The sum of figures."""
    least, most = (sum(limits(figure)[end] for figure in figures) for end in (0, 1))
    return between(least, most)


def flag_written(found: np.ndarray) -> int:
    """Sectors that are written where each vertex found is labelled, and a flag set."""
    return sectors_of_slots(LABELS, found) + min(1, found.size)


def marks_written(found: np.ndarray) -> int:
    """Sectors that are written where each vertex found is labelled and marked; the first mark is the flag."""
    marked = np.append(found, 0) if found.size else found
    return sectors_of_slots(LABELS, found) + sectors_of_slots(LABELS, marked)


def queue_written(graph: Graph, found: np.ndarray) -> int:
    """Sectors that are written where each vertex found is labelled and queued, and the tails swapped."""
    return sectors_of_slots(LABELS, found) + sectors_of_first(graph.csr.dst, found.size) + 1


def scattering(graph: Graph, step: Step, reads: Reads | None = None, **columns: Any) -> LevelWork:
    """One thread per vertex; threads of the frontier walk the out-neighbors. `columns` override figures.

    `reads` are those of the threads' lists, if not of CSR's.
    """
    src_ptr, dst, _ = graph.csr
    given: dict[str, Any] = ONLY_LABELS | {
        "level": step.level,
        "threads_launched": graph.num_vertices,
        "threads_active": step.frontier.size,
        "edges_inspected": int(step.degrees.sum(dtype=np.int64)),
        "threads_labelling": step.parents,
        "vertices_labelled": step.vertices,
        "longest_thread": int(step.degrees.max()),
        "sectors_written": flag_written(step.found),
    }
    if "warp_steps" not in columns:
        given["warp_steps"] = warp_steps(step.frontier, step.degrees)
    if "sectors_read" not in columns:
        given["sectors_read"] = sectors_of_lists(src_ptr, dst, step.frontier)
    if reads is None:
        reads = reads_of_lists(step.frontier, src_ptr.take(step.frontier), step.degrees, dst.itemsize)
    return LevelWork(**given | {"coalescing": reads.coalescing} | columns)


def over_edges(graph: Graph, step: Step, threads_labelling: Range, **columns: Any) -> LevelWork:
    """One thread per edge; if the edge's source is in the frontier, the thread also reads the destination.

    `columns` override figures.
    """
    src, dst, _ = graph.coo
    ptr = graph.csr.src_ptr  # the edges are in the order of these lists
    active = sectors(dst, ptr.take(step.frontier), ptr.take(step.frontier + 1))
    every = sectors_of_first(src, graph.num_edges)
    slots = np.repeat(ptr.take(step.frontier), step.degrees) + ranks(step.degrees)
    ends = reads_of_lists(slots, slots, np.ones_like(slots), dst.itemsize)
    given: dict[str, Any] = ONLY_LABELS | {
        "level": step.level,
        "kernel_launches": min(1, graph.num_edges),
        "threads_launched": graph.num_edges,
        "threads_active": int(step.degrees.sum(dtype=np.int64)),
        "edges_inspected": graph.num_edges,
        "threads_labelling": threads_labelling,
        "vertices_labelled": step.vertices,
        "longest_thread": min(1, graph.num_edges),
        "warp_steps": -(-graph.num_edges // WARP_SIZE),
        "sectors_read": every + active,
        "sectors_written": flag_written(step.found),
        "coalescing": ends.and_also(Reads((every, every), (every, every), dst.itemsize)).coalescing,
    }
    return LevelWork(**given | columns)


def from_queue(
    graph: Graph,
    step: Step,
    block_size: int = WARP_SIZE,
    *,
    claims: Range | None = None,
    claim_contention: Range | None = None,
    marks_written: int = 0,
    adds: Range | None = None,
    reads: Reads | None = None,
    **columns: Any,
) -> LevelWork:
    """One thread per vertex of a frontier queue in any order; vertices are claimed by atomics.

    A thread that finds a vertex unvisited tries to claim it: at least once per vertex, at most once per
    parent of the vertex. `claims` are the tries, `claim_contention` the most on one address, and
    `marks_written` the sectors of their marks: claims.py. `adds` are the atomics on the frontier's tail, one
    for each vertex unless given. `columns` override figures.
    """
    src_ptr, dst, _ = graph.csr
    claims = between(step.vertices, step.pairs) if claims is None else claims
    adds = step.vertices if adds is None else adds
    if claim_contention is None:
        claim_contention = between(min(1, step.vertices), step.most_parents)
    ends = zip(limits(adds), limits(claim_contention), strict=True)
    if reads is None:
        reads = reads_in_any_order(src_ptr.take(step.frontier), step.degrees, dst.itemsize, block_size)
    given: dict[str, Any] = {
        "kernel_launches": 2,  # one of them swaps the tails
        "threads_launched": step.frontier.size,
        "threads_labelling": between(step.sole_parents, min(step.parents, step.vertices)),
        "sectors_written": columns.pop("sectors_written", queue_written(graph, step.found)) + marks_written,
        "claims_tried": claims,
        "claims_won": step.vertices,
        "appends": step.vertices,
        "global_atomics": plus(claims, adds),
        "global_contention": between(*map(max, ends)),
        "bytes_to_host": TAIL,  # the frontier's size
        "bytes_from_host": 0,
    }
    if "warp_steps" not in columns:
        given["warp_steps"] = between(*warp_steps_in_any_order(step.degrees, block_size))
    return scattering(graph, step, reads, **given | columns)
