"""One NVIDIA GPU, through CuPy's arrays and numba-cuda's kernels; in the simulator, on NumPy's arrays."""

import importlib.util
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Any

import numpy as np

from ..compiler import numba_cuda
from ..compiler.templates import flattened
from ..errors import DeviceError
from ..intrinsics.warp import WARP_SIZE
from .explanation import explaining
from .launch import BoundKernel, function_of, launch_once, names_of
from .simulator import SimulatedKernel, guarded

BLOCK_SIZE = 256  # threads per block of `for_each`; benchmarks/launch_sizes.py
SIMULATED_BLOCK = 8  # threads per block in the simulator, each a Python thread
SIMULATED_SHARED = 4096  # bytes of dynamic shared memory that a block asks for there, at most

GPU_GRID = '''\
from collections import namedtuple

from wavefront.compiler.numba_cuda import module

cuda = module()

{classes}

@cuda.jit()
def loop(count, {parameters}):
    """{title}"""
    item = cuda.grid(1)
    if item < count:
        body(item, {arguments})
'''

GPU_KERNEL = '''\
from collections import namedtuple

from wavefront.compiler.numba_cuda import module

cuda = module()

{classes}

@cuda.jit()
def loop({parameters}):
    """{title}"""
    body({arguments})
'''

RESIDENT_THREADS = 512  # most threads per block of a cooperative kernel: leaves each thread 128 registers


