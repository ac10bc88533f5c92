"""A graph with some edges added and others removed, in one pass over its lists.

The changes are sorted. A binary search in the old list of each gives its place among the old edges; between
two changes, old edges are copied as one piece. So no old edge is sorted again: the old lists are read once,
the new ones written once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..device import Cpu, array_module, device_of, working_on
from ..errors import InputError, shown
from . import edges, formats
from .arrays import exclusive_scan, index_dtype

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .graph import Graph

BLOCK = 1 << 14  # old edges or vertices of one item on the CPU; a GPU's threads copy one each
ENDS = ("src", "dst", "weights")


class Changes(NamedTuple):
    """Added and removed edges by their places among the E old edges, all in the order of the edges."""

    more_src: Any  # of each added edge
    added: Any  # before which old edge each comes: integers from 0 to E
    fewer_src: Any  # of each removed edge
    first: Any  # the first old edge with the same ends
    removed: Any  # how many old edges go with the removed ones before each, and, as one more element, in all


def with_edges(
    graph: Graph, added: Sequence[Any] | None = None, removed: Sequence[Any] | None = None
) -> Graph:
    """A new graph of the same vertices: the edges of this one without `removed`, and with `added`.

    In an undirected graph, both directions of an edge are added or removed. For few changes, takes the time
    of two to three copies of the lists. The new graph is made where this one is, and keeps its labels.

    Parameters
    ----------
    added
        ``(src, dst)``, or ``(src, dst, weights)`` for a weighted graph: arrays of one length. An edge that is
        there already becomes parallel to it, and comes after it.
    removed
        ``(src, dst)``: arrays of one length. Of parallel edges all are removed.

    Raises
    ------
    InputError
        For ids that are out of range, arrays of different lengths, weights that are missing or that the
        graph has no place for, or a removed edge that isn't there.
    """
    with working_on(graph.device):
        more = _sorted(graph, added, "added", 2 + graph.weighted)
        fewer = _sorted(graph, removed, "removed", 2)
        csr = _spliced(graph.csr, more, _placed(graph.csr, more, fewer))
        return type(graph)(csr, directed=graph.directed, labels=graph.labels)


def _sorted(graph: Graph, ends: Sequence[Any] | None, name: str, needed: int) -> formats.COO:
    """The changes in the order of the graph's edges; of an undirected graph in both directions."""
    xp = graph.device.xp
    given = [[]] * needed if ends is None else ends
    if not isinstance(given, list | tuple) or len(given) != needed:
        raise InputError(f"{name} is ({', '.join(ENDS[:needed])}) here, not {shown(given)}")
    src, dst, *weights = (graph.device.array(edges.as_array(array, name)) for array in given)
    try:
        src, dst, values = edges.given(src, dst, *(weights or [None]))
        edges.checked_count(src, dst, edges.found_unordered(src, dst), graph.num_vertices)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
    if not graph.directed:
        other = xp.flatnonzero(src != dst)
        src, dst = xp.concatenate((src, dst[other])), xp.concatenate((dst, src[other]))
        values = None if values is None else xp.concatenate((values, values[other]))
    words = src.astype(np.int64) * graph.num_vertices + dst
    if graph.csr.weights is None or values is None:
        words.sort()
        return formats.COO(*xp.divmod(words, max(graph.num_vertices, 1)))
    order = xp.argsort(words, kind="stable")
    return formats.COO(src[order], dst[order], values[order].astype(graph.csr.weights.dtype, copy=False))


def _placed(old: formats.CSR, more: formats.COO, fewer: formats.COO) -> Changes:
    """Raises InputError for a removed edge that isn't there."""
    xp, device = array_module(old.dst), device_of(old.dst)
    places = []
    for src, dst, _ in (more, fewer):
        ends = xp.empty((2, dst.size), np.int64)
        device.for_each(dst.size, locate, src, dst, old.src_ptr, old.dst, ends)
        places.append(ends)
    (_, added), (first, last) = places
    if (missing := xp.flatnonzero(first == last)).size:
        src, dst = (int(ids[missing[0]]) for ids in fewer[:2])
        raise InputError(f"removed: there is no edge {src} -> {dst}")
    counts = last - first
    counts[:-1][first[1:] == first[:-1]] = 0  # of an edge that is given twice, the last one counts
    return Changes(more.src, added, fewer.src, first, exclusive_scan(counts, np.int64))


