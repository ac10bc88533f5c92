"""The threads of a launch, which pause before every access, and the arrays that they see."""

import operator
import sys
from collections.abc import Callable
from contextvars import copy_context
from functools import cached_property
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..accounting.rebuilt import ATOMICS
from ..compiler.running import running
from ..device.coroutine import Coroutine
from ..device.python_cuda import GARBAGE, CudaNames
from ..device.python_threads import Block, Group
from ..intrinsics.warp import WARP_SIZE
from .record import Barrier, Line, Number, place_in

if TYPE_CHECKING:
    from .machine import Played

Change = Callable[..., Number]

CHANGES: dict[str, Change] = {  # what an atomic makes of the old value
    "add": lambda old, value: old + value,
    "min": min,
    "max": max,
    "or": lambda old, value: int(old) | int(value),
    "exch": lambda old, value: value,
    "cas": lambda old, expected, value: value if old == expected else old,
}


class Fault(Exception):
    """What ends a run: an access out of bounds, or threads that wait for ever."""


class Pending(NamedTuple):
    """What a thread that is paused does next."""

    address: tuple[object, int]
    writes: bool
    kind: str
    array: str


class Event(NamedTuple):
    """An access, as it happened."""

    thread: int
    address: tuple[object, int]
    kind: str
    array: "Watched"
    slot: int
    before: Number
    after: Number
    line: Line

    @property
    def writes(self) -> bool:
        """Whether it may change the element: an atomic may, even where it doesn't."""
        return self.kind != "read"

    @property
    def is_atomic(self) -> bool:
        """Whether this is an atomic."""
        return self.kind not in ("read", "write")


class Watched:
    """A one-dimensional array whose every access is a turn of the running thread."""

    def __init__(self, name: str, values: np.ndarray, key: object, block: int | None = None) -> None:
        """`key` is the memory that it lies in, the same in every run; `block` has it as shared memory."""
        self.name, self.values, self.key, self.block = name, values, key, block
        self.contents = values.copy()  # when the launch began

    def __getitem__(self, index: int) -> Number:
        thread: LabThread = running.get()
        value: Number = thread.access(self, index, "read")
        return self.dtype.type(value) if self.dtype.kind == "f" else value  # sums are rounded as on a GPU

    def __setitem__(self, index: int, value: Number) -> None:
        thread: LabThread = running.get()
        thread.access(self, index, "write", lambda old: value)

    @property
    def size(self) -> int:
        """Number of elements: not memory, but an argument of the kernel."""
        return self.values.size

    @property
    def dtype(self) -> np.dtype:
        """Type of the elements, likewise."""
        return self.values.dtype


class LabThread:
    """One thread of a launch."""

    def __init__(
        self, played: "Played", block: Block, index: int, call: Callable[[], None], without: Line | None
    ) -> None:
        """`without` is the line of a barrier that this thread doesn't know."""
        self.played, self.block, self.index, self._without = played, block, index, without
        self.number = block.index * block.size + index
        self.warp = block.warps[index // WARP_SIZE]
        self.pending: Pending | None = None
        context = copy_context()
        context.run(running.set, self)
        self.coroutine = Coroutine(call, context)

    @cached_property
    def cuda(self) -> CudaNames:
        """The meaning of this name in kernels."""
        names = CudaNames(self)
        names.syncthreads = self._barrier  # type: ignore[method-assign]
        names.shared = SimpleNamespace(array=self._shared_array)
        return names

    def access(self, array: Watched, index: Any, kind: str, change: Change | None = None) -> Number:
        """Pause; then read the element or, with `change`, replace it. Returns the value before."""
        place = operator.index(index)
        address = array.key, place
        if not array.name:
            array.name = self._name_of(array)
        self.pending = Pending(address, change is not None, kind, array.name)
        self.coroutine.pause()
        self.pending = None
        frame = sys._getframe(2)
        line = frame.f_code, frame.f_lineno
        if not 0 <= place < array.size:
            does = "reads" if change is None else "writes"
            raise Fault(
                f"thread {self.number} {does} {array.name}[{place}], out of bounds: the array has "
                f"{array.size} elements, at {place_in(*line)}"
            )
        before: Number = array.values[place].item()
        if change is not None:
            after = np.asarray(change(before)).astype(array.values.dtype)
            array.values[place] = after
        event = Event(self.number, address, kind, array, place, before, array.values[place].item(), line)
        self.played.events.append(event)
        return before

    def _name_of(self, array: Watched) -> str:
        """The name of the block's array in the kernel."""
        frame: Any = sys._getframe(2)
        found = "shared"
        while frame is not None:
            found = next((name for name, value in frame.f_locals.items() if value is array), found)
            if frame.f_code is self.played.kernel_code:
                break
            frame = frame.f_back
        return found

    def _shared_array(self, size: int, dtype: Any) -> Watched:
        frame = sys._getframe(1)
        place = frame.f_lineno
        arrays = self.block.shared
        if place not in arrays:
            kind = np.dtype(str(dtype))
            garbage = np.full(size * kind.itemsize, GARBAGE, np.uint8).view(kind)
            arrays[place] = Watched("", garbage, (self.block.index, place), self.block.index)
            self.played.shared.append(arrays[place])
        watched: Watched = arrays[place]
        return watched

    def _barrier(self) -> None:
        frame = sys._getframe(1)
        if (frame.f_code, frame.f_lineno) != self._without:
            self.wait(self.block)

    def wait(self, group: Group) -> None:
        """Wait until all threads of the group, of which this is one, have come."""
        group.waiting.append(self)  # type: ignore[arg-type]
        if len(group.waiting) < group.size:
            self.coroutine.pause()
            return
        waiting: list[Any] = group.waiting
        group.waiting = []
        members = tuple(thread.number for thread in waiting)
        self.played.barriers.append(Barrier(len(self.played.events), members))
        self.played.released.extend(thread for thread in waiting if thread is not self)


def atomics_without(broken: Line | None) -> dict[Callable[..., Any], Callable[..., Number]]:
    """What stands for each atomic in the laboratory; on the line `broken` it is a read and then a write."""
    return {function: _atomic(name, broken) for function, name in ATOMICS.items()}


def _atomic(name: str, broken: Line | None) -> Callable[..., Number]:
    change = CHANGES[name]

    def atomic(array: Watched, index: int, *values: Number) -> Number:
        thread: LabThread = running.get()
        if broken is not None:
            frame = sys._getframe(1)
            if (frame.f_code, frame.f_lineno) == broken:
                old = thread.access(array, index, "read")
                if name != "cas" or old == values[0]:
                    thread.access(array, index, "write", lambda _: change(old, *values))
                return old
        return thread.access(array, index, name, lambda old: change(old, *values))

    return atomic
