"""Each vertex's out-neighbors and in-neighbors in one list, where an edge and its reverse are one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..device import Cpu
from .arrays import exclusive_scan

if TYPE_CHECKING:
    from .graph import Graph


class Lists(NamedTuple):
    """A graph's lists of one direction."""

    ptr: Any
    neighbors: Any
    weights: Any  # or empty
    bits: Any  # of the weights, by which they are compared; or empty


def merged_lists(graph: Graph) -> tuple[np.ndarray, ...] | None:
    """Offsets, neighbors and, if there are some, weights of the undirected graph of one on the CPU.

    None where parallel edges have weights: lists aren't in order of these.
    """
    device, count = Cpu(), graph.num_vertices
    out, into = (_lists(*each) for each in (graph.csr[:3], graph.csc[:3]))
    lengths, size = np.empty(count, np.int64), 2 * graph.num_edges + count
    device.for_each(count, measure_list, out, into, lengths, size=size)
    if (lengths < 0).any():
        return None
    src_ptr = exclusive_scan(lengths)
    dst = np.empty(int(src_ptr[-1]), out.neighbors.dtype)
    weights = np.empty(dst.size if out.weights.size else 0, out.weights.dtype)
    device.for_each(count, merge_list, out, into, src_ptr, dst, weights, size=size)
    return (src_ptr, dst) if graph.csr.weights is None else (src_ptr, dst, weights)


def _lists(ptr: np.ndarray, neighbors: np.ndarray, weights: np.ndarray | None) -> Lists:
    if weights is None:
        return Lists(ptr, neighbors, np.empty(0), np.empty(0, np.uint64))
    bits = (weights + 0).view(f"u{weights.itemsize}")  # NaN equals NaN then, and -0.0 is 0.0
    return Lists(ptr, neighbors, weights, bits)


def measure_list(vertex, out, into, lengths):
    """Store how many neighbors there are, or -1 where parallel edges have weights.

    One that is in both lists counts as often as in the longer run; with two weights, twice.
    """
    here, end = np.int64(out.ptr[vertex]), np.int64(out.ptr[vertex + 1])
    there, last = np.int64(into.ptr[vertex]), np.int64(into.ptr[vertex + 1])
    length, is_weighted, before = end - here + last - there, out.bits.size > 0, np.int64(-1)
    while here < end and there < last:
        neighbor, other = np.int64(out.neighbors[here]), np.int64(into.neighbors[there])
        if neighbor == other and (not is_weighted or out.bits[here] == into.bits[there]):
            length -= 1
        here += neighbor <= other
        there += neighbor >= other
    if is_weighted:
        for edge in range(out.ptr[vertex], end):
            if out.neighbors[edge] == before:
                length = np.int64(-1)
            before = np.int64(out.neighbors[edge])
    lengths[vertex] = length


def merge_list(vertex, out, into, merged_ptr, merged, weights):
    """Write the neighbors in order, of equal ones the one of the smaller weight's bits first.

    The weight of an edge and its reverse is that of the edge to the larger id.
    """
    here, end = np.int64(out.ptr[vertex]), np.int64(out.ptr[vertex + 1])
    there, last = np.int64(into.ptr[vertex]), np.int64(into.ptr[vertex + 1])
    place, is_weighted = np.int64(merged_ptr[vertex]), out.bits.size > 0
    while here < end or there < last:
        difference = np.int64(1)
        if here < end:
            difference = np.int64(-1)
            if there < last:
                difference = np.int64(out.neighbors[here]) - np.int64(into.neighbors[there])
        takes_out, is_twice = difference <= 0, False
        if is_weighted and difference == 0:
            is_twice = out.bits[here] != into.bits[there]
            takes_out = out.bits[here] < into.bits[there] if is_twice else vertex <= out.neighbors[here]
        for turn in range(1 + is_twice):
            is_out = takes_out == (turn == 0)
            merged[place] = out.neighbors[here] if is_out else into.neighbors[there]
            if is_weighted:
                weights[place] = out.weights[here] if is_out else into.weights[there]
            place += 1
        here += difference <= 0
        there += difference >= 0
