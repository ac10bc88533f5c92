"""Many searches on the CPU: each thread searches from one source after the other, in memory of its own.

The search is that of near_far_cpu.py by one thread, which waits for no other.
"""

from typing import Any, NamedTuple

import numpy as np

from ...atomics import atomic_add
from ...device import Cpu
from ...graph import Graph
from ...progress import Report, pieces
from ..sssp.near_far_cpu import BUFFER, FOLLOWED_EDGES, NEAR, STEP, Search, serial_steps
from ..sssp.weights import weights_of

# Bytes per vertex and thread beside the distances: of `relaxed`, which has their type; of all other lanes.
CLAIM_BYTES = 8


class Lanes(NamedTuple):
    """What near_far_cpu.Search has for a search, for each of T threads, a row each."""

    relaxed: Any  # T x V
    claims: Any  # T x V int32
    in_far: Any  # T x V int32
    near: Any  # T x 2V vertices
    far: Any  # T x 2V vertices
    counts: Any  # T x 7 int64
    limits: Any  # T x 3 float64
    buffers: Any  # T x BUFFER vertices


def lane_bytes(graph: Graph, dtype: np.dtype) -> int:
    """Bytes of memory that each thread needs."""
    return graph.num_vertices * (dtype.itemsize + CLAIM_BYTES + 4 * graph.csr.dst.dtype.itemsize)


def search_rows(thread, sources, cursor, delta, src_ptr, dst, weights, targets, lanes, distances):
    """Search from one source after the other, each the next that no thread has taken."""
    count = distances.shape[1]
    counts, limits = lanes.counts[thread], lanes.limits[thread]
    row = atomic_add(cursor, 0, 1)
    while row < sources.size:
        search = Search(
            src_ptr,
            dst,
            weights,
            distances[row],
            lanes.relaxed[thread],
            lanes.claims[thread],
            lanes.in_far[thread],
            lanes.near[thread],
            lanes.far[thread],
            counts,
            limits,
            targets,
        )
        search.distances[:] = np.inf
        search.relaxed[:] = np.inf
        search.claims[:] = 0
        search.in_far[:] = 0
        counts[:] = 0
        counts[STEP] = 2  # as in near_far_cpu.lower_distances
        counts[NEAR] = 1
        limits[0], limits[1], limits[2] = delta, np.inf, np.inf
        search.near[0] = sources[row]
        search.distances[sources[row]] = 0
        serial_steps(0, 2 * count, FOLLOWED_EDGES, delta, lanes.buffers[thread], search)
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
    count, ids = graph.num_vertices, graph.csr.dst.dtype
    lanes = Lanes(
        np.empty((threads, count), distances.dtype),
        np.empty((threads, count), np.int32),
        np.empty((threads, count), np.int32),
        np.empty((threads, 2 * count), ids),
        np.empty((threads, 2 * count), ids),
        np.empty((threads, 7), np.int64),
        np.empty((threads, 3)),
        np.empty((threads, BUFFER), ids),
    )
    csr, weights, targets = graph.csr, weights_of(graph), np.empty(0, np.int64)
    for some in pieces(sources.size, sources.size, report, threads):
        starts, rows, cursor = sources[some], distances[some], np.zeros(1, np.int64)
        arguments = starts, cursor, delta, csr.src_ptr, csr.dst, weights, targets, lanes, rows
        work = starts.size * (graph.num_edges + count)
        device.for_each(threads, search_rows, *arguments, size=work)
