"""Launching a compiled CUDA kernel from Python, in microseconds.

numba-cuda's own launch takes 100 to 300 us with CuPy arrays: it wraps each one. This launch asks the kernel's
dispatcher for the machine code once per type signature, lays the arguments out as the compiled kernel expects
them, and calls the driver through CuPy, which takes plain integers. Kernels run on CuPy's current stream.
"""

from array import array
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate, chain
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from ..compiler.numba_cuda import compiled_function
from ..compiler.templates import Shape
from ..errors import DeviceError

# By dispatcher: the driver's handle per GPU and argument types.
_functions: WeakKeyDictionary[Any, dict[tuple[Any, ...], int]] = WeakKeyDictionary()

# Named here once, since evaluating a union takes 0.1 us.
INTEGER = int | np.integer | np.bool_
REAL = float | np.floating


SIZE, ADDRESS, SHAPE = 2, 4, 5  # places of the words that differ between two arrays of one type


class BoundKernel:
    """A kernel on one GPU and the then current stream, its arguments laid out for many launches.

    Arguments: contiguous one-dimensional CuPy arrays, ints (int64), floats (float64), None.
    """

    def __init__(self, dispatcher: Any, names: Sequence[str], arguments: Sequence[Any]) -> None:
        import cupy

        self._driver = cupy.cuda.driver
        self._stream = cupy.cuda.get_current_stream().ptr
        self._title = dispatcher.py_func.__doc__
        kinds = [kind_of(argument) for argument in arguments]
        self._dispatcher = dispatcher  # keeps the machine code
        handles = _functions.setdefault(dispatcher, {})
        key = (cupy.cuda.runtime.getDevice(), *kinds)
        if key not in handles:
            handles[key] = compiled_function(dispatcher, kinds)
        self._function = handles[key]
        parts = [words_of(argument) for argument in arguments]
        starts = [0, *accumulate(map(len, parts))]
        self._places = dict(zip(names, starts, strict=False))
        self._arguments = arguments  # keeps the arrays' memory allocated
        self._bound = array("q", chain.from_iterable(parts))
        self._words = self._bound[:]
        self._reals = memoryview(self._words).cast("B").cast("d")
        first, _ = self._words.buffer_info()
        self._address_of_each = array("q", range(first, first + 8 * len(self._words), 8))
        self._addresses, _ = self._address_of_each.buffer_info()

    def launch(
        self, blocks: int, threads: int, changed: Mapping[str, Any], *, cooperative: bool = False
    ) -> None:
        """Run the kernel, `changed` replacing bound arguments by name: arrays, ints, floats of equal types.

        Raises DeviceError if the driver refuses the launch.
        """
        words = self._words
        words[:] = self._bound
        for name, argument in changed.items():
            place = self._places[name]
            if isinstance(argument, int):
                words[place] = argument
            elif isinstance(argument, float):
                self._reals[place] = argument
            else:
                words[place + SIZE] = words[place + SHAPE] = argument.size
                words[place + ADDRESS] = argument.data.ptr
        where = self._function, blocks, 1, 1, threads, 1, 1, 0, self._stream, self._addresses
        try:
            if cooperative:
                self._driver.launchCooperativeKernel(*where)
            else:
                self._driver.launchKernel(*where, 0)
        except self._driver.CUDADriverError as error:
            raise DeviceError(f"the GPU refused {self._title}: {error}") from error


def launch_once(dispatcher: Any, blocks: int, threads: int, arguments: Sequence[Any]) -> None:
    """Run the kernel once. Arguments as of `BoundKernel`."""
    BoundKernel(dispatcher, (), arguments).launch(blocks, threads, {})


def names_of(kernel: Callable[..., Any], shapes: Sequence[Shape]) -> list[str]:
    """The arguments' names: the kernel's parameters, a field of a NamedTuple as "parameter.field"."""
    names: list[str] = []
    for parameter, shape in zip(kernel.__code__.co_varnames, shapes, strict=False):
        names += [f"{parameter}.{field}" for field in shape[1:]] if shape else [parameter]
    return names


def words_of(argument: Any) -> tuple[int, ...]:
    """The argument in the 64-bit words that the compiled kernel expects."""
    if argument is None:
        return (0,)
    if isinstance(argument, INTEGER):
        return (int(argument),)
    if isinstance(argument, REAL):
        return (int(np.float64(argument).view(np.int64)),)
    size, itemsize = argument.size, argument.itemsize
    # Numba's array: two pointers for reference counting, size, itemsize, data, shape, strides.
    return 0, 0, size, itemsize, argument.data.ptr, size, itemsize


def kind_of(argument: Any) -> Any:
    """int or float for a number, None for None, else the array's dtype character."""
    if argument is None:
        return None
    if isinstance(argument, REAL):
        return float
    return int if isinstance(argument, INTEGER) else argument.dtype.char
