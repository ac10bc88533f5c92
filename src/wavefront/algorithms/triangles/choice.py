"""Which way triangles are counted: with edges turned towards hubs, or each list as it is.

Turning edges saves look-ups where hubs are, and takes several passes over all vertices and edges. Without it
there is a look-up for each neighbor below each neighbor below a vertex. These are few where hubs have the
smallest ids, as in trees and citations, or the largest, or only leaves around them: then a CPU turns nothing.
A GPU can't leave a long list to one thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np

from ...device import Cpu
from .dense_core import is_dense

if TYPE_CHECKING:
    from ...device import Device
    from ...graph import Graph

HUB_DEGREE = 16  # times the mean degree: from there on a degree stands out
# Look-ups per edge, up to which nothing is turned. On two threads of an EPYC turning took 5 to 24 ns per edge
# in 36 graphs of 0.3 to 6 million edges. Lists as they are took less in all of up to 6 look-ups per edge but
# cliques, and 30 to 240 ns per edge in those of more than 20.
LOOK_UPS = 8
# Longest list that a GPU leaves to one thread, which merges it with that of each neighbor. On an H200 uniform
# graphs of mean degree 64 (lists of up to 103) took 1.8 to 2.3 ms so and 2.5 to 5.3 turned, those of mean
# degree 128 (up to 188) 8.9 and 6.5.
LONGEST = 160
CHUNK = 1024  # vertices that a thread counts for at once

_known: WeakKeyDictionary[Graph, dict[str, bool]] = WeakKeyDictionary()


def goes_by_degree(graph: Graph, device: Device) -> bool:
    """Whether edges are turned towards the end of higher degree; found out once for each graph."""
    known = _known.setdefault(graph, {})
    if device.name not in known:
        known[device.name] = _goes_by_degree(graph, device)
    return known[device.name]


def _goes_by_degree(graph: Graph, device: Device) -> bool:
    if not isinstance(device, Cpu):
        return graph.num_edges > 0 and int(graph.out_degrees.max()) > LONGEST
    return is_dense(graph) or (has_hubs(graph) and look_ups(graph, device) > LOOK_UPS * graph.num_edges)


def has_hubs(graph: Graph) -> bool:
    """Whether a degree stands out."""
    mean_degree = graph.num_edges / max(1, graph.num_vertices)
    return mean_degree > 0 and int(graph.out_degrees.max()) > HUB_DEGREE * mean_degree


def look_ups(graph: Graph, device: Cpu) -> float:
    """How many look-ups there are if no edge is turned; see `mark_below` in marks.py."""
    src_ptr, dst = graph.csr[:2]
    below = np.empty(graph.num_vertices, src_ptr.dtype)
    totals = np.empty(-(-graph.num_vertices // CHUNK))
    device.for_each(totals.size, count_below, src_ptr, dst, below, size=graph.num_vertices)
    device.for_each(totals.size, add_look_ups, src_ptr, dst, below, totals, size=graph.num_edges)
    return float(totals.sum())


def count_below(chunk, src_ptr, dst, below):
    """Count the neighbors of smaller id of a chunk's vertices, by bisection: lists rise."""
    for vertex in range(chunk * CHUNK, min((chunk + 1) * CHUNK, below.size)):
        low, high = src_ptr[vertex], src_ptr[vertex + 1]
        while low < high:
            middle = (low + high) // 2
            if dst[middle] < vertex:
                low = middle + 1
            else:
                high = middle
        below[vertex] = low - src_ptr[vertex]


def add_look_ups(chunk, src_ptr, dst, below, totals):
    """Add up the look-ups of a chunk's vertices: none for the first neighbor, and for parallel edges."""
    total = 0.0
    for vertex in range(chunk * CHUNK, min((chunk + 1) * CHUNK, below.size)):
        begin = src_ptr[vertex]
        for slot in range(begin + 1, begin + below[vertex]):
            if dst[slot] != dst[slot - 1]:
                total += below[dst[slot]]
    totals[chunk] = total
