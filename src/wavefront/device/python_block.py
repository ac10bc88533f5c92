"""A block of GPU threads as Python threads that take turns, each running to the next barrier."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from types import SimpleNamespace
from typing import Any

import numpy as np


class Block:
    """A block of threads, one running at a time, and its shared arrays."""

    def __init__(self, index: int, threads: int) -> None:
        self.index, self._threads = index, threads
        self._turns = [threading.Semaphore(0) for _ in range(threads)]
        self._running = list(range(threads))
        self._arrays: list[np.ndarray] = []
        self._turns[0].release()

    @contextmanager
    def turn(self, thread: int) -> Iterator[None]:
        """From the thread's first turn to its end."""
        self._turns[thread].acquire()
        try:
            yield
        finally:
            following = self._following(thread)
            self._running.remove(thread)
            self._turns[following].release()

    def _following(self, thread: int) -> int:
        return self._running[(self._running.index(thread) + 1) % len(self._running)]

    def _barrier(self, thread: int) -> None:
        self._turns[self._following(thread)].release()
        self._turns[thread].acquire()

    def context(self, thread: int) -> SimpleNamespace:
        """The object that one thread of the block sees as ``cuda``."""
        asked = count()

        def array(size: int, dtype: object) -> np.ndarray:
            number = next(asked)  # all threads ask for the same arrays in the same order
            if number == len(self._arrays):
                self._arrays.append(np.empty(size, str(dtype)))
            return self._arrays[number]

        return SimpleNamespace(
            threadIdx=SimpleNamespace(x=thread),
            blockDim=SimpleNamespace(x=self._threads),
            grid=lambda dimensions: self.index * self._threads + thread,
            syncthreads=lambda: self._barrier(thread),
            shared=SimpleNamespace(array=array),
        )


class CudaNames:
    """The name ``cuda`` in rebuilt kernels: the running thread's context."""

    def __init__(self, now: threading.local) -> None:
        self._now = now

    def __getattr__(self, name: str) -> Any:
        return getattr(self._now.context, name)
