"""From edges in any order to sorted neighbor lists: a parallel counting sort, then radix sorts in a cache.

1. Split the edges by source into buckets, each a contiguous range of vertices small enough that its
   edges fit in a core's cache. One thread per chunk of edges first counts, then moves the chunk's edges:
   no atomics, stable. A destination goes to a slot of the result, and the source's place within its
   bucket, 16 bits, to the same slot of a second array. Both directions of an undirected edge are written
   from one read.
2. Within each bucket (bucket.py), count the degrees, sort by destination unless every list ascends
   already, and move each destination to its vertex's list.

The time depends little on the order of the edges. Beyond the result, 2 bytes per stored edge are needed.
Edges that are in CSR's order already are only copied; few edges are left to NumPy (build_few.py). Measured
against SciPy in benchmarks/csr_build.py.
"""

from typing import Any, NamedTuple

import numpy as np

from ..atomics import atomic_add
from ..device import Cpu
from ..device.memory import allocated
from .arrays import exclusive_scan, index_dtype
from .bucket import PLACE_BITS, Bucket, Split, build_bucket, sort_bucket, sort_large
from .build_few import build_few, is_few
from .build_on_gpu import build_on_gpu
from .room import LARGE, Room, new_rooms, num_words

BUCKET_EDGES = 16384  # average edges per bucket: sorted in 256 KiB; benchmarks/csr_build.py
MAX_BUCKETS = 4096  # write streams of step 1; more miss the TLB
BLOCK_EDGES = 1 << 14  # edges of one item where all edges are examined or copied: a cache's size
PIECE_EDGES = 1 << 10  # edges after which examining stops where they are not in order
GRAPH = "a graph of {:,} vertices and {:,} edges"  # what memory is for


class Ends(NamedTuple):
    """Edges to be sorted."""

    key: Any  # E vertices
    value: Any  # E neighbors
    payload: Any  # E integers of the weights' size that move with the neighbors; empty without weights
    both: bool  # whether each edge, unless it is a self-loop, is also an edge from `value` to `key`


def sort_edges(
    key: np.ndarray,
    value: np.ndarray,
    weights: np.ndarray | None,
    num_vertices: int,
    both: bool = False,
) -> tuple[np.ndarray, np.ndarray, np.ndarray | None]:
    """Group `value` by `key`, both E vertex ids, each group sorted; parallel edges stay in order.

    With `both`, each edge is also there from `value` to `key`, a self-loop once. Returns the V+1 offsets of
    the groups, the sorted values and their weights, on the edges' device.
    """
    if not isinstance(key, np.ndarray):
        return build_on_gpu(key, value, weights, num_vertices, both)
    if is_few(key.size << both, num_vertices):
        return build_few(key, value, weights, num_vertices, both)
    # Weights are only moved, as integers, so that one loop is compiled for all types of a size.
    payload = np.empty(0, np.int64) if weights is None else weights.view(f"i{weights.itemsize}")
    ends = Ends(key, value, payload, both)
    ptr, split = _built(ends, num_vertices)
    moved = None if weights is None else split.payload.view(weights.dtype)
    return ptr, split.value.view(f"i{split.value.itemsize}"), moved


class Found(NamedTuple):
    """What is found out about the ids of edges."""

    least: int  # 0 for no edges
    most: int  # -1 for no edges
    ordered: bool  # whether the edges are sorted by source, those of one source by destination


def examined(key: np.ndarray, value: np.ndarray) -> Found:
    """The least and the largest id, and whether the edges are in order."""
    found = np.empty((_blocks(key), 3), np.int64)
    Cpu().for_each(found.shape[0], examine, key, value, found, size=key.size)
    return _summed_up(found)


