"""How far a long call is: ``progress=True`` shows a line on stderr, a function is called with two numbers.

Long work is done in pieces: `pieces` cuts it where progress is asked for, `each` and `steps` report loops. A
report goes to the caller's function at once, in the caller's thread. The line is drawn by a thread of its
own, so that it also goes on while a piece takes long.
"""

import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from itertools import count
from shutil import get_terminal_size
from types import TracebackType
from typing import TypeVar

from .compiling import clock, is_compiling, is_interactive
from .errors import InputError, shown

Report = Callable[[int, int], object]  # called as report(done, total)
Progress = bool | Report | None  # what a caller gives; None is False

SHOWN_AFTER = 2.0  # seconds that a call takes before its line is shown; compiling doesn't count
REDRAWN_AFTER = 0.2
PIECE = 0.3  # seconds that a piece of work is to take: so often progress is told, and Ctrl-C noticed

Item = TypeVar("Item")


def reporting(progress: Progress, name: str) -> AbstractContextManager[Report | None]:
    """Context of a call of this name; gives the function by which it says how far it is, None if it needn't.

    The caller's function sees a `done` that never falls and that is `total` in the end. What it raises passes
    through everything that handles errors of the work.

    Raises InputError unless `progress` is a flag, a function or None.
    """
    if progress is None or progress is False:
        return nullcontext()
    if progress is True:
        return line(name)
    if not callable(progress):
        raise InputError(f"progress is true, false or a function of two numbers, not {shown(progress)}")
    return _Told(progress)


class _Raised(BaseException):
    """What the caller's function raised: not to be taken for an error of the work."""

    def __init__(self, error: Exception) -> None:
        super().__init__(error)
        self.error = error


class _Told:
    """Calls the caller's function, never with less than before: some work has to be done again.

    The context of a call that does so. No generator, which would take a StopIteration of the function's for
    its own end.
    """

    def __init__(self, tell: Report) -> None:
        self.tell, self.done, self.total = tell, 0, 1

    def __call__(self, done: int, total: int) -> None:
        self.done, self.total = max(self.done, int(done)), int(total)
        try:
            self.tell(self.done, self.total)
        except Exception as error:
            raise _Raised(error) from error

    def __enter__(self) -> Report:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, raised: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(raised, _Raised):
            context = raised.error.__context__
            try:
                raise raised.error
            finally:
                raised.error.__context__ = context  # and not what carried it here
        if raised is None and self.done < self.total:
            self.tell(self.total, self.total)


def pieces(size: int, most: int, report: Report | None, step: int = 1) -> Iterator[slice]:
    """Slices of `size` items of work, in order: of `most` items, or fewer if their time is to be reported.

    All but the last have a multiple of `step` items, as `most` is.
    """
    some, first = most if report is None else step, 0
    while first < size:
        last, began = min(first + some, size), clock()
        yield slice(first, last)
        if report is not None:
            report(last, size)
            growth = PIECE / max(clock() - began, PIECE / 8)
            some = min(most, max(step, int(some * growth) // step * step))
        first = last


def each(items: Sequence[Item], report: Report | None) -> Iterable[Item]:
    """The items; after the work on each, it is reported."""
    return items if report is None else _reported(items, report)


def _reported(items: Sequence[Item], report: Report) -> Iterator[Item]:
    for done, item in enumerate(items, 1):
        yield item
        report(done, len(items))


def steps(total: int, report: Report | None) -> Callable[[], None]:
    """A function to be called after each of so many steps, which are reported."""
    done = count(1)

    def advance() -> None:
        if report is not None:
            report(next(done), total)

    return advance


@contextmanager
def line(name: str) -> Iterator[Report | None]:
    """Context in which a line on stderr, if that is a terminal or a notebook's, tells how far the work is.

    Yields what to report to, None where nobody would see the line. The line vanishes at the end.
    """
    if not is_interactive() or os.environ.get("TERM") == "dumb":
        yield None
        return
    drawn = _Line(name)
    try:
        yield drawn.report
    finally:
        drawn.end()


class _Line:
    """A line on stderr, and the thread that draws it."""

    lock = threading.RLock()
    width = 0  # columns of what is on the terminal, by whichever line

    def __init__(self, name: str) -> None:
        self.name, self.done, self.total = name, 0, 0
        self.began, self.is_over = clock(), threading.Event()
        self.thread = threading.Thread(target=self.draw, daemon=True)
        with suppress(RuntimeError):  # no room for a thread, or the interpreter ends: nothing is drawn
            self.thread.start()

    def report(self, done: int, total: int) -> None:
        self.done, self.total = done, total

    def draw(self) -> None:
        while not self.is_over.wait(REDRAWN_AFTER):
            if is_compiling():
                self.write("")  # what compiles is announced in this place
            elif clock() >= self.began + SHOWN_AFTER:
                self.write(self.text())

    def text(self) -> str:
        taken, done, total = clock() - self.began, self.done, self.total
        if not 0 < done <= total:
            return f"{self.name}: {_minutes(taken)}"
        left = _minutes(taken / done * (total - done))
        return f"{self.name}: {done:,} of {total:,} ({done / total:.0%}), {left} left"

    def end(self) -> None:
        self.is_over.set()
        if self.thread.ident is not None:
            self.thread.join()
        self.write("")

    @classmethod
    def write(cls, text: str) -> None:
        """Put the text in the place of what is drawn; none erases it."""
        with cls.lock, suppress(OSError, ValueError):  # the work goes on without a terminal
            text = text[: _columns() - 1]
            if text or cls.width:
                end = "" if text else "\r"
                print(f"\r{text:{cls.width}}", end=end, file=sys.stderr, flush=True)
                cls.width = len(text)


@contextmanager
def room() -> Iterator[None]:
    """Context in which something else is printed on stderr: no line is there, and none is drawn."""
    with _Line.lock:
        _Line.write("")
        yield


def _columns() -> int:
    """How wide the terminal of stderr is; stdout may be a file."""
    with suppress(AttributeError, OSError, ValueError):  # a notebook's has no file
        if columns := os.get_terminal_size(sys.stderr.fileno()).columns:
            return columns
    return get_terminal_size().columns


def _minutes(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
