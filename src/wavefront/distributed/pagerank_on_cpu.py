"""PageRank on a rank's CPU threads: block after block of its vertices, each from the newest contributions.

As ``algorithms/pagerank/blocks.py`` does, which tells why fewer iterations are needed, and why the last one's
changes bound by how much one more step of the walk would change the ranks; the loops are those of one process
(sums_on_cpu.py, publishing.py). Where ranks share memory, they meet before and after they publish a block's
contributions, so that every block sees all blocks before it. Elsewhere a block sees the rank's own blocks
before it, and of the other ranks what they contributed after the last iteration. Meanwhile the ranks don't
add up to 1: restarts are in proportion to their sum, by which they are divided at the end. Where edges are
undirected and the changes fall slowly, ``algorithms/pagerank/semi_iteration.py``'s method goes on, in one
block.

A block has chunks from the whole range of degrees: with hubs in one block and leaves in another, a Kronecker
graph of scale 20 took 23 iterations in place of 16.

A rank of one thread does an iteration in one compiled call. Without shared memory it has as many blocks as
still take fewer iterations. Where the tolerance allows it, contributions are float32: half the message, and
half of what stays in a cache.
"""

from typing import Any, NamedTuple

import numpy as np

from ..algorithms.pagerank.blocks import BLOCKS, FLOAT32_TOLERANCE, ROUNDED_OFF, num_blocks
from ..algorithms.pagerank.ends import end_chunk, weigh_chunk
from ..algorithms.pagerank.kept import found_facts, memory_of_chunks
from ..algorithms.pagerank.publishing import publish_chunk
from ..algorithms.pagerank.semi_iteration import GIVEN_UP, grows, is_slow, next_weight
from ..algorithms.pagerank.sums_on_cpu import (
    ACROSS,
    CHUNK,
    DAMPING,
    FEW,
    RESTARTS,
    ROWS,
    WEIGHT,
    Walk,
    add_up_piece,
    sweep_chunk,
)
from ..device import Cpu
from ..intrinsics.gather import gathers_fast
from .graph import DistributedGraph
from .host_memory import Shared, run_together, shared_memory_of
from .meeting_on_cpu import Room, give_sign, meet

PARTS = 8  # of a block, per thread: lists differ in length; and a rank gives a sign of life after each


class Turn(NamedTuple):
    """Where ranks that share memory meet in an iteration."""

    room: Room
    idle: int  # whether to do nothing


def iterate(
    graph: DistributedGraph, damping: float, tolerance: float, limit: int
) -> tuple[np.ndarray, int, bool]:
    """Ranks of own vertices, how many iterations were run, and whether one more would change them little."""
    ranks, shared = graph.communicator, shared_memory_of(graph)
    rounded_off = ROUNDED_OFF if tolerance >= FLOAT32_TOLERANCE else 0.0
    walk = _first_step(graph, np.float32 if rounded_off else np.float64, shared)
    found = walk.own * np.maximum(walk.leaving, 1.0)
    mass, stranded = ranks.sum(np.array([found.sum(), found[walk.leaving == 0].sum()])).tolist()
    restarts = (1 - damping) * mass + damping * stranded
    iterations, converged, weight = 0, not graph.num_vertices, 0.0
    last, before = 0.0, 0.0  # changes, until the first extrapolation
    while iterations < limit and not converged:
        walk.rates[DAMPING], walk.rates[RESTARTS], walk.rates[WEIGHT] = damping, restarts, weight
        _sweep(graph, walk, shared)
        own = np.array([walk.changes.sum(), walk.masses.sum(), walk.stranded.sum()])
        changes, next_mass, stranded = ranks.sum(own).tolist()
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
    return _ranks_of(graph, walk, bool(converged), mass), iterations, bool(converged)


def _ranks_of(graph: DistributedGraph, walk: Walk, converged: bool, mass: float) -> np.ndarray:
    """Ranks of own vertices: where the walk is, divided by the sum over all ranks.

    Shared memory isn't looked at: another rank may begin its next call.
    """
    device, found, chunks = graph.device, np.empty(walk.leaving.size), walk.masses.size
    is_before_last = converged and walk.rates[WEIGHT] > 0
    walk = walk._replace(own=walk.earlier if is_before_last else walk.pending)
    if walk.rates[WEIGHT]:
        device.for_each(chunks, weigh_chunk, walk, size=found.size)
        mass = graph.communicator.sum(np.array([walk.masses.sum()])).item()
    device.for_each(chunks, end_chunk, walk, mass or 1.0, found, size=found.size)
    return found


