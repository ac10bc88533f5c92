"""Where work runs. A device owns arrays of its kind and runs one body for every item of a range.

The parallel loop hands out chunks of items through one atomic cursor, so that a few long items (hubs)
don't leave the other threads waiting.
"""

import importlib.util
import inspect
import os
import threading
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numba
import numpy as np
from numba.core import config

from . import cuda_launch, jit
from .errors import DeviceError, InputError

cuda = jit.cuda  # the name that kernels use
int64 = numba.int64  # for arrays in shared memory

MAX_CHUNK = 1024  # items a CPU thread takes at once; benchmarks/launch_sizes.py
BLOCK_SIZE = 256  # threads of a block of `for_each` on the GPU; benchmarks/launch_sizes.py
SIMULATED_BLOCK = 8  # threads, each a Python thread

if "NUMBA_THREADING_LAYER" not in os.environ and "NUMBA_THREADING_LAYER_PRIORITY" not in os.environ:
    # A parallel loop starts in 2 us on OpenMP, 28 on Numba's own workqueue, which also aborts when
    # two Python threads call at once.
    config.THREADING_LAYER_PRIORITY = ["omp", "tbb", "workqueue"]

_LOOP = '''\
from numba import njit, prange

from wavefront.atomics import atomic_add


@njit(cache=True, nogil=True, error_model="numpy", _nrt={makes_arrays})
def run_chunk(first, last{parameters}):
    for item in range(first, last):
        body(item{parameters})


@njit(parallel=True, cache=True, nogil=True, error_model="numpy")
def loop(count, chunk, num_threads, cursor{parameters}):
    """{title}"""
    for _ in prange(num_threads):
        first = atomic_add(cursor, 0, chunk)
        while first < count:
            run_chunk(first, min(first + chunk, count){parameters})
            first = atomic_add(cursor, 0, chunk)
'''

_GRID = '''\
from numba import cuda


@cuda.jit(cache=True)
def loop(count{parameters}):
    """{title}"""
    item = cuda.grid(1)
    if item < count:
        body(item{parameters})
'''

_KERNEL = '''\
from numba import cuda


@cuda.jit(cache=True)
def loop({parameters}):
    """{title}"""
    body({parameters})
'''


