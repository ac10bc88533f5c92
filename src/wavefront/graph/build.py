"""From edges in any order to sorted neighbor lists: a parallel counting sort, then radix sorts in a cache.

1. Split the edges by source into buckets, each a contiguous range of vertices small enough that its
   edges fit in a core's cache. One thread per chunk of edges first counts, then moves the chunk's edges:
   no atomics, stable. A destination goes to a slot of the result, and the source's place within its
   bucket, 16 bits, to the same slot of a second array. Both directions of an undirected edge are written
   from one read.
2. Within each bucket (bucket.py), count the degrees, sort by destination unless every list ascends
   already, and move each destination to its vertex's list.

The time depends little on the order of the edges. Beyond the result, 2 bytes per stored edge are needed.
Edges that are in CSR's order already are only copied (in_order.py). Few edges are left to NumPy
(build_few.py), those of a smaller graph to a counting sort without buckets (build_in_cache.py). Measured
against SciPy in benchmarks/csr_build.py.
"""

import numpy as np

from ..atomics import atomic_add
from ..device import Cpu
from ..device.memory import allocated
from .arrays import exclusive_scan, index_dtype
from .bucket import PLACE_BITS, Bucket, Split, build_bucket, sort_bucket, sort_large
from .build_few import build_few, is_few
from .build_in_cache import GRAPH, build_in_cache, fits_in_cache
from .build_on_gpu import build_on_gpu
from .listing import Given
from .room import LARGE, Room, new_rooms, num_words

BUCKET_EDGES = 16384  # average edges per bucket: sorted in 256 KiB; benchmarks/csr_build.py
MAX_BUCKETS = 4096  # write streams of step 1; more miss the TLB


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
    if fits_in_cache(key.size << both, num_vertices):
        lists = sort_in_range(key, value, weights, num_vertices, both, np.empty(0, np.int64))
        assert lists is not None
        return lists
    ptr, split = _built(_given(key, value, weights, both), num_vertices)
    neighbors = split.value.view(f"i{split.value.itemsize}")
    return ptr, neighbors, None if weights is None else split.payload.view(weights.dtype)


def sort_in_range(
    key: np.ndarray,
    value: np.ndarray,
    weights: np.ndarray | None,
    num_vertices: int,
    both: bool,
    ids: np.ndarray,
) -> tuple[np.ndarray, np.ndarray, np.ndarray | None] | None:
    """As `sort_edges`, of a graph whose counters fit in a core's cache.

    Unless `ids` is empty, the least and the largest id are found out and put there; None if one is wrong.
    """
    lists = build_in_cache(_given(key, value, weights, both), num_vertices, ids)
    if lists is None:
        return None
    return lists.ptr, lists.value, None if weights is None else lists.payload.view(weights.dtype)


def _given(key: np.ndarray, value: np.ndarray, weights: np.ndarray | None, both: bool) -> Given:
    """The edges. Weights are only moved, as integers: one loop is compiled for all types of a size."""
    payload = np.empty(0, np.int64) if weights is None else weights.view(f"i{weights.itemsize}")
    return Given(key, value, payload, both)


def _space(count: int, given: Given, num_vertices: int, packed: bool) -> tuple[np.ndarray, Split]:
    """Room for the offsets and for the lists of `count` stored edges; `packed`: without `Split.place`."""
    purpose = GRAPH, num_vertices, count
    value = allocated(count, f"u{np.dtype(index_dtype(num_vertices)).itemsize}", *purpose)
    place = allocated(0 if packed else count, np.uint16, *purpose)
    payload = allocated(count if given.payload.size else 0, given.payload.dtype, *purpose)
    ptr = allocated(num_vertices + 1, index_dtype(count), *purpose)
    ptr[num_vertices] = count
    return ptr, Split(value, place, payload)


def _built(given: Given, num_vertices: int) -> tuple[np.ndarray, Split]:
    stored = given.key.size << given.both
    device = Cpu()
    bits = _bits(num_vertices)
    buckets, shift = packed_buckets(stored, num_vertices)
    chunk_ptr = np.linspace(0, given.key.size, device.threads + 1).astype(np.int64)
    counts = allocated(device.threads * buckets, np.int64, GRAPH, num_vertices, stored)
    counts = counts.reshape(device.threads, buckets)
    counts[:] = 0
    device.for_each(device.threads, count_buckets, chunk_ptr, given, shift, counts, size=stored)
    bucket_ptr, cursors = bucket_slots(counts)
    packed = is_packed(num_vertices, shift) and not given.payload.size
    ptr, split = _space(int(bucket_ptr[-1]), given, num_vertices, packed)
    device.for_each(device.threads, fill_buckets, chunk_ptr, given, shift, bits, cursors, split, size=stored)
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


def count_buckets(chunk, chunk_ptr, given, shift, counts):
    """Count the chunk's edges that go to each bucket."""
    mine = counts[chunk]
    drop = np.uint64(shift)
    for edge in range(chunk_ptr[chunk], chunk_ptr[chunk + 1]):
        mine[np.uint64(given.key[edge]) >> drop] += 1
        if given.both and given.key[edge] != given.value[edge]:
            mine[np.uint64(given.value[edge]) >> drop] += 1


def fill_buckets(chunk, chunk_ptr, given, shift, bits, cursors, split):
    """Move the chunk's edges to their buckets, starting at the chunk's own first slot in each bucket."""
    move(given, chunk_ptr[chunk], chunk_ptr[chunk + 1], shift, bits, cursors[chunk], split)


def move(given, first, end, shift, bits, cursors, split):
    """Move these edges to their buckets, each to the slot that its bucket's cursor says."""
    key, value, payload, both = given
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
