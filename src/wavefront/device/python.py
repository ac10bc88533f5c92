"""Plain Python, for finding faults: every index is checked, and ``print`` and ``breakpoint()`` work.

Runs the kernels that a GPU would run, each thread as a call that pauses; arrays are NumPy's. Blocks run one
after the other, or together where a kernel needs that. Start with python_threads.py.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from operator import length_hint
from typing import Any

import numpy as np

from ..intrinsics.warp import WARP_SIZE
from .memory import free_memory, total_memory
from .python_arrays import checked
from .python_captures import with_checked_captures
from .python_threads import Block, Thread, Turns
from .simulator import SimulatedKernel

AT_ONCE = 32  # items of `for_each` that run at the same time
SHARED = 4096  # bytes of dynamic shared memory that a block asks for, at most


class Python:
    """Kernels and functors as plain Python, one thread at a time, for finding faults. Arrays are NumPy's.

    Threads change at atomics, barriers and waits. An index out of bounds, or below 0, raises InputError,
    which names the array, the index, the size and the line. Threads that wait for ever raise InputError too.
    """

    name = "python"
    xp = np

    def __init__(self, choose: Callable[[list[Thread]], int] = lambda ready: 0) -> None:
        """`choose` returns the place of the next thread to run in a list of those that can.

        By default that is the thread that has waited longest.
        """
        self._choose = choose

    def __repr__(self) -> str:
        return "Python()"

    def use(self) -> int | None:
        """As `Cuda.use`. Does nothing."""
        return None

    def memory_error(self, error: MemoryError) -> MemoryError:
        """The error to raise for a failed allocation: the same one."""
        return error

    def total_memory(self) -> int | None:
        """Most bytes that this process may use; None where unknown."""
        return total_memory()

    def free_memory(self) -> int | None:
        """Bytes that this process can still get; None where unknown."""
        return free_memory()

    def array(self, values: Any) -> np.ndarray:
        """The values as a NumPy array: a NumPy array itself, or a copy of a GPU's."""
        return values if isinstance(values, np.ndarray) else values.get()

    def for_each(
        self, count: int, body: Callable[..., Any], *arguments: Any, size: int | None = None
    ) -> None:
        """Run ``body(item, *arguments)`` for every item of range(count), some at a time, begun in order.

        Plain Python makes no use of `size`.
        """
        turns, items, block = Turns(self._choose), iter(range(count)), Block(0, 1, AT_ONCE)
        given, function = _checked(arguments, turns), with_checked_captures(body, turns)

        def take_items() -> None:
            for item in items:
                function(item, *given)
                turns.progress()

        threads = [Thread(turns, block, index, take_items) for index in range(min(count, AT_ONCE))]
        turns.run(threads, needed=lambda: length_hint(items))

    def launch(
        self, blocks: int, threads: int, kernel: Callable[..., Any], *arguments: Any, resident: int = 0
    ) -> None:
        """As `Cuda.launch`; plain Python makes no use of `resident`."""
        for block in range(blocks):
            self._run([Block(block, blocks, threads)], kernel, arguments)

    def bind(
        self, kernel: Callable[..., Any], *arguments: Any, threads: int | None = None, shared: int = 0
    ) -> SimulatedKernel:
        """As `Cuda.bind`; plain Python makes no use of `threads`."""
        return SimulatedKernel(kernel, arguments, partial(self._run_together, shared=shared))

    def most_shared_memory(self) -> int:
        """As `Cuda.most_shared_memory`: little."""
        return SHARED

    def running_at_once(self, threads: int) -> tuple[int, int]:
        """As `Cuda.running_at_once`: two blocks of two warps, however many `threads` a GPU's have."""
        return 2, 2 * WARP_SIZE

    def relaunch(
        self, blocks: int, threads: int, kernel: SimulatedKernel, changed: Mapping[str, Any]
    ) -> None:
        """As `Cuda.relaunch`."""
        kernel.launch(blocks, threads, changed, cooperative=True)

    def _run_together(
        self,
        blocks: int,
        threads: int,
        kernel: Callable[..., Any],
        arguments: Sequence[Any],
        shared: int = 0,
    ) -> None:
        together = [Block(block, blocks, threads, shared) for block in range(blocks)]
        self._run(together, kernel, arguments)

    def _run(self, blocks: Sequence[Block], kernel: Callable[..., Any], arguments: Sequence[Any]) -> None:
        turns = Turns(self._choose)
        given, function = _checked(arguments, turns), with_checked_captures(kernel, turns)
        turns.run(
            Thread(turns, block, index, lambda: function(*given))
            for block in blocks
            for index in range(block.size)
        )


def _checked(arguments: Sequence[Any], turns: Turns) -> list[Any]:
    """The arguments with checked arrays, also in a NamedTuple."""
    return [
        type(argument)(*(checked(field, turns) for field in argument))
        if isinstance(argument, tuple)
        else checked(argument, turns)
        for argument in arguments
    ]
