"""PageRank on a rank's CPU threads: block after block of its vertices, each from the newest contributions.

As ``algorithms/pagerank/blocks.py`` does, which tells why fewer iterations are needed, and why the last one's
changes bound by how much one more step of the walk would change the ranks. Here a block sees the rank's own
blocks before it, and of the other ranks what they contributed after the last iteration. Meanwhile the ranks
don't add up to 1: restarts are in proportion to their sum, by which they are divided at the end. Where edges
are undirected and the changes fall slowly, ``algorithms/pagerank/semi_iteration.py``'s method goes on, in one
block.

A block has chunks from the whole range of degrees: with hubs in one block and leaves in another, a Kronecker
graph of scale 20 took 23 iterations in place of 16.

A rank of one thread does an iteration in one compiled call, and has as many blocks as still take fewer
iterations. Several contributions are read at a time, fewer where lists are short, and each list asks for the
neighbors that come some lists later. What doesn't depend on the neighbors is found for ROW vertices in a loop
without a branch. Where the tolerance allows it, contributions are float32: half the message, and half of what
stays in a cache.
"""

from typing import Any, NamedTuple

import numpy as np

from ..algorithms.pagerank.blocks import BLOCKS, FLOAT32_TOLERANCE, ROUNDED_OFF, num_blocks
from ..algorithms.pagerank.kept import are_short
from ..algorithms.pagerank.semi_iteration import GIVEN_UP, grows, is_slow, next_weight
from ..algorithms.pagerank.sums_on_cpu import add_up_plain
from ..compiler import int64
from ..device import Cpu
from ..intrinsics.gather import LANES
from .graph import DistributedGraph

CHUNK = 1 << 14  # in-edges and vertices whose sums are added up together, whatever the threads
ROW = 256  # vertices
CHANGES, MASSES, STRANDED, SUMS = 0, 1, 2, 3  # sums of a chunk: see `Walk.sums`


class Walk(NamedTuple):
    """Where a rank's part of the walk is."""

    bounds: Any  # first vertex of each chunk, and the end of the last
    leaving: Any  # out-edges of own vertices
    ranks: Any  # float64, of own vertices
    own: Any  # what they contribute along each edge; of one that nothing leaves, its rank, which nobody reads
    everywhere: Any  # the same of all places
    rows: Any  # of each chunk, ROW sums, and as many changes
    sums: Any  # of each chunk: changes of its ranks, ranks, and ranks of vertices that nothing leaves
    few: Any  # whether lists are short
    earlier: Any  # of own vertices: the ranks before the last iteration, to extrapolate


def iterate(
    graph: DistributedGraph, damping: float, tolerance: float, limit: int
) -> tuple[np.ndarray, int, bool]:
    """Ranks of own vertices, how many iterations were run, and whether one more would change them little."""
    ranks, count = graph.communicator, max(1, graph.num_vertices)
    rounded_off = ROUNDED_OFF if tolerance >= FLOAT32_TOLERANCE else 0.0
    walk = _first_step(graph, np.float32 if rounded_off else np.float64)
    own = np.array([walk.ranks.sum(), walk.ranks[walk.leaving == 0].sum()])
    mass, stranded = ranks.sum(own).tolist()
    restarts = (1 - damping) * mass + damping * stranded
    iterations, converged, weight = 0, not graph.num_vertices, 0.0
    last, before = 0.0, 0.0  # changes, until the first extrapolation
    while iterations < limit and not converged:
        ranks.gather(walk.everywhere, walk.own)
        _sweep(graph, (damping, restarts / count, weight), walk)
        changes, next_mass, stranded = ranks.sum(walk.sums.reshape(-1, SUMS).sum(axis=0)).tolist()
        last_restarts, restarts = restarts, (1 - damping) * next_mass + damping * stranded
        iterations += 1
        if weight > 0:
            converged = changes + rounded_off * mass < tolerance * mass
            if not converged:
                weight = GIVEN_UP if grows(changes, last) else next_weight(weight, damping)
        else:
            change = damping * changes + abs(restarts - last_restarts) + rounded_off * next_mass
            converged = change < tolerance * next_mass
            if not (weight or graph.directed):
                weight = float(is_slow(change, last, before, tolerance * next_mass, damping))
                last, before = change, last
        mass = next_mass
    if not weight:
        return walk.ranks / (mass or 1.0), iterations, converged
    found = np.maximum(walk.earlier if converged and weight > 0 else walk.ranks, 0.0)
    return found / ranks.sum(np.array([found.sum()]))[0], iterations, converged


