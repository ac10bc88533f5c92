"""What threads do in an iteration of PageRank on the CPU: add up contributions, block by block.

A vertex's share is what it contributes along each edge, or per unit of weight: its rank over what leaves it.
Of a vertex that nothing leaves it is the rank itself, which nobody reads. Threads take chunks of a block's
vertices. The lists of hubs are added up in pieces first, any thread's, so that no thread is left alone with a
long one; a hub's new share is found when all pieces are done. The processor's own prefetching stops between
lists, so each list asks for the neighbors that will be read some lists later.
"""

from typing import Any, NamedTuple

import numpy as np

from ...atomics import atomic_add
from ...compiler import int64
from ...intrinsics.gather import LANES, add_few_gathered, add_gathered
from ...intrinsics.prefetch import prefetch
from ...intrinsics.waiting import watched

CHUNK = 256  # vertices whose sums are added up together, so that these don't depend on the threads
PIECE = 8192  # edges of a hub's list that a thread adds up at once; a vertex of more is a hub
AHEAD, FETCHED = 4096, 16  # edges: how far ahead neighbors are fetched, and half of how many per list
# `Walk.state`: what the step is, written by the leader; on a line of its own, the hubs' pieces taken so far.
STEP, BLOCK, LAST, THREADS, AT_ONCE, FEW, TAKEN, STATE_SIZE = 0, 1, 2, 3, 4, 5, 8, 16
SWEEP, PUBLISH = 0, 1  # steps
DAMPING, RESTARTS = 0, 1  # `Walk.rates`
LINE = 8  # words of a cache line


class Walk(NamedTuple):
    """The in-edges, where the walk is, and what decides its next step."""

    ptr: Any  # V + 1 offsets
    src: Any
    weights: Any  # E, none if all edges are alike
    leaving: Any  # V: out-edges, or the sum of their weights
    restart: Any  # V chances to start anew there, or one chance for every vertex
    shares: Any  # V
    pending: Any  # the new shares of one block
    hubs: Any  # vertices with long lists, ascending
    hubs_before: Any  # each chunk
    pieces_before: Any  # each hub
    owners: Any  # of each piece: the number of its hub
    parts: Any  # of each piece: its sum
    changes: Any  # of each chunk: by how much its ranks changed in all
    masses: Any  # of each chunk: the sum of its ranks
    stranded: Any  # of each chunk: the sum of the ranks of vertices without out-edges
    rates: Any  # the damping, and how much of the sum of ranks starts anew
    state: Any
    turns: Any  # a line per thread: how many chunks of its share were asked for, more than it has at the end


def begin_chunk(chunk, walk):
    """Give the vertices of a chunk equal ranks."""
    rank, mass, stranded = 1 / walk.shares.size, 0.0, 0.0
    for vertex in range(chunk * CHUNK, min((chunk + 1) * CHUNK, walk.shares.size)):
        leaving = walk.leaving[vertex]
        walk.shares[vertex] = rank / leaving if leaving > 0 else rank
        mass += rank
        stranded += 0.0 if leaving > 0 else rank
    walk.masses[chunk], walk.stranded[chunk] = mass, stranded


def end_chunk(chunk, walk, mass, ranks):
    """Note the ranks of a chunk's vertices, divided by the sum of all."""
    for vertex in range(chunk * CHUNK, min((chunk + 1) * CHUNK, ranks.size)):
        leaving = walk.leaving[vertex]
        share = np.float64(walk.shares[vertex])
        ranks[vertex] = (share * leaving if leaving > 0 else share) / mass


def add_up(begin, end, walk):
    """What the in-neighbors at these edges contribute."""
    if not walk.weights.size and end + LANES <= walk.src.size:
        if walk.state[FEW]:
            return add_few_gathered(walk.shares, walk.src, begin, end)
        return add_gathered(walk.shares, walk.src, begin, end)
    total = 0.0
    for place in range(begin, end):
        edge = np.uint64(place)  # unsigned: no test for negative indices
        share = np.float64(walk.shares[np.uint64(walk.src[edge])])
        total += share * walk.weights[edge] if walk.weights.size else share
    return total


def settle(vertex, total, block, walk):
    """Have the vertex's new share pending; returns its change, its rank, and the rank if it is stranded."""
    start = walk.restart[vertex] if walk.restart.size > 1 else walk.restart[0]
    rank = walk.rates[DAMPING] * total + walk.rates[RESTARTS] * start
    leaving = np.float64(walk.leaving[vertex])
    units = leaving if leaving > 0 else 1.0
    walk.pending[vertex - block] = rank / units
    share = np.float64(walk.pending[vertex - block])
    change = abs(share - walk.shares[vertex]) * units
    return change, share * units, 0.0 if leaving > 0 else share