def locate(change, src, dst, src_ptr, lists, ends):
    """Store where the old edges with this one's ends begin, and where they end."""
    neighbor = dst[change]
    for which in range(2):
        low, high = src_ptr[src[change]], src_ptr[src[change] + 1]
        while low < high:
            middle = (low + high) // 2
            if lists[middle] < neighbor or (which and lists[middle] == neighbor):
                low = middle + 1
            else:
                high = middle
        ends[which, change] = low


def _spliced(old: formats.CSR, more: formats.COO, changes: Changes) -> formats.CSR:
    """The old lists without the removed edges, and with the added ones."""
    xp, device = array_module(old.dst), device_of(old.dst)
    step = BLOCK if isinstance(device, Cpu) else 1
    count = old.dst.size + more.dst.size - int(changes.removed[-1])
    src_ptr = xp.empty(old.src_ptr.size, index_dtype(count))
    blocks = -(-src_ptr.size // step)
    device.for_each(blocks, shift_offsets, step, old.src_ptr, changes, src_ptr, size=src_ptr.size)
    arrays = []
    for values, new in ((old.dst, more.dst), (old.weights, more.weights)):
        spliced = None if values is None else xp.empty(count, values.dtype)
        if spliced is not None:
            blocks = -(-values.size // step)
            device.for_each(blocks, copy_kept, step, values, changes, spliced, size=values.size)
            device.for_each(new.size, store_added, new, changes, spliced)
        arrays.append(spliced)
    return formats.CSR(src_ptr, *arrays)


def shift_offsets(block, step, old_ptr, changes, src_ptr):
    """Store where the new lists of the block's vertices begin."""
    vertex = block * step
    end = min(vertex + step, old_ptr.size)
    more, fewer = count_to(vertex - 1, changes.more_src), count_to(vertex - 1, changes.fewer_src)
    while vertex < end:
        while more < changes.more_src.size and changes.more_src[more] < vertex:
            more += 1
        while fewer < changes.fewer_src.size and changes.fewer_src[fewer] < vertex:
            fewer += 1
        stop = end  # up to the vertex with the next change, whose list begins before the change
        if more < changes.more_src.size:
            stop = min(stop, changes.more_src[more] + 1)
        if fewer < changes.fewer_src.size:
            stop = min(stop, changes.fewer_src[fewer] + 1)
        shift = more - changes.removed[fewer]
        for same in range(vertex, stop):
            src_ptr[same] = old_ptr[same] + shift
        vertex = stop


def copy_kept(block, step, old, changes, new):
    """Copy those of the block's old edges that are not removed, in pieces between the changes."""
    added, first, removed = changes.added, changes.first, changes.removed
    edge = block * step
    end = min(edge + step, old.size)
    more, fewer = count_to(edge, added), count_to(edge, first)
    while edge < end:
        while more < added.size and added[more] <= edge:
            more += 1
        while fewer < first.size and first[fewer] <= edge:
            fewer += 1
        gone = first[fewer - 1] + removed[fewer] - removed[fewer - 1] if fewer else 0
        if edge < gone:
            edge = gone
            continue
        stop = end
        if more < added.size:
            stop = min(stop, added[more])
        if fewer < first.size:
            stop = min(stop, first[fewer])
        source, target = np.uint64(edge), np.uint64(edge + more - removed[fewer])  # unsigned: vector copies
        for kept in range(np.uint64(stop - edge)):
            new[target + kept] = old[source + kept]
        edge = stop


def count_to(number, ascending):
    """How many of the ascending numbers are not above this one."""
    low, high = 0, ascending.size
    while low < high:
        middle = (low + high) // 2
        if ascending[middle] <= number:
            low = middle + 1
        else:
            high = middle
    return low


def store_added(change, values, changes, new):
    """Store an added edge after the kept edges before its place and the added ones before it."""
    place = changes.added[change]
    new[place - changes.removed[count_to(place - 1, changes.first)] + change] = values[change]
