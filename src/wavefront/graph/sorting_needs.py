"""The memory that sorting edges takes beside the lists: of build.py, build_few.py and build_on_gpu.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..device import Cpu
from .build import is_packed, packed_buckets
from .build_few import is_few
from .build_in_cache import fits_in_cache, to_count
from .build_on_gpu import CHUNKS, LEAST, SLABS
from .room import room_sizes

if TYPE_CHECKING:
    from ..device import Device

WORD, PLACE = 8, 2  # bytes of an element of a room, and of a vertex's place in its bucket
FEW_EDGE, FEW_VERTEX, FEW_WORD_EDGE = 20, 16, 32  # of build_few.py: while counting, and with the words
# On a GPU, per edge of a slab and of a chunk: words with what CuPy sorts them in, and what is picked.
SLAB_EDGE, WEIGHTED_SLAB_EDGE, CHUNK_EDGE, PICKED_EDGE = 16, 40, 25, 16
COUNTED = 1 << 20  # edges that are counted at once


def to_sort(keys: Any, num_vertices: int, weighted: bool, device: Device) -> int:
    """Bytes to sort edges by these vertices, whose neighbors ascend; looks at how many each bucket has."""
    if not isinstance(device, Cpu):
        return to_sort_on_gpu(keys.size, weighted)
    if is_few(keys.size, num_vertices):
        return to_sort_few(keys.size, num_vertices)
    if fits_in_cache(keys.size, num_vertices):
        return to_count(keys.size, num_vertices, weighted)
    buckets, shift = packed_buckets(keys.size, num_vertices)
    sizes = np.zeros(buckets, np.int64)
    for first in range(0, keys.size, COUNTED):
        some = Cpu().array(keys[first : first + COUNTED])
        sizes += np.bincount(some >> shift, minlength=buckets)
    return _to_sort_on_cpu(np.sort(sizes)[::-1], keys.size, num_vertices, weighted)


def to_sort_any(num_edges: int, num_vertices: int, device: Device) -> int:
    """Bytes to sort so many edges without weights, a few to each vertex."""
    if not isinstance(device, Cpu):
        return to_sort_on_gpu(num_edges, False)
    if is_few(num_edges, num_vertices):
        return to_sort_few(num_edges, num_vertices)
    if fits_in_cache(num_edges, num_vertices):
        return to_count(num_edges, num_vertices, False)
    buckets, _ = packed_buckets(num_edges, num_vertices)
    sizes = np.full(buckets, 2 * num_edges // buckets)
    return _to_sort_on_cpu(sizes, num_edges, num_vertices, False)


def to_sort_few(num_edges: int, num_vertices: int) -> int:
    """Bytes that NumPy takes for few edges."""
    return max(FEW_EDGE * num_edges + FEW_VERTEX * num_vertices, FEW_WORD_EDGE * num_edges)


def _to_sort_on_cpu(sizes: np.ndarray, num_edges: int, num_vertices: int, weighted: bool) -> int:
    """Of buckets of these sizes in edges, the largest first. All cores sort, whatever the call's device."""
    _, shift = packed_buckets(num_edges, num_vertices)
    threads = Cpu().threads
    largest = sizes[:threads].tolist()
    places = PLACE * num_edges if weighted or not is_packed(num_vertices, shift) else 0
    rooms = sum(room_sizes(largest, min(1 << shift, num_vertices), weighted))
    return places + WORD * (rooms + 3 * threads * sizes.size)


def to_sort_on_gpu(num_edges: int, weighted: bool) -> int:
    """Bytes on a GPU, whatever the edges are."""
    slab, chunk = (min(num_edges, max(num_edges // parts, LEAST)) for parts in (SLABS, CHUNKS))
    picked, words = min(slab, chunk), WORD * slab
    sorting = (WEIGHTED_SLAB_EDGE if weighted else SLAB_EDGE) * slab - words + PICKED_EDGE * picked
    return words + max(CHUNK_EDGE * picked, sorting)
