"""Launching a compiled CUDA kernel from Python, in microseconds.

numba-cuda's own launch takes 100 to 300 us with CuPy arrays: it wraps each one. This one asks the kernel's
dispatcher for the machine code once per type signature, lays the arguments out as the compiled kernel expects
them, and calls the driver. Everything runs on CuPy's current stream.
"""

import logging
from collections.abc import Sequence
from typing import Any

import numpy as np

from .errors import DeviceError

logger = logging.getLogger("wavefront")

_functions: dict[tuple[Any, ...], Any] = {}  # (dispatcher, GPU, argument types) -> driver's function


def launch(dispatcher: Any, blocks: int, threads: int, arguments: Sequence[Any]) -> None:
    """Run the kernel. Arguments: contiguous one-dimensional CuPy arrays, ints (int64), floats (float64).

    Raises DeviceError when the driver refuses.
    """
    import cupy
    from cuda.bindings import driver

    words: list[int] = []
    kinds = [kind_of(argument) for argument in arguments]
    for kind, argument in zip(kinds, arguments, strict=True):
        if kind is float:
            words.append(int(np.float64(argument).view(np.int64)))
        elif kind is int:
            words.append(int(argument))
        else:
            size, itemsize = argument.size, argument.itemsize
            # Numba's array: two pointers for reference counting, size, itemsize, data, shape, strides.
            words += (0, 0, size, itemsize, argument.data.ptr, size, itemsize)
    key = (dispatcher, cupy.cuda.runtime.getDevice(), *kinds)
    if key not in _functions:
        _functions[key] = _compiled_function(dispatcher, kinds)
    values = np.array(words, np.int64)
    addresses = values.ctypes.data + 8 * np.arange(values.size)
    stream = cupy.cuda.get_current_stream().ptr
    (status,) = driver.cuLaunchKernel(
        _functions[key], blocks, 1, 1, threads, 1, 1, 0, stream, addresses.ctypes.data, 0
    )
    if status != driver.CUresult.CUDA_SUCCESS:
        raise DeviceError(f"the GPU refused {dispatcher.py_func.__doc__}: {status.name}")


def kind_of(argument: Any) -> Any:
    """int or float for a number, else the array's dtype character."""
    if isinstance(argument, float | np.floating):
        return float
    return int if isinstance(argument, int | np.integer | np.bool_) else argument.dtype.char


def _compiled_function(dispatcher: Any, kinds: list[Any]) -> Any:
    """The driver's function for these argument types, compiled or loaded from the cache."""
    misses = len(dispatcher.stats.cache_misses)
    kernel = dispatcher.compile(signature(kinds))
    if len(dispatcher.stats.cache_misses) > misses:
        logger.info("compiled %s for the GPU (once on this machine)", dispatcher.py_func.__doc__)
    return kernel._codelibrary.get_cufunc().handle


def signature(kinds: list[Any]) -> tuple[Any, ...]:
    """Numba's types of the arguments: an array's dtype character, int or float each."""
    from numba.cuda import types
    from numba.cuda.np.numpy_support import from_dtype

    scalars = {int: types.int64, float: types.float64}
    return tuple(
        scalars[kind] if kind in scalars else types.Array(from_dtype(np.dtype(kind)), 1, "C")
        for kind in kinds
    )
