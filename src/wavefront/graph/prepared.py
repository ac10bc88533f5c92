"""The prepared graph, built by `Graph.prepare`: new vertex ids by falling degree, for breadth-first search.

Vertices of high degree come first, so that the most frequently read data share cache lines. They come first
in each neighbor list too: a pull step, which looks for any neighbor in the frontier, ends after fewer edges.
Vertices without edges get no new id.

Small degrees are grouped by powers of two, and vertices of one group keep their order. Translating back to
the caller's ids then reads neighboring memory (degree-based grouping: Faldu, Diamond, Grot, "A Closer Look at
Lightweight Graph Reordering", IISWC 2019).

On the CPU no list is sorted. The old lists are walked in the order of the new ids, and each vertex is
appended to the lists of its neighbors, so that every new list fills in order. As in build.py, edges first go
to buckets of a cache's size. The walk transposes the matrix: out-lists give in-lists and in-lists give
out-lists; for an undirected graph both are the same. With 32-bit words, 24 bytes per edge are read or
written, sequentially except for the streams to the buckets.

On a GPU, lists are relabelled and sorted in pieces: build_on_gpu.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..device import Cpu, array_module
from ..errors import InputError
from .arrays import exclusive_scan
from .build import bucket_sizes, bucket_slots
from .build_on_gpu import relabelled_on_gpu

if TYPE_CHECKING:
    from .formats import CSC, CSR

GROUPED = 256  # out-degree below which degrees are grouped; docs/decisions/0009-fused-gpu.md
ONE_WAY = "an undirected graph holds every edge in both directions; this one doesn't"


class Prepared(NamedTuple):
    """A graph in new ids: 0 to A-1 for the A vertices with an edge, by falling out-degree, then by old id.

    Out-degrees below GROUPED are rounded down to a power of two.

    Lists ascend. Offsets are int32, or int64 where E demands it; ids have the type of the graph's.
    """

    src_ptr: Any  # A+1 offsets
    dst: Any  # E out-neighbors
    dst_ptr: Any  # A+1 offsets; of an undirected graph `src_ptr` itself
    src: Any  # E in-neighbors; of an undirected graph `dst` itself
    first: Any  # A: the first in-neighbor of each vertex, -1 where it has none
    new_id: Any  # V: the new id of each vertex, -1 where it has no edge
    old_id: Any  # A: the caller's id of each new id


def prepare(csr: CSR, csc: CSC) -> Prepared:
    """The graph of these views relabelled. An undirected graph's two views hold the same arrays.

    Raises InputError for an undirected graph whose degrees show that an edge has no reverse.
    """
    xp = array_module(csr.dst)
    out_degrees, in_degrees = xp.diff(csr.src_ptr), xp.diff(csc.dst_ptr)
    active = xp.flatnonzero((out_degrees > 0) | (in_degrees > 0))
    old_id = active[_by_falling_degree(out_degrees[active])].astype(csr.dst.dtype)
    new_id = xp.full(out_degrees.size, -1, csr.dst.dtype)
    new_id[old_id] = xp.arange(old_id.size, dtype=csr.dst.dtype)

    if xp is np:
        dst_ptr, src = _transposed(csr.src_ptr, csr.dst, out_degrees, in_degrees, new_id, old_id)
    else:
        dst_ptr, src = _relabelled_on_gpu(csc.dst_ptr, csc.src, new_id, old_id)
    if csc.src is csr.dst:
        src_ptr, dst = dst_ptr, src
    elif xp is np:
        src_ptr, dst = _transposed(csc.dst_ptr, csc.src, in_degrees, out_degrees, new_id, old_id)
    else:
        src_ptr, dst = _relabelled_on_gpu(csr.src_ptr, csr.dst, new_id, old_id)
    first = xp.full(old_id.size, -1, src.dtype)
    entered = xp.flatnonzero(dst_ptr[:-1] < dst_ptr[1:])
    first[entered] = src[dst_ptr[entered]]
    return Prepared(src_ptr, dst, dst_ptr, src, first, new_id, old_id)


def _by_falling_degree(degrees: Any) -> Any:
    """The positions of the degrees, the largest first, those of one group in their old order."""
    xp = array_module(degrees)
    groups = xp.asarray([(1 << degree.bit_length()) >> 1 for degree in range(GROUPED)], degrees.dtype)
    degrees = xp.where(degrees < GROUPED, groups[xp.minimum(degrees, GROUPED - 1)], degrees)
    most = np.iinfo(np.uint16).max  # NumPy sorts 16 bits by radix, more by comparing
    rank = (most - xp.minimum(degrees, most)).astype(np.uint16)
    order = xp.argsort(rank, kind="stable")
    clipped = order[: int((rank == 0).sum())]
    order[: clipped.size] = clipped[xp.argsort(-degrees[clipped], kind="stable")]
    return order


def _relabelled_on_gpu(ptr: Any, neighbors: Any, new_id: Any, old_id: Any) -> tuple[Any, Any]:
    """Offsets and lists in new ids. Raises InputError for a neighbor without one."""
    new_ptr, lists, known = relabelled_on_gpu(ptr, neighbors, new_id, old_id)
    if not known:
        raise InputError(ONE_WAY)
    return new_ptr, lists


def _transposed(
    ptr: np.ndarray,
    neighbors: np.ndarray,
    degrees: np.ndarray,
    reverse_degrees: np.ndarray,
    new_id: np.ndarray,
    old_id: np.ndarray,
) -> tuple[np.ndarray, np.ndarray]:
    """Offsets and lists of the reverse of the edges in these lists, both in new ids.

    `degrees` are the lists' lengths, `reverse_degrees` those of the lists to be made, both by old id.
    """
    device = Cpu()
    edges_before = exclusive_scan(degrees[old_id])
    shares = np.linspace(0, neighbors.size, device.threads + 1)[1:-1]
    inner = np.searchsorted(edges_before, shares)
    chunk_ptr = np.concatenate([[0], np.minimum(inner, old_id.size), [old_id.size]])

    buckets, shift = bucket_sizes(neighbors.size, new_id.size)
    counts = np.zeros((device.threads, buckets), np.int64)
    device.for_each(device.threads, count_buckets, chunk_ptr, old_id, ptr, neighbors, shift, counts)
    bucket_ptr, cursors = bucket_slots(counts)

    # An edge in its bucket is one word: the vertex's new id, and above it the neighbor's place in the bucket.
    bits = old_id.size.bit_length()
    edges = np.empty(neighbors.size, np.uint32 if bits + shift <= 32 else np.int64)
    device.for_each(
        device.threads, fill_buckets, chunk_ptr, old_id, ptr, neighbors, shift, bits, cursors, edges
    )
    reverse_ptr = exclusive_scan(reverse_degrees[old_id])
    reverse, alone = np.empty_like(neighbors), np.zeros(1, np.int64)
    device.for_each(buckets, fill_lists, bucket_ptr, edges, shift, bits, new_id, reverse_ptr, reverse, alone)
    if alone[0]:
        raise InputError(ONE_WAY)
    return reverse_ptr, reverse


def count_buckets(chunk, chunk_ptr, old_id, ptr, neighbors, shift, counts):
    """Count the edges of the chunk's vertices that go to each bucket, a range of old neighbor ids."""
    for vertex in range(chunk_ptr[chunk], chunk_ptr[chunk + 1]):
        old = old_id[vertex]
        for edge in range(ptr[old], ptr[old + 1]):
            counts[chunk, neighbors[edge] >> shift] += 1


