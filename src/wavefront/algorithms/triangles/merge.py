"""Triangles on a GPU where no list is long: neighbor lists are merged, by one thread per vertex."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ...atomics import atomic_add

if TYPE_CHECKING:
    from ...device import Device
    from ...graph import Graph


def counts_as_numbered(graph: Graph, device: Device) -> Any:
    """V int64: the triangles at each vertex."""
    counts = device.xp.zeros(graph.num_vertices, np.int64)
    device.for_each(graph.num_vertices, merge_below, graph.csr.src_ptr, graph.csr.dst, counts)
    return counts


def merge_below(vertex, src_ptr, dst, counts):
    """Count the triangles that the vertex is the highest of, at all three."""
    # Slots are unsigned: no test for negative indices.
    first, last, corners = np.uint64(src_ptr[vertex]), np.uint64(src_ptr[vertex + 1]), 0
    one = np.uint64(1)
    for slot in range(first, last):
        middle = dst[slot]
        if middle >= vertex:
            break
        if slot > first and dst[slot - one] == middle:
            continue
        near, found = first, 0
        for far in range(np.uint64(src_ptr[middle]), np.uint64(src_ptr[middle + 1])):
            lowest = dst[far]
            if lowest >= middle:
                break
            while dst[near] < lowest:  # ends at `middle`, which is in this list
                near += one
            if dst[near] == lowest:
                atomic_add(counts, lowest, 1)
                found += 1
                while dst[near] == lowest:  # past parallel edges
                    near += one
        if found:
            atomic_add(counts, middle, found)
            corners += found
    if corners:
        atomic_add(counts, vertex, corners)
