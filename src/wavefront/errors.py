"""The errors a caller can expect, so that every entry point can tell them apart."""


class InputError(ValueError):
    """What the caller gave is wrong: an id, an argument, a file's content. Exit status 2."""


class GraphFileError(InputError):
    """A graph file that can't be read: which file, which line, what was expected there."""

    def __init__(self, path: object, problem: str, line: int | None = None) -> None:
        where = str(path) if line is None else f"{path}, line {line}"
        super().__init__(f"{where}: {problem}")


class DeviceError(RuntimeError):
    """The machine can't do it: no such device, threads that don't survive a fork. Exit status 1."""
