"""How new shares are published on the CPU: those of hubs are found first, others may be extrapolated."""

import numpy as np

from .sums_on_cpu import BASE, CHUNK, DAMPING, RESTARTS, ROWS, WEIGHT, sum_of_row


def new_rank(vertex, total, walk):
    """The vertex's rank if its in-neighbors contribute so much."""
    start = walk.restart[vertex] if walk.restart.size > 1 else walk.restart[0]
    return walk.rates[DAMPING] * total + walk.rates[RESTARTS] * start


def settle_hub(vertex, rank, base, walk):
    """Have the vertex's new share pending; returns its change, its rank, and the rank if it is stranded."""
    leaving, before = np.float64(walk.leaving[vertex]), np.float64(walk.own[vertex])
    units = leaving if leaving > 0 else 1.0
    walk.pending[vertex - base] = rank / units
    share = np.float64(walk.pending[vertex - base])
    return abs(share - before) * units, share * units, 0.0 if leaving > 0 else share


def publish_chunk(chunk, last, thread, walk):
    """Have the next blocks see the new shares of a chunk's vertices, those of its hubs found just now."""
    for number in range(walk.hubs_before[chunk], walk.hubs_before[chunk + 1]):
        hub, total = walk.hubs[number], 0.0
        for piece in range(walk.pieces_before[number], walk.pieces_before[number + 1]):
            total += walk.parts[piece]
        change, mass, left = settle_hub(hub, new_rank(hub, total, walk), walk.state[BASE], walk)
        walk.changes[chunk] += change
        walk.masses[chunk] += mass
        walk.stranded[chunk] += left
    first, end, base = np.uint64(chunk * CHUNK), np.uint64(min((chunk + 1) * CHUNK, last)), walk.state[BASE]
    if walk.rates[WEIGHT] > 0:
        extrapolate(first, end, thread * ROWS * CHUNK, walk)
        note_ranks(chunk, end - first, thread * ROWS * CHUNK, walk)
    elif walk.places.size:
        for vertex in range(first, end):
            walk.shares[np.uint64(walk.places[vertex])] = walk.pending[vertex]
    else:
        for vertex in range(first, end):
            walk.shares[vertex] = walk.pending[vertex - np.uint64(base)]


def extrapolate(first, end, row, walk):
    """New shares of these vertices from those that a step leads to, and those before the last.

    Their ranks are in the row then, and those of the stranded in the one behind it.
    """
    weight, places, leaving, rows = walk.rates[WEIGHT], walk.places, walk.leaving, walk.rows
    shares, pending, earlier, row = walk.shares, walk.pending, walk.earlier, np.uint64(row)
    for vertex in range(first, end):
        place, slot = np.uint64(places[vertex]) if places.size else vertex, row + vertex - first
        share, before = np.float64(pending[vertex]), np.float64(earlier[vertex])
        if weight > 1:
            share = weight * (share - before) + before
        earlier[vertex] = shares[place]
        pending[vertex] = shares[place] = share
        share, left = np.float64(pending[vertex]), np.float64(leaving[vertex])
        rows[slot] = share * left if left > 0 else share
        rows[slot + np.uint64(CHUNK)] = 0.0 if left > 0 else share


def note_ranks(chunk, size, row, walk):
    """Add up the ranks of so many vertices that are in the row, and those of the stranded."""
    for start in (row, row + CHUNK):
        for place in range(start + size, start + CHUNK):
            walk.rows[place] = 0.0
    walk.masses[chunk] = sum_of_row(row, CHUNK, walk)
    walk.stranded[chunk] = sum_of_row(row + CHUNK, CHUNK, walk)
