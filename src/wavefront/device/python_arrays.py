"""Arrays that check every index, and the place in the caller's code that an error names."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import numpy as np

from ..errors import InputError

PACKAGE = str(Path(__file__).parents[1]) + os.sep
# Within the package, an access is named by its caller, unless nobody outside the package called.
BELOW_KERNELS = tuple(PACKAGE + place for place in ("atomics.py", "compiler", "device", "intrinsics"))
# Compiled code computes with int64; NumPy would overflow.
NARROW = frozenset((np.int8, np.int16, np.int32, np.uint8, np.uint16))
INTEGERS = NARROW | {int, np.int64, np.uint32, np.uint64}  # indices that are checked soonest
ZERO = np.int64(0)  # to add it takes a quarter of the time of np.int64(value)
read, write = np.ndarray.__getitem__, np.ndarray.__setitem__


class CheckedArray(np.ndarray):
    """A view of a one-dimensional array in which an index out of bounds, or below 0, is an InputError."""

    turns: Any = None  # the `python_threads.Turns` of the threads that use the array

    def __array_finalize__(self, made_from: Any) -> None:
        self.turns = getattr(made_from, "turns", None)

    def __getitem__(self, index: Any) -> Any:
        if type(index) not in INTEGERS or not 0 <= (index := int(index)) < self.size:
            self._check(index, "reads")
        self.turns.step()
        value = read(self, index)
        return value + ZERO if type(value) in NARROW else value

    def __setitem__(self, index: Any, value: Any) -> None:
        if type(index) in INTEGERS and 0 <= (place := int(index)) < self.size:
            index, is_one = place, True
        else:
            is_one = self._check(index, "writes")
        if not is_one or read(self, index) != value:
            self.turns.progress()
        write(self, index, value)

    def __repr__(self) -> str:
        return repr(self.view(np.ndarray))

    def __str__(self) -> str:
        return str(self.view(np.ndarray))

    def _check(self, index: Any, does: str) -> bool:
        """Whether the index is of one element. What isn't an integer or a slice is left to NumPy."""
        if isinstance(index, slice):
            ends = [place for place in (index.start, index.stop) if place is not None]
            if all(0 <= place <= self.size for place in ends):
                return False
            shown = ":".join("" if place is None else str(place) for place in (index.start, index.stop))
        elif not hasattr(index, "__index__") or isinstance(index, np.ndarray):
            return False
        elif 0 <= index < self.size:
            return True
        else:
            shown = str(index)
        frames = list(frames_of_kernel(sys._getframe(2)))
        note = "; compiled code counts a negative index from the end" if shown.startswith("-") else ""
        raise InputError(
            f"{place_of(frames)} {does} {_name(self, frames)}[{shown}], out of bounds: "
            f"the array has {self.size:,} elements{note}"
        )


def checked(array: Any, turns: Any) -> Any:
    """The array as a CheckedArray over the same memory; other arguments of kernels unchanged."""
    if not isinstance(array, np.ndarray):
        return array
    view = array.view(CheckedArray)
    view.turns = turns
    return view


entered: set[CodeType] = set()  # functions whose frame is the last outside a kernel


def frames_of_kernel(frame: FrameType | None) -> Iterator[FrameType]:
    """The frames from this one out to the kernel's own."""
    while frame is not None and frame.f_code not in entered:
        yield frame
        frame = frame.f_back


def _named(frames: list[FrameType]) -> int:
    """Which frame an error names: the innermost of the caller's code, else of the package's kernels."""
    files = [frame.f_code.co_filename for frame in frames]
    for inside in ((PACKAGE,), BELOW_KERNELS):
        for number, file in enumerate(files):
            if not file.startswith(inside):
                return number
    return 0


def place_of(frames: list[FrameType]) -> str:
    """The function and its line that an error names."""
    frame = frames[_named(frames)]
    return f"{frame.f_code.co_name!r} ({frame.f_code.co_filename}, line {frame.f_lineno})"


def _name(array: CheckedArray, frames: list[FrameType]) -> str:
    """The array's name in the function that the error names, else in a function that called it."""
    for frame in frames[_named(frames) :]:
        used = frame.f_code.co_names
        names = {name: frame.f_globals[name] for name in used if name in frame.f_globals} | frame.f_locals
        for name, value in frame.f_locals.items():
            if isinstance(value, tuple):
                fields = getattr(value, "_fields", ())
                names |= {f"{name}.{field}": part for field, part in zip(fields, value, strict=False)}
        for name, value in names.items():
            if value is array:
                return name
    return f"an array of {array.dtype}"