class Cuda:
    """One NVIDIA GPU; its arrays are CuPy's. With NUMBA_ENABLE_CUDASIM=1, Numba's simulator, on NumPy's.

    Launches and allocations go to the calling thread's current GPU: `use` and `working_on` make this one
    current.

    Raises DeviceError, naming what is missing, if there is no such GPU or no software for it.
    """

    name = "cuda"

    def __init__(self, index: int = 0) -> None:
        self.index = index
        self.xp: Any = np if numba_cuda.is_simulated() else _cupy(index)

    def use(self) -> int | None:
        """Make this GPU the current one of the calling thread: the thread's arrays and launches go there.

        Returns the index of the GPU that was current before, None if that was this GPU.
        """
        if self.xp is np:
            return None
        runtime = self.xp.cuda.runtime
        before: int = runtime.getDevice()
        runtime.setDevice(self.index)  # needed even if current: the call binds a new thread to the GPU
        return None if before == self.index else before

    def __reduce__(self) -> tuple[type["Cuda"], tuple[int]]:
        return Cuda, (self.index,)  # not with the module `xp`, which can't be pickled

    def __repr__(self) -> str:
        return f"Cuda({self.index})"

    def memory_error(self, error: MemoryError) -> MemoryError | DeviceError:
        """The error to raise for a failed allocation; also frees the memory that CuPy's pool holds."""
        if self.xp is np:
            return error
        self.xp.get_default_memory_pool().free_all_blocks()
        free, total = self.xp.cuda.Device(self.index).mem_info
        return DeviceError(f"GPU {self.index}: {error}; {free:,} of its {total:,} bytes are free")

    def total_memory(self) -> int | None:
        """This GPU's memory in bytes; None in the simulator."""
        return None if self.xp is np else self.xp.cuda.Device(self.index).mem_info[1]

    def free_memory(self) -> int | None:
        """Bytes of this GPU's memory that are free, CuPy's pool included; None in the simulator."""
        if self.xp is np:
            return None
        with self.xp.cuda.Device(self.index) as device:
            return int(device.mem_info[0]) + int(self.xp.get_default_memory_pool().free_bytes())

    def array(self, values: Any) -> Any:
        """A copy of the values, NumPy's or a GPU's, in this GPU's memory."""
        if self.xp is np:
            return np.array(values)
        with self.xp.cuda.Device(self.index):
            return self.xp.array(values)

    def for_each(
        self, count: int, body: Callable[..., Any], *arguments: Any, size: int | None = None
    ) -> None:
        """Run ``body(item, *arguments)`` for every item of range(count), one thread per item.

        As `Cpu.for_each`, but on CuPy's current stream: the next launch there sees the writes. A GPU makes no
        use of `size`.
        """
        if not count:
            return
        if numba_cuda.is_simulated():
            numba_cuda.simulate(
                -(-count // SIMULATED_BLOCK), SIMULATED_BLOCK, guarded(body), (count, *arguments)
            )
            return
        blocks = -(-count // BLOCK_SIZE)
        shapes, flat = flattened(arguments)
        with explaining(body):
            given = [count, *flat]
            launch_once(function_of(body, GPU_GRID, shapes, given), blocks, BLOCK_SIZE, given)

    def launch(
        self, blocks: int, threads: int, kernel: Callable[..., Any], *arguments: Any, resident: int = 0
    ) -> None:
        """Run a kernel that uses blocks and barriers, on `blocks` blocks of `threads` threads.

        If `resident` isn't 0, threads have so few registers that a multiprocessor holds so many blocks.
        """
        if numba_cuda.is_simulated():
            numba_cuda.simulate(blocks, threads, kernel, arguments)
            return
        shapes, flat = flattened(arguments)
        template = _bounded(threads, resident) if resident else GPU_KERNEL
        with explaining(kernel):
            launch_once(function_of(kernel, template, shapes, flat), blocks, threads, flat)

    def bind(
        self,
        kernel: Callable[..., Any],
        *arguments: Any,
        threads: int | None = RESIDENT_THREADS,
        shared: int = 0,
    ) -> BoundKernel | SimulatedKernel:
        """A kernel with its arguments, for `relaunch` on the current stream.

        An argument is named by the kernel's parameter, a field of a NamedTuple as "parameter.field". The
        kernel's blocks have at most so many `threads`, which bounds the registers of each; None: it is the
        kernel that `launch` runs. A shared array of size 0 has so many bytes, `shared`.
        """
        if numba_cuda.is_simulated():
            return SimulatedKernel(kernel, arguments, partial(numba_cuda.simulate, shared=shared))
        shapes, flat = flattened(arguments)
        template = GPU_KERNEL if threads is None else _bounded(threads, 1)
        function = function_of(kernel, template, shapes, flat)
        return BoundKernel(function, names_of(kernel, shapes), flat, shared)

    def most_shared_memory(self) -> int:
        """Bytes of dynamic shared memory that a block may have; in the simulator, some."""
        if self.xp is np:
            return SIMULATED_SHARED
        attributes = self.xp.cuda.Device(self.index).attributes
        return int(attributes["MaxSharedMemoryPerBlockOptin"])

    def running_at_once(self, threads: int) -> tuple[int, int]:
        """The blocks, of so many threads, that can wait for one another: one per multiprocessor.

        Returns them, and the threads of each. Numba's simulator runs one block after another, and threads
        of one warp exchange values there.
        """
        if self.xp is np:
            return 1, WARP_SIZE
        return self.xp.cuda.Device(self.index).attributes["MultiProcessorCount"], threads

    def relaunch(
        self,
        blocks: int,
        threads: int,
        kernel: BoundKernel | SimulatedKernel,
        changed: Mapping[str, Any],
    ) -> None:
        """Run a bound kernel, `changed` replacing bound arguments by name. All blocks run at once."""
        kernel.launch(blocks, threads, changed, cooperative=blocks > 1)


def _bounded(threads: int, blocks: int) -> str:
    """The template of kernels of which a multiprocessor holds so many blocks of so many threads."""
    return GPU_KERNEL.replace("jit()", f"jit(launch_bounds=({threads}, {blocks}))")


@lru_cache
def _cupy(index: int) -> Any:
    """CuPy, once checked that there is a GPU of this index. Raises DeviceError if there is none."""
    for module in (numba_cuda.PACKAGE, "cupy"):
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
