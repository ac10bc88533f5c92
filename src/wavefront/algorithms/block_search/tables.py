"""The host's part of searches of one block each: how much room they have, and how many run at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .cells import Cells
from .nearest import NUM_REALS, Waiting
from .walk import MOST_THREADS

if TYPE_CHECKING:
    from ...device import Cuda, Python
    from ...graph import Graph


MOST_BYTES = 1 << 30  # of a round's tables, unless those of one block are larger
INDEX = 4  # bytes of a cell's place, and of a mark
PER_CELL = 40  # bytes, at most, with a cell's part of the lists


class Shape(NamedTuple):
    """How a round's searches are made. A block has fewer threads than room."""

    bits: int  # of a block's table, with room for half as many vertices
    threads: int  # per block
    resident: int  # blocks per multiprocessor, at most


def sizes_of(
    count: int, shape: Shape, device: Cuda | Python, per_cell: int, per_place: int
) -> tuple[int, int, int]:
    """The blocks of a round of so many searches, the threads of each, and the bytes of their tables."""
    assert shape.threads <= MOST_THREADS
    processors, threads = device.running_at_once(shape.threads)
    at_once = max(1, min(processors * shape.resident, MOST_BYTES // (PER_CELL << shape.bits)))
    blocks = min(count, at_once)
    cells, places = blocks << shape.bits, blocks * ((1 << shape.bits - 1) + threads)
    return blocks, threads, cells * per_cell + places * per_place


def bytes_of(graph: Graph, count: int, shape: Shape, dtype: np.dtype[Any], device: Cuda | Python) -> int:
    """What the tables of `new_tables` take; by weights if distances are no integers."""
    weighted = dtype.kind == "f"
    per_cell = 2 * graph.csr.dst.dtype.itemsize + dtype.itemsize + (2 * INDEX if weighted else 0)
    return sizes_of(count, shape, device, per_cell, (5 if weighted else 1) * INDEX)[2]


def new_tables(
    graph: Graph,
    count: int,
    shape: Shape,
    dtype: np.dtype[Any],
    device: Cuda | Python,
    delta: float | None = None,
) -> tuple[int, int, tuple[Any, ...]]:
    """The blocks of a round of so many searches, the threads of each, and their tables.

    With a `delta` they are those of searches by weights.
    """
    xp, ids = device.xp, graph.csr.dst.dtype
    blocks, threads, _ = sizes_of(count, shape, device, 0, 0)
    size, length = blocks << shape.bits, blocks * ((1 << shape.bits - 1) + threads)
    far: Any = np.inf if dtype.kind == "f" else np.iinfo(dtype).max
    cells = Cells(
        xp.zeros(size, ids),
        xp.full(size, far, dtype),
        xp.full(size, np.iinfo(ids).max, ids),
        xp.empty(length, np.int32),
    )
    if delta is None:
        return blocks, threads, (cells,)
    waiting = Waiting(
        xp.empty(2 * length, np.int32),
        xp.empty(2 * length, np.int32),
        xp.zeros(size, np.int32),
        xp.zeros(size, np.int32),
        xp.empty(blocks * NUM_REALS),
        delta,
    )
    return blocks, threads, (cells, waiting)
