"""Triangles on the CPU in the core: the vertices of highest degree, their edges as the bits of a matrix.

Of a vertex's triangles with two vertices of the core, each of the two sees the other: in its row of the
matrix, among the bits of the vertex's neighbors. So a neighbor in the core costs the words of a row, several
at a time, not a look-up for each of its own neighbors, and nothing is counted at third corners. In a graph
with hubs most look-ups lead from the core to the core; a dense graph may be all core.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy import uint64

from ...strategies.fused.cpu.in_lists import popcount

if TYPE_CHECKING:
    from ...device import Cpu
    from ...graph import Graph

MOST, LEAST = 1 << 13, 1 << 6  # vertices: the matrix of the most takes 8 MB, which a cache holds
# Nanoseconds of an AMD EPYC core: a look-up where a thread's marks are cached, and where they aren't; a row
# that is looked at, and each word of it; a word that is made; an edge whose bit is set.
NEAR_LOOK_UP, LOOK_UP, ROW, WORD, MADE, SET = 0.8, 1.3, 12.0, 0.25, 0.5, 2.0
CLEARLY = 0.5  # of the look-ups' time is gained, at least
CACHED = 1 << 17  # vertices whose marks are cached: 1 MB
DENSE = 64  # a graph is dense if it has up to so many times its mean degree of vertices
SELDOM = 8  # times as many words as have a neighbor, from which on only these are looked at


class Core(NamedTuple):
    """Ranks from `first` on, and what each thread notes of a vertex's neighbors among them."""

    first: Any
    width: Any  # words of a row
    rows: Any  # for each vertex of the core, the bits of its neighbors there
    members: Any  # per thread: the neighbors, counted from `first`
    bits: Any  # per thread, a row: the same as bits; all 0 between two vertices
    touched: Any  # per thread: the words of `bits` that aren't 0


def is_dense(graph: Graph) -> bool:
    """Whether the core may hold all vertices, and rows cost less than look-ups."""
    count = graph.num_vertices
    return count <= MOST and DENSE * graph.num_edges > count * count


def new_core(graph: Graph, order: np.ndarray, rank: np.ndarray, above: np.ndarray, device: Cpu) -> Core:
    """The core of a graph whose vertices have `above` neighbors of higher rank each, in order of rank."""
    degrees, above = (some.astype(np.int64) for some in (graph.out_degrees[order[-MOST:]], above[-MOST:]))
    size = _size(order.size, degrees, above)
    first, width = order.size - size, -(-size // 64)
    rows = np.zeros(size * width, np.uint64)
    device.for_each(size, fill_row, first, width, order, rank, *graph.csr[:2], rows, size=graph.num_edges)
    words = device.threads * width
    members, touched = np.empty(64 * words, np.uint32), np.empty(words, np.uint32)
    return Core(uint64(first), uint64(width), rows, members, np.zeros(words, np.uint64), touched)


def _size(count: int, degrees: np.ndarray, above: np.ndarray) -> int:
    """How many of `count` vertices gain the most time: the last, of these degrees, so many edges upward."""
    below = (degrees - above)[::-1]  # parallel edges among them, which is no matter
    saved, read = np.cumsum(below * above[::-1]), np.cumsum(below)
    sizes = np.unique(np.minimum(LEAST << np.arange((MOST // LEAST).bit_length()), below.size))
    look_up, widths = NEAR_LOOK_UP if count <= CACHED else LOOK_UP, -(-sizes // 64)
    made = MADE * sizes * widths + SET * np.cumsum(degrees[::-1])[sizes - 1]
    saved = look_up * saved[sizes - 1]
    gains = saved - (ROW + WORD * widths) * read[sizes - 1] - made
    best = int(gains.argmax())
    return int(sizes[best]) if gains[best] > CLEARLY * saved[best] else 0


def fill_row(local, first, width, order, rank, src_ptr, dst, rows):
    """Set the bits of a vertex's neighbors in the core, but not its own."""
    vertex = order[first + local]
    for slot in range(src_ptr[vertex], src_ptr[vertex + 1]):
        other = np.int64(rank[dst[slot]]) - first
        if other >= 0 and other != local:
            rows[local * width + (other >> 6)] |= uint64(1) << uint64(other & 63)


def count_in_core(begin, last, thread, mine, above, core, words):
    """Count the triangles of a vertex with two of its neighbors begin..last, both in the core.

    Returns twice as many. `words` gets those of the neighbors, of which `mine` is the thread's first.
    """
    one, size, hits, twice = uint64(1), uint64(0), uint64(0), uint64(0)
    row, own = uint64(thread) * core.width, uint64(thread) * core.width * uint64(64)
    for slot in range(begin, last):
        other = uint64(above[slot])
        if other >= core.first:
            local = other - core.first
            word = row + (local >> uint64(6))
            if core.bits[word] == 0:
                core.touched[row + hits] = local >> uint64(6)
                hits += one
            core.bits[word] |= one << (local & uint64(63))
            core.members[own + size] = local
            size += one
    for number in range(size if size > one else uint64(0)):
        local = uint64(core.members[own + number])
        found = common(local * core.width, row, hits, core)
        words[mine + core.first + local] += found + found
        twice += found
    for hit in range(hits):
        core.bits[row + uint64(core.touched[row + hit])] = 0
    return twice


def common(base, row, hits, core):
    """How many bits the row at `base` and the thread's have in common."""
    found = uint64(0)
    if hits * uint64(SELDOM) < core.width:
        for hit in range(hits):
            word = uint64(core.touched[row + hit])
            found += uint64(popcount(core.rows[base + word] & core.bits[row + word]))
    else:
        for place in range(core.width):
            word = uint64(place)
            found += uint64(popcount(core.rows[base + word] & core.bits[row + word]))
    return found
