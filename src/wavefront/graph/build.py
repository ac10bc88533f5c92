"""From edges in any order to sorted neighbor lists: a parallel two-level counting sort.

1. Split the edges by source into buckets, each a contiguous range of vertices small enough that its
   edges fit in a core's cache. One thread per chunk of edges first counts, then moves the chunk's edges:
   no atomics, stable.
2. Within each bucket, count the degrees, move each destination to its vertex's list, sort the lists.

Every edge is read and written three times. All accesses are sequential except step 1's writes, which go to
one stream per bucket. Measured against SciPy in benchmarks/csr_build.py.

On a GPU, CuPy's radix sort orders words that hold both ids of an edge.
"""

from typing import Any

import numpy as np

from ..device import Cpu, array_module
from ..errors import InputError
from .arrays import INT32_MAX, exclusive_scan, index_dtype

BUCKET_EDGES = 16384  # average edges per bucket: with their copy 256 KiB; benchmarks/csr_build.py
MAX_BUCKETS = 4096  # write streams of step 1; more miss the TLB
INSERTION_SORT = 24  # edges up to which a list is sorted by insertion


def sort_edges(
    key: np.ndarray, value: np.ndarray, weights: np.ndarray | None, num_vertices: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
    """Group `value` by `key`, both E vertex ids, each group sorted; parallel edges stay in order.

    Returns the V+1 offsets of the groups, the sorted values and their weights, on the edges' device.
    """
    if not isinstance(key, np.ndarray):
        return _sort_on_gpu(key, value, weights, num_vertices)
    if weights is None:
        return *_sort(key, value, num_vertices), None
    if value.size <= INT32_MAX and num_vertices <= INT32_MAX:
        # Each word to be sorted has the edge's number in its low half.
        numbered = value.astype(np.int64) << 32 | np.arange(value.size)
        ptr, numbered = _sort(key, numbered, num_vertices)
        return ptr, (numbered >> 32).astype(value.dtype), weights[numbered & 0xFFFFFFFF]
    order = np.lexsort((value, key))
    ptr = exclusive_scan(np.bincount(key, minlength=num_vertices))
    return ptr, value[order], weights[order]


def _sort_on_gpu(key: Any, value: Any, weights: Any, num_vertices: int) -> tuple[Any, Any, Any]:
    bits = max(num_vertices - 1, 1).bit_length()
    if 2 * bits > 63:
        raise InputError(f"a graph of {num_vertices:,} vertices can't be built on a GPU: two ids fill a word")
    xp = array_module(key)
    # In place: an edge's word is as large as both ids, and the sort allocates another word per edge.
    pairs = key.astype(np.int64)
    pairs <<= bits
    pairs |= value
    if weights is None:
        pairs.sort()
    else:
        order = pairs.argsort()  # stable
        pairs, weights = pairs[order], weights[order]
    first = xp.arange(num_vertices + 1, dtype=np.int64) << bits
    ptr = xp.searchsorted(pairs, first).astype(index_dtype(key.size))
    pairs &= (1 << bits) - 1
    return ptr, pairs.astype(value.dtype), weights


def _sort(key: np.ndarray, value: np.ndarray, num_vertices: int) -> tuple[np.ndarray, np.ndarray]:
    device = Cpu()
    buckets, shift = bucket_sizes(key.size, num_vertices)
    chunk_ptr = np.linspace(0, key.size, device.threads + 1).astype(np.int64)
    counts = np.zeros((device.threads, buckets), np.int64)
    device.for_each(device.threads, count_buckets, chunk_ptr, key, shift, counts)
    bucket_ptr, cursors = bucket_slots(counts)

    bucket_key, bucket_value = np.empty_like(key), np.empty_like(value)
    device.for_each(
        device.threads,
        fill_buckets,
        chunk_ptr,
        key,
        value,
        shift,
        cursors,
        bucket_key,
        bucket_value,
    )
    ptr = np.empty(num_vertices + 1, index_dtype(key.size))
    ptr[num_vertices] = key.size
    out = np.empty_like(value)
    device.for_each(buckets, build_lists, bucket_ptr, bucket_key, bucket_value, shift, ptr, out)
    return ptr, out


def bucket_sizes(num_edges: int, num_vertices: int) -> tuple[int, int]:
    """How many buckets there are, and how many bits of a vertex id to drop for its bucket."""
    buckets = max(1, min(MAX_BUCKETS, num_edges // BUCKET_EDGES))
    shift = max(0, (num_vertices - 1).bit_length() - (buckets - 1).bit_length())
    return (max(num_vertices - 1, 0) >> shift) + 1, shift


def bucket_slots(counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The buckets' offsets, and each chunk's first slot per bucket, from edge counts by chunk and bucket."""
    chunks, buckets = counts.shape
    starts = exclusive_scan(counts.T.ravel(), np.int64)
    return starts[::chunks].copy(), starts[:-1].reshape(buckets, chunks).T.copy()


def count_buckets(chunk, chunk_ptr, key, shift, counts):
    """Count the chunk's edges that go to each bucket."""
    for edge in range(chunk_ptr[chunk], chunk_ptr[chunk + 1]):
        counts[chunk, key[edge] >> shift] += 1


def fill_buckets(chunk, chunk_ptr, key, value, shift, cursors, bucket_key, bucket_value):
    """Move the chunk's edges to their buckets, starting at the chunk's own first slot in each bucket."""
    for edge in range(chunk_ptr[chunk], chunk_ptr[chunk + 1]):
        bucket = key[edge] >> shift
        slot = cursors[chunk, bucket]
        cursors[chunk, bucket] = slot + 1
        bucket_key[slot] = key[edge]
        bucket_value[slot] = value[edge]


def build_lists(bucket, bucket_ptr, bucket_key, bucket_value, shift, ptr, out):
    """Offsets and sorted lists of the bucket's vertices.

    While the lists fill, ptr[v] is v's cursor: at the end, the cursor is where the list of v + 1 begins.
    """
    first, last = bucket_ptr[bucket], bucket_ptr[bucket + 1]
    low = bucket << shift
    high = min(low + (1 << shift), ptr.size - 1)
    degrees = np.zeros(high - low, np.int64)
    for edge in range(first, last):
        degrees[bucket_key[edge] - low] += 1
    start = first
    for vertex in range(low, high):
        ptr[vertex] = start
        start += degrees[vertex - low]
    for edge in range(first, last):
        vertex = bucket_key[edge]
        out[ptr[vertex]] = bucket_value[edge]
        ptr[vertex] += 1
    for vertex in range(low, high):
        ptr[vertex] -= degrees[vertex - low]
        # The bucket's values have been moved to `out`: their place, of the same slots, is free to merge in.
        sort_list(out, bucket_value, ptr[vertex], ptr[vertex] + degrees[vertex - low])


def sort_list(values, spare, first, last):
    """Sort values[first:last] in place: short lists by insertion, others by merging their ascending runs.

    O(n log n) for any order. O(n) for a list of few runs: a hub of an undirected graph has two where edges
    are listed by source. spare[first:last] is overwritten.
    """
    if last - first <= INSERTION_SORT:
        sort_by_insertion(values, first, last)
        return
    runs = count_runs(values, first, last)
    if runs * INSERTION_SORT > last - first:  # short runs: made longer first
        for block in range(first, last, INSERTION_SORT):
            sort_by_insertion(values, block, min(block + INSERTION_SORT, last))
        runs = 2  # or more: merging counts them
    while runs > 1:
        runs = merge_runs(values, spare, first, last)
        if runs > 1:
            runs = merge_runs(spare, values, first, last)
        else:
            for slot in range(first, last):
                values[slot] = spare[slot]


def sort_by_insertion(values, first, last):
    """Sort values[first:last] in place, by moving each value past the larger ones before it."""
    for slot in range(first + 1, last):
        value = values[slot]
        place = slot
        while place > first and values[place - 1] > value:
            values[place] = values[place - 1]
            place -= 1
        values[place] = value


def run_end(values, first, last):
    """Where the ascending run that begins at `first` ends, at most at `last`."""
    end = first + 1
    while end < last and values[end - 1] <= values[end]:
        end += 1
    return end


def count_runs(values, first, last):
    """How many ascending runs there are."""
    runs = 1
    for slot in range(first + 1, last):
        runs += values[slot - 1] > values[slot]
    return runs


def merge_runs(source, target, first, last):
    """Merge each two neighboring runs of source[first:last] into target; returns how many runs that makes."""
    runs = 0
    while first < last:
        middle = run_end(source, first, last)
        end = run_end(source, middle, last) if middle < last else last
        merge(source, target, first, middle, end)
        first = end
        runs += 1
    return runs


def merge(source, target, first, middle, end):
    """Merge the ascending source[first:middle] and source[middle:end] into target[first:end]."""
    left, right, slot = first, middle, first
    while left < middle and right < end:
        # Without branches on the order, which can't be predicted.
        takes_right = source[right] < source[left]
        target[slot] = source[right] if takes_right else source[left]
        left += 1 - takes_right
        right += takes_right
        slot += 1
    for rest in range(left, middle):
        target[slot] = source[rest]
        slot += 1
    for rest in range(right, end):
        target[slot] = source[rest]
        slot += 1
