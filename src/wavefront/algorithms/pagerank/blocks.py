"""PageRank on the CPU: block after block of the vertices, each from the newest contributions.

Block Gauss-Seidel (Arasu, Novak, Tomkins and Tomlin, "PageRank Computation and the Structure of the Web", WWW
2002, on Gauss-Seidel): an iteration goes through the vertices in a few blocks, and a block sees the new
contributions of the blocks before it, so that fewer iterations are needed. Within a block contributions
stay unchanged until the whole block is done: the ranks don't depend on timing, nor on the number of threads.
iterations.py has the iterations, sums_on_cpu.py what threads do within a block.

Meanwhile the ranks don't add up to 1. Restarts are therefore in proportion to the ranks' sum, so that the sum
has no value to approach slowly, and the ranks are divided by it at the end. A new rank differs from the rank
that one more step of the walk would give by the later changes of its in-neighbors and of the restarts, and by
what it was rounded off. So such a step changes the ranks in all by at most damping times the last iteration's
changes, plus the change of the restarts, plus what is rounded off.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...device import Cpu
from ...device.cpu import SERIAL_SIZE
from ...intrinsics.gather import gathers_fast
from ...intrinsics.jobs import JOB_SIZE
from ..result import result_array
from .ends import begin_chunk, begin_sums, end_chunk, weigh_chunk
from .iterations import iterations_of, restart_rate
from .kept import facts_of, memory_of_chunks, paged, share_bytes
from .places import has_places, placed
from .sums_on_cpu import (
    ACROSS,
    AT_ONCE,
    CHUNK,
    DAMPING,
    FEW,
    LEFT,
    LINE,
    MASS,
    MAY_EXTRAPOLATE,
    PASSES_CHANGES,
    RESTARTS,
    ROUGHNESS,
    ROWS,
    SIZE,
    THREADS,
    WEIGHT,
    Walk,
)

if TYPE_CHECKING:
    from ...graph import Graph
    from ...progress import Report

FLOAT32_TOLERANCE = 1e-6  # and above; contributions add up to 1 at most, and float32 rounds by 2**-24
BLOCKS = 32  # per iteration, at most: with so many, it is almost a sequential Gauss-Seidel
FEW_BLOCKS = 8  # that already take few iterations
BLOCK_EDGES = 1 << 20  # of each of few blocks, at least: with fewer, threads would wait much of the time
MORE_EDGES = 4  # times as many in each of more blocks
FEWEST_BLOCKS, LEAST_EDGES = 4, 1 << 17  # as many if each has so many edges, in a smaller graph
TURNS = 16  # times that each thread takes chunks of a block, about: lists differ in length
EDGES_AT_ONCE = 1 << 28  # that a call goes through, at most, if an iteration has fewer: up to a second
ROUNDED_CHANGE = 2.0**-7  # of a change, more than at most: changes of 16 bits have 8 of precision
MANY, LONG = 1 << 19, 8  # vertices, edges per vertex, from which changes are passed on: shares exceed a cache
ROUNDED_OFF = 2.0**-24  # of the ranks in all, at most, with contributions in float32


def num_blocks(num_edges: int) -> int:
    """How many blocks a graph of so many edges has."""
    most, fewest = num_edges // BLOCK_EDGES, min(FEWEST_BLOCKS, num_edges // LEAST_EDGES)
    return max(1, fewest, min(BLOCKS, most, max(FEW_BLOCKS, most // MORE_EDGES)))


def block_size(graph: Graph) -> int:
    """Vertices of a block: whole chunks."""
    chunks = -(-graph.num_vertices // CHUNK)
    return -(-chunks // num_blocks(graph.num_edges)) * CHUNK


def passes_changes(graph: Graph, weighted: bool) -> bool:
    """Whether vertices pass on changes in 16 bits, not shares in 32 or 64: see `settle_changes`."""
    return may_pass_changes(graph, weighted) and not facts_of(graph).hubs.size


def may_pass_changes(graph: Graph, weighted: bool) -> bool:
    """The same if there are no hubs: these are seen in the lists of in-neighbors, which this doesn't make."""
    if weighted or not gathers_fast() or graph.num_vertices < MANY:
        return False
    return graph.num_edges >= LONG * graph.num_vertices and not has_places(graph)


def _arrays(
    graph: Graph, dtype: type[np.floating], by_changes: bool, pending: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray | None]:
    """The walk's `shares`, `own`, `pending` of that size at least, `earlier`, and `sums`."""
    extrapolates = not graph.directed
    memory = paged(graph, share_bytes(graph.num_vertices, np.dtype(dtype).itemsize, by_changes, extrapolates))
    if by_changes:
        halves = memory[0].view(np.uint16)[:-1]
        own, sums = memory[1].view(np.float64), memory[2].view(np.float64)
        return halves, own, memory[3].view(np.uint16), halves[:0], sums
    shares = memory[0].view(dtype)
    if extrapolates:
        return shares, shares, memory[1].view(dtype), memory[2].view(dtype), None
    return shares, shares, np.empty(pending, dtype), shares[:0], None


