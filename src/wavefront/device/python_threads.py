"""Threads of a kernel in plain Python: one runs at a time, to its next atomic, barrier or wait.

Threads that wait for ever are an error: no thread can go on, since a barrier waits for threads that have
ended, or threads go on without changing anything, as in a loop that waits for a value that nobody writes.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterable
from contextvars import copy_context
from functools import cached_property
from types import FrameType
from typing import Any

from ..compiler.running import running
from ..errors import InputError
from ..intrinsics.warp import WARP_SIZE
from .coroutine import Coroutine
from .python_arrays import entered, frames_of_kernel, place_of
from .python_cuda import CudaNames, garbage

MOST_STEPS = 4_000_000  # reads in a row that change nothing, after which a loop is endless: some seconds
STEPS_PER_TURN = 20  # reads that take as long as a turn, on threads of the system


class Turns:
    """Threads that run in turns, one at a time, until all have ended."""

    def __init__(self, choose: Callable[[list["Thread"]], int]) -> None:
        """`choose` returns the place of the next thread in a list of those that can run."""
        self._choose = choose
        self.ready: list[Thread] = []  # threads that can go on, the one that waits longest first
        self._started: set[Thread] = set()  # and not ended
        self._steps = 0  # since a thread changed anything

    def run(self, threads: Iterable["Thread"], needed: Callable[[], object] = lambda: True) -> None:
        """Run these threads to their ends, except those whose first turn comes when none is `needed`.

        Raises InputError if they wait for ever, and what a thread raises.
        """
        self.ready = list(threads)
        try:
            while self.ready:
                thread = self.ready.pop(self._choose(self.ready))
                if thread in self._started or needed():
                    self._take_turn(thread)
            if self._started:
                raise InputError(f"threads wait for one another for ever: {self._waiting()}")
        finally:
            for thread in self._started:
                thread.coroutine.stop()

    def _take_turn(self, thread: "Thread") -> None:
        self._started.add(thread)
        thread.coroutine.resume()
        if thread.coroutine.ended:
            self._started.remove(thread)
            self.progress()

    def pass_on(self, thread: "Thread") -> bool:
        """Whether it is another thread's turn now; this one stays ready."""
        self.ready.append(thread)
        last = len(self.ready) - 1
        if self._choose(self.ready) != last:
            return True
        self.ready.pop()
        return False

    def _waiting(self) -> str:
        places = Counter(
            (place_of(list(frames_of_kernel(thread.frame))), thread.block.index) for thread in self._started
        )
        return "; ".join(f"{count} of block {block} at {place}" for (place, block), count in places.items())

    def progress(self) -> None:
        """A thread changed something or ended."""
        self._steps = 0

    def step(self, steps: int = 1) -> None:
        """A thread reads or waits. Raises InputError if nothing has changed for too long."""
        self._steps += steps
        if self._steps > MOST_STEPS:
            frames = list(frames_of_kernel(sys._getframe(1)))
            raise InputError(f"endless loop: nothing has changed for long, and {place_of(frames)} reads on")


class Group:
    """Threads that wait for one another, a block or a warp, and the values that they exchange."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.waiting: list[Thread] = []
        self.values: list[Any] = [None] * size


class Block(Group):
    """A block of `size` threads of `blocks` such blocks, with so many bytes of dynamic shared memory."""

    def __init__(self, index: int, blocks: int, size: int, dynamic: int = 0) -> None:
        super().__init__(size)
        self.index, self.blocks = index, blocks
        self.warps = [Group(min(WARP_SIZE, size - first)) for first in range(0, size, WARP_SIZE)]
        self.shared: dict[Any, Any] = {}  # arrays by where they are asked for
        self.dynamic = garbage(dynamic)  # those of size 0 share it


class Thread:
    """One thread of a block. Its attribute `cuda` is the meaning of this name in kernels."""

    def __init__(self, turns: Turns, block: Block, index: int, call: Callable[[], None]) -> None:
        self.turns, self.block, self.index = turns, block, index
        self.warp = block.warps[index // WARP_SIZE]
        self._call = call
        self.frame: FrameType | None = None  # where it last paused
        self.cuda = CudaNames(self)

    @cached_property
    def coroutine(self) -> Any:
        """The call of the kernel, which can pause."""
        context = copy_context()
        context.run(running.set, self)
        return Coroutine(self._run, context)

    def _run(self) -> None:
        self._call()

    entered.add(_run.__code__)

    def give_way(self) -> None:
        """Let the other threads that can run have their turns."""
        self.turns.step(STEPS_PER_TURN)
        if self.turns.pass_on(self):
            self._pause()

    def wait(self, group: Group) -> None:
        """Wait until all threads of the group, of which this is one, have come."""
        group.waiting.append(self)
        if len(group.waiting) == group.size:
            self.turns.ready.extend(group.waiting)
            group.waiting = []
        self.turns.step()
        self._pause()

    def exchange(self, value: Any) -> list[Any]:
        """The values of all threads of the warp."""
        values = self.warp.values
        values[self.index % WARP_SIZE] = value
        self.wait(self.warp)
        if self.warp.values is values:  # the first to go on
            self.warp.values = [None] * self.warp.size
        return values

    def _pause(self) -> None:
        self.frame = sys._getframe(2)
        self.coroutine.pause()
