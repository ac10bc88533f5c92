"""Where work runs. A device owns arrays of its kind and runs one body for every item of a range."""

import importlib.util
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from itertools import islice
from typing import Any

import numba
import numpy as np
from numba.core import config
from numba.cpython.unsafe import numbers

from . import cuda_launch, jit
from .cpu_threads import threads_running
from .errors import DeviceError, InputError
from .loops import CPU_CALL, CPU_LOOP, GPU_GRID, GPU_KERNEL, GPU_RESIDENT, compiled, flattened
from .memory import total_memory

cuda = jit.cuda  # the name that kernels use
int32, int64, uint16, uint32 = numba.int32, numba.int64, numba.uint16, numba.uint32  # for shared arrays
float64 = numba.float64
prange = numba.prange  # in a body of `Cpu.call`
trailing_zeros: Any = numbers.trailing_zeros  # of an integer, in a body that is compiled for the CPU

MAX_CHUNK = 1024  # items a CPU thread takes at once; benchmarks/launch_sizes.py
BLOCK_SIZE = 256  # threads of a block of `for_each` on the GPU; benchmarks/launch_sizes.py
SIMULATED_BLOCK = 8  # threads, each a Python thread


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

    def use(self) -> None:
        """As `Cuda.use`: nothing to do."""

    def memory_error(self, error: MemoryError) -> MemoryError:
        """What to raise instead of a failed allocation's error: the same, NumPy says how much it wanted."""
        return error

    def total_memory(self) -> int | None:
        """Bytes that this process may use at most; None where unknown."""
        return total_memory()

    def array(self, values: Any) -> np.ndarray:
        """The values in NumPy: themselves, or a copy from a GPU."""
        return values if isinstance(values, np.ndarray) else values.get()

    def for_each(self, count: int, body: Callable[..., Any], *arguments: Any) -> None:
        """Run ``body(item, *arguments)`` for every item of range(count), in parallel, in any order.

        The body is plain Python that Numba can compile. What the bodies write for one another is
        visible after the call returns, not before, except through atomics.
        """
        shapes, flat = flattened(arguments)
        loop = compiled(body, CPU_LOOP, "cpu", shapes)
        threads = max(1, min(self.threads, count))  # a lone item must not wait for idle threads
        chunk = max(1, min(MAX_CHUNK, count // (threads * 8)))
        with threads_running(threads):
            loop(count, chunk, threads, np.zeros(1, np.int64), *flat)

    def call(self, body: Callable[..., Any], *arguments: Any) -> Any:
        """Run ``body(*arguments)`` once, and return what it returns.

        As `for_each`; the loops over `prange` of the body, and of the functions it calls, run in parallel.
        """
        shapes, flat = flattened(arguments)
        with threads_running(self.threads):
            return compiled(body, CPU_CALL, "cpu", shapes)(*flat)


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

    def memory_error(self, error: MemoryError) -> MemoryError | DeviceError:
        """What to raise instead of a failed allocation's error; gives back what CuPy keeps for later."""
        if self.xp is np:
            return error
        self.xp.get_default_memory_pool().free_all_blocks()
        free, total = self.xp.cuda.Device(self.index).mem_info
        return DeviceError(f"GPU {self.index}: {error}; {free:,} of its {total:,} bytes are free")

    def total_memory(self) -> int | None:
        """Bytes of this GPU's memory; None in the simulator."""
        return None if self.xp is np else self.xp.cuda.Device(self.index).mem_info[1]

    def array(self, values: Any) -> Any:
        """A copy of the values, NumPy's or a GPU's, in this GPU's memory."""
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
        shapes, flat = flattened(arguments)
        cuda_launch.launch(compiled(body, GPU_GRID, "cuda", shapes), blocks, BLOCK_SIZE, [count, *flat])

    def launch(self, blocks: int, threads: int, kernel: Callable[..., Any], *arguments: Any) -> None:
        """Run a kernel that is shaped by the hardware on `blocks` blocks of `threads` threads."""
        if config.ENABLE_CUDASIM:
            _simulate(blocks, threads, kernel, arguments)
        else:
            shapes, flat = flattened(arguments)
            cuda_launch.launch(compiled(kernel, GPU_KERNEL, "cuda", shapes), blocks, threads, flat)

    def bind(
        self, kernel: Callable[..., Any], *arguments: Any
    ) -> "cuda_launch.BoundKernel | SimulatedKernel":
        """A kernel and its arguments, for `relaunch` on the current stream.

        An argument's name is the kernel's for it, or its field's in a NamedTuple. The kernel's blocks have
        loops.RESIDENT_THREADS or fewer.
        """
        shapes, flat = flattened(arguments)
        parameters = zip(kernel.__code__.co_varnames, shapes, strict=False)
        names = [name for parameter, shape in parameters for name in (shape[1:] or (parameter,))]
        if config.ENABLE_CUDASIM:
            return SimulatedKernel(kernel, arguments, dict(zip(names, flat, strict=True)))
        return cuda_launch.BoundKernel(compiled(kernel, GPU_RESIDENT, "cuda", shapes), names, flat)

    def relaunch(
        self,
        blocks: int,
        threads: int,
        kernel: "cuda_launch.BoundKernel | SimulatedKernel",
        changed: Mapping[str, Any],
    ) -> None:
        """Run a bound kernel, all blocks at once, with these arguments instead of the bound ones."""
        kernel.launch(blocks, threads, changed, cooperative=True)


class SimulatedKernel:
    """`cuda_launch.BoundKernel` in the simulator."""

    def __init__(self, kernel: Callable[..., Any], arguments: tuple[Any, ...], flat: dict[str, Any]) -> None:
        """`flat` is the arguments by name, those of a NamedTuple in its place."""
        self._kernel = kernel
        self._arguments = arguments
        self._flat = flat

    def launch(self, blocks: int, threads: int, changed: Mapping[str, Any], *, cooperative: bool) -> None:
        """Run it with these arguments instead of the bound ones, which must be of the same types."""
        for name, argument in changed.items():
            assert cuda_launch.kind_of(argument) == cuda_launch.kind_of(self._flat[name]), name
        values = iter({**self._flat, **changed}.values())
        arguments = tuple(
            type(argument)(*islice(values, len(argument))) if isinstance(argument, tuple) else next(values)
            for argument in self._arguments
        )
        _simulate(blocks, threads, self._kernel, arguments)


def _guarded(body: Callable[..., Any]) -> Callable[..., Any]:
    def kernel(count: int, *arguments: Any) -> None:
        item = jit.cuda.grid(1)
        if item < count:
            body(item, *arguments)

    return kernel


def _simulate(blocks: int, threads: int, kernel: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    import numba.cuda

    numba.cuda.jit(kernel)[blocks, threads](*arguments)


@lru_cache
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


def get_device(device: "str | Device", auto: "Device | None" = None) -> Device:
    """The device of this name: "cpu" is every core, "cuda" and "cuda:1" a GPU, "auto" what is given for it.

    A Device is returned as it is. Raises DeviceError for a GPU that isn't there, InputError for any
    other name.
    """
    if isinstance(device, Cpu | Cuda):
        return device
    if device == "auto" and auto is not None:
        return auto
    if device in ("auto", "cpu"):
        return Cpu()
    kind, _, index = str(device).partition(":")
    if kind == "cuda" and (index or "0").isdecimal():
        return Cuda(int(index or 0))
    raise InputError(f"unknown device {device!r}; choose 'auto', 'cpu', 'cuda' or, say, 'cuda:1'")


def device_of(array: Any) -> Device:
    """Where this array is: every core for NumPy's, for CuPy's a GPU, which becomes the current one."""
    if isinstance(array, np.ndarray):
        return Cpu()
    gpu = _gpu(array.device.id)
    gpu.use()
    return gpu


@cache
def _gpu(index: int) -> Cuda:
    """The GPU that arrays are on: to make a `Cuda` anew takes a microsecond, which every call would pay."""
    return Cuda(index)


def array_module(array: Any) -> Any:
    """The module of this array: NumPy or CuPy."""
    return np if isinstance(array, np.ndarray) else importlib.import_module("cupy")


class working_on:
    """What is within runs on the device; its failed allocations are raised as the device explains them.

    A class, not a generator, which would take three times as long: it is part of every call.
    """

    def __init__(self, device: Device) -> None:
        self._device = device

    def __enter__(self) -> None:
        self._device.use()

    def __exit__(self, kind: Any, error: BaseException | None, traceback: Any) -> None:
        if isinstance(error, MemoryError):
            raise self._device.memory_error(error) from error