@lru_cache(maxsize=1024)  # a functor made anew for every call must not pile up
def _compiled(body: Callable[..., Any], template: str, target: jit.Target) -> Any:
    names = [f"a{number}" for number in range(len(inspect.signature(body).parameters))]
    parameters = ", ".join(names) if template is _KERNEL else "".join(f", {name}" for name in names[1:])
    title = f"{body.__module__}.{body.__qualname__}"
    source = template.format(parameters=parameters, title=title, makes_arrays=jit.makes_arrays(body))
    return jit.load_module(body, source, target).loop


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

    def memory_error(self, error: MemoryError) -> MemoryError:
        """What to raise instead of a failed allocation's error: the same, NumPy says how much it wanted."""
        return error

    def array(self, values: np.ndarray) -> np.ndarray:
        """The values themselves: they are where the CPU's kernels want them."""
        return values

    def for_each(self, count: int, body: Callable[..., Any], *arguments: Any) -> None:
        """Run ``body(item, *arguments)`` for every item of range(count), in parallel, in any order.

        The body is plain Python that Numba can compile. What the bodies write for one another is
        visible after the call returns, not before, except through atomics.
        """
        loop = _compiled(body, _LOOP, "cpu")
        threads = max(1, min(self.threads, count))  # a lone item must not wait for idle threads
        chunk = max(1, min(MAX_CHUNK, count // (threads * 8)))
        with _threads.running(threads):
            loop(count, chunk, threads, np.zeros(1, np.int64), *arguments)


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


class Cuda:
    """One NVIDIA GPU; its arrays are CuPy's. With NUMBA_ENABLE_CUDASIM=1, Numba's simulator, on NumPy's.

    Raises DeviceError, saying what is missing, where there is no such GPU or no software for it.
    """

    name = "cuda"

    def __init__(self, index: int = 0) -> None:
        self.index = index
        self.xp: Any = np if config.ENABLE_CUDASIM else _cupy(index)
        self.use()

    def use(self) -> None:
        """Make this GPU the current one of the calling thread: its arrays and launches go there."""
        if self.xp is not np:
            self.xp.cuda.Device(self.index).use()

    def __repr__(self) -> str:
        return f"Cuda({self.index})"

    def memory_error(self, error: MemoryError) -> DeviceError:
        """What to raise instead of a failed allocation's error; gives back what CuPy keeps for later."""
        self.xp.get_default_memory_pool().free_all_blocks()
        free, total = self.xp.cuda.Device(self.index).mem_info
        return DeviceError(f"GPU {self.index}: {error}; {free:,} of its {total:,} bytes are free")

    def array(self, values: np.ndarray) -> Any:
        """A copy of the values in this GPU's memory."""
        return self.xp.array(values)

    def for_each(self, count: int, body: Callable[..., Any], *arguments: Any) -> None:
        """Run ``body(item, *arguments)`` for every item of range(count), one thread an item.

        As `Cpu.for_each`; on CuPy's current stream, so that what is launched next sees its writes.
        """
        if not count:
            return
        if config.ENABLE_CUDASIM:
            _simulate(-(-count // SIMULATED_BLOCK), SIMULATED_BLOCK, _guarded(body), (count, *arguments))
            return
        blocks = -(-count // BLOCK_SIZE)
        cuda_launch.launch(_compiled(body, _GRID, "cuda"), blocks, BLOCK_SIZE, (count, *arguments))

    def launch(self, blocks: int, threads: int, kernel: Callable[..., Any], *arguments: Any) -> None:
        """Run a kernel that is shaped by the hardware on `blocks` blocks of `threads` threads."""
        if config.ENABLE_CUDASIM:
            _simulate(blocks, threads, kernel, arguments)
        else:
            cuda_launch.launch(_compiled(kernel, _KERNEL, "cuda"), blocks, threads, arguments)


def _guarded(body: Callable[..., Any]) -> Callable[..., Any]:
    def kernel(count: int, *arguments: Any) -> None:
        item = jit.cuda.grid(1)
        if item < count:
            body(item, *arguments)

    return kernel


def _simulate(blocks: int, threads: int, kernel: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    import numba.cuda

    numba.cuda.jit(kernel)[blocks, threads](*arguments)


def _cupy(index: int) -> Any:
    """CuPy with the GPU of this index current. Raises DeviceError where that can't be."""
    for module in ("numba_cuda", "cupy"):
        if importlib.util.find_spec(module) is None:
            raise DeviceError(
                f"device 'cuda' needs {module}, which isn't installed; "
                "install the extra wavefront[cuda13] or wavefront[cuda12], whichever fits the driver"
            )
    import cupy

    try:
        count = cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        raise DeviceError(f"device 'cuda' is not there: {error}") from error
    if index >= count:
        raise DeviceError(f"device 'cuda:{index}' is not there: this machine has {count} NVIDIA GPU(s)")
    return cupy


Device = Cpu | Cuda


def get_device(device: "str | Device") -> Device:
    """The device of this name: "auto" and "cpu" are every core, "cuda" and "cuda:1" a GPU.

    A Device is returned as it is. Raises DeviceError for a GPU that isn't there, InputError for any
    other name.
    """
    if isinstance(device, Cpu | Cuda):
        return device
    if device in ("auto", "cpu"):
        return Cpu()
    kind, _, index = str(device).partition(":")
    if kind == "cuda" and (index or "0").isdecimal():
        return Cuda(int(index or 0))
    raise InputError(f"unknown device {device!r}; choose 'auto', 'cpu', 'cuda' or, say, 'cuda:1'")
