"""Calls that can pause: on greenlets where the package greenlet is installed, else on threads of the system.

Either way one call runs at a time. A greenlet runs in its caller's thread and takes its turn in under a
microsecond, a thread of the system in ten.
"""

import importlib.util
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from contextvars import Context
from typing import Any


class Stopped(BaseException):
    """Raised in a paused call that won't be resumed, so that it ends."""


class OnGreenlet:
    """A call on a greenlet."""

    def __init__(self, call: Callable[[], None], context: Context) -> None:
        from greenlet import greenlet

        self._greenlet = greenlet(call)
        self._greenlet.gr_context = context

    @property
    def ended(self) -> bool:
        """Whether the call has returned or raised."""
        return bool(self._greenlet.dead)

    def resume(self) -> None:
        """Run the call to its next pause, or to its end. Raises what the call raises."""
        self._greenlet.switch()

    def pause(self) -> None:
        """Return from `resume`; for the call itself."""
        self._greenlet.parent.switch()

    def stop(self) -> None:
        """End the call, which is paused or has ended."""
        if self._greenlet:  # started and not ended
            with suppress(Stopped, Exception):  # of the call's clean-up
                self._greenlet.throw(Stopped)


class OnThread:
    """A call on a thread of the system."""

    def __init__(self, call: Callable[[], None], context: Context) -> None:
        self._call = call
        self._turn, self._back = threading.Semaphore(0), threading.Semaphore(0)
        self._error: BaseException | None = None
        self._paused, self._stopped, self.ended = True, False, False
        self._trace: Any = sys.gettrace()  # a debugger's, else only the caller's thread would have it
        threading.Thread(target=context.run, args=(self._work,), daemon=True).start()

    def _work(self) -> None:
        try:
            self._wait()
            sys.settrace(self._trace)
            self._call()
        except BaseException as error:
            self._error = error
        finally:
            sys.settrace(None)
            self.ended = True
            self._back.release()

    def _wait(self) -> None:
        self._turn.acquire()
        self._paused = False
        if self._stopped:
            raise Stopped

    def resume(self) -> None:
        """As of `OnGreenlet`."""
        self._turn.release()
        self._back.acquire()
        if self._error is not None:
            raise self._error

    def pause(self) -> None:
        """As of `OnGreenlet`."""
        self._paused = True
        self._back.release()
        self._wait()

    def stop(self) -> None:
        """As of `OnGreenlet`. A call that runs, since Ctrl-C broke off `resume`, ends at its next pause."""
        if self.ended:
            return
        self._stopped, waits = True, self._paused
        self._turn.release()
        if waits:
            self._back.acquire()


Coroutine = OnGreenlet if importlib.util.find_spec("greenlet") else OnThread
