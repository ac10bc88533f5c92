"""Neighbor lists on a GPU: sorted by CuPy in pieces, so that little memory is needed beside input and result.

A slab is a contiguous range of vertices with about 1 / SLABS of the stored edges. A slab's edges become words
that hold the vertex's place in the slab and, in the low bits, the neighbor. CuPy's radix sort orders them.

Building reads all edges once for the degrees, in one launch with atomic additions, then once per slab, chunk
by chunk, to pick the slab's edges. With S stored edges of 32-bit ids, the result takes 4 S bytes. At its
peak, a slab's words and the sort's copy of them take 16 S / SLABS = S bytes, and the arrays for a chunk about
36 S / CHUNKS = 0.6 S. A vertex with more edges than a slab has makes the words as many as its edges.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from ..atomics import atomic_add
from ..device import array_module, device_of
from .arrays import exclusive_scan, index_dtype

SLABS = 16
CHUNKS = 64
LEAST = 1 << 22  # edges of a slab or chunk at least: fewer don't fill the GPU


class Slab(NamedTuple):
    """The vertices from `low` to below `high`, and their slots in the lists."""

    low: int
    high: int
    first: int
    last: int


def build_on_gpu(key: Any, value: Any, weights: Any, num_vertices: int, both: bool) -> tuple[Any, Any, Any]:
    """As `build.sort_edges`."""
    xp = array_module(key)
    degrees = xp.zeros(num_vertices, index_dtype(key.size << both))
    device_of(key).for_each(key.size, count_ends, key, value, both, degrees)
    ptr = exclusive_scan(degrees)
    del degrees
    values = xp.empty(int(ptr[-1]), index_dtype(num_vertices))
    moved = None if weights is None else xp.empty(values.size, weights.dtype)
    words = Words(ptr, num_vertices)
    for slab in words.slabs:
        at = 0
        for first in range(0, key.size, max(key.size // CHUNKS, LEAST)):
            chunk = slice(first, first + max(key.size // CHUNKS, LEAST))
            places, neighbors, edges = _picked(key[chunk], value[chunk], both, slab)
            words.put(at, places, neighbors)
            if moved is not None:
                moved[slab.first + at : slab.first + at + edges.size] = weights[chunk][edges]
            at += places.size
        if moved is None:
            values[slab.first : slab.last] = words.sorted(at)
        else:
            values[slab.first : slab.last], order = words.sorted_with_order(at)
            moved[slab.first : slab.last] = moved[slab.first : slab.last][order]
    return ptr, values, moved


def count_ends(edge, key, value, both, degrees):
    """Count the edge at its vertex and, if it is stored in both directions, at its neighbor."""
    atomic_add(degrees, key[edge], 1)
    if both and key[edge] != value[edge]:
        atomic_add(degrees, value[edge], 1)


def occurrences(numbers: Any, size: int) -> Any:
    """How often each number below `size` occurs. Not by CuPy's `bincount`, which takes 3 kB per number."""
    xp = array_module(numbers)
    if isinstance(numbers, np.ndarray):
        return xp.bincount(numbers, minlength=size)
    counts = xp.zeros(size, index_dtype(numbers.size))
    device_of(numbers).for_each(numbers.size, count_ends, numbers, numbers, False, counts)
    return counts.astype(np.int64)


def _picked(key: Any, value: Any, both: bool, slab: Slab) -> tuple[Any, Any, Any]:
    """The chunk's edges at vertices of the slab: the vertices' places in it, the neighbors, edge numbers."""
    xp = array_module(key)
    if both:  # edge by edge, so that parallel edges stay in order
        key, value = xp.stack([key, value], axis=1).ravel(), xp.stack([value, key], axis=1).ravel()
    inside = (key >= slab.low) & (key < slab.high)
    if both:
        inside[1::2] &= key[1::2] != value[1::2]
    edges = xp.flatnonzero(inside)
    return key[edges] - slab.low, value[edges], edges >> int(both)


