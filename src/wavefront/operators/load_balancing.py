"""Load-balancing search: the same share of work for every thread, however uneven the segments.

Segments of given lengths are laid end to end; each thread takes its share of that row and
finds out by binary search in the scanned lengths which segment a slot is of. Source: Davidson et al.,
"Work-Efficient Parallel GPU Methods for Single-Source Shortest Paths", IPDPS 2014; moderngpu's search.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from ..device import Cpu, Device, cuda, device_of, int64
from ..scan import exclusive_scan

CHUNK = 4096  # slots that a CPU thread takes at once
TILE = 2048  # slots of a GPU block
BLOCK_SIZE = 256  # threads of a GPU block
SHARED_SEGMENTS = 2048  # segments of a tile up to which their starts are searched in shared memory: 16 KiB
SIMULATED_BLOCK, SIMULATED_TILE = 8, 16


def load_balancing_search(
    lengths: Any, functor: Callable[..., None], *arguments: Any, device: Device | None = None
) -> int:
    """Call ``functor(index, segment, rank, *arguments)`` for every slot of every segment, in parallel.

    Parameters
    ----------
    lengths
        Slots of each segment, 0 allowed: an integer array on the device.
    functor
        `index` counts all slots, `rank` those of the slot's segment. Its result is ignored.
    device
        Where to run: by default where `lengths` are.

    Returns
    -------
    int
        The number of slots.
    """
    return search(exclusive_scan(lengths, np.int64), functor, *arguments, device=device or device_of(lengths))


def search(offsets: Any, functor: Callable[..., None], *arguments: Any, device: Device) -> int:
    """As `load_balancing_search`, over segments whose scanned lengths are known: S+1 int64 offsets."""
    total = int(offsets[-1])
    if not total:
        return 0
    if isinstance(device, Cpu):
        device.for_each(-(-total // CHUNK), _chunk_walker(functor), offsets, *arguments)
        return total
    xp = device.xp
    simulated = xp is np
    threads, tile = (SIMULATED_BLOCK, SIMULATED_TILE) if simulated else (BLOCK_SIZE, TILE)
    blocks = -(-total // tile)
    firsts = xp.minimum(xp.arange(blocks + 1, dtype=np.int64) * tile, total - 1)
    segments = xp.searchsorted(offsets, firsts, side="right") - 1
    device.launch(blocks, threads, _tile_walker(functor, tile), offsets, segments, *arguments)
    return total


def segment_of(index, offsets, first, last):
    """The last segment of first..last that starts at or before this index: the one that holds it."""
    while first < last:
        middle = (first + last + 1) >> 1
        if offsets[middle] <= index:
            first = middle
        else:
            last = middle - 1
    return first


@cache
def _chunk_walker(functor: Callable[..., None]) -> Callable[..., None]:
    """The CPU's form: one search a chunk, then on from segment to segment."""

    def walk_chunk(chunk, offsets, *arguments):
        index = chunk * CHUNK
        end = min(index + CHUNK, offsets[offsets.size - 1])
        segment = segment_of(index, offsets, 0, offsets.size - 2)
        while index < end:
            start = offsets[segment]
            last = min(end, offsets[segment + 1])
            for slot in range(index, last):
                functor(slot, segment, slot - start, *arguments)
            index = max(index, last)
            segment += 1

    return walk_chunk


@cache
def _tile_walker(functor: Callable[..., None], tile: int) -> Callable[..., None]:
    """The GPU's form: neighboring threads take neighboring slots; the starts to search in are the block's."""

    def walk_tile(offsets, segments, *arguments):
        starts = cuda.shared.array(SHARED_SEGMENTS, int64)
        block = cuda.blockIdx.x
        first, last = segments[block], segments[block + 1]
        count = last - first + 1
        if count <= SHARED_SEGMENTS:
            for slot in range(cuda.threadIdx.x, count, cuda.blockDim.x):
                starts[slot] = offsets[first + slot]
        cuda.syncthreads()  # the starts are there before anyone searches
        end = min((block + 1) * tile, offsets[offsets.size - 1])
        for index in range(block * tile + cuda.threadIdx.x, end, cuda.blockDim.x):
            if count <= SHARED_SEGMENTS:
                segment = segment_of(index, starts, 0, count - 1)
                functor(index, first + segment, index - starts[segment], *arguments)
            else:
                segment = segment_of(index, offsets, first, last)
                functor(index, segment, index - offsets[segment], *arguments)

    return walk_tile