def _first_step(graph: DistributedGraph, dtype: Any) -> Walk:
    """The walk at a vertex drawn at random, each as likely."""
    part, steps = graph.partition, graph.into.ptr + np.arange(graph.partition.owned + 1)
    bounds = np.unique(np.append(steps.searchsorted(np.arange(0, int(steps[-1]), CHUNK)), part.owned))
    leaving, chunks = np.diff(graph.out.ptr).astype(part.dtype), bounds.size - 1
    units, own = np.maximum(leaving, 1), np.zeros(part.stride, dtype)
    own[: part.owned] = 1 / max(1, graph.num_vertices) / units
    return Walk(
        bounds,
        leaving,
        own[: part.owned].astype(np.float64) * units,
        own,
        np.empty(part.size * part.stride, dtype),
        np.empty(2 * ROW * chunks),
        np.zeros(SUMS * chunks),
        are_short(np.diff(graph.into.ptr), graph.into.places.size),
        np.empty(0 if graph.directed else part.owned),
    )


def _sweep(graph: DistributedGraph, rates: tuple[float, float, float], walk: Walk) -> None:
    """New ranks of own vertices, block by block; those that are extrapolated in one block."""
    part, chunks, edges, device = graph.partition, walk.bounds.size - 1, graph.into.places.size, graph.device
    assert isinstance(device, Cpu)
    is_extrapolated = rates[2] > 0
    if device.threads == 1:
        blocks = 1 if is_extrapolated else min(BLOCKS, chunks)
        device.call(sweep_alone, blocks, rates, part.first, graph.into, walk)
        return
    blocks = 1 if is_extrapolated else num_blocks(edges)
    size = (edges + part.owned) // blocks
    for block in range(blocks):
        count = len(range(block, chunks, blocks))
        device.for_each(count, sweep_chunk, block, blocks, rates, graph.into, walk, size=size)
        if block + 1 < blocks:
            device.for_each(count, publish_chunk, block, blocks, part.first, walk, size=size)


def sweep_alone(blocks, rates, first, into, walk):
    """New ranks of all own vertices, by one thread."""
    chunks = walk.bounds.size - 1
    for block in range(blocks):
        count = (chunks - block + blocks - 1) // blocks
        for item in range(count):
            sweep_chunk(item, block, blocks, rates, into, walk)
        if block + 1 < blocks:
            for item in range(count):
                publish_chunk(item, block, blocks, first, walk)


def sweep_chunk(item, block, blocks, rates, into, walk):
    """New ranks of the vertices of a chunk of the block, and what they contribute then."""
    chunk = block + item * blocks
    rows, row = walk.rows, 2 * ROW * chunk
    changes = masses = stranded = 0.0
    for first in range(walk.bounds[chunk], walk.bounds[chunk + 1], ROW):
        last = min(first + ROW, walk.bounds[chunk + 1])
        add_up_lists(first, last, row, into, walk)
        settle_row(first, last, row, rates, walk)
        for slot in range(last - first):
            rank = walk.ranks[first + slot]
            changes += rows[row + ROW + slot]
            masses += rank
            stranded += rank if walk.leaving[first + slot] == 0 else 0.0
    place = SUMS * chunk
    walk.sums[place + CHANGES] = changes
    walk.sums[place + MASSES], walk.sums[place + STRANDED] = masses, stranded


def settle_row(first, last, row, rates, walk):
    """New ranks of some vertices whose sums are in the row, and their changes: no step depends on another.

    A rank becomes what its contributions, which may be rounded, add up to.
    """
    rows, leaving, ranks, own, earlier = walk.rows, walk.leaving, walk.ranks, walk.own, walk.earlier
    damping, restart, weight = rates
    first, last, row = np.uint64(first), np.uint64(last), np.uint64(row)
    for vertex in range(first, last):
        slot = row + vertex - first
        units = np.float64(max(leaving[vertex], 1))
        own[vertex] = (restart + damping * rows[slot]) / units
        rank = np.float64(own[vertex]) * units
        rows[slot + np.uint64(ROW)] = abs(rank - ranks[vertex])
        if weight > 0:
            if weight > 1:
                own[vertex] = (weight * (rank - earlier[vertex]) + earlier[vertex]) / units
                rank = np.float64(own[vertex]) * units
            earlier[vertex] = ranks[vertex]
        ranks[vertex] = rank


def publish_chunk(item, block, blocks, first, walk):
    """Have the next blocks see what the vertices of a chunk of the block contribute."""
    chunk = block + item * blocks
    for vertex in range(walk.bounds[chunk], walk.bounds[chunk + 1]):
        walk.everywhere[first + vertex] = walk.own[vertex]


def add_up_lists(first, last, row, into, walk):
    """What the in-neighbors of some vertices contribute, into the row."""
    ptr, places = into.ptr, into.places
    if int64(ptr[last]) + LANES <= places.size:
        add_up_plain(first, last, row, walk.few, False, ptr, places, walk.everywhere, walk.rows)
    else:
        for vertex in range(first, last):
            total = add_up(int64(ptr[vertex]), int64(ptr[vertex + 1]), into, walk)
            walk.rows[row + vertex - first] = total


def add_up(begin, end, into, walk):
    """What the in-neighbors at these edges contribute, one after another."""
    total = 0.0
    for edge in range(begin, end):
        total += walk.everywhere[into.places[edge]]
    return total
