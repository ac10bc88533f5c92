"""Says what compiles while it compiles, and counts the time, which no measurement contains.

Code is compiled when it is first needed, and kept on disk: a wait of seconds, once on a machine. A wait of
more than ANNOUNCED_AFTER is announced: in the log where records of level INFO are handled, else on stderr in
a terminal or a notebook. One announcement stands for a function and all that is compiled as part of it, and
for all argument types that it is compiled for later.
"""

import gc
import logging
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import perf_counter

logger = logging.getLogger("wavefront")

ANNOUNCED_AFTER = 0.5  # seconds


class _Compilations:
    """Those under way in any thread. They count as one, which has the name of the first."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.under_way = 0
        self.since = 0.0  # when the first of those under way began
        self.before = 0.0  # seconds of those that are over
        self.text = ""
        self.announced: set[str] = set()  # not again for the same function's other argument types
        self.compiles: Callable[[], bool] = lambda: True  # or is the code only loaded?
        self.timer: threading.Timer | None = None
        self.line_is_open = False
        self.is_collecting = False

    def begin(self, what: str, device: str, compiles: Callable[[], bool] = lambda: True) -> None:
        with self.lock:
            self.under_way += 1
            if self.under_way > 1:
                return
            self.since, self.compiles = perf_counter(), compiles
            # The compiler's many long-lived objects make collections of garbage take a sixth of its time.
            self.is_collecting = gc.isenabled()
            gc.disable()
            self.text = f"compiling {_place(what)} for {device} (once on this machine)"
            if not is_quiet():
                self.timer = threading.Timer(ANNOUNCED_AFTER, self.announce, [self.text])
                self.timer.daemon = True
                with suppress(RuntimeError):  # no room for a thread, or the interpreter ends: nothing is said
                    self.timer.start()

    def announce(self, text: str) -> None:
        with self.lock:
            if not self.under_way or self.text != text or text in self.announced or not self.compiles():
                return
            self.announced.add(text)
            if logger.isEnabledFor(logging.INFO) and logger.hasHandlers():
                logger.info(text)
            elif is_interactive():
                print(f"wavefront: {text} ...", end="", file=sys.stderr, flush=True)
                self.line_is_open = True

    def end(self) -> None:
        with self.lock:
            if self.under_way > 1:
                self.under_way -= 1
                return
            if self.is_collecting:
                gc.enable()
                gc.collect(0)  # else the next new object brings it, in the caller's time: 0.2 s after 3 s
            compiled, self.before, self.under_way = self.compiles(), self.seconds(), 0
            taken = perf_counter() - self.since
            if self.timer is not None:
                self.timer.cancel()
                self.timer = None
            if self.line_is_open:
                print(f" {taken:.1f} s", file=sys.stderr, flush=True)
                self.line_is_open = False
            if compiled:
                logger.debug("%s took %.3f s", self.text, taken)

    def seconds(self) -> float:
        with self.lock:
            return self.before + (perf_counter() - self.since if self.under_way and self.compiles() else 0.0)


def _place(what: str) -> str:
    """The function's name as users know it: without the package, and the functions that it is made in."""
    places = what.removeprefix("wavefront.").split(".")
    while "<locals>" in places:
        inner = places.index("<locals>")
        del places[inner - 1 : inner + 1]
    return ".".join(places)


_compilations = _Compilations()
begin, end = _compilations.begin, _compilations.end


@contextmanager
def compiling(what: str, device: str, compiles: Callable[[], bool]) -> Iterator[None]:
    """Context in which a function of this name is compiled for "the CPU" or "the GPU".

    `compiles` says whether it is: as long as it returns false, the code is looked for on disk.
    """
    begin(what, device, compiles)
    try:
        yield
    finally:
        end()


def compile_seconds() -> float:
    """Seconds for which this process has compiled so far, in whatever thread."""
    return _compilations.seconds()


def clock() -> float:
    """Seconds since a moment in the past, of a clock that stands still while this process compiles."""
    with _compilations.lock:
        return perf_counter() - _compilations.seconds()


def is_compiling() -> bool:
    """Whether some thread of this process compiles, or looks for code on disk."""
    return _compilations.under_way > 0


def is_quiet() -> bool:
    """Whether the user wants no announcements: WAVEFRONT_QUIET=1."""
    return os.environ.get("WAVEFRONT_QUIET", "0") not in ("", "0")


def is_interactive() -> bool:
    """Whether stderr is a terminal or a notebook's."""
    return sys.stderr is not None and (sys.stderr.isatty() or "ipykernel" in sys.modules)
