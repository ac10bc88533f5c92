"""Load-balancing search: an equal share of work for every thread, however uneven the segments.

Segments of given lengths are laid end to end; each thread takes an equal share of the slots and must find
each slot's segment. Source: Davidson et al., "Work-Efficient Parallel GPU Methods for Single-Source Shortest
Paths", IPDPS 2014; moderngpu's search. On a GPU, threads don't search per slot: a block marks the starts of
segments of its tile in a bitmap, and a slot belongs to the segment of the last bit at or before the slot.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ..atomics import atomic_add
from ..compiler import cuda, int32, int64, uint16, uint32
from ..device import Cpu, Device, Python, device_of, get_device, working_on
from ..errors import InputError
from ..frontier import WORD_SIZE, insert
from ..graph.arrays import exclusive_scan
from ..graph.edges import as_array
from .functors import kept_with_functor, require_function

CHUNK = 4096  # slots that a CPU thread takes at once
TILE = 2048  # slots per GPU block; benchmarks/advance.py
BLOCK_SIZE = 128  # threads per GPU block; benchmarks/advance.py
SIMULATED_BLOCK, SIMULATED_TILE = 8, 128


def load_balancing_search(
    lengths: Any, functor: Callable[..., None], *arguments: Any, device: Device | None = None
) -> int:
    """Call ``functor(index, segment, rank, *arguments)`` for every slot of every segment, in parallel.

    Parameters
    ----------
    lengths
        Slots of each segment, 0 allowed: an integer array on the device.
    functor
        `index` numbers all slots, `rank` the slots of one segment. The functor's result is ignored.
    device
        The device to run on, by default that of `lengths`.

    Returns
    -------
    int
        The number of slots.

    Raises
    ------
    InputError
        For lengths that aren't as above, or a functor that can't be compiled.
    """
    lengths = as_array(lengths, "lengths")
    if lengths.ndim != 1 or lengths.dtype.kind not in "iu" or (lengths < 0).any():
        raise InputError("lengths must be a one-dimensional array of integers, 0 or more")
    require_function(functor)
    where = get_device("auto" if device is None else device, device_of(lengths))
    with working_on(where):
        offsets = exclusive_scan(lengths, np.int64)
        total = int(offsets[-1])
        if total:
            steps = Steps(nothing, nothing, _slot_of(functor))
            search(offsets, total, steps, *arguments, device=where)
    return total


def nothing(*arguments):
    """Stands for a step that isn't needed."""
    return 0


@kept_with_functor
def _slot_of(functor: Callable[..., None]) -> Callable[..., bool]:
    def visit(index, segment, rank, known, item, *arguments):
        functor(index, segment, rank, *arguments)
        return False

    return visit


class Steps(NamedTuple):
    """The steps for one slot. `enter` and `read` only read: a GPU can run them ahead for several slots.

    `reserve` and `put`, given both or neither, store a GPU's accepted slots.
    """

    enter: Callable[..., Any]  # known = enter(segment, start, *arguments), `start` being its first slot
    read: Callable[..., Any]  # item = read(rank, known, *arguments)
    visit: Callable[..., bool]  # accepted = visit(index, segment, rank, known, item, *arguments)
    reserve: Callable[..., int] | None = None  # first of `size` places = reserve(size, *arguments)
    put: Callable[..., None] | None = None  # put(place, item, *arguments)

    @property
    def functor(self) -> Callable[..., bool]:
        """The step that is made from a functor: `kept_with_functor` keeps the steps' kernels with it."""
        return self.visit