def _first_step(graph: DistributedGraph, dtype: Any, shared: Shared | None) -> Walk:
    """The walk at a vertex drawn at random, each as likely."""
    part, into, device = graph.partition, graph.into, graph.device
    assert isinstance(device, Cpu)
    leaving, restart = np.diff(graph.out.ptr).astype(part.dtype), 1 / max(1, graph.num_vertices)
    count, facts = part.size * part.stride, found_facts(np.diff(into.ptr), into.places.size)
    pending = np.zeros(part.stride, dtype)
    pending[: part.owned] = restart / np.maximum(leaving, 1)
    shares = np.empty(count, dtype) if shared is None else shared.inboxes.view(dtype)[:count]
    own = shares[part.first : part.first + part.owned]
    own[:] = pending[: part.owned]
    walk = Walk(
        into.ptr,
        into.places,
        np.empty(0),
        leaving,
        np.array([restart]),
        shares,
        into.places[:0],
        own,
        pending,
        np.empty(0 if graph.directed else part.owned, dtype),
        **memory_of_chunks(facts, -(-part.owned // CHUNK)),
        rows=np.empty(ROWS * CHUNK * _parts(device)),
        sums=None,
        turns=np.empty(0, np.int64),
    )
    walk.state[FEW], walk.state[ACROSS] = facts.are_short, gathers_fast()
    return walk


def _parts(device: Cpu) -> int:
    """Into how many parts a block is cut, each of which has a row of its own."""
    return PARTS * device.threads if device.threads > 1 else 1


def _sweep(graph: DistributedGraph, walk: Walk, shared: Shared | None) -> None:
    """New shares of own vertices, block by block; those that are extrapolated in one block."""
    chunks, edges, device = walk.changes.size, graph.into.places.size, graph.device
    assert isinstance(device, Cpu)
    is_extrapolated, published = walk.rates[WEIGHT] > 0, walk._replace(shares=walk.own)
    if shared is not None:
        blocks = 1 if is_extrapolated else num_blocks(graph.num_edges)
        run_together(graph, sweep_together, blocks, walk, published, Turn(shared.room, 0))
        return
    graph.communicator.gather(walk.shares, walk.pending)
    if device.threads == 1:
        blocks = 1 if is_extrapolated else max(1, min(BLOCKS, chunks))
        device.call(sweep_alone, blocks, walk, published)
        return
    blocks, parts = 1 if is_extrapolated else num_blocks(edges), _parts(device)
    size = (edges + walk.leaving.size) // blocks
    for block in range(blocks):
        device.for_each(parts, sweep_part, parts, block, blocks, walk, size=size)
        device.for_each(parts, publish_part, parts, block, blocks, published, size=size)


def sweep_alone(blocks, walk, published):
    """New shares of all own vertices, by one thread."""
    for block in range(blocks):
        sweep_part(np.int64(0), np.int64(1), block, blocks, walk)
        publish_part(np.int64(0), np.int64(1), block, blocks, published)


def sweep_together(blocks, walk, published, turn):
    """New shares of all own vertices while the other ranks find theirs; whether all came to all meetings."""
    if turn.idle:
        return True
    for block in range(blocks):
        for part in range(PARTS):
            give_sign(turn.room)
            sweep_part(part, PARTS, block, blocks, walk)
        if not meet(turn.room):
            return False
        publish_part(np.int64(0), np.int64(1), block, blocks, published)
        if not meet(turn.room):
            return False
    # Here a rank that came to the one before just in time hears that another had given up.
    return meet(turn.room)


def sweep_part(part, parts, block, blocks, walk):
    """New shares of a part of the block's vertices; of its hubs, sums of some pieces."""
    count, row = walk.leaving.size, part % (walk.rows.size // (ROWS * CHUNK))
    for piece in range(part, walk.owners.size, parts):
        if walk.hubs[walk.owners[piece]] // CHUNK % blocks == block:
            add_up_piece(piece, walk)
    first, last = chunks_of(part, parts, block, blocks, walk)
    for number in range(first, last):
        sweep_chunk(block + number * blocks, count, row, walk)


def publish_part(part, parts, block, blocks, walk):
    """Have the next blocks see the new shares of a part of the block's vertices; `shares` are own ones."""
    count, row = walk.leaving.size, part % (walk.rows.size // (ROWS * CHUNK))
    first, last = chunks_of(part, parts, block, blocks, walk)
    for number in range(first, last):
        publish_chunk(block + number * blocks, count, row, walk)


def chunks_of(part, parts, block, blocks, walk):
    """Which chunks of a block are in its part: numbers within the block, the first and the one behind."""
    size = max(walk.changes.size - block + blocks - 1, 0) // blocks
    return part * size // parts, (part + 1) * size // parts
