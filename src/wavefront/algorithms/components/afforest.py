"""Weakly connected components by Afforest: Sutton, Ben-Nun and Barak, "Optimizing Parallel Graph Connectivity
Computation via Subgraph Sampling", IPDPS 2018.

Every vertex points to a parent of smaller or equal id; a tree is part of a component. First, two edges of
each vertex link trees, which joins most of the largest component. Where the first edge leads to a smaller id,
that neighbor is the vertex's parent from the start, which takes no atomic. Then a sample of vertices shows
which tree is the largest, and only the vertices outside it follow the rest of their edges: an undirected edge
that leaves the tree is seen from its other end. A directed edge is not, so in a directed graph all vertices
follow their edges; that is still less work than building the in-edges.
"""

from typing import Any, NamedTuple

import numpy as np

from ...atomics import atomic_cas
from ...device import Cpu, Device
from ...graph import Graph

SAMPLED_EDGES = 2  # of each vertex, before the largest component is looked for; the paper's section VI
SAMPLE = 1024  # vertices asked for their tree


class Forest(NamedTuple):
    """The graph, and each vertex's parent."""

    src_ptr: Any
    dst: Any
    parents: Any  # V ids; a root is its own parent


def point_to_first(vertex, forest):
    """Have the vertex point to its first neighbor, or to itself if that neighbor is not smaller."""
    first, parent = forest.src_ptr[vertex], vertex
    if first < forest.src_ptr[vertex + 1]:
        parent = min(vertex, np.int64(forest.dst[first]))
    forest.parents[vertex] = parent


def link(one, other, parents):
    """Join the trees of both vertices.

    A compare-and-swap gives a root its parent, so that one thread succeeds. Stale reads do no harm: each
    round goes on from ancestors of smaller ids. A vertex that is no root is made to point to its grandparent
    on the way, so that the next thread has half as far to go; it never becomes a root again, so a plain write
    does.
    """
    high, low = parents[one], parents[other]
    while high != low:
        if high < low:
            high, low = low, high
        parent = parents[high]
        if parent == low:
            break
        if parent == high:
            parent = atomic_cas(parents, high, high, low)
            if parent == high:
                break
        grandparent = parents[parent]
        if grandparent != parent:
            parents[high] = grandparent
        high = grandparent


def link_sampled(vertex, forest):
    """Link the vertex along its first edges, except a first edge that leads to its parent."""
    first = forest.src_ptr[vertex]
    for edge in range(first, min(first + SAMPLED_EDGES, forest.src_ptr[vertex + 1])):
        if edge > first or forest.dst[edge] > vertex:
            link(vertex, forest.dst[edge], forest.parents)


def link_rest(vertex, largest, forest):
    """Link a vertex that is not in the largest tree along its other edges."""
    if forest.parents[vertex] != largest:
        for edge in range(forest.src_ptr[vertex] + SAMPLED_EDGES, forest.src_ptr[vertex + 1]):
            link(vertex, forest.dst[edge], forest.parents)


def compress(vertex, forest):
    """Have the vertex point to its root."""
    parent = forest.parents[vertex]
    root = parent
    while forest.parents[root] != root:
        root = forest.parents[root]
    if root != parent:
        forest.parents[vertex] = root


def weak_components(graph: Graph, device: Device) -> Any:
    """V vertex ids: the smallest of each vertex's component."""
    if not isinstance(device, Cpu):
        from .one_launch import smallest_of_each  # here, since only a GPU needs its kernels

        return smallest_of_each(graph, device)
    count = graph.num_vertices
    forest = Forest(*graph.csr[:2], np.empty(count, graph.csr.dst.dtype))
    for step in (point_to_first, compress, link_sampled, compress):
        device.for_each(count, step, forest)
    largest = -1
    if count and not graph.directed:
        drawn = np.random.default_rng(0).integers(0, count, SAMPLE)
        roots, votes = np.unique(forest.parents[drawn], return_counts=True)
        largest = int(roots[votes.argmax()])
    device.for_each(count, link_rest, largest, forest)
    device.for_each(count, compress, forest)
    return forest.parents
