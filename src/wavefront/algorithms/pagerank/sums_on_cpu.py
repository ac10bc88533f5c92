"""What threads do in an iteration of PageRank on the CPU: add up contributions, block by block.

A vertex's share is what it contributes along each edge, or per unit of weight: its rank over what leaves it.
Of a vertex that nothing leaves it is the rank itself, which nobody reads. Threads take chunks of a block's
vertices. The lists of hubs are added up in pieces first, any thread's, so that no thread is left alone with a
long one; a hub's new share is found when all pieces are done. The processor's own prefetching stops between
lists, so each list asks for the neighbors that will be read some lists later.
"""

from typing import Any, NamedTuple

import numpy as np

from ...compiler import int64
from ...intrinsics.gather import LANES, add_across, add_few_gathered, add_gathered, number_at
from ...intrinsics.halves import from_half, upper_half
from ...intrinsics.prefetch import prefetch

CHUNK = 256  # vertices whose sums are added up together, so that these don't depend on the threads
PIECE = 8192  # edges of a hub's list that a thread adds up at once; a vertex of more is a hub
AHEAD, FETCHED = 4096, 16  # edges: how far ahead neighbors are fetched, and half of how many per list
# `Walk.state`: what the step is, written by the leader, its block's first vertex and the vertex after it, the
# first vertex of `pending`, vertices of a block; on a line of its own, the hubs' pieces taken so far.
STEP, BLOCK, LAST, THREADS, AT_ONCE, FEW, BASE, SIZE, TAKEN, STATE_SIZE = 0, 1, 2, 3, 4, 5, 6, 7, 8, 16
# Of `Walk.state`: whether several short lists are added up at a time, with FEW; whether iterations.py may
# extrapolate; whether `shares` has changes.
ACROSS, MAY_EXTRAPOLATE, PASSES_CHANGES = 10, 11, 12
SWEEP, PUBLISH = 0, 1  # steps
# `Walk.rates`: the damping, how much of the sum of ranks starts anew, what of a change is rounded off, the
# weight of an extrapolation (iterations.py; 0 before the first), the last change and the one before, the sum
# of the ranks and of those of the stranded.
DAMPING, RESTARTS, ROUGHNESS, WEIGHT, CHANGE, EARLIER, MASS, LEFT, NUM_RATES = range(9)
LINE = 8  # words of a cache line
ROWS = 4  # of a chunk's numbers per thread: changes, ranks, those of the stranded; and the shares before


class Walk(NamedTuple):
    """The in-edges, where the walk is, and what decides its next step."""

    ptr: Any  # V + 1 offsets
    src: Any  # the in-neighbors: ids, or their places
    weights: Any  # E, none if all edges are alike
    leaving: Any  # V: out-edges, or the sum of their weights
    restart: Any  # V chances to start anew there, or one chance for every vertex
    shares: Any  # V
    places: Any  # V: where each vertex's share lies in `shares`; none: at its id
    own: Any  # V shares by id: `shares` itself, or `pending`
    pending: Any  # the new shares of one block, or V
    earlier: Any  # V shares by id: those before the last iteration; none where nothing is extrapolated
    hubs: Any  # vertices with long lists, ascending
    hubs_before: Any  # each chunk
    pieces_before: Any  # each hub
    owners: Any  # of each piece: the number of its hub
    parts: Any  # of each piece: its sum
    changes: Any  # of each chunk: by how much its ranks changed in all
    masses: Any  # of each chunk: the sum of its ranks
    stranded: Any  # of each chunk: the sum of the ranks of vertices without out-edges
    rates: Any  # NUM_RATES numbers
    state: Any
    rows: Any  # ROWS of CHUNK numbers per thread
    sums: Any  # V: what came of all changes, if `shares` has upper halves of float32 changes; else None
    turns: Any  # a line per thread: how many chunks of its share were asked for, more than it has at the end


