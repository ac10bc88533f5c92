"""A number that a kernel tells the host while kernels that were launched later run."""

from typing import Any

import numpy as np

BYTES = 8
LOOKS = 5_000  # until the stream is waited for, some 0.3 ms


class Told:
    """One int64 that a GPU writes into the host's memory. Neither a copy nor a wait for the stream is needed.

    `array` is for a kernel's argument. A kernel's writes are seen at its end, or sooner.
    """

    def __init__(self) -> None:
        import cupy

        self._stream = cupy.cuda.get_current_stream()
        memory = cupy.cuda.alloc_pinned_memory(BYTES)
        self._value = np.frombuffer(memory, np.int64, 1)
        pointer = cupy.cuda.MemoryPointer(cupy.cuda.UnownedMemory(memory.ptr, BYTES, memory), 0)
        self.array: Any = cupy.ndarray(1, np.int64, pointer)

    def forget(self) -> None:
        """Set the number to 0, before the kernel is launched that writes another."""
        self._value[0] = 0

    def read(self) -> int:
        """The number, once it isn't 0."""
        value = self._value
        try:
            for _ in range(LOOKS):
                if value[0]:
                    break
            else:
                self._stream.synchronize()
        except BaseException:  # Ctrl-C: memory that is given back must not be written to
            self._stream.synchronize()
            raise
        return int(value[0])
