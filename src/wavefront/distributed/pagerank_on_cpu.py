"""PageRank on a rank's CPU threads: block after block of its vertices, each from the newest contributions.

As ``algorithms/pagerank/blocks.py`` does, which tells why fewer iterations are needed, and why the last one's
changes bound by how much one more step of the walk would change the ranks. Here a block sees the rank's own
blocks before it, and of the other ranks what they contributed after the last iteration. Meanwhile the ranks
don't add up to 1: restarts are in proportion to their sum, by which they are divided at the end.

A block has chunks from the whole range of degrees: with hubs in one block and leaves in another, a Kronecker
graph of scale 20 took 23 iterations in place of 16.

Several contributions are read at a time, and each list asks for the neighbors that come some lists later.
Where the tolerance allows it, contributions are float32: half the message, and half of what stays in a cache.
"""

from typing import Any, NamedTuple

import numpy as np

from ..algorithms.pagerank.blocks import FLOAT32_TOLERANCE, ROUNDED_OFF, num_blocks
from ..algorithms.pagerank.sums_on_cpu import AHEAD, FETCHED
from ..compiler import int64
from ..intrinsics.gather import LANES, add_gathered
from ..intrinsics.prefetch import prefetch
from .graph import DistributedGraph

CHUNK = 1 << 16  # in-edges and vertices whose sums are added up together, whatever the threads
CHANGES, MASSES, STRANDED, SUMS = 0, 1, 2, 3  # sums of a chunk: see `Walk.sums`


class Walk(NamedTuple):
    """Where a rank's part of the walk is."""

    bounds: Any  # first vertex of each chunk, and the end of the last
    ranks: Any  # float64, of own vertices
    own: Any  # what they contribute along each edge; of one that nothing leaves, nothing
    everywhere: Any  # the same of all places
    sums: Any  # of each chunk: changes of its ranks, ranks, and ranks of vertices that nothing leaves


def iterate(
    graph: DistributedGraph, damping: float, tolerance: float, limit: int
) -> tuple[np.ndarray, int, bool]:
    """Ranks of own vertices, how many iterations were run, and whether one more would change them little."""
    ranks, count = graph.communicator, max(1, graph.num_vertices)
    rounded_off = ROUNDED_OFF if tolerance >= FLOAT32_TOLERANCE else 0.0
    walk = _first_step(graph, np.float32 if rounded_off else np.float64)
    _, mass, stranded = ranks.sum(walk.sums.sum(axis=0)).tolist()
    restarts = (1 - damping) * mass + damping * stranded
    iterations, converged = 0, not graph.num_vertices
    while iterations < limit and not converged:
        ranks.gather(walk.everywhere, walk.own)
        _sweep(graph, (damping, restarts / count), walk)
        changes, mass, stranded = ranks.sum(walk.sums.sum(axis=0)).tolist()
        before, restarts = restarts, (1 - damping) * mass + damping * stranded
        iterations += 1
        converged = damping * changes + abs(restarts - before) + rounded_off * mass < tolerance * mass
    return walk.ranks / (mass or 1.0), iterations, converged


def _first_step(graph: DistributedGraph, dtype: Any) -> Walk:
    """The walk at a vertex drawn at random, each as likely."""
    part, steps = graph.partition, graph.into.ptr + np.arange(graph.partition.owned + 1)
    bounds = np.unique(np.append(steps.searchsorted(np.arange(0, int(steps[-1]), CHUNK)), part.owned))
    walk = Walk(
        bounds,
        np.full(part.owned, 1 / max(1, graph.num_vertices)),
        np.zeros(part.stride, dtype),
        np.empty(part.size * part.stride, dtype),
        np.zeros((bounds.size - 1, SUMS)),
    )
    flat = walk._replace(sums=walk.sums.reshape(-1))
    graph.device.for_each(bounds.size - 1, begin_chunk, graph.out, flat, size=part.owned)
    return walk


def _sweep(graph: DistributedGraph, rates: tuple[float, float], walk: Walk) -> None:
    """New ranks of own vertices, block by block."""
    part, chunks, edges = graph.partition, walk.bounds.size - 1, graph.into.places.size
    flat = walk._replace(sums=walk.sums.reshape(-1))
    blocks = num_blocks(edges)
    size = (edges + part.owned) // blocks
    for block in range(blocks):
        count = len(range(block, chunks, blocks))
        graph.device.for_each(
            count, sweep_chunk, block, blocks, rates, graph.into, graph.out, flat, size=size
        )
        graph.device.for_each(count, publish_chunk, block, blocks, part.first, flat, size=size)


def begin_chunk(chunk, out, walk):
    """Note what the vertices of a chunk contribute at first."""
    mass = stranded = 0.0
    for vertex in range(walk.bounds[chunk], walk.bounds[chunk + 1]):
        mass += walk.ranks[vertex]
        stranded += contribute(vertex, out, walk)
    walk.sums[SUMS * chunk + MASSES], walk.sums[SUMS * chunk + STRANDED] = mass, stranded


def contribute(vertex, out, walk):
    """Note what a vertex contributes; returns its rank if nothing leaves it, else 0.

    Its rank becomes what its contributions, which may be rounded, add up to.
    """
    leaving, rank = int64(out.ptr[vertex + 1]) - int64(out.ptr[vertex]), walk.ranks[vertex]
    if leaving == 0:
        return rank
    walk.own[vertex] = rank / leaving
    walk.ranks[vertex] = np.float64(walk.own[vertex]) * leaving
    return 0.0


def sweep_chunk(item, block, blocks, rates, into, out, walk):
    """New ranks of the vertices of a chunk of the block, and what they contribute then."""
    chunk, (damping, restart) = block + item * blocks, rates
    changes = masses = stranded = 0.0
    for vertex in range(walk.bounds[chunk], walk.bounds[chunk + 1]):
        first, end = int64(into.ptr[vertex]), int64(into.ptr[vertex + 1])
        prefetch(into.places, end + AHEAD)
        prefetch(into.places, end + AHEAD + FETCHED)
        before = walk.ranks[vertex]
        walk.ranks[vertex] = restart + damping * add_up_list(first, end, into, walk)
        stranded += contribute(vertex, out, walk)
        masses += walk.ranks[vertex]
        changes += abs(walk.ranks[vertex] - before)
    place = SUMS * chunk
    walk.sums[place + CHANGES] = changes
    walk.sums[place + MASSES], walk.sums[place + STRANDED] = masses, stranded


def publish_chunk(item, block, blocks, first, walk):
    """Have the next blocks see what the vertices of a chunk of the block contribute."""
    chunk = block + item * blocks
    for vertex in range(walk.bounds[chunk], walk.bounds[chunk + 1]):
        walk.everywhere[first + vertex] = walk.own[vertex]


def add_up_list(begin, end, into, walk):
    """What the in-neighbors at these edges contribute."""
    if end + LANES <= into.places.size:
        return add_gathered(walk.everywhere, into.places, begin, end)
    total = 0.0
    for edge in range(begin, end):
        total += walk.everywhere[into.places[edge]]
    return total
