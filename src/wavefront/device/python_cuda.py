"""The name ``cuda`` in a kernel in plain Python, as the running thread sees it."""

import dis
import sys
from types import SimpleNamespace
from typing import Any

import numpy as np

from ..atomics import atomic_or
from .python_arrays import checked

GARBAGE = 0xAB  # each byte of shared memory before the first write


def garbage(size: int) -> np.ndarray:
    """So many bytes of shared memory."""
    return np.full(size, GARBAGE, np.uint8)


def shared_arrays(block: Any) -> dict[str, np.ndarray]:
    """The shared arrays that the block's threads have asked for, by the name that each was stored under."""
    named = {}
    for (code, place), array in block.shared.items():
        later = (step for step in dis.get_instructions(code) if step.offset > place)
        name = next(step.argval for step in later if step.opname.startswith("STORE"))
        named[name] = array.view(np.ndarray)
    return named


class CudaNames:
    """What kernels use of Numba's module ``cuda``, for one `python_threads.Thread`."""

    atomic = SimpleNamespace(or_=atomic_or)

    def __init__(self, thread: Any) -> None:
        self._thread, self._block = thread, thread.block
        self.threadIdx = SimpleNamespace(x=thread.index)
        self.blockIdx = SimpleNamespace(x=self._block.index)
        self.blockDim = SimpleNamespace(x=self._block.size)
        self.gridDim = SimpleNamespace(x=self._block.blocks)
        self.shared = SimpleNamespace(array=self._shared_array)

    def grid(self, dimensions: int) -> int:
        """The thread's number in the launch."""
        return int(self._block.index * self._block.size + self._thread.index)

    def gridsize(self, dimensions: int) -> int:
        """Threads of the launch."""
        return int(self._block.blocks * self._block.size)

    def syncthreads(self) -> None:
        """Wait for all threads of the block."""
        self._thread.wait(self._block)

    def clz(self, number: Any) -> int:
        """Leading zeros of an unsigned number."""
        return int(number.itemsize * 8 - int(number).bit_length())

    def _shared_array(self, size: int, dtype: Any) -> Any:
        """The block's array that is asked for in this place."""
        frame = sys._getframe(1)
        place = frame.f_code, frame.f_lasti
        arrays = self._block.shared
        if place not in arrays:
            kind = np.dtype(str(dtype))
            memory = garbage(size * kind.itemsize) if size else self._block.dynamic
            arrays[place] = checked(memory.view(kind), self._thread.turns)
        return arrays[place]