def add_up(begin, end, walk):
    """What the in-neighbors at these edges contribute."""
    if not walk.weights.size and end + LANES <= walk.src.size:
        if walk.state[FEW]:
            return add_few_gathered(walk.shares, walk.src, begin, end)
        return add_gathered(walk.shares, walk.src, begin, end)
    total = 0.0
    for place in range(begin, end):
        edge = np.uint64(place)  # unsigned: no test for negative indices
        share = number_at(walk.shares, np.uint64(walk.src[edge]))
        total += share * walk.weights[edge] if walk.weights.size else share
    return total


def fetch_ahead(end, src):
    """Start fetching neighbors that are read some lists after the one that ends here."""
    prefetch(src, end + AHEAD)
    prefetch(src, end + AHEAD + FETCHED)


def add_up_plain(first, last, slot, few, across, ptr, src, shares, rows):
    """The sums of vertices whose edges have no weights, into the row, from this slot on.

    Behind their lists LANES edges follow. With `few`, lists are taken for short ones; if `across`, LANES of
    them are added up at a time.
    """
    slot, one, lists = np.uint64(slot), np.uint64(1), np.uint64(LANES)
    while few and across and first + LANES <= last:
        add_across(shares, src, ptr, np.uint64(first), rows, slot)
        first, slot = first + LANES, slot + lists
    begin = int64(ptr[first])
    if few:
        for vertex in range(np.uint64(first), np.uint64(last)):
            end = int64(ptr[vertex + one])
            fetch_ahead(end, src)
            rows[slot] = add_few_gathered(shares, src, begin, end)
            begin, slot = end, slot + one
    else:
        for vertex in range(np.uint64(first), np.uint64(last)):
            end = int64(ptr[vertex + one])
            fetch_ahead(end, src)
            rows[slot] = add_gathered(shares, src, begin, end)
            begin, slot = end, slot + one


def add_up_lists(first, last, row, walk):
    """The sums of vertices that are no hubs, into the row."""
    if first >= last:
        return
    ptr, rows, state = walk.ptr, walk.rows, walk.state
    if walk.weights.size == 0 and int64(ptr[last]) + LANES <= walk.src.size:
        slot = row + first % CHUNK
        add_up_plain(first, last, slot, state[FEW], state[ACROSS], ptr, walk.src, walk.shares, rows)
    else:
        for vertex in range(first, last):
            rows[row + vertex % CHUNK] = add_up(int64(ptr[vertex]), int64(ptr[vertex + 1]), walk)


def settle_row(first, size, row, base, walk):
    """`settle_hub` for consecutive vertices whose sums are in the row; results are in it and the two behind.

    No step of a loop depends on another, so that the compiler takes several at a time.
    """
    rows, leaving, own, pending = walk.rows, walk.leaving, walk.own, walk.pending
    damping, restarts, restart = walk.rates[DAMPING], walk.rates[RESTARTS], walk.restart
    first, last, row, base = np.uint64(first), np.uint64(first + size), np.uint64(row), np.uint64(base)
    for vertex in range(first, last):
        slot = row + vertex - first
        start = restart[vertex] if restart.size > 1 else restart[0]
        rows[slot] = damping * rows[slot] + restarts * start
        rows[slot + np.uint64(3 * CHUNK)] = own[vertex]
    for vertex in range(first, last):
        slot = row + vertex - first
        left = np.float64(leaving[vertex])
        is_stranded = left <= 0
        units = 1.0 if is_stranded else left
        pending[vertex - base] = rows[slot] / units
        share = np.float64(pending[vertex - base])
        rows[slot] = abs(share - rows[slot + np.uint64(3 * CHUNK)]) * units
        rows[slot + np.uint64(CHUNK)] = share * units
        rows[slot + np.uint64(2 * CHUNK)] = share if is_stranded else 0.0


def settle(first, size, row, base, walk, sums):
    """`settle_row` or `settle_changes`."""
    if sums is None:
        settle_row(first, size, row, base, walk)
    else:
        settle_changes(first, size, row, base, walk)


