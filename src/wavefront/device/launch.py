"""Launching a compiled CUDA kernel from Python, in microseconds.

numba-cuda's own launch takes 100 to 300 us with CuPy arrays: it wraps each one. This launch asks for the
kernel's machine code once per type signature, lays the arguments out as the compiled kernel expects
them, and calls the driver through CuPy, which takes plain integers. Kernels run on CuPy's current stream.
"""

import logging
from array import array
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate, chain
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from ..compiler.numba_cuda import compiled_function, function_here
from ..compiler.ptx_files import ENTRY, ptx_of
from ..compiler.templates import Shape, compiled, module_text
from ..errors import DeviceError

logger = logging.getLogger("wavefront")

# Named here once, since evaluating a union takes 0.1 us.
INTEGER = int | np.integer | np.bool_
REAL = float | np.floating


MAX_DYNAMIC_SHARED = 8  # the driver's CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
SIZE, ADDRESS, SHAPE = 2, 4, 5  # places of the words that differ between two arrays of one type


class Function(NamedTuple):
    """A kernel's machine code on one GPU."""

    handle: int  # the driver's
    title: str
    dispatcher: Any  # Numba's, which keeps the machine code; None if the code was made of PTX


# By body: the machine code per GPU, template, shapes and argument types.
_functions: WeakKeyDictionary[Any, dict[tuple[Any, ...], Function]] = WeakKeyDictionary()


def function_of(
    body: Callable[..., Any], template: str, shapes: tuple[Shape, ...], arguments: Sequence[Any]
) -> Function:
    """The kernel of this template around the body, for arguments of these types on the current GPU.

    Precompiled if it can be, else compiled or from the cache.
    """
    import cupy

    functions = _functions.setdefault(body, {})
    kinds = [kind_of(argument) for argument in arguments]
    key = (cupy.cuda.runtime.getDevice(), template, shapes, *kinds)
    if key not in functions:
        title = f"{body.__module__}.{body.__qualname__}"
        handle, dispatcher = _precompiled(body, template, shapes, kinds, cupy.cuda.driver), None
        if handle is None:
            dispatcher = compiled(body, template, "cuda", shapes)
            handle = compiled_function(dispatcher, kinds)
        functions[key] = Function(handle, title, dispatcher)
    return functions[key]


def _precompiled(
    body: Callable[..., Any], template: str, shapes: tuple[Shape, ...], kinds: Sequence[Any], driver: Any
) -> int | None:
    """The driver's handle of a kernel whose PTX came with the package; None if there is none that fits."""
    ptx = ptx_of(body, module_text(body, template, shapes), kinds)
    if ptx is None:
        return None
    try:
        handle: int = driver.moduleGetFunction(driver.moduleLoadData(ptx + b"\0"), ENTRY)
    except driver.CUDADriverError as error:  # an old driver, or one that compiles nothing
        logger.debug("the GPU's driver refused the PTX of %s: %s", body.__name__, error)
        return None
    return handle


class BoundKernel:
    """A kernel on one GPU and the then current stream, its arguments laid out for many launches.

    Arguments: contiguous one-dimensional CuPy arrays, ints (int64), floats (float64), None.
    """

    def __init__(
        self, function: Function, names: Sequence[str], arguments: Sequence[Any], shared: int = 0
    ) -> None:
        """`shared`: bytes of dynamic shared memory of a block, more than static memory may have."""
        import cupy

        self._driver, self._handle, self._shared = cupy.cuda.driver, function.handle, shared
        if shared:
            if function.dispatcher is not None:  # Numba's handle is of a kernel, whatever the GPU
                self._handle = function_here(self._handle)
            self._driver.funcSetAttribute(self._handle, MAX_DYNAMIC_SHARED, shared)
        self._stream = cupy.cuda.get_current_stream().ptr
        self._function = function
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
        where = self._handle, blocks, 1, 1, threads, 1, 1, self._shared, self._stream, self._addresses
        try:
            if cooperative:
                self._driver.launchCooperativeKernel(*where)
            else:
                self._driver.launchKernel(*where, 0)
        except self._driver.CUDADriverError as error:
            raise DeviceError(f"the GPU refused {self._function.title}: {error}") from error


def launch_once(function: Function, blocks: int, threads: int, arguments: Sequence[Any]) -> None:
    """Run the kernel once. Arguments as of `BoundKernel`."""
    BoundKernel(function, (), arguments).launch(blocks, threads, {})


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
