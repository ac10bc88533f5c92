"""The arrays of a graph that the fused search's kernel reads: the neighbor lists, and bitmaps of vertices.

`note_word` is a kernel of its own, a thread per word of the bitmaps: a thread alone writes its word. CuPy's
operations on whole arrays would need twelve kernels, and two of them take 1.5 s each to compile.
"""

from typing import Any, NamedTuple

import numpy as np

from ....atomics import atomic_add
from ....device import Cuda, Python
from ....frontier import WORD_SIZE
from ....graph import Graph
from ....graph.prepared import Prepared
from .search import ALONE, SMALL_GRAPH, GraphArrays

LOOKED_AT = 32  # in-neighbors among which `note_best` chooses
MUCH = 4  # times as many in-neighbors as the list's first vertex has are much better
WORTH = 8  # the best are taken where one vertex in so many, or more, gains much
SAMPLE = 16  # one vertex in so many is counted


class Marks(NamedTuple):
    """What `note_word` writes; the fields as in `GraphArrays`, `able` an array of one element."""

    settled: Any
    ends: Any
    able: Any


class Best(NamedTuple):
    """What `note_best` writes; the fields as in `GraphArrays`."""

    first: Any
    others: Any
    counts: Any  # vertices looked at, and those of them that have a much better in-neighbor than the first


def aligned(array: Any, xp: Any) -> Any:
    """The array, or an aligned copy of it: the kernel reads four elements, 16 bytes, at once."""
    return array if xp is np or array.data.ptr % 16 == 0 else array.copy()


def graph_arrays(graph: Graph, prepared: Prepared | None, device: Cuda | Python) -> GraphArrays:
    """The arrays that the kernel reads: the prepared graph's if there is one."""
    xp = device.xp
    src_ptr, dst, dst_ptr, src = (*graph.csr[:2], *graph.csc[:2]) if prepared is None else prepared[:4]
    count = src_ptr.size - 1
    words = -(-count // WORD_SIZE)
    best = Best(
        xp.full((words + 1) * WORD_SIZE, -1, np.int32),
        xp.empty(4 * count, np.int32),
        xp.zeros(2, np.int64),
    )
    device.for_each(count, note_best, src_ptr, dst_ptr, src, True, best)
    sampled, much_better = best.counts.tolist()
    in_front = 0
    if WORTH * much_better < sampled:  # then the order of memory is worth more
        device.for_each(count, note_best, src_ptr, dst_ptr, src, False, best)
        in_front = 1 if count <= SMALL_GRAPH else 5
    least = 1 if graph.directed else 2  # a vertex's only neighbor found it
    marks = Marks(xp.empty(words, np.uint32), xp.empty(words, np.uint32), xp.zeros(1, np.int64))
    device.for_each(words, note_word, src_ptr, dst_ptr, least, marks)
    able = int(marks.able[0])
    return GraphArrays(
        src_ptr,
        dst,
        dst_ptr,
        aligned(src, xp),
        best.first,
        best.others,
        in_front,
        marks.settled,
        marks.ends,
        least,
        able,
    )


def note_best(vertex, src_ptr, dst_ptr, src, by_degree, best):
    """Note five in-neighbors of the vertex: by degree those with most in-neighbors, else the list's first.

    The former are likely to be reached first. They are chosen among the first LOOKED_AT only: a vertex with
    more has several that are reached early. Also counts the vertices with a MUCH better one than the first.
    `Best` says what is written: the counts by atomics, the rest by this thread only.
    """
    start, end = dst_ptr[vertex], dst_ptr[vertex + 1]
    a, b, c, d, e = -1, -1, -1, -1, -1  # rank << 32 | id, falling
    plain = 0
    for edge in range(start, min(end, start + LOOKED_AT)):
        neighbor = int(src[edge])
        degree = int(dst_ptr[neighbor + 1] - dst_ptr[neighbor])
        plain = degree if edge == start else plain
        e = max(e, (degree if by_degree else int(start + LOOKED_AT - edge)) << 32 | neighbor)
        d, e = max(d, e), min(d, e)
        c, d = max(c, d), min(c, d)
        b, c = max(b, c), min(b, c)
        a, b = max(a, b), min(a, b)
    first, last, place = id_of(a), id_of(e), 4 * vertex
    if end - start <= 1:
        first = -2 - first if src_ptr[vertex] < src_ptr[vertex + 1] or first >= 0 else ALONE
    best.first[vertex] = first
    best.others[place], best.others[place + 1], best.others[place + 2] = id_of(b), id_of(c), id_of(d)
    best.others[place + 3] = -2 - last if end - start <= 5 else last
    if by_degree and vertex % SAMPLE == 0 and end - start > 1:
        atomic_add(best.counts, 0, 1)
        if a >> 32 >= MUCH * plain:
            atomic_add(best.counts, 1, 1)


def id_of(key):
    """The id of a vertex in `note_best`; -1 for none."""
    return key & 0xFFFFFFFF if key >= 0 else -1


def note_word(word, src_ptr, dst_ptr, least, marks):
    """Note which of a word's vertices have no edges, and which have fewer than `least` out-neighbors.

    Bits behind the last vertex are set in both bitmaps. The others without edges count as not able.
    """
    without, few, count = 0, 0, 0
    for bit in range(WORD_SIZE):
        vertex, outgoing, incoming = word * WORD_SIZE + bit, 0, 0
        if vertex < src_ptr.size - 1:
            outgoing = src_ptr[vertex + 1] - src_ptr[vertex]
            incoming = dst_ptr[vertex + 1] - dst_ptr[vertex]
        if outgoing or incoming:
            count += 1
        else:
            without |= 1 << bit
        if outgoing < least:
            few |= 1 << bit
    marks.settled[word], marks.ends[word] = np.uint32(without), np.uint32(few)
    if count:
        atomic_add(marks.able, 0, count)