def fill_buckets(chunk, chunk_ptr, old_id, ptr, neighbors, shift, bits, cursors, edges):
    """Write each edge of the chunk's vertices to its bucket."""
    for vertex in range(chunk_ptr[chunk], chunk_ptr[chunk + 1]):
        old = old_id[vertex]
        for edge in range(ptr[old], ptr[old + 1]):
            neighbor = np.int64(neighbors[edge])
            bucket = neighbor >> shift
            slot = cursors[chunk, bucket]
            cursors[chunk, bucket] = slot + 1
            edges[slot] = (neighbor - (bucket << shift)) << bits | vertex


def fill_lists(bucket, bucket_ptr, edges, shift, bits, new_id, reverse_ptr, reverse, alone):
    """Fill the lists of the bucket's vertices; set alone[0] to 1 if a list has an unexpected length."""
    first, last = bucket_ptr[bucket], bucket_ptr[bucket + 1]
    low = bucket << shift
    high = min(low + (1 << shift), new_id.size)
    cursors = np.zeros(high - low, np.int64)
    for edge in range(first, last):
        cursors[np.int64(edges[edge]) >> bits] += 1
    for place in range(high - low):
        new, expected = new_id[low + place], 0
        length = cursors[place]
        if new >= 0:
            cursors[place] = reverse_ptr[new]
            expected = reverse_ptr[new + 1] - reverse_ptr[new]
        if length != expected:
            alone[0] = 1  # a benign race: every writer writes 1
            return
    for edge in range(first, last):
        word = np.int64(edges[edge])
        place = word >> bits
        reverse[cursors[place]] = word & ((1 << bits) - 1)
        cursors[place] += 1
