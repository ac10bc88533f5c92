"""Numba's one pool of threads: which layer starts it, how many threads run, and why it can't be forked."""

import os
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

_lock = threading.Lock()
_started = False
_lost_in_fork = False


@contextmanager
def threads_running(threads: int) -> Iterator[None]:
    """Context in which parallel loops run on this many threads. Raises DeviceError if a fork lost them."""
    global _started
    if _lost_in_fork:
        raise DeviceError(
            "this process was forked after Wavefront had started its threads, which a fork does "
            "not carry over; use multiprocessing's 'spawn' or 'forkserver' start method"
        )
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
