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
from ..sssp.buckets import begin, next_step, work_alone
from ..sssp.entries import BLOCK, LEAST, LINE, ROW, SCALE_SIZE, STATE_SIZE, Search, num_blocks, scale_of
from ..sssp.weights import weights_of
from ..sssp.width import WIDEST, few_entries


class Lanes(NamedTuple):
    """What `Search` has for a search, for each of T threads, a row each."""

    vertices: Any
    given: Any
    after: Any
    lists: Any
    own: Any
    work: Any
    state: Any
    scale: Any


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
        np.empty((threads, SCALE_SIZE)),
    )


def lane_bytes(graph: Graph, dtype: np.dtype[Any]) -> int:
    """Bytes of memory that each thread needs, but for those of few words."""
    entry: int = dtype.itemsize + graph.csr.dst.dtype.itemsize
    return num_blocks(graph.num_vertices, 1) * (BLOCK * entry + 2 * 8)


def search_rows(thread, sources, cursor, src_ptr, dst, weights, scale, least, targets, lanes, distances):
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
            lanes.own[thread],
            lanes.work[thread],
            lanes.state[thread],
            lanes.scale[thread],
            targets,
        )
        search.distances[:] = np.inf
        for number in range(scale.size):
            search.scale[number] = scale[number]
        search.own[:] = 0
        search.state[:] = 0
        search.state[LEAST] = least
        begin(sources[row : row + 1], search)
        while next_step(search) >= 0:
            work_alone(search)
        row = atomic_add(cursor, 0, 1)


def fill_rows(
    graph: Graph,
    sources: np.ndarray,
    delta: float,
    adapts: bool,
    device: Cpu,
    distances: np.ndarray,
    report: Report | None,
) -> None:
    """Write the distances from each source, S x V; delta and `adapts` as for `buckets.lower_distances`."""
    threads = min(device.threads, sources.size)
    lanes = lanes_of(graph, distances.dtype, threads)
    ptr, dst = unsigned(graph.csr.src_ptr), unsigned(graph.csr.dst)
    width = scale_of(delta, np.inf, WIDEST), few_entries(1) if adapts else 0
    constant = ptr, dst, weights_of(graph), *width, np.empty(0, np.int64), lanes
    for some in pieces(sources.size, sources.size, report, threads):
        starts, rows, cursor = sources[some], distances[some], np.zeros(1, np.int64)
        work = starts.size * (graph.num_edges + graph.num_vertices)
        device.for_each(threads, search_rows, starts, cursor, *constant, rows, size=work)
