"""The errors that Wavefront raises, and the checks of arguments that raise them."""

from collections.abc import Iterable
from numbers import Integral


class InputError(ValueError):
    """Wrong input: a vertex id, an argument, a file's content. Exit status 2."""


class GraphFileError(InputError):
    """A graph file that can't be read: names the file, the line, and what was expected there."""

    def __init__(self, path: object, problem: str, line: int | None = None) -> None:
        where = str(path) if line is None else f"{path}, line {line}"
        super().__init__(f"{where}: {problem}")


def require_positive(**arguments: int) -> None:
    """Raise InputError, naming the argument, for one that isn't a whole number, 1 or more."""
    for name, value in arguments.items():
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            raise InputError(f"{name} is a whole number, 1 or more, not {value!r}")


def require_one_of(name: str, value: object, choices: Iterable[str]) -> None:
    """Raise InputError, listing the choices, if the argument isn't one of them."""
    known = list(choices)
    if value not in known:
        raise InputError(f"{name} {value!r}: choose one of {', '.join(map(repr, known))}")


def checked_integer(name: str, value: int, least: int, most: int | None = None) -> int:
    """The value as a Python int, which, unlike a NumPy integer, can't overflow.

    Raises InputError, naming the argument, unless it is an integer from `least` to `most`.
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
    """The machine can't run the work: no such device, too little memory, a forked process. Exit status 1."""
