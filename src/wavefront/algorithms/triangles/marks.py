"""Triangles on the CPU: a thread marks a vertex's neighbors and looks up the vertices two steps away.

Looking up marks, unlike merging two lists, needs no branch that the processor must predict. Source: Latapy,
"Main-memory Triangle Computations for Very Large (Sparse (Power-Law)) Graphs", Theoretical Computer Science
2008. Each thread has marks of its own, one per vertex, and threads take vertices in turns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy import uint64

from ...atomics import atomic_add
from ...device import Cpu
from ...graph.arrays import exclusive_scan, unsigned
from ...intrinsics.prefetch import prefetch
from ...progress import pieces
from ...strategies.fused.pool import pool_of
from ..result import result_array
from .dense_core import count_in_core, new_core

if TYPE_CHECKING:
    from ...graph import Graph
    from ...progress import Report

CHUNK, HUB_CHUNK = 256, 16  # vertices that a thread takes at once
CLEARED = 1 << 14  # counts that a thread sets to 0 at once
AHEAD = 4  # lists between the one looked up and the one that the cache is asked for
LINE = 16  # ids in a cache line
LARGEST = 2**16 - 1  # degree that is told from others in the order of degrees


def counts_as_numbered(graph: Graph, device: Cpu, report: Report | None = None) -> np.ndarray:
    """Each vertex's triangles where look-ups are few (choice.py): most miss, so a branch predicts well."""
    num_vertices = graph.num_vertices
    counts = result_array(graph, np.int64)
    device.for_each(-(-num_vertices // CLEARED), clear, counts, size=num_vertices)
    pool, form = pool_of(graph, "triangles", kept=1), device.threads
    marks = pool.take(form)  # all 0 again after each call: new memory takes a road map longer than the count
    if marks is None:
        marks = np.zeros(device.threads * num_vertices, np.uint8)  # a byte each, to fit in the cache
    lists = [unsigned(array) for array in graph.csr[:2]]
    for some in pieces(num_vertices, num_vertices, report, CHUNK):
        arguments = *lists, counts, marks, some.stop, np.array([some.start])
        device.for_each(device.threads, mark_below, *arguments, size=graph.num_edges)
    pool.give_back(form, marks)
    return counts


def clear(chunk, counts):
    """Set a chunk of the counts to 0: the system clears new memory by one thread for each page."""
    counts[chunk * CLEARED : min((chunk + 1) * CLEARED, counts.size)] = 0


def mark_below(thread, src_ptr, dst, counts, marks, stop, cursor):
    """Count the triangles that this thread's vertices, up to `stop`, are the highest of."""
    mine = uint64(thread * (src_ptr.size - 1))
    first = atomic_add(cursor, 0, CHUNK)
    while first < stop:
        for vertex in range(uint64(first), uint64(min(first + CHUNK, stop))):
            begin = end = uint64(src_ptr[vertex])
            last = uint64(src_ptr[vertex + uint64(1)])
            while end < last and uint64(dst[end]) < vertex:
                prefetch(src_ptr, dst[end])
                marks[mine + uint64(dst[end])] = 1
                end += uint64(1)
            look_up_below(vertex, begin, end, mine, src_ptr, dst, counts, marks)
            for slot in range(begin, end):
                marks[mine + uint64(dst[slot])] = 0
        first = atomic_add(cursor, 0, CHUNK)


def look_up_below(vertex, begin, end, mine, src_ptr, dst, counts, marks):
    """Count the triangles of the vertex and two of the neighbors begin..end, which are below it."""
    one, corners = uint64(1), 0
    for slot in range(begin + one, end):  # nothing marked is below the first
        if slot + uint64(AHEAD) < end:
            soon = src_ptr[dst[slot + uint64(AHEAD)]]
            prefetch(dst, soon)
            prefetch(dst, soon + LINE)
        middle = uint64(dst[slot])
        if uint64(dst[slot - one]) == middle:
            continue
        found, start = 0, uint64(src_ptr[middle])
        for far in range(start, uint64(src_ptr[middle + one])):
            lowest = uint64(dst[far])
            if lowest >= middle:
                break
            if marks[mine + lowest] and not (far > start and uint64(dst[far - one]) == lowest):
                atomic_add(counts, dst[far], 1)
                found += 1
        if found:
            atomic_add(counts, dst[slot], found)
            corners += found
    if corners:
        atomic_add(counts, vertex, corners)


def counts_by_degree(graph: Graph, device: Cpu, report: Report | None = None) -> np.ndarray:
    """Each vertex's triangles with edges turned towards hubs (choice.py): hits are common."""
    num_vertices = graph.num_vertices
    src_ptr, dst = map(unsigned, graph.csr[:2])
    # NumPy sorts 16 bits in a fraction of the time; the few vertices beyond may have any order.
    order = np.argsort(np.minimum(graph.out_degrees, LARGEST).astype(np.uint16), kind="stable")
    rank = np.empty(num_vertices, dst.dtype)
    rank[order] = np.arange(num_vertices, dtype=dst.dtype)
    begin = unsigned(exclusive_scan(graph.out_degrees[order]))
    end, above = np.empty(num_vertices, begin.dtype), np.empty_like(dst)
    device.for_each(num_vertices, turn_upward, src_ptr, dst, rank, begin, end, above)
    core = new_core(graph, order, rank, end - begin[:-1], device)
    words = np.zeros(device.threads * num_vertices, np.uint64)
    for some in pieces(num_vertices, num_vertices, report, HUB_CHUNK):
        arguments = begin, end, above, core, words, some.stop, np.array([some.start])
        device.for_each(device.threads, mark_above, *arguments, size=dst.size)
    counts = np.empty(num_vertices, np.int64)
    device.for_each(num_vertices, add_threads, order, words, counts)
    return counts


def add_threads(place, order, words, counts):
    """Add up what all threads counted for the vertex of this rank."""
    total = uint64(0)
    for word in range(uint64(place), uint64(words.size), uint64(order.size)):
        total += words[word] >> uint64(1)
    counts[order[place]] = total


def turn_upward(vertex, src_ptr, dst, rank, begin, end, above):
    """Write the neighbors of higher rank, as ranks, each once; equal ones follow one another in `dst`."""
    own = rank[vertex]
    first = uint64(src_ptr[vertex])
    free = uint64(begin[own])
    for slot in range(first, uint64(src_ptr[vertex + 1])):
        higher = rank[dst[slot]]
        if higher > own and not (slot > first and dst[slot - uint64(1)] == dst[slot]):
            above[free] = higher
            free += uint64(1)
    end[own] = free


def mark_above(thread, begin, end, above, core, words, stop, cursor):
    """Count the triangles that this thread's vertices, up to `stop`, are the lowest of.

    The lowest bit of a word is the vertex's mark, the others are this thread's count for it, so that a
    look-up adds the mark to the count without a branch. Neighbors in the core are left to `count_in_core`.
    """
    mine = uint64(thread * end.size)
    first = atomic_add(cursor, 0, HUB_CHUNK)
    while first < stop:
        for vertex in range(uint64(first), uint64(min(first + HUB_CHUNK, stop))):
            low, high = uint64(begin[vertex]), uint64(end[vertex])
            for slot in range(low, high):
                prefetch(begin, above[slot])
                prefetch(end, above[slot])
                words[mine + uint64(above[slot])] += uint64(1)
            twice = look_up_above(low, high, mine, core.first, begin, end, above, words)
            words[mine + vertex] += twice + count_in_core(low, high, thread, mine, above, core, words)
            for slot in range(low, high):
                words[mine + uint64(above[slot])] -= uint64(1)
        first = atomic_add(cursor, 0, HUB_CHUNK)


def look_up_above(first, last, mine, inner, begin, end, above, words):
    """Count at the two higher corners, of which the lower is below `inner`.

    Returns twice the triangles, as words count them above their mark.
    """
    two, twice = uint64(2), uint64(0)
    for slot in range(first, last):
        if slot + uint64(AHEAD) < last:
            prefetch(above, begin[above[slot + uint64(AHEAD)]])
        middle, found = uint64(above[slot]), uint64(0)
        if middle >= inner:
            continue
        for far in range(uint64(begin[middle]), uint64(end[middle])):
            place = mine + uint64(above[far])
            hit = (words[place] & uint64(1)) * two
            words[place] += hit
            found += hit
        words[mine + middle] += found
        twice += found
    return twice
