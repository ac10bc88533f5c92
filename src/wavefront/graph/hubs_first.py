"""Hubs first: the form of a graph with hubs for searches on the CPU, lists by falling degree.

A pull looks through a vertex's in-neighbors until it meets a visited one. Most visited vertices are hubs, so
the list begins with those. The first of each list lies in an array of its own: where it is visited, which is
usual in a graph with hubs, neither the list nor its offset is read. Ids stay, so nothing is translated.

No list is sorted. The lists of out-neighbors are walked in the order of falling degree, and each vertex is
appended to the lists of its neighbors. As in build.py, edges first go to buckets of a cache's size. With
32-bit words, 24 bytes per edge are read or written, sequentially except for the streams to the buckets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..device import Cpu
from ..errors import InputError
from .arrays import exclusive_scan, first_entries
from .build import bucket_sizes, bucket_slots
from .prepared import ONE_WAY, Prepared, by_falling_degree

if TYPE_CHECKING:
    from .formats import CSC, CSR


def with_hubs_first(csr: CSR, csc: CSC) -> Prepared:
    """The graph of these views, of NumPy arrays, with each list of in-neighbors by falling out-degree.

    Raises InputError for an undirected graph whose degrees show that an edge has no reverse.
    """
    device = Cpu()
    src_ptr, dst, _ = csr
    degrees = np.diff(src_ptr)
    walk = by_falling_degree(degrees).astype(dst.dtype)
    edges_before = exclusive_scan(degrees.take(walk))
    inner = np.searchsorted(edges_before, np.linspace(0, dst.size, device.threads + 1)[1:-1])
    chunk_ptr = np.concatenate([[0], np.minimum(inner, walk.size), [walk.size]])

    buckets, shift = bucket_sizes(dst.size, walk.size)
    counts = np.zeros((device.threads, buckets), np.int64)
    lists, size = (walk, src_ptr, dst), dst.size
    device.for_each(device.threads, count_buckets, chunk_ptr, *lists, shift, counts, size=size)
    bucket_ptr, slots = bucket_slots(counts)

    # An edge in its bucket is one word: its source, and above it the neighbor's place in the bucket.
    bits = walk.size.bit_length()
    edges = np.empty(dst.size, np.uint32 if bits + shift <= 32 else np.int64)
    device.for_each(device.threads, fill_buckets, chunk_ptr, *lists, shift, bits, slots, edges, size=size)
    src, alone, cursors = np.empty_like(dst), np.zeros(1, np.int64), np.zeros(walk.size, src_ptr.dtype)
    ends = (csc.dst_ptr, src, alone)
    device.for_each(buckets, fill_lists, bucket_ptr, edges, shift, bits, cursors, *ends, size=size)
    if alone[0]:
        raise InputError(ONE_WAY)
    return Prepared(src_ptr, dst, csc.dst_ptr, src, first_entries(csc.dst_ptr, src), None, None)


def count_buckets(chunk, chunk_ptr, walk, ptr, neighbors, shift, counts):
    """Count the edges of the chunk's vertices that go to each bucket, a range of neighbor ids."""
    for place in range(chunk_ptr[chunk], chunk_ptr[chunk + 1]):
        vertex = walk[place]
        for edge in range(ptr[vertex], ptr[vertex + 1]):
            counts[chunk, neighbors[edge] >> shift] += 1


def fill_buckets(chunk, chunk_ptr, walk, ptr, neighbors, shift, bits, cursors, edges):
    """Write each edge of the chunk's vertices to its bucket."""
    for place in range(chunk_ptr[chunk], chunk_ptr[chunk + 1]):
        vertex = np.int64(walk[place])
        for edge in range(ptr[vertex], ptr[vertex + 1]):
            neighbor = np.int64(neighbors[edge])
            bucket = neighbor >> shift
            slot = cursors[chunk, bucket]
            cursors[chunk, bucket] = slot + 1
            edges[slot] = (neighbor - (bucket << shift)) << bits | vertex


def fill_lists(bucket, bucket_ptr, edges, shift, bits, cursors, reverse_ptr, reverse, alone):
    """Fill the lists of the bucket's vertices; set alone[0] to 1 if a list has an unexpected length."""
    first, last = bucket_ptr[bucket], bucket_ptr[bucket + 1]
    low = bucket << shift
    high = min(low + (1 << shift), reverse_ptr.size - 1)
    for edge in range(first, last):
        cursors[low + (np.int64(edges[edge]) >> bits)] += 1
    for vertex in range(low, high):
        if cursors[vertex] != reverse_ptr[vertex + 1] - reverse_ptr[vertex]:
            alone[0] = 1  # a benign race: every writer writes 1
            return
        cursors[vertex] = reverse_ptr[vertex]
    for edge in range(first, last):
        word = np.int64(edges[edge])
        vertex = low + (word >> bits)
        reverse[cursors[vertex]] = word & ((1 << bits) - 1)
        cursors[vertex] += 1
