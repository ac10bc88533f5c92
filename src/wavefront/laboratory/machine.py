"""A device that runs kernels access by access, in the order that its caller chooses."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from inspect import signature
from types import CodeType
from typing import Any

import numpy as np

from ..accounting.rebuilt import rebuilt
from ..device.cuda import BLOCK_SIZE
from ..device.python import Python
from ..device.python_threads import Block
from ..errors import InputError
from .record import Access, Array, Barrier, Launch, Line, Number, Site, place_in
from .sites import line_of, sites_in
from .threads import Event, Fault, LabThread, Pending, Watched, atomics_without
from .unwritten import Numpy, written

MOST_ACCESSES = 200_000  # of one run: some seconds
MOST_LAUNCHES = 2_000  # of one run

Choose = Callable[[dict[int, Pending]], int]


class GivenUp(Exception):
    """A run that isn't worth going on with."""


class Played:
    """One run of one launch: what its threads did, in order."""

    def __init__(self, launch: "PreparedLaunch") -> None:
        self.launch = launch
        self.kernel_code: CodeType = launch.kernel.__code__
        self.events: list[Event] = []
        self.barriers: list[Barrier] = []
        self.shared: list[Watched] = []
        self.released: list[LabThread] = []  # from a barrier, and not yet gone on to their next access
        self.fault: str | None = None
        self.is_complete = True

    @property
    def choices(self) -> list[int]:
        """The threads whose turn it was, access by access."""
        return [event.thread for event in self.events]

    def recorded(self) -> Launch:
        """The launch as users see it."""
        launch = self.launch
        block_size = launch.block_size
        accesses = [
            Access(
                event.thread,
                event.thread // block_size,
                event.kind,
                event.array.name,
                event.slot,
                written(event.before, event.array),
                written(event.after, event.array),
                place_in(*event.line),
            )
            for event in self.events
        ]
        arrays = [
            Array(array.name, array.block, [written(value, array) for value in array.contents.tolist()])
            for array in (*launch.arrays, *self.shared)
        ]
        return Launch(
            launch.kernel.__name__,
            launch.blocks,
            min(block_size, launch.count),
            launch.numbers,
            arrays,
            accesses,
            self.barriers,
            self.fault,
        )


@lru_cache(maxsize=64)
def _without(kernel: Any, name: str | None) -> tuple[Any, list[Site], Line | None]:
    """The kernel without the barrier or atomic of this name, all that it has, and the line of that one."""
    known: dict[Any, Any] = {}
    plain = rebuilt(kernel, atomics_without(None), known)
    sites = sites_in(known)
    line = line_of(name, sites)
    return plain if line is None else rebuilt(kernel, atomics_without(line)), list(sites), line


class PreparedLaunch:
    """A launch that can be run as often as wanted, from the same contents of its arrays.

    Attributes
    ----------
    count
        Its threads; a launch over items has one per item.
    number
        How many launches came before.
    """

    def __init__(
        self,
        machine: "Machine",
        kernel: Any,
        arguments: Sequence[tuple[str, Any]],
        items: int | None,
        shape: tuple[int, int],
    ) -> None:
        """`arguments` are names and values; a launch over `items` passes each thread its item first."""
        self.machine, self.kernel, self.number = machine, kernel, machine.launches
        self.items = items
        self.blocks, self.block_size = shape
        self.count = self.blocks * self.block_size if items is None else items
        self.arrays: list[Watched] = []
        self.numbers: dict[str, Number] = {}
        self._arguments: list[Any] = []
        for name, value in arguments:
            if isinstance(value, tuple):
                fields = value._asdict().items()  # type: ignore[attr-defined]
                self._arguments.append(
                    type(value)(*(self._given(field, held, name) for field, held in fields))
                )
            else:
                self._arguments.append(self._given(name, value))
        self._rebuilt, self.sites, self._without = _without(kernel, machine.without)

    def _given(self, name: str, value: Any, owner: str = "") -> Any:
        """An argument, or a field of the argument `owner`, as the threads get it: arrays are watched."""
        if not isinstance(value, np.ndarray):
            self.numbers[name] = value
            return value
        taken = any(array.name == name for array in self.arrays)
        watched = Watched(f"{owner}.{name}" if taken and owner else name, value, self.machine.key_of(value))
        self.arrays.append(watched)
        return watched

    def restore(self) -> None:
        """Give the arrays the contents that they had when the launch was prepared."""
        for array in self.arrays:
            array.values[...] = array.contents

    def play(self, choose: Choose) -> Played:
        """Run all threads to their ends, or to a fault.

        `choose` names the next thread of those that can go on; if it raises `GivenUp`, the run ends there.
        """
        played = Played(self)
        threads = list(self._threads(played))
        try:
            for thread in threads:
                thread.coroutine.resume()
            self._go_on(played)
            while ready := {thread.number: thread.pending for thread in threads if thread.pending}:
                if len(played.events) >= self.machine.accesses_left:
                    raise Fault(f"the run doesn't end: {len(played.events):,} accesses in one launch")
                threads[choose(ready)].coroutine.resume()
                self._go_on(played)
            if waiting := [thread.number for thread in threads if not thread.coroutine.ended]:
                who = (
                    f"thread {waiting[0]} waits" if len(waiting) == 1 else f"threads {_listed(waiting)} wait"
                )
                raise Fault(f"{who} at a barrier for threads that have ended")
        except Fault as fault:
            played.fault = str(fault)
        except GivenUp:
            played.is_complete = False
        finally:
            for thread in threads:
                thread.coroutine.stop()
        return played

    @staticmethod
    def _go_on(played: Played) -> None:
        """Run the threads that a barrier has released up to their next access."""
        while played.released:
            played.released.pop().coroutine.resume()

    def _threads(self, played: Played) -> Iterator[LabThread]:
        for number in range(self.blocks):
            block = Block(number, self.blocks, self.block_size)
            for index in range(min(self.block_size, self.count - number * self.block_size)):
                item = () if self.items is None else (number * self.block_size + index,)
                call = partial(self._rebuilt, *item, *self._arguments)
                yield LabThread(played, block, index, call, self._without)