def _blocks(key: np.ndarray) -> int:
    return -(-key.size // BLOCK_EDGES)


def _summed_up(found: np.ndarray) -> Found:
    rows = found.tolist()
    least = min((row[0] for row in rows), default=0)
    most = max((row[1] for row in rows), default=-1)
    return Found(least, most, all(row[2] for row in rows))


def examine(block, key, value, found):
    """The least and the largest id of the block, and whether each edge is in order with the one before it."""
    first = block * BLOCK_EDGES
    end = min(first + BLOCK_EDGES, key.size)
    least = most = key[first]
    for edge in range(first, end):
        least = min(least, min(key[edge], value[edge]))
        most = max(most, max(key[edge], value[edge]))
    falls, start = 0, max(first, 1)
    while start < end and not falls:
        stop = min(start + PIECE_EDGES, end)
        for edge in range(start, stop):  # without branches, for vector instructions
            same = key[edge - 1] == key[edge]
            falls += (key[edge - 1] > key[edge]) | (same & (value[edge - 1] > value[edge]))
        start = stop
    found[block, 0], found[block, 1], found[block, 2] = least, most, falls == 0


def seems_ordered(key: np.ndarray) -> bool:
    """Whether some keys of the list, far apart, ascend."""
    some = key[:: max(1, key.size // 1024)]
    return not (some[1:] < some[:-1]).any()


def copied(
    key: np.ndarray, value: np.ndarray, num_vertices: int
) -> tuple[tuple[np.ndarray, np.ndarray], Found]:
    """Offsets and values of edges that are in order, and whether they are: if not, there is no meaning.

    From one read of the edges. Ids need not have been checked; if the largest isn't below `num_vertices`,
    the arrays have no meaning either.
    """
    purpose = GRAPH, num_vertices, key.size
    ptr = allocated(num_vertices + 1, index_dtype(key.size), *purpose)
    values = allocated(key.size, index_dtype(num_vertices), *purpose)
    found = np.empty((_blocks(key), 3), np.int64)
    Cpu().for_each(found.shape[0], copy_block, key, value, ptr, values, found, size=key.size)
    ptr[max(int(key[-1]) + 1, 0) if key.size else 0 :] = key.size
    return (ptr, values), _summed_up(found)


def copy_block(block, key, value, ptr, values, found):
    """Examine the block; copy its values, and store where the lists begin whose first edge is in it."""
    examine(block, key, value, found)
    first = block * BLOCK_EDGES
    end = min(first + BLOCK_EDGES, key.size)
    before = np.int64(key[first - 1]) if first else -1
    if not found[block, 2] or before < -1 or found[block, 0] < 0 or found[block, 1] >= ptr.size - 1:
        return
    for edge in range(first, end):
        values[edge] = value[edge]
    for edge in range(first, end):
        vertex = np.int64(key[edge])
        if vertex != before:
            for empty in range(before + 1, vertex + 1):
                ptr[empty] = edge
            before = vertex


def _space(count: int, ends: Ends, num_vertices: int, packed: bool) -> tuple[np.ndarray, Split]:
    """Room for the offsets and for the lists of `count` stored edges; `packed`: without `Split.place`."""
    purpose = GRAPH, num_vertices, count
    value = allocated(count, f"u{np.dtype(index_dtype(num_vertices)).itemsize}", *purpose)
    place = allocated(0 if packed else count, np.uint16, *purpose)
    payload = allocated(count if ends.payload.size else 0, ends.payload.dtype, *purpose)
    ptr = allocated(num_vertices + 1, index_dtype(count), *purpose)
    ptr[num_vertices] = count
    return ptr, Split(value, place, payload)


def _built(ends: Ends, num_vertices: int) -> tuple[np.ndarray, Split]:
    stored = ends.key.size << ends.both
    device = Cpu()
    bits = _bits(num_vertices)
    buckets, shift = packed_buckets(stored, num_vertices)
    chunk_ptr = np.linspace(0, ends.key.size, device.threads + 1).astype(np.int64)
    counts = allocated(device.threads * buckets, np.int64, GRAPH, num_vertices, stored)
    counts = counts.reshape(device.threads, buckets)
    counts[:] = 0
    device.for_each(device.threads, count_buckets, chunk_ptr, ends, shift, counts, size=stored)
    bucket_ptr, cursors = bucket_slots(counts)
    packed = is_packed(num_vertices, shift) and not ends.payload.size
    ptr, split = _space(int(bucket_ptr[-1]), ends, num_vertices, packed)
    device.for_each(device.threads, fill_buckets, chunk_ptr, ends, shift, bits, cursors, split, size=stored)
    _build_buckets(bucket_ptr, shift, bits, ptr, split, device)
    return ptr, split


def _build_buckets(
    bucket_ptr: np.ndarray, shift: int, bits: int, ptr: np.ndarray, split: Split, device: Cpu
) -> None:
    """Have each thread build one of the largest buckets first, for which its room is, then smaller ones."""
    sizes = np.diff(bucket_ptr)
    largest_first = np.argsort(-sizes, kind="stable")
    threads = min(device.threads, sizes.size)
    largest = sizes[largest_first[:threads]].tolist()
    has_payload = split.payload.size > 0
    rooms = new_rooms(largest, min(1 << shift, ptr.size - 1), has_payload)
    words_ptr = exclusive_scan(np.array([num_words(size, has_payload) for size in largest]), np.int64)
    cursor = np.array([threads])
    buckets = largest_first, bucket_ptr, shift, bits
    # Most graphs have no hubs so large, and then the code for them isn't compiled.
    body = build_lists_of_hubs if max(largest) > LARGE and not has_payload else build_lists
    device.for_each(threads, body, cursor, *buckets, ptr, split, words_ptr, rooms, size=int(bucket_ptr[-1]))


def _bits(num_vertices: int) -> int:
    return max(num_vertices - 1, 1).bit_length()


def bucket_sizes(num_edges: int, num_vertices: int) -> tuple[int, int]:
    """How many buckets there are, and how many bits of a vertex id to drop for its bucket."""
    buckets = max(1, min(MAX_BUCKETS, num_edges // BUCKET_EDGES))
    shift = max(0, (num_vertices - 1).bit_length() - (buckets - 1).bit_length())
    shift = min(shift, PLACE_BITS)
    return (max(num_vertices - 1, 0) >> shift) + 1, shift


def packed_buckets(num_edges: int, num_vertices: int) -> tuple[int, int]:
    """As `bucket_sizes`, or more buckets where an edge then fits in a word."""
    bits, (buckets, shift) = _bits(num_vertices), bucket_sizes(num_edges, num_vertices)
    if shift > 32 - bits >= bits - MAX_BUCKETS.bit_length() + 1:
        shift = 32 - bits
        buckets = ((num_vertices - 1) >> shift) + 1
    return buckets, shift


def is_packed(num_vertices: int, shift: int) -> bool:
    """Whether an edge without weight fits in a word, in a bucket of so many bits of a vertex id."""
    return _bits(num_vertices) + shift <= 32


def bucket_slots(counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The buckets' offsets, and each chunk's first slot per bucket, from edge counts by chunk and bucket."""
    chunks, buckets = counts.shape
    starts = exclusive_scan(counts.T.ravel(), np.int64)
    return starts[::chunks].copy(), starts[:-1].reshape(buckets, chunks).T.copy()


def count_buckets(chunk, chunk_ptr, ends, shift, counts):
    """Count the chunk's edges that go to each bucket."""
    mine = counts[chunk]
    drop = np.uint64(shift)
    for edge in range(chunk_ptr[chunk], chunk_ptr[chunk + 1]):
        mine[np.uint64(ends.key[edge]) >> drop] += 1
        if ends.both and ends.key[edge] != ends.value[edge]:
            mine[np.uint64(ends.value[edge]) >> drop] += 1


def fill_buckets(chunk, chunk_ptr, ends, shift, bits, cursors, split):
    """Move the chunk's edges to their buckets, starting at the chunk's own first slot in each bucket."""
    move(ends, chunk_ptr[chunk], chunk_ptr[chunk + 1], shift, bits, cursors[chunk], split)


def move(ends, first, end, shift, bits, cursors, split):
    """Move these edges to their buckets, each to the slot that its bucket's cursor says."""
    key, value, payload, both = ends
    drop, up = np.uint64(shift), np.uint64(bits)
    low = (np.uint64(1) << drop) - np.uint64(1)
    for edge in range(first, end):
        vertex, neighbor = np.uint64(key[edge]), np.uint64(value[edge])
        for _ in range(1 + (both and vertex != neighbor)):
            slot = cursors[vertex >> drop]
            cursors[vertex >> drop] = slot + 1
            if split.place.size:
                split.value[slot] = neighbor
                split.place[slot] = vertex & low
            else:
                split.value[slot] = (vertex & low) << up | neighbor
            if payload.size:
                split.payload[slot] = payload[edge]
            vertex, neighbor = neighbor, vertex


def build_lists(thread, cursor, largest_first, bucket_ptr, shift, bits, ptr, split, words_ptr, rooms):
    """Offsets and sorted lists of the vertices of the buckets that this thread takes."""
    buckets = cursor, largest_first, bucket_ptr, shift, bits
    build_own(thread, buckets, ptr, split, words_ptr, rooms, sort_bucket)


def build_lists_of_hubs(thread, cursor, largest_first, bucket_ptr, shift, bits, ptr, split, words_ptr, rooms):
    """As `build_lists`, where a bucket has more than LARGE edges."""
    buckets = cursor, largest_first, bucket_ptr, shift, bits
    build_own(thread, buckets, ptr, split, words_ptr, rooms, sort_large)


def build_own(thread, buckets, ptr, split, words_ptr, rooms, sort):
    """As `build_lists`, with `sort` for buckets that no simpler way suits."""
    cursor, largest_first, bucket_ptr, shift, bits = buckets
    each = rooms.counters.size // (words_ptr.size - 1)
    words = rooms.words[words_ptr[thread] : words_ptr[thread + 1]]
    room = Room(words, rooms.counters[thread * each : (thread + 1) * each])
    item = thread
    while item < largest_first.size:
        number = largest_first[item]
        low = number << shift
        high = min(low + (1 << shift), ptr.size - 1)
        bucket = Bucket(bucket_ptr[number], bucket_ptr[number + 1], low, high, bits)
        build_bucket(bucket, ptr, split, room, sort)
        item = atomic_add(cursor, 0, 1)
