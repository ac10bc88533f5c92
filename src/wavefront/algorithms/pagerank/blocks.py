"""PageRank on the CPU: block after block of the vertices, each from the newest contributions.

Block Gauss-Seidel (Arasu, Novak, Tomkins and Tomlin, "PageRank Computation and the Structure of the Web", WWW
2002, on Gauss-Seidel): an iteration goes through the vertices in a few blocks, and a block sees the new
contributions of the blocks before it, so that fewer iterations are needed. Within a block contributions
stay unchanged until the whole block is done: the ranks don't depend on timing, nor on the number of threads.

Meanwhile the ranks don't add up to 1. Restarts are therefore in proportion to the ranks' sum, so that the sum
has no value to approach slowly, and the ranks are divided by it at the end. A new rank differs from the rank
that one more step of the walk would give by the later changes of its in-neighbors and of the restarts. So
such a step changes the ranks in all by at most damping times the last iteration's changes, plus the change of
the restarts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...atomics import atomic_add
from ...device import Cpu
from ...device.cpu import SERIAL_SIZE
from ...device.team import together
from ...intrinsics.jobs import CURSOR, JOB_SIZE

if TYPE_CHECKING:
    from ...graph import Graph
    from ...progress import Report

BLOCKS = 32  # per iteration, at most: with so many, it is almost a sequential Gauss-Seidel
BLOCK_EDGES = 1 << 20  # edges of a block, about and at least: with fewer, threads would wait much of the time
CHUNK = 256  # vertices whose sums are added up together, so that these don't depend on the threads
TURNS = 8  # times that each thread takes chunks of a block, about: lists differ in length


class Walk(NamedTuple):
    """The in-edges, where the walk is, and what decides its next step."""

    ptr: Any  # V + 1 offsets
    src: Any
    weights: Any  # E, none if all edges are alike
    leaving: Any  # V: out-edges, or the sum of their weights
    restart: Any  # V chances to start anew there, or one chance for every vertex
    ranks: Any  # V
    contributions: Any  # V: contribution per edge, or per unit of weight
    pending: Any  # of the vertices of one block: their sums, then their contributions
    changes: Any  # of each chunk: by how much its ranks changed in all
    masses: Any  # of each chunk: the sum of its ranks
    stranded: Any  # of each chunk: the sum of the ranks of vertices without out-edges


def contributed(rank, leaving):
    """The vertex's contribution per edge, or per unit of weight, that leaves it."""
    return rank / leaving if leaving > 0 else 0.0


def begin_chunk(chunk, walk):
    """Give the vertices of a chunk equal ranks."""
    first, last = chunk * CHUNK, min((chunk + 1) * CHUNK, walk.ranks.size)
    rank, stranded = 1 / walk.ranks.size, 0.0
    for vertex in range(first, last):
        walk.ranks[vertex] = rank
        walk.contributions[vertex] = contributed(rank, walk.leaving[vertex])
        stranded += 0.0 if walk.leaving[vertex] > 0 else rank
    walk.stranded[chunk] = stranded


def add_up(begin, end, walk):
    """What the in-neighbors at these edges contribute: in four sums, which need not wait for one another."""
    first, last = np.uint64(begin), np.uint64(end)  # unsigned: no test for negative indices
    a = b = c = d = 0.0
    if walk.weights.size:
        for edge in range(first, last):
            a += walk.contributions[np.uint64(walk.src[edge])] * walk.weights[edge]
        return a
    rest = last - (last - first) % np.uint64(4)
    for edge in range(first, rest, np.uint64(4)):
        a += walk.contributions[np.uint64(walk.src[edge])]
        b += walk.contributions[np.uint64(walk.src[edge + np.uint64(1)])]
        c += walk.contributions[np.uint64(walk.src[edge + np.uint64(2)])]
        d += walk.contributions[np.uint64(walk.src[edge + np.uint64(3)])]
    for edge in range(rest, last):
        a += walk.contributions[np.uint64(walk.src[edge])]
    return (a + b) + (c + d)


