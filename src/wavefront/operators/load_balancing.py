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
TILE = 4096  # slots of a GPU block; benchmarks/advance.py
BLOCK_SIZE = 128  # threads of a GPU block; benchmarks/advance.py
SHARED_SEGMENTS = 512  # segments of a tile up to which they are kept in shared memory: 12 KiB
WARP_SIZE = 32  # threads that run in step
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
    offsets = exclusive_scan(lengths, np.int64)
    total = int(offsets[-1])
    search(offsets, total, nothing, _slot_of(functor), *arguments, device=device or device_of(lengths))
    return total


def nothing(segment, *arguments):
    """What is to be known of a segment by those who need to know nothing."""
    return 0, 0


@cache
def _slot_of(functor: Callable[..., None]) -> Callable[..., None]:
    def visit(index, segment, start, known, *arguments):
        functor(index, segment, index - start, *arguments)

    return visit


def search(
    offsets: Any,
    total: int,
    enter: Callable[..., tuple[int, int]],
    visit: Callable[..., None],
    *arguments: Any,
    device: Device,
) -> None:
    """Call ``visit(index, segment, start, known, *arguments)`` for every slot of every segment, in parallel.

    The segments are those between the S+1 `offsets`, up to `total`; `start` is where the slot's begins.
    `known` are two integers, which ``enter(segment, *arguments)`` gives for the segment: asked for once, or
    once a block, not for each slot.
    """
    if not total:
        return
    if isinstance(device, Cpu):
        device.for_each(-(-total // CHUNK), _chunk_walker(enter, visit), offsets, *arguments)
        return
    xp = device.xp
    simulated = xp is np
    threads, tile = (SIMULATED_BLOCK, SIMULATED_TILE) if simulated else (BLOCK_SIZE, TILE)
    blocks = -(-total // tile)
    segments = xp.empty(blocks + 1, np.int64)
    device.for_each(blocks + 1, find_segment, tile, offsets, total, segments)
    kernel = _tile_walker(enter, visit, tile, threads, min(threads, WARP_SIZE))
    device.launch(blocks, threads, kernel, offsets, segments, *arguments)


def segment_of(index, offsets, first, last):
    """The last segment of first..last that starts at or before this index: the one that holds it."""
    while first < last:
        middle = (first + last + 1) >> 1
        if offsets[middle] <= index:
            first = middle
        else:
            last = middle - 1
    return first


def find_segment(block, tile, offsets, total, segments):
    """The segment of the block's first slot; for the one after the last block, of the last slot."""
    segments[block] = segment_of(min(block * tile, total - 1), offsets, 0, offsets.size - 2)


def later_segment_of(index, offsets, first, last):
    """As `segment_of`, quick if it is one of the first: looks 1, 2, 4, ... segments ahead."""
    step = 1
    while first + step <= last and offsets[first + step] <= index:
        first += step
        step *= 2
    return segment_of(index, offsets, first, min(first + step - 1, last))


@cache
def _chunk_walker(enter: Callable[..., Any], visit: Callable[..., None]) -> Callable[..., None]:
    """The CPU's form: one search a chunk, then on from segment to segment."""

    def walk_chunk(chunk, offsets, *arguments):
        index = chunk * CHUNK
        end = min(index + CHUNK, offsets[offsets.size - 1])
        segment = segment_of(index, offsets, 0, offsets.size - 2)
        while index < end:
            start = offsets[segment]
            last = min(end, offsets[segment + 1])
            if index < last:
                known = enter(segment, *arguments)
                for slot in range(index, last):
                    visit(slot, segment, start, known, *arguments)
                index = last
            segment += 1

    return walk_chunk


@cache
def _tile_walker(
    enter: Callable[..., tuple[int, int]], visit: Callable[..., None], tile: int, threads: int, lanes: int
) -> Callable[..., None]:
    """The GPU's form: a warp takes neighboring slots; the block keeps what is known of its segments."""
    share = tile // threads * lanes  # slots of a warp
    known_size = 2 * SHARED_SEGMENTS

    def known_here(segment, first, known, arguments):
        return known[2 * segment], known[2 * segment + 1]

    def known_there(segment, first, known, arguments):
        return enter(first + segment, *arguments)

    walk_near, walk_far = (_share_walker(known_of, visit, lanes) for known_of in (known_here, known_there))

    def walk_tile(offsets, segments, *arguments):
        starts = cuda.shared.array(SHARED_SEGMENTS, int64)
        known = cuda.shared.array(known_size, int64)
        block, thread = cuda.blockIdx.x, cuda.threadIdx.x
        first = segments[block]
        count = segments[block + 1] - first + 1
        if count <= SHARED_SEGMENTS:
            for slot in range(thread, count, cuda.blockDim.x):
                starts[slot] = offsets[first + slot]
                known[2 * slot], known[2 * slot + 1] = enter(first + slot, *arguments)
        cuda.syncthreads()  # the starts are there before anyone searches
        index = block * tile + thread // lanes * share
        end = min(index + share, offsets[offsets.size - 1])
        index += thread % lanes
        if index < end:
            if count <= SHARED_SEGMENTS:
                walk_near(index, end, starts, known, first, count, arguments)
            else:
                walk_far(index, end, offsets[first:], known, first, count, arguments)

    return walk_tile


def _share_walker(
    known_of: Callable[..., tuple[int, int]], visit: Callable[..., None], lanes: int
) -> Callable[..., None]:
    """Walks every lanes-th slot from `index` on; many are of the segment of the one before."""

    def walk_share(index, end, starts, known, first, count, arguments):
        segment = segment_of(index, starts, 0, count - 1)
        start, pair = starts[segment], known_of(segment, first, known, arguments)
        following = starts[segment + 1] if segment + 1 < count else end
        while index < end:
            if index >= following:
                segment = later_segment_of(index, starts, segment + 1, count - 1)
                start, pair = starts[segment], known_of(segment, first, known, arguments)
                following = starts[segment + 1] if segment + 1 < count else end
            visit(index, first + segment, start, pair, *arguments)
            index += lanes

    return walk_share
