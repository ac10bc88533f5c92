"""The beginning and the end of PageRank on the CPU: equal ranks, and ranks divided by their sum."""

import numpy as np

from .sums_on_cpu import CHUNK


def begin_chunk(chunk, walk):
    """Give the vertices of a chunk equal ranks."""
    begin_ranks(chunk, walk, walk.sums)


def begin_ranks(chunk, walk, sums):
    """The same; Numba decides about None by an argument only."""
    if sums is not None:
        begin_changes(chunk, walk)
        return
    rank, mass, stranded = 1 / walk.shares.size, 0.0, 0.0
    for vertex in range(chunk * CHUNK, min((chunk + 1) * CHUNK, walk.shares.size)):
        leaving = walk.leaving[vertex]
        walk.own[vertex] = rank / leaving if leaving > 0 else rank
        if walk.places.size:
            walk.shares[walk.places[vertex]] = walk.own[vertex]
        mass += rank
        stranded += 0.0 if leaving > 0 else rank
    walk.masses[chunk], walk.stranded[chunk] = mass, stranded


def begin_changes(chunk, walk):
    """As `begin_chunk`, where changes are passed on: nothing was so far."""
    rank, mass, stranded = 1 / walk.shares.size, 0.0, 0.0
    for vertex in range(chunk * CHUNK, min((chunk + 1) * CHUNK, walk.shares.size)):
        walk.shares[vertex], walk.own[vertex], walk.sums[vertex] = 0, 0.0, 0.0
        mass += rank
        stranded += 0.0 if walk.leaving[vertex] > 0 else rank
    walk.masses[chunk], walk.stranded[chunk] = mass, stranded


def end_chunk(chunk, walk, mass, ranks):
    """Note the ranks of a chunk's vertices, divided by the sum of all."""
    for vertex in range(chunk * CHUNK, min((chunk + 1) * CHUNK, ranks.size)):
        leaving = walk.leaving[vertex]
        share = np.float64(walk.own[vertex])
        ranks[vertex] = (share * leaving if leaving > 0 else share) / mass
