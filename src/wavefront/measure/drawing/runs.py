"""One run of a method in the counting build, level by level, as the figures show it."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...accounting.arithmetic import LevelWork
from ...accounting.counting import counted_run
from ...accounting.logs import Access, SharedMemory, ThreadLog
from ...errors import InputError, checked_integer
from ...graph import Graph
from ...strategies import ACCOUNTS, STRATEGIES, checked_strategy
from .placement import Edge

# Options under which a small graph shows what a method does: with its own, one queue holds every vertex.
SMALL: dict[str, dict[str, Any]] = {
    "direction_optimized": {"alpha": 2.0, "beta": 4.0},
    "privatized": {"block_size": 2, "capacity": 4},
    "hierarchical": {"block_size": 4, "warp_size": 2, "warp_capacity": 2, "capacity": 4},
    "single_block": {"capacity": 4, "block_size": 4},
    "degree_buckets": {"warp_degree": 3},
}
# Threads and queues run in plain Python: sizes that a figure could never show are refused.
SIZES = {"block_size", "warp_size", "capacity", "warp_capacity"}
MOST_SIZE = 4096


@dataclass(frozen=True)
class LevelRun:
    """What one level of a run did.

    Attributes
    ----------
    row
        The account's row, counted in this run.
    threads, accesses, shared
        The counting build's log of the level.
    inspected
        The edges that any thread inspected.
    arrays
        Elements of each array in global memory and the bytes of one, by the kernels' names.
    """

    row: LevelWork
    threads: list[ThreadLog]
    accesses: list[Access]
    shared: list[SharedMemory]
    inspected: set[Edge]
    arrays: dict[str, tuple[int, int]]


def run_counted(
    graph: Graph, sources: np.ndarray, strategy: str, options: dict[str, Any]
) -> tuple[list[int], list[LevelRun]]:
    """The vertices' levels, and each level of the run.

    Raises InputError for an unknown strategy or option, sizes of more than MOST_SIZE, or a strategy whose
    threads can't be counted.
    """
    name = checked_strategy(strategy, options)
    if name not in ACCOUNTS:
        raise InputError(f"the threads of {name!r} aren't counted; choose one of {', '.join(ACCOUNTS)}")
    if options.get("library"):
        raise InputError("there is no figure of library=True: its kernels are the library's")
    for option in sorted(SIZES & options.keys()):
        checked_integer(option, options[option], 1, MOST_SIZE)
    levels, counter = counted_run(STRATEGIES[name], graph, sources, options, keep_threads=True)
    logged = zip(counter.rows, counter.threads, counter.accesses, counter.shared, strict=True)
    slots = _edges_by_slot(graph, options.get("layout"))
    return levels.tolist(), [
        LevelRun(row, threads, accesses, shared, _inspected(threads, slots[row.direction]), counter.arrays)
        for row, threads, accesses, shared in logged
    ]


def _inspected(threads: list[ThreadLog], edges: list[Edge]) -> set[Edge]:
    return {edges[slot] for log in threads for of_vertex in log.edges for slot in of_vertex}


def _edges_by_slot(graph: Graph, layout: str | None) -> dict[str, list[Edge]]:
    """The edge in each slot of the view that a direction reads; padding is no one's to look up."""
    src, dst, _ = graph.coo
    edges = list(zip(src.tolist(), dst.tolist(), strict=True))
    numbered = Graph.from_csr(
        *graph.csr[:2], np.arange(graph.num_edges, dtype=float), directed=True, check=False
    )
    pushed, pulled = numbered.csr.weights, numbered.csc.weights
    if layout in ("ell", "jds"):
        pushed, pulled = (getattr(of, layout).weights.ravel() for of in (numbered, numbered.reversed))
    assert pushed is not None
    assert pulled is not None
    return {
        direction: [edges[int(slot)] for slot in slots]
        for direction, slots in (("push", pushed), ("pull", pulled))
    }
