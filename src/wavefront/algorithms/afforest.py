"""Weakly connected components by Afforest: Sutton, Ben-Nun and Barak, "Optimizing Parallel Graph Connectivity
Computation via Subgraph Sampling", IPDPS 2018.

Every vertex points to a parent of smaller or equal id; a tree is part of a component. First a few edges of
each vertex link trees, which joins most of the largest component. Then a sample of vertices says which tree
that is, and only the vertices outside follow the rest of their edges: an undirected edge that leaves the tree
is seen from its other end. A directed one is not, so in a directed graph all vertices follow theirs; that is
still less work than building the in-edges would be.
"""

from typing import Any, NamedTuple

import numpy as np

from ..atomics import atomic_cas
from ..device import Cpu, Device
from ..frontier import Frontier
from ..graph import Graph
from ..operators import advance, compute

SAMPLED_EDGES = 2  # of each vertex, before the largest component is looked for; the paper's section VI
SAMPLE = 1024  # vertices asked for their tree


class Forest(NamedTuple):
    """The graph, and each vertex's parent."""

    src_ptr: Any
    dst: Any
    parents: Any  # V ids; a root is its own
    rank: int  # of the edge, in each vertex's list, that is linked


def link(one, other, parents):
    """Have the trees of both vertices be one.

    A root is given a parent by whoever finds it unchanged. Old values of others do no harm: each round goes
    on from ancestors of smaller ids.
    """
    high, low = parents[one], parents[other]
    while high != low:
        if high < low:
            high, low = low, high
        parent = parents[high]
        if parent == high:
            parent = atomic_cas(parents, high, high, low)
            if parent == high:
                break
        high = parent


def link_sampled(vertex, forest):
    """Link the vertex along one of its edges."""
    edge = forest.src_ptr[vertex] + forest.rank
    if edge < forest.src_ptr[vertex + 1]:
        link(vertex, forest.dst[edge], forest.parents)


def link_edge(source, neighbor, edge, forest):
    """Link the ends of the edge; nothing is put into a frontier."""
    link(source, neighbor, forest.parents)
    return False


def compress(vertex, forest):
    """Have the vertex point to its root."""
    root = forest.parents[vertex]
    while forest.parents[root] != root:
        root = forest.parents[root]
    forest.parents[vertex] = root


def weak_components(graph: Graph, device: Device) -> Any:
    """V vertex ids: the smallest of each vertex's component."""
    count, xp = graph.num_vertices, device.xp
    every = Frontier(graph, device=device, queue_sizing=0).load_all()
    forest = Forest(graph.csr.src_ptr, graph.csr.dst, xp.arange(count, dtype=graph.csr.dst.dtype), 0)
    for rank in range(SAMPLED_EDGES):
        compute(every, link_sampled, forest._replace(rank=rank))
        compute(every, compress, forest)
    left = every
    if count and not graph.directed:
        drawn = np.random.default_rng(0).integers(0, count, SAMPLE)
        roots, votes = np.unique(Cpu().array(forest.parents[device.array(drawn)]), return_counts=True)
        outside = forest.parents != int(roots[votes.argmax()])
        left = Frontier(graph, device=device, queue_sizing=0).load(xp.flatnonzero(outside))
    advance(graph, left, link_edge, forest, output=None)
    compute(every, compress, forest)
    return forest.parents
