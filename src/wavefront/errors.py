"""The errors a caller can expect, so that every entry point can tell them apart."""

from collections.abc import Iterable
from numbers import Integral


class InputError(ValueError):
    """What the caller gave is wrong: an id, an argument, a file's content. Exit status 2."""


class GraphFileError(InputError):
    """A graph file that can't be read: which file, which line, what was expected there."""

    def __init__(self, path: object, problem: str, line: int | None = None) -> None:
        where = str(path) if line is None else f"{path}, line {line}"
        super().__init__(f"{where}: {problem}")


def require_positive(**arguments: int) -> None:
    """Raise InputError, naming it, for an argument that isn't a whole number from 1 up."""
    for name, value in arguments.items():
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise InputError(f"{name} is a whole number, 1 or more, not {value!r}")


def require_one_of(name: str, value: object, choices: Iterable[str]) -> None:
    """Raise InputError, listing them, if the argument isn't one of the choices."""
    known = list(choices)
    if value not in known:
        raise InputError(f"{name} {value!r}: choose one of {', '.join(map(repr, known))}")


def checked_integer(name: str, value: int, least: int, most: int | None = None) -> int:
    """The value as a Python int, which doesn't overflow as a NumPy one may.

    Raises InputError, naming it, unless it is an integer in that range.
    """
    in_range = (
        isinstance(value, Integral)
        and not isinstance(value, bool)
        and value >= least
        and (most is None or value <= most)
    )
    if not in_range:
        limits = f"{least} or more" if most is None else f"from {least} to {most}"
        raise InputError(f"{name} must be an integer, {limits}, not {value!r}")
    return int(value)


class DeviceError(RuntimeError):
    """The machine can't do it: no such device, threads that don't survive a fork. Exit status 1."""
