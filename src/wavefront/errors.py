"""The errors that Wavefront raises, and the checks of arguments that raise them."""

import reprlib
from collections.abc import Iterable
from contextlib import suppress
from math import inf
from numbers import Integral, Real
from typing import Any

LEAST = 5e-324  # the smallest float above 0
LARGEST = 1 << 62  # integer that is taken: twice as many fit int64

_shortener = reprlib.Repr()
_shortener.maxstring = _shortener.maxother = 60  # characters of a value in a message
_shortener.maxlevel = 2


class InputError(ValueError):
    """Wrong input: a vertex id, an argument, a file's content. Exit status 2."""


class GraphFileError(InputError):
    """A graph file that can't be read: names the file, the line, and what was expected there."""

    def __init__(self, path: object, problem: str, line: int | None = None) -> None:
        super().__init__(path, problem, line)  # what pickle makes the error from again
        self.path, self.problem, self.line = path, problem, line

    def __str__(self) -> str:
        where = str(self.path) if self.line is None else f"{self.path}, line {self.line}"
        return f"{where}: {self.problem}"


class NegativeCycleError(InputError):
    """Weights that add up to less than 0 around a cycle: `cycle` has the ids of its vertices, in order."""

    def __init__(self, problem: str, cycle: list[int]) -> None:
        super().__init__(problem, cycle)  # what pickle makes the error from again
        self.problem, self.cycle = problem, cycle

    def __str__(self) -> str:
        return self.problem


class DeviceError(RuntimeError):
    """The machine can't run the work: no such device, too little memory, a forked process. Exit status 1."""


def shown(value: object) -> str:
    """The value as a message shows it: as `repr` does, in one line, cut to about 60 characters.

    NumPy's integers are shown as others.
    """
    if isinstance(value, Integral) and not isinstance(value, int):
        value = int(value)
    try:
        return " ".join(_shortener.repr(value).split())
    except ValueError:  # an integer of more digits than Python converts
        return f"a {type(value).__name__} too long to show"


def require_one_of(name: str, value: object, choices: Iterable[str]) -> None:
    """Raise InputError, listing the choices, if the argument isn't one of them."""
    known = list(choices)
    if not isinstance(value, str) or value not in known:
        raise InputError(f"{name} {shown(value)}: choose one of {', '.join(map(repr, known))}")


def require_layout(layout: object, layouts: Iterable[str], literal: bool) -> None:
    """Raise InputError for a layout that isn't one of these; with `literal`, for any but the first."""
    known = list(layouts)
    require_one_of("layout", layout, known)
    if literal and layout != known[0]:
        raise InputError(f"literal=True has layout={known[0]!r}: no text prints a kernel over {layout!r}")


def checked_integer(name: str, value: int, least: int, most: int | None = LARGEST) -> int:
    """The value as a Python int, which, unlike a NumPy integer, can't overflow.

    Raises InputError, naming the argument, unless it is an integer from `least` to `most`; None is no limit.
    """
    is_integer = isinstance(value, Integral) and not isinstance(value, bool)
    if is_integer and value >= least and (most is None or value <= most):
        return int(value)
    ends = most is not None and (most < LARGEST or (is_integer and value > most))
    limits = f"from {least} to {most}" if ends else f"{least} or more"
    raise InputError(f"{name} must be an integer, {limits}, not {shown(value)}")


def checked_number(name: str, value: float, kind: str, least: float = 0, most: float = inf) -> float:
    """The value as a float.

    Raises InputError, saying that the argument is to be of this `kind`, unless it is a real number from
    `least` to `most`.
    """
    if isinstance(value, Real) and not isinstance(value, bool):
        with suppress(OverflowError):  # of an integer beyond the largest float
            number = float(value)
            if least <= number <= most:
                return number
    raise InputError(f"{name} is {kind}, not {shown(value)}")


def checked_counts(**arguments: int) -> list[int]:
    """The values as ints. Raises InputError, naming the argument, for one that isn't from 1 to 2**31 - 1."""
    for name, value in arguments.items():
        if isinstance(value, bool) or not isinstance(value, Integral) or not 1 <= value < 2**31:
            raise InputError(f"{name} is a whole number, 1 or more, below 2**31, not {shown(value)}")
    return [int(value) for value in arguments.values()]


def checked_positive(**arguments: float) -> list[float]:
    """The values as floats. Raises InputError, naming the argument, for one that isn't a number above 0."""
    return [checked_number(name, value, "a positive number", LEAST) for name, value in arguments.items()]


def checked_flag(name: str, value: Any) -> bool:
    """The value as a bool. Raises InputError, naming the argument, unless it is true or false, 1 or 0."""
    if value is True or value is False:  # the usual case, in a tenth of the time
        return value
    is_numpys = str(getattr(value, "dtype", "")) == "bool" and value.ndim == 0
    if not (is_numpys or isinstance(value, Integral)) or value not in (0, 1):
        raise InputError(f"{name} is true or false, not {shown(value)}")
    return bool(value)
