"""Weakly connected components by Afforest: Sutton, Ben-Nun and Barak, "Optimizing Parallel Graph Connectivity
Computation via Subgraph Sampling", IPDPS 2018.

Every vertex points to a parent of smaller or equal id; a tree is part of a component. First, two edges of
each vertex link trees, which joins most of the largest component. Where the first edge leads to a smaller id,
that neighbor is the vertex's parent from the start, which takes no atomic. Then a sample of vertices shows
which tree is the largest, and only the vertices outside it follow the rest of their edges: an undirected edge
that leaves the tree is seen from its other end. A directed edge is not, so in a directed graph all vertices
follow their edges; that is still less work than building the in-edges.

On the CPU the threads take chunks of the vertices, step after step, in one compiled call.
"""

from typing import Any, NamedTuple

import numpy as np

from ...atomics import atomic_add, atomic_cas
from ...device import Cpu, Device
from ...device.cpu import SERIAL_SIZE
from ...device.team import together
from ...graph import Graph
from ...intrinsics.jobs import CURSOR, JOB_SIZE
from ...intrinsics.prefetch import prefetch
from ..result import result_array

SAMPLED_EDGES = 2  # of each vertex, before the largest component is looked for; the paper's section VI
SAMPLE = 1024  # vertices asked for their tree
SPREAD = 0x9E3779B1  # the samples' distance, by Knuth's multiplicative hashing
VOTES_BITS = 12  # of the place where a root's votes are counted; two roots in one place do no harm
LEAST_CHUNK, LARGEST_CHUNK = 256, 4096  # vertices
AHEAD = 24  # vertices: how far ahead lists are fetched, and half as far the parents of their second vertices
POINT, COMPRESS, LINK_SAMPLED, LINK_REST = range(4)  # steps


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


def root_of(vertex, largest, forest):
    """The vertex's root, or `largest` if the way to the root leads there."""
    root = vertex
    while root != largest and forest.parents[root] != root:
        root = forest.parents[root]
    return root


def link_rest(vertex, largest, forest):
    """Link a vertex that is not in the largest tree along its other edges; shorten its way to the root.

    Another thread may give a root its parent at any time, so that only what was no root is written to.
    """
    if vertex == largest:
        return
    parent = forest.parents[vertex]
    if parent != vertex:
        root = root_of(parent, largest, forest)
        if root != parent:
            forest.parents[vertex] = root
        if root == largest:
            return
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


def fetch_lists(vertex, forest):
    """Have the processor fetch the list of a later vertex."""
    prefetch(forest.dst, forest.src_ptr[min(vertex + AHEAD, forest.parents.size)])


def fetch_seconds(vertex, forest):
    """As `fetch_lists`, and the parent of the second vertex in the list of one that comes sooner."""
    fetch_lists(vertex, forest)
    edge = np.int64(forest.src_ptr[min(vertex + AHEAD // 2, forest.parents.size)]) + 1
    if edge < forest.dst.size:
        prefetch(forest.parents, forest.dst[edge])


def fetch_parents(vertex, forest):
    """Have the processor fetch the parent of a later vertex's parent."""
    prefetch(forest.parents, forest.parents[min(vertex + AHEAD, forest.parents.size - 1)])


def work_on(first, last, step, largest, forest):
    """Do this step of a chunk of the vertices."""
    if step == POINT:
        for vertex in range(first, last):
            fetch_lists(vertex, forest)
            point_to_first(vertex, forest)
    elif step == COMPRESS:
        for vertex in range(first, last):
            fetch_parents(vertex, forest)
            compress(vertex, forest)
    elif step == LINK_SAMPLED:
        for vertex in range(first, last):
            fetch_seconds(vertex, forest)
            link_sampled(vertex, forest)
    else:
        for vertex in range(first, last):
            fetch_parents(vertex, forest)
            link_rest(vertex, largest, forest)


def work(thread, step, largest, size, forest, job):
    """One thread's part of a step, in chunks of so many vertices."""
    count = forest.parents.size
    first = atomic_add(job, CURSOR, size)
    while first < count:
        work_on(first, min(first + size, count), step, largest, forest)
        first = atomic_add(job, CURSOR, size)


def largest_tree(votes, forest):
    """The root of most vertices of a sample."""
    most, largest = np.int64(0), np.int64(-1)
    for number in range(SAMPLE):
        root = np.int64(root_of(np.int64(number * SPREAD % forest.parents.size), np.int64(-1), forest))
        place = (root * SPREAD & 0xFFFFFFFF) >> (32 - VOTES_BITS)
        votes[place] += 1
        if votes[place] > most:
            most, largest = votes[place], root
    return largest


def grow(threads, size, is_directed, votes, forest, job, team):
    """Join the vertices of each component into a tree."""
    largest = np.int64(-1)
    for step in (POINT, COMPRESS, LINK_SAMPLED, LINK_REST):
        if step == LINK_REST and not is_directed:
            largest = largest_tree(votes, forest)
        together(work, (step, largest, size, forest, job), threads, job, team)


def grown(graph: Graph, device: Cpu) -> np.ndarray:
    """V parents: of smaller id, or the vertex itself if it is the smallest of its component."""
    count = graph.num_vertices
    src_ptr, dst, _ = graph.csr
    parents = result_array(graph, dst.dtype)
    if count:
        forest = Forest(src_ptr, dst, parents)
        threads = device.threads if count + dst.size > SERIAL_SIZE else 1
        size = min(max(LEAST_CHUNK, count // (threads * 8)), LARGEST_CHUNK)
        votes, job = np.zeros(1 << VOTES_BITS, np.int64), np.empty(JOB_SIZE, np.int64)
        device.call(grow, threads, size, graph.directed, votes, forest, job, device.team(threads))
    return parents


def weak_components(graph: Graph, device: Device) -> Any:
    """V vertex ids: the smallest of each vertex's component, which `connected_components` would number."""
    if not isinstance(device, Cpu):
        from .one_launch import smallest_of_each  # here, since only a GPU needs its kernels

        return smallest_of_each(graph, device)
    forest = Forest(*graph.csr[:2], grown(graph, device))
    device.for_each(graph.num_vertices, compress, forest)
    return forest.parents
