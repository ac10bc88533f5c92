"""Weakly connected components by Afforest: Sutton, Ben-Nun and Barak, "Optimizing Parallel Graph Connectivity
Computation via Subgraph Sampling", IPDPS 2018.

Every vertex points to a parent of smaller or equal id; a tree is part of a component. First, two edges of
each vertex link trees, which joins most of the largest component. Then a sample of vertices shows which tree
is the largest, and only the vertices outside it follow the rest of their edges: an undirected edge that
leaves the tree is seen from its other end. A directed edge is not, so in a directed graph all vertices follow
their edges; that is still less work than building the in-edges. Where the CPU has these already, the vertices
outside follow both. Where no tree is large, the CPU passes over none (rest_on_cpu.py).

Here is what all forms have in common. afforest_on_cpu.py has the CPU's, one_launch.py the GPU's.
"""

from typing import Any, NamedTuple

from ...atomics import atomic_cas

SAMPLED_EDGES = 2  # of each vertex, before the largest component is looked for; the paper's section VI
SAMPLE = 1024  # vertices asked for their tree
SPREAD = 0x9E3779B1  # the samples' distance, by Knuth's multiplicative hashing


class Forest(NamedTuple):
    """The graph, and each vertex's parent."""

    src_ptr: Any
    dst: Any
    parents: Any  # V ids; a root is its own parent


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


def root_of(vertex, largest, forest):
    """The vertex's root, or `largest` if the way to the root leads there."""
    root = vertex
    while root != largest and forest.parents[root] != root:
        root = forest.parents[root]
    return root


def compress(vertex, forest):
    """Have the vertex point to its root."""
    parent = forest.parents[vertex]
    root = parent
    while forest.parents[root] != root:
        root = forest.parents[root]
    if root != parent:
        forest.parents[vertex] = root
