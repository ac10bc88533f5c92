"""Numba's one pool of threads: which layer starts it, how many threads run, and why it can't be forked."""

import mmap
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

import numba
from numba.core import config

from ..errors import DeviceError

if "NUMBA_THREADING_LAYER" not in os.environ and "NUMBA_THREADING_LAYER_PRIORITY" not in os.environ:
    # A parallel loop starts in 2 us on OpenMP and in 28 us on Numba's own workqueue. The workqueue also
    # aborts when two Python threads call at once.
    config.THREADING_LAYER_PRIORITY = ["omp", "tbb", "workqueue"]

STACK = 8 << 20  # bytes of a thread's stack where the system sets no size

_lock = threading.Lock()
_started = False
_lost_in_fork = False
_most_threads = 1  # for whose stacks there was room


def _require_stacks(threads: int) -> None:
    """Raise MemoryError if so many stacks don't fit in the address space; libgomp would end the process."""
    global _most_threads
    if sys.platform == "linux":
        import resource

        stack, _ = resource.getrlimit(resource.RLIMIT_STACK)
        size = (threads - 1) * (STACK if stack == resource.RLIM_INFINITY else stack)
        try:
            mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=0).close()
        except OSError as error:
            raise MemoryError(f"{threads} threads need {size:,} bytes for their stacks") from error
    _most_threads = threads


@contextmanager
def threads_running(threads: int) -> Iterator[None]:
    """Context in which parallel loops run on this many threads.

    Raises DeviceError if a fork lost the threads, MemoryError if there is no room for their stacks.
    """
    global _started
    if _lost_in_fork:
        raise DeviceError(
            "this process was forked after Wavefront had started its threads, which a fork does "
            "not carry over; use multiprocessing's 'spawn' or 'forkserver' start method"
        )
    if threads > _most_threads:
        _require_stacks(threads)
    # Numba tells the layer it picked only after a parallel loop has run.
    one_caller = not _started or numba.threading_layer() == "workqueue"
    with _lock if one_caller else nullcontext():
        before = numba.get_num_threads()
        numba.set_num_threads(threads)
        try:
            yield
        finally:
            numba.set_num_threads(before)
            _started = True


def _after_fork() -> None:
    global _lock, _lost_in_fork
    _lock = threading.Lock()
    _lost_in_fork = _started


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
