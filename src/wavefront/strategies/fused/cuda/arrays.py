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
from .search import GraphArrays


LOOKED_AT = 32  # in-neighbors among which `note_best` chooses


class Marks(NamedTuple):
    """What `note_word` writes; the fields as in `GraphArrays`, `able` an array of one element."""

    settled: Any
    ends: Any
    able: Any


def aligned(array: Any, xp: Any) -> Any:
    """The array, or an aligned copy of it: the kernel reads four elements, 16 bytes, at once."""
    return array if xp is np or array.data.ptr % 16 == 0 else array.copy()


def graph_arrays(graph: Graph, prepared: Prepared | None, device: Cuda | Python) -> GraphArrays:
    """The arrays that the kernel reads: the prepared graph's if there is one."""
    xp = device.xp
    src_ptr, dst, dst_ptr, src = (*graph.csr[:2], *graph.csc[:2]) if prepared is None else prepared[:4]
    several = src_ptr.size - 1
    if prepared is None:
        first = xp.empty(several, np.int32)
        device.for_each(several, note_best, dst_ptr, src, first)
    else:
        first = prepared.first
        many = xp.flatnonzero(xp.diff(dst_ptr) > 1)
        several = int(many[-1]) + 1 if many.size else 0
    least = 1 if graph.directed else 2  # a vertex's only neighbor found it
    words = -(-(src_ptr.size - 1) // WORD_SIZE)
    marks = Marks(xp.empty(words, np.uint32), xp.empty(words, np.uint32), xp.zeros(1, np.int64))
    device.for_each(words, note_word, src_ptr, dst_ptr, least, marks)
    able = int(marks.able[0])
    return GraphArrays(
        src_ptr,
        dst,
        dst_ptr,
        aligned(src, xp),
        first,
        0 if prepared is None else 1,
        several,
        marks.settled,
        marks.ends,
        least,
        able,
    )


def note_best(vertex, dst_ptr, src, best):
    """Note the vertex's in-neighbor that is likely to be reached first: the one with most in-neighbors.

    Among the first LOOKED_AT only: a vertex with more has several that are reached early. -1 stands for none,
    and -2 - id for the only one.
    """
    start, end = dst_ptr[vertex], dst_ptr[vertex + 1]
    found, most = -1, -1
    for edge in range(start, min(end, start + LOOKED_AT)):
        neighbor = src[edge]
        degree = dst_ptr[neighbor + 1] - dst_ptr[neighbor]
        if degree > most:
            found, most = neighbor, degree
    best[vertex] = -2 - found if end - start == 1 else found


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
