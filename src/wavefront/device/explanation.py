"""Says in a user's words why a function can't be compiled: the function, its line, and the reason."""

import linecache
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FunctionType, TracebackType
from typing import Any

from ..compiler.functions import compiled_together
from ..errors import InputError, shown

COLORS = re.compile(r"\x1b\[[0-9;]*m")
PLACE = re.compile(r'File "([^"]+)", line (\d+)|(?:at|from) (\S+) \((\d+)\)')
# Lines of the compiler's message before the one that gives the reason.
PREFACE = re.compile(r"Failed in \w+ mode pipeline|- Resolution failure for|^$")
OPAQUE = re.compile(r"^<[\w.]+ object at 0x\w+>, ")  # before what the compiler has no form for
NO_RUNTIME = "NRT required but not enabled"  # Numba's message where code allocates
MOST_CHARACTERS = 200  # of a reason
OWN_PACKAGE = __name__.partition(".")[0]


class explaining:
    """Context in which the body is compiled: an InputError explains a mistake of the caller's in it.

    A class, because a generator would take four times as long and every launch enters this context.
    """

    def __init__(self, body: Callable[..., Any]) -> None:
        self._body = body

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if isinstance(error, Exception) and (problem := _explained(self._body, error)) is not None:
            raise problem from None


def _explained(body: Callable[..., Any], error: Exception) -> InputError | None:
    """The error to raise for one that came up in compiling the body; None if it came from elsewhere.

    None too where the body and what it calls are this package's own: then it is not the caller's mistake.
    """
    functions = [f for f in compiled_together(body) if f.__module__.partition(".")[0] != OWN_PACKAGE]
    if not functions or not _is_from_compiler(error):
        return None
    message = COLORS.sub("", str(error))
    function, line = _place(functions, message)
    code = function.__code__
    at = f", at `{text}`" if (text := linecache.getline(code.co_filename, line).strip()) else ""
    where = f"{code.co_filename}:{line}"
    return InputError(f"{where}: function {function.__name__!r} can't be compiled{at}: {_reason(message)}")


def _is_from_compiler(error: Exception) -> bool:
    if any(kind.__name__ == "NumbaError" for kind in type(error).__mro__):
        return True
    if isinstance(error, MemoryError | OSError):
        return False
    if "cannot compute fingerprint" in str(error):  # of an empty list among the arguments
        return True
    return any(name.startswith("numba.") for name in _modules(error.__traceback__))


def _modules(traceback: TracebackType | None) -> Iterator[str]:
    """The names of the modules that an error came through."""
    while traceback is not None:
        yield traceback.tb_frame.f_globals.get("__name__", "")
        traceback = traceback.tb_next


def _place(functions: list[FunctionType], message: str) -> tuple[FunctionType, int]:
    """The first place in the message, which is the innermost, that is in one of the functions."""
    for match in PLACE.finditer(message):
        file, line = match[1] or match[3], int(match[2] or match[4])
        for function in functions:
            code = function.__code__  # the message may have a relative path
            if Path(code.co_filename).name == Path(file).name and line in _lines(code):
                return function, line
    return functions[0], functions[0].__code__.co_firstlineno


def _lines(code: CodeType) -> range:
    last = max((line for _, _, line in code.co_lines() if line), default=code.co_firstlineno)
    return range(code.co_firstlineno, last + 1)


def _reason(message: str) -> str:
    """The line of a compiler's message that gives the reason, with the types that it is about."""
    if NO_RUNTIME in message:
        return "it allocates memory, which compiled code can't"
    lines = [line.strip() for line in message.splitlines()]
    first = next((n for n, line in enumerate(lines) if not PREFACE.search(line)), None)
    if first is None:
        return shown(message)
    reason = OPAQUE.sub("compiled code can't use ", lines[first])
    if reason.endswith("found for signature:"):
        call = next((line for line in lines[first:] if line.startswith(">>>")), "")
        reason = f"{reason.removesuffix(' found for signature:')}: {call.removeprefix('>>> ')}"
    return reason if len(reason) <= MOST_CHARACTERS else f"{reason[:MOST_CHARACTERS]}..."