def settle_changes(first, size, row, base, walk):
    """As `settle_row`, where the row has what the in-neighbors' changes contribute.

    What is pending are the changes, rounded to the upper halves of float32 numbers. A vertex's own share is
    the sum of what it passed on, so that what was rounded off is in the next change.
    """
    rows, leaving, own, sums, pending = walk.rows, walk.leaving, walk.own, walk.sums, walk.pending
    damping, restarts, restart = walk.rates[DAMPING], walk.rates[RESTARTS], walk.restart
    first, last, row, base = np.uint64(first), np.uint64(first + size), np.uint64(row), np.uint64(base)
    for vertex in range(first, last):
        slot = row + vertex - first
        start = restart[vertex] if restart.size > 1 else restart[0]
        total = sums[vertex] + rows[slot]
        sums[vertex] = total
        rows[slot] = damping * total + restarts * start
        rows[slot + np.uint64(3 * CHUNK)] = own[vertex]
    for vertex in range(first, last):
        slot = row + vertex - first
        left = np.float64(leaving[vertex])
        is_stranded = left <= 0
        units = 1.0 if is_stranded else left
        before = rows[slot + np.uint64(3 * CHUNK)]
        half = upper_half(rows[slot] / units - before)
        pending[vertex - base] = half
        change = from_half(half)
        share = before + change
        own[vertex] = share
        rows[slot] = abs(change) * units
        rows[slot + np.uint64(CHUNK)] = share * units
        rows[slot + np.uint64(2 * CHUNK)] = share if is_stranded else 0.0


def sum_of_row(row, width, walk):
    """The sum of this many numbers of a row, a power of two, pairwise; the row is written over."""
    rows, size = walk.rows, width // 2
    while size:
        for place in range(np.uint64(row), np.uint64(row + size)):
            rows[place] += rows[place + np.uint64(size)]
        size //= 2
    return rows[row]


def sweep_chunk(chunk, last, thread, walk):
    """New shares of the vertices of a chunk, but not of its hubs."""
    row = thread * ROWS * CHUNK
    begin, end = chunk * CHUNK, min((chunk + 1) * CHUNK, last)
    first = begin
    for number in range(walk.hubs_before[chunk], walk.hubs_before[chunk + 1] + 1):
        until = walk.hubs[number] if number < walk.hubs_before[chunk + 1] else end
        add_up_lists(first, until, row, walk)
        first = until + 1
    settle(begin, end - begin, row, walk.state[BASE], walk, walk.sums)
    for hub in range(walk.hubs_before[chunk], walk.hubs_before[chunk + 1]):  # theirs is still to be settled
        before = walk.rows[row + 3 * CHUNK + walk.hubs[hub] - begin]
        walk.pending[walk.hubs[hub] - walk.state[BASE]] = before
    width = CHUNK
    while width >= 2 * (end - begin):
        width //= 2
    for start in range(row, row + 3 * CHUNK, CHUNK):
        for place in range(start + end - begin, start + width):
            walk.rows[place] = 0.0
        for hub in range(walk.hubs_before[chunk], walk.hubs_before[chunk + 1]):
            walk.rows[start + walk.hubs[hub] - begin] = 0.0
    walk.changes[chunk] = sum_of_row(row, width, walk)
    walk.masses[chunk] = sum_of_row(row + CHUNK, width, walk)
    walk.stranded[chunk] = sum_of_row(row + 2 * CHUNK, width, walk)


def add_up_piece(piece, walk):
    """The sum of a piece of a hub's list."""
    number = walk.owners[piece]
    hub = walk.hubs[number]
    begin = walk.ptr[hub] + (piece - walk.pieces_before[number]) * PIECE
    walk.parts[piece] = add_up(np.int64(begin), np.int64(min(begin + PIECE, walk.ptr[hub + 1])), walk)
