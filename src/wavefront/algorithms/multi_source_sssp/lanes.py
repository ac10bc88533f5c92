"""Many searches on the CPU: each thread searches from one source after the other, in memory of its own.

The search is that of sssp/buckets.py by one thread, which waits for no other.
"""

from typing import Any, NamedTuple

import numpy as np

from ...atomics import atomic_add
from ...device import Cpu
from ...graph import Graph
from ...graph.arrays import unsigned
from ...progress import Report, pieces
from ..sssp.buckets import search_alone
from ..sssp.entries import BLOCK, LINE, ROW, STATE_SIZE, Search, num_blocks, scale_of
from ..sssp.weights import weights_of


class Lanes(NamedTuple):
    """What `Search` has for a search, for each of T threads, a row each."""

    vertices: Any
    given: Any
    after: Any
    lists: Any
    lowest: Any
    work: Any
    state: Any


def lanes_of(graph: Graph, dtype: Any, threads: int) -> Lanes:
    """Memory for the searches of so many threads."""
    blocks = num_blocks(graph.num_vertices, 1)
    return Lanes(
        unsigned(np.empty((threads, blocks * BLOCK), graph.csr.dst.dtype)),
        np.empty((threads, blocks * BLOCK), dtype),
        np.empty((threads, blocks), np.int64),
        np.empty((threads, ROW), np.int64),
        np.empty((threads, LINE)),
        np.empty((threads, blocks), np.int64),
        np.empty((threads, STATE_SIZE), np.int64),
    )


def lane_bytes(graph: Graph, dtype: np.dtype[Any]) -> int:
    """Bytes of memory that each thread needs, but for those of few words."""
    entry: int = dtype.itemsize + graph.csr.dst.dtype.itemsize
    return num_blocks(graph.num_vertices, 1) * (BLOCK * entry + 2 * 8)


def search_rows(thread, sources, cursor, src_ptr, dst, weights, scale, targets, lanes, distances):
    """Search from one source after the other, each the next that no thread has taken."""
    row = atomic_add(cursor, 0, 1)
    while row < sources.size:
        search = Search(
            src_ptr,
            dst,
            weights,
            distances[row],
            lanes.vertices[thread],
            lanes.given[thread],
            lanes.after[thread],
            lanes.lists[thread],
            lanes.lowest[thread],
            lanes.work[thread],
            lanes.state[thread],
            scale,
            targets,
        )
        search.distances[:] = np.inf
        search.state[:] = 0
        search_alone(sources[row : row + 1], search)
        row = atomic_add(cursor, 0, 1)


def fill_rows(
    graph: Graph,
    sources: np.ndarray,
    delta: float,
    device: Cpu,
    distances: np.ndarray,
    report: Report | None,
) -> None:
    """Write the distances from each source, S x V."""
    threads = min(device.threads, sources.size)
    lanes = lanes_of(graph, distances.dtype, threads)
    ptr, dst = unsigned(graph.csr.src_ptr), unsigned(graph.csr.dst)
    constant = ptr, dst, weights_of(graph), scale_of(delta, np.inf), np.empty(0, np.int64), lanes
    for some in pieces(sources.size, sources.size, report, threads):
        starts, rows, cursor = sources[some], distances[some], np.zeros(1, np.int64)
        work = starts.size * (graph.num_edges + graph.num_vertices)
        device.for_each(threads, search_rows, starts, cursor, *constant, rows, size=work)
