"""The beginning and the end of PageRank on the CPU: equal ranks, and ranks divided by their sum."""

import numpy as np

from ...compiler import int64
from .sums_on_cpu import CHUNK, add_up


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
    """As `begin_chunk`, where changes are passed on: no change was so far."""
    rank, mass, stranded = 1 / walk.shares.size, 0.0, 0.0
    for vertex in range(chunk * CHUNK, min((chunk + 1) * CHUNK, walk.shares.size)):
        leaving = walk.leaving[vertex]
        walk.shares[vertex], walk.own[vertex] = 0, rank / leaving if leaving > 0 else rank
        mass += rank
        stranded += 0.0 if leaving > 0 else rank
    walk.masses[chunk], walk.stranded[chunk] = mass, stranded


def begin_sums(chunk, walk):
    """Add up what the in-neighbors of a chunk's vertices begin with: here `walk.shares` are in float64."""
    for vertex in range(chunk * CHUNK, min((chunk + 1) * CHUNK, walk.sums.size)):
        walk.sums[vertex] = add_up(int64(walk.ptr[vertex]), int64(walk.ptr[vertex + 1]), walk)


def weigh_chunk(chunk, walk):
    """Add up the ranks of a chunk's vertices."""
    mass = 0.0
    for vertex in range(chunk * CHUNK, min((chunk + 1) * CHUNK, walk.leaving.size)):
        leaving, share = walk.leaving[vertex], np.float64(walk.own[vertex])
        mass += max(0.0, share * leaving if leaving > 0 else share)
    walk.masses[chunk] = mass


def end_chunk(chunk, walk, mass, ranks):
    """Note the ranks of a chunk's vertices, divided by the sum of all."""
    for vertex in range(chunk * CHUNK, min((chunk + 1) * CHUNK, ranks.size)):
        leaving = walk.leaving[vertex]
        share = np.float64(walk.own[vertex])
        rank = share * leaving if leaving > 0 else share
        ranks[vertex] = max(0.0, rank) / mass  # where changes are passed on, a 0 may be off by the rounding
