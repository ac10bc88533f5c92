"""The record of a run: launches, the contents of their arrays, and every access in order."""

import linecache
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from types import CodeType
from typing import Any, Literal, NamedTuple

Number = int | float
Line = tuple[CodeType, int]
PACKAGE = Path(__file__).parents[1]


class Place(NamedTuple):
    """A line of a kernel, or of a function that a kernel calls."""

    function: str
    file: str  # below the package, else as Python names it
    line: int
    text: str  # the line itself; empty where the source isn't known

    def __str__(self) -> str:
        return f"{self.function} ({self.file}:{self.line})"


def place_in(code: CodeType, line: int) -> Place:
    """The place of this line of the function with this code."""
    file = Path(code.co_filename)
    inside = file.is_relative_to(PACKAGE)
    name = file.relative_to(PACKAGE).as_posix() if inside else code.co_filename
    return Place(code.co_name, name, line, linecache.getline(code.co_filename, line).strip())


class Site(NamedTuple):
    """A barrier or an atomic that a run can do without."""

    name: str  # the function and the operation, numbered where the function has several: "kernel.barrier.2"
    kind: Literal["barrier", "atomic"]
    place: Place


@dataclass(frozen=True, slots=True)
class Access:
    """One access to memory.

    A value of None is that of memory that nobody has written.
    """

    thread: int  # number in the launch
    block: int
    kind: str  # "read", "write", or the atomic: "add", "min", "max", "or", "exch", "cas"
    array: str
    index: int
    before: Number | None
    after: Number | None
    place: Place

    @property
    def is_atomic(self) -> bool:
        """Whether this is an atomic read-modify-write."""
        return self.kind not in ("read", "write")

    def __str__(self) -> str:
        value = "?" if self.before is None else self.before
        cell = f"{self.array}[{self.index}]"
        if self.kind == "read":
            return f"reads {cell}: {value}"
        if self.kind == "write":
            return f"writes {cell}: {value} -> {self.after}"
        stored = "stays" if self.before == self.after else f"-> {self.after}"
        return f"atomic_{self.kind} {cell}: {value} {stored}"


class Array(NamedTuple):
    """An array when the launch begins; a block's shared array when the block first uses it."""

    name: str
    block: int | None  # whose shared memory it is in; None: global memory
    contents: list[Number | None]


class Barrier(NamedTuple):
    """The moment when all threads of a block had reached a barrier."""

    position: int  # how many accesses of the launch came before
    threads: tuple[int, ...]  # numbers in the launch


@dataclass(frozen=True)
class Launch:
    """One launch of a kernel.

    Attributes
    ----------
    kernel
        The kernel's name.
    blocks, threads
        How many blocks there are, and how many threads each has.
    numbers
        The kernel's other arguments, by name.
    arrays, accesses, barriers
        What the threads saw and did. `accesses` are in the order in which they happened.
    fault
        What ended the run in this launch, if anything did: an index out of bounds, or threads that wait for
        ever.
    """

    kernel: str
    blocks: int
    threads: int
    numbers: dict[str, Number]
    arrays: list[Array]
    accesses: list[Access]
    barriers: list[Barrier]
    fault: str | None

    @property
    def choices(self) -> list[int]:
        """The numbers of the threads whose turn it was, access by access."""
        return [access.thread for access in self.accesses]

    def as_record(self, places: dict[Place, int]) -> dict[str, Any]:
        """The launch for JSON; `places` numbers the places."""
        fields = attrgetter("thread", "block", "kind", "array", "index", "before", "after")
        rows = [[*fields(access), places.setdefault(access.place, len(places))] for access in self.accesses]
        return {
            "kernel": self.kernel,
            "blocks": self.blocks,
            "threads": self.threads,
            "numbers": self.numbers,
            "arrays": [array._asdict() for array in self.arrays],
            "accesses": rows,
            "barriers": [barrier._asdict() for barrier in self.barriers],
            "fault": self.fault,
        }