def relabelled_on_gpu(ptr: Any, neighbors: Any, new_id: Any, old_id: Any) -> tuple[Any, Any, bool]:
    """Offsets and sorted lists in new ids, of V lists in old ids; and whether each neighbor has a new id.

    `old_id` names the A vertices that have a new id, in its order; `new_id` is negative for the others.
    """
    xp = array_module(neighbors)
    device = device_of(neighbors)
    new_ptr = exclusive_scan(ptr[old_id + 1] - ptr[old_id])
    lists = xp.empty(int(new_ptr[-1]), neighbors.dtype)
    words = Words(new_ptr, old_id.size)
    unknown = xp.zeros(1, np.int32)
    relabelling = Relabelling(new_ptr, old_id, ptr, neighbors, new_id, unknown)
    for slab in words.slabs:
        count = slab.last - slab.first
        device.for_each(count, relabel, slab.low, slab.high, words.bits, relabelling, words.array)
        lists[slab.first : slab.last] = words.sorted(count)
    return new_ptr, lists, not int(unknown[0])


class Relabelling(NamedTuple):
    """Lists in old ids, and the new ids."""

    new_ptr: Any  # A + 1 offsets of the lists to be made
    old_id: Any  # A
    ptr: Any  # V + 1
    neighbors: Any
    new_id: Any  # V
    unknown: Any  # one int32: set to 1 by a neighbor without a new id


def relabel(item, low, high, bits, relabelling, words):
    """Make the word of an edge of the slab of new ids from `low` to below `high`."""
    new_ptr, old_id, ptr, neighbors, new_id, unknown = relabelling
    slot = new_ptr[low] + item
    below = low  # whose list begins at `slot` or before
    while high - below > 1:
        middle = (below + high) // 2
        if new_ptr[middle] <= slot:
            below = middle
        else:
            high = middle
    neighbor = new_id[neighbors[ptr[old_id[below]] + slot - new_ptr[below]]]
    if neighbor < 0:
        unknown[0] = 1  # a benign race: every writer writes 1
    words[item] = (below - low) << bits | neighbor


class Words:
    """Memory for the words of one slab, the same for all, so that the pool of memory isn't fragmented."""

    def __init__(self, ptr: Any, num_vertices: int) -> None:
        self.slabs = list(slabs(ptr))
        self.bits = max(num_vertices - 1, 1).bit_length()
        widest = max((slab.high - slab.low for slab in self.slabs), default=1)
        narrow = self.bits + (widest - 1).bit_length() < 32
        size = max((slab.last - slab.first for slab in self.slabs), default=0)
        self.array = array_module(ptr).empty(size, np.int32 if narrow else np.int64)

    def put(self, at: int, places: Any, neighbors: Any) -> None:
        """Store words from number `at` on."""
        part = self.array[at : at + places.size]
        part[:] = places
        part <<= self.bits
        part |= neighbors.astype(part.dtype, copy=False)

    def _fill(self, count: int) -> None:
        """Make the words from number `count` on the largest: sorting all takes memory of one size."""
        self.array[count:] = np.iinfo(self.array.dtype).max

    def sorted(self, count: int) -> Any:
        """The neighbors of the first `count` words in order."""
        self._fill(count)
        self.array.sort()
        neighbors = self.array[:count]
        neighbors &= (1 << self.bits) - 1
        return neighbors

    def sorted_with_order(self, count: int) -> tuple[Any, Any]:
        """As `sorted`, and the word number that each had; equal words stay in order."""
        self._fill(count)
        order = array_module(self.array).argsort(self.array, kind="stable")[:count]
        return self.array[order] & ((1 << self.bits) - 1), order


def slabs(ptr: Any) -> Iterator[Slab]:
    """Cut the vertices of lists with these offsets into slabs."""
    xp = array_module(ptr)
    most = max(int(ptr[-1]) // SLABS, LEAST)
    low = first = 0
    while low < ptr.size - 1:
        within = xp.searchsorted(ptr, xp.asarray([min(first + most, int(ptr[-1]))], ptr.dtype), side="right")
        high = max(int(within[0]) - 1, low + 1)
        last = int(ptr[high])
        yield Slab(low, high, first, last)
        low, first = high, last