def _named(kernel: Any, arguments: Sequence[Any]) -> list[tuple[str, Any]]:
    """The arguments with their parameters' names; "" for those that the kernel passes on as a tuple.

    Of these an array gets its name from the function that first uses an element.
    """
    parameters = signature(kernel).parameters.values()
    names = [parameter.name for parameter in parameters if parameter.kind is not parameter.VAR_POSITIONAL]
    return [*zip(names, arguments, strict=False), *(("", left) for left in arguments[len(names) :])]


def _listed(numbers: list[int]) -> str:
    shown = ", ".join(map(str, numbers[:8]))
    return shown + (", ..." if len(numbers) > 8 else "")


class Machine(Python):
    """Replaces a strategy's device: every launch goes to `play`.

    Attributes
    ----------
    sites
        The barriers and atomics of the kernels launched so far, by name.
    """

    name = "laboratory"
    xp: Any = Numpy()

    def __init__(self, play: Callable[[PreparedLaunch], None], without: str | None = None) -> None:
        """`without` names the barrier or atomic to leave out."""
        self.without = without
        self.launches = 0
        self.accesses_left = MOST_ACCESSES
        self.sites: dict[str, Site] = {}
        self._play = play
        self._known: list[np.ndarray] = []  # arrays that kernels have had, in order; kept, so that none moves

    def array(self, values: Any) -> np.ndarray:
        """As of the other devices: the values themselves."""
        return np.asarray(values)

    def for_each(self, count: int, body: Any, *arguments: Any, size: int | None = None) -> None:
        """Run the body for every item, one thread per item."""
        if count:
            shape = -(-count // BLOCK_SIZE), BLOCK_SIZE
            self._launch(body, _named(body, (None, *arguments))[1:], count, shape)

    def launch(self, blocks: int, threads: int, kernel: Any, *arguments: Any, resident: int = 0) -> None:
        """Run a kernel that uses blocks and barriers."""
        self._launch(kernel, _named(kernel, arguments), None, (blocks, threads))

    def _launch(
        self, kernel: Any, named: Sequence[tuple[str, Any]], items: int | None, shape: tuple[int, int]
    ) -> None:
        if self.launches == MOST_LAUNCHES:
            raise Fault(f"the search doesn't end: {MOST_LAUNCHES:,} launches")
        launch = PreparedLaunch(self, kernel, named, items, shape)
        self.sites |= {site.name: site for site in launch.sites}
        self._play(launch)
        self.launches += 1

    def spend(self, accesses: int) -> None:
        """Count accesses of the run. Raises InputError if there are too many."""
        self.accesses_left -= accesses
        if self.accesses_left <= 0:
            raise InputError(
                f"a run of more than {MOST_ACCESSES:,} accesses: the laboratory is for small graphs"
            )

    def key_of(self, array: np.ndarray) -> int:
        """The number of the memory that begins where this array does."""
        if not array.size:
            return -1
        for number, known in enumerate(self._known):
            if known.ctypes.data == array.ctypes.data:
                if known.size < array.size:
                    self._known[number] = array
                return number
        self._known.append(array)
        return len(self._known) - 1

    def contents(self) -> tuple[bytes, ...]:
        """The contents of all arrays that kernels have had."""
        return tuple(array.tobytes() for array in self._known)

    def install(self, contents: tuple[bytes, ...]) -> None:
        """Give the first arrays these contents, which `contents` told in another run."""
        for array, held in zip(self._known, contents, strict=False):
            array[...] = np.frombuffer(held, array.dtype).reshape(array.shape)