def sweep_chunk(first, last, block, damping, restarts, walk):
    """New ranks of a chunk of the block that begins at this vertex; their contributions are pending."""
    change = mass = stranded = 0.0
    begin, everywhere = walk.ptr[first], restarts * walk.restart[0]
    for vertex in range(np.uint64(first), np.uint64(last)):
        end = walk.ptr[vertex + np.uint64(1)]
        start = restarts * walk.restart[vertex] if walk.restart.size > 1 else everywhere
        rank = damping * add_up(begin, end, walk) + start
        begin = end
        change += abs(rank - walk.ranks[vertex])
        mass += rank
        leaving = walk.leaving[vertex]
        stranded += 0.0 if leaving > 0 else rank
        walk.ranks[vertex] = rank
        walk.pending[vertex - np.uint64(block)] = contributed(rank, leaving)
    chunk = first // CHUNK
    walk.changes[chunk], walk.masses[chunk], walk.stranded[chunk] = change, mass, stranded


def sweep(thread, at_once, block, last, damping, restarts, walk, job):
    """One thread's part of a block: threads take so many of its chunks at once."""
    first = block + atomic_add(job, CURSOR, at_once * CHUNK)
    while first < last:
        for begin in range(first, min(first + at_once * CHUNK, last), CHUNK):
            sweep_chunk(begin, min(begin + CHUNK, last), block, damping, restarts, walk)
        first = block + atomic_add(job, CURSOR, at_once * CHUNK)


def publish(thread, at_once, block, last, walk, job):
    """Have the next blocks see what the block's vertices contribute: one thread's part."""
    first = block + atomic_add(job, CURSOR, at_once * CHUNK)
    while first < last:
        for vertex in range(np.uint64(first), np.uint64(min(first + at_once * CHUNK, last))):
            walk.contributions[vertex] = walk.pending[vertex - np.uint64(block)]
        first = block + atomic_add(job, CURSOR, at_once * CHUNK)


def iteration(damping, restarts, walk, threads, job, team):
    """New ranks of all vertices."""
    size = walk.pending.size
    at_once = max(1, size // (CHUNK * TURNS * threads))
    for block in range(0, walk.ranks.size, size):
        last = min(block + size, walk.ranks.size)
        together(sweep, (at_once, block, last, damping, restarts, walk, job), threads, job, team)
        together(publish, (at_once, block, last, walk, job), threads, job, team)


def first_step(graph: Graph, leaving: np.ndarray, weighted: bool, restart: np.ndarray, device: Cpu) -> Walk:
    """The walk at a vertex drawn at random, each as likely."""
    count, chunks = graph.num_vertices, -(-graph.num_vertices // CHUNK)
    ptr, src, weights = graph.csc
    blocks = max(1, min(BLOCKS, graph.num_edges // BLOCK_EDGES))
    walk = Walk(
        ptr,
        src,
        weights if weighted and weights is not None else np.empty(0),
        leaving,
        restart,
        ranks=np.empty(count),
        contributions=np.empty(count),
        pending=np.empty(-(-chunks // blocks) * CHUNK),
        changes=np.empty(chunks),
        masses=np.empty(chunks),
        stranded=np.empty(chunks),
    )
    device.for_each(chunks, begin_chunk, walk, size=count)
    return walk


def iterate(
    walk: Walk,
    damping: float,
    tolerance: float,
    max_iterations: int,
    device: Cpu,
    report: Report | None,
) -> tuple[int, bool]:
    """Move the walk until it changes by less than the tolerance; returns iterations, and whether so."""
    job = np.empty(JOB_SIZE, np.int64)
    threads = device.threads if walk.ranks.size + walk.src.size > SERIAL_SIZE else 1
    team = device.team(threads)
    mass, iterations, converged = 1.0, 0, not walk.ranks.size
    restarts = 1 - damping + damping * float(walk.stranded.sum())
    while not converged and iterations < max_iterations:
        iterations += 1
        device.call(iteration, damping, restarts, walk, threads, job, team)
        mass, last_restarts = float(walk.masses.sum()), restarts
        restarts = (1 - damping) * mass + damping * float(walk.stranded.sum())
        change = damping * float(walk.changes.sum()) + abs(restarts - last_restarts)
        converged = change < tolerance * mass
        if report is not None:
            report(iterations, max_iterations)
    np.divide(walk.ranks, mass, out=walk.ranks)
    return iterations, converged
