"""The one door to Numba's CUDA: its module, simulator, types and the tools for writing intrinsics.

No other file names them, so that changing to another compiler of the same kernel language edits this file
alone. They are imported on first use: a machine without a GPU need not have them.
"""

import sys
import threading
from collections.abc import Callable, Sequence
from functools import cache
from importlib import metadata
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numba.core import config

from ..compiling import compiling
from ..errors import DeviceError
from .running import running

PACKAGE = "numba_cuda"  # the package that must be installed

_simulating = threading.Lock()


class _CudaNames:
    """The name ``cuda`` in kernels: numba.cuda once compiled, else what the running thread sees."""

    def __getattr__(self, name: str) -> Any:
        if (thread := running.get()) is not None:
            return getattr(thread.cuda, name)
        if name.startswith("__") or not is_simulated():
            raise AttributeError(f"cuda.{name} has a meaning in a kernel only")
        from numba.cuda.simulator.kernel import _get_kernel_context

        return getattr(_get_kernel_context(), name)


cuda = _CudaNames()


class IntrinsicTools(NamedTuple):
    """Numba's tools for writing a GPU intrinsic."""

    cgutils: ModuleType
    types: ModuleType
    intrinsic: Callable[..., Any]


def is_simulated() -> bool:
    """Whether kernels run in Numba's simulator: NUMBA_ENABLE_CUDASIM=1."""
    return bool(config.ENABLE_CUDASIM)


def module() -> ModuleType:
    """Numba's CUDA module: the meaning of ``cuda`` in compiled kernels."""
    import numba.cuda

    names: ModuleType = numba.cuda
    return names


def intrinsic_tools() -> IntrinsicTools:
    """The CUDA target's tools, which differ from the CPU target's."""
    from numba.cuda import cgutils, types
    from numba.cuda.extending import intrinsic

    return IntrinsicTools(cgutils, types, intrinsic)


def simulate(
    blocks: int, threads: int, kernel: Callable[..., Any], arguments: Sequence[Any], shared: int = 0
) -> None:
    """Run a kernel in the simulator, which exchanges names of modules meanwhile: one kernel at a time."""
    with _simulating:
        module().jit(kernel)[blocks, threads, 0, shared](*arguments)


def signature(kinds: Sequence[Any]) -> tuple[Any, ...]:
    """Numba's types of a kernel's arguments. A kind is an array's dtype character, int, float or None."""
    from numba.cuda import types
    from numba.cuda.np.numpy_support import from_dtype

    scalars = {int: types.int64, float: types.float64, None: types.none}
    return tuple(
        scalars[kind] if kind in scalars else types.Array(from_dtype(np.dtype(kind)), 1, "C")
        for kind in kinds
    )


def version() -> str:
    """The version of Numba's CUDA; empty if it isn't installed."""
    try:
        return metadata.version("numba-cuda")
    except metadata.PackageNotFoundError:
        return ""


def dumps(state: Any) -> bytes:
    """What a compiled kernel consists of, pickled."""
    from numba.cuda.serialize import dumps

    pickled: bytes = dumps(state)
    return pickled


def kernel_of(context: Any, state: Any) -> Any:
    """The compiled kernel that consists of this."""
    from numba.cuda import utils
    from numba.cuda.dispatcher import _Kernel

    with utils.numba_target_override():
        context.refresh()
        return _Kernel._rebuild(**state)


def compiled_function(dispatcher: Any, kinds: Sequence[Any]) -> int:
    """The driver's handle of the kernel for these argument types, compiled or loaded from the cache."""
    types, misses = signature(kinds), len(dispatcher.stats.cache_misses)
    _link_once()
    with compiling(
        dispatcher.py_func.__doc__, "the GPU", lambda: len(dispatcher.stats.cache_misses) > misses
    ):
        kernel = dispatcher.compile(types)
    handle = int(kernel._codelibrary.get_cufunc().handle)
    if len(kernel._codelibrary._cufunc_cache) > 1:
        _keep_libraries()
    return handle


def function_here(kernel: int) -> int:
    """The driver's handle of this kernel's function on the current GPU: attributes are a function's."""
    from cuda.bindings import driver

    error, function = driver.cuKernelGetFunction(kernel)
    if error != driver.CUresult.CUDA_SUCCESS:
        raise DeviceError(f"the driver has no function of a kernel: {error}")
    return int(function)


@cache
def _keep_libraries() -> None:
    """Have numba-cuda unload no kernel from now on.

    GPUs of one kind share a kernel's library. Numba-cuda would unload it once per GPU, at exit if not before,
    and the second time ends the process by a segmentation fault.
    """
    from numba.cuda.core import config as settings

    settings.CUDA_DEALLOCS_COUNT = sys.maxsize


@cache
def _link_once() -> None:
    """Let a kernel link each of its functions once, however many callers the function has.

    Numba-cuda lists a function's module once per path of calls: half as much text again, to be written and to
    be optimized.
    """
    from numba.cuda.codegen import CUDACodeLibrary

    listed = CUDACodeLibrary.modules.fget
    CUDACodeLibrary.modules = property(lambda library: list(dict.fromkeys(listed(library))))