def search(
    offsets: Any, total: int, steps: Steps, *arguments: Any, device: Device, firsts: Any = None
) -> None:
    """Take the steps for every slot of every segment, in parallel.

    The S+1 `offsets`, from 0 to `total` > 0, delimit the segments. `firsts`, on a GPU only, is a kept result
    of `first_segments` for these offsets.
    """
    if isinstance(device, Cpu):
        device.for_each(-(-total // CHUNK), _chunk_walker(steps), offsets, *arguments, size=total)
        return
    threads, tile = _shape(device)
    if firsts is None:
        firsts = first_segments(offsets, total, device)
    kernel = _tile_walker(steps, tile, threads)
    device.launch(firsts.size - 1, threads, kernel, offsets, firsts, *arguments)


def _shape(device: Device) -> tuple[int, int]:
    """Threads and slots per GPU block."""
    is_simulated = isinstance(device, Python) or device.xp is np
    return (SIMULATED_BLOCK, SIMULATED_TILE) if is_simulated else (BLOCK_SIZE, TILE)


def first_segments(offsets: Any, total: int, device: Device) -> Any:
    """The segment of the first slot of each GPU block's tile and, last, the segment of the last slot."""
    tile = _shape(device)[1]
    firsts = device.xp.empty(-(-total // tile) + 1, np.int64)
    device.for_each(firsts.size, find_segment, tile, offsets, total, firsts)
    return firsts


def segment_of(index, offsets, first, last):
    """The segment that holds this index: the last of first..last that starts at or before the index."""
    while first < last:
        middle = (first + last + 1) >> 1
        if offsets[np.uint64(middle)] <= index:  # unsigned: no test for a negative index
            first = middle
        else:
            last = middle - 1
    return first


def find_segment(block, tile, offsets, total, firsts):
    """Store the segment of the block's first slot; for the number after the last block, of the last slot."""
    firsts[block] = segment_of(min(block * tile, total - 1), offsets, 0, offsets.size - 2)


@kept_with_functor
def _chunk_walker(steps: Steps) -> Callable[..., None]:
    """The CPU's form: one search per chunk, then on from segment to segment."""
    enter, read, visit = steps[:3]

    def walk_chunk(chunk, offsets, *arguments):
        index = chunk * CHUNK
        end = min(index + CHUNK, offsets[offsets.size - 1])
        segment = segment_of(index, offsets, 0, offsets.size - 2)
        while index < end:
            start = offsets[segment]
            last = min(end, offsets[segment + 1])
            if index < last:
                known = enter(segment, start, *arguments)
                for slot in range(index, last):
                    rank = slot - start
                    visit(slot, segment, rank, known, read(rank, known, *arguments), *arguments)
                index = last
            segment += 1

    return walk_chunk


@kept_with_functor
def _tile_walker(steps: Steps, tile: int, threads: int) -> Callable[..., None]:
    """The GPU's form. Within a tile, slots are numbered from 0, segments from the tile's first segment."""
    visit, look, num_words = steps.visit, _look_of(steps), tile // WORD_SIZE
    note, append = (note_accepted, _appender(steps)) if steps.put else (nothing, nothing)
    queue_size = tile if steps.put else 1

    def visit_found(slot, begin, found, queue, size, arguments):
        segment, rank, known, item = found
        note(slot, visit(begin + slot, segment, rank, known, item, *arguments), queue, size)

    def walk_tile(offsets, firsts, *arguments):
        words = cuda.shared.array(num_words, uint32)
        segments = cuda.shared.array(tile, int32)  # of the marked slots
        queue = cuda.shared.array(queue_size, uint16)  # accepted slots
        size = cuda.shared.array(1, int32)
        thread, begin = cuda.threadIdx.x, cuda.blockIdx.x * tile
        count = min(tile, offsets[offsets.size - 1] - begin)
        first, last = firsts[cuda.blockIdx.x], firsts[cuda.blockIdx.x + 1]
        if thread == 0:
            size[0] = 0
        mark_starts(offsets, begin, count, first, last, words, segments)
        here = begin, first, words, segments, offsets
        slot = thread
        while slot + 3 * threads < count:  # four at a time, so that their loads overlap
            at_a = look(slot, here, arguments)
            at_b = look(slot + threads, here, arguments)
            at_c = look(slot + 2 * threads, here, arguments)
            at_d = look(slot + 3 * threads, here, arguments)
            visit_found(slot, begin, at_a, queue, size, arguments)
            visit_found(slot + threads, begin, at_b, queue, size, arguments)
            visit_found(slot + 2 * threads, begin, at_c, queue, size, arguments)
            visit_found(slot + 3 * threads, begin, at_d, queue, size, arguments)
            slot += 4 * threads
        while slot < count:
            visit_found(slot, begin, look(slot, here, arguments), queue, size, arguments)
            slot += threads
        append(queue, size, here, arguments)

    return walk_tile


@kept_with_functor
def _look_of(steps: Steps) -> Callable[..., Any]:
    """Reads a tile's slot: its segment, its rank, and the results of `enter` and `read`."""
    enter, read = steps.enter, steps.read

    def look(slot, here, arguments):
        begin, first, words, segments, offsets = here
        back = cuda.clz(bits_up_to(words, slot))  # slots since the last marked slot
        segment = first + segments[np.uint64(slot - back)]
        start = offsets[np.uint64(segment)]
        rank = begin + slot - start
        known = enter(segment, start, *arguments)
        return segment, rank, known, read(rank, known, *arguments)

    return look


def bits_up_to(words, slot):
    """The slot's word, shifted so that the slot's bit is the highest and earlier slots' bits follow."""
    return np.uint32(words[np.uint64(slot >> 5)] << np.uint32(~slot & 31))


def mark_starts(offsets, begin, count, first, last, words, segments):
    """A block marks each word's first slot and every start of a segment, and stores these slots' segments."""
    thread, threads = cuda.threadIdx.x, cuda.blockDim.x
    # If most segments are empty, searching for every slot is cheaper than reading every segment.
    crowded = last - first > count
    spacing = 1 if crowded else WORD_SIZE
    for word in range(thread, words.size, threads):
        words[word] = np.uint32(0xFFFFFFFF if crowded else 1)
    for slot in range(thread * spacing, count, threads * spacing):
        segments[slot] = segment_of(begin + slot, offsets, first, last) - first
    cuda.syncthreads()  # the words are there before bits are added
    if not crowded:
        for segment in range(first + 1 + thread, last + 1, threads):
            slot = offsets[np.uint64(segment)] - begin
            if slot < min(count, offsets[np.uint64(segment + 1)] - begin):
                segments[np.uint64(slot)] = segment - first
                insert(words, slot)
    cuda.syncthreads()  # all starts are marked before any thread reads them


def note_accepted(slot, accepted, queue, size):
    """Append the slot to the block's queue if it is accepted."""
    if accepted:
        queue[np.uint64(atomic_add(size, 0, 1))] = slot


@kept_with_functor
def _appender(steps: Steps) -> Callable[..., None]:
    """A block reserves places for all its accepted slots at once, then puts their items there."""
    look, reserve, put = _look_of(steps), steps.reserve, steps.put
    assert reserve is not None
    assert put is not None

    def append(queue, size, here, arguments):
        start = cuda.shared.array(1, int64)
        thread = cuda.threadIdx.x
        cuda.syncthreads()  # the queue is complete
        if thread == 0 and size[0] > 0:
            start[0] = reserve(size[0], *arguments)
        cuda.syncthreads()  # the start is known
        for place in range(thread, size[0], cuda.blockDim.x):
            put(start[0] + place, look(np.int64(queue[place]), here, arguments)[3], *arguments)

    return append
