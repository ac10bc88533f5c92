"""The work account of triangle counting: what the GPU threads of the two forms in intersect.py do."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...accounting.counting import MAX_STEPS, CountingDevice
from ...accounting.sectors import sectors, sectors_of_first
from ...accounting.warps import warp_steps
from ...device import Cpu
from ...errors import InputError
from ...text_table import text_table
from .intersect import common_neighbors

if TYPE_CHECKING:
    from ...graph import Graph


class TrianglesWork(NamedTuple):
    """What the threads of one launch do. docs/guide/algorithms/triangles.md defines the columns."""

    threads_launched: int
    list_reads: int
    longest_thread: int
    warp_steps: int
    sectors_read: int

    def __str__(self) -> str:
        return text_table(self._fields, [self])


def worked_out(simple: Graph, strategy: str) -> TrianglesWork:
    """From the lists of a simple graph and the neighbors that their vertices have in common."""
    src, dst, _ = simple.coo
    ptr = simple.csr.src_ptr
    upward = np.flatnonzero(src < dst)
    # A step of a walk reads a slot of either list.
    reads = 2 * (_passed(src, dst, ptr, upward) - common_neighbors(simple, strategy, Cpu())[upward])
    if strategy == "hybrid":
        of_threads = np.ones(dst.size, np.int64)
        of_threads[upward] += reads
        filled = np.flatnonzero(simple.out_degrees)
        sectors_read = (
            sectors_of_first(src, src.size)
            + sectors_of_first(dst, dst.size)
            + sectors(ptr, filled, filled + 2)
        )
    else:
        of_threads = simple.out_degrees.astype(np.int64)
        np.add.at(of_threads, src[upward], reads)
        sectors_read = sectors_of_first(dst, dst.size) + (
            sectors_of_first(ptr, ptr.size) if simple.num_vertices else 0
        )
    return _summed(of_threads, sectors_read)


def counted(simple: Graph, strategy: str) -> TrianglesWork:
    """From one run of the kernels in plain Python. Raises InputError if their threads would read too much."""
    work = worked_out(simple, strategy)
    if work.list_reads > MAX_STEPS:
        raise InputError(
            f"counting runs the kernels in plain Python: {work.list_reads:,} reads of lists "
            f"are more than {MAX_STEPS:,}"
        )
    device = CountingDevice(keep_threads=True)
    common_neighbors(simple, strategy, device)
    device.record(np.empty(0, np.int32), "push", 0, 1)
    (row,), (threads,), (accesses,) = device.rows, device.threads, device.accesses
    reads = Counter(at.log.number for at in accesses if (at.kind, at.array) == ("read", "dst"))
    return _summed(np.array([reads[log.number] for log in threads], np.int64), row.sectors_read)


def _passed(src: np.ndarray, dst: np.ndarray, ptr: np.ndarray, upward: np.ndarray) -> np.ndarray:
    """The slots that the walks of these edges pass in both lists. A walk ends where one of the lists ends."""
    num_vertices = ptr.size - 1
    ends = src[upward].astype(np.int64), dst[upward].astype(np.int64)
    last = [dst.take(ptr.take(end + 1) - 1) for end in ends]
    keys = src.astype(np.int64) * num_vertices + dst  # rise, as the lists are sorted
    least = np.minimum(*last)
    ends_of_walks = [np.searchsorted(keys, end * num_vertices + least, "right") for end in ends]
    passed: np.ndarray = sum(ends_of_walks) - ptr.take(ends[0]) - ptr.take(ends[1])
    return passed


def _summed(of_threads: np.ndarray, sectors_read: int) -> TrianglesWork:
    """The account of threads that read so many slots of lists each."""
    return TrianglesWork(
        threads_launched=of_threads.size,
        list_reads=int(of_threads.sum()),
        longest_thread=int(of_threads.max(initial=0)),
        warp_steps=warp_steps(np.arange(of_threads.size), of_threads),
        sectors_read=sectors_read,
    )