def sweep_lists(first, last, block, walk):
    """New shares of vertices that are no hubs; returns the sums of what `settle` does."""
    changes = masses = stranded = 0.0
    if first < last:
        begin = int64(walk.ptr[first])
        for vertex in range(np.uint64(first), np.uint64(last)):
            end = int64(walk.ptr[vertex + np.uint64(1)])
            prefetch(walk.src, end + AHEAD)
            prefetch(walk.src, end + AHEAD + FETCHED)
            total = add_up(begin, end, walk)
            begin = end
            change, mass, left = settle(vertex, total, np.uint64(block), walk)
            changes, masses, stranded = changes + change, masses + mass, stranded + left
    return changes, masses, stranded


def sweep_chunk(chunk, block, last, walk):
    """New shares of the vertices of a chunk, but not of its hubs."""
    changes = masses = stranded = 0.0
    first, end = chunk * CHUNK, min((chunk + 1) * CHUNK, last)
    for number in range(walk.hubs_before[chunk], walk.hubs_before[chunk + 1] + 1):
        until = walk.hubs[number] if number < walk.hubs_before[chunk + 1] else end
        found = sweep_lists(first, until, block, walk)
        changes, masses, stranded = changes + found[0], masses + found[1], stranded + found[2]
        first = until + 1
    walk.changes[chunk], walk.masses[chunk], walk.stranded[chunk] = changes, masses, stranded


def add_up_piece(piece, walk):
    """The sum of a piece of a hub's list."""
    number = walk.owners[piece]
    hub = walk.hubs[number]
    begin = walk.ptr[hub] + (piece - walk.pieces_before[number]) * PIECE
    walk.parts[piece] = add_up(np.int64(begin), np.int64(min(begin + PIECE, walk.ptr[hub + 1])), walk)


def publish_chunk(chunk, block, last, walk):
    """Have the next blocks see the new shares of a chunk's vertices, those of its hubs found just now."""
    for number in range(walk.hubs_before[chunk], walk.hubs_before[chunk + 1]):
        total = 0.0
        for piece in range(walk.pieces_before[number], walk.pieces_before[number + 1]):
            total += walk.parts[piece]
        change, mass, left = settle(walk.hubs[number], total, block, walk)
        walk.changes[chunk] += change
        walk.masses[chunk] += mass
        walk.stranded[chunk] += left
    for vertex in range(np.uint64(chunk * CHUNK), np.uint64(min((chunk + 1) * CHUNK, last))):
        walk.shares[vertex] = walk.pending[vertex - np.uint64(block)]


def add_up_pieces(block, last, walk):
    """One thread's part of the sums of a block's hubs."""
    first = walk.pieces_before[walk.hubs_before[block // CHUNK]]
    pieces = walk.pieces_before[walk.hubs_before[-(-last // CHUNK)]] - first
    if pieces:
        turn = atomic_add(walk.state, TAKEN, 1)
        while turn < pieces:
            add_up_piece(first + turn, walk)
            turn = atomic_add(walk.state, TAKEN, 1)


def work(thread, walk):
    """One thread's part of a step: its own share of the block's chunks, then what is left of the others'.

    So a core meets the same vertices in every step and iteration, in its own cache if there is room.
    """
    state, turns = walk.state, walk.turns
    block, last, threads, at_once = state[BLOCK], state[LAST], state[THREADS], state[AT_ONCE]
    if state[STEP] == SWEEP:
        add_up_pieces(block, last, walk)
    chunk, chunks = block // CHUNK, -(-last // CHUNK)
    share = -(-(chunks - chunk) // threads)
    for turn in range(threads):
        owner = (thread + turn) % threads
        begin, end = chunk + owner * share, min(chunk + (owner + 1) * share, chunks)
        if turn and watched(turns, owner * LINE) >= end - begin:
            continue
        first = begin + atomic_add(turns, owner * LINE, at_once)
        while first < end:
            for number in range(first, min(first + at_once, end)):
                if state[STEP] == SWEEP:
                    sweep_chunk(number, block, last, walk)
                else:
                    publish_chunk(number, block, last, walk)
            first = begin + atomic_add(turns, owner * LINE, at_once)