def without_changes(walk: Walk, graph: Graph, dtype: type[np.floating]) -> Walk:
    """The same walk where vertices pass on shares."""
    shares, own, pending, earlier, _ = _arrays(graph, dtype, False, graph.num_vertices)
    shares[:], walk.state[PASSES_CHANGES] = walk.own, 0
    return walk._replace(shares=shares, own=own, pending=pending, earlier=earlier, sums=None)


def first_step(
    graph: Graph,
    leaving: np.ndarray,
    weighted: bool,
    restart: np.ndarray,
    tolerance: float,
    device: Cpu,
    max_iterations: int,
) -> Walk:
    """The walk at a vertex drawn at random, each as likely."""
    count, chunks = graph.num_vertices, -(-graph.num_vertices // CHUNK)
    ptr, src, weights = graph.csc
    size = block_size(graph)
    facts = facts_of(graph)
    is_rough = tolerance >= FLOAT32_TOLERANCE and not weighted
    found = None if weighted else placed(graph, device, max_iterations)
    by_changes = passes_changes(graph, weighted)
    kind = np.float32 if is_rough else np.float64
    shares, own, pending, earlier, sums = _arrays(
        graph, kind, by_changes, size if found is None else chunks * CHUNK
    )
    walk = Walk(
        ptr,
        src if found is None else found.src,
        weights if weighted and weights is not None else np.empty(0),
        leaving,
        restart,
        shares,
        src[:0] if found is None else found.places,
        own if found is None else pending,
        pending,
        earlier,
        **memory_of_chunks(facts, chunks),
        rows=np.empty(device.threads * ROWS * CHUNK),
        sums=sums,
        turns=np.empty(device.threads * LINE, np.int64),
    )
    walk.rates[ROUGHNESS] = ROUNDED_CHANGE if by_changes else 0.0
    walk.state[SIZE], walk.state[PASSES_CHANGES] = size, by_changes
    walk.state[MAY_EXTRAPOLATE] = not graph.directed
    walk.state[FEW] = facts.are_short
    walk.state[ACROSS] = gathers_fast()
    device.for_each(chunks, begin_chunk, walk, size=count)
    if by_changes:
        device.for_each(chunks, begin_sums, walk._replace(shares=own), size=graph.num_edges)
    return walk


def iterate(
    walk: Walk,
    graph: Graph,
    damping: float,
    tolerance: float,
    max_iterations: int,
    device: Cpu,
    report: Report | None,
) -> tuple[np.ndarray, int, bool]:
    """Move the walk until it changes by less than the tolerance.

    Returns V ranks, the number of iterations, and whether the last one changed so little.
    """
    job = np.empty(JOB_SIZE, np.int64)
    edges = walk.shares.size + walk.src.size
    threads = device.threads if edges > SERIAL_SIZE else 1
    team = device.team(threads)
    rounded_off = ROUNDED_OFF if walk.shares.dtype == np.float32 else 0.0
    rates, iterations, converged = walk.rates, 0, not walk.shares.size
    rates[DAMPING], rates[MASS], rates[LEFT] = damping, walk.masses.sum(), walk.stranded.sum()
    rates[RESTARTS] = restart_rate(rates)
    walk.state[THREADS] = threads
    walk.state[AT_ONCE] = max(1, walk.state[SIZE] // (CHUNK * TURNS * threads))
    # At once; between calls progress is told, and Ctrl-C heard.
    most = 1 if report is not None else max(1, EDGES_AT_ONCE // max(CHUNK, edges))
    while not converged and iterations < max_iterations:
        if rates[WEIGHT] > 0 and walk.state[PASSES_CHANGES]:
            is_rough = tolerance >= FLOAT32_TOLERANCE
            walk = without_changes(walk, graph, np.float32 if is_rough else np.float64)
            rounded_off = ROUNDED_OFF if is_rough else 0.0
        now = min(most, max_iterations - iterations)
        given = now, tolerance, rounded_off, walk, threads, job, team
        done, converged = device.call(iterations_of, *given)
        iterations += done
        if report is not None:
            report(iterations, max_iterations)
    return _ranks_of(walk, bool(converged), graph, device), iterations, bool(converged)


def _ranks_of(walk: Walk, converged: bool, graph: Graph, device: Cpu) -> np.ndarray:
    """V ranks: where the walk is, divided by the sum."""
    ranks, chunks = result_array(graph, np.float64), walk.changes.size
    if walk.rates[WEIGHT]:
        walk = walk._replace(own=walk.earlier) if converged and walk.rates[WEIGHT] > 0 else walk
        device.for_each(chunks, weigh_chunk, walk, size=ranks.size)
        walk.rates[MASS] = walk.masses.sum()
    device.for_each(chunks, end_chunk, walk, walk.rates[MASS], ranks, size=ranks.size)
    return ranks
