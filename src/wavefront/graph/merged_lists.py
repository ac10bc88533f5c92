"""Each vertex's out-neighbors and in-neighbors in one list, where an edge and its reverse are one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..device import Cpu
from .arrays import exclusive_scan

if TYPE_CHECKING:
    from .graph import Graph


def merged_lists(graph: Graph) -> tuple[np.ndarray, np.ndarray]:
    """Offsets and neighbors of the undirected graph of a directed one on the CPU, without weights."""
    device, count, lists = Cpu(), graph.num_vertices, (*graph.csr[:2], *graph.csc[:2])
    lengths, size = np.empty(count, np.int64), 2 * graph.num_edges + count
    device.for_each(count, measure_list, *lists, lengths, size=size)
    src_ptr = exclusive_scan(lengths)
    dst = np.empty(int(src_ptr[-1]), graph.csr.dst.dtype)
    device.for_each(count, merge_list, *lists, src_ptr, dst, size=size)
    return src_ptr, dst


def measure_list(vertex, src_ptr, dst, dst_ptr, src, lengths):
    """Store how many neighbors there are. One that is in both lists counts as often as in the longer run."""
    out, last_out = np.int64(src_ptr[vertex]), np.int64(src_ptr[vertex + 1])
    into, last_into = np.int64(dst_ptr[vertex]), np.int64(dst_ptr[vertex + 1])
    length = last_out - out + last_into - into
    while out < last_out and into < last_into:
        difference = np.int64(dst[out]) - np.int64(src[into])
        length -= difference == 0
        out += difference <= 0
        into += difference >= 0
    lengths[vertex] = length


def merge_list(vertex, src_ptr, dst, dst_ptr, src, merged_ptr, merged):
    """Write the neighbors in order."""
    out, last_out = np.int64(src_ptr[vertex]), np.int64(src_ptr[vertex + 1])
    into, last_into = np.int64(dst_ptr[vertex]), np.int64(dst_ptr[vertex + 1])
    for place in range(merged_ptr[vertex], merged_ptr[vertex + 1]):
        takes_out = into == last_into or (out < last_out and dst[out] <= src[into])
        if takes_out:
            merged[place] = dst[out]
            into += into < last_into and src[into] == dst[out]
            out += 1
        else:
            merged[place] = src[into]
            into += 1
