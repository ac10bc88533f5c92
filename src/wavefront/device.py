"""Where work runs. A device owns arrays of its kind and runs one body for every item of a range.

The parallel loop hands out chunks of items through one atomic cursor, so that a few long items (hubs)
don't leave the other threads waiting.
"""

import inspect
import os
import threading
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numba
import numpy as np
from numba.core import config

from . import jit
from .errors import DeviceError, InputError

MAX_CHUNK = 1024  # items a thread takes at once; benchmarks/chunk_size.py

if "NUMBA_THREADING_LAYER" not in os.environ and "NUMBA_THREADING_LAYER_PRIORITY" not in os.environ:
    # A parallel loop starts in 2 us on OpenMP, 28 on Numba's own workqueue, which also aborts when
    # two Python threads call at once.
    config.THREADING_LAYER_PRIORITY = ["omp", "tbb", "workqueue"]

_LOOP = '''\
from numba import njit, prange

from wavefront.atomics import atomic_add


@njit(parallel=True, cache=True, nogil=True, error_model="numpy")
def loop(count, chunk, num_threads, cursor{parameters}):
    """{title}"""
    for _ in prange(num_threads):
        first = atomic_add(cursor, 0, chunk)
        while first < count:
            for item in range(first, min(first + chunk, count)):
                body(item{parameters})
            first = atomic_add(cursor, 0, chunk)
'''


@lru_cache(maxsize=1024)  # a functor made anew for every call must not pile up
def _compiled_loop(body: Callable[..., Any]) -> Any:
    parameters = "".join(f", {name}" for name in list(inspect.signature(body).parameters)[1:])
    title = f"{body.__module__}.{body.__qualname__}"
    return jit.load_module(body, _LOOP.format(parameters=parameters, title=title)).loop


class Cpu:
    """Every core of this machine, or the first `threads` of them. Arrays are NumPy's.

    Raises InputError when `threads` is not between 1 and the number Numba was started with.
    """

    name = "cpu"
    xp = np

    def __init__(self, threads: int | None = None) -> None:
        if threads is not None and not 1 <= threads <= config.NUMBA_NUM_THREADS:
            most = config.NUMBA_NUM_THREADS
            raise InputError(f"threads must be between 1 and {most} on this machine, not {threads}")
        self.threads: int = threads or config.NUMBA_NUM_THREADS

    def __repr__(self) -> str:
        return f"Cpu(threads={self.threads})"

    def for_each(self, count: int, body: Callable[..., Any], *arguments: Any) -> None:
        """Run ``body(item, *arguments)`` for every item of range(count), in parallel, in any order.

        The body is plain Python that Numba can compile. What the bodies write for one another is
        visible after the call returns, not before, except through atomics.
        """
        loop = _compiled_loop(body)
        chunk = max(1, min(MAX_CHUNK, count // (self.threads * 8)))
        with _threads.running(self.threads):
            loop(count, chunk, self.threads, np.zeros(1, np.int64), *arguments)


class _ThreadPool:
    """Numba's one pool of threads: how many take part, and what a fork or a second caller may do."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._started = False
        self._lost_in_fork = False
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._after_fork)

    def _after_fork(self) -> None:
        self._lock = threading.Lock()
        self._lost_in_fork = self._started

    def running(self, threads: int) -> "_Running":
        if self._lost_in_fork:
            raise DeviceError(
                "this process was forked after Wavefront had started its threads, which a fork does "
                "not carry over; use multiprocessing's 'spawn' or 'forkserver' start method"
            )
        return _Running(self, threads)

    def needs_lock(self) -> bool:
        # Which layer Numba picked is known once something ran in parallel.
        return not self._started or numba.threading_layer() == "workqueue"


class _Running:
    def __init__(self, pool: _ThreadPool, threads: int) -> None:
        self._pool, self._threads = pool, threads

    def __enter__(self) -> None:
        self._locked = self._pool.needs_lock()
        if self._locked:
            self._pool._lock.acquire()
        self._before = numba.get_num_threads()
        numba.set_num_threads(self._threads)

    def __exit__(self, *_: object) -> None:
        numba.set_num_threads(self._before)
        self._pool._started = True
        if self._locked:
            self._pool._lock.release()


_threads = _ThreadPool()

Device = Cpu


def get_device(device: "str | Device") -> Device:
    """The device of this name: "auto" and "cpu" are every core; a Device is returned as it is.

    Raises DeviceError for "cuda" and InputError for any other name.
    """
    if isinstance(device, Cpu):
        return device
    if device in ("auto", "cpu"):
        return Cpu()
    if device.partition(":")[0] == "cuda":
        raise DeviceError(f"device {device!r}: this version of Wavefront runs on the CPU only")
    raise InputError(f"unknown device {device!r}; choose 'auto' or 'cpu'")
